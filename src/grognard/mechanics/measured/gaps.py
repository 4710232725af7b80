"""How near convex shapes are: the least gap as an exact fraction, overlap and touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt

from grognard.mechanics.measured.mils import Exact, Point, rounded
from grognard.mechanics.measured.polygons import Polygon

TOUCH = 10
"""Shapes that are no farther apart than so many mils touch; deeper than that they overlap."""


def _shared(one: Polygon, other: Polygon) -> Iterator[tuple[int, int]]:
    """For every normal of an edge of either how much they share along it, and its square.

    Edges of a rectangle that look opposite ways have one normal: it is looked along once. Two
    straight edges may lie on one line: then the line itself is looked along too.
    """
    for shape in (one, other):
        ax, ay = shape[-1]
        looked: list[tuple[int, int]] = []
        for bx, by in shape:
            nx, ny = ay - by, bx - ax
            ax, ay = bx, by
            if (nx or ny) and (-nx, -ny) not in looked:
                looked.append((nx, ny))
                yield _along(one, other, nx, ny), nx * nx + ny * ny
    if len(one) == len(other) == 2 and one[0] != one[1]:
        nx, ny = one[1][0] - one[0][0], one[1][1] - one[0][1]
        yield _along(one, other, nx, ny), nx * nx + ny * ny


def _along(one: Polygon, other: Polygon, nx: int, ny: int) -> int:
    """How much two shapes share along a direction; below nothing where they are apart."""
    mine = [nx * x + ny * y for x, y in one]
    theirs = [nx * x + ny * y for x, y in other]
    first, last, low, high = min(mine), max(mine), min(theirs), max(theirs)
    return (last if last < high else high) - (first if first > low else low)


def overlap(one: Polygon, other: Polygon) -> bool:
    """Do two shapes lie in one another, deeper than they may touch?"""
    for shared, square in _shared(one, other):
        if shared <= 0 or shared * shared <= TOUCH * TOUCH * square:
            return False
    return True


def shares_a_point(one: Polygon, other: Polygon) -> bool:
    return all(shared >= 0 for shared, _ in _shared(one, other))


def gap_squared(one: Polygon, other: Polygon) -> Fraction:
    """The square of the least distance between two shapes; nothing when they share a point."""
    return Fraction(*_gap(one, other))


def gap(one: Polygon, other: Polygon) -> int:
    """The least distance in whole mils, what is over left out."""
    over, under = _gap(one, other)
    return isqrt(over // under)


def _gap(one: Polygon, other: Polygon) -> tuple[int, int]:
    if not is_beyond(one, other, 0) and shares_a_point(one, other):
        return 0, 1
    over, under = _nearest_corner(one, other)
    there, below = _nearest_corner(other, one)
    return (there, below) if there * under < over * below else (over, under)


def _nearest_corner(one: Polygon, other: Polygon) -> tuple[int, int]:
    """The square of the least distance from a corner of one to an edge of the other."""
    best, best_under = -1, 1
    for px, py in one:
        ax, ay = other[-1]
        for bx, by in other:
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
            ax, ay = bx, by
    return best, best_under


def is_within(one: Polygon, other: Polygon, distance: int) -> bool:
    """Is the gap no more than a distance?"""
    limit, apart = distance * distance, False
    for shared, square in _shared(one, other):
        if shared < 0:
            if shared * shared > limit * square:
                return False
            apart = True
    return not apart or _reaches(one, other, limit) or _reaches(other, one, limit)


def _reaches(one: Polygon, other: Polygon, limit: int) -> bool:
    """Is a corner of one so near to an edge of the other?"""
    for px, py in one:
        ax, ay = other[-1]
        for bx, by in other:
            ex, ey, dx, dy = bx - ax, by - ay, px - ax, py - ay
            whole, along = ex * ex + ey * ey, ex * dx + ey * dy
            if along <= 0:
                near = dx * dx + dy * dy <= limit
            elif along >= whole:
                near = (px - bx) ** 2 + (py - by) ** 2 <= limit
            else:
                near = (ex * dy - ey * dx) ** 2 <= limit * whole
            if near:
                return True
            ax, ay = bx, by
    return False


def is_beyond(one: Polygon, other: Polygon, distance: int) -> bool:
    """Are even the boxes of two shapes farther apart than a distance?"""
    for axis in (0, 1):
        mine, theirs = [point[axis] for point in one], [point[axis] for point in other]
        if min(theirs) - max(mine) > distance or min(mine) - max(theirs) > distance:
            return True
    return False


def touches(one: Polygon, other: Polygon) -> bool:
    """Do shapes touch without overlapping?"""
    return not overlap(one, other) and is_within(one, other, TOUCH)


def nearest(shape: Sequence[Exact], point: Point) -> tuple[Fraction, Exact]:
    """The point of a shape's edge that is nearest to one outside it, and the square of how far it is."""
    best: tuple[Fraction, Exact] | None = None
    px, py = point
    for i, (bx, by) in enumerate(shape):
        ax, ay = shape[i - 1]
        ex, ey = bx - ax, by - ay
        whole = ex * ex + ey * ey
        along = max(Fraction(0), min(whole, ex * (px - ax) + ey * (py - ay)))
        part = along / whole if whole else along
        x, y = ax + ex * part, ay + ey * part
        far = (x - px) ** 2 + (y - py) ** 2
        if best is None or far < best[0]:
            best = far, (x, y)
    assert best is not None
    return best


def nearest_point(polygon: Polygon, point: Point) -> Point:
    """The nearest point of a shape's edge in whole mils."""
    return on_mils(nearest(exactly(polygon), point)[1])


def exactly(polygon: Polygon) -> list[Exact]:
    return [(Fraction(x), Fraction(y)) for x, y in polygon]


def on_mils(point: Exact) -> Point:
    """A point as what is built upon it has it."""
    x, y = point
    return rounded(x.numerator, x.denominator), rounded(y.numerator, y.denominator)
