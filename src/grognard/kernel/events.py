"""Events: one fact each, in the past tense. A table changes by them and by nothing else."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """Something that happened. Subclasses say what it changes and who may know it.

    ``change`` is given the draft of the table. ``seen_by`` gives what a side is told: the event
    itself, an event with less in it, or ``None``. A ``quiet`` event is a side's own note of what all
    have seen: whoever is not told of it does not learn either that something was noted.
    """

    clauses: ClassVar[tuple[str, ...]] = ()
    quiet: ClassVar[bool] = False

    def cites(self) -> tuple[str, ...]:
        """The clauses behind it: the one that it names itself, or else those of its kind."""
        own = getattr(self, "clause", "")
        return (own,) if own else self.clauses

    def change(self, table: Any) -> None:
        """Apply this fact to the draft; events that only tell change nothing."""

    def seen_by(self, side: str) -> Event | None:
        return self
