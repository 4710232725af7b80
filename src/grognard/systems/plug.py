"""The plug: all that anybody outside a rulebook's room knows of it.

A system is a name and six parts. Each is a typed record with plain defaults, defined in the room
that uses it and imported when it is first asked for: rules that are not played are not loaded, and a
new system brings one part after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.desks.situations import Situations
from grognard.kernel.system import Rules
from grognard.planning.doctrine import Doctrine
from grognard.planning.offers import Learning


class System:
    """A rulebook that is plugged in. ``rooms`` are the packages of its code."""

    def __init__(
        self,
        name: str,
        title: str,
        rooms: tuple[str, ...] = (),
        *,
        rules: Callable[[], Rules],
        library: Callable[[], Library],
        desk: Callable[[], Desk] = Desk,
        doctrine: Callable[[], Doctrine] = Doctrine,
        learning: Callable[[], Learning] = Learning,
        situations: Callable[[], Situations] = Situations,
    ) -> None:
        self.name, self.title, self.rooms = name, title, rooms
        self._rules, self._library, self._desk = rules, library, desk
        self._doctrine, self._learning, self._situations = doctrine, learning, situations

    def __repr__(self) -> str:
        return f"System({self.name!r})"

    @cached_property
    def rules(self) -> Rules:
        """What the kernel plays by."""
        return self._rules()

    @cached_property
    def library(self) -> Library:
        """Battles, options of the table, and the book in words."""
        return self._library()

    @cached_property
    def desk(self) -> Desk:
        """What people are told and shown."""
        return self._desk()

    @cached_property
    def doctrine(self) -> Doctrine:
        """How its computer opponents think."""
        return self._doctrine()

    @cached_property
    def learning(self) -> Learning:
        """How its orders become actions to learn from."""
        return self._learning()

    @cached_property
    def situations(self) -> Situations:
        """How a drawn situation is played."""
        return self._situations()
