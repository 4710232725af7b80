"""Views as they are sent. Made by allow-list from the system's view, once for each side.

What never changes (the counters as a side knows them) is sent once, in ``hello``; what changes is
sent whole after a connection, and then only what is different from the last view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from grognard.host.room import Room
from grognard.kernel import Ask, State
from grognard.kernel.codec import builtins
from grognard.mechanics.hexes import Hex

COUNTERS: Final = ("own", "enemy", "own_leaders")
"""What a side knows of counters and leaders: the same throughout a battle."""

MAPS: Final = (
    "pieces", "stacks", "leaders", "attached", "control", "removed", "levels", "fired_at",
    "fire_losses",
)  # fmt: skip
"""Fields that are sent entry by entry."""

PLAIN: Final = ("side", "turn", "clock", "phasing", "segment", "question")
"""Fields that are sent whole when they change."""

PLACES: Final = frozenset({"at", "target", "hexes", "to"})


class Shown(msgspec.Struct):
    """What a side is shown at a line of the journal, before it is written out."""

    number: int
    plain: dict[str, Any]
    maps: dict[str, dict[Any, Any]]

    def document(self) -> dict[str, Any]:
        return {**self.plain, **self.maps}

    def change_from(self, before: Shown) -> dict[str, Any]:
        """What is different from an earlier view: new values, and ``None`` for what is gone."""
        changed: dict[str, Any] = {
            name: value
            for name, value in self.plain.items()
            if name not in before.plain or before.plain[name] != value
        }
        for name, now in self.maps.items():
            then = before.maps.get(name, {})
            if now is then:
                continue
            different: dict[Any, Any] = {
                key: value for key, value in now.items() if then.get(key) != value
            }
            different.update(dict.fromkeys(key for key in then if key not in now))
            if different:
                changed[name] = different
        return changed


def shown(room: Room, side: str) -> Shown:
    """What a side may see now; the empty side is the public."""
    state = room.state
    seen = room.system.view(state, side)
    plain = {name: getattr(seen, name) for name in PLAIN if hasattr(seen, name)}
    plain["sequence"] = [str(frame) for frame in state.stack]
    plain["focus"] = focus(state)
    maps = {name: getattr(seen, name) for name in MAPS if hasattr(seen, name)}
    return Shown(room.number, plain, maps)


def focus(state: State) -> list[Hex]:
    """The hexes of what is being decided: those the innermost procedure names."""
    if not isinstance(state.pending, Ask):
        return []
    pieces = getattr(state.table, "pieces", {})
    for frame in reversed(state.stack):
        found: list[Hex] = []
        for field in frame.procedure.__struct_fields__:
            held = getattr(frame.procedure, field)
            for value in held if isinstance(held, tuple) else (held,):
                if isinstance(value, str) and value in pieces:
                    found += pieces[value].hexes
                elif type(value) is int and field in PLACES and value:
                    found.append(value)
        if found:
            return list(dict.fromkeys(found))
    return []


def counters(room: Room, side: str) -> dict[str, Any]:
    """The counters as a side knows them: both sides of its own, the front of the others."""
    seen = room.system.view(room.state, side)
    return {name: builtins(getattr(seen, name)) for name in COUNTERS if hasattr(seen, name)}


@lru_cache(maxsize=32)
def setting_document(setting: Any) -> dict[str, Any]:
    """What never changes in a battle and everybody may know: names, calendar, organisation."""
    fields: dict[str, Any] = {
        name: builtins(getattr(setting, name))
        for name in ("id", "title", "date", "description", "sides", "aims", "turns",
                     "organisations", "arrivals", "options")
        if hasattr(setting, name)
    }  # fmt: skip
    if hasattr(setting, "leaders"):
        fields["leaders"] = {
            leader: {"id": leader, "name": held.name, "side": held.side, "nation": held.nation,
                     "command": held.command}
            for leader, held in setting.leaders.items()
        }  # fmt: skip
    for name in ("side_names", "brigades", "clock"):
        if hasattr(setting, name):
            fields[name] = dict(getattr(setting, name))
    return fields


@lru_cache(maxsize=32)
def map_document(setting: Any) -> dict[str, Any]:
    """The ground as ``MapData`` of the browser client."""
    from grognard.systems.premier.packs.pack import LIBRARY
    from grognard.systems.premier.packs.packfiles import read_pack

    ground = setting.ground
    spare = iter("abcdefhijklmnopqrstuvxyz")
    signs = {"clear": ".", "woods": "w", "village": "V", "hamlet": "H", "garden": "g"}
    legend: dict[str, str] = {}
    for terrain in dict.fromkeys(ground.terrain[at] for at in ground.hexes):
        legend[terrain] = signs.get(terrain) or next(spare)
    rows, columns = range(1, ground.rows + 1), range(1, ground.columns + 1)
    sides: dict[tuple[int, int], dict[str, Any]] = {}
    for (at, side), feature in sorted(ground.hexsides.items()):
        if (ground.around[at][side], (side + 3) % 6) not in sides:
            sides[at, side] = {"hex": at, "side": side, "feature": feature}
    entry = read_pack(LIBRARY / setting.id).entry
    roads = entry["map"].each("roads") if entry is not None else ()
    return {
        "id": setting.id,
        "title": setting.title,
        "columns": ground.columns,
        "rows": ground.rows,
        "legend": {sign: terrain for terrain, sign in legend.items()},
        "terrain": ["".join(legend[ground.terrain[100 * c + r]] for c in columns) for r in rows],
        "level": ["".join(str(ground.level[100 * c + r]) for c in columns) for r in rows],
        "hexsides": list(sides.values()),
        "roads": [
            {
                "name": road.get("name", ""),
                "kind": road.get("kind", "road"),
                "hexes": [at.value for at in road.each("hexes")],
            }
            for road in roads
        ],
        "places": {place: list(hexes) for place, hexes in setting.places.items()},
        "zones": {zone: list(hexes) for zone, hexes in setting.zones.items()},
        "exits": {side: list(hexes) for side, hexes in setting.exits.items()},
    }
