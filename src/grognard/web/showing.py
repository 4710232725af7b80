"""What lines are sent of a battle. It is made of what sides see: of a room nothing is known here.

``Showing`` writes; ``Sitting`` is all that a line may ask of its table. Neither leads to the table as
it is, to its setting or to the orders that are really offered: ``tests/secrecy/test_lines.py`` follows
every type from here, and an import contract forbids the rooms that know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from grognard.desks.desk import Desk
from grognard.desks.documents import Offer
from grognard.desks.phrases import names_of
from grognard.desks.standing import StandingOrder
from grognard.desks.standing_words import Speech
from grognard.desks.teller import Teller
from grognard.host.advice import Offering, adviser, teller
from grognard.host.hearing import Heard
from grognard.host.seats import Seat
from grognard.kernel import Action, IllegalAction, why_not
from grognard.kernel.codec import builtins
from grognard.kernel.errors import GrognardError
from grognard.kernel.seeing import Seen
from grognard.kernel.system import Edition
from grognard.systems.plug import System
from grognard.web import frames
from grognard.web.views import Shown, know, setting_document


class Notice(msgspec.Struct, frozen=True):
    """What stands at the door of a table. ``watched``: why it can only be watched, and from where a
    fork may go on. ``campaign`` is the one it belongs to; ``study``: it is a fork, of which battle from
    which line, and in which study; of an imported record nothing of that."""

    game: str
    title: str
    edition: Edition
    commitment: str
    sides: tuple[str, ...]
    watched: dict[str, Any] | None = None
    campaign: str = ""
    study: dict[str, Any] | None = None


class Reader(msgspec.Struct, frozen=True):
    """Who looks back: whose view he is shown, in which language, by whose numbers."""

    side: str
    language: str
    whose: str


class Showing:
    """What a system makes of what a side sees. The setting is as the side knows it; ``public`` is as
    everybody does."""

    def __init__(self, system: System, setting: Any, public: Any) -> None:
        self.system, self.public = system, public
        self.adviser: Offering = adviser(system, setting)
        self._tellers: dict[str, Teller] = {}

    @property
    def desk(self) -> Desk:
        return self.system.desk

    def teller(self, language: str) -> Teller:
        """Who tells this battle in a language; he knows what everybody does."""
        if language not in self._tellers:
            made = self._tellers[language] = teller(self.system, self.public, language)
            made.by_name = True
        return self._tellers[language]

    def setting(self, language: str) -> dict[str, Any]:
        """What never changes in a battle and everybody may know, and what may be answered at once."""
        teller = self.teller(language)
        return {
            **teller.retold(setting_document(self.system, self.public)),
            "reactions": {
                purpose: self.desk.words.title(purpose, teller)
                for purpose in sorted(self.desk.reactions)
            },
            "words": {**teller.catalogue.labels, "name": names_of(self.public.id, language)},
        }

    def judged(self, document: dict[str, Any], language: str) -> dict[str, Any]:
        """A view or a change of one, with the verdict in the reader's language."""
        asked = document.get("question")
        if asked is None or not asked.verdict:
            return document
        verdict = self.teller(language).phrase(asked.verdict)
        return {**document, "question": msgspec.structs.replace(asked, verdict=verdict)}

    def speech(self, seen: Seen, language: str) -> Speech:
        """What a standing order may speak of, in a language; of others what the side sees of them."""
        counters = self.desk.counters(seen.view, seen.setting)
        return Speech(self.desk, self.teller(language), counters)

    def map(self) -> str:
        """Where the map is found."""
        return know(self.system, self.public)

    def question(self, seen: Seen, number: int, language: str) -> str:
        """The question with its options, for the side that is asked; empty for all others."""
        if not seen.is_asked:
            return ""
        asked = self.adviser.question(seen.state, number, self.desk.reactions)
        assert asked is not None
        teller = self.teller(language)
        return frames.write(
            "question", **teller.retold(builtins(self.desk.words.told(asked, teller)))
        )

    def offered(self, seen: Seen, offers: Iterable[Offer], language: str) -> tuple[Offer, ...]:
        """Offers with their sentences."""
        return self.desk.words.said(offers, seen.question.purpose, self.teller(language))

    def weighed(self, seen: Seen, order: Action, language: str) -> dict[str, Any]:
        """An order in words, with its odds where the engine can weigh it."""
        said = self.offered(seen, (self.adviser.offer(seen.state, order),), language)[0]
        try:
            found = self.adviser.look(seen.state, seen.side, "odds", text=str(order))
            teller = self.teller(language)
            cards = self.desk.cards(seen.state, seen.side, teller, self.adviser, self.desk.words)
            odds = teller.retold(builtins(cards.card("odds", found)))
        except GrognardError:
            odds = None
        return {"id": said.id, "text": said.text, "odds": odds}

    def looked(self, seen: Seen, message: frames.Look, text: str, language: str) -> Any:
        """What a look finds; cards and offers in the reader's language."""
        adviser, teller, words = self.adviser, self.teller(language), self.desk.words
        if message.what == "reach":
            return adviser.reach(seen.state, seen.side, tuple(sorted(message.unit.split("+"))))
        if message.what == "offer":
            order = self.system.rules.parse(message.text)
            if order not in seen.ask.options:
                raise IllegalAction(order, why_not(seen.state, order))
            return self.offered(seen, (adviser.offer(seen.state, order),), language)[0]
        if message.what == "aims":
            return self.desk.aims(seen.state.table, teller)
        if message.what == "plot":
            lines = self.desk.field.patch(seen.view, seen.setting, (message.target,))
            return {"plot": ["".join(text for text, _ in line) for line in lines]}
        if message.what == "refused":
            return [
                words.refused(each, teller) for each in adviser.refused(seen.state, message.unit)
            ]
        if message.what == "barred":
            about = message.unit, message.target, message.of
            why = adviser.barred(seen.state, seen.side, *about) if seen.is_asked else None
            return {"reason": frames.reasons_document((why,))[0]} if why is not None else {}
        found = adviser.look(
            seen.state, seen.side, message.what, unit=message.unit, of=message.of,
            origin=message.origin, target=message.target, text=text,
        )  # fmt: skip
        if message.what == "way":
            return {**found, "offers": self.offered(seen, found["offers"], language)}
        if message.what not in CARDS:
            return found
        cards = self.desk.cards(seen.state, seen.side, teller, adviser, words)
        return cards.card(message.what, found)


