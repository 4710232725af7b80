"""The ground of a pack: rows of signs, ways, water, crests, named places, and what steps cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side, name, opposite, side_towards
from grognard.mechanics.packs.maps import kept, level_rows, on_map, terrain_rows, way
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.kinds import Hexside, Mover, Terrain, Way
from grognard.systems.nlc.setting import Passage, Place, PlaceKind

Edges = dict[tuple[Hex, Side], str]
SIX = range(6)
NAMED = {Terrain.TOWN: PlaceKind.TOWN, Terrain.CHATEAU: PlaceKind.CHATEAU}
"""Terrain of which every hex belongs to a named place."""


class MapFacts(msgspec.Struct, frozen=True):
    """Everything the map section says."""

    ground: Ground
    crests: Mapping[tuple[Hex, Side], Hex]
    ways: Mapping[tuple[Hex, Side], Way]
    places: tuple[Place, ...]


def read_map(entry: Entry, notes: Notes) -> MapFacts | None:
    """The map, or None with the faults noted where no ground can be made of the rows."""
    rows = terrain_rows(entry, notes, [kind.value for kind in Terrain])
    if rows is None:
        return None
    bare = Ground(rows)
    ways, lines = _ways(entry, notes, bare)
    ground = Ground(
        rows,
        level_rows(entry, notes, len(rows), len(rows[0])),
        _water(entry, notes, bare),
        [line for _, _, line in lines],
    )
    crests = _crests(entry, notes, ground)
    _check_bridges(entry, ground, notes)
    named = tuple(_named(entry, notes, ground))
    _check_named(entry, ground, named, notes)
    places = (*named, *_lines(lines), *_streams(entry, ground), *_derived(ground, crests))
    return MapFacts(ground, crests, ways, places)


# --- hexsides -----------------------------------------------------------------------------------


def _pair(held: Entry, notes: Notes, ground: Ground) -> tuple[Hex, Side, Hex] | None:
    """The hexside between two hexes."""
    hexes = held.value
    if len(hexes) != 2:
        notes.add(held.spot, "a hexside lies between two hexes", "as in ['0909', '0910']")
        return None
    if not all(on_map(at, notes, ground) for at in hexes):
        return None
    one, other = hexes[0].value, hexes[1].value
    side = side_towards(one, other)
    if side is None:
        text = f"{name(other)} is not next to {name(one)}"
        notes.add(held.spot, text, "a hexside lies between neighbours")
        return None
    return one, side, other


def _water(entry: Entry, notes: Notes, ground: Ground) -> Edges:
    """Streams, bridges and what nobody crosses; a bridge may stand on a stream written out."""
    found: Edges = {}
    groups: list[tuple[Hexside, list[Entry]]] = [
        (Hexside.STREAM, [pair for held in entry.each("streams") for pair in held.each("sides")]),
        (Hexside.IMPASSABLE, entry.each("impassable")),
        (Hexside.BRIDGE, entry.each("bridges")),
    ]
    for kind, pairs in groups:
        for held in pairs:
            edge = _pair(held, notes, ground)
            if edge is None:
                continue
            one, side, other = edge
            before = found.get((one, side))
            if before is not None and (kind is not Hexside.BRIDGE or before == kind):
                text = f"{name(one)}-{name(other)} is {before} already"
                notes.add(held.spot, text, "keep one of them")
            found[one, side] = found[other, opposite(side)] = kind.value
    return found


def _crests(entry: Entry, notes: Notes, ground: Ground) -> dict[tuple[Hex, Side], Hex]:
    found: dict[tuple[Hex, Side], Hex] = {}
    for held in entry.each("crests"):
        edge = _pair(held, notes, ground)
        if edge is None:
            continue
        upper, side, lower = edge
        if ground.level[upper] < ground.level[lower]:
            text = f"{name(upper)} lies lower than {name(lower)}"
            notes.add(held.spot, text, "write the upper hex first")
        if (upper, side) in found:
            notes.add(held.spot, "this crest is written twice", "keep one of them")
        found[upper, side] = found[lower, opposite(side)] = upper
    return found


# --- ways ---------------------------------------------------------------------------------------

Line = tuple[str, Way, tuple[Hex, ...]]


def _ways(
    entry: Entry, notes: Notes, ground: Ground
) -> tuple[dict[tuple[Hex, Side], Way], list[Line]]:
    """The way through each hexside, a road before a trail, and the ways from end to end."""
    found: dict[tuple[Hex, Side], Way] = {}
    lines: list[Line] = []
    for held in entry.each("roads"):
        if not ("hexes" in held and "kind" in held and "name" in held):
            continue
        kind, stations = Way(held.get("kind")), way(held, notes, ground)
        lines.append((held.get("name"), kind, stations))
        for one, other in pairwise(stations):
            side = side_towards(one, other)
            if side is not None and found.get((one, side)) is not Way.ROAD:
                found[one, side] = found[other, opposite(side)] = kind
    return found, lines


def _check_bridges(entry: Entry, ground: Ground, notes: Notes) -> None:
    """A way crosses water by a bridge only."""
    for held in entry.each("roads"):
        for one, other in pairwise(held.each("hexes")):
            side = side_towards(one.value, other.value)
            water = "" if side is None else ground.hexsides.get((one.value, side), "")
            if water and water != Hexside.BRIDGE:
                text = f"{name(one.value)}-{name(other.value)} is {water} and has no bridge"
                notes.add(other.spot, text, "add it to the bridges, or lead the way elsewhere")


# --- places -------------------------------------------------------------------------------------


def _named(entry: Entry, notes: Notes, ground: Ground) -> Iterator[Place]:
    seen: set[str] = set()
    for held in entry.each("places"):
        if not ("name" in held and "kind" in held):
            continue
        word, kind = held.get("name"), PlaceKind(held.get("kind"))
        if word in seen:
            notes.add(held["name"].spot, f"there are two places '{word}'", "rename one")
        seen.add(word)
        hexes = kept(held.each("hexes"), notes, ground)
        wanted = kind.value if kind.value in list(Terrain) else ""
        for at in held.each("hexes"):
            if wanted and ground.on_map(at.value) and ground.terrain[at.value] != wanted:
                text = f"{name(at.value)} is {ground.terrain[at.value]} in the rows, not {wanted}"
                notes.add(at.spot, text, "mend the row or the place")
        yield Place(word, kind, hexes)


def _check_named(entry: Entry, ground: Ground, places: Iterable[Place], notes: Notes) -> None:
    """Every town and chateau needs a name, since orders ask for them by name."""
    known = {at for place in places for at in place.hexes if place.kind in NAMED.values()}
    for at in ground.hexes:
        if ground.terrain[at] in NAMED and at not in known:
            text = f"the {ground.terrain[at]} at {name(at)} has no name"
            notes.add(entry.spot_of("places"), text, "list it among the places")


def _lines(lines: Iterable[Line]) -> Iterator[Place]:
    for word, kind, hexes in lines:
        yield Place(word, PlaceKind(kind.value), hexes)


def _streams(entry: Entry, ground: Ground) -> Iterator[Place]:
    """A stream runs through every hex that it borders."""
    for held in entry.each("streams"):
        hexes = [at.value for pair in held.each("sides") for at in pair.value]
        yield Place(
            held.get("name", ""),
            PlaceKind.STREAM,
            tuple(dict.fromkeys(at for at in hexes if ground.on_map(at))),
        )


def _derived(ground: Ground, crests: Mapping[tuple[Hex, Side], Hex]) -> Iterator[Place]:
    """What the map shows without naming it: junctions, roads that leave it, crests."""
    for at in ground.hexes:
        ways = len(ground.roads.get(at, ()))
        if ways > 2:
            yield Place(f"junction {name(at)}", PlaceKind.INTERSECTION, (at,))
        if ways and ground.is_edge(at):
            yield Place(f"edge {name(at)}", PlaceKind.EDGE, (at,))
    uppers = sorted(set(crests.values()))
    while uppers:
        ridge = _ridge(ground, uppers)
        uppers = [at for at in uppers if at not in ridge]
        yield Place(f"crest {name(ridge[0])}", PlaceKind.CREST, tuple(ridge))


def _ridge(ground: Ground, uppers: list[Hex]) -> list[Hex]:
    """The upper hexes that hang together with the first."""
    ridge, waiting = [uppers[0]], [uppers[0]]
    while waiting:
        for there in ground.around[waiting.pop()]:
            if there in uppers and there not in ridge:
                ridge.append(there)
                waiting.append(there)
    return sorted(ridge)


# --- costs --------------------------------------------------------------------------------------


@rule("N5.2.1", "N5.2.2", "N5.2.3", "N5.2.4", "N5.2.5", "N12.1.1")
def passage_tables(facts: MapFacts, cards: Cards) -> dict[Mover, Passage]:
    """What each step costs each kind of mover, in half points; 0 where the way is closed."""
    ground, ways = facts.ground, facts.ways
    foot = {word: cards.terrain(word).foot for word in Terrain}
    horse = {word: cards.terrain(word).horse for word in Terrain}
    rates = {Way.ROAD: cards.cost("road"), Way.TRAIL: cards.cost("trail")}
    courier = cards.cost("courier")

    def across(at: Hex, side: Side, into: int, mounted: bool) -> int:
        """Off the road: the hex and what lies on the hexside."""
        feature = ground.hexsides.get((at, side))
        if feature is None:
            return into
        if feature == Hexside.IMPASSABLE:
            return 0
        card = cards.hexside(feature)
        return into + (card.horse if mounted else card.foot)

    def by_way(at: Hex, side: Side, otherwise: int) -> int:
        return courier if (at, side) in ways else otherwise

    def word(at: Hex) -> Terrain:
        return Terrain(ground.terrain[at])

    costs: dict[Mover, Callable[[Hex, Side, Hex], int]] = {
        Mover.FOOT: lambda at, side, to: across(at, side, foot[word(to)], False),
        Mover.HORSE: lambda at, side, to: across(at, side, horse[word(to)], True),
        Mover.ROAD: lambda at, side, to: rates[ways[at, side]] if (at, side) in ways else 0,
        Mover.COURIER: lambda at, side, to: by_way(
            at, side, across(at, side, horse[word(to)], True)
        ),
        Mover.TRACE: lambda at, side, to: by_way(
            at, side, across(at, side, min(foot[word(to)], horse[word(to)]), False)
        ),
    }
    return {mover: _table(ground, cost) for mover, cost in costs.items()}


def _table(ground: Ground, cost: Callable[[Hex, Side, Hex], int]) -> Passage:
    table: Passage = [()] * ground.size
    for at in ground.hexes:
        around = ground.around[at]
        table[at] = tuple(cost(at, side, around[side]) if around[side] else 0 for side in SIX)
    return table
