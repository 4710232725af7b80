"""The movement clock at a table: shown to everybody, and where it is strict, kept by the host.

A side's time runs while it is asked for its movement and anybody seated is at the table. What it has used
is kept with its answers, so it is the same after a restart. When nothing is left the host says so,
once at an advisory clock; a strict one ends the segment, as the rules have it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.desk import Limit
from grognard.host.refused import Refused
from grognard.host.store import StoreFailed
from grognard.kernel.journal import Entry
from grognard.web import frames

if TYPE_CHECKING:
    from grognard.web.live import LiveTable

log = logging.getLogger("grognard.table")

SECOND: Final = 1000
AGAIN: Final = 5.0
"""So many seconds later it is tried again when time could not be called."""


class Timekeeper:
    """Keeps the time of one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.desk = live.room.system.desk
        self.is_kept = any(self._limits().values())
        self._alarm: asyncio.TimerHandle | None = None
        self._calling: asyncio.Task[None] | None = None
        clock = live.table.clock  # it stands until somebody comes
        if clock.has_run:
            clock.stop()
        else:
            clock.rest()

    def _limits(self) -> dict[str, Limit]:
        room = self.live.room
        found = {side: self.desk.limit(room.state, side) for side in room.sides}
        return {side: limit for side, limit in found.items() if limit is not None}

    def _left(self, limit: Limit) -> int:
        return limit.allowed - self.live.table.clock.used_in(limit.segment)

    # --- telling

    def timer(self) -> dict[str, Any] | None:
        """The clock as clients are told it; nothing where none is kept."""
        limits = self._limits() if self.is_kept else {}
        if not limits:
            return None
        clock = self.live.table.clock
        runs = next((side for side, limit in limits.items() if limit.runs), "")
        return {
            "manner": "strict" if any(each.strict for each in limits.values()) else "advisory",
            "runs": "" if clock.stopped else runs,
            "sides": {
                side: {"allowed": limit.allowed, "left": self._left(limit)}
                for side, limit in limits.items()
            },
        }

    def people_came_or_went(self) -> None:
        """Time begins when all who play sit; from then on it stands still while none of them is there."""
        clock = self.live.table.clock
        has_begun = not clock.stopped or clock.has_run
        here = self.live.has_seated and (has_begun or self.live.is_complete)
        if here and clock.stopped:
            clock.go_on()
        elif not here and not clock.stopped:
            clock.stop()
        else:
            return
        if self.is_kept:
            timer = self.timer()
            for listener in self.live.listeners:
                n = self.live.number(listener.whose)
                listener.tell(frames.write("timer", n=n, timer=timer))
            self.look()

    # --- calling

    def heard(self, entries: Iterable[Entry]) -> None:
        """Lines were written: note where time was called, and wait for the next time."""
        if not self.is_kept:
            return
        for entry in entries:
            if self.desk.is_hosts(entry.answer) and entry.back is None:
                self._note_called(entry.who)
        self.look()

    def _note_called(self, side: str) -> None:
        limit = self._limits().get(side)
        if limit is not None:
            self.live.table.called.add(limit.segment)

    def _due(self) -> Limit | None:
        """The limit that runs now and whose end is still to be called."""
        limit = self._limits().get(self.live.room.asked)
        if limit is None or not limit.runs or self.live.table.clock.stopped:
            return None
        if not limit.strict and limit.segment in self.live.table.called:
            return None
        return limit

    def look(self, least: float = 0.0) -> None:
        """Look at the clock: time is called when it is up, and waited for until then."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        limit = self._due()
        if limit is not None:
            wait = max(least, self._left(limit) / SECOND)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        if self._calling is None or self._calling.done():
            self._calling = asyncio.get_running_loop().create_task(self._call())

    async def _call(self) -> None:
        """Say that time is up, if it still is when the words before have been dealt with."""
        room = self.live.room
        number, limit = room.number, self._due()
        if limit is None:
            return
        if self._left(limit) > 0:
            self.look()
            return
        try:
            await self.live.answer(room.asked, number, self.desk.time_up)
        except Refused as problem:
            log.info("table %s: time is not called: %s", room.id, problem)
            self.look(AGAIN)
        except StoreFailed:
            log.exception("table %s: time could not be called", room.id)
            self.look(AGAIN)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._calling is not None:
            self._calling.cancel()
