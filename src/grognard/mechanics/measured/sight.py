"""Lines of sight: all that a straight line runs through, and how far, for a rulebook to judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from grognard.mechanics.measured.mils import Point, squared
from grognard.mechanics.measured.polygons import Polygon, holds, inside
from grognard.mechanics.measured.terrain import Area, Terrain


class Crossed(msgspec.Struct, frozen=True):
    """Something that a line runs through: an area of the ground, or a body by its name.

    ``squared`` is the square of its length inside. ``ends``: an end of the line lies in it.
    """

    first: Fraction
    squared: Fraction
    ends: bool
    area: Area | None = None
    body: str = ""

    def is_longer(self, mils: int) -> bool:
        """Does the line run farther than this inside?"""
        return self.squared > mils * mils


def crossed(
    terrain: Terrain, start: Point, end: Point, bodies: Mapping[str, Polygon]
) -> list[Crossed]:
    """What lies on the line from start to end, in the order in which it is met."""
    found = [
        each
        for area in terrain.areas
        for each in _through(start, end, area.corners, area=area)
    ]  # fmt: skip
    for body, polygon in bodies.items():
        found += _through(start, end, polygon, body=body)
    return sorted(found, key=lambda each: (each.first, each.body))


def _through(
    start: Point, end: Point, polygon: Polygon, *, area: Area | None = None, body: str = ""
) -> Iterable[Crossed]:
    parts = inside(start, end, polygon)
    if not parts:
        return
    along = sum((last - first for first, last in parts), Fraction(0))
    ends = holds(polygon, start) or holds(polygon, end)
    yield Crossed(parts[0][0], along * along * squared(start, end), ends, area, body)
