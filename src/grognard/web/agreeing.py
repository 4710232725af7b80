"""What people at a table settle among themselves: talk, names, take-backs, a draw, giving up.

All of it is kept before anybody is told. What ends the battle or goes back stands in the journal; talk
is kept beside it and holds nobody up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.host import take_back
from grognard.host.days import Days
from grognard.host.refused import Refused
from grognard.host.seats import AFAR, HUMAN
from grognard.host.speech import LONGEST_SPEECH, MOST_TOLD, honest, looks, plain
from grognard.host.take_back import Wish
from grognard.kernel.codec import builtins
from grognard.kernel.journal import OVERDUE, RESIGNED, Spoken
from grognard.web import frames

if TYPE_CHECKING:
    from grognard.web.live import LiveTable


class Agreeing:
    """The talk and the wishes of one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._heard_to: int | None = None

    # --- talk

    async def say(self, side: str, place: int, text: str) -> None:
        """A person says something to everybody at the table."""
        live, words = self.live, plain(text, LONGEST_SPEECH)
        if not words:
            raise Refused.because("silent", "nothing was said")
        seat = live.seat_at(side, place)
        name = seat.name if seat is not None else ""
        spoken = Spoken(0, live.room.number, side, name, words)
        kept = await asyncio.wrap_future(live.keeper.speeches.write(live.room.id, spoken))
        if self._heard_to is None or kept.said <= self._heard_to + 1:
            self._tell([kept])
        else:
            await self.read_on()

    async def talk(self, whose: str) -> str:
        """What was said last, for one who comes; empty where nobody said anything."""
        read = partial(self.live.keeper.speeches.of, self.live.room.id, most=MOST_TOLD)
        words = await self.live.pools.sessions.run(read)  # many come at once after a restart
        if words:
            self._heard_to = max(self._heard_to or 0, words[-1].said)
        return self._told(words, whose) if words else ""

    async def read_on(self) -> None:
        """Somebody at another server has said something."""
        after = -1 if self._heard_to is None else self._heard_to
        read = partial(self.live.keeper.speeches.of, self.live.room.id, after, MOST_TOLD)
        self._tell(await self.live.pools.reading.run(read))

    def _tell(self, words: list[Spoken]) -> None:
        if words:
            self._heard_to = max(self._heard_to or 0, words[-1].said)
            for listener in self.live.listeners:
                listener.tell(self._told(words, listener.whose))

    def _told(self, words: list[Spoken], whose: str) -> str:
        """Talk, by the numbers of who hears it."""
        told = self.live.room.numbering.told
        known = [msgspec.structs.replace(each, after=told(whose, each.after)) for each in words]
        return frames.write("said", words=[{**builtins(each), "at": each.at} for each in known])

    # --- names

    async def call(self, places: Mapping[str, int], name: str) -> None:
        """A person says what he is called here; nobody is called as somebody else is."""
        live = self.live
        mine = set(places.items())
        wanted = await asyncio.to_thread(self.free_name, name, mine)
        for side, place in mine:
            await live.change_seat(side, place, name=wanted)

    def free_name(self, name: str, mine: set[tuple[str, int]]) -> str:
        """A name as it is kept, if nobody else has it."""
        wanted = honest(name)
        others = [seat for seat in self.live.seats if (seat.side, seat.place) not in mine]
        if any(looks(seat.name) == looks(wanted) for seat in others):
            raise Refused.because("bad-name", "somebody at this table is called so already")
        if self.live.keeper.speeches.is_account(wanted):
            raise Refused.because("bad-name", "somebody with an account is called so")
        return wanted

    # --- the end, by people

    async def resign(self, side: str, number: int) -> None:
        """A side gives the battle up: it is over, and stands in the journal."""
        live = self.live
        async with live.lock:
            self._check_may_end()
            live.check_current(side, number)
            live.apart.check_here()
            await live.carry_out(live.room.given_up(f"{RESIGNED} {side}"))

    async def claim(self, sides: Collection[str], days: Days) -> None:
        """The side that is asked has let its days pass: whoever plays the other ends the battle."""
        live = self.live
        async with live.lock:
            self._check_may_end()
            asked, allowed = live.room.asked, int(live.table.settings.get("days", 0))
            if not set(sides) - {asked} or asked in sides:
                raise Refused.because("wrong-seat", "only the other side may claim the battle")
            game, sitting = live.room.id, live.seats
            await asyncio.to_thread(days.check_due, game, allowed, asked, sitting)
            await live.carry_out(live.room.given_up(f"{OVERDUE} {asked}"))

    async def offer_draw(self, side: str, number: int) -> None:
        """A side offers a draw; a computer does not take it."""
        live = self.live
        async with live.lock:
            self._check_may_end()
            live.check_current(side, number)
            others = [seat for seat in live.seats if seat.side != side]
            if not any(seat.kind == HUMAN for seat in others):
                raise Refused.because("no-draw", "there is nobody who could agree to a draw")
            await self._keep_wish(take_back.draw_wished(live.room, side))
        self.tell_wish()

    def _check_may_end(self) -> None:
        """A battle of a campaign is counted by what comes of it."""
        if self.live.notice.campaign:
            raise Refused.because(
                "of-a-campaign", "a battle of a campaign is fought out: its outcome is counted"
            )

    # --- taking back

    async def take_back(self, side: str, number: int, to: int | None) -> bool:
        """Freely if that can be; else the wish is put to the other side. Gives: is it done?"""
        live = self.live
        async with live.lock:
            live.check_current(side, number)
            live.apart.check_take_back(side, to)
            try:
                if to is not None:
                    raise Refused.because("needs-consent", "an older line")
                step = take_back.freely(live.room, side)
            except Refused as problem:
                if problem.code != "needs-consent":
                    raise
                await self._keep_wish(take_back.wished(live.room, side, to))
            else:
                await live.carry_out(step)
                return True
        others = [seat for seat in live.seats if seat.side != side]
        if not any(seat.kind in (HUMAN, AFAR) for seat in others):
            await self.consent(others[0].side, live.room.number, agree=True)
            return True
        self.tell_wish()
        return False

    async def ask_by_file(self, side: str) -> None:
        """A side asks to go on by file; the other is asked, for what is hidden goes with the file."""
        async with self.live.lock:
            await self._keep_wish(take_back.by_file_wished(self.live.room, side))
        self.tell_wish()

    async def _keep_wish(self, wish: Wish) -> None:
        """Ask the other side; what it is asked is not changed under its hand."""
        if self.live.wish is not None:
            raise Refused.because("busy", "something was asked already: wait for the answer")
        await asyncio.wrap_future(self.live.keeper.write_wish(self.live.room, wish))
        self.live.table.wish = wish

    def wish_told(self, whose: str) -> str:
        wish, told = self.live.wish, partial(self.live.room.numbering.told, whose)
        if wish is None:
            return frames.write("wish", wish=None)
        known = msgspec.structs.replace(wish, to=told(wish.to), asked_at=told(wish.asked_at))
        return frames.write("wish", wish=builtins(known))

    def tell_wish(self) -> None:
        for listener in self.live.listeners:
            listener.tell(self.wish_told(listener.whose))

    async def consent(self, side: str, number: int, agree: bool) -> None:
        """The other side agrees to a wish or refuses it; both stand in the journal.

        A wish is known by the line at which it was asked: there is one, and it lapses with that line.
        """
        live = self.live
        async with live.lock:
            wish = live.wish
            if wish is None or side == wish.side or not side:
                raise Refused.because("no-wish", "nobody asks you to take anything back")
            live.check_current(side, number)
            if not agree:
                await live.carry_out(take_back.refused(live.room, wish, side))
            elif wish.what == take_back.DRAW:
                await live.carry_out(take_back.draw_granted(live.room, wish))
            elif wish.what == take_back.BY_FILE:
                await live.apart.send_away(wish.side)
            else:
                there, since = await asyncio.to_thread(live.keeper.gone_back, live.room, wish.to)
                await live.carry_out(take_back.granted(live.room, wish, there, since))
                await live.throw_due()
        self.tell_wish()


def who_is_here(live: LiveTable) -> dict[str, Any]:
    """Who sits where, and who is there. Standing orders are nobody else's business."""
    held = set[tuple[str, int]]()
    for listener in live.listeners:
        places = getattr(listener, "places", {})
        sides = getattr(listener, "sides", ()) or (listener.side,)
        held |= {(side, places.get(side, 0)) for side in sides}
    return {
        "seats": [
            {"side": seat.side, "place": seat.place, "kind": seat.kind, "name": seat.name,
             "here": (seat.side, seat.place) in held,
             "taken": bool(seat.person) or not seat.is_human}
            for seat in live.seats
        ],
        "watchers": sum(1 for listener in live.listeners if not listener.side),
        "post": live.apart.told(),
    }  # fmt: skip
