"""The table of a pack: terrain, buildings, lines, objectives."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.packs.measures import outline_at, point_at, points_at
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.empire.kinds import Cover, Going, Line
from grognard.systems.empire.setting import Building, Deployment, Objective, Patch, Way


class TableFacts(msgspec.Struct, frozen=True):
    """What lies on a table."""

    width: int
    height: int
    patches: tuple[Patch, ...]
    buildings: dict[str, Building]
    ways: tuple[Way, ...]
    objectives: dict[str, Objective]
    deployments: tuple[Deployment, ...] = ()


def once(entries: list[Entry], notes: Notes) -> Iterator[tuple[str, Entry]]:
    """Entries with their ids; one that is written twice is noted."""
    seen: set[str] = set()
    for held in entries:
        name = held.get("id")
        if name in seen:
            notes.add(held.spot, f"'{name}' is written twice", "give it another id")
        elif name is not None:
            seen.add(name)
            yield name, held


def read_table(entry: Entry, notes: Notes) -> TableFacts | None:
    if "table" not in entry or not {"width", "height"} <= entry["table"].value.keys():
        return None
    width, height = entry["table"].get("width"), entry["table"].get("height")
    if not width or not height:
        notes.add(entry["table"].spot, "a table has a width and a height", "as in 45 by 34")
        return None
    patches = tuple(
        Patch(
            name,
            held.get("kind", ""),
            outline_at(held["polygon"], notes, width, height),
            Going(held.get("move", Going.CLEAR)),
            Cover(held.get("cover", Cover.NONE)),
            held.get("hides", False),
            held.get("level", 0),
        )
        for name, held in once(entry.each("terrain"), notes)
        if "polygon" in held
    )
    buildings = {}
    for name, held in once(entry.each("buildings"), notes):
        corners = _rectangle(held, notes, width, height)
        village = held.get("village", "")
        if village and village not in {patch.id for patch in patches}:
            notes.unknown(held["village"].spot, "terrain", village, [each.id for each in patches])
        if corners:
            buildings[name] = Building(
                name, corners, village, Cover(held.get("cover", Cover.MEDIUM))
            )
    ways = tuple(
        Way(
            name,
            Line(held.get("kind")),
            points_at(held.each("points"), notes, width, height),
            Cover(held.get("cover", Cover.NONE)),
        )
        for name, held in once(entry.each("lines"), notes)
        if "points" in held and "kind" in held
    )
    objectives = _objectives(entry, notes, width, height)
    zones = tuple(_zones(entry, notes, width, height))
    return TableFacts(width, height, patches, buildings, ways, objectives, zones)


def _zones(entry: Entry, notes: Notes, width: int, height: int) -> Iterator[Deployment]:
    sides = entry.get("sides", {})
    for held in entry.each("deployment"):
        side = held.get("side", "")
        if side not in sides:
            notes.unknown(held.spot_of("side"), "side", side, sides)
        elif "polygon" in held:
            corners = outline_at(held["polygon"], notes, width, height)
            yield Deployment(side, corners, held.get("fixed", False))


def _rectangle(held: Entry, notes: Notes, width: int, height: int) -> Polygon:
    if "from" not in held or "to" not in held:
        return ()
    low = point_at(held["from"], notes, width, height)
    high = point_at(held["to"], notes, width, height)
    if low is None or high is None:
        return ()
    if low[0] >= high[0] or low[1] >= high[1]:
        notes.add(held.spot, "this rectangle has no ground", "from south-west to north-east")
        return ()
    return (low[0], high[1]), high, (high[0], low[1]), low


def _objectives(entry: Entry, notes: Notes, width: int, height: int) -> dict[str, Objective]:
    found = {}
    for name, held in once(entry.each("objectives"), notes):
        at = point_at(held["at"], notes, width, height) if "at" in held else None
        holder = held.get("holder", "")
        if holder and holder not in entry.get("sides", {}):
            notes.unknown(held["holder"].spot, "side", holder, entry.get("sides", {}))
        if at is not None:
            points = held.get("points", 0)
            found[name] = Objective(name, held.get("name", name), at, points, holder)
    return found
