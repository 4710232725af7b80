"""The patch of map around what is decided, drawn as text: two lines for each hex.

The first line of a hex is its number and its ground; the second is who stands there. While a unit
is looked at, empty hexes in its reach show what they cost; a point after it: it must stop there.
A system's own field says how its units are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, ClassVar

from grognard.desks.menus import stands_at
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, hex_of, name

Span = tuple[str, str]
"""Letters and the style they are written in."""

Line = tuple[Span, ...]

TALL = 2
AROUND = 4
STYLES = ("bold cyan", "bold yellow")
SIDE_LETTERS = "AB"
NO_COSTS: Mapping[Hex, str] = {}
NOBODY: Mapping[Any, Any] = {}


class Field:
    """Draws the map of any battle; ``unit`` and ``is_broken`` are what systems say differently."""

    wide: ClassVar[int] = 9
    legend: ClassVar[str] = (
        "+1 one more below, * a leader; = road, w woods, V village, H hamlet, g garden, "
        "o orchard, M marsh, ^1 height; ·3 a hex that costs three points, ·3. where the unit "
        "must stop"
    )
    signs: ClassVar[Mapping[str, str]] = {
        "clear": "", "woods": "w", "forest": "w", "village": "V", "town": "V", "hamlet": "H",
        "garden": "g", "orchard": "o", "marsh": "M",
    }  # fmt: skip
    colours: ClassVar[Mapping[str, str]] = {
        "woods": "green", "forest": "green", "orchard": "green", "garden": "yellow",
        "village": "red", "town": "red", "hamlet": "red", "marsh": "blue",
    }  # fmt: skip

    # --- what a system may say in its own way

    def unit(self, view: Any, unit: str) -> str:
        """A unit in a few letters."""
        return short(unit)

    def is_broken(self, view: Any, unit: str) -> bool:
        """Is the unit out of order? It is then shown small on the whole map."""
        return False

    def ground(self, ground: Ground, at: Hex) -> str:
        """The number of a hex with its road, terrain and height."""
        if not ground.on_map(at):
            return ""
        height = f"^{ground.level[at]}" if ground.level[at] else ""
        road = "=" if at in ground.roads else ""
        terrain = ground.terrain[at]
        return f"{name(at)}{road}{self.signs.get(terrain, terrain[:1])}{height}"

    def side_of(self, setting: Any, unit: str) -> int:
        """The place of a unit's side among the sides."""
        return list(setting.sides).index(setting.roster[unit].side)

    # --- the patch

    def patch(
        self,
        view: Any,
        setting: Any,
        focus: Iterable[Hex],
        columns: int = 11,
        costs: Mapping[Hex, str] = NO_COSTS,
    ) -> list[Line]:
        """The lines of the map around the hexes in focus."""
        ground: Ground = setting.ground
        left, right, top, bottom = _window(ground, list(focus), columns)
        height = TALL * (bottom - top + 1) + 1
        canvas = [[(" ", "")] * (self.wide * (right - left + 1)) for _ in range(height)]
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                at = hex_of(column, row)
                x, y = self.wide * (column - left), TALL * (row - top) + (0 if column & 1 else 1)
                if y + 1 < height:
                    colour = self.colours.get(ground.terrain[at], "dim")
                    self._write(canvas[y], x, self.ground(ground, at), colour)
                    self._write(canvas[y + 1], x, *self._units(view, setting, at, costs))
        return [line_of(letters) for letters in canvas]

    def _write(self, canvas: list[Span], x: int, text: str, style: str) -> None:
        for offset, letter in enumerate(text[: self.wide - 1]):
            canvas[x + offset] = (letter, style)

    def _units(self, view: Any, setting: Any, at: Hex, costs: Mapping[Hex, str]) -> Span:
        stack = view.stacks.get(at, ())
        led = "*" if at in map(stands_at, getattr(view, "leaders", NOBODY).values()) else ""
        if not stack:
            if at in costs:
                return f"·{costs[at]}{led}", "green"
            return f"·{led}" if setting.ground.on_map(at) else "", "dim" if not led else "bold"
        more = f"+{len(stack) - 1}" if len(stack) > 1 else ""
        text = f"{self.unit(view, stack[0])}{led}{more}"
        return text, STYLES[self.side_of(setting, stack[0])]

    # --- the whole map

    def overview(self, view: Any, setting: Any) -> Iterator[Line]:
        """The whole map, a letter for each hex: who stands there, or the ground."""
        ground: Ground = setting.ground
        for place in (0, 1):
            numbers = (f"{column:02d}"[place] for column in range(1, ground.columns + 1))
            yield (("    " + "".join(numbers), "dim"),)
        for row in range(1, ground.rows + 1):
            letters = [
                self._letter(view, setting, hex_of(column, row))
                for column in range(1, ground.columns + 1)
            ]
            yield ((f"{row:02d}  ", "dim"), *letters)
        first, second = setting.sides
        letters_of = f"{SIDE_LETTERS[0]} {first}, {SIDE_LETTERS[1]} {second}, small when broken"
        yield ((f"    {letters_of}; . open ground, = road, other letters as on the map", ""),)

    def _letter(self, view: Any, setting: Any, at: Hex) -> Span:
        stack = view.stacks.get(at, ())
        if not stack:
            terrain = setting.ground.terrain[at]
            shown = self.signs.get(terrain, terrain[:1])
            return shown or ("=" if at in setting.ground.roads else "."), "dim"
        side = self.side_of(setting, stack[0])
        letter = SIDE_LETTERS[side]
        return letter.lower() if self.is_broken(view, stack[0]) else letter, STYLES[side]


def short(unit: str) -> str:
    """As much of an id as fits into a hex."""
    return unit if len(unit) <= 4 else unit[:4]


def line_of(letters: list[Span]) -> Line:
    """Letters of one style together, without what is blank at the end."""
    end = len(letters)
    while end and letters[end - 1][0] == " ":
        end -= 1
    runs = groupby(letters[:end], key=lambda letter: letter[1])
    return tuple(("".join(letter for letter, _ in run), style) for style, run in runs)


def _window(ground: Ground, focus: list[Hex], columns: int) -> tuple[int, int, int, int]:
    """The columns and rows to draw: the focus in the middle, not beyond the map."""
    places = focus or [hex_of(ground.columns // 2 or 1, ground.rows // 2 or 1)]
    middle = sum(at // 100 for at in places) // len(places)
    centre = sum(at % 100 for at in places) // len(places)
    left = max(1, min(middle - columns // 2, ground.columns - columns + 1))
    top = max(1, min(centre - AROUND, ground.rows - 2 * AROUND))
    return left, min(ground.columns, left + columns - 1), top, min(ground.rows, top + 2 * AROUND)
