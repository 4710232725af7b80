"""Reinforcements: in column, by road where one leads in; who finds no room waits off the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.actions import Enter
from grognard.systems.bataille.doctrine.routes import way_home
from grognard.systems.bataille.doctrine.scene import bearing
from grognard.systems.bataille.movement import arrivals
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.schedule import FOREST_MARCH
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.setting import Arrival, mover
from grognard.systems.bataille.table import Table

MARCHING: Final = (Formation.COLUMN, Formation.LIMBERED, Formation.GENERAL)
"""How troops come on: they can go on at once and mix with those who came before."""

Aims = Callable[[UnitId], tuple[Hex, ...]]


def entry(table: Table, side: str, options: Any, aims: Aims) -> Enter | None:
    """The first who waits and finds room: on a road if he can, else where his way is shortest."""
    for unit, arrival in arrivals.waiting(table, side):
        goals = aims(unit)
        way = way_home(table.setting, mover(table.printed(unit)), goals)
        free = arrivals.entry_hexes(table, arrival)
        roads = table.setting.ground.roads
        for at in sorted(free, key=lambda at: (at not in roads, way[at], at)):
            order = _marching(table, unit, arrival, at, goals)
            if order is not None and order in options:
                return order
    return None


def goes_on(table: Table, hand: InHand) -> bool:
    """Is the unit in hand one that came on and still stands on the edge, in the way of others?"""
    if not (table.setting.arrivals and hand.entered and hand.unit in table.pieces):
        return False
    return not all(table.setting.ground.around[table.pieces[hand.unit].at])


def _marching(
    table: Table, unit: UnitId, arrival: Arrival, at: Hex, goals: tuple[Hex, ...]
) -> Enter | None:
    """The unit in the order of march that a hex asks for, looking where it must go."""
    open_to = arrivals.entry_formations(table, table.printed(unit), at)
    if arrival.manner == FOREST_MARCH:
        open_to = (Formation.GENERAL,)
    ahead = bearing(table, at, min(goals, key=lambda goal: (distance(at, goal), goal)))
    for formation in MARCHING:
        if formation in open_to:
            inward = arrivals.facings(table, formation, at)
            facing = min(inward, key=lambda s: (min((s - ahead) % 6, (ahead - s) % 6), s))
            return Enter(unit, at, formation, facing)
    return None
