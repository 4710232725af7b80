"""Charges and shocks (step c of an activation)."""

from __future__ import annotations

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, step
from grognard.mechanics.commands import Finish, Pick
from grognard.systems.empire.charge.actions import Charge
from grognard.systems.empire.charge.declaring import ChargeOptions, charge_price
from grognard.systems.empire.charge.events import ChargeDeclared
from grognard.systems.empire.charge.riding import Rider, gap_of, seen_riders
from grognard.systems.empire.charge.running import ChargeHome
from grognard.systems.empire.charge.stepping_up import group_of
from grognard.systems.empire.command.points import spend
from grognard.systems.empire.events import secret_of
from grognard.systems.empire.setting import DivisionId, SideId, UnitId
from grognard.systems.empire.table import Table


class ChargeStep(Procedure, tag=True):
    """All charges of a division are declared, then run one target after the other."""

    division: DivisionId
    riders: tuple[Rider, ...] = ()
    target: UnitId = ""

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Nobody hears of a charge that the enemy declares out of hiding."""
        return ChargeStep(self.division, seen_riders(table, self.riders, side), self.target)

    @step("E21.2", "E35.12")
    def declare(self, table: Table) -> Flow:
        fellows = {rider.unit: rider.target for rider in self.riders}
        options = ChargeOptions(table, self.division, fellows)
        if options.offered == (Finish(),):
            return Goto("choose")
        return Ask(table.phasing, options, "charge")

    @step("E35.12", "E24.7", "E24.11")
    def hear(self, table: Table, action: Charge | Finish) -> Flow:
        if isinstance(action, Finish):
            return Goto("choose")
        spend(table, self.division, charge_price(table, action.unit, action.fellow))
        gap, group = gap_of(table, action.unit, action.target), group_of(table, action.unit)
        self.riders += (Rider(action.unit, action.target, action.forms, gap, group=group),)
        table.record(ChargeDeclared(action.unit, action.target, secret_of(table, action.unit)))
        return Goto("declare")

    @step("E35.12")
    def choose(self, table: Table) -> Flow:
        """The active player says which of his charges comes next."""
        targets = sorted({rider.target for rider in self.riders})
        if not targets:
            return Done()
        if len(targets) == 1:
            (self.target,) = targets
            return Goto("run")
        return Ask(table.phasing, Choices(map(Pick, targets), "E35.12"), "next-charge")

    @step("E35.12")
    def chosen(self, table: Table, action: Pick) -> Flow:
        self.target = action.choice
        return None

    @step("E35.5", "E35.10")
    def run(self, table: Table) -> Flow:
        here = tuple(rider for rider in self.riders if rider.target == self.target)
        self.riders = tuple(rider for rider in self.riders if rider.target != self.target)
        engaged = {*self._units(), *(rider.target for rider in self.riders)}
        return Call(ChargeHome(self.target, here, tuple(sorted(engaged))))

    @step("E35.17")
    def again(self, table: Table, named: tuple[Rider, ...]) -> Flow:
        """Whoever has found another target charges that later."""
        self.riders += named
        return Goto("choose")

    def _units(self) -> tuple[UnitId, ...]:
        return tuple(rider.unit for rider in self.riders)
