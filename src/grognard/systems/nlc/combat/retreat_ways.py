"""Where the beaten may go (A13, R-7.4c): open hexes in classes, of which only the best is offered."""

from __future__ import annotations

from collections.abc import Collection

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.kinds import Mover, Terrain
from grognard.systems.nlc.movement.stacking import room
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table, zone_around


@rule("N7.4.10", "N7.4.16", "N10.5", "R-7.4b", "R-7.4c")
def bar_to_entering(
    table: Table, at: Hex, there: Hex, side: SideId, barred: Collection[Hex] = ()
) -> Reason | None:
    """Why a retreat may not enter a hex at all."""
    ground, passage = table.setting.ground, table.setting.passage[Mover.HORSE]
    if not there or there not in ground.around[at]:
        return Reason("a retreat goes to the next hex", "N7.4.16")
    if not passage[at][ground.around[at].index(there)]:
        return Reason("that side cannot be crossed", "N7.4.10")
    if table.has_unit(there, table.setting.enemy(side)):
        return Reason("an enemy stands there", "N7.4.10")
    if ground.terrain[there] == Terrain.CHATEAU and table.stack(there):
        return Reason("nobody retreats into an occupied chateau", "N10.5")
    if there in barred:
        return Reason("nobody retreats upon the attacked hex, or back where he came from", "R-7.4c")
    return None


def open_hexes(table: Table, at: Hex, side: SideId, barred: Collection[Hex] = ()) -> list[Hex]:
    """Neighbours that a retreat may enter at all."""
    around = table.setting.ground.around[at]
    return [there for there in around if bar_to_entering(table, at, there, side, barred) is None]


def in_live_zone(table: Table, at: Hex, side: SideId, ignored: tuple[UnitId, ...]) -> bool:
    """Is the hex in a zone of the enemy, units in ``ignored`` left out (N7.7.11)?"""
    enemy = table.setting.enemy(side)
    if not table.in_zone(at, enemy):
        return False
    if not ignored:
        return True
    return any(
        unit not in ignored
        for there in table.setting.ground.around[at]
        if there and at in zone_around(table.setting, there)
        for unit in table.units_in(there, enemy)
    )


@rule("N7.4.8", "N7.4.9", "N7.4.16", "N7.7.11", "N12.2.6", "R-7.4c")
def ways_back(
    table: Table,
    units: tuple[UnitId, ...],
    enemies: tuple[Hex, ...],
    barred: Collection[Hex] = (),
    ignored: tuple[UnitId, ...] = (),
) -> tuple[Hex, ...]:
    """The hexes among which the owner of a stack chooses: those of the best class there is."""
    at, side = table.pieces[units[0]].at, table.side_of(units[0])
    found = open_hexes(table, at, side, barred)
    if table.setting.on("free_retreat"):
        return tuple(found)
    bound = any(not table.arm(unit).cavalry for unit in units)

    def rank(there: Hex) -> tuple[int, bool]:
        zoned = bound and in_live_zone(table, there, side, ignored)
        close = any(distance(there, enemy) == 1 for enemy in enemies)
        grade = 0 if not zoned and not close else 1 if not zoned else 2
        crowd = len(table.units_in(there, side)) + len(units) > room(table, there)
        return grade, crowd

    best = min(map(rank, found), default=None)
    return tuple(there for there in found if rank(there) == best)
