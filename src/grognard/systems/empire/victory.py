"""Objectives, the break of an army, and the points of a scenario (EV)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.kinds import Arm
from grognard.systems.empire.setting import SideId
from grognard.systems.empire.table import Table

ELIMINATED, FLED, WITHDRAWN = "eliminated", "fled", "withdrawn"


@rule("EV.4", "EU.13")
def holder_now(table: Table, objective: str) -> SideId:
    """The side with formed foot in good order within 1 UD and no formed enemy as near."""
    at = table.setting.objectives[objective].at
    near = [unit for unit in table.within((at,), MIL) if table.is_formed(unit)]
    sides = {table.side_of(unit) for unit in near}
    foot = [unit for unit in near if table.arm(unit) is Arm.INFANTRY and table.pieces[unit].good]
    return table.side_of(foot[0]) if foot and len(sides) == 1 else ""


@rule("EV.2")
def break_points(table: Table, side: SideId) -> int:
    """Two for each unit eliminated, one for each that is Disordered or fled, one a commander lost."""
    gone = [
        held.how
        for unit, held in table.removed.items()
        if unit in table.setting.roster and table.side_of(unit) == side
    ]
    shaken = sum(
        table.pieces[unit].disordered
        for unit in table.units_of(side)
        if unit in table.setting.roster
    )
    lost = table.tally.get(f"commanders:{side}", 0)
    return 2 * gone.count(ELIMINATED) + gone.count(FLED) + shaken + lost


@rule("EV.2")
def is_broken(table: Table, side: SideId) -> bool:
    return break_points(table, side) >= at_start(table, side)


def at_start(table: Table, side: SideId) -> int:
    """How many units a side began with: as many break points break it."""
    return sum(unit.side == side for unit in table.setting.roster.values())


@rule("EV.3")
def is_decided(table: Table) -> bool:
    return any(is_broken(table, side) for side in table.setting.sides)


@rule("EV.3")
def points(table: Table, side: SideId) -> int:
    """What a side has earned: objectives that it holds, enemies gone, its own men brought away."""
    setting, victory = table.setting, table.setting.victory
    held = sum(
        objective.points
        for objective in setting.objectives.values()
        if table.holders[objective.id] == side
    )
    gone = [
        table.arm(unit)
        for unit, fate in table.removed.items()
        if fate.how == ELIMINATED and unit in setting.roster and table.side_of(unit) != side
    ]
    guns = gone.count(Arm.ARTILLERY)
    taken = (len(gone) - guns) * victory.eliminated + guns * victory.battery
    lost = table.tally.get(f"commanders:{setting.enemy(side)}", 0) * victory.commander
    return held + taken + lost + table.tally.get(f"withdrawn:{side}", 0) * victory.withdrawn


@rule("EV.3")
def verdict(table: Table) -> tuple[SideId, str]:
    """Who has won and how clearly: by a break, else by points."""
    setting = table.setting
    broken = [side for side in setting.sides if is_broken(table, side)]
    levels = setting.victory.levels
    if len(broken) == 1:
        return setting.enemy(broken[0]), levels[0][1]
    one, other = (points(table, side) for side in setting.sides)
    lead = abs(one - other)
    level = next(name for least, name in levels if lead >= least)
    draw = lead < min((least for least, _ in levels if least), default=1)
    return "" if draw else setting.sides[one < other], level
