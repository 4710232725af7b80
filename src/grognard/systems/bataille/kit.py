"""The kit of an edition: what the readers of its packs, guides and situations are given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from grognard.mechanics.options import Options
from grognard.mechanics.packs.shapes import Entry, Field, Notes
from grognard.mechanics.rulebooks import Rulebook
from grognard.systems.bataille import actions, marks
from grognard.systems.bataille.actions import Command
from grognard.systems.bataille.cards.dealing import Dealer
from grognard.systems.bataille.commands import VERBS
from grognard.systems.bataille.reglement import Reglement
from grognard.systems.bataille.rulebook import base_book

SEGMENTS: Final = MappingProxyType(
    {
        "movement": "MovementSegment",
        "defensive-fire": "DefensiveFireSegment",
        "offensive-fire": "OffensiveFireSegment",
        "recovery": "RecoverySegment",
    }
)
"""Segments that the editions share by name; each takes the side that acts in it."""


def _as_it_is(entry: Entry, notes: Notes, setting: Any) -> Any:
    return setting


class Kit(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """An edition: its name and title, its cards, options, orders, règlement and book.

    ``letter`` begins its clauses. ``questions`` are the purposes for which it asks. ``room`` is the
    package of its code. ``segments`` are those with which a situation may start, and ``sums`` it can ask beyond the shared.
    ``marks`` are those that a situation may lay on a unit. ``sections`` are what its packs say beyond the shared ones, and ``supplement`` makes of a battle
    that was read, with them, the battle that is played.
    """

    name: str
    title: str
    room: str
    dealer: Dealer[Any]
    options: Options
    reglement: Reglement
    book: Callable[[], Rulebook] = base_book
    letter: str = "P"
    questions: Collection[str] = ()
    verbs: Mapping[str, type[Command]] = MappingProxyType(VERBS)
    segments: Mapping[str, str] = SEGMENTS
    sums: Mapping[str, Callable[[Any, list[str]], str]] = {}
    marks: Sequence[str] = marks.ALL
    sections: Mapping[str, Field] = {}
    supplement: Callable[[Entry, Notes, Any], Any] = _as_it_is

    def parse(self, text: str) -> Command:
        """Read an order."""
        return actions.parse(text, self.verbs)

    def cards(self, chosen: Mapping[str, str]) -> Any:
        """The cards for these choices of a table."""
        return self.dealer.deal(self.options.alternatives(chosen))
