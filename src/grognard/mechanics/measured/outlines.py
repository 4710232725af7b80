"""Outlines about a footprint as they are drawn: bands of its front zone, rings at a distance.

Rules ask ``zones`` and ``gaps``; these corners are for eyes.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import Point, at
from grognard.mechanics.measured.polygons import Polygon

RAY = 45
"""The front zone lies between rays at so many degrees from the front corners."""

FINE = 5
"""An arc has a corner every so many degrees."""


def _arc(about: Point, angles: Iterable[int], radius: int) -> list[Point]:
    return [at(about, angle, radius) for angle in angles]


def band(of: Footprint, near: int, far: int) -> Polygon:
    """The front zone from one distance to another, from left to right and back.

    >>> from grognard.mechanics.measured.footprints import Pose, Size
    >>> corners = band(Footprint(Pose(5000, 5000, 0), Size(2000, 500)), 0, 1000)
    >>> (4000, 6000) in corners, (6000, 6000) in corners, (3293, 5707) in corners
    (True, True, True)
    """
    (left, right), facing = of.front, of.pose.facing
    outward = range(facing - RAY, facing + 1, FINE)
    inward = range(facing, facing + RAY + 1, FINE)
    outer = [*_arc(left, outward, far), *_arc(right, inward, far)]
    if not near:
        return (*outer, right, left)
    inner = [*_arc(right, reversed(inward), near), *_arc(left, reversed(outward), near)]
    return (*outer, *inner)


def ring(of: Footprint, radius: int) -> Polygon:
    """All that lies no farther than a distance from a footprint.

    >>> from grognard.mechanics.measured.footprints import Pose, Size
    >>> (5000, 7000) in ring(Footprint(Pose(5000, 5000, 0), Size(0, 0)), 2000)
    True
    """
    found: list[Point] = []
    for corner, turn in zip(of.corners, (-90, 0, 90, 180), strict=True):
        start = of.pose.facing + turn
        found += _arc(corner, range(start, start + 91, FINE), radius)
    return tuple(found)


def on_table(outline: Polygon, width: int, height: int) -> Polygon:
    """An outline as far as the table goes.

    >>> on_table(((-5, 3), (20, 30)), 10, 10)
    ((0, 3), (10, 10))
    """
    return tuple((max(0, min(width, x)), max(0, min(height, y))) for x, y in outline)
