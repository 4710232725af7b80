"""The ground as it is drawn: woods, hills, villages, buildings, roads, hedges."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.desks.documents import Area, Ground, Road
from grognard.mechanics.measured.polygons import holds
from grognard.systems.empire.setting import Building, Setting

DRAWN: Final = {"wood": "woods"}
"""Ground that maps call by another name."""

METRES: Final = 60
"""A UD on the field."""


@lru_cache(maxsize=16)
def ground(setting: Setting) -> Ground:
    """The table of a battle; documents count southwards."""
    place = setting.place
    areas = [
        Area(
            "" if patch.level else DRAWN.get(patch.kind, patch.kind),
            tuple(map(place, patch.corners)),
            patch.level,
        )
        for patch in setting.patches
    ]
    areas += [
        Area("building", tuple(map(place, held.corners))) for held in setting.buildings.values()
    ]
    return Ground(
        setting.id,
        setting.title,
        width=setting.width,
        height=setting.height,
        areas=tuple(areas),
        roads=tuple(
            Road(way.id, way.kind.value, tuple(map(place, way.points))) for way in setting.ways
        ),
        places={each.name: (place(each.at),) for each in setting.objectives.values()},
        unit="UD",
        metres=METRES,
    )


def called(setting: Setting, house: Building) -> str:
    """A building by the aim of its village, or by the one that lies in it."""
    aims = setting.objectives
    if house.village in aims:
        return f"houses of {aims[house.village].name}"
    inside = (each.name for each in aims.values() if holds(house.corners, each.at))
    return next(inside, "a building")
