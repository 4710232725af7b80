"""How near convex shapes are: the least gap as an exact fraction, overlap and touch."""

from __future__ import annotations

from fractions import Fraction

from grognard.mechanics.measured.mils import Point, rounded
from grognard.mechanics.measured.polygons import Polygon, edges

TOUCH = 10
"""Shapes that are no farther apart than so many mils touch; deeper than that they overlap."""


def _shared(one: Polygon, other: Polygon) -> list[tuple[int, int]]:
    """For every normal of an edge of either how much they share along it, and its square."""
    found = []
    for (ax, ay), (bx, by) in (*edges(one), *edges(other)):
        nx, ny = ay - by, bx - ax
        if not (nx or ny):
            continue
        mine = [nx * x + ny * y for x, y in one]
        theirs = [nx * x + ny * y for x, y in other]
        found.append((min(max(mine), max(theirs)) - max(min(mine), min(theirs)), nx * nx + ny * ny))
    return found


def overlap(one: Polygon, other: Polygon) -> bool:
    """Do two shapes lie in one another, deeper than they may touch?"""
    return all(e > 0 and e * e > TOUCH * TOUCH * n for e, n in _shared(one, other))


def shares_a_point(one: Polygon, other: Polygon) -> bool:
    return all(e >= 0 for e, _ in _shared(one, other))


def gap_squared(one: Polygon, other: Polygon) -> Fraction:
    """The square of the least distance between two shapes; nothing when they share a point."""
    if shares_a_point(one, other):
        return Fraction(0)
    over, under = _nearest_corner(one, other)
    there, below = _nearest_corner(other, one)
    if there * under < over * below:
        over, under = there, below
    return Fraction(over, under)


def _nearest_corner(one: Polygon, other: Polygon) -> tuple[int, int]:
    """The square of the least distance from a corner of one to an edge of the other."""
    best, best_under = -1, 1
    for px, py in one:
        for (ax, ay), (bx, by) in edges(other):
            ex, ey, dx, dy = bx - ax, by - ay, px - ax, py - ay
            whole, along, under = ex * ex + ey * ey, ex * dx + ey * dy, 1
            if along <= 0:
                over = dx * dx + dy * dy
            elif along >= whole:
                over = (px - bx) ** 2 + (py - by) ** 2
            else:
                over, under = (ex * dy - ey * dx) ** 2, whole
            if best < 0 or over * best_under < best * under:
                best, best_under = over, under
    return best, best_under


def is_within(one: Polygon, other: Polygon, distance: int) -> bool:
    """Is the gap no more than a distance?"""
    return gap_squared(one, other) <= distance * distance


def touches(one: Polygon, other: Polygon) -> bool:
    """Do shapes touch without overlapping?"""
    return not overlap(one, other) and is_within(one, other, TOUCH)


def nearest_point(polygon: Polygon, point: Point) -> Point:
    """The point of a shape's edge that is nearest to a point outside it, in whole mils."""
    best: tuple[Fraction, Point] | None = None
    for (ax, ay), (bx, by) in edges(polygon):
        ex, ey = bx - ax, by - ay
        whole = ex * ex + ey * ey
        along = max(0, min(whole, ex * (point[0] - ax) + ey * (point[1] - ay)))
        if not whole:
            whole, along = 1, 0
        x, y = Fraction(ax * whole + ex * along, whole), Fraction(ay * whole + ey * along, whole)
        far = (x - point[0]) ** 2 + (y - point[1]) ** 2
        if best is None or far < best[0]:
            exact = rounded(x.numerator, x.denominator), rounded(y.numerator, y.denominator)
            best = far, exact
    assert best is not None
    return best[1]
