"""Rout (N20.10): a test failed by far eliminates, and whoever stands near must test in turn."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.systems.nlc import morale
from grognard.systems.nlc.events import Counted, Fact
from grognard.systems.nlc.losses import eliminate
from grognard.systems.nlc.morale import Occasion
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

FLIGHT = Occasion("rout")


class Routed(Fact, frozen=True, tag=True):
    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("N20.10.1",)


class Rout(Procedure, tag=True):
    """The routed are eliminated; friends beside them test, and may rout as well.

    ``counted`` are those of them who are among the retreats of the turn already (N20.11.2).
    """

    units: tuple[UnitId, ...]
    counted: tuple[UnitId, ...] = ()
    waiting: tuple[UnitId, ...] = ()
    tested: tuple[UnitId, ...] = ()

    @step("N20.10.1", "N20.10.2", "N20.11.2")
    def scatter(self, table: Table) -> Flow:
        for unit in self.units:
            if unit in table.pieces:
                near = _beside(table, unit)
                table.record(Routed(unit))
                if unit not in self.counted:
                    table.record(Counted(f"retreated:{table.side_of(unit)}"))
                eliminate(table, unit)
                fresh = [other for other in near if other not in (*self.tested, *self.waiting)]
                self.waiting = (*self.waiting, *fresh)
        self.units = ()
        return None

    @step("N20.10.2")
    def look(self, table: Table) -> Flow:
        self.waiting = tuple(unit for unit in self.waiting if unit in table.pieces)
        return None if self.waiting else Goto("finish")

    @step("N20.10.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "morale-rout", self.waiting[0])

    @step("N20.10.2")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        unit = self.waiting[0]
        morale.weigh(table, (unit,), unit, FLIGHT, dice[0])
        self.waiting, self.tested = self.waiting[1:], (*self.tested, unit)
        self.units = morale.routed_by(table, (unit,), FLIGHT, dice[0])
        return Goto("scatter") if self.units else Goto("look")

    @step("N20.10.2")
    def finish(self, table: Table) -> Flow:
        return Done()


@rule("N20.10.2")
def _beside(table: Table, unit: UnitId) -> list[UnitId]:
    side, at = table.side_of(unit), table.pieces[unit].at
    near = [other for other in table.units_in(at, side) if other != unit]
    for there in table.setting.ground.around[at]:
        near += table.units_in(there, side)
    return near
