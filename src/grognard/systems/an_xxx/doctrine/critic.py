"""The critic of An XXX: assaults are declared from afar, each stack for itself."""

from __future__ import annotations

from typing import ClassVar, Final

from grognard.kernel import Event
from grognard.planning.critic import Criticism
from grognard.systems.an_xxx.events.assault import AssaultAnnounced
from grognard.systems.bataille.doctrine import critic


class Watcher(critic.Watcher):
    """Watches a battle of An XXX."""

    joins: ClassVar[int] = 3

    def declared(self, event: Event) -> critic.Declared | None:
        if isinstance(event, AssaultAnnounced):
            return event.side, event.target, event.units
        return None


CRITICISM: Final = Criticism(critic.HABITS, Watcher)
