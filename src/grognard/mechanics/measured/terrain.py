"""The ground of a measured table: polygons with terrain and height, lines that are crossed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import msgspec

from grognard.mechanics.measured.mils import Point, squared
from grognard.mechanics.measured.polygons import Polygon, crossings, cuts, edges, holds

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
        cut, marks, held = list[Area](), list[tuple[int, int]](), [CLEAR]
        for area in self.areas:
            met = cuts(start, end, edges(area.corners))
            if met:
                cut.append(area)
                marks += [(over, under) for over, under in met if 0 < over < under]
            elif area.terrain and holds(area.corners, start):
                held.append(area.terrain)
        around = max(held, key=self.rank)
        found: list[tuple[str, int]] = []
        done, before = 0, (0, 1)
        for over, under in (*_ordered(marks), (1, 1)):
            middle = before[0] * under + over * before[1], 2 * before[1] * under
            terrain = self._between(start, end, middle, cut, around) if cut else around
            upto = whole if over == under else min(whole, over * whole // under + 1)
            if upto > done:
                if found and found[-1][0] == terrain:
                    found[-1] = terrain, found[-1][1] + upto - done
                else:
                    found.append((terrain, upto - done))
            done, before = max(done, upto), (over, under)
        return found

    def _between(
        self, start: Point, end: Point, part: tuple[int, int], cut: Iterable[Area], around: str
    ) -> str:
        """The worst terrain at a part of a way: of the areas that it cuts, or what lies all around."""
        n, d = part
        x, y = start[0] * d + (end[0] - start[0]) * n, start[1] * d + (end[1] - start[1]) * n
        here = [
            area.terrain
            for area in cut
            if area.terrain and holds(tuple((cx * d, cy * d) for cx, cy in area.corners), (x, y))
        ]
        return max((around, *here), key=self.rank)

    def crossed(self, start: Point, end: Point, kind: str) -> int:
        """How often a straight way meets the lines of a kind, its start not counted."""
        return sum(
            part > 0
            for course in self.courses
            if course.kind == kind
            for part in crossings(start, end, course.pieces())
        )


def _ordered(marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Parts of a way in their order, each once."""
    if len(marks) < 2:
        return marks
    parts = sorted({Fraction(over, under) for over, under in marks})
    return [(part.numerator, part.denominator) for part in parts]


def _length(start: Point, end: Point) -> int:
    """The nearest whole length."""
    square = squared(start, end)
    root = isqrt(square)
    return root + (square - root * root > root)
