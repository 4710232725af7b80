"""The cheapest march through hexes that were named on the way, and what it may bring upon the unit.

A march names every word of its path, and any legal path is an order. So a path that is bent through
a hex is one order like the straight one: the search of ``movement.reach`` goes on, and counts which
of the named hexes the unit has come to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.desks.bending import come_to, hexes_named
from grognard.desks.documents import Offer, Provoked
from grognard.kernel import Reason, State, rule
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import Hex, name
from grognard.mechanics.search import Search, first_ways
from grognard.systems.bataille.actions import March
from grognard.systems.bataille.desk.counters import shape_of
from grognard.systems.bataille.fire.opportunity_fire import squares_beside, threatened
from grognard.systems.bataille.movement.march import (
    InHand,
    Leg,
    enemy_in_the_way,
    leg_from,
    must_stop,
)
from grognard.systems.bataille.movement.movement_end import misplaced
from grognard.systems.bataille.movement.orders import TURNS
from grognard.systems.bataille.movement.words import Words, after, in_words
from grognard.systems.bataille.pieces import FILES, Cohesions, Forms, Piece, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table


def way_look(
    state: State,
    hand_of: Callable[[State, str], InHand | Reason],
    unit: str = "",
    text: str = "",
    **about: Any,
) -> dict[str, Any]:
    """The cheapest ways through the hexes of ``text``, one for each manner to stand in the last."""
    table: Table = state.table
    if unit not in table.pieces:
        raise GrognardError(f"{unit!r} is not on the map")
    goals = hexes_named(text, table.setting.ground.on_map)
    hand = hand_of(state, unit)
    if isinstance(hand, Reason):
        return _refused(table, unit, hand)
    found = through(table, hand, goals)
    if isinstance(found, Reason):
        return _refused(table, unit, found)
    offers = tuple(_offer(table, hand, path, goals[-1]) for path in found)
    return {"unit": unit, "offers": offers}


def _refused(table: Table, unit: str, reason: Reason) -> dict[str, Any]:
    why = {"text": reason.text, "clause": table.cites(reason.clause)}
    return {"unit": unit, "offers": (), "reason": why}


def through(table: Table, hand: InHand, goals: Sequence[Hex]) -> list[tuple[str, ...]] | Reason:
    """The canonical path through these hexes to every pose in the last of them, cheapest first."""
    words = Words(table, hand, lambda passed, hexes: come_to(goals, passed, hexes))
    costs = Search([words.origin], words.onward).all()
    ended = [place for place in costs if place[2] == len(goals) and goals[-1] in place[0]]
    barred = {place: words.may_rest(place) for place in ended}
    free = [place for place in ended if barred[place] is None]
    if free:
        ways = first_ways(words.origin, words.onward, costs)
        best = sorted((costs[place], len(ways[place]), ways[place]) for place in free)
        return [in_words(ranks) for _, _, ranks in best]
    reason = next(iter(barred.values()), None)
    return reason or _too_far(table, hand, goals, max(place[2] for place in costs))


def _too_far(table: Table, hand: InHand, goals: Sequence[Hex], passed: int) -> Reason:
    """Why the next of the hexes is not come to: who holds it, what it would cost, or that no way is open."""
    goal, printed = goals[passed], table.printed(hand.unit)
    held = enemy_in_the_way(table, printed, goal)
    if held is not None:
        return held
    longer = msgspec.structs.replace(hand, allowance=LONGER * hand.allowance)
    words = Words(table, longer)
    costs = {} if passed else Search([words.origin], words.onward).all()
    there = [cost for place, cost in costs.items() if goal in place[0]]
    if there:
        need, left = min(there) / HALVES, hand.left / HALVES
        return Reason(f"{name(goal)} costs {need:g} points and {left:g} are left", "P18.1")
    by = f" by {', '.join(map(name, goals[:passed]))}" if passed else ""
    return Reason(f"{printed.name} cannot come to {name(goal)}{by} in this segment", "P18.1")


LONGER = 2
"""A way is looked for with so many times the points of a segment, to say what it would cost."""


# --- one way, told


def _offer(table: Table, hand: InHand, words: tuple[str, ...], goal: Hex) -> Offer:
    start, piece = hand.spent, table.pieces[hand.unit]
    main = min(piece.main, len(piece.hexes) - 1)
    path: list[Hex] = []
    costs: list[float] = []
    provokes: list[Provoked] = []
    for word in words:
        leg = leg_from(table, hand, piece, word)
        assert isinstance(leg, Leg)
        if leg.kind == "about" and piece.formation not in FILES:
            main = len(piece.hexes) - 1 - main  # the row is turned about, its main part stays
        elif leg.kind not in TURNS:
            provokes += _fire_at(table, hand.unit, piece)
        before = path[-1] if path else piece.hexes[main]
        hand, piece = after(table, hand, piece, leg)
        if leg.kind not in TURNS and piece.hexes[main] != before:
            path.append(piece.hexes[main])
            costs.append((hand.spent - start) / HALVES)
    if costs:
        costs[-1] = (hand.spent - start) / HALVES
    return Offer(
        str(March(hand.unit, words)), "march", "march", (hand.unit,), at=goal,
        shape=shape_of(piece.hexes, piece.formation, piece.facing, main), path=tuple(path),
        costs=tuple(costs), cost=(hand.spent - start) / HALVES,
        stops=stop_at(table, hand.unit, piece.hexes), provokes=tuple(provokes),
        warns=risk_at(table, hand.unit, piece.hexes),
    )  # fmt: skip


def _fire_at(table: Table, unit: UnitId, piece: Piece) -> list[Provoked]:
    """Who may fire as the unit goes on from where it stands (P14.14, P28.1)."""
    enemy = table.setting.enemy(table.side_of(unit))
    found = []
    for at in threatened(table, unit, piece.hexes):
        units = {*table.zone_over(at, enemy), *squares_beside(table, at, enemy)}
        found.append(Provoked(at, tuple(sorted(units)), "fire"))
    return found


@rule("P19.34", "P19.35", "PR-184")
def risk_at(table: Table, unit: UnitId, hexes: tuple[Hex, ...]) -> str:
    """What skirmishers risk who end there among friends with whom they may not stay."""
    piece = table.pieces[unit]
    if piece.formation is not Forms.SKIRMISH or piece.cohesion is not Cohesions.GOOD:
        return ""
    there = msgspec.structs.replace(piece, hexes=hexes, main=min(piece.main, len(hexes) - 1))
    return MISPLACED if misplaced(table, unit, there) is not None else ""


MISPLACED = "skirmishers who end there are disordered when the segment ends (P19.35)"


def stop_at(table: Table, unit: UnitId, hexes: tuple[Hex, ...]) -> str:
    """Why a unit that has come there can go no further; empty when it can."""
    printed = table.printed(unit)
    if not must_stop(table, printed, hexes):
        return ""
    enemy = table.setting.enemy(printed.side)
    names = {table.printed(foe).name for at in hexes for foe in table.zone_over(at, enemy)}
    return f"enters the zone of {', '.join(sorted(names))} and stops there"
