"""Lines of sight and of fire: from whom, to which point, how far, and what blocks them (EG.9)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import TOUCH, exactly, nearest, on_mils
from grognard.mechanics.measured.mils import MIL, Point, squared
from grognard.mechanics.measured.polygons import Polygon, crossings, holds
from grognard.mechanics.measured.sight import crossed
from grognard.mechanics.measured.terrain import Terrain
from grognard.mechanics.measured.zones import Zone, part_ahead, zone
from grognard.systems.empire.kinds import Cover
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table, box_of

NOTHING = Terrain(0, 0)
"""What lies on a line is asked by name, ground and bodies alike."""

PATCH, BUILDING, UNIT = "ground:", "building:", "unit:"


@rule("EG.14")
class Line(msgspec.Struct, frozen=True, gc=False):
    """From a shooter to the nearest point of a target in its arc; ``squared`` is the range, exactly."""

    start: Point
    end: Point
    squared: Fraction

    def is_within(self, mils: int) -> bool:
        return self.squared <= mils * mils


@rule("EG.6")
def zone_holding(table: Table, unit: UnitId, point: Point) -> Zone:
    """The zone of a unit in which a point lies: squares and garrisons are all front.

    Detached skirmishers have a front and a rear only.
    """
    piece = table.pieces[unit]
    if piece.formation.is_all_front:
        return Zone.FRONT
    found = zone(piece.footprint, point)
    if table.is_skirmisher(unit) and found is not Zone.REAR:
        return Zone.FRONT
    return found


@rule("E48.9", "EG.9", "EG.16")
def line_to(table: Table, unit: UnitId, target: UnitId) -> Line | None:
    """From the front centre to the nearest point in the arc; None if nothing of it lies there.

    A garrison looks from the nearest point of its building, a square from its nearest corner.
    """

    def found() -> Line | None:
        piece, shape = table.pieces[unit], table.corners(target)
        if piece.formation.is_square:
            return min((_line(corner, shape) for corner in table.corners(unit)), key=_far)
        if piece.formation.is_all_front:
            return _between(table.corners(unit), shape)
        part = part_ahead(piece.footprint, shape)
        if not part:
            return None
        far, exact = nearest(part, piece.pose.point)
        return Line(piece.pose.point, on_mils(exact), far)

    return table.standing(("line", unit, target), found)


def _far(line: Line) -> Fraction:
    return line.squared


def _line(start: Point, shape: Polygon) -> Line:
    far, exact = nearest(exactly(shape), start)
    return Line(start, on_mils(exact), far)


def _between(one: Polygon, other: Polygon) -> Line:
    """The shortest line between two shapes: it begins or ends at a corner."""
    onward = min((_line(corner, other) for corner in one), key=_far)
    back = min((_line(corner, one) for corner in other), key=_far)
    return onward if onward.squared <= back.squared else Line(back.end, back.start, back.squared)


@rule("EG.9")
def is_seen(table: Table, unit: UnitId, target: UnitId, line: Line) -> bool:
    """Is nothing between them: no wood, village, building, higher hill or formed unit?"""
    return table.standing(
        ("seen", unit, target, line), lambda: not _blocked(table, unit, target, line)
    )


def _blocked(table: Table, unit: UnitId, target: UnitId, line: Line) -> bool:
    setting = table.setting
    level = max(setting.terrain.level(line.start), setting.terrain.level(line.end))
    patches = {f"{PATCH}{patch.id}": patch for patch in setting.patches}
    own = {table.pieces[each].building for each in (unit, target)}
    shapes = {name: patch.corners for name, patch in patches.items()}
    shapes |= {
        f"{BUILDING}{held.id}": held.corners
        for held in setting.buildings.values()
        if held.id not in own
    }
    shapes |= {
        f"{UNIT}{each}": table.corners(each) for each in _bodies(table, unit, target, line, level)
    }
    for met in crossed(NOTHING, line.start, line.end, shapes):
        patch = patches.get(met.body)
        if patch is None:
            if met.is_longer(TOUCH):
                return True
        elif patch.level > level or (patch.hides and met.is_longer(MIL if met.ends else TOUCH)):
            return True
    return False


def _bodies(table: Table, unit: UnitId, target: UnitId, line: Line, level: int) -> list[UnitId]:
    """Formed units that an end of the line does not look over; a garrison's building stands for it."""
    side = table.side_of(unit)
    return [
        each
        for each in table.near(box_of((line.start, line.end)), 0)
        if each not in (unit, target)
        and table.is_formed(each)
        and not table.pieces[each].building
        and not (table.pieces[each].hidden and table.side_of(each) != side)
        and table.level(each) >= level
    ]


@rule("ET.3", "ET.6", "E50.21")
def cover_of(table: Table, target: UnitId, line: Line | None = None) -> Cover:
    """What protects a target: its ground or building, or an obstacle crossed within 1 UD of it."""
    setting, piece = table.setting, table.pieces[target]
    found = [Cover.NONE]
    if piece.building:
        found.append(setting.buildings[piece.building].cover)
    found += [patch.cover for patch in setting.patches if holds(patch.corners, piece.pose.point)]
    if line is not None:
        found += [
            way.cover
            for way in setting.ways
            if way.kind.is_obstacle and _crossed_near(line, way.points)
        ]
    return max(found, key=lambda cover: cover.level)


def _crossed_near(line: Line, points: tuple[Point, ...]) -> bool:
    """Does a line cross another within a UD of its end?"""
    pieces = list(pairwise(points))
    whole = squared(line.start, line.end)
    return any(
        (1 - part) ** 2 * whole <= MIL * MIL for part in crossings(line.start, line.end, pieces)
    )
