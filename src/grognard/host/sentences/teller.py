"""The teller: he knows the names of a battle and finds the words for what happens in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from grognard.host.sentences import command, family, foot, horse
from grognard.host.sentences.marks import QUIET
from grognard.host.sentences.wording import hexes, listed
from grognard.kernel import Account, Event
from grognard.kernel.system import tag_of
from grognard.mechanics.hexes import name
from grognard.systems.bataille.pieces import Formation, Piece, facing_name

Sentence = Callable[["Teller", Any], str]
Details = Callable[["Teller", Any], Iterator[str]]

SENTENCES: Final[dict[str, Sentence]] = {
    **family.SENTENCES,
    **foot.SENTENCES,
    **horse.SENTENCES,
    **command.SENTENCES,
}
"""Sentences by the tag of the event."""

DETAILS: Final[dict[str, Details]] = {**foot.DETAILS, **horse.DETAILS, **command.DETAILS}
"""What stands below a sentence, where it is more than the accounts of the event as they are."""

FORMATIONS: Final = {
    Formation.COLUMN: "c",
    Formation.LINE: "l",
    Formation.SQUARE: "q",
    Formation.GENERAL: "g",
    Formation.SKIRMISH: "s",
    Formation.ROAD: "r",
    Formation.LIMBERED: "m",
    Formation.UNLIMBERED: "u",
}
"""One letter for each formation, as the map of the text table shows it."""


def is_bookkeeping(event: Event) -> bool:
    """Is this a fact that only the rules remember? A table need not read it out.

    Markers that lie for all to see are no bookkeeping; taking one off is, and so are notes of
    what a unit has tried or done.
    """
    tag = tag_of(type(event))
    if tag == "Marked":
        return str(getattr(event, "mark", "")).partition(":")[0] in QUIET
    return tag in ("Unmarked", "OrderBegan", "FireLossesNoted", "RestBegan")


class Teller:
    """Tells the events of one battle, with the names of its units, leaders and places."""

    def __init__(self, setting: Any) -> None:
        self.setting = setting
        self._places = {
            at: place for place, hexes in getattr(setting, "places", {}).items() for at in hexes
        }

    # --- an event

    def lines(self, event: Event) -> Iterator[str]:
        """The event in a sentence, then what it was worked out from, indented."""
        yield self.sentence(event) + _clauses(event)
        details = DETAILS.get(tag_of(type(event)), _accounts)
        for line in details(self, event):
            yield f"    {line}"

    def sentence(self, event: Event) -> str:
        """The event in a sentence, without its clauses."""
        words = SENTENCES.get(tag_of(type(event)))
        return words(self, event) if words is not None else _plain(event)

    # --- names

    def unit(self, unit: str) -> str:
        """The id, with the name of the counter."""
        printed = self.setting.roster.get(unit)
        return unit if printed is None or printed.name == unit else f"{unit} {printed.name}"

    def units(self, units: Iterable[str]) -> str:
        return listed([self.unit(unit) for unit in units])

    def leader(self, leader: str) -> str:
        printed = self.setting.leaders.get(leader)
        return leader if printed is None else f"{printed.name} ({leader})"

    def side(self, side: str) -> str:
        """A side by the name its battle gives it."""
        return str(getattr(self.setting, "side_names", {}).get(side, side))

    def at(self, at: int) -> str:
        """A hex, with the place it belongs to."""
        place = self._places.get(at)
        return f"{name(at)} ({place})" if place else name(at)

    def stance(self, piece: Piece) -> str:
        return (
            f"{self.unit(piece.id)} at {hexes(piece.hexes)} in {piece.formation.value} "
            f"facing {facing_name(piece.formation, piece.facing)}"
        )

    def facing(self, event: Any) -> str:
        return facing_name(event.formation, event.facing)


def _accounts(teller: Teller, event: Event) -> Iterator[str]:
    for field in event.__struct_fields__:
        held = getattr(event, field)
        if isinstance(held, Account):
            yield from map(str, held)


def _clauses(event: Event) -> str:
    return f" ({', '.join(event.clauses)})" if event.clauses else ""


def _plain(event: Event) -> str:
    """An event of a system that has no words for it yet: its name, apart."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
