"""Disruption goes at the end of the turn (N6.3.2), or only after a test of morale (N19.2)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.systems.nlc import morale
from grognard.systems.nlc.combat.rout import Rout
from grognard.systems.nlc.events import Recovered
from grognard.systems.nlc.morale import Occasion
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

OCCASION = Occasion("recovery")


class Recovery(Procedure, tag=True):
    """Both sides at once: every test is made before any marker comes off."""

    waiting: tuple[UnitId, ...] = ()
    restored: tuple[UnitId, ...] = ()
    routed: tuple[UnitId, ...] = ()

    @step("N6.3.2", "N19.2.1")
    def begin(self, table: Table) -> Flow:
        first = table.setting.reserve_first
        self.waiting = tuple(
            unit
            for side in (first, table.setting.enemy(first))
            for unit in table.units_of(side)
            if table.pieces[unit].disrupted
        )
        if not table.setting.on("disruption_recovery"):
            self.restored, self.waiting = self.waiting, ()
        return None

    @step("N19.2.1")
    def look(self, table: Table) -> Flow:
        return None if self.waiting else Goto("finish")

    @step("N19.2.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "morale-recovery", self.waiting[0])

    @step("N19.2.1", "N19.2.2", "N20.8.10", "N20.10.1", "R-20.8")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        unit = self.waiting[0]
        self.waiting = self.waiting[1:]
        passed = morale.weigh(table, (unit,), unit, OCCASION, dice[0])
        if _is_exhausted(table, unit):
            passed = dice[0] >= table.setting.cards.figure("exhausted_recovers")
        elif morale.routed_by(table, (unit,), OCCASION, dice[0]):
            self.routed = (*self.routed, unit)
        if passed:
            self.restored = (*self.restored, unit)
        return Goto("look")

    @step("N6.3.2", "N19.2.1")
    def finish(self, table: Table) -> Flow:
        for unit in self.restored:
            table.record(Recovered(unit))
        return Call(Rout(self.routed)) if self.routed else None

    @step("N19.2.1")
    def close(self, table: Table) -> Flow:
        return Done()


@rule("N20.8.10", "R-20.8")
def _is_exhausted(table: Table, unit: UnitId) -> bool:
    return table.setting.on("fatigue") and table.force_of(unit).fatigue > 1
