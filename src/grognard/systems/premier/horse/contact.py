"""A charge comes upon its target: what happens is decided by the state of the target (38, 41).

Infantry stands or runs, a square is ridden upon, skirmishers are ridden down, cavalry waits for
the melee, guns serve their pieces or are lost. What is left to fight is fought in the segments of
fire and melee that follow.
"""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, step
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.bataille.events.charge import ChargeStruck
from grognard.systems.bataille.fire.opportunity_fire import OpportunityFire
from grognard.systems.bataille.horse.charge_targets import is_bold
from grognard.systems.bataille.horse.contact_states import (
    BROKE,
    FREE,
    HALTED,
    Struck,
    answering,
    foes_in,
    is_left,
    mark,
    ride_onto,
    state_of,
    still_riding,
)
from grognard.systems.bataille.horse.run_away import RunAway, neighbours_of
from grognard.systems.bataille.horse.square import guns_with, limbered
from grognard.systems.bataille.horse.trample import Trample, heirs, rate_against, routed_rate
from grognard.systems.bataille.marks import DARED, MET
from grognard.systems.bataille.morale.checks import CheckMorale, Checks
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.charge_guns import ChargeGuns, abandon
from grognard.systems.premier.horse.contact_marks import join_battle
from grognard.systems.premier.horse.stand import STAND, StandCheck


class Contact(Procedure, tag=True):
    """P38.17: a charge strikes its target from one hex into another. Result: ``Struck``.

    ``points`` are the half points left to the slowest; ``run`` tells of a straight run.
    """

    units: tuple[UnitId, ...]
    target: UnitId
    from_hex: Hex
    at: Hex
    points: int
    run: bool = False

    @step("P38.14", "P38.17", "P46.1")
    def strike(self, table: Table) -> Flow:
        self.target = answering(table, self.target, self.at)
        if is_bold(table, self.units, self.target, self.from_hex):
            for unit in self.units:
                mark(table, unit, DARED)
        for unit in self.units:
            mark(table, unit, MET)
        state = state_of(table, self.target)
        table.record(ChargeStruck(self.units, self.target, self.from_hex, self.at, self.run, state))
        return Goto(state)

    @step("P37.10", "P37.11", "P38.18")
    def cavalry(self, table: Table) -> Flow:
        join_battle(table, self.units, self._foes(table), run=self.run)
        return Done(Struck(HALTED, self.points))

    @step("P38.28", "P38.29", "P38.30", "PR-115")
    def square(self, table: Table) -> Flow:
        return Call(OntoSquare(self.units, self.at), then="upon_square")

    @step("P38.28", "P38.30", "PR-177")
    def upon_square(self, table: Table) -> Flow:
        there = [u for u in still_riding(table, self.units) if self.at in table.pieces[u].hexes]
        join_battle(table, there, self._foes(table), run=self.run, bound=True)
        return Done(Struck(HALTED, self.points))

    @step("P19.26", "P19.27", "P19.28", "P19.29")
    def skirmishers(self, table: Table) -> Flow:
        rate = rate_against(table, self.target)
        return Call(Trample(self.target, self.units, self.points, rate))

    @step("P19.26", "P19.29", "PR-110")
    def scatter(self, table: Table, points: int) -> Flow:
        self.points = points
        return Call(RunAway(heirs(table, self.target), self.at), then="go_on")

    @step("P38.20", "P38.43", "P41.14")
    def routed(self, table: Table) -> Flow:
        if table.printed(self.target).arm is Arm.CAVALRY:
            return Goto("cavalry")
        rate = rate_against(table, self.target)
        return Call(Trample(self.target, self.units, self.points, rate))

    @step("P38.20", "P41.14")
    def rode_over(self, table: Table, points: int) -> Flow:
        left = heirs(table, self.target)
        join_battle(table, self.units, left, run=self.run)
        return Done(Struck(HALTED if left else FREE, points))

    @step("P38.32", "P38.34", "P41.10", "P41.11", "PR-106", "PR-177")
    def disordered(self, table: Table) -> Flow:
        guns = tuple(gun for gun in guns_with(table, self.target) if is_left(table, gun))
        return Call(ChargeGuns(self.units, guns, self.from_hex, self.at)) if guns else None

    @step("P38.32", "P38.36")
    def ride_down(self, table: Table) -> Flow:
        self.units = still_riding(table, self.units)
        if not self.units or self.target not in table.pieces:
            return Done(Struck(HALTED, self.points))
        rate = rate_against(table, self.target)
        return Call(Trample(self.target, self.units, self.points, rate))

    @step("P38.32", "P38.33", "P38.34", "PR-177")
    def close_with_disordered(self, table: Table, points: int) -> Flow:
        join_battle(table, self.units, self._foes(table), run=self.run, bound=True)
        return Done(Struck(HALTED, points))

    @step("P41.2", "P41.3", "P41.4", "P41.5", "P41.6", "P41.12", "PR-129", "PR-130")
    def guns(self, table: Table) -> Flow:
        guns = tuple(u for u in self._foes(table) if state_of(table, u) == "guns")
        return Call(ChargeGuns(self.units, guns, self.from_hex, self.at))

    @step("P41.4", "P41.6", "PR-130")
    def guns_taken(self, table: Table, outcome: str) -> Flow:
        return Done(Struck(outcome, self.points))

    @step("P38.49", "PR-140")
    def road(self, table: Table) -> Flow:
        return Call(SurpriseOnRoad(self.units, self.target, self.points), then="ran")

    @step("P38.15", "P38.17", "P38.18", "P38.19", "P41.1", "P41.7", "P41.8", "PR-103")
    def formed(self, table: Table) -> Flow:
        stand = FaceTheCharge(self.units, self.from_hex, self.at, self.points, self.run)
        return Call(stand, then="ran")

    @step("P38.18", "P38.38")
    def ran(self, table: Table, struck: Struck) -> Flow:
        return Done(struck)

    @step("P19.29", "PR-110")
    def go_on(self, table: Table) -> Flow:
        return Done(Struck(FREE, self.points))

    def _foes(self, table: Table) -> tuple[UnitId, ...]:
        return foes_in(table, self.at, table.side_of(self.units[0]))


