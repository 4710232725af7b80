"""Supply (chapter 17, A20): some hexes across country, then roads and trails to a source."""

from __future__ import annotations

from functools import partial

from grognard.kernel import Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.mechanics.search import flood
from grognard.systems.nlc.events import Removed
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.setting import Setting, SideId, UnitId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import roads_from


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
    return any(there in fed for there in _on_foot(table.setting, at))


@rule("N17.1")
def _fed(table: Table, side: SideId) -> frozenset[Hex]:
    """Every hex from which supply can be traced: from a source along roads, then across country."""
    setting, foes = table.setting, table.hexes_of(table.setting.enemy(side))
    sources = [at for at in setting.armies[side].supply if at not in foes]
    roads = flood(sources, partial(roads_from, setting), closed=foes)
    reach = setting.cards.figure("supply_off_road")
    return frozenset(flood(roads, partial(_on_foot, setting), reach, foes))


def _on_foot(setting: Setting, at: Hex) -> list[Hex]:
    ways = zip(setting.ground.around[at], setting.passage[Mover.FOOT][at], strict=True)
    return [there for there, price in ways if there and price]


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
