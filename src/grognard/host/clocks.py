"""Clocks: how long each side has thought. They stop with the server and go on with it.

Time is counted from the moment a question is shown until its answer is accepted, while anybody is
at the table, and kept with the answer. What a side was thinking when the server stopped is not
counted. Where the rules limit the time of a segment, the same time is counted under its name.
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

    __slots__ = ("_before", "_segments", "_since", "_tick", "_used", "asked", "segment", "stopped")

    def __init__(
        self, used: Mapping[str, int] | None = None, tick: Callable[[], int] = _running_ms
    ) -> None:
        self._used = dict(used or {})
        self._segments: dict[str, int] = {}
        self._tick = tick
        self.asked, self.segment, self.stopped = "", "", False
        self._before, self._since = 0, tick()

    def ask(self, side: str, segment: str = "") -> None:
        """From now on it is this side's time; nobody's for the empty side.

        ``segment`` names what limits it, where something does.
        """
        self.asked, self.segment = side, segment
        self._before, self._since = 0, self._tick()

    def stop(self) -> None:
        """Nobody is there: time stands still."""
        self._before, self.stopped = self.took(), True

    def rest(self) -> None:
        """Not all have sat down yet: what passed so far counts for nothing."""
        self._before, self.stopped = 0, True

    @property
    def has_run(self) -> bool:
        """Was any time ever counted?"""
        return self._before > 0 or any(self._used.values())

    def go_on(self) -> None:
        if self.stopped:
            self.stopped, self._since = False, self._tick()

    def took(self) -> int:
        """What the side that is asked has used for this question so far."""
        if not self.asked:
            return 0
        running = 0 if self.stopped else max(0, self._tick() - self._since)
        return self._before + running

    def add(self, side: str, took: int, segment: str = "") -> None:
        self._used[side] = self._used.get(side, 0) + took
        if segment:
            self._segments[segment] = self._segments.get(segment, 0) + took

    def used(self) -> dict[str, int]:
        """All time used, the present question included."""
        whole = dict(self._used)
        if self.asked:
            whole[self.asked] = whole.get(self.asked, 0) + self.took()
        return whole

    def used_in(self, segment: str) -> int:
        """Time used in a segment, the present question included."""
        running = self.took() if segment and segment == self.segment else 0
        return self._segments.get(segment, 0) + running

    @classmethod
    def of(cls, taken: Iterable[tuple[str, int, str]]) -> Clock:
        """A clock as the record left it: who answered, how long that took, in which segment."""
        clock = cls()
        for side, took, segment in taken:
            clock.add(side, took, segment)
        return clock
