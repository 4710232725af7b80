"""The ground of a pack: rows of signs, places, hexsides, roads, zones (all hexes on the map)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import msgspec

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import SIDES, Hex, Side, name, neighbour, opposite
from grognard.mechanics.packs.maps import kept, level_rows, on_map, terrain_rows, way
from grognard.mechanics.packs.shapes import Entry, Notes


class NamedRoad(msgspec.Struct, frozen=True):
    """A road as the pack has it, from end to end."""

    name: str
    kind: str
    hexes: tuple[Hex, ...]


class MapFacts(msgspec.Struct, frozen=True):
    """Everything the map section says."""

    ground: Ground
    places: Mapping[str, tuple[Hex, ...]]
    zones: Mapping[str, tuple[Hex, ...]]
    exits: Mapping[str, tuple[Hex, ...]]
    home: Mapping[str, tuple[Hex, ...]]
    roads: tuple[NamedRoad, ...]


def read_map(
    entry: Entry,
    notes: Notes,
    terrains: Collection[str],
    features: Collection[str],
    bridges: Collection[str] = (),
) -> MapFacts | None:
    """The map, or None with the faults noted where no ground can be made of the rows."""
    rows = terrain_rows(entry, notes, terrains)
    if rows is None:
        return None
    levels = level_rows(entry, notes, len(rows), len(rows[0]))
    bare = Ground(rows)
    roads = tuple(
        NamedRoad(road.get("name", ""), road.get("kind", "road"), way(road, notes, bare))
        for road in entry.each("roads")
    )
    hexsides = _hexsides(entry, notes, bare, features)
    _check_bridges(entry, notes, hexsides, roads, bridges)
    return MapFacts(
        ground=Ground(rows, levels, hexsides, [road.hexes for road in roads]),
        places=_places(entry, notes, bare),
        zones=_hexes_by_name(entry, "zones", notes, bare),
        exits=_hexes_by_name(entry, "exits", notes, bare),
        home=_hexes_by_name(entry, "home", notes, bare),
        roads=roads,
    )


def _hexes_by_name(
    entry: Entry, key: str, notes: Notes, ground: Ground
) -> dict[str, tuple[Hex, ...]]:
    return {word: kept(held.value, notes, ground) for word, held in entry.items(key)}


def _places(entry: Entry, notes: Notes, ground: Ground) -> dict[str, tuple[Hex, ...]]:
    places: dict[str, tuple[Hex, ...]] = {}
    for place in entry.each("places"):
        word = place.get("name")
        if word is None:
            continue
        if word in places:
            notes.add(place["name"].spot, f"there are two places '{word}'", "rename one")
        places[word] = kept(place.each("hexes"), notes, ground)
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


def _check_bridges(
    entry: Entry,
    notes: Notes,
    hexsides: Mapping[tuple[Hex, Side], str],
    roads: Sequence[NamedRoad],
    bridges: Collection[str],
) -> None:
    """A bridge carries a road from bank to bank of a stream."""
    carried = {frozenset(pair) for road in roads for pair in pairwise(road.hexes)}
    for held in entry.each("hexsides"):
        if held.get("feature") not in bridges or "hex" not in held or "side" not in held:
            continue
        at, side = held["hex"].value, SIDES.index(held.get("side"))
        if (at, side) in hexsides and frozenset((at, neighbour(at, side))) not in carried:
            text = f"no road crosses {name(at)} {SIDES[side]}"
            notes.add(held["feature"].spot, text, "lead a road over the bridge, or write stream")
