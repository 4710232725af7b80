"""A connection to a table: it reads what its client sends and sees that it may.

Whatever a client sends, it gets an answer or an error; nobody else notices, and nothing changes
unless the engine accepts it. Looking is done off the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from grognard.desks.catalogue import ENGLISH, language_of
from grognard.desks.documents import Offer
from grognard.desks.offers import Offering
from grognard.host.hearing import PUBLIC
from grognard.host.numbering import WHOLE
from grognard.host.room import Refused
from grognard.host.seats import HUMAN
from grognard.host.store import StoreFailed
from grognard.kernel import GrognardError, MalformedAction, Reason, State
from grognard.kernel.codec import builtins
from grognard.mechanics.places import name
from grognard.web import frames
from grognard.web.bots import BOTS, is_bot
from grognard.web.guards import Bucket
from grognard.web.library import know
from grognard.web.live import LiveTable
from grognard.web.past import Reader
from grognard.web.pools import Busy
from grognard.web.views import setting_document

log = logging.getLogger("grognard.connection")

PROTOCOL: Final = 2
MOST_WAITING: Final = 512
"""Who has so many messages waiting reads too slowly: the line is cut, and the client resyncs."""

RATE: Final = 50.0
BURST: Final = 200
PATIENCE: Final = 400
"""After so many frames too many the line is cut."""

LOOK_SOON: Final = 0.25
"""A look that takes longer, in seconds, is finished aside: what comes after it does not wait."""

MOST_LOOKS: Final = 2
"""So many looks of a client may be under way aside."""

CARDS: Final = frozenset({"odds", "threat", "sight", "range", "arcs", "papers", "desk"})
"""Looks whose answer is a card."""

SHOWN: Final = ("view", "change", "lines", "line", "steps", "counters")
"""Fields of a message in which nothing is to be said again."""

MISSED: Final = 500
"""So many missed lines are sent after a connection; older ones can be asked for."""


class Cut(Exception):
    """The line to this client must be cut."""


class Connection:
    """One connection. ``sides`` are those it may decide for; ``side`` is whose view it has."""

    def __init__(
        self,
        live: LiveTable,
        sides: tuple[str, ...],
        name: str = "",
        now: Callable[[], float] = time.monotonic,
        rate: float = RATE,
        places: Mapping[str, int] | None = None,
        language: str = ENGLISH,
        looking_back: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        self.live, self.sides, self.name, self.language = live, sides, name, language
        self.places = dict(places or {})
        self._looking_back = looking_back
        self.side = self._first_side()
        self._whole = live.room.is_over or {*live.room.sides} <= {*sides}
        self.outbox: deque[str] = deque()
        self.waiting = asyncio.Event()
        self.is_cut = False
        self._bucket = Bucket(rate, max(BURST, int(rate)), now)
        self._too_many = 0
        self._looks: set[asyncio.Task[None]] = set()

    def _first_side(self) -> str:
        """Whose view is shown first: at a hotseat the side that must decide."""
        if self.live.room.asked in self.sides:
            return self.live.room.asked
        return self.sides[0] if self.sides else PUBLIC

    @property
    def whose(self) -> str:
        """By whose numbers lines are told here: this side's, or the journal's where nothing is hidden."""
        return WHOLE if self._whole else self.side

    @property
    def _n(self) -> int:
        return self.live.number(self.whose)

    def _line(self, told: int) -> int:
        """The line of the journal that is known here under a number."""
        return self.live.room.numbering.line(self.whose, told)

    # --- out

    def tell(self, message: str) -> None:
        """Put a message into the outbox; a client that does not read is cut off."""
        if len(self.outbox) >= MOST_WAITING:
            self.is_cut = True
        else:
            self.outbox.append(message)
        self.waiting.set()

    def end(self, why: str) -> None:
        """The line ends from our side, with the reason."""
        self.tell(frames.error("ended", why))
        self.is_cut = True
        self.waiting.set()

    def reply(self, kind: str, seq: int, **fields: Any) -> None:
        self.tell(frames.write(kind, seq=seq, **self._said(fields)))

    def _said(self, fields: dict[str, Any]) -> dict[str, Any]:
        """What is sent, in the reader's language; lines of the battle are told in it already."""
        told = {key: value for key, value in fields.items() if key not in SHOWN}
        said: dict[str, Any] = self.live.teller(self.language).retold(told)
        return {**fields, **said}

    async def open(self, after: int | None = None) -> None:
        """Say what table this is, show it, and tell the lines that were missed."""
        room, teller = self.live.room, self.live.teller(self.language)
        self.tell(
            frames.write(
                "hello",
                protocol=PROTOCOL,
                game=room.id,
                title=teller.phrase(room.title),
                edition=builtins(room.header.edition),
                commitment=room.header.commitment,
                sides=room.sides,
                seat={
                    "sides": self.sides,
                    "side": self.side,
                    "name": self.name,
                    "seen": self._seen(),
                    "whose": self.whose,
                },
                map=know(room.system, room.state.table.setting),
                setting={
                    **teller.retold(setting_document(room.system, room.setting)),
                    "reactions": {
                        purpose: room.system.desk.words.title(purpose, teller)
                        for purpose in sorted(room.system.desk.reactions)
                    },
                },
                n=self._n,
                campaign=self.live.table.settings.get("campaign", ""),
                **(
                    {"watched": {"reason": room.watch_only, "common": room.watched.common}}
                    if room.watched is not None
                    else {}
                ),
            )
        )
        await self._show(after)
        self.live.join(self)

    def _seen(self) -> int:
        """The last line that was shown at this seat; -1 where nobody said so."""
        seat = self.live.seat_at(self.side, self.places.get(self.side, 0)) if self.side else None
        return seat.seen if seat is not None else -1

    async def _show(self, after: int | None, seq: int = 0) -> None:
        """The whole view, the lines after a number, and the question if it is ours."""
        lines: Any = []
        if after is not None:
            lines = await self.live.lines(self.side, after, MISSED, self.language, self.whose)
        live = self.live
        self.reply(
            "view", seq, n=self._n, view=live.view(self.side).document(), lines=lines,
            clock=live.table.clock.used(), timer=live.time.timer(),
        )  # fmt: skip
        asked = live.question(self.side, self.language, self.whose)
        if asked:
            self.tell(asked)
        if self.side:
            self.reply("standing", seq, orders=live.standing(self.side))

    # --- in

    async def hear(self, frame: str | bytes) -> None:
        """One frame from the client, whatever it is."""
        if not self._bucket.take():
            self._too_many += 1
            if self._too_many > PATIENCE:
                raise Cut("too many frames")
            self.tell(frames.error("slow-down", "too many frames; wait a little"))
            return
        size = len(frame.encode("utf-8", "surrogatepass")) if isinstance(frame, str) else len(frame)
        if size > frames.LARGEST:
            self.tell(frames.error("too-large", f"a frame has at most {frames.LARGEST} bytes"))
            return
        try:
            message = frames.read(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            self.tell(frames.error("malformed", _said(problem)))
            return
        if isinstance(message, frames.Look):
            await self._look_aside(message)
        else:
            await self._handle(message)

    async def _look_aside(self, message: frames.Look) -> None:
        """A long look holds up nobody's answer; who looks at too much at once waits."""
        look = asyncio.get_running_loop().create_task(self._handle(message))
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)
        await asyncio.wait({look}, timeout=LOOK_SOON)
        if len(self._looks) > MOST_LOOKS:
            await asyncio.wait(self._looks, return_when=asyncio.FIRST_COMPLETED)

    async def looked(self) -> None:
        """All looks that are under way are answered when this returns."""
        while self._looks:
            await asyncio.wait(self._looks)

    async def _handle(self, message: frames.Incoming) -> None:
        try:
            await self._obey(message)
        except Refused as problem:
            self._refuse(message.seq, problem.code, problem.reasons)
        except MalformedAction as problem:
            self._refuse(message.seq, "malformed", (Reason(str(problem)),))
        except Busy:
            self._refuse(message.seq, "busy", (Reason("too many wait for this already"),))
        except StoreFailed:
            log.exception("table %s: the store failed", self.live.room.id)
            self.tell(frames.error("store", "this could not be kept; nothing changed", message.seq))
        except GrognardError as problem:
            self._refuse(message.seq, "refused", (Reason(str(problem)),))
        except (LookupError, ValueError, TypeError, AttributeError):
            log.exception("table %s: a fault of ours", self.live.room.id)
            self.tell(frames.error("fault", "a fault of ours; nothing changed", message.seq))

    def _refuse(self, seq: int, code: str, reasons: tuple[Reason, ...]) -> None:
        say = self.live.teller(self.language).phrase
        told = tuple(Reason(say(reason.text), reason.clause) for reason in reasons)
        self.tell(frames.refusal(seq, code, told))

    async def _obey(self, message: frames.Incoming) -> None:
        match message:
            case frames.Answer():
                await self._answer(message)
            case frames.Ask():
                await self._options(message)
            case frames.Why():
                await self._why(message)
            case frames.Draft():
                await self._draft(message)
            case frames.Look():
                await self._look(message)
            case frames.Ping():
                self.reply("pong", message.seq, n=self._n)
            case frames.Log() | frames.Resync() | frames.Past() | frames.Steps() | frames.Seen():
                await self._read(message)
            case _:
                await self._arrange(message)

    async def _answer(self, message: frames.Answer) -> None:
        side, word = self._mine(), message.text.strip().partition(" ")[0]
        if self.live.room.system.desk.is_hosts(word):
            raise Refused.because("illegal", f"{word} is for the host to say")
        number = await self.live.answer(side, self._line(message.n), message.text)
        self.reply("ack", message.seq, n=self.live.room.numbering.told(self.whose, number))

    async def _read(self, message: frames.Reading) -> None:
        """What was, rather than what is."""
        if isinstance(message, frames.Past | frames.Steps) and self._looking_back is not None:
            if not await self._looking_back():
                raise Refused.because("busy", "too many looks into the past; wait a little")
        match message:
            case frames.Log():
                lines = await self.live.lines(
                    self.side, message.after, message.most, self.language, self.whose
                )
                self.reply("log", message.seq, lines=lines, n=self._n)
            case frames.Resync():
                self.language = language_of(message.language or self.language)
                await self._show(message.after, message.seq)
            case frames.Past():
                reader = self._reader(message.side)
                found = await self.live.past.at(reader, message.at)
                self.reply("past", message.seq, **found)
            case frames.Steps():
                reader = self._reader(message.side)
                found = await self.live.past.steps(reader, message.after, message.most)
                self.reply("steps", message.seq, **found)
            case frames.Seen():
                seen = min(message.n, self._n)
                await self.live.note_seen(self._mine(), self.places.get(self.side, 0), seen)
                self.reply("ack", message.seq, n=self._n)
            case frames.Ping():
                pass

    def _reader(self, side: str | None) -> Reader:
        seen = self.live.past.seen_by(side, self.sides, self.side)
        return Reader(seen, self.language, self.whose)

    async def _arrange(self, message: frames.Arranging) -> None:
        """What is agreed about the battle rather than played."""
        match message:
            case frames.TakeBack():
                to = None if message.to is None else self._line(message.to)
                done = await self.live.take_back(self._mine(), self._line(message.n), to)
                self.reply("ack", message.seq, n=self._n, done=done)
            case frames.Consent():
                await self.live.consent(self._mine(), message.agree)
                self.reply("ack", message.seq, n=self._n)
            case frames.Standing():
                await self._standing(message)
            case frames.Sit():
                await self._sit(message)
            case frames.GiveSeat():
                await self._give_seat(message)

    def _mine(self) -> str:
        """The side this connection decides for now."""
        if not self.side:
            raise Refused.because("watcher", "those who watch decide nothing")
        return self.side

    def _asked(self) -> tuple[Offering, State]:
        """Who advises this side, and the state that it might be looking at, while it is asked."""
        if self.live.room.asked != self._mine():
            raise Refused.because("not-yours", f"the battle does not wait for {self.side}")
        return self.live.adviser(self.side), self.live.see(self.side).state

    # --- asking

    async def _options(self, message: frames.Ask) -> None:
        adviser, state = self._asked()
        number = self._n
        offers, more = await asyncio.to_thread(adviser.offers, state, message.unit, message.hex)
        self.reply(
            "options", message.seq, n=number, unit=message.unit, hex=message.hex,
            offers=self._offered(offers), more=more,
        )  # fmt: skip

    def _offered(self, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Offers with their sentences in the reader's language."""
        room, teller = self.live.room, self.live.teller(self.language)
        purpose = str(getattr(room.state.pending, "purpose", ""))
        return room.system.desk.words.said(offers, purpose, teller)

    async def _why(self, message: frames.Why) -> None:
        adviser, state = self._asked()
        number = self._n
        reasons = await asyncio.to_thread(adviser.reasons, state, message.text)
        self.reply(
            "why", message.seq, n=number, text=message.text,
            reasons=frames.reasons_document(reasons),
        )  # fmt: skip

    async def _draft(self, message: frames.Draft) -> None:
        """Complete an order from its parts, or say what is against it."""
        adviser, state = self._asked()
        offer, reasons = await asyncio.to_thread(adviser.drafted, state, message)
        self.reply(
            "draft", message.seq, n=self._n, offer=self._offered((offer,))[0],
            reasons=frames.reasons_document(reasons),
        )  # fmt: skip

    async def _look(self, message: frames.Look) -> None:
        number, side, desk = self._n, self.side, self.live.desk
        seen, adviser = self.live.see(side), self.live.adviser(side)
        through = " ".join(map(name, message.through))
        teller, said = self.live.teller(self.language), self._offered
        about = {"unit": message.unit, "of": message.of, "origin": message.origin,
                 "target": message.target, "text": message.text or through}  # fmt: skip

        def looked() -> Any:
            if message.what == "reach":
                return adviser.reach(seen.state, side, tuple(sorted(message.unit.split("+"))))
            if message.what == "offer":
                return said((adviser.offer(seen.state, adviser.rules.parse(message.text)),))[0]
            if message.what == "plot":
                lines = desk.field.patch(seen.view, seen.setting, (message.target,))
                return {"plot": ["".join(text for text, _ in line) for line in lines]}
            if message.what == "refused":
                found = adviser.refused(seen.state, message.unit)
                return [desk.words.refused(each, teller) for each in found]
            looked_up = adviser.look(seen.state, side, message.what, **about)
            if message.what == "way":
                return {**looked_up, "offers": said(looked_up["offers"])}
            if message.what not in CARDS:
                return looked_up
            cards = desk.cards(seen.state, side, teller, adviser, desk.words)
            return cards.card(message.what, looked_up)

        found = await asyncio.to_thread(looked)
        self.reply("look", message.seq, n=number, what=message.what, found=found)

    # --- seats

    async def _standing(self, message: frames.Standing) -> None:
        side = self._mine()
        for order in message.orders:
            order.check(self.live.room.system.desk.reactions)
        for seat in [seat for seat in self.live.seats if seat.side == side]:
            await self.live.change_seat(side, seat.place, standing=message.orders)
        self.reply("standing", message.seq, orders=message.orders)

    async def _sit(self, message: frames.Sit) -> None:
        """At a hotseat the other player has sat down: show the table as his side sees it."""
        if message.side not in self.sides:
            raise Refused.because("wrong-seat", f"you have no seat for {message.side!r}")
        self.side = message.side
        self.reply("seated", message.seq, side=self.side, seen=self._seen())
        await self._show(None)

    async def _give_seat(self, message: frames.GiveSeat) -> None:
        if message.side not in self.sides:
            raise Refused.because("wrong-seat", f"you have no seat for {message.side!r}")
        if message.kind != HUMAN and not is_bot(message.kind):
            known = ", ".join([HUMAN, *BOTS])
            raise Refused.because("unknown-bot", f"{message.kind!r} cannot sit there: {known}")
        await self.live.change_seat(
            message.side, self.places.get(message.side, 0), kind=message.kind
        )
        self.reply("ack", message.seq, n=self._n)


def _said(problem: Exception) -> str:
    """What is wrong with a frame, without repeating what it held."""
    text = str(problem)
    return f"this is not a message of ours: {text[:200]}"
