"""The movement clock at the text table: how long a side has moved, shown and, if strict, kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from grognard.desks.desk import Limit

MINUTE, SECOND = 60, 1000
"""In seconds; in milliseconds."""

Limits = Callable[[str], Limit | None]
"""Side -> its time, and whether it counts for what the side is asked now."""


class MovementClock:
    """Seconds that each side has thought in its movement of this turn."""

    def __init__(self, limits: Limits, tick: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._tick = limits, tick
        self._limit: Limit | None = None
        self._used: dict[str, float] = {}
        self._called: set[str] = set()
        self._since = 0.0

    def ask(self, side: str) -> None:
        """A question is put: the clock of the side runs, if this is a question it runs for."""
        self.stop()
        limit = self._limits(side)
        if limit is not None and limit.runs:
            self._limit, self._since = limit, self._tick()

    def stop(self) -> None:
        if self._limit is not None:
            self._used[self._limit.segment] = self.used(self._limit)
            self._limit = None

    def used(self, limit: Limit) -> float:
        return self._used.get(limit.segment, 0) + self._tick() - self._since

    def left(self) -> float:
        """Seconds left for the side that is asked."""
        limit = self._limit
        return inf if limit is None else limit.allowed / SECOND - self.used(limit)

    def is_up(self) -> bool:
        """Has the time just run out? It is said once in a segment."""
        limit = self._limit
        return limit is not None and limit.segment not in self._called and self.left() <= 0

    def call(self) -> None:
        """The host has said that time is up."""
        if self._limit is not None:
            self._called.add(self._limit.segment)

    def shown(self) -> str:
        """What is left, in words; empty where no clock runs."""
        if self._limit is None:
            return ""
        seconds = int(self.left())
        kind = "the segment ends then" if self._limit.strict else "advisory"
        if seconds <= 0:
            return f"time is up ({kind})"
        return f"{seconds // MINUTE}:{seconds % MINUTE:02d} left ({kind})"
