"""The teller: he knows the names of a battle and finds the words for what happens in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from grognard.desks.wording import listed
from grognard.kernel import Account, Event
from grognard.kernel.system import tag_of
from grognard.mechanics.concordance import concordance_of
from grognard.mechanics.hexes import name

Sentence = Callable[[Any, Any], str]
"""Teller, event -> the event in a sentence."""

Details = Callable[[Any, Any], Iterator[str]]
"""Teller, event -> the lines below its sentence."""

NOBODY: Mapping[str, Any] = {}


class Teller:
    """Tells the events of one battle, with the names of its units, leaders and places.

    A system's own teller has ``sentences`` by the tag of the event, and ``details`` for what
    stands below a sentence where that is more than the accounts of the event as they are.
    """

    sentences: ClassVar[Mapping[str, Sentence]] = {}
    details: ClassVar[Mapping[str, Details]] = {}

    def __init__(self, setting: Any) -> None:
        self.setting = setting
        self.concordance = concordance_of(setting)
        self._places = {
            at: place for place, hexes in getattr(setting, "places", {}).items() for at in hexes
        }

    # --- an event

    def lines(self, event: Event) -> Iterator[str]:
        """The event in a sentence, then what it was worked out from, indented."""
        retold = self.concordance.retold
        yield retold(self.sentence(event) + _clauses(event))
        details = self.details.get(tag_of(type(event)), _accounts)
        for line in details(self, event):
            yield f"    {retold(line)}"

    def sentence(self, event: Event) -> str:
        """The event in a sentence, without its clauses."""
        words = self.sentences.get(tag_of(type(event)))
        return words(self, event) if words is not None else _plain(event)

    def is_bookkeeping(self, event: Event) -> bool:
        """Is this a fact that only the rules remember? A table need not read it out."""
        return False

    def story(self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY) -> Iterator[str]:
        """The events in lines, bookkeeping left out. ``pieces`` are as they stand after them."""
        for event in events:
            if not self.is_bookkeeping(event):
                yield from self.lines(event)

    # --- names

    def unit(self, unit: str) -> str:
        """The id, with the name of the counter."""
        printed = getattr(self.setting, "roster", NOBODY).get(unit)
        return unit if printed is None or printed.name == unit else f"{unit} {printed.name}"

    def units(self, units: Iterable[str]) -> str:
        return listed([self.unit(unit) for unit in units])

    def leader(self, leader: str) -> str:
        printed = getattr(self.setting, "leaders", NOBODY).get(leader)
        return leader if printed is None else f"{printed.name} ({leader})"

    def side(self, side: str) -> str:
        """A side by the name its battle gives it."""
        return str(getattr(self.setting, "side_names", {}).get(side, side))

    def at(self, at: int) -> str:
        """A hex, with the place it belongs to."""
        place = self._places.get(at)
        return f"{name(at)} ({place})" if place else name(at)


def _accounts(teller: Teller, event: Event) -> Iterator[str]:
    for field in event.__struct_fields__:
        held = getattr(event, field)
        if isinstance(held, Account):
            yield from map(str, held)


def _clauses(event: Event) -> str:
    return f" ({', '.join(event.clauses)})" if event.clauses else ""


def _plain(event: Event) -> str:
    """An event of a system that has no words for it: its name, apart."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
