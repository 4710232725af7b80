"""A sheet of hexes to draw a field on: kilometres to hexes, polygons, roads, streams, YAML.

Flat-top hexes, 100 m from flat to flat: a row is 0.1 km and a column 0.0866 km; even columns lie
half a hex lower. Hex 0101 is in the north-west. Points are km east and north of the origin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

Point = tuple[float, float]
Cell = tuple[int, int]
Line = Sequence[Point]

COLUMN, ROW = 0.0866, 0.1
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
LIBRARY = Path(__file__).parents[2] / "src" / "grognard" / "library"
LEGEND = {".": "clear", "w": "woods", "V": "village", "g": "garden", "m": "marsh"}


@dataclass
class Sheet:
    """The ground of a battle while it is drawn; what is drawn later lies on top."""

    columns: int
    rows: int
    origin: Cell
    letters: dict[Cell, str] = field(default_factory=dict)
    levels: dict[Cell, int] = field(default_factory=dict)
    roads: list[tuple[str, str, list[Cell]]] = field(default_factory=list)
    places: dict[str, tuple[str, list[Cell]]] = field(default_factory=dict)
    hexsides: list[tuple[Cell, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        here = _plane(self.origin)
        cells = [(c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        self.letters, self.levels = dict.fromkeys(cells, "."), dict.fromkeys(cells, 0)
        self.km = {cell: _less(_plane(cell), here) for cell in cells}
        """The middle of every hex."""

    # --- finding hexes

    def at(self, point: Point | Cell) -> Cell:
        """The hex nearest to a point; whole numbers are a column and a row already."""
        if isinstance(point[0], int) and isinstance(point[1], int):
            return point[0], point[1]
        return min(self.km, key=lambda cell: math.dist(self.km[cell], point))

    def beside(self, cell: Cell, side: str) -> Cell:
        column, row = cell
        low = int(column % 2 == 0)
        steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
        along, down = steps[SIDES.index(side)]
        return column + along, row + down

    def around(self, cell: Cell) -> list[Cell]:
        return [near for side in SIDES if (near := self.beside(cell, side)) in self.km]

    def inside(self, *corners: Point) -> list[Cell]:
        """Hexes whose middle lies in a polygon."""
        edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
        return [cell for cell in self.km if _is_inside(self.km[cell], edges)]

    def near(self, line: Line, width: float) -> list[Cell]:
        """Hexes within so many km of a line."""
        return [
            cell
            for cell, middle in self.km.items()
            if min(_to_segment(middle, a, b) for a, b in pairwise(line)) <= width
        ]

    def edge(self, low: float, high: float, *, column: int = 0, row: int = 0) -> list[Cell]:
        """The hexes of a column between two heights, or of a row between two widths."""
        axis = 1 if column else 0
        return [
            cell
            for cell, middle in self.km.items()
            if (cell[0] == column or cell[1] == row) and low <= middle[axis] <= high
        ]

    # --- drawing

    def paint(self, letter: str, cells: Iterable[Cell]) -> None:
        self.letters.update(dict.fromkeys(cells, letter))

    def lift(self, level: int, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self.levels[cell] = max(self.levels[cell], level)

    def place(
        self, name: str, terrain: str, points: Iterable[Point | Cell], letter: str = ""
    ) -> None:
        cells = [self.at(point) for point in points]
        if len(set(cells)) != len(cells):
            raise ValueError(f"{name}: two points lie in one hex: {', '.join(map(written, cells))}")
        if letter:
            self.paint(letter, cells)
        self.places[name] = terrain, cells

    def road(self, name: str, kind: str, line: Line) -> None:
        """A way from hex to neighbouring hex along a line."""
        way = [self.at(line[0])]
        for start, end in pairwise(line):
            a, b = self.km[self.at(start)], self.km[self.at(end)]
            while self.km[way[-1]] != b:
                way.append(self._towards(way[-1], a, b))
        self.roads.append((name, kind, way))

    def _towards(self, here: Cell, start: Point, goal: Point) -> Cell:
        left = math.dist(self.km[here], goal) - 1e-9
        closer = [cell for cell in self.around(here) if math.dist(self.km[cell], goal) < left]
        return min(
            closer,
            key=lambda cell: (
                math.dist(self.km[cell], goal) + 2 * _to_segment(self.km[cell], start, goal)
            ),
        )

    def clear_roads(self, letters: str = "m") -> None:
        """No marsh on a causeway, no trees in a ride."""
        for _, _, way in self.roads:
            self.paint(".", [cell for cell in way if self.letters[cell] in letters])

    def water(self, cell: Cell, side: str, bridge: str = "wooden_bridge") -> None:
        """A hexside of a stream, with a bridge where a road crosses it."""
        pair = {cell, self.beside(cell, side)}
        crossed = any(pair == set(step) for _, _, way in self.roads for step in pairwise(way))
        self.hexsides.append((cell, side, bridge if crossed else "stream"))

    def wall(self, cell: Cell, *sides: str) -> None:
        self.hexsides += [(cell, side, "wall") for side in sides]

    # --- writing

    def write(
        self,
        pack: str,
        note: str,
        zones: Mapping[str, Sequence[Cell]],
        exits: Mapping[str, Sequence[Cell]],
        home: Mapping[str, Sequence[Cell]],
        metres: Mapping[int, str],
        origins: str,
    ) -> None:
        """The map of a pack in the library."""
        rows = range(1, self.rows + 1)
        columns = range(1, self.columns + 1)
        out = [
            f"# Made by scripts/fields; do not edit by hand. {note}",
            "# Rows run from north to south, columns from west to east; even ones lie half a hex lower.",
            "map:",
            "  legend: {" + ", ".join(f"'{key}': {word}" for key, word in LEGEND.items()) + "}",
            "  terrain:",
            *("    - '" + "".join(self.letters[c, r] for c in columns) + "'" for r in rows),
            "  elevation:",
            *("    - '" + "".join(str(self.levels[c, r]) for c in columns) + "'" for r in rows),
            "  elevation_metres: {"
            + ", ".join(f"'{level}': '{text}'" for level, text in metres.items())
            + "}",
            "  places:",
        ]
        for name, (terrain, cells) in self.places.items():
            what = f" terrain: {terrain}," if terrain else ""
            out.append(f"    - {{name: {name},{what} hexes: {_list(cells)}}}")
        if self.hexsides:
            out.append("  hexsides:")
        for cell, side, feature in self.hexsides:
            out.append(f"    - {{hex: '{written(cell)}', side: '{side}', feature: {feature}}}")
        out.append("  roads:")
        for name, kind, way in self.roads:
            out += [f"    - name: {name}", f"      kind: {kind}", f"      hexes: {_list(way)}"]
        for word, held in (("zones", zones), ("exits", exits), ("home", home)):
            out.append(f"  {word}:")
            out += [f"    {name}: {_list(cells)}" for name, cells in held.items()]
        out.append(f"  src: {{{origins}}}")
        (LIBRARY / pack / "map.yaml").write_text("\n".join(out) + "\n", encoding="utf-8")


def written(cell: Cell) -> str:
    return f"{cell[0]:02d}{cell[1]:02d}"


def _list(cells: Iterable[Cell]) -> str:
    return "[" + ", ".join(f"'{written(cell)}'" for cell in cells) + "]"


def x_at(line: Line, y: float) -> float:
    """Where a line that runs north and south is at this height; beyond its ends, at the end."""
    points = sorted(line, key=lambda point: point[1])
    for a, b in pairwise(points):
        if a[1] <= y <= b[1]:
            return a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
    return points[0][0] if y < points[0][1] else points[-1][0]


def _plane(cell: Cell) -> Point:
    column, row = cell
    return column * COLUMN, -(row * ROW + (ROW / 2 if column % 2 == 0 else 0))


def _less(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def _is_inside(point: Point, edges: Sequence[tuple[Point, Point]]) -> bool:
    x, y = point
    crossed = (
        (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
        for (ax, ay), (bx, by) in edges
    )
    return sum(crossed) % 2 == 1


def _to_segment(p: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b) ** 2 or 1e-9
    share = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length
    share = max(0.0, min(1.0, share))
    return math.dist(p, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
