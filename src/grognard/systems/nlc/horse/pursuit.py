"""After a won charge (N7.7.9, N7.8, A11): pursue, stay, or ride back; then the ranks are loose."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.events import Disrupted, Fact
from grognard.systems.nlc.horse.charge_paths import bar_to_last_step
from grognard.systems.nlc.horse.home import GoHome, home_open
from grognard.systems.nlc.horse.riding_in import RideIn
from grognard.systems.nlc.judging import hex_named
from grognard.systems.nlc.movement.stacking import room
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class PursuitTested(Fact, frozen=True, tag=True):
    """Would horsemen be held back after a success? A roll above their value says no (N7.8.3)."""

    unit: UnitId
    die: int
    value: int
    clauses: ClassVar[tuple[str, ...]] = ("N7.8.3",)

    @property
    def pursues(self) -> bool:
        return self.die > self.value


@rule("N7.8.1", "R-7.8")
def bar_to_prey(table: Table, unit: UnitId, there: Hex) -> Reason | None:
    """Why a pursuit cannot strike a hex."""
    at, side = table.pieces[unit].at, table.side_of(unit)
    if there not in table.setting.ground.around[at] or not table.has_enemy(there, side):
        return Reason("a pursuit strikes an adjacent enemy", "N7.8.1")
    return bar_to_last_step(table, at, there)


def prey(table: Table, unit: UnitId) -> list[Hex]:
    """Adjacent enemies that a pursuit could strike."""
    around = table.setting.ground.around[table.pieces[unit].at]
    return [there for there in around if there and bar_to_prey(table, unit, there) is None]


class AfterVictory(Procedure, tag=True):
    """Each unit that won decides: pursue, or hold if it can be held; then stay or go back.

    ``beaten`` are the enemies who just retreated from this charge: they do not fire (N7.8.2).
    """

    side: SideId
    units: tuple[UnitId, ...]
    at: Hex
    homes: tuple[tuple[UnitId, Hex], ...]
    beaten: tuple[UnitId, ...] = ()
    asked: int = 0
    hunting: tuple[tuple[UnitId, Hex], ...] = ()
    target: Hex = 0
    resting: int = 0

    @step("N7.7.9", "N7.8.1")
    def next_unit(self, table: Table) -> Flow:
        if self.asked == len(self.units):
            return Goto("next_hunt")
        unit = self.units[self.asked]
        if unit not in table.pieces or not prey(table, unit):
            self.asked += 1
            return Goto("next_unit")
        return None

    @step("N7.7.9", "N7.8.1")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, Choices((Pick("hold"), Pick("pursue")), "N7.8.1"), "pursue")

    @step("N7.8.1", "N7.8.3")
    def hear(self, table: Table, picked: Pick) -> Flow:
        return Goto("choose_prey") if picked.choice == "pursue" else None

    @step("N7.8.3")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "pursuit", self.units[self.asked])

    @step("N7.8.3", "N2.2.8")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        unit = self.units[self.asked]
        event = PursuitTested(unit, dice[0], table.printed(unit).pursuit)
        table.record(event)
        if event.pursues:
            return None
        self.asked += 1
        return Goto("next_unit")

    @step("N7.8.1", "R-7.8")
    def choose_prey(self, table: Table) -> Flow:
        found = prey(table, self.units[self.asked])
        if len(found) == 1:
            self._hunt(found[0])
            return Goto("next_unit")
        return None

    @step("N7.8.1")
    def ask_prey(self, table: Table) -> Flow:
        unit = self.units[self.asked]
        picks = [Pick(name(at)) for at in sorted(prey(table, unit))]

        def judge(said: Pick) -> Reason | None:
            return bar_to_prey(table, unit, hex_named(table, said.choice))

        return Ask(self.side, Judged(judge, picks, Pick), "pursue-whom")

    @step("N7.8.1")
    def hear_prey(self, table: Table, picked: Pick) -> Flow:
        self._hunt(int(picked.choice))
        return Goto("next_unit")

    @step("N7.8.1", "R-7.8")
    def next_hunt(self, table: Table) -> Flow:
        """Those who chose one target ride together."""
        waiting = [at for unit, at in self.hunting if self._stands(table, unit, self.at)]
        if not waiting:
            return Goto("next_rest")
        self.target = waiting[0]
        return None

    @step("N7.8.1", "N7.9.1")
    def ride(self, table: Table) -> Flow:
        homes = dict(self.homes)
        for unit, at in self.hunting:
            if at == self.target and self._stands(table, unit, self.at):
                return Call(RideIn(unit, (at,), homes[unit], "pursuit"), then="ride")
        return None

    @step("N7.8.1", "N7.8.2")
    def strike(self, table: Table) -> Flow:
        from grognard.systems.nlc.horse.fight import ChargeFight

        riders = [unit for unit, at in self.hunting if at == self.target]
        self.hunting = tuple(held for held in self.hunting if held[1] != self.target)
        entries = tuple(
            (unit, self.at) for unit in riders if self._stands(table, unit, self.target)
        )
        if not entries:
            return Goto("next_hunt")
        silent = tuple(unit for unit in self.beaten if unit in table.stack(self.target))
        fight = ChargeFight(self.side, entries, self.target, self.homes, silent=silent)
        return Call(fight, then="next_hunt")

    @step("N7.7.9", "N7.8.4", "R-7.7c")
    def next_rest(self, table: Table) -> Flow:
        """Stay where they are, if the hex is theirs and has room, or ride back."""
        if self.resting == len(self.units):
            return Goto("loosen")
        unit = self.units[self.resting]
        home = dict(self.homes)[unit]
        if unit not in table.pieces or table.pieces[unit].at == home:
            self.resting += 1
            return Goto("next_rest")
        if not self._may_stay(table, unit):
            self.resting += 1
            return Call(GoHome(self.side, unit, home), then="next_rest")
        if not home_open(table, unit, home):
            self.resting += 1
            return Goto("next_rest")
        return None

    @step("N7.7.9", "N7.8.4")
    def ask_rest(self, table: Table) -> Flow:
        return Ask(self.side, Choices((Pick("return"), Pick("stay")), "N7.7.9"), "stay-or-return")

    @step("N7.7.9", "N7.8.4")
    def hear_rest(self, table: Table, picked: Pick) -> Flow:
        unit = self.units[self.resting]
        self.resting += 1
        if picked.choice == "return":
            return Call(GoHome(self.side, unit, dict(self.homes)[unit]), then="next_rest")
        return Goto("next_rest")

    @step("N7.7.14")
    def loosen(self, table: Table) -> Flow:
        for unit in self.units:
            loosen(table, unit)
        return Done()

    # --- helpers

    def _hunt(self, at: Hex) -> None:
        self.hunting = (*self.hunting, (self.units[self.asked], at))
        self.asked += 1

    def _stands(self, table: Table, unit: UnitId, at: Hex) -> bool:
        return unit in table.pieces and table.pieces[unit].at == at

    @rule("N7.8.4", "R-7.7c")
    def _may_stay(self, table: Table, unit: UnitId) -> bool:
        at = table.pieces[unit].at
        return not table.has_enemy(at, self.side) and len(table.units_in(at, self.side)) <= room(
            table, at
        )


@rule("N7.7.14", "N6.3.3")
def loosen(table: Table, unit: UnitId) -> None:
    """Whoever charged is disrupted once it is all over."""
    if unit in table.pieces and not table.pieces[unit].disrupted:
        table.record(Disrupted(unit, "charge"))
