"""Flanks (N7.6.2, N7.10.3, N8.5.3): who stands where around a defender's hex (R-7.6a)."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.kinds import OrderType, Terrain
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

FALLING_BACK = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)


@rule("N7.6.3", "N8.5.2", "N10.1", "N10.6", "N7.10.5")
def is_sheltered(table: Table, at: Hex) -> bool:
    """Do a town, or a chateau that is not crammed, guard the flanks of whoever is inside?"""
    terrain = table.setting.ground.terrain[at]
    if terrain == Terrain.CHATEAU:
        return len(table.stack(at)) < 2
    return terrain == Terrain.TOWN


@rule("N7.6.2", "N12.2F.4", "R-7.6a")
def flanked(table: Table, target: Hex, attackers: tuple[Hex, ...], horse: bool = False) -> bool:
    """Is the defender of a hex flanked by an assault from these hexes? ``horse``: cavalry attacks."""
    if is_sheltered(table, target):
        return False
    if horse and caught_on_road(table, target):
        return True
    defender = table.held_by(target)
    around = [at for at in table.setting.ground.around[target] if at]
    friends = sum(table.has_unit(at, defender) for at in around)
    if friends > table.setting.cards.figure("flank_friends"):
        return False
    enemies = [at for at in around if table.has_enemy(at, defender)]
    if table.setting.on("literal_flank"):
        return any(not any(_touch(at, own) for own in attackers if own != at) for at in enemies)
    for at in enemies:
        others = [own for own in attackers if own != at]
        if others and not any(_touch(at, own) for own in others):
            return True
    return False


def _touch(one: Hex, other: Hex) -> bool:
    return distance(one, other) == 1


@rule("N12.2F.4", "NM.8")
def caught_on_road(table: Table, at: Hex) -> bool:
    """Do troops that fall back along a road or trail stand there?"""
    ways = table.setting.ways
    if not any((at, side) in ways for side in range(6)):
        return False
    return any(table.force_of(unit).type in FALLING_BACK for unit in table.stack(at))


@rule("N7.10.3", "N8.5.3", "R-7.6a")
def comes_on_flank(
    table: Table, target: Hex, entry: Hex, side: SideId, charging: tuple[UnitId, ...] = ()
) -> bool:
    """Does a charge, or a line of fire, that enters through this neighbour come on the flank?

    Some unit of the side that takes no part in a charge stands next to the defender, not in the
    entry hex and not next to it.
    """
    for at in table.setting.ground.around[target]:
        if not at or at == entry or _touch(at, entry):
            continue
        if any(unit not in charging for unit in table.units_in(at, side)):
            return True
    return False
