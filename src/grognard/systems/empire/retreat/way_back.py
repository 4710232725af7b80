"""The way back of a unit that retreats or flees: where it ends, or that there is none (E40)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint, Pose, centred
from grognard.mechanics.measured.gaps import gap_squared, is_within, overlap
from grognard.mechanics.measured.mils import Point, at, bearing, rounded_up
from grognard.mechanics.measured.paths import driven, least, swept
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Arm, Edge, Formation, Going
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.supports import rear_supports
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import meets_ground

STANDS, BLOCKED, LEFT = "stands", "blocked", "left"
HALF_TURN = 180
STEP = 250
"""A way that is nowhere free is cut in so many mils."""


class Fallen(msgspec.Struct, frozen=True):
    """How a way back ends: the unit stands, was blocked, or left the table."""

    end: str
    pose: Pose
    formation: Formation
    path: tuple[Point, ...] = ()
    straight: Pose | None = None
    """Where it stood after the straight part of its way."""


class WayBack:
    """A unit on its way back from somebody."""

    def __init__(
        self,
        table: Table,
        unit: UnitId,
        source: UnitId,
        origin: Point,
        *,
        flight: bool,
        distance: int,
    ) -> None:
        self.table, self.unit, self.source, self.distance = table, unit, source, distance
        self.flight = flight
        self.card, self.side = table.printed(unit), table.side_of(unit)
        self.formation = formation_after(table, unit, flight=flight, distance=distance)
        self.village = self._village()
        centre = table.centre(unit)
        self.away = bearing(origin, centre)
        facing = self.away if flight else (self.away + HALF_TURN) % 360
        self.footprint = centred(centre, facing, size_of(self.card, self.formation))
        self.passed = [centre]

    @rule("E40.1", "E40.2", "E40.3", "E40.5", "E40.8", "E40.9", "E40.6")
    def walked(self) -> Fallen:
        """The straight part, then what is left of the way round whatever blocks it."""
        first = min(self.distance, sheet().length("retreat/legs", "straight"))
        behind = self._behind_friend(first)
        if behind is not None:
            self._go(behind.pose)
            return self._end(STANDS)
        off = self._edge(self.away, first)
        if self._sweeps(self.footprint, self.away, min(off, first)):
            return self._end(BLOCKED)
        self._go(driven(self.footprint.pose, self.away, min(off, first)))
        if off <= first:
            return self._end(LEFT)
        straight = self.footprint.pose
        left = self._bend(self.distance - first)
        end = LEFT if left else self._settle()
        return msgspec.structs.replace(self._end(end), straight=straight)

    # --- the second leg

    @rule("E40.3", "E40.8")
    def _bend(self, distance: int) -> bool:
        """Along the first free bearing, else as far as one of them goes. Has it left the table?"""
        if distance <= 0:
            return False
        for turn in self._turns():
            free = [
                bent
                for bent in dict.fromkeys(((self.away - turn) % 360, (self.away + turn) % 360))
                if not self._sweeps(self.footprint, bent, min(distance, self._edge(bent, distance)))
            ]
            if free:
                return self._take(min(free, key=lambda bent: self._rank(bent, distance)), distance)
        bent, far = self._longest(distance)
        self.away = bent
        self._go(driven(self.footprint.pose, bent, far))
        return False

    def _turns(self) -> range:
        bend = sheet().figure("retreat/degrees", "bend")
        return range(0, sheet().figure("retreat/degrees", "bend_most") + 1, bend)

    def _take(self, bent: int, distance: int) -> bool:
        off = self._edge(bent, distance)
        self.away = bent
        self._go(driven(self.footprint.pose, bent, min(off, distance)))
        return off <= distance

    def _rank(self, bent: int, distance: int) -> tuple[object, ...]:
        """Farther from the nearest enemy at the end, nearer to the own edge, the left one."""
        end = self.footprint.moved(driven(self.footprint.pose, bent, distance))
        gaps = [
            gap_squared(end.corners, self.table.corners(enemy))
            for enemy in self.table.units_of(self.table.setting.enemy(self.side))
            if not self.table.pieces[enemy].hidden
        ]
        left = (self.away - bent) % 360 <= HALF_TURN
        return -min(gaps, default=0), self._to_edge(end.pose.point), not left

    def _to_edge(self, point: Point) -> int:
        setting = self.table.setting
        x, y = point
        match setting.armies[self.side].edge:
            case Edge.NORTH:
                return setting.height - y
            case Edge.SOUTH:
                return y
            case Edge.EAST:
                return setting.width - x
            case Edge.WEST:
                return x

    def _longest(self, distance: int) -> tuple[int, int]:
        """The bearing that goes farthest in whole steps; the smaller turn, then the left, at a tie."""
        reached = [
            (self._free(bent, distance), bent)
            for turn in self._turns()
            for bent in dict.fromkeys(((self.away - turn) % 360, (self.away + turn) % 360))
        ]
        far, bent = max(reached, key=lambda each: each[0])
        return bent, far

    def _free(self, bent: int, distance: int) -> int:
        """How far a bearing is free, in whole steps."""
        blocked = least(
            rounded_up(distance, STEP),
            lambda steps: self._sweeps(self.footprint, bent, min(distance, steps * STEP)),
        )
        return distance if blocked is None else max(0, blocked - 1) * STEP

    # --- the end

    @rule("E40.8")
    def _settle(self) -> str:
        """Off its friends and out of buildings: straight on until there is room."""
        most = sheet().length("retreat/legs", "overrun")
        for onward in range(0, most + 1, STEP):
            pose = driven(self.footprint.pose, self.away, onward)
            there = self.footprint.moved(pose)
            if onward and self._sweeps(self.footprint, self.away, onward):
                return BLOCKED
            if not self.table.setting.terrain.on_table(there.corners):
                return LEFT
            if self.table.has_room(there.corners, (self.unit,)):
                if onward:
                    self._go(pose)
                return STANDS
        return BLOCKED

    @rule("E40.2")
    def _behind_friend(self, first: int) -> Footprint | None:
        """A friend who supports from behind lets the unit through, if there is room behind him."""
        table = self.table
        path = swept(self.footprint, driven(self.footprint.pose, self.away, first))
        friends = [
            friend
            for friend in rear_supports(table, self.unit)
            if overlap(path, table.corners(friend))
        ]
        order = list(table.pieces)
        friends.sort(key=lambda each: (table.gap_squared(self.unit, each), order.index(each)))
        for friend in friends[:1]:
            there = self._set_down(friend)
            if table.has_room(there.corners, (self.unit,)) and not self._on_closed_ground(there):
                return there
        return None

    def _set_down(self, friend: UnitId) -> Footprint:
        """Directly behind a friend: touching him, on his axis."""
        behind = self.table.footprint(friend)
        facing, depth = behind.pose.facing, self.footprint.size.depth
        centre = at(behind.pose.point, facing, -behind.size.depth - depth // 2)
        return centred(centre, facing + (HALF_TURN if self.flight else 0), self.footprint.size)

    # --- what blocks

    def _sweeps(self, start: Footprint, bent: int, distance: int) -> bool:
        """Is something that blocks on the way?"""
        end = driven(start.pose, bent, distance)
        if self._blocks_from(start)(swept(start, end)):
            return True
        return any(
            meets_ground(self.table.setting, one, other, self._closed)
            for one, other in zip(_front(start), _front(start.moved(end)), strict=True)
            if not self._starts_in_closed(one)
        )

    def _blocks_from(self, start: Footprint) -> Blocks:
        return Blocks(self, start)

    @property
    def _closed(self) -> tuple[Going, ...]:
        if self.card.arm is Arm.INFANTRY and not self.formation.is_square:
            return (Going.IMPASSABLE,)
        return (Going.DIFFICULT, Going.IMPASSABLE)

    def _starts_in_closed(self, point: Point) -> bool:
        return meets_ground(self.table.setting, point, point, self._closed)

    def _on_closed_ground(self, there: Footprint) -> bool:
        return any(self._starts_in_closed(point) for point in _front(there))

    def buildings(self) -> Iterator[Polygon]:
        """Buildings in the way; a garrison is not held up by those of its own village."""
        for held in self.table.setting.buildings.values():
            if not (self.village and held.village == self.village):
                if held.id != self.table.pieces[self.unit].building:
                    yield held.corners

    def _village(self) -> str:
        held = self.table.pieces[self.unit].building
        return self.table.setting.buildings[held].village if held else ""

    def _edge(self, bent: int, distance: int) -> int:
        """How far along a bearing the table's edge is crossed; beyond the distance if it is not."""
        terrain, footprint = self.table.setting.terrain, self.footprint

        def is_off(mils: int) -> bool:
            return not terrain.on_table(footprint.moved(driven(footprint.pose, bent, mils)).corners)

        found = least(distance, is_off)
        return distance + 1 if found is None else found

    # --- going

    def _go(self, pose: Pose) -> None:
        self.footprint = self.footprint.moved(pose)
        self.passed.append(self.footprint.centre)

    def _end(self, end: str) -> Fallen:
        return Fallen(end, self.footprint.pose, self.formation, tuple(self.passed))