class OntoSquare(Procedure, tag=True):
    """P38.28: the chargers ride on, free, into the hex of the square, under its fire (PR-115)."""

    units: tuple[UnitId, ...]
    at: Hex

    @step("P28.6", "P38.29", "PR-48", "PR-115")
    def draw_fire(self, table: Table) -> Flow:
        options = table.setting.options
        if "off" in (options.get("carre_double_fire"), options.get("oppfire_vs_charge")):
            return None
        lead = self.units[0]
        hexes = tuple(
            at for at in table.pieces[lead].hexes if side_towards(at, self.at) is not None
        )
        return Call(OpportunityFire(lead, hexes, "square"))

    @step("P16.57", "P38.28")
    def ride_on(self, table: Table) -> Flow:
        ride_onto(table, still_riding(table, self.units), self.at)
        return Done()


class FaceTheCharge(Procedure, tag=True):
    """P38.17: infantry, or limbered guns alone, try to stand. Result: ``Struck``.

    Each unit of the hex checks for itself; where one stands the charge is halted. Without a
    straight run nobody checks (PR-103).
    """

    units: tuple[UnitId, ...]
    from_hex: Hex
    at: Hex
    points: int
    run: bool
    due: tuple[UnitId, ...] = ()
    failed: tuple[UnitId, ...] = ()
    current: UnitId = ""
    stood: bool = False

    @step("P38.15", "P38.17", "P41.1", "P41.7", "PR-103")
    def line_up(self, table: Table) -> Flow:
        foes = foes_in(table, self.at, table.side_of(self.units[0]))
        foot = tuple(u for u in foes if table.printed(u).arm is Arm.INFANTRY)
        self.due = foot or tuple(u for u in foes if state_of(table, u) == "formed")
        plain = table.setting.options.get("no_run_stand_check") == "plain"
        if self.run or plain:
            return None
        self.stood = True
        return Goto("settle")

    @step("P31.6", "P38.17", "PR-103", "PR-180")
    def check_next(self, table: Table) -> Flow:
        if not self.due:
            return Goto("settle")
        self.current, self.due = self.due[0], self.due[1:]
        if self.run:
            return Call(StandCheck(self.current, self.units))
        return Call(CheckMorale(self.current, STAND))

    @step("P38.18", "P38.19")
    def checked(self, table: Table, passed: bool) -> Flow:
        self.stood = self.stood or passed
        if not passed:
            self.failed = (*self.failed, self.current)
        return Goto("check_next")

    @step("P38.18", "P38.25", "P41.8", "PR-128", "PR-177")
    def settle(self, table: Table) -> Flow:
        if not self.stood:
            self.due = self.failed
            return Goto("trample_next")
        if not self.failed:
            return None
        foes = foes_in(table, self.at, table.side_of(self.units[0]))
        return Call(RunAway(self.failed, self.at, spared=foes))

    @step("P38.18", "P41.8", "P41.15")
    def halt(self, table: Table) -> Flow:
        foes = foes_in(table, self.at, table.side_of(self.units[0]))
        join_battle(table, self.units, foes, run=self.run, stood=True)
        return Done(Struck(HALTED, self.points))

    @step("P38.19", "P38.43", "PR-108", "PR-109")
    def trample_next(self, table: Table) -> Flow:
        if not self.due:
            return Goto("run_away")
        unit, self.due = self.due[0], self.due[1:]
        # They rout, so the rate is that of routed troops even if they were only disordered.
        rate = routed_rate(table)
        return Call(Trample(unit, self.units, self.points, rate))

    @step("P38.43", "PR-108")
    def trampled(self, table: Table, points: int) -> Flow:
        self.points = points
        return Goto("trample_next")

    @step("P38.19", "P41.9", "P41.13", "PR-74", "PR-109", "PR-128")
    def run_away(self, table: Table) -> Flow:
        guns = tuple(
            u
            for u in foes_in(table, self.at, table.side_of(self.units[0]))
            if table.printed(u).arm is Arm.ARTILLERY and u not in self.failed
        )
        abandon(table, guns)
        runners = tuple(heir for unit in self.failed for heir in heirs(table, unit))
        return Call(RunAway(runners, self.at, limbered(table, guns), guns))

    @step("P41.10", "P41.11", "P41.12", "PR-128", "PR-129")
    def take_guns(self, table: Table) -> Flow:
        foes = foes_in(table, self.at, table.side_of(self.units[0]))
        guns = tuple(unit for unit in foes if is_left(table, unit))
        return Call(ChargeGuns(self.units, guns, self.from_hex, self.at)) if guns else None

    @step("P38.38", "P42.2")
    def over(self, table: Table) -> Flow:
        return Done(Struck(BROKE, self.points))


