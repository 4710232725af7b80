"""The patch of map around what is decided, drawn as text: two lines for each hex.

The first line of a hex is its number and its ground; the second the uppermost unit with an arrow
for its facing (double for those who face a corner), a letter for its formation, ``!`` when it is
disordered, ``!!`` when it is routed, ``+n`` for those below it and ``*`` for a leader. While a unit
is looked at, empty hexes in its reach show what they cost; a point after it: it must stop there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grognard.cli.telling import FORMATIONS
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, hex_of, name
from grognard.systems.bataille.pieces import FACES_VERTEX, Order, Piece

if TYPE_CHECKING:
    from rich.text import Text

WIDE = 9
TALL = 2
AROUND = 4
SIDE_ARROWS = "↑↗↘↓↙↖"
VERTEX_ARROWS = "⇗⇒⇘⇙⇐⇖"
BROKEN = {Order.GOOD: "", Order.DISORDER: "!", Order.ROUT: "!!"}
GROUND = {
    "clear": "", "woods": "w", "forest": "w", "village": "V", "town": "V", "hamlet": "H",
    "garden": "g", "orchard": "o", "marsh": "M",
}  # fmt: skip
COLOURS = {
    "woods": "green", "forest": "green", "orchard": "green", "garden": "yellow",
    "village": "red", "town": "red", "hamlet": "red", "marsh": "blue",
}  # fmt: skip
STYLES = ("bold cyan", "bold yellow")
SIDE_LETTERS = "AB"
LEGEND = (
    "↗ faces a side, ⇒ a corner; c column, l line, q square, g general order, s skirmish, "
    "r road march, m limbered, u unlimbered; ! disordered, !! routed; "
    "+1 one more below, * a leader; = road, w woods, V village, H hamlet, g garden, o orchard, "
    "M marsh, ^1 height; ·3 a hex that costs three points, ·3. where the unit must stop"
)
NO_COSTS: Mapping[Hex, str] = {}


def patch(
    view: Any,
    setting: Any,
    focus: Iterable[Hex],
    columns: int = 11,
    costs: Mapping[Hex, str] = NO_COSTS,
) -> list[Text]:
    """The lines of the map around the hexes in focus."""
    from rich.text import Text

    ground: Ground = setting.ground
    left, right, top, bottom = _window(ground, list(focus), columns)
    height = TALL * (bottom - top + 1) + 1
    canvas = [[(" ", "")] * (WIDE * (right - left + 1)) for _ in range(height)]
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            at = hex_of(column, row)
            x, y = WIDE * (column - left), TALL * (row - top) + (0 if column & 1 else 1)
            if y + 1 < height:
                _write(canvas, x, y, _ground(ground, at), COLOURS.get(ground.terrain[at], "dim"))
                _write(canvas, x, y + 1, *_units(view, setting, at, costs))
    lines = []
    for line in canvas:
        text = Text()
        for letter, style in line:
            text.append(letter, style)
        text.rstrip()
        lines.append(text)
    return lines


def _window(ground: Ground, focus: list[Hex], columns: int) -> tuple[int, int, int, int]:
    """The columns and rows to draw: the focus in the middle, not beyond the map."""
    places = focus or [hex_of(ground.columns // 2 or 1, ground.rows // 2 or 1)]
    middle = sum(at // 100 for at in places) // len(places)
    centre = sum(at % 100 for at in places) // len(places)
    left = max(1, min(middle - columns // 2, ground.columns - columns + 1))
    top = max(1, min(centre - AROUND, ground.rows - 2 * AROUND))
    return left, min(ground.columns, left + columns - 1), top, min(ground.rows, top + 2 * AROUND)


def _write(canvas: list[list[tuple[str, str]]], x: int, y: int, text: str, style: str) -> None:
    for offset, letter in enumerate(text[: WIDE - 1]):
        canvas[y][x + offset] = (letter, style)


def _ground(ground: Ground, at: Hex) -> str:
    if not ground.on_map(at):
        return ""
    height = f"^{ground.level[at]}" if ground.level[at] else ""
    road = "=" if at in ground.roads else ""
    terrain = ground.terrain[at]
    return f"{name(at)}{road}{GROUND.get(terrain, terrain[:1])}{height}"


def _units(view: Any, setting: Any, at: Hex, costs: Mapping[Hex, str]) -> tuple[str, str]:
    stack = view.stacks.get(at, ())
    led = "*" if at in view.leaders.values() else ""
    if not stack:
        if at in costs:
            return f"·{costs[at]}{led}", "green"
        return f"·{led}" if setting.ground.on_map(at) else "", "dim" if not led else "bold"
    piece: Piece = view.pieces[stack[0]]
    arrows = VERTEX_ARROWS if piece.formation in FACES_VERTEX else SIDE_ARROWS
    more = f"+{len(stack) - 1}" if len(stack) > 1 else ""
    text = (
        f"{_short(piece.id)}{arrows[piece.facing]}{FORMATIONS[piece.formation]}"
        f"{BROKEN[piece.order]}{led}{more}"
    )
    return text, STYLES[setting.index(setting.roster[piece.id].side)]


def _short(unit: str) -> str:
    return unit if len(unit) <= 4 else unit[:4]


# --- the whole map


def overview(view: Any, setting: Any) -> Iterator[Text]:
    """The whole map, a letter for each hex: who stands there, or the ground."""
    from rich.text import Text

    ground: Ground = setting.ground
    for place in (0, 1):
        numbers = (f"{column:02d}"[place] for column in range(1, ground.columns + 1))
        yield Text("    " + "".join(numbers), "dim")
    for row in range(1, ground.rows + 1):
        line = Text(f"{row:02d}  ", "dim")
        for column in range(1, ground.columns + 1):
            line.append(*_letter(view, setting, hex_of(column, row)))
        yield line
    first, second = setting.sides
    yield Text(
        f"    {SIDE_LETTERS[0]} {first}, {SIDE_LETTERS[1]} {second}, small when broken; "
        f". open ground, = road, other letters as on the map"
    )


def _letter(view: Any, setting: Any, at: Hex) -> tuple[str, str]:
    stack = view.stacks.get(at, ())
    if not stack:
        terrain = setting.ground.terrain[at]
        shown = GROUND.get(terrain, terrain[:1])
        return shown or ("=" if at in setting.ground.roads else "."), "dim"
    piece: Piece = view.pieces[stack[0]]
    side = setting.index(setting.roster[piece.id].side)
    letter = SIDE_LETTERS[side]
    return letter if piece.order is Order.GOOD else letter.lower(), STYLES[side]
