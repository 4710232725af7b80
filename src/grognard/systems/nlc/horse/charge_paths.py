"""The way of a charge (N7.7.1-N7.7.3, R-7.7a): one hex, or two with nobody between."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.kinds import Hexside, Terrain
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

Path = tuple[Hex, ...]


def weather_forbids(table: Table) -> bool:
    """No charge at night or in rain: it would enter enemy zones (R-5.5)."""
    turn = table.setting.turns[table.turn - 1]
    return turn.night or (turn.rain and table.setting.on("rain_zoc_ban"))


@rule("N7.7.1", "N7.7.2", "N7.7.3", "R-7.7a")
def paths(table: Table, unit: UnitId, target: Hex) -> list[Path]:
    """Every way in which a unit could charge a hex."""
    at = table.pieces[unit].at
    far = distance(at, target)
    if far == 1:
        return [(target,)] if last_step_open(table, at, target) else []
    if far != table.setting.cards.figure("charge_range"):
        return []
    ground = table.setting.ground
    return [
        (middle, target)
        for middle in ground.around[at]
        if middle
        and distance(middle, target) == 1
        and _is_open_ground(table, at, middle)
        and last_step_open(table, middle, target)
    ]


def _is_open_ground(table: Table, at: Hex, middle: Hex) -> bool:
    """An empty clear hex, reached across a plain hexside or a crest."""
    if table.stack(middle) or any(held.at == middle for held in table.quarters.values()):
        return False
    ground = table.setting.ground
    edge = ground.around[at].index(middle)
    return ground.terrain[middle] == Terrain.CLEAR and (at, edge) not in ground.hexsides


@rule("N7.7.3", "N10.1", "N10.6", "R-7.7a")
def last_step_open(table: Table, at: Hex, target: Hex) -> bool:
    """May horsemen ride the last step? Not into a chateau, not over a bridge or a closed side."""
    ground = table.setting.ground
    edge = ground.around[at].index(target)
    feature, terrain = ground.hexsides.get((at, edge)), ground.terrain[target]
    if feature in (Hexside.IMPASSABLE, Hexside.BRIDGE):
        return False
    if terrain == Terrain.CHATEAU and len(table.stack(target)) < 2:
        return False
    if table.setting.on("charge_open_only"):
        return feature is None and terrain in (Terrain.CLEAR, Terrain.CHATEAU)
    return True
