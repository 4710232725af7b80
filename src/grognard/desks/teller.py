"""The teller: he knows the names of a battle and finds the words for what happens in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

from grognard.desks.catalogue import ENGLISH, Figure, catalogue
from grognard.desks.documents import Telling
from grognard.desks.phrases import phrasebook
from grognard.desks.retelling import retold
from grognard.desks.telling import cited, joined, mark, parts_of, plain
from grognard.desks.wording import number
from grognard.kernel import Account, Event, Item
from grognard.kernel.codec import builtins
from grognard.kernel.system import tag_of
from grognard.mechanics.concordance import concordance_of
from grognard.mechanics.places import name

Arguments = Callable[[Any, Any], Mapping[str, Any]]
"""Teller, event -> what its message is filled with, beyond the fields of the event."""

Details = Callable[[Any, Any], Iterator[str]]
"""Teller, event -> the lines below its sentence, as marked text."""

NOBODY: Mapping[str, Any] = {}

POINTS: Final = ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW")
TURN: Final = 30
"""The points of the compass, and how many degrees there are between them."""

NONE: Final = "none"
"""What a message sees of something that is not there."""


class Teller:
    """Tells the events of one battle, with the names of its units, leaders and places.

    The sentence of an event is the message of its tag in the catalogue. Its slots are the fields of
    the event: ``slots`` says by what method a field is named, and ``arguments`` prepares what is
    more than a field. ``details`` is for what stands below a sentence where that is more than the
    accounts of the event as they are; ``tones`` says how events are set, by tag.
    """

    words: ClassVar[tuple[Path, ...]] = ()
    slots: ClassVar[Mapping[str, str]] = {
        "unit": "who", "units": "those", "leader": "chief", "side": "side", "at": "where",
        "to": "where", "target": "aim", "hexes": "ground_held", "die": "thrown", "dice": "thrown",
        "verdict": "phrase", "reason": "phrase",
    }  # fmt: skip
    arguments: ClassVar[Mapping[str, Arguments]] = {}
    details: ClassVar[Mapping[str, Details]] = {}
    tones: ClassVar[Mapping[str, str]] = {}

    by_name = False
    """Are units and leaders told by their names alone? Who types orders needs their ids."""

    def __init__(self, setting: Any, language: str = ENGLISH) -> None:
        self.setting, self.language = setting, language
        self.concordance = concordance_of(setting)
        self.catalogue = catalogue(language, self.words)
        self.phrase = phrasebook(language, self.words, getattr(setting, "id", "")).say
        self._places = self._named_places()

    def _named_places(self) -> dict[int, str]:
        return {
            at: place
            for place, hexes in getattr(self.setting, "places", {}).items()
            for at in hexes
        }

    # --- an event

    def telling(self, event: Event) -> Telling:
        """The event in parts, with what it was worked out from."""
        tag = tag_of(type(event))
        details = self.details.get(tag, _accounts)
        retold = self.concordance.retold
        account = tuple(parts_of(retold(line)) for line in details(self, event))
        clauses = tuple(map(self.concordance.told, event.cites()))
        return Telling(
            parts_of(retold(self._said(event))), tag, clauses, account, self.tones.get(tag, ""),
            self.weigh(event), str(getattr(event, "time", "")),
        )  # fmt: skip

    def lines(self, event: Event) -> Iterator[str]:
        """The event in a sentence, then what it was worked out from, indented."""
        return self.telling(event).lines()

    def sentence(self, event: Event) -> str:
        """The event in a sentence, without its clauses."""
        return plain(self._said(event))

    def ground(self, text: str) -> str:
        """A ground of a verdict."""
        return self.phrase(text)

    def _said(self, event: Event) -> str:
        tag = tag_of(type(event))
        if not self.catalogue.has(tag):
            return _plain(event)
        prepared = self.arguments.get(tag)
        more = prepared(self, event) if prepared is not None else {}
        return self.catalogue.say(tag, {**self.fields(event), **more})

    def fields(self, held: Any) -> dict[str, Any]:
        """The fields of an event or a piece as slots of a message."""
        found: dict[str, Any] = {}
        for field in _fields(held.__class__):
            value = getattr(held, field)
            method = self.slots.get(field)
            found[field] = getattr(self, method)(value) if method else slot(value)
            if isinstance(value, tuple):
                found[f"{field}-count"] = Figure(len(value))
        return {field: value for field, value in found.items() if value is not None}

    def weigh(self, event: Event) -> int:
        """How much an event matters in a report, or to somebody who was away; 0 for not at all."""
        return 0

    def is_bookkeeping(self, event: Event) -> bool:
        """Is this a fact that only the rules remember? A table need not read it out."""
        return False

    def tellings(
        self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY
    ) -> Iterator[Telling]:
        """The events, bookkeeping left out. ``pieces`` are as they stand after them."""
        for event in events:
            if not self.is_bookkeeping(event):
                yield self.telling(event)

    def story(self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY) -> Iterator[str]:
        """The tellings of events in lines."""
        return joined(self.tellings(events, pieces))

    # --- messages

    def say(self, message: str, **arguments: Any) -> str:
        """A message of the catalogue in plain words."""
        return plain(self.catalogue.say(message, arguments))

    def retold(self, document: Any) -> Any:
        """A document in this teller's language."""
        return document if self.language == ENGLISH else retold(builtins(document), self.phrase)

    def word(self, kind: str, word: str) -> str:
        """A word of the rules, such as a segment or a kind of weather, as people say it."""
        if not self.catalogue.has(kind):
            return word.replace("-", " ")
        return self.say(kind, **{kind: word})

    def listed(self, words: Sequence[str]) -> str:
        """Words in a row, the last of them after an *and*."""
        if not words:
            return self.catalogue.say("nobody")
        if len(words) == 1:
            return words[0]
        return self.catalogue.say("listed", {"first": ", ".join(words[:-1]), "last": words[-1]})

    def item(self, item: Item) -> str:
        """A line of an account, as marked text."""
        return f"{item.amount:+d} {self.phrase(item.reason)} ({cited(item.clause)})"

    def account(self, account: Account) -> str:
        """A whole account in a line, as marked text."""
        return ", ".join(map(self.item, account)) or self.catalogue.say("no-modifiers")

    # --- names

    def unit(self, unit: str) -> str:
        """The id, with the name of the counter, or the name alone."""
        printed = getattr(self.setting, "roster", NOBODY).get(unit)
        if printed is None or printed.name == unit:
            return unit
        return str(printed.name) if self.by_name else f"{unit} {printed.name}"

    def units(self, units: Iterable[str]) -> str:
        return plain(self.those(units))

    def called(self, who: str) -> str:
        """The name alone of a unit, a leader or whatever an order names."""
        for held in ("roster", "leaders"):
            printed = getattr(self.setting, held, NOBODY).get(who)
            if printed is not None:
                return str(printed.name)
        return who

    def heading(self, degrees: int) -> str:
        """Where somebody looks, by the points of the compass."""
        if degrees < 0:
            return NONE
        return self.say("heading", heading=POINTS[round(degrees / TURN) % len(POINTS)])

    def leader(self, leader: str) -> str:
        printed = getattr(self.setting, "leaders", NOBODY).get(leader)
        if printed is None:
            return leader
        return str(printed.name) if self.by_name else f"{printed.name} ({leader})"

    def side(self, side: str) -> str:
        """A side by the name its battle gives it."""
        return self.phrase(str(getattr(self.setting, "side_names", {}).get(side, side)))

    def at(self, at: int) -> str:
        """A hex, with the place it belongs to."""
        known = self._places.get(at)
        return f"{name(at)} ({self.phrase(known)})" if known else name(at)

    # --- names as parts of a sentence

    def who(self, unit: str) -> str:
        return mark("unit", unit, self.unit(unit))

    def those(self, units: Iterable[str]) -> str:
        return self.listed([self.who(unit) for unit in units])

    def chief(self, leader: str) -> str:
        return mark("unit", leader, self.leader(leader))

    def where(self, at: int) -> str:
        return mark("place", str(at), self.at(at)) if at else NONE

    def ground_held(self, hexes: Iterable[int]) -> str:
        """Where somebody stands: hexes side by side, the last of a place with its name."""
        held = tuple(hexes)
        return "+".join(
            mark("place", str(at), name(at) if self._are_one(held[i : i + 2]) else self.at(at))
            for i, at in enumerate(held)
        )

    def _are_one(self, hexes: tuple[int, ...]) -> bool:
        """Do two hexes belong to the same place?"""
        return len(hexes) > 1 and len({self._places.get(at) for at in hexes}) == 1

    def there(self, hexes: Iterable[int]) -> str:
        """The hexes of a way, without the places they belong to."""
        return "+".join(mark("place", str(at), name(at)) for at in hexes)

    def aim(self, target: str | int) -> str:
        """A target: a hex or a unit."""
        return self.where(target) if isinstance(target, int) else self.who(target)

    def thrown(self, dice: int | tuple[int, ...]) -> str:
        said = str(dice) if isinstance(dice, int) else "".join(map(str, dice))
        return mark("die", "", said) if said else ""


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a class; of an event also what it works out from them."""
    fields: tuple[str, ...] = kind.__struct_fields__
    if not issubclass(kind, Event):
        return fields
    return (*fields, *(each for each, held in vars(kind).items() if isinstance(held, property)))


def slot(value: Any) -> Any:
    """A plain value as the slot of a message; nothing for what has no words by itself."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return value.value
        case int():
            return Figure(value)
        case str():
            return value
        case Fraction():
            return mark("number", "", number(value))
        case Account():
            return signed(value)
        case _:
            return None


def signed(account: Account) -> str:
    """What an account comes to, with its sign.

    >>> signed(Account.of([Item(4, "flank", "P22.6")])), signed(Account())
    ('+4', 'none')
    """
    return f"{account.total:+d}" if account else NONE


def _accounts(teller: Teller, event: Event) -> Iterator[str]:
    for field in event.__struct_fields__:
        held = getattr(event, field)
        if isinstance(held, Account):
            yield from map(teller.item, held)


def _plain(event: Event) -> str:
    """An event of a system that has no words for it: its name, apart."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
