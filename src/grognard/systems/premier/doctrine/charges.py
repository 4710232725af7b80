"""What a charge is worth by the cards of Premier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.systems.bataille.doctrine.horse import exposure, melee_of
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import BREAKS, ROUTS, steadiness, unit_worth
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId

SQUARES_IN_TIME: Final = 0.6
"""The chance that steady foot in the open is in square before a charge is upon it."""

SPENT: Final = 0.12
"""The part of itself that a charge costs horse in any case: wind, and a turn out of hand."""


def charge_worth(scene: Scene, units: Sequence[UnitId], foe: UnitId) -> float:
    """What a charge at an enemy promises, in points."""
    table, roster = scene.table, scene.setting.roster
    piece, printed = table.pieces[foe], roster[foe]
    theirs = unit_worth(table, foe)
    mine = sum(unit_worth(table, unit) for unit in units)
    spent = SPENT * mine + exposure(scene, units, piece.at)
    if piece.formation is Formation.SQUARE and piece.cohesion is Cohesion.GOOD:
        return -0.3 * mine
    if piece.cohesion is Cohesion.ROUT:
        return 0.75 * (roster[foe].increments - piece.lost) * 0.6 - spent
    strength = sum(melee_of(scene, unit, attacks=True) for unit in units)
    ratio = strength / max(1.0, melee_of(scene, foe))
    wins = min(0.95, max(0.05, 0.3 + 0.3 * (ratio - 1.0)))
    if printed.arm is Arm.ARTILLERY:
        alone = not any(
            roster[other].arm is Arm.INFANTRY for other in table.stacks.get(piece.at, ())
        )
        return (0.8 if alone else 0.3) * theirs - spent - 0.1 * mine
    if printed.arm is Arm.CAVALRY:
        lost = min(0.9, max(0.05, 0.5 - 0.3 * (ratio - 1.0)))
        return ROUTS * theirs * wins - BREAKS * mine * lost - spent
    if piece.cohesion is Cohesion.DISORDER:
        return (ROUTS + 0.2) * theirs * max(wins, 0.75) - spent
    square = SQUARES_IN_TIME * steadiness(table, foe) if "landwehr" not in printed.traits else 0.15
    square = 0.0 if piece.formation is Formation.SKIRMISH else square
    return (1 - square) * ROUTS * theirs * max(wins, 0.55) - square * 0.35 * mine - spent
