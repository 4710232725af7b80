"""What the browser is sent of a battle: the ground, what never changes, and which fields of a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from grognard.desks import documents
from grognard.desks.documents import Hexside, Road
from grognard.kernel.codec import builtins
from grognard.mechanics.ground import Ground

SIGNS: Final = {"clear": ".", "woods": "w", "village": "V", "hamlet": "H", "garden": "g"}
SPARE: Final = "abcdefhijklmnopqrstuvxyzABCDEFGIJKLMNOPQRSTUWXYZ"
OPEN_FIELDS: Final = (
    "id", "title", "date", "description", "sides", "aims", "turns", "organisations", "arrivals",
    "options",
)  # fmt: skip
"""Fields of a setting that everybody may read."""


class Wire(msgspec.Struct, frozen=True):
    """The fields of a system's view that are sent, by allow-list.

    ``maps`` are sent entry by entry, ``plain`` whole when they change.
    """

    maps: tuple[str, ...] = ("stacks", "control")
    plain: tuple[str, ...] = ("side", "turn", "clock", "phasing", "segment", "question")


def setting_document(setting: Any) -> dict[str, Any]:
    """What never changes in a battle and everybody may know: names, calendar, organisation."""
    fields: dict[str, Any] = {
        name: builtins(getattr(setting, name)) for name in OPEN_FIELDS if hasattr(setting, name)
    }
    if hasattr(setting, "leaders"):
        fields["leaders"] = {
            leader: {"id": leader, "name": held.name, "side": held.side,
                     "nation": getattr(held, "nation", ""), "command": getattr(held, "command", "")}
            for leader, held in setting.leaders.items()
        }  # fmt: skip
    for name in ("side_names", "clock"):
        if hasattr(setting, name):
            fields[name] = dict(getattr(setting, name))
    return fields


def map_document(setting: Any, roads: Iterable[Road] | None = None) -> documents.Ground:
    """The ground of hexes as it is drawn."""
    ground: Ground = setting.ground
    spare = iter(SPARE)
    legend: dict[str, str] = {}
    for terrain in dict.fromkeys(ground.terrain[at] for at in ground.hexes):
        legend[terrain] = SIGNS.get(terrain) or next(spare)
    rows, columns = range(1, ground.rows + 1), range(1, ground.columns + 1)
    sides: dict[tuple[int, int], Hexside] = {}
    for (at, side), feature in sorted(ground.hexsides.items()):
        if (ground.around[at][side], (side + 3) % 6) not in sides:
            sides[at, side] = Hexside(at, side, feature)

    def named(field: str) -> dict[str, tuple[int, ...]]:
        return {name: tuple(hexes) for name, hexes in getattr(setting, field, {}).items()}

    return documents.Ground(
        setting.id, setting.title, ground.columns, ground.rows,
        legend={sign: terrain for terrain, sign in legend.items()},
        terrain=tuple("".join(legend[ground.terrain[100 * c + r]] for c in columns) for r in rows),
        level=tuple("".join(str(ground.level[100 * c + r]) for c in columns) for r in rows),
        hexsides=tuple(sides.values()),
        roads=tuple(_links(ground) if roads is None else roads),
        places=named("places"), zones=named("zones"), exits=named("exits"),
        metres=getattr(setting, "scale", {}).get("hex_metres", 0),
    )  # fmt: skip


def _links(ground: Ground) -> Iterator[Road]:
    """Roads as the ground has them, without names: a piece for every two hexes they link."""
    for at, linked in sorted(ground.roads.items()):
        yield from (Road("", "road", (at, to)) for to in linked if at < to)