class Blocks:
    """Does a swept shape meet a building or an enemy? One that is near already must come nearer."""

    def __init__(self, way: WayBack, start: Footprint) -> None:
        self.buildings = list(way.buildings())
        table = way.table
        self.near = sheet().length("manoeuvres/distances", "spacing")
        self.enemies = [
            (table.corners(enemy), gap_squared(start.corners, table.corners(enemy)))
            for enemy in table.units_of(table.setting.enemy(way.side))
            if enemy != way.source and not table.pieces[enemy].hidden
        ]

    def __call__(self, shape: Polygon) -> bool:
        if any(overlap(shape, building) for building in self.buildings):
            return True
        for corners, before in self.enemies:
            if not is_within(shape, corners, self.near):
                continue
            if overlap(shape, corners) or gap_squared(shape, corners) < before:
                return True
        return False


def _front(of: Footprint) -> tuple[Point, Point, Point]:
    """The points of a front by which forbidden ground is judged: its quarters and its centre."""
    quarter = of.size.front // 4
    here, facing = of.pose.point, of.pose.facing
    return at(here, facing, 0, -quarter), here, at(here, facing, 0, quarter)


@rule("E56.48", "E54.13", "E40.9", "ER-26")
def formation_after(table: Table, unit: UnitId, *, flight: bool, distance: int) -> Formation:
    """A square stays one in a retreat of its own move; a garrison leaves as a column; guns limber to flee."""
    held = table.pieces[unit].formation
    if held is Formation.GARRISON:
        return Formation.COLUMN
    if held is Formation.UNLIMBERED and flight:
        return Formation.LIMBERED
    if held.is_square and (flight or distance > sheet().length("retreat/legs", "straight")):
        return Formation.COLUMN
    return held
