"""The movement clock at the text table: how long a side has moved, shown and, if strict, kept."""

from __future__ import annotations

import time
from collections.abc import Callable

from grognard.desks.desk import Limit

MINUTE = 60

Limits = Callable[[str, str], Limit | None]
"""Side, purpose -> the time the side has for that question, if the clock runs for it."""


class MovementClock:
    """Seconds that each side has thought in its movement of this turn."""

    def __init__(self, limits: Limits, tick: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._tick = limits, tick
        self._limit = Limit(0)
        self._used: dict[tuple[str, int], float] = {}
        self._called: set[tuple[str, int]] = set()
        self._asked: tuple[str, int] | None = None
        self._since = 0.0

    def ask(self, side: str, turn: int, purpose: str) -> None:
        """A question is put: the clock of the side runs, if this is a question it runs for."""
        self.stop()
        limit = self._limits(side, purpose)
        if limit is not None:
            self._limit, self._asked, self._since = limit, (side, turn), self._tick()

    def stop(self) -> None:
        if self._asked is not None:
            self._used[self._asked] = self.used()
            self._asked = None

    def used(self) -> float:
        if self._asked is None:
            return 0
        return self._used.get(self._asked, 0) + self._tick() - self._since

    def left(self) -> float:
        """Seconds left for the side that is asked."""
        return MINUTE * self._limit.minutes - self.used()

    def is_up(self) -> bool:
        """Has the time just run out? It is said once in a segment."""
        return self._asked is not None and self._asked not in self._called and self.left() <= 0

    def call(self) -> None:
        """The host has said that time is up."""
        if self._asked is not None:
            self._called.add(self._asked)

    def shown(self) -> str:
        """What is left, in words; empty where no clock runs."""
        if self._asked is None:
            return ""
        seconds = int(self.left())
        kind = "the segment ends then" if self._limit.strict else "advisory"
        if seconds <= 0:
            return f"time is up ({kind})"
        return f"{seconds // MINUTE}:{seconds % MINUTE:02d} left ({kind})"
