"""Support by presence, from behind and beside (EG.12)."""

from __future__ import annotations

from collections.abc import Collection

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL, turn_between
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import zone_holding
from grognard.systems.empire.table import Table


@rule("EG.12", "EG.9")
def rear_supports(table: Table, unit: UnitId) -> list[UnitId]:
    """Formed friends in good order behind a unit, near, seen, and facing as it does."""
    return _supports(table, unit, "rear", (Zone.REAR,))


@rule("EG.12")
def side_supports(table: Table, unit: UnitId) -> list[UnitId]:
    """The same beside it."""
    return _supports(table, unit, "side", (Zone.LEFT, Zone.RIGHT))


def _supports(table: Table, unit: UnitId, where: str, zones: Collection[Zone]) -> list[UnitId]:
    figures, piece = sheet(), table.pieces[unit]
    reach = figures.figure("units/support", where) * MIL
    turn = figures.figure("units/support", "degrees")
    return [
        friend
        for friend in table.within(table.corners(unit), reach)
        if friend != unit
        and table.side_of(friend) == table.side_of(unit)
        and table.is_formed(friend)
        and table.pieces[friend].good
        and not table.pieces[friend].hidden
        and zone_holding(table, unit, table.pieces[friend].pose.point) in zones
        and turn_between(table.pieces[friend].pose.facing, piece.pose.facing) <= turn
    ]


@rule("EG.12")
def is_supported(table: Table, unit: UnitId) -> bool:
    """For morale: is there support from behind?"""
    return bool(rear_supports(table, unit))
