"""Who is near: things kept by the squares of the table they reach into."""

from __future__ import annotations

from collections.abc import Iterator

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
        seen = {name for cell in self._over(wide) for name in self._cells.get(cell, ())}
        return sorted(name for name in seen if _meet(self._boxes[name], wide))

    def _over(self, box: Box) -> Iterator[tuple[int, int]]:
        x0, y0, x1, y1 = (each // self._cell for each in box)
        for column in range(x0, x1 + 1):
            for row in range(y0, y1 + 1):
                yield column, row


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
    )  # fmt: skip
