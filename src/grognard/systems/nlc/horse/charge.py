"""Segment II (N4.5.2, N7.7): all charges are declared, all ride, then all fight."""

from __future__ import annotations

from functools import partial
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
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.duty import bar_to_attack
from grognard.systems.nlc.command import failure, march
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.events import Fact, Marked
from grognard.systems.nlc.horse.charge_actions import Charge
from grognard.systems.nlc.horse.charge_paths import bar_to_path, paths
from grognard.systems.nlc.horse.fight import ChargeFight
from grognard.systems.nlc.horse.pursuit import AfterVictory, loosen
from grognard.systems.nlc.horse.riding_in import RideIn
from grognard.systems.nlc.judging import bar_to_acting, or_done
from grognard.systems.nlc.movement.zones import zones_closed
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

Ride = tuple[UnitId, tuple[Hex, ...], Hex]
"""A unit, its path, and where it started."""


class ChargeDeclared(Fact, frozen=True, tag=True):
    unit: UnitId
    path: tuple[Hex, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N7.7.1", "N7.7.13")


@rule("N7.7.1", "N7.7.14", "N12.1.5", "R-7.7f")
def bar_to_unit(table: Table, side: SideId, unit: UnitId) -> Reason | None:
    """Why a unit may not charge at all in this segment."""
    barred = bar_to_acting(table, side, unit, "N7.7.1")
    if barred is not None:
        return barred
    piece, name_ = table.pieces[unit], table.printed(unit).name
    if not table.arm(unit).cavalry:
        return Reason(f"only horse charges, and {name_} is none", "N7.7.1")
    if piece.disrupted:
        return Reason(f"{name_} is disrupted", "N7.7.1")
    if piece.has(Mark.CHARGED):
        return Reason(f"{name_} has charged in this turn", "N7.7.14")
    if not in_range(table, unit):
        return Reason(f"{name_} is out of command range and does not charge", "N12.1.5")
    return None


@rule("N7.7.1", "N7.7.13", "N5.5.1", "N16.1", "R-5.5")
def bar_to_charge(
    table: Table, side: SideId, declared: tuple[UnitId, ...], said: Charge
) -> Reason | None:
    """Why a charge may not be declared."""
    barred = zones_closed(table) or bar_to_unit(table, side, said.unit)
    if barred is not None:
        return barred
    if said.unit in declared:
        return Reason(f"{table.printed(said.unit).name} has its charge already", "N7.7.13")
    target = said.path[-1]
    if not table.has_unit(target, table.setting.enemy(side)):
        return Reason(f"there is no enemy unit in {name(target)}", "N7.7.1")
    barred = bar_to_path(table, table.pieces[said.unit].at, said.path)
    return barred or bar_to_attack(table, said.unit, target)


def candidates(table: Table, side: SideId) -> list[Charge]:
    """Horse with enemies in reach, by every way to them."""
    far, enemy = table.setting.cards.figure("charge_range"), table.setting.enemy(side)
    horse = [unit for unit in table.units_of(side) if table.arm(unit).cavalry]
    hostile = [at for at in table.stacks if table.has_unit(at, enemy)] if horse else []
    return sorted(
        Charge(unit, path)
        for unit in horse
        for target in hostile
        if distance(table.pieces[unit].at, target) <= far and bar_to_unit(table, side, unit) is None
        for path in paths(table, unit, target)
    )


class ChargeSegment(Procedure, tag=True):
    """N7.7.13: charges are parallel: all are declared, all move, then target after target is fought."""

    side: SideId
    rides: tuple[Ride, ...] = ()
    ridden: int = 0
    targets: tuple[Hex, ...] = ()
    target: Hex = 0
    beaten: tuple[UnitId, ...] = ()
    struck: tuple[UnitId, ...] = ()

    @step("N7.7.1")
    def look(self, table: Table) -> Flow:
        return None if self._options(table).count() > 1 else Goto("ride")

    @step("N7.7.1", "N7.7.13")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, self._options(table), "charge")

    @step("N7.7.13")
    def hear(self, table: Table, said: Charge | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("ride")
        table.record(ChargeDeclared(said.unit, said.path))
        self.rides = (*self.rides, (said.unit, said.path, table.pieces[said.unit].at))
        return Goto("look")

    @step("N7.7.4", "N7.7.13")
    def ride(self, table: Table) -> Flow:
        if self.ridden == len(self.rides):
            targets = dict.fromkeys(path[-1] for _, path, _ in self.rides)
            self.targets = tuple(targets)
            return Goto("next_fight")
        unit, path, home = self.rides[self.ridden]
        self.ridden += 1
        if unit not in table.pieces or table.pieces[unit].at != home:
            return Goto("ride")
        table.record(Marked(unit, Mark.CHARGED))
        return Call(RideIn(unit, path, home), then="ride")

    @step("N7.1.4", "N7.7.13")
    def next_fight(self, table: Table) -> Flow:
        self.targets = tuple(at for at in self.targets if self._entries(table, at))
        if not self.targets:
            return Goto("loosen")
        if len(self.targets) == 1:
            self.target = self.targets[0]
            return Goto("fight")
        return None

    @step("N7.1.4")
    def ask_fight(self, table: Table) -> Flow:
        picks = [Pick(name(at)) for at in sorted(self.targets)]
        return Ask(self.side, Choices(picks, "N7.1.4"), "resolve-charge")

    @step("N7.1.4")
    def hear_fight(self, table: Table, picked: Pick) -> Flow:
        self.target = int(picked.choice)
        return None

    @step("N7.7.4", "R-7.7d")
    def fight(self, table: Table) -> Flow:
        self.targets = tuple(at for at in self.targets if at != self.target)
        self.beaten = table.units_in(self.target, table.setting.enemy(self.side))
        self.struck = (*self.struck, *self.beaten)
        homes = tuple((unit, home) for unit, _, home in self.rides)
        return Call(ChargeFight(self.side, self._entries(table, self.target), self.target, homes))

    @step("N7.7.9", "N7.8.1")
    def follow_up(self, table: Table, won: bool) -> Flow:
        demoralization.settle(table)
        units = tuple(unit for unit, _ in self._entries(table, self.target))
        if not won or not units:
            return Goto("next_fight")
        homes = tuple((unit, home) for unit, _, home in self.rides)
        after = AfterVictory(self.side, units, self.target, homes, self.beaten)
        return Call(after, then="next_fight")

    @step("N7.7.14")
    def loosen(self, table: Table) -> Flow:
        for unit, _, _ in self.rides:
            loosen(table, unit)
        demoralization.settle(table)
        return Call(march.StopAttacked(self.struck)) if self.struck else Done()

    @step("N12.9.6")
    def see_to_orders(self, table: Table) -> Flow:
        return Call(failure.Settle())

    @step("N7.1.4")
    def finish(self, table: Table) -> Flow:
        return Done()

    def _options(self, table: Table) -> Judged:
        declared = tuple(unit for unit, _, _ in self.rides)
        judge = partial(bar_to_charge, table, self.side, declared)
        return or_done(judge, candidates(table, self.side), Charge)

    def _entries(self, table: Table, target: Hex) -> tuple[tuple[UnitId, Hex], ...]:
        """Chargers who are in the hex now, each with the hex from which he came in."""
        return tuple(
            (unit, path[-2] if len(path) > 1 else home)
            for unit, path, home in self.rides
            if path[-1] == target and unit in table.pieces and table.pieces[unit].at == target
        )
