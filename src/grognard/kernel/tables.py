"""What every table has: a door for events and a way to make a draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from grognard.kernel.errors import NOT_OFFERED, Reason
from grognard.kernel.events import Event
from grognard.kernel.questions import Ask


class Table:
    """What lies on the map. Frozen by custom: only a draft is ever changed, only by ``record``."""

    __slots__ = ("happened",)

    def __init__(self) -> None:
        self.happened: list[Event] = []

    def draft(self) -> Self:
        """A copy that may be changed while the original stays as it is."""
        raise NotImplementedError

    def record(self, event: Event) -> None:
        """The one door: the event is kept and takes effect."""
        self.happened.append(event)
        event.change(self)

    def cites(self, clause: str) -> str:
        """A clause as people at this table are told it; rules and journals keep their own name."""
        return clause

    def out_of_turn(self, action: object, ask: Ask) -> Sequence[Reason]:
        """What an order is told of a kind that is not asked now: what is, and when it has its turn."""
        return (Reason(f"{NOT_OFFERED}, of {ask.side}: {ask.purpose}"),)
