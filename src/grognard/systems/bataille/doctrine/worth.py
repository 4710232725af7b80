"""What units and fire are worth, in points of increments: a point is one increment of foot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from grognard.mechanics.d66 import RUNGS
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.fire.fire import aimed, fire_distribution
from grognard.systems.bataille.melee import melee as fight
from grognard.systems.bataille.morale import morale
from grognard.systems.bataille.pieces import Arm, Cohesion, UnitId
from grognard.systems.bataille.table import Table

BREAKS: Final = 0.45
"""The part of itself that a unit is worth less when it is driven off in disorder."""


ROUTS: Final = 0.6


HARM: Final = {
    (Arm.INFANTRY, Cohesion.GOOD): (0.45, 0.45, 0.65),
    (Arm.INFANTRY, Cohesion.DISORDER): (0.4, 0.4, 0.45),
    (Arm.INFANTRY, Cohesion.ROUT): (0.1, 0.2, 0.4),
    (Arm.CAVALRY, Cohesion.GOOD): (0.45, 0.55, 0.6),
    (Arm.CAVALRY, Cohesion.DISORDER): (0.4, 0.4, 0.45),
    (Arm.CAVALRY, Cohesion.ROUT): (0.1, 0.2, 0.4),
    (Arm.ARTILLERY, Cohesion.GOOD): (0.5, 0.9, 1.0),
    (Arm.ARTILLERY, Cohesion.DISORDER): (0.5, 0.8, 0.8),
    (Arm.ARTILLERY, Cohesion.ROUT): (0.3, 0.4, 0.4),
}
"""What a defender loses of his full worth when he gives way, is beaten, or is routed."""


WORTH: Final = {Arm.INFANTRY: 1.0, Arm.CAVALRY: 1.2, Arm.ARTILLERY: 3.0}


def unit_worth(table: Table, unit: UnitId) -> float:
    """What a unit is worth now, in points."""
    printed, piece = table.setting.roster[unit], table.pieces[unit]
    worth = WORTH[printed.arm] * (printed.increments - piece.lost)
    if piece.cohesion is Cohesion.ROUT:
        return worth * (1 - ROUTS)
    return worth * (1 - BREAKS / 2) if piece.cohesion is Cohesion.DISORDER else worth


def pass_chance(value: int, modifiers: int) -> float:
    """The chance that a check of this value with these modifiers passes."""
    return min(RUNGS, max(0, RUNGS - 1 - (value - modifiers))) / RUNGS


def steadiness(table: Table, unit: UnitId, extra: int = 0) -> float:
    """The chance that a unit passes a check without an occasion of its own."""
    total = morale.account_of(table, unit).total
    return pass_chance(morale.morale_value(table, unit), total + extra)


def harm(table: Table, units: Sequence[UnitId]) -> tuple[float, float, float]:
    """Points that defenders lose when they give way, are beaten, or are routed."""
    gives, beaten, routed = 0.0, 0.0, 0.0
    for unit in units:
        printed, piece = table.setting.roster[unit], table.pieces[unit]
        full = WORTH[printed.arm] * (printed.increments - piece.lost)
        one, two, three = HARM[printed.arm, piece.cohesion]
        gives, beaten, routed = gives + one * full, beaten + two * full, routed + three * full
    return gives, beaten, routed


@lru_cache(maxsize=4096)
def _fire_column(cards: Any, column: int, modifier: int) -> tuple[tuple[int, float], ...]:
    spread = fire_distribution(cards, column, modifier)
    return tuple((result, float(chance)) for result, chance in spread.items() if result > 0)


def fire_worth(table: Table, target: Hex, firers: Sequence[Firer], kind: str = "") -> float:
    """Points that a volley costs its target on average: men, and the check they force."""
    return fire_prospect(table, target, firers, kind)[0]


def fire_prospect(
    table: Table, target: Hex, firers: Sequence[Firer], kind: str = ""
) -> tuple[float, float]:
    """The same, and the increments that it costs on average."""
    attack = aimed(table, target, firers, kind=kind)
    if attack.below_chart:
        return 0.0, 0.0
    side = table.side_of(firers[0].unit)
    return struck_by(table, target, side, attack.column, attack.modifiers.total)


def struck_by(
    table: Table, target: Hex, side: str, column: int, modifiers: int
) -> tuple[float, float]:
    """What fire of a side in a column costs those in a hex: points, and increments."""
    cards, roster = table.setting.cards, table.setting.roster
    foes = fight.units_against(table, target, side)
    if not foes:
        return 0.0, 0.0
    top = foes[0]
    printed, piece = roster[top], table.pieces[top]
    worth, left = WORTH[printed.arm], printed.increments - piece.lost
    breaks = (1 - steadiness(table, top)) * BREAKS * worth * left
    if piece.cohesion is not Cohesion.GOOD:
        breaks *= 0.5
    total = mean = 0.0
    for result, chance in _fire_column(cards, column, modifiers):
        total += chance * min(result, left) * worth
        mean += chance * result
        if cards.fire_check_due(printed.fire_check, piece.lost, piece.lost + result):
            total += chance * breaks
    return total, mean
