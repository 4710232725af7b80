"""What a battle is fought on and with: table, ground, troops, commanders, aims. It never changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import msgspec

from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.measured.terrain import Area, Course, Terrain
from grognard.mechanics.places import Place, point, point_of
from grognard.systems.empire.kinds import (
    Arm,
    Branch,
    Bulk,
    Cover,
    Drill,
    Edge,
    Formation,
    Going,
    Grade,
    Line,
    Order,
    Status,
    Trait,
)

SideId = str
UnitId = str
DivisionId = str
CommanderId = str
BuildingId = str


class Unit(msgspec.Struct, frozen=True):
    """A battalion, a regiment of horse or a battery: what its card says."""

    id: UnitId
    name: str
    side: SideId
    division: DivisionId
    arm: Arm
    branch: Branch
    status: Status
    morale: int
    drill: Drill
    cohesion: int
    bulk: Bulk = Bulk.STANDARD
    sk: int = 0
    traits: tuple[Trait, ...] = ()
    calibre: int = 0
    nation: str = ""
    parent: UnitId = ""

    @property
    def is_light_foot(self) -> bool:
        return self.arm is Arm.INFANTRY and self.branch is Branch.LIGHT

    @property
    def is_irregular(self) -> bool:
        return self.status is Status.IRREGULAR

    @property
    def is_mounted(self) -> bool:
        """Cavalry and horse guns: the second figure of every pair."""
        return self.arm is Arm.CAVALRY or self.branch is Branch.HORSE


class Stand(msgspec.Struct, frozen=True):
    """How a unit stands when the battle begins."""

    pose: Pose
    formation: Formation
    disordered: bool = False
    halves: int = 0
    building: BuildingId = ""
    hidden: bool = False


class Commander(msgspec.Struct, frozen=True):
    """A general of a division, or the chief of a side, whose division is empty."""

    id: CommanderId
    name: str
    side: SideId
    grade: Grade
    division: DivisionId = ""
    at: Point | None = None
    arrives_with: UnitId = ""


class Division(msgspec.Struct, frozen=True):
    """A division or brigade under one general. ``target`` is an objective, ``area`` what it defends."""

    id: DivisionId
    name: str
    side: SideId
    commander: CommanderId
    order: Order
    units: tuple[UnitId, ...]
    target: str = ""
    area: Polygon = ()
    reserve: bool = False


class Patch(msgspec.Struct, frozen=True):
    """A stretch of ground with its going, cover and height."""

    id: str
    kind: str
    corners: Polygon
    going: Going = Going.CLEAR
    cover: Cover = Cover.NONE
    hides: bool = False
    level: int = 0


class Building(msgspec.Struct, frozen=True):
    """A rectangle that one garrison can hold."""

    id: BuildingId
    corners: Polygon
    village: str = ""
    cover: Cover = Cover.MEDIUM

    @property
    def centre(self) -> Point:
        (ax, ay), _, (bx, by), _ = self.corners
        return (ax + bx) // 2, (ay + by) // 2


class Way(msgspec.Struct, frozen=True):
    """A line over the ground: a road, or an obstacle."""

    id: str
    kind: Line
    points: tuple[Point, ...]
    cover: Cover = Cover.NONE


class Objective(msgspec.Struct, frozen=True):
    """A point that is worth something to whoever holds it."""

    id: str
    name: str
    at: Point
    points: int
    holder: SideId = ""


class Arrival(msgspec.Struct, frozen=True):
    """When and where a unit comes: a turn, an edge, and the stretch of it that it may use."""

    unit: UnitId
    turn: int
    edge: Edge
    first: int
    last: int
    facing: int
    formation: Formation


class Turn(msgspec.Struct, frozen=True):
    """``first``: the side that the scenario names as first active; without one it is rolled for."""

    number: int
    time: str
    first: SideId = ""


class Army(msgspec.Struct, frozen=True):
    """A side: its name, its chief and its own edge of the table."""

    name: str
    chief: CommanderId
    edge: Edge


class Victory(msgspec.Struct, frozen=True):
    """What earns points at the end, and the levels of victory by the lead, the best first."""

    levels: tuple[tuple[int, str], ...]
    eliminated: int = 0
    battery: int = 0
    commander: int = 0
    withdrawn: int = 0


class Exit(msgspec.Struct, frozen=True):
    """A stretch of an edge by which units of a side may leave without being lost."""

    side: SideId
    edge: Edge
    first: int
    last: int
    scores_from: int = 0


class Deployment(msgspec.Struct, frozen=True):
    """Ground in which a side may shift its units before the battle; ``fixed``: as they face."""

    side: SideId
    corners: Polygon
    fixed: bool = False


class Special(msgspec.Struct, frozen=True):
    """A rule of one battle: whom it concerns, and the last turn on which it holds."""

    divisions: tuple[DivisionId, ...] = ()
    units: tuple[UnitId, ...] = ()
    turn: int = 99


Box = tuple[int, int, int, int]
"""The least east and north, and the greatest."""


def _box(corners: Polygon) -> Box:
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


Piece = tuple[Point, Point]
Track = tuple[Box, tuple[tuple[Box, Piece], ...]]
"""A line with the box about it, piece by piece with theirs."""

STANDINGS = 8
"""So many ways in which all units stand are remembered."""

RANKS = tuple(going.value for going in Going if going is not Going.CLEAR)


class Setting(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A battle before it begins."""

    id: str
    title: str
    width: int
    height: int
    sides: tuple[SideId, SideId]
    armies: Mapping[SideId, Army]
    attacker: SideId
    turns: tuple[Turn, ...]
    patches: tuple[Patch, ...]
    buildings: Mapping[BuildingId, Building]
    ways: tuple[Way, ...]
    objectives: Mapping[str, Objective]
    divisions: Mapping[DivisionId, Division]
    commanders: Mapping[CommanderId, Commander]
    roster: Mapping[UnitId, Unit]
    stands: Mapping[UnitId, Stand]
    arrivals: Mapping[UnitId, Arrival]
    victory: Victory
    options: Mapping[str, str]
    side_names: Mapping[SideId, str] = {}
    chosen: Mapping[str, str] = {}
    exits: tuple[Exit, ...] = ()
    deployments: tuple[Deployment, ...] = ()
    special: Mapping[str, Special] = {}
    soaked: bool = False
    revision: str = ""

    @cached_property
    def terrain(self) -> Terrain:
        """The ground as moves and sight ask it."""
        areas = [
            Area(patch.corners, patch.going.value if patch.going is not Going.CLEAR else "", patch.level)
            for patch in self.patches
        ]  # fmt: skip
        areas += [Area(held.corners, Going.BUILDING.value) for held in self.buildings.values()]
        courses = tuple(Course(way.kind.value, way.points) for way in self.ways)
        return Terrain(self.width, self.height, tuple(areas), courses, RANKS)

    @cached_property
    def boxes(self) -> tuple[tuple[Box, Area], ...]:
        """Every area that is not clear, with the box about it."""
        return tuple((_box(area.corners), area) for area in self.terrain.areas if area.terrain)

    @cached_property
    def roads(self) -> tuple[Track, ...]:
        return self._tracks(lambda way: way.kind in (Line.ROAD, Line.BRIDGE))

    @cached_property
    def bridges(self) -> tuple[Track, ...]:
        return self._tracks(lambda way: way.kind is Line.BRIDGE)

    @cached_property
    def barriers(self) -> tuple[Track, ...]:
        return self._tracks(lambda way: way.kind.is_obstacle)

    def _tracks(self, wanted: Callable[[Way], bool]) -> tuple[Track, ...]:
        return tuple(
            (_box(way.points), tuple((_box(piece), piece) for piece in pairwise(way.points)))
            for way in self.ways
            if wanted(way)
        )

    @cached_property
    def memory(self) -> dict[Hashable, Any]:
        """What was worked out on this ground, by all that it depends on."""
        return {}

    @cached_property
    def _standings(self) -> dict[Hashable, dict[Hashable, Any]]:
        return {}

    def stood(self, units: Hashable) -> dict[Hashable, Any]:
        """What was worked out for units that stand so; only the last few such are remembered."""
        kept = self._standings
        if units not in kept and len(kept) >= STANDINGS:
            kept.clear()
        return kept.setdefault(units, {})

    def forget(self) -> None:
        """All that was worked out on this ground is worked out anew."""
        self.memory.clear()
        self._standings.clear()

    def areas_on(self, start: Point, end: Point) -> tuple[Area, ...]:
        """The areas, other than clear ones, that a straight line may meet."""
        (ax, ay), (bx, by) = start, end
        x0, x1 = (ax, bx) if ax <= bx else (bx, ax)
        y0, y1 = (ay, by) if ay <= by else (by, ay)
        return tuple(
            [
                area
                for (left, low, right, high), area in self.boxes
                if left <= x1 and x0 <= right and low <= y1 and y0 <= high
            ]
        )

    def enemy(self, side: SideId) -> SideId:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def place(self, at: Point) -> Place:
        """A point as front ends name it: they count southwards."""
        x, y = (max(0, min(at[0], self.width)), max(0, min(at[1], self.height)))
        return point(x, self.height - y)

    def point(self, place: Place) -> Point:
        """The point that front ends name so."""
        x, y = point_of(place)
        return x, self.height - y
