"""The ground of a pack: rows of signs, places, hexsides, roads, zones (all hexes on the map)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

import msgspec

from grognard.mechanics.charts.lined import Spot
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import (
    MAX_ROW,
    SIDES,
    Hex,
    Side,
    name,
    neighbour,
    opposite,
    side_towards,
)
from grognard.systems.premier.packs.packshape import Entry, Notes, shown

MAX_COLUMN = 998


class MapFacts(msgspec.Struct, frozen=True):
    """Everything the map section says."""

    ground: Ground
    places: Mapping[str, tuple[Hex, ...]]
    zones: Mapping[str, tuple[Hex, ...]]
    exits: Mapping[str, tuple[Hex, ...]]
    home: Mapping[str, tuple[Hex, ...]]


def read_map(
    entry: Entry, notes: Notes, terrains: Collection[str], features: Collection[str]
) -> MapFacts | None:
    """The map, or None with the faults noted where no ground can be made of the rows."""
    rows = _terrain_rows(entry, notes, terrains)
    if rows is None:
        return None
    levels = _level_rows(entry, notes, len(rows), len(rows[0]))
    bare = Ground(rows)
    roads = _roads(entry, notes, bare)
    hexsides = _hexsides(entry, notes, bare, features)
    return MapFacts(
        ground=Ground(rows, levels, hexsides, roads),
        places=_places(entry, notes, bare),
        zones=_hexes_by_name(entry, "zones", notes, bare),
        exits=_hexes_by_name(entry, "exits", notes, bare),
        home=_hexes_by_name(entry, "home", notes, bare),
    )


def _terrain_rows(entry: Entry, notes: Notes, terrains: Collection[str]) -> list[list[str]] | None:
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


def _level_rows(entry: Entry, notes: Notes, rows: int, width: int) -> list[list[int]]:
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


def _kept(hexes: Iterable[Entry], notes: Notes, ground: Ground) -> tuple[Hex, ...]:
    """The hexes that are on the map, each once."""
    kept: list[Hex] = []
    for at in hexes:
        if at.value in kept:
            notes.add(at.spot, f"hex {name(at.value)} is written twice", "keep one of them")
        elif on_map(at, notes, ground):
            kept.append(at.value)
    return tuple(kept)


def _hexes_by_name(
    entry: Entry, key: str, notes: Notes, ground: Ground
) -> dict[str, tuple[Hex, ...]]:
    return {word: _kept(held.value, notes, ground) for word, held in entry.items(key)}


def _places(entry: Entry, notes: Notes, ground: Ground) -> dict[str, tuple[Hex, ...]]:
    places: dict[str, tuple[Hex, ...]] = {}
    for place in entry.each("places"):
        word = place.get("name")
        if word is None:
            continue
        if word in places:
            notes.add(place["name"].spot, f"there are two places '{word}'", "rename one")
        places[word] = _kept(place.each("hexes"), notes, ground)
        wanted = place.get("terrain")
        for at in place.each("hexes"):
            if wanted and ground.on_map(at.value) and ground.terrain[at.value] != wanted:
                text = f"{name(at.value)} is {ground.terrain[at.value]} in the rows, not {wanted}"
                notes.add(at.spot, text, "mend the row or the place")
    return places


def _hexsides(
    entry: Entry, notes: Notes, ground: Ground, features: Collection[str]
) -> dict[tuple[Hex, Side], str]:
    hexsides: dict[tuple[Hex, Side], str] = {}
    for held in entry.each("hexsides"):
        if not ("hex" in held and "side" in held and "feature" in held):
            continue
        at, side, feature = held["hex"], SIDES.index(held.get("side")), held.get("feature")
        if feature not in features:
            notes.unknown(held["feature"].spot, "hexside", feature, features)
            continue
        if not on_map(at, notes, ground):
            continue
        there = neighbour(at.value, side)
        if not ground.on_map(there):
            text = f"the map ends {SIDES[side]} of {name(at.value)}"
            notes.add(held["side"].spot, text, "a hexside lies between two hexes")
        if (at.value, side) in hexsides or (there, opposite(side)) in hexsides:
            text = f"{name(at.value)} {SIDES[side]} is written twice"
            notes.add(held.spot, text, "keep one of them")
        hexsides[at.value, side] = feature
    return hexsides


def _roads(entry: Entry, notes: Notes, ground: Ground) -> list[tuple[Hex, ...]]:
    roads = []
    for road in entry.each("roads"):
        stations = [at for at in road.each("hexes") if on_map(at, notes, ground)]
        for one, other in pairwise(stations):
            _check_step(other.spot, one.value, other.value, notes)
        roads.append(tuple(at.value for at in stations))
    return roads


def _check_step(spot: Spot, one: Hex, other: Hex, notes: Notes) -> None:
    if side_towards(one, other) is None:
        text = f"{name(other)} is not next to {name(one)}"
        notes.add(spot, text, "a road goes from hex to neighbouring hex")
