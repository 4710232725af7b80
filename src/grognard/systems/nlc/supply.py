"""Supply (chapter 17, A20): some hexes across country, then roads and trails to a source."""

from __future__ import annotations

from collections import deque

from grognard.kernel import Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.events import Removed
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


@rule("N17.1", "N13.8", "R-17")
def is_supplied(table: Table, unit: UnitId) -> bool:
    """Can the unit trace supply now? Enemy units bar the way, their zones do not.

    Whoever is among enemies, as in a charge, traces from the hexes beside him.
    """
    side = table.side_of(unit)
    fed = table.derived(("supply", side), lambda: _fed(table, side))
    at = table.pieces[unit].at
    if at in fed or not table.has_enemy(at, side):
        return at in fed
    ways = zip(table.setting.ground.around[at], table.setting.passage[Mover.FOOT][at], strict=True)
    return any(price and there in fed for there, price in ways)


@rule("N17.1")
def _fed(table: Table, side: SideId) -> frozenset[Hex]:
    """Every hex from which supply can be traced."""
    enemy, reach = table.setting.enemy(side), table.setting.cards.figure("supply_off_road")
    sources = [at for at in table.setting.armies[side].supply if not table.has_unit(at, enemy)]
    return frozenset(_across_country(table, _along_roads(table, sources, enemy), enemy, reach))


def _along_roads(table: Table, sources: list[Hex], enemy: SideId) -> list[Hex]:
    ground, ways = table.setting.ground, table.setting.ways
    found = dict.fromkeys(sources)
    waiting = deque(sources)
    while waiting:
        at = waiting.popleft()
        for side, there in enumerate(ground.around[at]):
            if (
                there
                and (at, side) in ways
                and there not in found
                and not table.has_unit(there, enemy)
            ):
                found[there] = None
                waiting.append(there)
    return list(found)


def _across_country(table: Table, roads: list[Hex], enemy: SideId, reach: int) -> dict[Hex, int]:
    ground, passage = table.setting.ground, table.setting.passage[Mover.FOOT]
    found = dict.fromkeys(roads, 0)
    waiting = deque(roads)
    while waiting:
        at = waiting.popleft()
        if found[at] == reach:
            continue
        for there, price in zip(ground.around[at], passage[at], strict=True):
            if there and price and there not in found and not table.has_unit(there, enemy):
                found[there] = found[at] + 1
                waiting.append(there)
    return found


class SupplyCheck(Procedure, tag=True):
    """N17.2: at the end of the nine o'clock turn whoever is cut off is gone for good."""

    @step("N17.2", "N17.3")
    def check(self, table: Table) -> Flow:
        if not table.setting.turns[table.turn - 1].supply:
            return Done()
        cut_off = [
            unit
            for side in table.setting.sides
            for unit in table.units_of(side)
            if not is_supplied(table, unit)
        ]
        for unit in cut_off:
            lost = table.pieces[unit].lost
            table.record(Removed(unit, Fate("starved", table.turn, False, lost)))
        return Done()
