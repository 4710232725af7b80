"""Footprints: where something stands and what of the ground it covers.

A pose is the only stored position. Corners are always worked out from it, so that nothing drifts.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TypeVar

import msgspec

from grognard.mechanics.measured.mils import COS, SIN, WHOLE, Point, at, rounded
from grognard.mechanics.measured.polygons import Polygon

N = TypeVar("N", int, Fraction)


class Pose(msgspec.Struct, frozen=True, order=True, gc=False):
    """The middle of a front in mils, and the whole degree that it looks along."""

    x: int
    y: int
    facing: int

    @property
    def point(self) -> Point:
        return self.x, self.y


class Size(msgspec.Struct, frozen=True, order=True, gc=False):
    """The front and the depth of a rectangle, in mils."""

    front: int
    depth: int


@cache
def _about(size: Size, facing: int) -> Polygon:
    """The corners of a rectangle that looks along a degree, from the middle of its front."""
    sin, cos = SIN[facing % 360], COS[facing % 360]
    half, depth = size.front // 2, size.depth
    east, north = cos * half, -sin * half
    back_east, back_north = -sin * depth, -cos * depth
    return (
        (rounded(-east, WHOLE), rounded(-north, WHOLE)),
        (rounded(east, WHOLE), rounded(north, WHOLE)),
        (rounded(back_east + east, WHOLE), rounded(back_north + north, WHOLE)),
        (rounded(back_east - east, WHOLE), rounded(back_north - north, WHOLE)),
    )


class Footprint(msgspec.Struct, frozen=True, order=True, gc=False):
    """A rectangle that stands somewhere."""

    pose: Pose
    size: Size

    @property
    def corners(self) -> Polygon:
        """Front left, front right, rear right, rear left."""
        x, y = self.pose.x, self.pose.y
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = _about(self.size, self.pose.facing)
        return (x + ax, y + ay), (x + bx, y + by), (x + cx, y + cy), (x + dx, y + dy)

    @property
    def centre(self) -> Point:
        return at(self.pose.point, self.pose.facing, -(self.size.depth // 2))

    @property
    def front(self) -> tuple[Point, Point]:
        """The ends of the front, left and right."""
        left, right, _, _ = self.corners
        return left, right

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The least east and north, and the greatest."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def local(self, point: tuple[N, N]) -> tuple[N, N]:
        """How far a point lies ahead of the front and to the right, in millionths of a mil."""
        dx, dy = point[0] - self.pose.x, point[1] - self.pose.y
        sin, cos = SIN[self.pose.facing % 360], COS[self.pose.facing % 360]
        return sin * dx + cos * dy, cos * dx - sin * dy

    def moved(self, pose: Pose) -> Footprint:
        return Footprint(pose, self.size)


def centred(centre: Point, facing: int, size: Size) -> Footprint:
    """The footprint whose middle lies at a point."""
    x, y = at(centre, facing, size.depth // 2)
    return Footprint(Pose(x, y, facing % 360), size)
