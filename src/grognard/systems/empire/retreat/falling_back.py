"""A unit falls back: the way, the friend it passes, its end (E40)."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.places import Place
from grognard.systems.empire.events import Fact, Withdrawn
from grognard.systems.empire.kinds import Edge, Formation
from grognard.systems.empire.morale.losses import ELIMINATED, Eliminated
from grognard.systems.empire.retreat.way_back import BLOCKED, LEFT, WayBack
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

FLED = "fled"
RECOIL = "recoil"


class FellBack(Fact, frozen=True, tag=True):
    """A unit has retreated, or fled; whoever is attached to it came along."""

    unit: UnitId
    pose: Pose
    formation: Formation
    flight: bool
    to: Place
    path: tuple[Place, ...] = ()
    clauses: ClassVar[tuple[str, ...]] = ("E40.1", "E40.3")

    def change(self, table: Table) -> None:
        table.alter(self.unit, pose=self.pose, formation=self.formation, building="")


@rule("E60.6", "E42.7")
def distance_of(table: Table, unit: UnitId, distance: str) -> int:
    """How far a unit goes back, in mils."""
    if distance == RECOIL:
        return sheet().length("reactions/reach", RECOIL)
    return sheet().fall_back(distance, mounted=table.printed(unit).is_mounted)


class FallBack(Procedure, tag=True):
    """A unit retreats or flees from ``source``, that stood at ``origin``. Result: is it still there?

    ``distance`` is a row of the card: morale, shock, flight; or the recoil of skirmishers.
    """

    unit: UnitId
    source: UnitId
    origin: Point
    distance: str
    flight: bool

    @step("E40.1", "E40.2", "E40.3", "E40.5", "E40.6", "E40.8", "E60.6")
    def go(self, table: Table) -> Flow:
        if self.flight and lays_down_arms(table, self.unit):
            return Call(Eliminated(self.unit, how=ELIMINATED), "gone")
        distance = distance_of(table, self.unit, self.distance)
        way = WayBack(
            table, self.unit, self.source, self.origin, flight=self.flight, distance=distance
        )
        found = way.walked()
        if found.end == BLOCKED:
            return Call(Eliminated(self.unit, how=ELIMINATED), "gone")
        if found.end == LEFT:
            if is_exit(table, self.unit, found.pose.point):
                table.record(Withdrawn(self.unit, scores=False))
                return Done(False)
            return Call(Eliminated(self.unit, how=FLED), "gone")
        place = table.setting.place
        path = tuple(place(point) for point in found.path)
        table.record(FellBack(self.unit, found.pose, found.formation, self.flight, path[-1], path))
        return Done(True)

    @step("E40.5", "E40.6")
    def gone(self, table: Table) -> Flow:
        return Done(False)


def lays_down_arms(table: Table, unit: UnitId) -> bool:
    """A rule of a battle: these surrender when they would first flee."""
    special = table.setting.special.get("saxons")
    return special is not None and unit in special.units and table.turn <= special.turn


@rule("E40.6")
def is_exit(table: Table, unit: UnitId, at: Point) -> bool:
    """Is this by a stretch of the edge where units of the side may leave without being lost?"""
    setting, size = table.setting, table.pieces[unit].size
    for way in setting.exits:
        flat = way.edge in (Edge.NORTH, Edge.SOUTH)
        along, across = at if flat else (at[1], at[0])
        beyond = setting.height if flat else setting.width
        off = across if way.edge in (Edge.SOUTH, Edge.WEST) else beyond - across
        here = way.first <= along <= way.last and off <= max(size.front, size.depth)
        if way.side == table.side_of(unit) and here:
            return True
    return False
