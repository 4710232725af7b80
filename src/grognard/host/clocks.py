"""Clocks: how long each side has thought. They stop with the server and go on with it.

Time is counted from the moment a question is shown until its answer is accepted, and kept with
the answer. What a side was thinking when the server stopped is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping


def now_ms() -> int:
    """Milliseconds since 1970, for the record."""
    return time.time_ns() // 1_000_000


def _running_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Clock:
    """Time used by each side, in milliseconds.

    >>> clock = Clock({"red": 500}, lambda: 1000)
    >>> clock.ask("red"); clock.used()
    {'red': 500}
    """

    __slots__ = ("_asked", "_since", "_tick", "_used")

    def __init__(
        self, used: Mapping[str, int] | None = None, tick: Callable[[], int] = _running_ms
    ) -> None:
        self._used = dict(used or {})
        self._tick = tick
        self._asked, self._since = "", tick()

    def ask(self, side: str) -> None:
        """From now on it is this side's time; nobody's for the empty side."""
        self._asked, self._since = side, self._tick()

    def took(self) -> int:
        """What the side that is asked has used for this question so far."""
        return max(0, self._tick() - self._since) if self._asked else 0

    def add(self, side: str, took: int) -> None:
        self._used[side] = self._used.get(side, 0) + took

    def used(self) -> dict[str, int]:
        """All time used, the present question included."""
        whole = dict(self._used)
        if self._asked:
            whole[self._asked] = whole.get(self._asked, 0) + self.took()
        return whole

    @classmethod
    def of(cls, taken: Iterable[tuple[str, int]]) -> Clock:
        """A clock as the record left it: who answered, and how long that took."""
        clock = cls()
        for side, took in taken:
            clock.add(side, took)
        return clock
