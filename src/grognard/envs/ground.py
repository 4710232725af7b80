"""What of the ground is observed: places that decide the battle, and places that give cover."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.desks.reporting import Sketch
from grognard.mechanics.places import Place, distance

OPEN: Final = ("clear", "")
FAR: Final = 40


class Field(msgspec.Struct, frozen=True):
    """``aims`` are the places that somebody is to hold, ``cover`` those that are not open."""

    aims: tuple[Place, ...]
    cover: frozenset[Place]

    def to_aim(self, at: Place) -> int:
        """How far the nearest aim is; far where there is none."""
        return min((distance(at, aim) for aim in self.aims), default=FAR) if at else FAR


def aims_of(setting: Any) -> tuple[Place, ...]:
    """Places named by the conditions of victory, or objectives of a measured table, each once."""
    victory: Any = getattr(setting, "victory", None)
    found: list[Place] = []
    for aim in getattr(victory, "aims", ()):
        found += aim.hexes
    for level in victory.get("levels", ()) if hasattr(victory, "get") else ():
        for condition in level.conditions:
            if condition.kind == "holds":
                found += setting.places[condition.place]
    found += [setting.place(aim.at) for aim in getattr(setting, "objectives", {}).values()]
    return tuple(dict.fromkeys(found))


def covered(ground: Sketch | None) -> frozenset[Place]:
    """Every place that is not open ground."""
    if ground is None:
        return frozenset()
    return frozenset(at for at, kind in ground.terrain.items() if kind not in OPEN)
