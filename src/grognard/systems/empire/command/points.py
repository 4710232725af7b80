"""Command points: what a commander has, who is in command, what it costs to activate somebody."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import is_within
from grognard.systems.empire.events import PointsSpent
from grognard.systems.empire.kinds import Arm, Branch, Grade
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

DIVISOR = sheet().figure("commanders/points", "divisor", "points")


@rule("E24.1", "E24.10")
def points_for(grade: Grade, die: int) -> int:
    """Half of the die and the value, rounded up, and never less than nothing.

    >>> points_for(Grade.ORDINARY, 5), points_for(Grade.POOR, 1), points_for(Grade.STRATEGIST, 6)
    (3, 0, 5)
    """
    return max(0, -(-(die + sheet().commander(grade).value) // DIVISOR))


@rule("E23.6", "E23.12")
def is_in_command(table: Table, unit: UnitId) -> bool:
    """Is the general of its division near enough to a unit?"""
    return table.derived(("commanded", unit), lambda: _is_commanded(table, unit))


def _is_commanded(table: Table, unit: UnitId) -> bool:
    card = table.printed(unit)
    general = table.general(card.division)
    if general.at is None or general.lost:
        return False
    light = card.arm is Arm.CAVALRY and card.branch is Branch.LIGHT
    reach = sheet().commander(general.grade).range
    if light or table.is_skirmisher(unit):
        reach += sheet().length("commanders/range", "skirmishers_or_light_cavalry")
    return is_within(table.corners(unit), table.officer_corners(general.id), reach)


@rule("E24.2", "E24.14")
def price(table: Table, units: Iterable[UnitId], points: int) -> int:
    """What a use costs for units: a point more if one of them is out of command."""
    return points + any(not is_in_command(table, unit) for unit in units)


def points_of(table: Table, division: DivisionId) -> int:
    """What the general of a division can still spend."""
    return table.general(division).points


def spend(table: Table, division: DivisionId, points: int) -> None:
    if points:
        table.record(PointsSpent(table.general(division).id, points))
