"""A live table: one room, the people at it, and the order in which things happen to it.

One answer at a time: it is checked, written, and when the store has it for good, taken and shown.
What is shown is written out once for each side and for those who only watch. Other processes may
write to the same battle: of two lines with one number the store takes one, and who lost reads on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from grognard.desks.desk import Desk
from grognard.desks.standing import StandingOrder
from grognard.host import take_back
from grognard.host.hearing import PUBLIC, Aloud, Heard, all_heard
from grognard.host.history import replay_all, revived
from grognard.host.keeper import SNAPSHOT_EVERY, Keeper, Table
from grognard.host.reasons import Reason as Thought
from grognard.host.refused import Refused
from grognard.host.room import Room, Step
from grognard.host.rows import Read
from grognard.host.seats import Seat
from grognard.host.store import AnswerTaken, Work
from grognard.host.take_back import Wish
from grognard.kernel import Reason
from grognard.kernel.journal import Entry
from grognard.kernel.seeing import Seen, see
from grognard.web import frames
from grognard.web.agreeing import Agreeing, who_is_here
from grognard.web.apart import Apart
from grognard.web.bots import BotBench
from grognard.web.by_itself import ByItself
from grognard.web.past import Past
from grognard.web.pools import Pools
from grognard.web.showing import Listener, Notice, Reader, Showing
from grognard.web.timekeeper import Timekeeper
from grognard.web.views import Shown, shown

log = logging.getLogger("grognard.table")

MOST_LISTED: Final = 60
"""A question with at most so many options is sent with them."""


class LiveTable:
    """A table with people at it."""

    def __init__(
        self, table: Table, keeper: Keeper, bots: BotBench, pools: Pools | None = None
    ) -> None:
        self.table, self.keeper, self.bots = table, keeper, bots
        self.pools = pools or Pools()
        self.room: Room = table.room
        self._seen: dict[str, tuple[int, Seen]] = {}
        self._showings: dict[str, Showing] = {}
        self.listeners: list[Listener] = []
        self.lock = asyncio.Lock()
        self.time = Timekeeper(self)
        self.by_itself = ByItself(self)
        self.back = Past(self)
        self.agreeing = Agreeing(self)
        self.apart = Apart(self)
        self.waits: Callable[[LiveTable], None] = lambda live: None
        self._views: dict[str, Shown] = {}
        self._small: set[asyncio.Future[Any]] = set()
        self._stands_in = False

    @property
    def desk(self) -> Desk:
        return self.room.system.desk

    @property
    def notice(self) -> Notice:
        room = self.room
        held, header = room.watched, room.header
        watched = {"reason": held.reason, "common": held.common} if held is not None else None
        settings = self.table.settings
        return Notice(
            room.id, room.title, header.edition, header.commitment, room.sides, watched,
            settings.get("campaign", ""),
            settings.get("study", {} if "imported" in settings else None),
        )  # fmt: skip

    @property
    def asked(self) -> str:
        return self.room.asked

    @property
    def is_over(self) -> bool:
        return self.room.is_over

    @property
    def seats(self) -> list[Seat]:
        return self.table.seats

    @property
    def wish(self) -> Wish | None:
        """What a side asks to take back, until it is answered or the battle goes on."""
        return self.table.wish

    # --- who is here

    def join(self, listener: Listener) -> None:
        self.listeners.append(listener)
        self.tell_people()
        self.time.people_came_or_went()
        if self.wish is not None:
            listener.tell(self.agreeing.wish_told(listener.whose))
        self.go_on()

    @property
    def has_seated(self) -> bool:
        """Is anybody here who sits at the table? Those who only watch change nothing."""
        return any(listener.side or getattr(listener, "sides", ()) for listener in self.listeners)

    @property
    def is_complete(self) -> bool:
        """Does somebody sit here for every side that people play?"""
        here = {side for listener in self.listeners for side in getattr(listener, "sides", ())}
        played = {seat.side for seat in self.seats if seat.is_human}
        return played <= here | {listener.side for listener in self.listeners}

    @property
    def is_attended(self) -> bool:
        """May a computer go on? Somebody seated is here, or bots play and somebody watches."""
        if any(seat.is_human for seat in self.seats):
            return self.has_seated
        return bool(self.listeners)

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.tell_people()
            self.time.people_came_or_went()

    def end_lines_of(self, places: Collection[tuple[str, int]]) -> None:
        """These seats are nobody's now: who had them comes again as whoever he is."""
        for listener in list(self.listeners):
            end: Callable[[str], None] | None = getattr(listener, "end", None)
            if end is not None and set(getattr(listener, "places", {}).items()) & set(places):
                end("this seat is not yours any more")

    def turn_away(self) -> None:
        """Those who only watch are shown nothing any more."""
        for listener in [each for each in self.listeners if not each.side]:
            listener.end("nobody watches at this table any more")

    def tell_all(self, message: str) -> None:
        for listener in self.listeners:
            listener.tell(message)

    def tell_people(self) -> None:
        self.tell_all(frames.write("people", **self.people()))

    def people(self) -> dict[str, Any]:
        return who_is_here(self)

    # --- deciding

    async def answer(
        self,
        side: str,
        number: int,
        words: str,
        reason: Thought | None = None,
        *,
        standing: bool = False,
    ) -> int:
        """A decision of a side about the question at this line; gives the line it became.

        ``standing``: an order that stands has given it.
        """
        async with self.lock:
            self.check_current(side, number)
            step = self._answered(side, words, standing=standing)
            await self._write(step, reason)
            self._taken(step)
            return step.entries[0].number

    def _answered(self, side: str, words: str, *, standing: bool) -> Step:
        """What comes of a decision. The reasons against one are those that its side can know."""
        try:
            return self.room.answered(side, words, standing=standing)
        except Refused as problem:
            if problem.code != "illegal":
                raise
        reasons = self.showing(side).adviser.reasons(self.see(side).state, words)
        raise Refused("illegal", reasons or (Reason("this cannot be done"),)) from None

    def _stale(self, side: str) -> Refused:
        return Refused.because("stale", f"the battle stands at {self.number(side)}")

    async def throw_on(self) -> None:
        """Throw what is waiting, where a battle comes back before its dice have fallen."""
        async with self.lock:
            await self.throw_due()

    async def throw_due(self) -> None:
        """Throw what is waiting; the lock is held."""
        step = self.room.thrown_on()
        if step.entries:
            await self.carry_out(step)

    async def _write(
        self, step: Step, reason: Thought | None = None, also: Work | None = None
    ) -> None:
        """Put a step into the store. Who comes too late for its number reads on and is refused."""
        clock = self.table.clock
        own = step.side == clock.asked
        took, segment = (clock.took(), clock.segment) if step.side and own else (0, "")
        try:
            written = self.keeper.append(self.room, step, took, segment, reason, also)
            await asyncio.wrap_future(written)
        except AnswerTaken:
            await self._read_on()
            raise self._stale(step.side) from None
        if step.side:
            clock.add(step.side, took, segment)

    def _taken(self, step: Step) -> None:
        """It is written: let it be so, and tell everybody."""
        before = self.room.number
        if step.entries[0].back is not None:
            take_back.take_back(self.room, step)
        else:
            self.room.take(step)
        self._happened(step.entries, before)
        self.waits(self)
        self.go_on()

    def _happened(self, entries: Sequence[Entry], before: int) -> None:
        """The room stands at a new line: put its question and tell everybody."""
        self.table.wish = None
        if entries[-1].purpose != take_back.REFUSED:
            self.table.put_question()
        self.time.heard(entries)
        self._publish(entries, before)
        self._keep_up()

    # --- what other processes have written

    async def read_on(self) -> None:
        """Take what another process has written, and tell everybody here."""
        async with self.lock:
            await self._read_on()
        self.by_itself.go_on_later()

    async def _read_on(self) -> None:
        before = self.room.number
        news = await asyncio.to_thread(self.keeper.news, self.room.id, before)
        if not news:
            return
        room = await asyncio.to_thread(self._played_on, news)
        for each in news:
            if each.took:
                self.table.clock.add(each.entry.who, each.took, each.timed)
        self.room = self.table.room = room
        entries = [entry for entry in room.recent if entry.number > before]
        if len(entries) < len(news):
            entries = revived((each.entry for each in news), room.system)
        self._happened(entries, before)

    def _played_on(self, news: Sequence[Read]) -> Room:
        """The room after lines that somebody else wrote; this one is left as it is."""
        if any(each.entry.back is not None and each.entry.back < self.room.number for each in news):
            again = self.keeper.resumed(self.room.id)
            assert again is not None
            return again.room
        room = self.room.copy()
        replay_all(room, [(each.line, each.entry) for each in news])
        return room

    async def read_seats(self) -> None:
        """Somebody elsewhere has taken a seat or changed his orders."""
        async with self.lock:
            self.table.seats = await asyncio.to_thread(self.keeper.seats_of, self.room.id)
        self.tell_people()
        self.by_itself.go_on_later()

    async def read_wish(self) -> None:
        """Somebody elsewhere has asked to take back, or was answered."""
        async with self.lock:
            await self._read_on()
            self.table.wish = await asyncio.to_thread(self.keeper.wish_of, self.room)
        self.agreeing.tell_wish()

    async def read_talk(self) -> None:
        """Somebody elsewhere has said something."""
        await self.agreeing.read_on()

    def _keep_up(self) -> None:
        """Lists and snapshots, from time to time and never in the way."""
        room = self.room
        often = bool(self.table.settings.get("days"))
        if room.is_over or often or not room.number % 10 or room.number < 10:
            self._later(asyncio.wrap_future(self.keeper.touch(room)))
        if room.is_over:  # people may have ended it: no step of the rules says so
            return
        due = room.number - max(self.table.snapshot, 0) >= SNAPSHOT_EVERY
        free = room.decisions and room.decisions[-1].state is not None
        if due and not free and not room.undone:
            self.table.snapshot = room.number
            kept = asyncio.to_thread(self.keeper.snapshot, room, room.number, room.state)
            self._later(asyncio.ensure_future(kept))

    def _later(self, future: asyncio.Future[Any]) -> None:
        self._small.add(future)
        future.add_done_callback(self._small.discard)

    # --- showing

    def see(self, side: str) -> Seen:
        """What a side sees now, worked out once for each line: all that goes out is made of it."""
        number, held = self._seen.get(side, (-1, None))
        if held is None or number != self.room.number:
            held = see(self.room.system.rules, self.room.state, side, held)
            self._seen[side] = (self.room.number, held)
        return held

    def showing(self, side: str) -> Showing:
        """Who writes to those of a side; he knows the setting as they do."""
        if side not in self._showings:
            system, setting = self.room.system, self.room.setting
            masked = system.rules.masked
            self._showings[side] = Showing(system, masked(setting, side), masked(setting, PUBLIC))
        return self._showings[side]

    def view(self, side: str) -> Shown:
        """What a side is shown now; worked out once for each line."""
        held = self._views.get(side)
        if held is None or held.number != self.room.number:
            held = self._views[side] = shown(self.desk, self.see(side), self.room.number)
        return held

    def _publish(self, entries: Sequence[Entry], before: int) -> None:
        changes, timing = dict[str, dict[str, Any]](), self.timing()
        messages: dict[tuple[str, str, str], list[str]] = {}
        aloud: dict[str, Aloud] = {}
        for listener in list(self.listeners):
            key = side, language, whose = listener.side, listener.language, listener.whose
            if side not in changes:
                changes[side] = {**timing, **self._change(side, before)}
            if key not in messages:
                if language not in aloud:
                    aloud[language] = Aloud(self.showing(side).teller(language))
                lines = self.heard(entries, side, aloud[language], whose)
                messages[key] = self._news(key, before, {**changes[side], "lines": lines})
            for message in messages[key]:
                listener.tell(message)
            if self.is_over:
                listener.end_of_battle()
        for side in [side for side in self._views if side not in changes]:
            del self._views[side]

    def _change(self, side: str, before: int) -> dict[str, Any]:
        """What a side is shown now, as a change of what it was shown before."""
        then = self._views.get(side)
        now = self._views[side] = shown(self.desk, self.see(side), self.room.number, then)
        if then is not None and then.number == before:
            return {"change": now.change_from(then)}
        return {"view": now.document()}

    def timing(self) -> dict[str, Any]:
        """The time that was used, and the clock that runs."""
        return {"clock": self.table.clock.used(), "timer": self.time.timer()}

    def _news(self, key: tuple[str, str, str], before: int, fields: dict[str, Any]) -> list[str]:
        """What somebody is told; nothing, where he neither hears nor sees anything."""
        side, language, whose = key
        if not fields["lines"] and not fields.get("change", True):
            return []
        n, then, showing = self.number(whose), self.told(whose, before), self.showing(side)
        for part in fields.keys() & {"change", "view"}:
            fields[part] = showing.judged(fields[part], language)
        messages = [frames.write("update", n=n, before=then, **fields)]
        asked = showing.question(self.see(side), n, language)
        if asked:
            messages.append(asked)
        return messages

    def number(self, whose: str) -> int:
        """The last line, as somebody counts them."""
        return self.told(whose, self.room.number)

    def told(self, whose: str, line: int) -> int:
        """The number by which somebody knows a line of the journal."""
        return self.room.numbering.told(whose, line)

    def line(self, whose: str, told: int) -> int:
        """The line of the journal that somebody knows under a number."""
        return self.room.numbering.line(whose, told)

    def heard(
        self, entries: Sequence[Entry], side: str, aloud: Aloud, whose: str
    ) -> Sequence[Heard]:
        """Lines as a side hears them, without those of which it hears nothing."""
        numbering = self.room.numbering
        known = [entry for entry in entries if not numbering.is_silent(whose, entry.number)]
        lines = all_heard(known, side, aloud)
        return [line.numbered(partial(numbering.told, whose)) for line in lines]

    async def lines(
        self, side: str, after: int, most: int, language: str, whose: str
    ) -> Sequence[Heard]:
        """Lines after one that somebody knows, as a side heard them, from memory or the store."""
        room = self.room
        after = room.numbering.line(whose, after)
        if after >= room.number:
            return []
        recent, aloud = list(room.recent), Aloud(self.showing(side).teller(language))
        if recent and recent[0].number <= after + 1:
            return self.heard(
                [entry for entry in recent if entry.number > after][:most], side, aloud, whose
            )
        found = await self.pools.reading.run(self.keeper.entries, room.id, after, most)
        held = [entry for entry in found if entry.number <= room.number]
        return self.heard(revived(held, room.system), side, aloud, whose)

    # --- looking back

    def seen_by(self, side: str | None, sides: Sequence[str], usual: str) -> str:
        return self.back.seen_by(side, sides, usual)

    async def past(self, reader: Reader, number: int) -> dict[str, Any]:
        return await self.back.at(reader, number)

    async def steps(self, reader: Reader, after: int, most: int) -> dict[str, Any]:
        return await self.back.steps(reader, after, most)

    # --- what is settled among people

    async def say(self, side: str, place: int, text: str) -> None:
        await self.agreeing.say(side, place, text)

    async def talk(self, whose: str) -> str:
        return await self.agreeing.talk(whose)

    async def call(self, places: Mapping[str, int], name: str) -> None:
        await self.agreeing.call(places, name)

    async def resign(self, side: str, number: int) -> None:
        await self.agreeing.resign(side, number)

    async def offer_draw(self, side: str, number: int) -> None:
        await self.agreeing.offer_draw(side, number)

    async def take_back(self, side: str, number: int, to: int | None) -> bool:
        return await self.agreeing.take_back(side, number, to)

    async def consent(self, side: str, number: int, agree: bool) -> None:
        await self.agreeing.consent(side, number, agree)

    def check_current(self, side: str, number: int) -> None:
        """Refuse what is said of a line that is not the last any more."""
        if number != self.room.number:
            raise self._stale(side)

    async def carry_out(self, step: Step, also: Work | None = None) -> None:
        """Write a step, and what goes with it, and let it be so; the lock is held."""
        await self._write(step, also=also)
        self._taken(step)

    def become(self, room: Room, lines: Sequence[Entry]) -> None:
        """The battle has gone on elsewhere and came back; the lock is held."""
        before = self.room.number
        self.room = self.table.room = room
        self._happened(revived(lines, room.system), before)
        self.waits(self)
        self.go_on()

    # --- seats

    def seat_of(self, side: str) -> Seat | None:
        """The seat that decides for a side by itself: a bot, or the first with standing orders."""
        return next((seat for seat in self.seats if seat.side == side), None)

    def kind_of(self, side: str) -> str:
        """Who decides for a side now: a person, a bot from elsewhere, or one of ours by its name."""
        seat = self.seat_of(side)
        return seat.kind if seat is not None else ""

    async def change_seat(self, side: str, place: int = 0, **changes: Any) -> None:
        """Change a seat, first in the store. The others of its side are not its business."""
        async with self.lock:
            seat = self.seat_at(side, place)
            assert seat is not None
            changed = msgspec.structs.replace(seat, **changes)
            await asyncio.wrap_future(self.keeper.write_seat(self.room.id, changed))
            self.table.seats = [changed if other is seat else other for other in self.seats]
        self.tell_people()
        self.go_on()

    def standing(self, side: str) -> tuple[StandingOrder, ...]:
        seat = self.seat_of(side)
        return seat.standing if seat is not None else ()

    async def trial(self, reader: Reader, order: StandingOrder) -> dict[str, Any]:
        return await self.back.trial(reader, order)

    async def note_seen(self, side: str, place: int, number: int) -> None:
        """A seat has been shown everything up to this line."""
        seat = self.seat_at(side, place)
        if seat is None or number <= seat.seen:
            return
        await asyncio.wrap_future(self.keeper.write_seen(self.room.id, side, place, number))
        self.table.seats = [
            msgspec.structs.replace(other, seen=number)
            if (other.side, other.place) == (side, place)
            else other
            for other in self.seats
        ]

    def seat_at(self, side: str, place: int) -> Seat | None:
        return next((seat for seat in self.seats if (seat.side, seat.place) == (side, place)), None)

    @property
    def outside(self) -> set[str]:
        """The sides whose bots from elsewhere have their line here."""
        return self.by_itself.outside

    async def stand_in(self, seat: Seat, number: int) -> None:
        """Let somebody else decide for a seat about the question at a line, if it still waits."""
        if self._stands_in:
            raise Refused.because("busy", "the computer thinks about this already")
        self._stands_in = True
        try:
            with contextlib.suppress(Refused):
                if self.room.number == number:
                    thought = await self.bots.decide(self.room, self.see(seat.side), seat)
                    await self.answer(seat.side, number, thought.words)
        finally:
            self._stands_in = False

    def go_on(self) -> None:
        """Let a bot or a standing order answer, if it is their turn."""
        self.by_itself.go_on()

    def let_go(self) -> None:
        """Nobody is here, and the store has everything."""
        self.by_itself.close()
        self.time.close()

    async def close(self) -> None:
        self.let_go()
        if self._small:
            await asyncio.gather(*self._small, return_exceptions=True)
