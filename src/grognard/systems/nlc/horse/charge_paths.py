"""The way of a charge (N7.7.1-N7.7.3, R-7.7a): one hex, or two with nobody between."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.kinds import Hexside, Terrain
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

Path = tuple[Hex, ...]


NO_WAY = Reason("a charge goes one hex or two, straight at the enemy", "N7.7.1")
IN_THE_WAY = Reason("the hex between must be empty", "N7.7.2")
ROUGH = Reason("a charge crosses only clear ground and crests", "N7.7.3")
WALLED = Reason("foot alone in a chateau is not charged", "N10.1")


@rule("N7.7.1", "N7.7.2", "N7.7.3", "R-7.7a")
def bar_to_path(table: Table, at: Hex, path: Path) -> Reason | None:
    """Why horsemen cannot charge along a way."""
    far, target = distance(at, path[-1]), path[-1]
    if far != len(path) or far > table.setting.cards.figure("charge_range"):
        return NO_WAY
    if far == 1:
        return bar_to_last_step(table, at, target)
    middle = path[0]
    if distance(at, middle) != 1 or distance(middle, target) != 1:
        return NO_WAY
    return _bar_to_middle(table, at, middle) or bar_to_last_step(table, middle, target)


def paths(table: Table, unit: UnitId, target: Hex) -> list[Path]:
    """Every way in which a unit could charge a hex."""
    at = table.pieces[unit].at
    far = distance(at, target)
    if far == 1:
        return [(target,)] if bar_to_last_step(table, at, target) is None else []
    if far != table.setting.cards.figure("charge_range"):
        return []
    ways = ((middle, target) for middle in table.setting.ground.around[at] if middle)
    return [way for way in ways if bar_to_path(table, at, way) is None]


def _bar_to_middle(table: Table, at: Hex, middle: Hex) -> Reason | None:
    """An empty clear hex, reached across a plain hexside or a crest."""
    if table.stack(middle) or any(held.at == middle for held in table.quarters.values()):
        return IN_THE_WAY
    ground = table.setting.ground
    edge = ground.around[at].index(middle)
    clear = ground.terrain[middle] == Terrain.CLEAR and (at, edge) not in ground.hexsides
    return None if clear else ROUGH


@rule("N7.7.3", "N10.1", "N10.6", "R-7.7a")
def bar_to_last_step(table: Table, at: Hex, target: Hex) -> Reason | None:
    """Why horsemen cannot ride the last step: into a chateau, over a bridge or a closed side."""
    ground = table.setting.ground
    edge = ground.around[at].index(target)
    feature, terrain = ground.hexsides.get((at, edge)), ground.terrain[target]
    if feature in (Hexside.IMPASSABLE, Hexside.BRIDGE):
        return ROUGH
    if terrain == Terrain.CHATEAU and len(table.stack(target)) < 2:
        return WALLED
    if table.setting.on("charge_open_only"):
        clear = feature is None and terrain in (Terrain.CLEAR, Terrain.CHATEAU)
        return None if clear else ROUGH
    return None
