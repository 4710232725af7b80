"""Zones about a footprint, parted by rays at 45 degrees from its corners; corridors ahead of it."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import WHOLE, Exact, Point
from grognard.mechanics.measured.polygons import Polygon, hull

Line = tuple[int, int, int]
"""A half-plane in local ahead and right: p * a + q * b + r is not below nothing."""


class Zone(Enum):
    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


def zone(of: Footprint, point: Point) -> Zone:
    """The zone of a footprint in which a point lies."""
    a, b = of.local(point)
    half, depth = of.size.front * WHOLE // 2, of.size.depth * WHOLE
    if a >= 0 and abs(b) <= half + a:
        return Zone.FRONT
    if a <= -depth and abs(b) <= half - depth - a:
        return Zone.REAR
    return Zone.LEFT if b < 0 else Zone.RIGHT


def part_ahead(of: Footprint, other: Polygon) -> list[Exact]:
    """What of a convex shape lies in the front zone: its corners, exactly."""
    half, beyond = of.size.front * WHOLE // 2, _beyond(of, other)
    if _is_past(beyond):
        return []
    shape = [(Fraction(x), Fraction(y)) for x, y in other]
    if any(map(any, beyond)):
        for line in ((1, 0, 0), (1, -1, half), (1, 1, half)):
            shape = _cut(of, shape, line)
    return shape


def is_ahead(of: Footprint, other: Polygon) -> bool:
    """Does some point of a shape lie in the front zone? Where a corner does nothing need be cut."""
    return not all(map(any, _beyond(of, other))) or bool(part_ahead(of, other))


def _beyond(of: Footprint, other: Polygon) -> list[tuple[bool, bool, bool]]:
    """For every corner of a shape, beyond which borders of the front zone it lies."""
    half = of.size.front * WHOLE // 2
    return [(a < 0, a - b + half < 0, a + b + half < 0) for a, b in map(of.local, other)]


def _is_past(beyond: list[tuple[bool, bool, bool]]) -> bool:
    """Do all corners lie beyond one border?"""
    return any(map(all, zip(*beyond, strict=True)))


def _cut(of: Footprint, shape: list[Exact], line: Line) -> list[Exact]:
    """What of a convex shape lies in a half-plane of a footprint's own."""
    p, q, r = line
    sides = [p * a + q * b + r for a, b in map(of.local, shape)]
    found: list[Exact] = []
    for i, (x, y) in enumerate(shape):
        here, before = sides[i], sides[i - 1]
        if (here >= 0) != (before >= 0):
            part = before / (before - here)
            was_x, was_y = shape[i - 1]
            found.append((was_x + (x - was_x) * part, was_y + (y - was_y) * part))
        if here >= 0:
            found.append((x, y))
    return found


def corridor(of: Footprint, aim: Point) -> Polygon:
    """The ground between a front and the same front with its middle at a point."""
    left, right = of.front
    dx, dy = aim[0] - of.pose.x, aim[1] - of.pose.y
    return hull((left, right, (left[0] + dx, left[1] + dy), (right[0] + dx, right[1] + dy)))
