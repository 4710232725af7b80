"""The ground of a measured table: polygons with terrain and height, lines that are crossed."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt

import msgspec

from grognard.mechanics.measured.mils import Point, squared
from grognard.mechanics.measured.polygons import Polygon, crossings, edges, holds

CLEAR = "clear"


class Area(msgspec.Struct, frozen=True, gc=False):
    """A stretch of ground: its terrain, or its height where it has none."""

    corners: Polygon
    terrain: str = ""
    level: int = 0


class Course(msgspec.Struct, frozen=True, gc=False):
    """A line over the ground: a road, a stream, a hedge."""

    kind: str
    points: tuple[Point, ...]

    def pieces(self) -> list[tuple[Point, Point]]:
        return list(pairwise(self.points))


class Terrain(msgspec.Struct, frozen=True):
    """All that lies on a table. Where areas lie over one another, the worst counts.

    ``ranks`` is the terrain from the best to the worst; what it does not name is as good as clear.
    """

    width: int
    height: int
    areas: tuple[Area, ...] = ()
    courses: tuple[Course, ...] = ()
    ranks: tuple[str, ...] = ()

    def rank(self, terrain: str) -> int:
        return self.ranks.index(terrain) + 1 if terrain in self.ranks else 0

    def on_table(self, polygon: Polygon) -> bool:
        return all(0 <= x <= self.width and 0 <= y <= self.height for x, y in polygon)

    def at(self, point: Point) -> str:
        """The worst terrain that holds a point."""
        here = [area.terrain for area in self.areas if area.terrain and holds(area.corners, point)]
        return max(here, key=self.rank, default=CLEAR)

    def level(self, point: Point) -> int:
        """The height of the highest area that holds a point."""
        return max((area.level for area in self.areas if holds(area.corners, point)), default=0)

    def lengths(self, start: Point, end: Point) -> list[tuple[str, int]]:
        """A straight way by terrain, in whole mils: what is crossed begins a mil beyond its edge."""
        whole = _length(start, end)
        marks = {part for area in self.areas for part in crossings(start, end, edges(area.corners))}
        found: list[tuple[str, int]] = []
        done, before = 0, Fraction(0)
        for part in [*sorted(marks - {Fraction(0), Fraction(1)}), Fraction(1)]:
            terrain = self._between(start, end, (before + part) / 2)
            upto = whole if part == 1 else min(whole, int(part * whole) + 1)
            if upto > done:
                if found and found[-1][0] == terrain:
                    found[-1] = terrain, found[-1][1] + upto - done
                else:
                    found.append((terrain, upto - done))
            done, before = max(done, upto), part
        return found

    def _between(self, start: Point, end: Point, part: Fraction) -> str:
        n, d = part.numerator, part.denominator
        x, y = start[0] * d + (end[0] - start[0]) * n, start[1] * d + (end[1] - start[1]) * n
        here = [
            area.terrain
            for area in self.areas
            if area.terrain and holds(tuple((cx * d, cy * d) for cx, cy in area.corners), (x, y))
        ]
        return max(here, key=self.rank, default=CLEAR)

    def crossed(self, start: Point, end: Point, kind: str) -> int:
        """How often a straight way meets the lines of a kind, its start not counted."""
        return sum(
            part > 0
            for course in self.courses
            if course.kind == kind
            for part in crossings(start, end, course.pieces())
        )


def _length(start: Point, end: Point) -> int:
    """The nearest whole length."""
    square = squared(start, end)
    root = isqrt(square)
    return root + (square - root * root > root)