CARDS = frozenset({"odds", "threat", "sight", "range", "arcs", "papers", "desk"})
"""Looks whose answer is a card."""


class Listener(Protocol):
    """Somebody at the table who is told what happens."""

    @property
    def side(self) -> str: ...

    @property
    def language(self) -> str: ...

    @property
    def whose(self) -> str:
        """By whose numbers it is told lines."""

    def tell(self, message: str) -> None: ...

    def end_of_battle(self) -> None:
        """Nothing is hidden any more."""

    def end(self, why: str) -> None:
        """The line ends from our side."""


class Sitting(Protocol):
    """All that a line may ask of a table, for the sides it may decide for."""

    @property
    def notice(self) -> Notice: ...

    @property
    def asked(self) -> str: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def seats(self) -> list[Seat]: ...

    # what is shown

    def showing(self, side: str) -> Showing: ...

    def see(self, side: str) -> Seen: ...

    def view(self, side: str) -> Shown: ...

    def number(self, whose: str) -> int: ...

    def line(self, whose: str, told: int) -> int: ...

    def told(self, whose: str, line: int) -> int: ...

    def timing(self) -> dict[str, Any]: ...

    async def lines(
        self, side: str, after: int, most: int, language: str, whose: str
    ) -> Sequence[Heard]: ...

    def seen_by(self, side: str | None, sides: Sequence[str], usual: str) -> str: ...

    async def past(self, reader: Reader, number: int) -> dict[str, Any]: ...

    async def steps(self, reader: Reader, after: int, most: int) -> dict[str, Any]: ...

    # what is done

    def join(self, listener: Listener) -> None: ...

    def leave(self, listener: Listener) -> None: ...

    async def answer(self, side: str, number: int, words: str) -> int: ...

    async def take_back(self, side: str, number: int, to: int | None) -> bool: ...

    async def consent(self, side: str, number: int, agree: bool) -> None: ...

    async def say(self, side: str, place: int, text: str) -> None: ...

    async def talk(self, whose: str) -> str: ...

    async def call(self, places: Mapping[str, int], name: str) -> None: ...

    async def resign(self, side: str, number: int) -> None: ...

    async def offer_draw(self, side: str, number: int) -> None: ...

    async def change_seat(self, side: str, place: int = 0, **changes: Any) -> None: ...

    async def note_seen(self, side: str, place: int, number: int) -> None: ...

    def seat_of(self, side: str) -> Seat | None: ...

    def seat_at(self, side: str, place: int) -> Seat | None: ...

    def standing(self, side: str) -> tuple[StandingOrder, ...]: ...

    async def trial(self, reader: Reader, order: StandingOrder) -> dict[str, Any]: ...

    @property
    def outside(self) -> set[str]: ...

    async def stand_in(self, seat: Seat, number: int) -> None: ...
