"""Garrisons: into a building, and out of it (ET.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL, Point, at
from grognard.mechanics.places import Place
from grognard.systems.empire.actions import Garrison, Quit
from grognard.systems.empire.command.points import points_of, price, spend
from grognard.systems.empire.events import Activated, OfHidden, secret_of
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Arm, Edge, Formation
from grognard.systems.empire.movement.ground import forbids
from grognard.systems.empire.movement.rates import forbidden
from grognard.systems.empire.setting import BuildingId, DivisionId, Setting, SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table, box_of

FACING = {Edge.NORTH: 0, Edge.EAST: 90, Edge.SOUTH: 180, Edge.WEST: 270}


class Garrisoned(OfHidden, frozen=True, tag=True):
    """Foot has gone into a building."""

    unit: UnitId
    building: BuildingId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("ET.4", "E24.8")

    def change(self, table: Table) -> None:
        centre = table.setting.buildings[self.building].centre
        pose = Pose(*centre, table.pieces[self.unit].pose.facing)
        table.alter(self.unit, pose=pose, formation=Formation.GARRISON, building=self.building)


class LeftBuilding(OfHidden, frozen=True, tag=True):
    """A garrison stands before its building again."""

    unit: UnitId
    pose: Pose
    formation: Formation
    to: Place
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("ET.4", "E24.8")

    def change(self, table: Table) -> None:
        table.alter(self.unit, pose=self.pose, formation=self.formation, building="")


@rule("ET.4", "E24.8", "E30.19")
def against(table: Table, division: DivisionId, order: Garrison | Quit) -> Reason | None:
    """What speaks against going into a building, or out of it."""
    unit = order.unit
    if unit not in table.pieces or table.printed(unit).division != division:
        return Reason(f"{unit} is not on the table in the division that acts", "E24.8")
    piece, name = table.pieces[unit], table.printed(unit).name
    if piece.acted or piece.moves:
        return Reason(f"{name} has acted: a garrison takes a whole move", "ET.4")
    if isinstance(order, Garrison):
        barred = _against_entering(table, order)
    else:
        barred = _against_leaving(table, order)
    cost = price_of(table, unit)
    if barred is None and cost > points_of(table, division):
        return Reason(f"its general has not the {cost} points that it takes", "E24.8")
    return barred


def price_of(table: Table, unit: UnitId) -> int:
    return price(table, (unit,), sheet().figure("commanders/points", "use"))


@rule("ET.4", "E22.5")
def _against_entering(table: Table, order: Garrison) -> Reason | None:
    piece, name = table.pieces[order.unit], table.printed(order.unit).name
    building = table.setting.buildings.get(order.building)
    if building is None:
        return Reason(f"there is no building {order.building}", "ET.4")
    if table.arm(order.unit) is not Arm.INFANTRY or table.is_skirmisher(order.unit):
        return Reason(f"{name} holds no building: only battalions do", "ET.4")
    if piece.building:
        return Reason(f"{name} holds a building already", "ET.4")
    if piece.disordered or piece.marked:
        return Reason(f"{name} is Disordered or has an action marker", "E30.19")
    if any(held.building == order.building for held in table.pieces.values()):
        return Reason("somebody holds that building", "ET.4")
    if not is_within(table.corners(order.unit), building.corners, MIL):
        return Reason("that building is farther than 1 UD", "ET.4")
    for other in table.upon(building.corners, (order.unit,)):
        return Reason(f"{table.printed(other).name} stands there", "EG.5")
    return None


@rule("ET.4")
def _against_leaving(table: Table, order: Quit) -> Reason | None:
    piece, name = table.pieces[order.unit], table.printed(order.unit).name
    if not piece.building:
        return Reason(f"{name} holds no building", "ET.4")
    if order.formation not in (Formation.LINE, Formation.COLUMN):
        return Reason("a garrison leaves in line or in column", "ET.4")
    there = outside(table, order)
    corners = there.corners
    if not table.setting.terrain.on_table(corners):
        return Reason("that is off the table", "EG.4")
    card = table.printed(order.unit)
    bad = forbidden(card, order.formation)
    if forbids(table.setting, there.pose.point, there.pose.point, bad, straight=False):
        return Reason(f"{name} has no ground to stand on there", "ET.6")
    for other in table.upon(corners, (order.unit,), seen_by=card.side):
        return Reason(f"{table.printed(other).name} stands there", "EG.5")
    if any(held.id != piece.building for held in table.buildings_under(corners)):
        return Reason("another building stands there", "ET.4")
    return None


def outside(table: Table, order: Quit) -> Footprint:
    """How a garrison stands outside: its rear on the middle of an edge, facing away from it."""
    middle = _middle(table.setting, table.pieces[order.unit].building, order.edge)
    size, facing = size_of(table.printed(order.unit), order.formation), FACING[order.edge]
    return Footprint(Pose(*at(middle, facing, size.depth), facing), size)


def _middle(setting: Setting, building: BuildingId, edge: Edge) -> Point:
    west, south, east, north = box_of(setting.buildings[building].corners)
    x, y = (west + east) // 2, (north + south) // 2
    return {
        Edge.NORTH: (x, north),
        Edge.EAST: (east, y),
        Edge.SOUTH: (x, south),
        Edge.WEST: (west, y),
    }[edge]


def candidates(table: Table, division: DivisionId) -> Iterator[Garrison | Quit]:
    """Every building in reach of foot, every way out of one."""
    orders: list[Garrison | Quit] = []
    for unit in sorted(table.units_in(division)):
        piece = table.pieces[unit]
        if piece.building:
            orders += [
                Quit(unit, edge, formation)
                for edge in sorted(Edge)
                for formation in sorted((Formation.LINE, Formation.COLUMN))
            ]
        elif table.arm(unit) is Arm.INFANTRY:
            orders += [Garrison(unit, held) for held in sorted(table.setting.buildings)]
    yield from (order for order in orders if against(table, division, order) is None)


def carried_out(table: Table, order: Garrison | Quit) -> None:
    """Pay for it, and go."""
    spend(table, table.printed(order.unit).division, price_of(table, order.unit))
    secret = secret_of(table, order.unit)
    table.record(Activated(order.unit, secret=secret))
    if isinstance(order, Garrison):
        table.record(Garrisoned(order.unit, order.building, secret))
        return
    there = outside(table, order)
    place = table.setting.place(there.centre)
    table.record(LeftBuilding(order.unit, there.pose, order.formation, place, secret))