class SurpriseOnRoad(Procedure, tag=True):
    """P38.49: a unit caught in Road March routs without a roll, and those beside it check."""

    units: tuple[UnitId, ...]
    target: UnitId
    points: int
    beside: tuple[UnitId, ...] = ()

    @step("P38.43", "PR-140")
    def ride_down(self, table: Table) -> Flow:
        self.beside = neighbours_of(table, self.target)
        if table.printed(self.target).arm is Arm.CAVALRY:
            return Goto("run_away")
        rate = routed_rate(table)
        return Call(Trample(self.target, self.units, self.points, rate))

    @step("P38.43")
    def trampled(self, table: Table, points: int) -> Flow:
        self.points = points
        return None

    @step("P38.49", "PR-140")
    def run_away(self, table: Table) -> Flow:
        at = table.pieces[self.target].at if self.target in table.pieces else 0
        return Call(RunAway(heirs(table, self.target), at, spared=self.beside))

    @step("P38.49", "PR-140")
    def shake_the_others(self, table: Table) -> Flow:
        due = tuple(unit for unit in self.beside if unit in table.pieces)
        return Call(Checks(due, "road-march")) if due else None

    @step("P38.38", "PR-140")
    def over(self, table: Table) -> Flow:
        return Done(Struck(BROKE, self.points))
