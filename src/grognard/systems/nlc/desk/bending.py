"""The cheapest move through hexes that were named on the way, and what it may bring upon the units.

A move names every hex of its path, and any legal path is an order. So a path that is bent through
a hex is one order like the straight one: steps are judged by the same ``Walker``, and it is counted
which of the named hexes the units have come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from grognard.desks.bending import come_to, hexes_named
from grognard.desks.documents import Offer, Provoked, Shape
from grognard.kernel import Reason
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import Hex, name
from grognard.mechanics.search import Search, first_ways
from grognard.systems.nlc.actions import Move, split_units
from grognard.systems.nlc.guns.opportunity import batteries
from grognard.systems.nlc.horse.reaction import candidates
from grognard.systems.nlc.kinds import HALVES
from grognard.systems.nlc.movement.reach import Walker
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

Place = tuple[Hex, Hex, int]
"""A hex, the one before it, and how many of the named hexes the units have come to."""


def way_look(
    table: Table, side: str, unit: str = "", text: str = "", **about: Any
) -> dict[str, Any]:
    """The cheapest way through the hexes of ``text``; for several units joined by ``+`` together."""
    units = tuple(sorted(split_units(unit)))
    for each in units:
        if each not in table.pieces:
            raise GrognardError(f"{each!r} is not on the map")
    goals = hexes_named(text, table.setting.ground.on_map)
    walker = Walker(table, units)
    found = through(walker, goals)
    if isinstance(found, Reason):
        reason = {"text": found.text, "clause": found.clause}
        return {"unit": unit, "offers": (), "reason": reason}
    return {"unit": unit, "offers": (_offer(walker, found),)}


def through(walker: Walker, goals: Sequence[Hex]) -> tuple[Hex, ...] | Reason:
    """The cheapest path through these hexes to the last of them, or why there is none."""
    start: Place = (walker.at, 0, 0)

    def onward(place: Place) -> Iterator[tuple[Place, int, Hex]]:
        at, before, come = place
        left = walker.left - search.costs[place]
        for to in walker.table.setting.ground.around[at] if come < len(goals) else ():
            cost = walker.step(at, to, before, left, place == start) if to else 0
            if isinstance(cost, int) and cost:
                yield (to, at, come_to(goals, come, (to,))), cost, to

    search = Search([start], onward)
    costs = search.all()
    passed = max(come for _, _, come in costs)
    if passed < len(goals):
        return _last_step(walker, goals[passed], costs) or _too_far(walker, goals, passed)
    ways = first_ways(start, onward, costs)
    ends = [(costs[place], ways[place]) for place in costs if place[2] == passed]
    return walker.bar_to_ending(goals[-1]) or min(ends)[1]


def _last_step(walker: Walker, goal: Hex, costs: Mapping[Place, int]) -> Reason | None:
    """Why a hex is not entered by those who come beside it, or by anybody."""
    around = walker.table.setting.ground.around[goal]
    beside = [(at, before, cost) for (at, before, _), cost in costs.items() if at in around]
    if walker.table.has_unit(goal, walker.enemy):
        beside = [(at, 0, 0) for at in around if at]
    steps = (
        walker.step(at, goal, before, walker.left - cost, not cost) for at, before, cost in beside
    )
    return next((why for why in steps if isinstance(why, Reason)), None)


def _too_far(walker: Walker, goals: Sequence[Hex], passed: int) -> Reason:
    by = f" by {', '.join(map(name, goals[:passed]))}" if passed else ""
    if len(walker.units) > 1:
        return Reason(f"they cannot come to {name(goals[passed])}{by} in this segment", "N5.1")
    who = walker.table.printed(walker.units[0]).name
    return Reason(f"{who} cannot come to {name(goals[passed])}{by} in this segment", "N5.1")


def _offer(walker: Walker, path: tuple[Hex, ...]) -> Offer:
    costs = walker.walk(path)
    assert isinstance(costs, list)
    units = walker.units
    return Offer(
        str(Move(units, path)), "move", "march", units, at=path[-1], shape=Shape((path[-1],)),
        path=path, costs=tuple(spent / HALVES for spent in accumulate(costs)),
        cost=sum(costs) / HALVES,
        provokes=tuple(each for at in path for each in _answers(walker.table, units, at)),
    )  # fmt: skip


def _answers(table: Table, units: tuple[UnitId, ...], at: Hex) -> list[Provoked]:
    """Who may answer when the units enter a hex: guns that fire (N20.13), horse that charges (N7.9)."""
    guns = batteries(table, units, at) if table.setting.on("opportunity_fire") else []
    horse = {unit for unit, _ in candidates(table, units, at)}
    return [
        Provoked(at, tuple(sorted(who)), by)
        for by, who in (("fire", set(guns)), ("gallop", horse))
        if who
    ]
