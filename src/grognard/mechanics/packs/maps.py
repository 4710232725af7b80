"""Maps of packs: rows of signs and of levels, hexes that must be on the map, ways hex by hex."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import MAX_ROW, Hex, name, side_towards
from grognard.mechanics.packs.shapes import Entry, Notes, shown

MAX_COLUMN = 998
MOST_HEXES = 20_000
"""Four times the largest field that is known."""


def terrain_rows(entry: Entry, notes: Notes, terrains: Collection[str]) -> list[list[str]] | None:
    """The rows as names of terrain; what means nothing counts as clear."""
    legend = {}
    for sign, word in entry.items("legend"):
        legend[sign] = word.value if word.value in terrains else "clear"
        if len(sign) != 1:
            notes.add(word.spot, f"'{shown(sign)}' is not one sign", "rows are read sign by sign")
        if word.value not in terrains:
            notes.unknown(word.spot, "terrain", word.value, terrains)
    lines = entry.each("terrain")
    if not lines:
        notes.add(entry.spot_of("terrain"), "the map has no rows", "draw one line for each row")
        return None
    width = len(lines[0].value)
    if len(lines) > MAX_ROW or width > MAX_COLUMN:
        text = f"a map has at most {MAX_ROW} rows and {MAX_COLUMN} columns"
        notes.add(entry.spot_of("terrain"), text, "draw it smaller")
        return None
    if len(lines) * width > MOST_HEXES:
        text = f"{len(lines)} rows of {width} are {len(lines) * width} hexes"
        notes.add(entry.spot_of("terrain"), text, f"a map has at most {MOST_HEXES}")
        return None
    rows = []
    for line in lines:
        _check_width(line, width, notes)
        signs = line.value.ljust(width)[:width]
        for sign in dict.fromkeys(line.value):
            if sign not in legend:
                notes.unknown(line.spot, "sign in the legend", sign, legend)
        rows.append([legend.get(sign, "clear") for sign in signs])
    return rows


def _check_width(line: Entry, width: int, notes: Notes) -> None:
    if len(line.value) != width:
        text = f"this row has {len(line.value)} hexes, the first has {width}"
        notes.add(line.spot, text, "make all rows equally long")


def level_rows(entry: Entry, notes: Notes, rows: int, width: int) -> list[list[int]]:
    """The levels, one digit a hex; none where the pack gives none."""
    lines = entry.each("elevation")
    if not lines:
        return []
    if len(lines) != rows:
        text = f"there are {len(lines)} rows of levels for {rows} rows of terrain"
        notes.add(entry.spot_of("elevation"), text, "write one for each")
    levels = []
    for line in lines[:rows]:
        _check_width(line, width, notes)
        levels.append([int(digit) for digit in line.value.ljust(width, "0")[:width]])
    levels += [[0] * width for _ in range(rows - len(levels))]
    return levels


def on_map(at: Entry, notes: Notes, ground: Ground) -> bool:
    """Is the hex on the map? If not, the fault is noted."""
    if ground.on_map(at.value):
        return True
    last = name(ground.hexes[-1])
    notes.add(at.spot, f"hex {name(at.value)} is off the map", f"the map runs from 0101 to {last}")
    return False


def kept(hexes: Iterable[Entry], notes: Notes, ground: Ground) -> tuple[Hex, ...]:
    """The hexes that are on the map, each once."""
    found: list[Hex] = []
    for at in hexes:
        if at.value in found:
            notes.add(at.spot, f"hex {name(at.value)} is written twice", "keep one of them")
        elif on_map(at, notes, ground):
            found.append(at.value)
    return tuple(found)


def way(held: Entry, notes: Notes, ground: Ground) -> tuple[Hex, ...]:
    """The hexes of a road from end to end; each must touch the one before."""
    stations = [at for at in held.each("hexes") if on_map(at, notes, ground)]
    for one, other in pairwise(stations):
        if side_towards(one.value, other.value) is None:
            text = f"{name(other.value)} is not next to {name(one.value)}"
            notes.add(other.spot, text, "a road goes from hex to neighbouring hex")
    return tuple(at.value for at in stations)
