"""The movement clock at the text table: how long a side has moved, shown and, if strict, kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from grognard.systems.premier.command.clock import STRICT, TIMED, is_timed, manner, minutes

MINUTE = 60


class MovementClock:
    """Seconds that each side has thought in its movement of this turn (P8.1, P17.1)."""

    def __init__(self, setting: Any, tick: Callable[[], float] = time.monotonic) -> None:
        self.setting, self._tick = setting, tick
        self._used: dict[tuple[str, int], float] = {}
        self._called: set[tuple[str, int]] = set()
        self._asked: tuple[str, int] | None = None
        self._since = 0.0

    def runs(self, side: str, purpose: str) -> bool:
        return purpose in TIMED and is_timed(self.setting, side)

    def ask(self, side: str, turn: int, purpose: str) -> None:
        """A question is put: the clock of the side runs, if this is a question it runs for."""
        self.stop()
        if self.runs(side, purpose):
            self._asked, self._since = (side, turn), self._tick()

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
        assert self._asked is not None
        return MINUTE * minutes(self.setting, self._asked[0]) - self.used()

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
        kind = "the segment ends then" if manner(self.setting) == STRICT else "advisory"
        if seconds <= 0:
            return f"time is up ({kind})"
        return f"{seconds // MINUTE}:{seconds % MINUTE:02d} left ({kind})"
