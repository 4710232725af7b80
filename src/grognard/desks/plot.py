"""The patch of a measured table around what is decided, plotted as text.

A letter stands for a quarter of a unit and a line for half of one. Bases are filled with the letter
of their side, their names stand in their middles; an arrow before them is where they look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar, Final

from grognard.desks.documents import Counter, Ground
from grognard.desks.field import NO_COSTS, SIDE_LETTERS, STYLES, Field, Line, Span, line_of
from grognard.mechanics.measured.footprints import Size, centred
from grognard.mechanics.measured.mils import MIL, Point, at
from grognard.mechanics.measured.polygons import Polygon, holds
from grognard.mechanics.places import Place, point_of

FINE: Final = (MIL // 4, MIL // 2)
"""What a letter and a line stand for near by; in the whole twice as much."""

COARSE: Final = (MIL // 2, MIL)
TALL: Final = 20
ARROWS: Final = "^/>\\v/<\\"


class Plot(Field):
    """Draws the ground and the counters that a system sends to any front end."""

    legend: ClassVar[str] = (
        "A and B bases of either side with an arrow where they look; w woods, V village, M marsh, "
        "~ water, ^ a height, = road; · a point that can be gone to"
    )
    signs: ClassVar[Mapping[str, str]] = {
        **Field.signs, "pond": "~", "lake": "~", "water": "~", "river": "~", "building": "#",
    }  # fmt: skip

    def __init__(
        self,
        ground: Callable[[Any], Ground],
        counters: Callable[[Any, Any], Mapping[str, Counter]],
    ) -> None:
        self._ground, self._counters = ground, counters

    def patch(
        self,
        view: Any,
        setting: Any,
        focus: Iterable[Place],
        columns: int = 11,
        costs: Mapping[Place, str] = NO_COSTS,
    ) -> list[Line]:
        """The lines of the table around the places in focus."""
        ground = self._ground(setting)
        wide = min(columns * self.wide, ground.width // FINE[0])
        points = [point_of(place) for place in focus] or [(ground.width // 2, ground.height // 2)]
        x, y = (sum(each) // len(points) for each in zip(*points, strict=True))
        left = max(0, min(x - wide * FINE[0] // 2, ground.width - wide * FINE[0]))
        top = max(0, min(y - TALL * FINE[1] // 2, ground.height - TALL * FINE[1]))
        sheet = _Sheet((left, top), FINE, wide, min(TALL, ground.height // FINE[1]))
        return self._drawn(sheet, ground, view, setting, costs)

    def overview(self, view: Any, setting: Any) -> Iterator[Line]:
        """The whole table."""
        ground = self._ground(setting)
        sheet = _Sheet((0, 0), COARSE, ground.width // COARSE[0], ground.height // COARSE[1])
        yield from self._drawn(sheet, ground, view, setting, NO_COSTS)

    def _drawn(
        self, sheet: _Sheet, ground: Ground, view: Any, setting: Any, costs: Mapping[Place, str]
    ) -> list[Line]:
        for area in ground.areas:
            sign = self.signs.get(area.terrain, area.terrain[:1]) or "^" * bool(area.level)
            colour = self.colours.get(area.terrain, "dim")
            sheet.fill(tuple(map(point_of, area.corners)), sign or ".", colour)
        for road in ground.roads:
            if road.kind.endswith(("road", "track")):
                sheet.trace([point_of(each) for each in road.hexes], "=", "dim")
        for place in costs:
            sheet.write(point_of(place), "·", "green")
        for counter in self._counters(view, setting).values():
            self._stand(sheet, counter, list(setting.sides).index(counter.side))
        return sheet.lines()

    def _stand(self, sheet: _Sheet, counter: Counter, side: int) -> None:
        shape = counter.shape
        if shape is None:
            return
        x, y = point_of(shape.places[0])
        facing = max(0, shape.heading)
        base = centred((x, -y), facing, Size(shape.width, shape.depth))
        corners = tuple((cx, -cy) for cx, cy in base.corners)
        sheet.fill(corners, SIDE_LETTERS[side], STYLES[side])
        if shape.heading >= 0:
            ax, ay = at(base.pose.point, facing, MIL // 3)
            sheet.write((ax, -ay), ARROWS[(facing + 22) // 45 % 8], STYLES[side])
        sheet.write((x, y), counter.id, STYLES[side])


class _Sheet:
    """Letters over a stretch of a table, counted from its upper left corner."""

    def __init__(self, corner: Point, step: tuple[int, int], wide: int, tall: int) -> None:
        self._corner, self._step = corner, step
        self._letters: list[list[Span]] = [[(".", "dim")] * wide for _ in range(tall)]

    def _middle(self, column: int, row: int) -> Point:
        (left, top), (across, down) = self._corner, self._step
        return left + column * across + across // 2, top + row * down + down // 2

    def fill(self, polygon: Polygon, letter: str, style: str) -> None:
        """A letter wherever the middle of one lies in a polygon, at least in its own middle."""
        for row, letters in enumerate(self._letters):
            for column in range(len(letters)):
                if holds(polygon, self._middle(column, row)):
                    letters[column] = letter, style

    def trace(self, points: list[Point], letter: str, style: str) -> None:
        """A letter all along a line, where nothing else lies."""
        for (ax, ay), (bx, by) in pairwise(points):
            parts = max(abs(bx - ax), abs(by - ay)) // self._step[0] + 1
            for part in range(parts + 1):
                spot = ax + (bx - ax) * part // parts, ay + (by - ay) * part // parts
                self.write(spot, letter, style, over=".^")

    def write(self, spot: Point, text: str, style: str, over: str = "") -> None:
        """A word in the middle of a spot; ``over`` are the letters that it may cover."""
        (left, top), (across, down) = self._corner, self._step
        row, first = (spot[1] - top) // down, (spot[0] - left) // across - (len(text) - 1) // 2
        if not 0 <= row < len(self._letters):
            return
        letters = self._letters[row]
        for column, letter in enumerate(text, first):
            if 0 <= column < len(letters) and (not over or letters[column][0] in over):
                letters[column] = letter, style

    def lines(self) -> list[Line]:
        return [line_of(letters) for letters in self._letters]
