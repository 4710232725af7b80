"""Horsemen ride back to where they started (N7.7.8, N7.8.4)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.events import Counted, Fact
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
    beaten: bool = False

    @step("N7.7.8", "N20.11.1", "R-7.7e")
    def ride(self, table: Table) -> Flow:
        """Whoever goes because he was beaten retreats, and is counted among the retreats."""
        at = table.pieces[self.unit].at
        if at == self.home and not table.has_enemy(at, self.side):
            return Done()
        if at != self.home and home_open(table, self.unit, self.home):
            if self.beaten:
                table.record(Counted(f"retreated:{self.side}"))
            table.record(WentHome(self.unit, self.home))
            return Goto("look_round")
        return Call(Retreat(self.side, (self.unit,), "charge", False))

    @step("N7.7.8")
    def give_ground(self, table: Table) -> Flow:
        return Done()

    @step("N7.9.1", "N7.10.6", "R-7.9a")
    def look_round(self, table: Table) -> Flow:
        """Riding back is a retreat into that hex: enemies near it may charge in reaction."""
        from grognard.systems.nlc.horse import reaction

        if reaction.candidates(table, (self.unit,), self.home):
            return Call(reaction.ReactionWindow((self.unit,), self.home, "retreat"))
        return None

    @step("N7.7.8")
    def finish(self, table: Table) -> Flow:
        return Done()
