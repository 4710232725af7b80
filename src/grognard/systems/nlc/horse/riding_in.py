"""Horsemen ride at a hex; every hex on the way may bring enemies upon them (N7.7.4, N7.9.1)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import leaders
from grognard.systems.nlc.events import Marked, Moved
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table


class RideIn(Procedure, tag=True):
    """One unit rides its path. Result: did it reach the last hex?"""

    unit: UnitId
    path: tuple[Hex, ...]
    home: Hex
    kind: str = "charge"
    place: int = 0

    @step("N7.7.4")
    def ride(self, table: Table) -> Flow:
        if self.unit not in table.pieces:
            return Done(False)
        if self.place == len(self.path):
            return Done(True)
        to = self.path[self.place]
        self.place += 1
        table.record(Moved((self.unit,), to))
        table.record(Marked(self.unit, Mark.CHARGED))
        if table.in_enemy_zone(self.unit):
            table.record(Marked(self.unit, Mark.ENTERED_ZONE))
        side = table.side_of(self.unit)
        if table.has_unit(to, table.setting.enemy(side)):
            return None
        return leaders.drive_off(table, to, side)

    @step("N7.9.1")
    def look_round(self, table: Table) -> Flow:
        from grognard.systems.nlc.horse import reaction

        at = self.path[self.place - 1]
        if reaction.candidates(table, (self.unit,), at):
            homes = ((self.unit, self.home),)
            return Call(reaction.ReactionWindow((self.unit,), at, self.kind, homes=homes))
        return Goto("ride")

    @step("N7.9.4", "R-7.9c")
    def after_reaction(self, table: Table, goes_on: bool) -> Flow:
        at = self.path[self.place - 1]
        here = self.unit in table.pieces and table.pieces[self.unit].at == at
        return Goto("ride") if goes_on and here else Done(False)
