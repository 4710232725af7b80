"""Who is near: things kept by the squares of the table they reach into."""

from __future__ import annotations

CELL = 4000
"""A square is so many mils wide."""

Box = tuple[int, int, int, int]
"""The least east and north, and the greatest."""


class Nearby:
    """Finds what may lie within a distance of a box, without asking everybody."""

    def __init__(self, cell: int = CELL) -> None:
        self._cell = cell
        self._cells: dict[tuple[int, int], list[str]] = {}
        self._boxes: dict[str, Box] = {}

    def put(self, name: str, box: Box) -> None:
        """Keep a thing where it is now."""
        self.take(name)
        self._boxes[name] = box
        for cell in self._over(box):
            self._cells.setdefault(cell, []).append(name)

    def take(self, name: str) -> None:
        """Forget a thing, if it is there."""
        box = self._boxes.pop(name, None)
        for cell in self._over(box) if box else ():
            self._cells[cell].remove(name)

    def near(self, box: Box, distance: int = 0) -> list[str]:
        """The names of all whose boxes come within a distance, in order of their names."""
        x0, y0, x1, y1 = box
        wide = x0 - distance, y0 - distance, x1 + distance, y1 + distance
        seen: set[str] = set()
        for cell in self._over(wide):
            if cell in self._cells:
                seen.update(self._cells[cell])
        boxes = self._boxes
        return sorted([name for name in seen if _meet(boxes[name], wide)])

    def _over(self, box: Box) -> list[tuple[int, int]]:
        x0, y0, x1, y1 = box
        size = self._cell
        rows = range(y0 // size, y1 // size + 1)
        return [(column, row) for column in range(x0 // size, x1 // size + 1) for row in rows]


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
    )  # fmt: skip
