"""Polygons on the ground: what they hold, where a line runs inside them, their convex hulls.

A polygon is its corners in order, either way round; its edge belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from grognard.mechanics.measured.mils import Point

Polygon = tuple[Point, ...]
Stretch = tuple[Fraction, Fraction]
"""A part of a line, from 0 at its start to 1 at its end."""


def edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """Corner after corner, each with the one before it."""
    before = polygon[-1]
    for corner in polygon:
        yield before, corner
        before = corner


def cross(origin: Point, one: Point, other: Point) -> int:
    """Above nothing when the other lies to the left of the way from the origin to the one."""
    return (one[0] - origin[0]) * (other[1] - origin[1]) - (one[1] - origin[1]) * (
        other[0] - origin[0]
    )


def holds(polygon: Polygon, point: Point) -> bool:
    """Does a point lie in a polygon or on its edge?"""
    x, y = point
    found = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            found = not found
        ax, ay = bx, by
    return found


def is_simple(polygon: Polygon) -> bool:
    """Does an outline never cross or touch itself?"""
    sides = list(edges(polygon))
    if len(sides) < 3 or len(set(polygon)) != len(polygon):
        return False
    for i, one in enumerate(sides):
        for j in range(i + 1, len(sides)):
            shared = j == i + 1 or (i == 0 and j == len(sides) - 1)
            if not shared and meets(one, sides[j]):
                return False
    return all(
        cross(before, corner, after) or _between(before, corner, after)
        for (before, corner), (_, after) in zip(sides, [*sides[1:], sides[0]], strict=True)
    )


def _between(before: Point, corner: Point, after: Point) -> bool:
    """Does a straight corner lie between its neighbours, instead of doubling back?"""
    return (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (
        after[1] - corner[1]
    ) > 0


def meets(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Do two segments share a point?"""
    (a, b), (c, d) = one, other
    p, q, r, s = cross(c, d, a), cross(c, d, b), cross(a, b, c), cross(a, b, d)
    if ((p > 0) != (q > 0) and p and q) and ((r > 0) != (s > 0) and r and s):
        return True
    return any(
        side == 0 and _on_box(point, ends)
        for side, point, ends in ((p, a, other), (q, b, other), (r, c, one), (s, d, one))
    )


def _on_box(point: Point, ends: tuple[Point, Point]) -> bool:
    (ax, ay), (bx, by) = ends
    return min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)


def crossings(start: Point, end: Point, polygon: Iterable[tuple[Point, Point]]) -> list[Fraction]:
    """Where a line from start to end meets edges, as parts of its length, in order."""
    met = cuts(start, end, polygon)
    return sorted({Fraction(over, under) for over, under in met}) if met else []


def cuts(start: Point, end: Point, polygon: Iterable[tuple[Point, Point]]) -> list[tuple[int, int]]:
    """The same as they are found, one for every edge, each part over and under its line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    found = []
    for (ax, ay), (bx, by) in polygon:
        ex, ey = bx - ax, by - ay
        under = dx * ey - dy * ex
        if under == 0:
            continue
        over, along = (ax - start[0]) * ey - (ay - start[1]) * ex, (ax - start[0]) * dy - (
            ay - start[1]
        ) * dx  # fmt: skip
        if under < 0:
            under, over, along = -under, -over, -along
        if 0 <= over <= under and 0 <= along <= under:
            found.append((over, under))
    return found


def inside(start: Point, end: Point, polygon: Polygon) -> list[Stretch]:
    """The parts of a line that run inside a polygon."""
    if _is_aside(start, end, polygon):
        return []
    marks = sorted({Fraction(0), *crossings(start, end, edges(polygon)), Fraction(1)})
    found: list[Stretch] = []
    for first, last in pairwise(marks):
        if not _holds_at(polygon, start, end, (first + last) / 2):
            continue
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], last
        else:
            found.append((first, last))
    return found


def _is_aside(start: Point, end: Point, polygon: Polygon) -> bool:
    """Does a polygon lie wholly to one side of all that a line spans, east and west or north and south?"""
    return any(
        min(one, other) > max(sides) or max(one, other) < min(sides)
        for one, other, sides in zip(start, end, zip(*polygon, strict=True), strict=True)
    )


def _holds_at(polygon: Polygon, start: Point, end: Point, part: Fraction) -> bool:
    """Does a polygon hold the point at a part of a line? Asked on a ground as fine as the part."""
    n, d = part.numerator, part.denominator
    x, y = start[0] * d + (end[0] - start[0]) * n, start[1] * d + (end[1] - start[1]) * n
    return holds(tuple((cx * d, cy * d) for cx, cy in polygon), (x, y))


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull, counterclockwise, without corners on a straight edge.

    >>> hull([(0, 0), (4, 0), (2, 1), (4, 4), (0, 4), (2, 0)])
    ((0, 0), (4, 0), (4, 4), (0, 4))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain
