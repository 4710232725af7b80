"""The line of bots that live elsewhere: questions as a stream of JSON lines, answers by POST.

A bot takes a seat by its invitation, which is burnt, and holds it by a key that only it is told. While its line is open it is asked like a person; a decision
it makes too late or not legally falls to the random bot, and the log names it. When its line ends,
after several late answers, or when it does not come back after a restart of the server, the random
bot takes the whole seat: no table waits for a dead bot. It may come back at any time. The protocol
is described in docs/how-to/write-a-bot.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from itertools import islice
from typing import Annotated, Any, Final
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse
from pydantic import Field

from grognard.bots.guard import ILLEGAL, LATE, Fault
from grognard.desks.catalogue import ENGLISH
from grognard.host.numbering import WHOLE
from grognard.host.refused import Refused
from grognard.host.seats import OUTSIDE, Seat, new_token, token_hash
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.errors import GrognardError
from grognard.mechanics.commands import Finish
from grognard.web import frames, shapes
from grognard.web.asking import Denied, TheTables, table_named
from grognard.web.by_itself import STAND_IN
from grognard.web.games import GameId
from grognard.web.live import LiveTable
from grognard.web.showing import Sitting
from grognard.web.tables import Tables

log = logging.getLogger("grognard.bots")
router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

PATIENCE: Final = 10.0
MOST_PATIENCE: Final = 60.0
"""Seconds a bot has for an answer, and the most it may ask for."""

MOST_LATE: Final = 3
"""After so many late answers in a row the seat is taken from a bot."""

HEARTBEAT: Final = 10.0
MOST_LISTED: Final = 200
LOST: Final = "left its line"

Key = Annotated[str, Header(alias="Seat", max_length=64)]
"""The invitation, or the key that a bot was given with its seat."""


class BotWanted(shapes.Shape):
    """A bot that wants to sit down."""

    name: Annotated[str, Field(max_length=64)] = "bot"
    patience: Annotated[float, Field(ge=0.1, le=MOST_PATIENCE)] = PATIENCE


class BotAnswer(shapes.Shape):
    """An answer to the question at line ``n``, in the words of an option."""

    n: Annotated[int, Field(ge=0, le=2**31)]
    answer: Annotated[str, Field(max_length=4000)]


class BotHeard(shapes.Shape):
    """The line of the journal that an answer became."""

    n: int


class BotSeat:
    """A bot from elsewhere at a table. It listens as a person does, and is kept to its time."""

    def __init__(self, table: Sitting, seat: Seat, name: str, patience: float) -> None:
        self.table, self.seat, self.side, self.whose = table, seat, seat.side, seat.side
        self.name, self.patience, self.language = name, patience, ENGLISH
        self.outbox: asyncio.Queue[str] = asyncio.Queue()
        self.late, self.why = 0, LOST
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def tell(self, message: str) -> None:
        """Something has happened at the table."""
        self._changed.set()

    def end_of_battle(self) -> None:
        """Its line ends; it was told everything by its own numbers."""

    def end(self, why: str) -> None:
        self.why = why
        self.outbox.put_nowait("")

    async def sit_down(self) -> None:
        table, notice, key = self.table, self.table.notice, new_token()
        table.outside.add(self.side)
        await table.change_seat(
            self.side, self.seat.place, kind=OUTSIDE, name=self.name, token=token_hash(key)
        )
        self.say(
            "hello", game=notice.game, title=notice.title, side=self.side, key=key,
            sides=notice.sides, system=notice.edition.system, scenario=notice.edition.scenario,
            patience=self.patience,
        )  # fmt: skip
        table.join(self)
        self._task = asyncio.get_running_loop().create_task(self._attend())

    def say(self, kind: str, **fields: Any) -> None:
        self.outbox.put_nowait(frames.write(kind, **fields) + "\n")

    async def lines(self) -> AsyncIterator[str]:
        """What is sent, until the battle is over or the seat is lost."""
        try:
            while True:
                try:
                    line = await asyncio.wait_for(self.outbox.get(), HEARTBEAT)
                except TimeoutError:
                    line = '{"type":"alive"}\n'
                if not line:
                    return
                yield line
        finally:
            await asyncio.shield(self.leave(self.why))

    # --- one question after the other

    async def _attend(self) -> None:
        try:
            while not self.table.is_over:
                self._changed.clear()
                self._check_seat()
                if self.table.asked == self.side:
                    await self._put_question()
                else:
                    await self._changed.wait()
            self.say("over", verdict=self.table.see(self.side).question.verdict)
        except GrognardError as problem:
            self.why = f"lost its seat: {problem}"
        finally:
            self.outbox.put_nowait("")

    @property
    def _holds(self) -> bool:
        seat = self.table.seat_of(self.side)
        return seat is not None and seat.kind == OUTSIDE

    def _check_seat(self) -> None:
        if not self._holds:
            raise GrognardError("somebody has taken it")

    async def _put_question(self) -> None:
        ask, number = self.table.see(self.side).ask, self.table.number(WHOLE)
        told = self.table.number(self.whose)
        listed, more = await asyncio.to_thread(listing, ask, told)
        self.say(
            "question", n=told, side=self.side, purpose=ask.purpose, options=listed, more=more,
            view=self.table.view(self.side).document(),
        )  # fmt: skip
        try:
            async with asyncio.timeout(self.patience):
                while self.table.number(WHOLE) == number:
                    self._changed.clear()
                    await self._changed.wait()
                    self._check_seat()
            self.late = 0
        except TimeoutError:
            self.late += 1
            detail = f"after {self.patience:g} seconds"
            await self.forfeit(number, Fault(self.name, ask.purpose, LATE, detail))
            if self.late >= MOST_LATE:
                raise GrognardError(f"{MOST_LATE} answers in a row came too late") from None

    async def forfeit(self, number: int, fault: Fault) -> None:
        """The random bot decides this one; the log and the bot are told."""
        log.warning("table %s: %s", self.table.notice.game, fault)
        told = self.table.told(self.whose, number)
        self.say("fault", n=told, fault=fault.kind, reason=str(fault))
        await self.table.stand_in(Seat(self.side, self.seat.place, STAND_IN), number)

    async def leave(self, why: str) -> None:
        """The line has ended. An unfinished battle goes on with the random bot in the seat."""
        if _sitting.get(self.table, {}).get(self.side) is not self:
            return
        del _sitting[self.table][self.side]
        self.table.outside.discard(self.side)
        if self._task is not None:
            self._task.cancel()
        self.table.leave(self)
        if not self.table.is_over and self._holds:
            log.warning("table %s: the bot %s %s; %s plays on", self.table.notice.game, self.name, why,
                        STAND_IN)  # fmt: skip
            await self.table.change_seat(self.side, self.seat.place, kind=STAND_IN)


_sitting: WeakKeyDictionary[Sitting, dict[str, BotSeat]] = WeakKeyDictionary()
"""The bots from elsewhere that sit at this server's tables, by side."""


