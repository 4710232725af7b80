"""A connection to a table: it reads what its client sends and sees that it may.

Whatever a client sends, it gets an answer or an error; nobody else notices, and nothing changes
unless the engine accepts it. Looking is done off the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from grognard.desks.catalogue import ENGLISH, language_of
from grognard.desks.standing import StandingOrder
from grognard.desks.standing_words import Speech, Unclear
from grognard.host.hearing import PUBLIC, Heard
from grognard.host.numbering import WHOLE
from grognard.host.refused import Refused
from grognard.host.seats import AFAR, HUMAN, Seat
from grognard.host.store import StoreFailed
from grognard.kernel import GrognardError, MalformedAction, Reason
from grognard.kernel.codec import builtins
from grognard.kernel.seeing import Seen
from grognard.mechanics.places import name
from grognard.web import frames
from grognard.web.bots import BOTS, is_bot
from grognard.web.guards import Bucket
from grognard.web.pools import Busy
from grognard.web.showing import Reader, Showing, Sitting

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

SHOWN: Final = ("view", "change", "lines", "line", "steps", "counters")
"""Fields of a message in which nothing is to be said again."""

MISSED: Final = 500
"""So many missed lines are sent after a connection; older ones can be asked for."""


FAR: Final = (frames.Past, frames.Steps, frames.Trial)
"""What looks into the past."""

HELPS: Final = "captain"
"""Who decides for somebody who asks for it."""


class Cut(Exception):
    """The line to this client must be cut."""


class Connection:
    """One connection. ``sides`` are those it may decide for; ``side`` is whose view it has.

    Of its table it knows what a ``Sitting`` gives: how the battle really stands is not among it.
    """

    def __init__(
        self,
        table: Sitting,
        sides: tuple[str, ...],
        name: str = "",
        now: Callable[[], float] = time.monotonic,
        rate: float = RATE,
        places: Mapping[str, int] | None = None,
        language: str = ENGLISH,
        looking_back: Callable[[], Awaitable[bool]] | None = None,
        speaking: Callable[[], bool] | None = None,
        is_account: bool = False,
    ) -> None:
        self.table, self.sides, self.name, self.language = table, sides, name, language
        self.places = dict.fromkeys(sides, 0) if places is None else dict(places)
        self._looking_back, self._speaking = looking_back, speaking
        self._is_account = is_account
        self.side = self._first_side()
        self._whole = table.is_over or {*table.notice.sides} <= {*sides}
        self.outbox: deque[str] = deque()
        self.waiting = asyncio.Event()
        self.is_cut = False
        self._bucket = Bucket(rate, max(BURST, int(rate)), now)
        self._too_many = 0
        self._looks: set[asyncio.Task[None]] = set()

    def _first_side(self) -> str:
        """Whose view is shown first: at a hotseat the side that must decide."""
        if self.table.asked in self.sides:
            return self.table.asked
        return self.sides[0] if self.sides else PUBLIC

    @property
    def whose(self) -> str:
        """By whose numbers lines are told here: this side's, or the journal's where nothing is hidden."""
        return WHOLE if self._whole else self.side

    @property
    def _n(self) -> int:
        return self.table.number(self.whose)

    @property
    def _showing(self) -> Showing:
        return self.table.showing(self.side)

    def _line(self, told: int) -> int:
        """The line of the journal that is known here under a number."""
        return self.table.line(self.whose, told)

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
        said: dict[str, Any] = self._showing.teller(self.language).retold(told)
        return {**fields, **said}

    async def open(self, after: int | None = None) -> None:
        """Say what table this is, show it, and tell the lines that were missed."""
        self._greet()
        lines: Sequence[Heard] = ()
        if after is not None:
            lines = await self._lines(after, MISSED)
        self._show(lines)
        self.table.join(self)
        talk = await self.table.talk(self.whose)
        if talk:
            self.tell(talk)

    def _greet(self) -> None:
        notice, showing = self.table.notice, self._showing
        seat = {
            "sides": self.sides, "side": self.side, "name": self.name, "seen": self._seen(),
            "whose": self.whose,
        }  # fmt: skip
        self.tell(
            frames.write(
                "hello",
                protocol=PROTOCOL,
                game=notice.game,
                title=showing.teller(self.language).phrase(notice.title),
                edition=builtins(notice.edition),
                commitment=notice.commitment,
                sides=notice.sides,
                seat=seat,
                map=showing.map(),
                setting=showing.setting(self.language),
                n=self._n,
                campaign=notice.campaign,
                **({"study": notice.study} if notice.study is not None else {}),
                **({"watched": notice.watched} if notice.watched is not None else {}),
            )
        )

    def end_of_battle(self) -> None:
        """Nothing is hidden any more: lines are told by the numbers of the journal from now on."""
        before, self._whole = self._n, True
        if before != self._n:
            self._greet()
            self._show(())

    async def _lines(self, after: int, most: int) -> Sequence[Heard]:
        return await self.table.lines(self.side, after, most, self.language, self.whose)

    def _seen(self) -> int:
        """The last line that was shown at this seat; -1 where nobody said so."""
        seat = self.table.seat_at(self.side, self.places.get(self.side, 0)) if self.side else None
        return seat.seen if seat is not None else -1

    def _show(self, lines: Sequence[Heard], seq: int = 0) -> None:
        """The whole view, lines before it, and the question if it is ours."""
        table = self.table
        view = self._showing.judged(table.view(self.side).document(), self.language)
        self.reply("view", seq, n=self._n, view=view, lines=lines, **table.timing())
        asked = self._showing.question(table.see(self.side), self._n, self.language)
        if asked:
            self.tell(asked)
        if self.side:
            self._tell_standing(seq)

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
        if isinstance(message, frames.Look | frames.Trial):
            await self._look_aside(message)
        else:
            await self._handle(message)

    async def _look_aside(self, message: frames.Look | frames.Trial) -> None:
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
            log.exception("table %s: the store failed", self.table.notice.game)
            self.tell(frames.error("store", "this could not be kept; nothing changed", message.seq))
        except GrognardError as problem:
            self._refuse(message.seq, "refused", (Reason(str(problem)),))
        except (LookupError, ValueError, TypeError, AttributeError):
            log.exception("table %s: a fault of ours", self.table.notice.game)
            self.tell(frames.error("fault", "a fault of ours; nothing changed", message.seq))

    def _refuse(self, seq: int, code: str, reasons: tuple[Reason, ...]) -> None:
        say = self._showing.teller(self.language).phrase
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
            case frames.Log() | frames.Resync() | frames.Past() | frames.Steps() | frames.Trial():
                await self._read(message)
            case frames.Seen():
                await self._read(message)
            case _:
                await self._arrange(message)

    async def _answer(self, message: frames.Answer) -> None:
        side, word = self._deciding(), message.text.strip().partition(" ")[0]
        if self._showing.desk.is_hosts(word):
            raise Refused.because("illegal", f"{word} is for the host to say")
        number = await self.table.answer(side, self._line(message.n), message.text)
        self.reply("ack", message.seq, n=self.table.told(self.whose, number))

    async def _read(self, message: frames.Reading) -> None:
        """What was, rather than what is."""
        if isinstance(message, FAR) and self._looking_back is not None:
            if not await self._looking_back():
                raise Refused.because("busy", "too many looks into the past; wait a little")
        match message:
            case frames.Log():
                lines = await self._lines(message.after, message.most)
                self.reply("log", message.seq, lines=lines, n=self._n)
            case frames.Resync():
                spoken = language_of(message.language or self.language)
                if spoken != self.language:
                    self.language = spoken
                    self._greet()
                self._show(await self._lines(message.after, MISSED), message.seq)
            case frames.Past():
                reader = self._reader(message.side)
                found = await self.table.past(reader, message.at)
                self.reply("past", message.seq, **found)
            case frames.Steps():
                reader = self._reader(message.side)
                found = await self.table.steps(reader, message.after, message.most)
                self.reply("steps", message.seq, **found)
            case frames.Trial():
                await self._trial(message)
            case frames.Seen():
                seen = min(message.n, self._n)
                await self.table.note_seen(self._mine(), self.places.get(self.side, 0), seen)
                self.reply("ack", message.seq, n=self._n)
            case frames.Ping():
                pass

    def _reader(self, side: str | None) -> Reader:
        seen = self.table.seen_by(side, self.sides, self.side)
        return Reader(seen, self.language, self.whose)

    async def _arrange(self, message: frames.Arranging) -> None:
        """What is agreed about the battle rather than played."""
        match message:
            case frames.TakeBack():
                to = None if message.to is None else self._line(message.to)
                done = await self.table.take_back(self._deciding(), self._line(message.n), to)
                self.reply("ack", message.seq, n=self._n, done=done)
            case frames.Consent():
                await self.table.consent(self._deciding(), self._line(message.n), message.agree)
                self.reply("ack", message.seq, n=self._n)
            case frames.Standing():
                await self._standing(message)
            case frames.Sit():
                await self._sit(message)
            case frames.GiveSeat():
                await self._give_seat(message)
            case frames.Help():
                seat = Seat(self._asked().side, 0, HELPS)
                await self.table.stand_in(seat, self._line(message.n))
                self.reply("ack", message.seq, n=self._n)
            case _:
                await self._speak(message)

    async def _speak(self, message: frames.Speaking) -> None:
        """Words between people; everybody hears of what came of them."""
        side = self._mine()
        if self._speaking is not None and not self._speaking():
            raise Refused.because("slow-down", "too many words; wait a little")
        match message:
            case frames.Say():
                await self.table.say(side, self.places.get(side, 0), message.text)
            case frames.Call():
                if self._is_account:
                    raise Refused.because("bad-name", "your account has your name already")
                await self.table.call(self.places, message.name)
            case frames.Resign():
                await self.table.resign(self._deciding(), self._line(message.n))
            case frames.OfferDraw():
                await self.table.offer_draw(self._deciding(), self._line(message.n))
        self.reply("ack", message.seq, n=self._n)

    def _mine(self) -> str:
        """The side this connection decides for now."""
        if not self.side:
            raise Refused.because("watcher", "those who watch decide nothing")
        return self.side

    def _deciding(self, side: str = "") -> str:
        """The side, where it is played here: who goes on by file elsewhere decides nothing at this place."""
        side = side or self._mine()
        seat = self.table.seat_at(side, self.places.get(side, 0))
        if seat is not None and seat.kind == AFAR:
            raise Refused.because("not-here", f"{side} is played elsewhere, by file")
        return side

    def _asked(self) -> Seen:
        """What this side sees, while it is asked."""
        seen = self.table.see(self._deciding())
        if not seen.is_asked:
            raise Refused.because("not-yours", f"the battle does not wait for {self.side}")
        return seen

    # --- asking

    async def _options(self, message: frames.Ask) -> None:
        seen, showing, number = self._asked(), self._showing, self._n
        offers, more = await asyncio.to_thread(
            showing.adviser.offers, seen.state, message.unit, message.hex
        )
        self.reply(
            "options", message.seq, n=number, unit=message.unit, hex=message.hex,
            offers=showing.offered(seen, offers, self.language), more=more,
        )  # fmt: skip

    async def _why(self, message: frames.Why) -> None:
        seen, number = self._asked(), self._n
        adviser = self._showing.adviser
        reasons = await asyncio.to_thread(adviser.reasons, seen.state, message.text)
        self.reply(
            "why", message.seq, n=number, text=message.text,
            reasons=frames.reasons_document(reasons),
        )  # fmt: skip

    async def _draft(self, message: frames.Draft) -> None:
        """Complete an order from its parts, or say what is against it."""
        seen, showing = self._asked(), self._showing
        offer, reasons = await asyncio.to_thread(showing.adviser.drafted, seen.state, message)
        self.reply(
            "draft", message.seq, n=self._n,
            offer=showing.offered(seen, (offer,), self.language)[0],
            reasons=frames.reasons_document(reasons),
        )  # fmt: skip

    async def _look(self, message: frames.Look) -> None:
        number, seen = self._n, self.table.see(self.side)
        text = message.text or " ".join(map(name, message.through))
        found = await asyncio.to_thread(self._showing.looked, seen, message, text, self.language)
        self.reply("look", message.seq, n=number, what=message.what, found=found)

    # --- seats

    def _tell_standing(self, seq: int) -> None:
        """My standing orders, how they are understood, and some that would be."""
        speech = self._speech()
        orders = [
            {"text": order.text, "reading": speech.told(order)}
            for order in self.table.standing(self.side)
        ]
        self.reply("standing", seq, orders=orders, examples=speech.examples())

    def _speech(self) -> Speech:
        return self._showing.speech(self.table.see(self.side), self.language)

    def _ordered(self, text: str) -> StandingOrder:
        """A sentence as an order; one that stands already is not read again."""
        held = {order.text: order for order in self.table.standing(self.side)}
        try:
            return held.get(text) or self._speech().read(text)
        except Unclear as problem:
            raise Refused("not-understood", tuple(map(Reason, problem.reasons))) from None

    async def _standing(self, message: frames.Standing) -> None:
        side = self._mine()
        orders = tuple(map(self._ordered, message.orders))
        for seat in [seat for seat in self.table.seats if seat.side == side]:
            await self.table.change_seat(side, seat.place, standing=orders)
        self._tell_standing(message.seq)

    async def _trial(self, message: frames.Trial) -> None:
        side, order = self._mine(), self._ordered(message.text)
        found = await self.table.trial(self._reader(side), order)
        self.reply(
            "trial", message.seq, text=order.text, reading=self._speech().told(order), **found
        )

    async def _sit(self, message: frames.Sit) -> None:
        """At a hotseat the other player has sat down: show the table as his side sees it."""
        if message.side not in self.sides:
            raise Refused.because("wrong-seat", f"you have no seat for {message.side!r}")
        self.side = message.side
        self.reply("seated", message.seq, side=self.side, seen=self._seen())
        self._show(())

    async def _give_seat(self, message: frames.GiveSeat) -> None:
        if message.side not in self.sides:
            raise Refused.because("wrong-seat", f"you have no seat for {message.side!r}")
        if message.kind != HUMAN and not is_bot(message.kind):
            known = ", ".join([HUMAN, *BOTS])
            raise Refused.because("unknown-bot", f"{message.kind!r} cannot sit there: {known}")
        self._deciding(message.side)
        await self.table.change_seat(
            message.side, self.places.get(message.side, 0), kind=message.kind
        )
        self.reply("ack", message.seq, n=self._n)


def _said(problem: Exception) -> str:
    """What is wrong with a frame, without repeating what it held."""
    text = str(problem)
    return f"this is not a message of ours: {text[:200]}"
