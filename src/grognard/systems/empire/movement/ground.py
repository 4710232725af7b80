"""Ground under a way: its classes, roads and bridges, and what may not be entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import Point, bearing, length_up, turn_between
from grognard.mechanics.measured.paths import least
from grognard.mechanics.measured.polygons import crossings, edges, holds
from grognard.mechanics.measured.terrain import Terrain
from grognard.systems.empire.kinds import Going
from grognard.systems.empire.setting import RANKS, Piece, Setting, Track

BESIDE = 500
"""Half the width of a road and of a bridge, in mils."""

ALONG = 30
"""A unit follows a road that it faces within so many degrees."""


def going_at(setting: Setting, point: Point) -> Going:
    """The worst ground that holds a point."""
    found = [
        Going(area.terrain) for area in setting.areas_on(point, point) if holds(area.corners, point)
    ]
    return max(found, key=list(Going).index, default=Going.CLEAR)


@rule("E29.15")
def classes_of(setting: Setting, start: Point, end: Point, length: int) -> list[tuple[Going, int]]:
    """A length parted by the ground that the straight line under it passes."""
    areas = setting.areas_on(start, end)
    if not areas:
        return [(Going.CLEAR, length)]
    parts = Terrain(setting.width, setting.height, areas, (), RANKS).lengths(start, end)
    whole = sum(mils for _, mils in parts)
    if not whole:
        return [(Going(setting.terrain.at(start)), length)]
    found, done, passed = [], 0, 0
    for terrain, mils in parts:
        passed += mils
        upto = length if passed == whole else length * passed // whole
        found.append((Going(terrain), upto - done))
        done = upto
    return found


def forbids(
    setting: Setting, start: Point, end: Point, bad: Collection[Going], *, straight: bool
) -> Going | None:
    """Forbidden ground that a point of a front comes into; where it starts in it, it may go on."""
    for area in setting.areas_on(start, end):
        if Going(area.terrain) not in bad:
            continue
        if holds(area.corners, start) and straight:
            continue
        met = holds(area.corners, end) or (
            straight and bool(crossings(start, end, edges(area.corners)))
        )
        if met:
            return Going(area.terrain)
    return None


# --- roads


@rule("E29.14")
def on_road(setting: Setting, start: Pose, end: Pose) -> bool:
    """Does a front centre stay within 0.5 UD of a road all the way, and the unit face along it?"""
    return any(
        _faces(pieces, start)
        and _faces(pieces, end)
        and stays_beside(pieces, start.point, end.point)
        for pieces in beside(setting.roads, start.point, end.point)
    )


def on_bridge(setting: Setting, start: Point, end: Point) -> bool:
    """Does a front centre stay on a bridge?"""
    return any(stays_beside(pieces, start, end) for pieces in beside(setting.bridges, start, end))


def beside(tracks: Iterable[Track], start: Point, end: Point) -> Iterator[list[Piece]]:
    """Line by line the pieces that a straight way may come near, where there are any."""
    (ax, ay), (bx, by) = start, end
    x0, x1 = (ax - BESIDE, bx + BESIDE) if ax <= bx else (bx - BESIDE, ax + BESIDE)
    y0, y1 = (ay - BESIDE, by + BESIDE) if ay <= by else (by - BESIDE, ay + BESIDE)
    for (left, low, right, high), pieces in tracks:
        if left <= x1 and x0 <= right and low <= y1 and y0 <= high:
            found = [
                piece
                for (west, south, east, north), piece in pieces
                if west <= x1 and x0 <= east and south <= y1 and y0 <= north
            ]
            if found:
                yield found


@rule("E29.13")
def obstacles(setting: Setting, start: Point, end: Point) -> int:
    """How many obstacles a straight way crosses."""
    return sum(
        part > 0
        for pieces in beside(setting.barriers, start, end)
        for part in crossings(start, end, pieces)
    )


def _faces(pieces: Iterable[tuple[Point, Point]], pose: Pose) -> bool:
    """Is somebody on a piece of a road and looks along it, either way?"""
    for one, other in pieces:
        along = bearing(one, other)
        turn = turn_between(pose.facing, along)
        if min(turn, 180 - turn) <= ALONG and is_beside(one, other, pose.point):
            return True
    return False


def is_beside(one: Point, other: Point, point: Point, distance: int = BESIDE) -> bool:
    """Is a point no farther than a distance from a piece of a line?"""
    ex, ey, dx, dy = other[0] - one[0], other[1] - one[1], point[0] - one[0], point[1] - one[1]
    whole, along = ex * ex + ey * ey, ex * dx + ey * dy
    if along <= 0 or not whole:
        return dx * dx + dy * dy <= distance * distance
    if along >= whole:
        return (point[0] - other[0]) ** 2 + (point[1] - other[1]) ** 2 <= distance * distance
    return (ex * dy - ey * dx) ** 2 <= distance * distance * whole


def stays_beside(
    pieces: list[tuple[Point, Point]], start: Point, end: Point, distance: int = BESIDE
) -> bool:
    """Does a straight way stay no farther than a distance from a line, at every whole mil of it?

    What lies so near to one piece of the line is convex: a way that leaves it does not come back.
    From piece to piece the farthest that is still near is looked for.
    """
    length = length_up(start, end)

    def on(mils: int) -> Point:
        if not length:
            return start
        return (
            start[0] + (end[0] - start[0]) * mils // length,
            start[1] + (end[1] - start[1]) * mils // length,
        )

    done = 0
    while True:
        here = [piece for piece in pieces if is_beside(*piece, on(done), distance)]
        if not here:
            return False
        best = max(_leaves(piece, done, length, on, distance) for piece in here)
        if best > length:
            return True
        done = best


def _leaves(
    piece: tuple[Point, Point],
    done: int,
    length: int,
    on: Callable[[int], Point],
    distance: int,
) -> int:
    """The first mil at which a way is no longer near a piece of a line."""
    first = least(length - done, lambda mils: not is_beside(*piece, on(done + mils), distance))
    return length + 1 if first is None else done + first
