"""Segment II (N4.5.2, N7.7): all charges are declared, all ride, then all fight."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.duty import may_attack
from grognard.systems.nlc.command import failure, march
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.events import Fact, Marked
from grognard.systems.nlc.horse.charge_actions import Charge
from grognard.systems.nlc.horse.charge_paths import paths, weather_forbids
from grognard.systems.nlc.horse.fight import ChargeFight
from grognard.systems.nlc.horse.pursuit import AfterVictory, loosen
from grognard.systems.nlc.horse.riding_in import RideIn
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

Ride = tuple[UnitId, tuple[Hex, ...], Hex]
"""A unit, its path, and where it started."""


class ChargeDeclared(Fact, frozen=True, tag=True):
    unit: UnitId
    path: tuple[Hex, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N7.7.1", "N7.7.13")


@rule("N7.7.1", "N12.1.5", "R-7.7f")
def may_charge(table: Table, unit: UnitId) -> bool:
    """May this unit charge at all in this segment?"""
    piece = table.pieces[unit]
    return (
        table.arm(unit).cavalry
        and table.under[unit] in table.active
        and not piece.disrupted
        and not piece.has(Mark.CHARGED)
        and not piece.has(Mark.SPENT)
        and table.under[unit] not in table.hidden
        and in_range(table, unit)
    )


def offers(table: Table, side: SideId, declared: tuple[UnitId, ...]) -> list[Charge]:
    """Every charge that may be declared."""
    if weather_forbids(table):
        return []
    far = table.setting.cards.figure("charge_range")
    enemy = table.setting.enemy(side)
    hostile = [at for at in sorted(table.stacks) if table.has_unit(at, enemy)]
    found = []
    for unit in table.units_of(side):
        if unit in declared or not table.arm(unit).cavalry:
            continue
        at = table.pieces[unit].at
        near = [there for there in hostile if distance(at, there) <= far]
        if not near or not may_charge(table, unit):
            continue
        found += [
            Charge(unit, path)
            for target in near
            if may_attack(table, unit, target)
            for path in paths(table, unit, target)
        ]
    return sorted(found)


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
        return None if self._offers(table) else Goto("ride")

    @step("N7.7.1", "N7.7.13")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, Choices((*self._offers(table), Finish())), "charge")

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
        return Ask(self.side, Choices(picks), "resolve-charge")

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

    def _offers(self, table: Table) -> list[Charge]:
        return offers(table, self.side, tuple(unit for unit, _, _ in self.rides))

    def _entries(self, table: Table, target: Hex) -> tuple[tuple[UnitId, Hex], ...]:
        """Chargers who are in the hex now, each with the hex from which he came in."""
        return tuple(
            (unit, path[-2] if len(path) > 1 else home)
            for unit, path, home in self.rides
            if path[-1] == target and unit in table.pieces and table.pieces[unit].at == target
        )
