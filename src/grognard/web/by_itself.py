"""What answers at a table without a person: bots, and the standing orders people have given.

The process that wrote the last line goes on at once. Others that share the battle wait a while:
they go on only when nobody else did.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from grognard.desks.standing import Clerk
from grognard.host.reasons import Reason
from grognard.host.refused import Refused
from grognard.host.seats import AFAR, HUMAN, OUTSIDE, Seat
from grognard.kernel import Ask, GrognardError
from grognard.planning.planner import safe_default

if TYPE_CHECKING:
    from grognard.web.live import LiveTable

log = logging.getLogger("grognard.table")

PATIENCE: Final = 5.0
"""So many seconds another process has to go on before this one does."""

STAND_IN: Final = "random"
"""The bot that decides where one from elsewhere does not."""

GRACE: Final = 5.0
GRACE_SHARED: Final = 120.0
"""So many seconds a bot from elsewhere has to come back; longer where it may be at another server."""


class ByItself:
    """The hand that answers for bots and standing orders at one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._running: asyncio.Task[None] | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self.outside: set[str] = set()
        """The sides whose bots from elsewhere have their line here."""
        self._answered = 0.0
        self._missing: asyncio.TimerHandle | None = None
        self._replacing: asyncio.Task[None] | None = None

    def go_on(self) -> None:
        """Answer, if it is their turn and nobody does it yet."""
        if self._running is None and self._is_due():
            self._running = asyncio.get_running_loop().create_task(self._run_on())
        elif self._missing is None and self._is_missed():
            grace = GRACE_SHARED if self.live.keeper.fanout.is_shared else GRACE
            self._missing = asyncio.get_running_loop().call_later(grace, self._replace)

    def _is_missed(self) -> bool:
        """Is a bot from elsewhere asked that has no line here, as after a restart?"""
        room = self.live.room
        seat = self.live.seat_of(room.asked) if room.asked else None
        if seat is None or seat.kind != OUTSIDE or not self.live.is_attended:
            return False
        return seat.side not in self.outside

    def _replace(self) -> None:
        """It did not come back: the stand-in takes the seat, and the battle goes on."""
        self._missing = None
        if self._is_missed():
            room = self.live.room
            log.warning("table %s: the bot of %s has no line; %s plays on", room.id, room.asked,
                        STAND_IN)  # fmt: skip
            seat = self.live.seat_of(room.asked)
            assert seat is not None
            change = self.live.change_seat(seat.side, seat.place, kind=STAND_IN)
            self._replacing = asyncio.get_running_loop().create_task(change)

    def go_on_later(self) -> None:
        """Answer after a while, if the battle has not gone on by then."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().call_later(PATIENCE, self.go_on)

    def _is_due(self) -> bool:
        room = self.live.room
        seat = self.live.seat_of(room.asked) if room.asked else None
        if seat is None:
            return False
        if seat.kind in (OUTSIDE, AFAR):
            return False
        if seat.kind != HUMAN:
            return self.live.is_attended
        purpose = self.live.see(seat.side).question.purpose
        return any(order.covers(purpose) for order in seat.standing)

    async def _run_on(self) -> None:
        try:
            while self._is_due():
                if not await self._one():
                    break
        except GrognardError as problem:
            log.warning("table %s goes on no further by itself: %s", self.live.room.id, problem)
        except Exception:
            log.exception("table %s: what acts by itself failed", self.live.room.id)
        finally:
            self._running = None

    async def _one(self) -> bool:
        """One answer by a bot or a standing order; False when the person must be asked."""
        room = self.live.room
        seat = self.live.seat_of(room.asked)
        assert seat is not None
        number = room.number
        reason: Reason | None = None
        if seat.kind == HUMAN:
            showing, seen = self.live.showing(seat.side), self.live.see(seat.side)
            clerk = Clerk(seen, showing.desk, showing.adviser, showing.teller)
            given = await asyncio.to_thread(clerk.answer, seat.standing)
            if given is None:
                return False
            words = given.words
        else:
            thought = await self.live.bots.decide(room, self.live.see(seat.side), seat)
            words = thought.words
            await self._unhurried()
            if self.live.kind_of(seat.side) != seat.kind:
                return True
            if thought.why:
                purpose = self.live.see(seat.side).question.purpose
                reason = Reason(number + 1, thought.turn, seat.side, seat.kind, purpose, words,
                                thought.why)  # fmt: skip
        try:
            await self.live.answer(seat.side, number, words, reason, standing=seat.is_human)
        except Refused as problem:
            if problem.code == "illegal" and not seat.is_human:
                await self._stand_in(seat, number, words)
            elif problem.code not in ("stale", "not-yours"):
                raise
        return True

    async def _unhurried(self) -> None:
        """Somebody watches: a computer gives only so many answers a second."""
        loop, pace = asyncio.get_running_loop(), self.live.bots.pace
        if pace:
            await asyncio.sleep(self._answered + 1 / pace - loop.time())
        self._answered = loop.time()

    async def _stand_in(self, seat: Seat, number: int, words: str) -> None:
        """What a bot could not know to be impossible: the safe default is done for it."""
        ask = self.live.room.state.pending
        assert isinstance(ask, Ask)
        default = str(await asyncio.to_thread(safe_default, ask))
        log.warning("table %s: %s cannot do %r after all: %r", self.live.room.id, seat.kind, words,
                    default)  # fmt: skip
        await self.live.answer(seat.side, number, default)

    def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        if self._missing is not None:
            self._missing.cancel()
        if self._running is not None:
            self._running.cancel()
