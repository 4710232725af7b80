"""Horse and squares by the cards of An XXX: who stands before a charge, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.systems.an_xxx.doctrine.odds import Words, passes, words_at
from grognard.systems.an_xxx.horse.declare import Combine, Grand
from grognard.systems.an_xxx.horse.square import ROAD, rally_items
from grognard.systems.an_xxx.horse.stand import stand_items
from grognard.systems.bataille.actions import FallBack, Finish
from grognard.systems.bataille.doctrine import horse
from grognard.systems.bataille.doctrine.horse import LEAD, Named, best_target, exposure, melee_of
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import BREAKS, ROUTS, unit_worth
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.charge_targets import apart
from grognard.systems.bataille.horse.gallop import charge_of
from grognard.systems.bataille.horse.square import ROUT, may_try
from grognard.systems.bataille.morale.morale import general_items
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

SPENT: Final = 0.12
"""The part of itself that a charge costs horse in any case: wind, and a turn out of hand."""

RIDDEN_DOWN: Final = 0.2
"""The part of itself that foot loses besides when it is ridden down as it runs."""

AT_A_SQUARE: Final = 0.3
"""The part of itself that horse loses which comes upon a square."""

BLOWN: Final = 0.15
"""The part of itself that a Grand Charge costs besides: all are exhausted after it."""

FAR: Final = 4
"""From so many hexes foot forms square at the best."""


# --- what happens at contact


def stands(table: Table, foe: UnitId, chargers: Sequence[UnitId]) -> float:
    """The chance that a unit stands before a charge."""
    rows = (*general_items(table, foe), *stand_items(table, foe, tuple(chargers)))
    return passes(table, foe, rows)


def rallies(table: Table, unit: UnitId, away: int) -> float:
    """The chance that foot forms square when the charge is so far away."""
    rows = (*general_items(table, unit, (ROAD,)), *rally_items(table, unit, away))
    return passes(table, unit, rows)


def clash(scene: Scene, units: Sequence[UnitId], foe: UnitId) -> Words:
    """The melee of a charge with those who stand."""
    cards = scene.setting.cards
    attack = sum(melee_of(scene, unit, attacks=True) for unit in units)
    at = scene.table.pieces[foe].at
    friends = [u for u in scene.table.stacks.get(at, ()) if scene.table.side_of(u) != scene.side]
    defence = max(0.5, sum(melee_of(scene, unit) for unit in friends))
    column = cards.melee_column(
        Fraction(max(attack, 0.5)).limit_denominator(100),
        Fraction(defence).limit_denominator(100),
    )
    return words_at(cards, column, 0)


def charge_worth(scene: Scene, units: Sequence[UnitId], foe: UnitId) -> float:
    """What a charge at an enemy promises, in points."""
    table, roster = scene.table, scene.setting.roster
    piece, printed = table.pieces[foe], roster[foe]
    theirs = unit_worth(table, foe)
    mine = sum(unit_worth(table, unit) for unit in units)
    spent = SPENT * mine + exposure(scene, units, piece.at)
    if piece.formation is Formation.SQUARE and piece.cohesion is Cohesion.GOOD:
        return -AT_A_SQUARE * mine
    if piece.cohesion is Cohesion.ROUT:
        return 0.45 * (printed.increments - piece.lost) - spent
    words = clash(scene, units, foe)
    fought = theirs * (words.taken + ROUTS * words.routed + BREAKS * words.beaten)
    beaten = mine * (words.lost + ROUTS * words.fled + BREAKS * words.repulsed)
    if printed.arm is Arm.CAVALRY:
        return fought - beaten - spent
    stand = stands(table, foe, units)
    runs = theirs if printed.arm is Arm.ARTILLERY else (ROUTS + RIDDEN_DOWN) * theirs
    worth = (1 - stand) * runs + stand * (fought - beaten - 0.1 * mine)
    square = _squares(table, foe, units)
    return (1 - square) * worth - square * AT_A_SQUARE * mine - spent


def _squares(table: Table, foe: UnitId, units: Sequence[UnitId]) -> float:
    """The chance that foot is in square before the charge is upon it."""
    if table.setting.roster[foe].arm is not Arm.INFANTRY or may_try(table, foe, units) is not None:
        return 0.0
    away = min(apart(table, foe, unit) for unit in units)
    return rallies(table, foe, max(1, min(FAR, away)))


# --- naming charges


def designate(scene: Scene, ask: Ask, struck: Sequence[UnitId] = ()) -> Named:
    """The best of single, combined and Grand Charges, if one promises enough."""
    best = horse.designate(scene, ask, struck)
    for order in ask.options:
        worth, foe = 0.0, ""
        if isinstance(order, Combine):
            foe = _top(scene, order.target)
            worth = 0.0 if foe in struck else scene.judgement.charge(scene, order.units, foe)
        elif isinstance(order, Grand):
            worth, foe = _grand_worth(scene, order)
        if worth > best.worth:
            best = Named(worth, order, foe)
    return best


def _top(scene: Scene, at: int) -> UnitId:
    return next(u for u in scene.table.stacks[at] if scene.table.side_of(u) != scene.side)


def _grand_worth(scene: Scene, order: Grand) -> tuple[float, UnitId]:
    """All that its units promise, each at the enemy it would strike; afterwards they are blown."""
    total, first = 0.0, ""
    struck: list[UnitId] = []
    for unit in order.units:
        worth, foe = best_target(scene, charge_of(scene.table, (unit,)), struck)
        if foe:
            struck.append(foe)
            first = first or foe
            total += worth
    mine = sum(unit_worth(scene.table, unit) for unit in order.units)
    return total - BLOWN * mine, first


# --- answers to a charge


def square(scene: Scene, ask: Ask, view: Any) -> Action:
    """Form square where that leaves more of the unit than to stand as it is."""
    frame = next(
        (f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "gallop")), None
    )
    if scene.character.squares <= 0 or frame is None:
        return Finish()
    gallop, table = frame.gallop, scene.table
    chargers = [unit for unit in gallop.units if unit in table.pieces]
    upon = contactable(table, gallop) if chargers else ()
    best: tuple[float, Action] = (0.0, Finish())
    for order in ask.options:
        if isinstance(order, Square) and order.unit in upon:
            gain = unit_worth(table, order.unit) * _better_in_square(table, order.unit, chargers)
            if gain > best[0]:
                best = (gain, order)
    return best[1]


def _better_in_square(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> float:
    """The part of itself that a unit saves by trying to form square now."""
    away = max(1, min(FAR, *(apart(table, unit, charger) for charger in chargers)))
    forms, stand = rallies(table, unit, away), stands(table, unit, chargers)
    broken = ROUTS + RIDDEN_DOWN
    fails = broken if table.setting.cards.square_failures[away] == ROUT else BREAKS + RIDDEN_DOWN
    return (1 - stand) * broken + stand * BREAKS / 2 - (1 - forms) * fails


def go_back(scene: Scene, ask: Ask, view: Any) -> Action:
    """Horse slips away before the stronger, guns before anybody."""
    ways = [order for order in ask.options if isinstance(order, FallBack)]
    frame = next(
        (f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "gallop")), None
    )
    if not ways or frame is None:
        return Finish()
    unit, table = ways[0].unit, scene.table
    theirs = sum(melee_of(scene, u, attacks=True) for u in frame.gallop.units if u in table.pieces)
    guns = scene.setting.roster[unit].arm is Arm.ARTILLERY
    if not guns and theirs < LEAD * melee_of(scene, unit):
        return Finish()
    piece = table.pieces[unit]
    return min(ways, key=lambda way: (round(scene.danger(unit, piece, way.to), 6), way.to))
