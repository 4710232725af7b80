"""Threatened sides and safe flanks (EG.10, EG.11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import is_within, nearest_point, overlap
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.polygons import Polygon, crossings, edges, holds
from grognard.mechanics.measured.zones import Zone, corridor, is_ahead
from grognard.systems.empire.kinds import Arm, Going
from grognard.systems.empire.setting import Setting, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import zone_holding
from grognard.systems.empire.table import Table, box_of

CLOSED: Final = {
    Arm.INFANTRY: (Going.BUILDING, Going.IMPASSABLE),
    Arm.CAVALRY: (Going.DIFFICULT, Going.BUILDING, Going.IMPASSABLE),
}
"""Ground over which an arm threatens nobody, as it cannot charge over it."""


@rule("EG.10", "ER-10")
def threats(table: Table, unit: UnitId, but: Collection[UnitId] = ()) -> Mapping[Zone, Arm]:
    """The sides of a unit that are threatened, each by foot or, if any of it is, by horse.

    ``but`` names units whose threat does not count, as those that fight in the same shock.
    """

    def found() -> Mapping[Zone, Arm]:
        sides: dict[Zone, Arm] = {}
        for enemy, side in table.standing(("threats", unit), lambda: _threats(table, unit)):
            if enemy not in but and sides.get(side) is not Arm.CAVALRY:
                sides[side] = table.arm(enemy)
        return sides

    return table.standing(("threatened", unit, tuple(but)), found)


def _threats(table: Table, unit: UnitId) -> list[tuple[UnitId, Zone]]:
    if table.pieces[unit].formation.is_all_front or table.is_skirmisher(unit):
        return []
    corners, reach = table.corners(unit), sheet().figure("units/support", "threat") * MIL
    found: list[tuple[UnitId, Zone]] = []
    for enemy in table.enemies_within(table.side_of(unit), corners, reach):
        side = zone_holding(table, unit, table.pieces[enemy].pose.point)
        if side is not Zone.FRONT and _may_threaten(table, enemy) and _is_free(table, enemy, unit):
            found.append((enemy, side))
    return found


def _may_threaten(table: Table, enemy: UnitId) -> bool:
    piece = table.pieces[enemy]
    return (
        table.arm(enemy) is not Arm.ARTILLERY
        and table.is_formed(enemy)
        and piece.good
        and not piece.formation.is_all_front
    )


def _is_free(table: Table, enemy: UnitId, unit: UnitId) -> bool:
    """Has an enemy the unit ahead of it, and nothing formed and no closed ground on the way?"""
    footprint, corners = table.footprint(enemy), table.corners(unit)
    if not is_ahead(footprint, corners):
        return False
    aim = nearest_point(corners, footprint.pose.point)
    way = corridor(footprint, aim)
    for other in table.near(box_of(way), 0):
        if other not in (enemy, unit) and table.is_formed(other):
            if overlap(way, table.corners(other)):
                return False
    return not meets_ground(table.setting, footprint.pose.point, aim, CLOSED[table.arm(enemy)])


def meets_ground(setting: Setting, start: Point, end: Point, kinds: Collection[Going]) -> bool:
    """Does a straight line meet ground of such a kind?"""
    return any(
        holds(area.corners, start)
        or holds(area.corners, end)
        or bool(crossings(start, end, edges(area.corners)))
        for area in setting.terrain.areas
        if area.terrain and Going(area.terrain) in kinds
    )


# --- safe flanks


@rule("EG.11")
def safe_flanks(table: Table, unit: UnitId, but: Collection[UnitId] = ()) -> int:
    """How many flanks of a unit are safe: nobody threatens them, and something leans on them."""
    sides = threats(table, unit, but)
    return sum(
        side not in sides and _leans(table, unit, edge)
        for side, edge in _side_edges(table, unit).items()
    )


def _side_edges(table: Table, unit: UnitId) -> dict[Zone, Polygon]:
    front_left, front_right, rear_right, rear_left = table.corners(unit)
    return {Zone.LEFT: (front_left, rear_left), Zone.RIGHT: (front_right, rear_right)}


def _leans(table: Table, unit: UnitId, edge: Polygon) -> bool:
    """A formed friend in good order, closed ground, a friend's building or the table's edge is near."""
    near = sheet().figure("units/support", "safe") * MIL
    side, setting = table.side_of(unit), table.setting
    for other in table.within(edge, near):
        if other != unit and table.side_of(other) == side:
            piece = table.pieces[other]
            if table.is_formed(other) and piece.good and not piece.hidden:
                return True
    if any(min(x, y, setting.width - x, setting.height - y) <= near for x, y in edge):
        return True
    return any(
        _is_near(edge, area.corners, near)
        for area in setting.terrain.areas
        if area.terrain in (Going.DIFFICULT, Going.IMPASSABLE)
    )


def _is_near(edge: Polygon, area: Polygon, near: int) -> bool:
    """Does an edge come near an area of any outline?"""
    start, end = edge
    if holds(area, start) or crossings(start, end, edges(area)):
        return True
    return any(is_within(edge, side, near) for side in edges(area))
