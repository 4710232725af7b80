"""Horsemen ride back to where they started (N7.7.8, N7.8.4)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.movement.stacking import overstacked
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class WentHome(Fact, frozen=True, tag=True):
    unit: UnitId
    to: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N7.7.8",)

    def change(self, table: Table) -> None:
        table.put(msgspec.structs.replace(table.pieces[self.unit], at=self.to))


@rule("N7.7.8", "R-7.7e")
def home_open(table: Table, unit: UnitId, home: Hex) -> bool:
    """Can the unit go back there: no enemy in it, and room?"""
    if table.has_enemy(home, table.side_of(unit)):
        return False
    return overstacked(table, home, (unit,)) is None


class GoHome(Procedure, tag=True):
    """To the starting hex; if that is closed, a retreat from where it stands; else it is lost."""

    side: SideId
    unit: UnitId
    home: Hex

    @step("N7.7.8", "R-7.7e")
    def ride(self, table: Table) -> Flow:
        at = table.pieces[self.unit].at
        if at == self.home and not table.has_enemy(at, self.side):
            return Done()
        if at != self.home and home_open(table, self.unit, self.home):
            table.record(WentHome(self.unit, self.home))
            return Done()
        return Call(Retreat(self.side, (self.unit,), "charge", False))

    @step("N7.7.8")
    def finish(self, table: Table) -> Flow:
        return Done()
