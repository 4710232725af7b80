"""What a table is worth to a side: units as they stand, objectives, and how near an army is to breaking."""

from __future__ import annotations

from typing import Final

from grognard.kernel.engine import State
from grognard.kernel.questions import Over
from grognard.systems.empire.doctrine.ground import far
from grognard.systems.empire.kinds import Arm
from grognard.systems.empire.setting import SideId
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.table import Table
from grognard.systems.empire.victory import break_points, holder_now, is_broken, points, verdict

SHAKEN: Final = 0.5
WORN: Final = 0.6
BATTERY: Final = 1.6
BROKEN: Final = 8.0
NEARER: Final = 0.04
"""Worth, in units: of one in Disorder, of all its losses, of a battery, of an army that breaks, of a UD
nearer to what is still to be taken."""


PRIZE: Final = 10.0
"""What a victory is worth when the battle is over, in units."""


def score(table: Table, side: SideId) -> float:
    """How a battle ended for a side: 1 for the best victory, 3/4 for a smaller one, 1/2 for a draw."""
    winner, level = verdict(table)
    if not winner:
        return 0.5
    best = 1.0 if level == table.setting.victory.levels[0][1] else 0.75
    return best if winner == side else 1 - best


def judged(state: State, side: SideId) -> float:
    """What a state is worth to a side: its table, and the verdict if there is one."""
    table: Table = state.table
    if isinstance(state.pending, Over):
        return (
            PRIZE * (2 * score(table, side) - 1)
            + points(table, side)
            - points(table, table.setting.enemy(side))
        )
    return value(table, side)


def value(table: Table, side: SideId) -> float:
    """What a side is ahead by, in units."""
    enemy = table.setting.enemy(side)
    return _army(table, side) - _army(table, enemy) + _ground(table, side)


def _army(table: Table, side: SideId) -> float:
    if is_broken(table, side):
        return -BROKEN
    whole = sum(unit.side == side for unit in table.setting.roster.values())
    share = break_points(table, side) / whole
    return sum(_unit(table, unit) for unit in table.units_of(side)) - BROKEN / 2 * share * share


def _unit(table: Table, unit: str) -> float:
    piece, card = table.pieces[unit], table.printed(unit)
    worth = BATTERY if card.arm is Arm.ARTILLERY else 1.0
    worth *= 1.0 - WORN * piece.halves / (card.cohesion * HALVES)
    return worth * (SHAKEN if piece.disordered else 1.0)


def _ground(table: Table, side: SideId) -> float:
    """Objectives by whoever holds them now, and how near the rest are."""
    found = 0.0
    for each in table.setting.objectives.values():
        holder = holder_now(table, each.id) or table.holders.get(each.id, "")
        found += each.points * (0.6 if holder == side else -0.6 if holder else 0.0)
        for one, sign in ((side, 1), (table.setting.enemy(side), -1)):
            foot = [
                far(table.pieces[unit].pose.point, each.at)
                for unit in table.units_of(one)
                if table.arm(unit) is Arm.INFANTRY and table.pieces[unit].good
            ]
            if holder != one and foot:
                found -= sign * NEARER * each.points * min(foot)
    return found