def listing(ask: Ask, number: int) -> tuple[list[str], bool]:
    """Options in words; where there are too many, some drawn by chance. And: are there more?"""
    options = ask.options
    if not hasattr(options, "of_unit"):
        listed = list(islice(iter(options), MOST_LISTED + 1))
        if len(listed) <= MOST_LISTED:
            return [str(order) for order in listed], False
    chance = Stream(number)
    drawn: dict[str, None] = {str(Finish()): None} if Finish() in options else {}
    for _ in range(MOST_LISTED):
        drawn[str(options.sample(chance))] = None
    return sorted(drawn), True


async def _seated(tables: Tables, game: str, key: str) -> tuple[LiveTable, Seat]:
    live = await table_named(tables, game)
    try:
        return live, tables.seat_with(live, key)
    except Refused as problem:
        raise Denied(403, problem.code, str(problem)) from None


@router.post(
    "/games/{game}/bot/line",
    operation_id="bot_line",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "Questions"}},
)
async def bot_line(
    game: GameId, wanted: BotWanted, tables: TheTables, key: Key = ""
) -> StreamingResponse:
    """Sit down: the questions put to the seat, one JSON object a line, until the battle is over."""
    live, seat = await _seated(tables, game, key)
    held = _sitting.setdefault(live, {})
    before = held.get(seat.side)
    if before is not None:
        await before.leave("was replaced")
    bot = held[seat.side] = BotSeat(live, seat, wanted.name.strip() or "bot", wanted.patience)
    await bot.sit_down()
    return StreamingResponse(bot.lines(), media_type="application/x-ndjson")


@router.get("/games/{game}/bot/options", operation_id="bot_options")
async def bot_options(
    game: GameId,
    tables: TheTables,
    key: Key = "",
    unit: Annotated[str, Query(max_length=64)] = "",
) -> list[str]:
    """All options of a unit, in words, while the seat's side is asked."""
    live, seat = await _seated(tables, game, key)
    if live.asked != seat.side:
        raise Denied(409, "not-yours", f"the battle does not wait for {seat.side}")
    adviser, seen = live.showing(seat.side).adviser, live.see(seat.side)
    found = await asyncio.to_thread(adviser.listed, seen.state, unit)
    return [option.text for option in found.options]


@router.post("/games/{game}/bot", operation_id="bot_answer")
async def bot_answer(game: GameId, wanted: BotAnswer, tables: TheTables, key: Key = "") -> BotHeard:
    """An answer. One that is not legal forfeits the decision to the random bot."""
    live, seat = await _seated(tables, game, key)
    bot = _sitting.get(live, {}).get(seat.side)
    if bot is None:
        raise Denied(409, "no-line", "open the line of this seat first")
    purpose = live.see(seat.side).question.purpose
    number = live.line(seat.side, wanted.n)
    try:
        if live.desk.is_hosts(wanted.answer.strip().partition(" ")[0]):
            raise Refused.because("illegal", "that is for the host to say")
        written = await live.answer(seat.side, number, wanted.answer)
        return BotHeard(n=live.told(seat.side, written))
    except Refused as problem:
        if problem.code in ("stale", "over", "not-yours"):
            raise
        reason, clause = _first(problem.reasons)
    except GrognardError as problem:
        reason, clause = str(problem), ""
    fault = Fault(bot.name, purpose, ILLEGAL, f"{wanted.answer[:80]!r}: {reason}")
    await bot.forfeit(number, fault)
    raise Denied(409, "illegal", reason, clause)


def _first(reasons: Sequence[Any]) -> tuple[str, str]:
    return (reasons[0].text, reasons[0].clause) if reasons else ("this is not an option", "")
