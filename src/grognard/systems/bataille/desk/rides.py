"""Ways for a charge: the cheapest words that bring it upon each enemy, for a player to ride."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import Any, Final

import msgspec

from grognard.mechanics.hexes import Hex, distance
from grognard.mechanics.search import Search
from grognard.systems.bataille.horse.charge_search import Rides, contactable
from grognard.systems.bataille.horse.gallop import Gallop, contact, has_run
from grognard.systems.bataille.setting import HALVES

MOST: Final = 5000
"""So many poses are looked at; whoever is not found by then is named without a way."""


class Way(msgspec.Struct, frozen=True):
    """An enemy who can be struck: the half points it takes, a way, and if it ends in a run."""

    foe: str
    cost: int
    words: tuple[str, ...] = ()
    run: bool = False


class Ridden(msgspec.Struct, frozen=True):
    """Where a charge can come to: the half points, how it then stands, and the words that lead there."""

    cost: int
    piece: Any
    words: tuple[str, ...]


def ways(table: Any, gallop: Gallop) -> list[Way]:
    """Whom a charge can strike, the cheapest first, each with a way there if one was found."""
    return scoured(table, gallop, until_all=True)[1]


def scoured(
    table: Any, gallop: Gallop, *, until_all: bool = False
) -> tuple[dict[Hex, Ridden], list[Way]]:
    """The hexes a charge can come to, each the cheapest way, and whom it can strike.

    ``until_all`` ends the search where a way to everybody is found.
    """
    costs = contactable(table, gallop)
    found: dict[str, Way] = {}
    places: dict[Hex, Ridden] = {}
    for piece, riding, words in _poses(table, gallop):
        if until_all and len(found) == len(costs):
            break
        if words and piece.at not in places:
            places[piece.at] = Ridden(gallop.left - riding.left, piece, words)
        for foe in costs:
            touch = contact(table, riding.units, piece, foe) if foe not in found else None
            if touch is not None:
                run = has_run(table, riding, piece, *touch)
                found[foe] = Way(foe, costs[foe], words, run)
    known = [found.get(foe, Way(foe, cost)) for foe, cost in costs.items()]
    return places, sorted(known, key=lambda way: (way.cost, way.foe))


def way_to(table: Any, gallop: Gallop, foes: Collection[str], most: int) -> tuple[str, ...]:
    """Words that bring a charge upon one of these; none if not found in so many poses."""
    goals = [table.pieces[foe].at for foe in foes]
    guide = lambda piece: HALVES * min(distance(piece.at, goal) for goal in goals)  # noqa: E731
    for piece, riding, words in islice(_poses(table, gallop, guide), most):
        if words and any(contact(table, riding.units, piece, foe) is not None for foe in foes):
            return words
    return ()


def _poses(
    table: Any, gallop: Gallop, guide: Callable[[Any], int] = lambda piece: 0
) -> Iterator[tuple[Any, Gallop, tuple[str, ...]]]:
    """The poses a charge can come to, each with the words that lead there.

    The cheapest first, or those from which the guide sees the least still to go.
    """
    rides = Rides(table, gallop, table.pieces[gallop.lead])
    search = Search([rides.start], rides.onward, guide=lambda node: guide(rides.stands[node][1]))
    for node, _ in islice(search, MOST):
        riding, piece, _ = rides.stands[node]
        yield piece, riding, tuple(rides.stands[there][2] for there in search.way(node))
