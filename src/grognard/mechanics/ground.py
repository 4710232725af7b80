"""The ground of a battle: terrain, heights, hexsides, roads. Static; a state never holds it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from grognard.mechanics.hexes import MAX_ROW, STEPS, Hex, Side, hex_of, neighbour, opposite


class Ground:
    """A map of hexes as flat arrays indexed by hex number; off the map the terrain is ''.

    ``around[h]`` holds the six neighbours of ``h``, 0 where the map ends. ``hexsides[h, side]``
    names what lies on a hexside (wall, stream ...) and is kept for both hexes that share it.
    ``roads[h]`` holds the hexes that a road or track links with ``h``.
    """

    __slots__ = (
        "around",
        "columns",
        "hexes",
        "hexsides",
        "level",
        "roads",
        "rows",
        "size",
        "terrain",
    )

    def __init__(
        self,
        terrain_rows: Sequence[Sequence[str]],
        level_rows: Sequence[Sequence[int]] = (),
        hexsides: Mapping[tuple[Hex, Side], str] | None = None,
        roads: Iterable[Sequence[Hex]] = (),
    ) -> None:
        self.rows = len(terrain_rows)
        self.columns = len(terrain_rows[0]) if terrain_rows else 0
        if not (1 <= self.rows <= MAX_ROW and self.columns):
            raise ValueError(f"a map has 1 to {MAX_ROW} rows and at least one column")
        self.size = 100 * (self.columns + 2)
        self.terrain = [""] * self.size
        self.level = [0] * self.size
        hexes = []
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                at = hex_of(column, row)
                hexes.append(at)
                self.terrain[at] = terrain_rows[row - 1][column - 1]
                if level_rows:
                    self.level[at] = level_rows[row - 1][column - 1]
        self.hexes: tuple[Hex, ...] = tuple(hexes)
        self.around: list[tuple[Hex, ...]] = [()] * self.size
        for at in hexes:
            there = [at + way for way in STEPS[(at // 100) & 1]]
            self.around[at] = tuple([h if self.terrain[h] else 0 for h in there])
        self.hexsides: dict[tuple[Hex, Side], str] = {}
        for (at, side), feature in (hexsides or {}).items():
            self.hexsides[at, side] = feature
            other = neighbour(at, side)
            if self.on_map(other):
                self.hexsides[other, opposite(side)] = feature
        self.roads: dict[Hex, tuple[Hex, ...]] = {}
        for road in roads:
            for one, other in itertools.pairwise(road):
                self._link(one, other)
                self._link(other, one)

    def _link(self, one: Hex, other: Hex) -> None:
        linked = self.roads.get(one, ())
        if other not in linked:
            self.roads[one] = tuple(sorted((*linked, other)))

    def steps(
        self, passage: Sequence[Sequence[int]], *, back: bool = False
    ) -> list[tuple[tuple[Hex, int, Side], ...]]:
        """By hex, the steps out of it that are open: where to, at what price, across which side.

        ``passage`` holds the prices by hex and side, 0 where a side is closed. ``back``: the steps that
        lead into the hex, from where.
        """
        found: list[tuple[tuple[Hex, int, Side], ...]] = [()] * self.size
        for at in self.hexes:
            around = [(side, there) for side, there in enumerate(self.around[at]) if there]
            priced = [
                (there, passage[there][opposite(side)] if back else passage[at][side], side)
                for side, there in around
            ]
            found[at] = tuple(step for step in priced if step[1])
        return found

    def on_map(self, at: Hex) -> bool:
        return 0 <= at < self.size and self.terrain[at] != ""

    def is_edge(self, at: Hex) -> bool:
        """Does the map end on some side of this hex?"""
        return 0 in self.around[at]
