"""A charge comes upon its target (X19.6): who stands, the volley, the melee, all at once (X2.5)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.an_xxx.assault.results import in_battery
from grognard.systems.an_xxx.assault.volley import Volleys
from grognard.systems.an_xxx.guns.overrun import CAVALRY, LoseGuns
from grognard.systems.an_xxx.horse.melee import CavalryMelee
from grognard.systems.an_xxx.horse.stand import STAND, stand_items, who_rolls
from grognard.systems.an_xxx.marks import COMBINED, SHORT, WAITS, note_riding_down
from grognard.systems.bataille.events.charge import ChargeStruck
from grognard.systems.bataille.events.facts import Unmarked
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.charge_targets import is_bold
from grognard.systems.bataille.horse.contact_states import (
    BROKE,
    FREE,
    HALTED,
    Struck,
    answering,
    enter,
    foes_in,
    mark,
    ride_onto,
    state_of,
    still_riding,
)
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.horse.run_away import RunAway
from grognard.systems.bataille.horse.trample import Trample, heirs, rate_against, routed_rate
from grognard.systems.bataille.marks import DARED, MET, RUN
from grognard.systems.bataille.melee.leaving_square import is_square
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table


@rule("X19.14.4.3")
def is_short(table: Table, gallop: Gallop) -> bool:
    """Has the charge ridden too few hexes?"""
    least: int = table.setting.cards.row("zones", "short_below")
    return gallop.entered < least


def contact(gallop: Gallop, target: UnitId, at: Hex, there: Hex, run: bool) -> Procedure:
    return Contact(gallop, target, at, there, run)


class Contact(Procedure, tag=True):
    """X19.6.8: a charge strikes its target from one hex into another. Result: ``Struck``.

    The points of the charge are left as they are: riding down uses up hexes of its zone.
    """

    gallop: Gallop
    target: UnitId
    from_hex: Hex
    at: Hex
    run: bool = False

    @step("X19.6.8", "X19.14.4.1", "X19.14.4.2", "X19.14.4.3")
    def strike(self, table: Table) -> Flow:
        units = self.gallop.units
        self.target = answering(table, self.target, self.at)
        bold = is_bold(table, units, self.target, self.from_hex)
        short = is_short(table, self.gallop)
        for unit in units:
            for laid, holds in ((DARED, bold), (MET, True), (SHORT, short), (RUN, self.run)):
                if holds:
                    mark(table, unit, laid)
        state = state_of(table, self.target)
        table.record(ChargeStruck(units, self.target, self.from_hex, self.at, self.run, state))
        return None

    @step("X19.2.11")
    def wait(self, table: Table) -> Flow:
        units = self.gallop.units
        if any(m.startswith(COMBINED) for unit in units for m in table.pieces[unit].marks):
            for unit in units:
                mark(table, unit, WAITS)
            return Done(Struck(HALTED, min(self.gallop.points)))
        left = table.setting.reglement.charge_zone
        hexes = 0 if left is None else left(table, units) - self.gallop.entered
        return Call(Clash(units, self.from_hex, self.at, hexes))

    @step("X19.6.8")
    def tell(self, table: Table, outcome: str) -> Flow:
        return Done(Struck(outcome, min(self.gallop.points)))


class Clash(Procedure, tag=True):
    """X2.5: stand, volley, melee. Result: "broke", "free" or "halted".

    ``left`` are the hexes of the zone that may be spent on riding down; ``wild`` horse, out of hand
    or on an opportunity charge, neither rides down nor is called back.
    """

    units: tuple[UnitId, ...]
    from_hex: Hex
    at: Hex
    left: int = 0
    wild: bool = False
    due: tuple[UnitId, ...] = ()
    rolled: tuple[UnitId, ...] = ()
    stood: tuple[UnitId, ...] = ()
    failed: tuple[UnitId, ...] = ()
    front: bool = False
    loose: bool = False
    lost: int = 0
    took_guns: bool = False

    @step("X12.10.14", "X19.6.8", "X19.6.9")
    def line_up(self, table: Table) -> Flow:
        foes = self._foes(table)
        loose = [unit for unit in foes if state_of(table, unit) == "skirmishers"]
        self.due = tuple(unit for unit in who_rolls(table, foes) if unit not in loose)
        self.failed, self.loose = tuple(loose), bool(loose) and not self.due
        side = side_towards(self.at, self.from_hex)
        self.front = side is not None and any(
            side_class(table, unit, self.at, side) == "front" for unit in foes[:1]
        )
        return None

    @step("X19.6.3", "X19.6.8", "X20.1.1")
    def roll_next(self, table: Table) -> Flow:
        if not self.due:
            return Goto("settle")
        unit, self.due = self.due[0], self.due[1:]
        self.rolled = (*self.rolled, unit)
        items = stand_items(table, unit, still_riding(table, self.units))
        passers = table.setting.reglement.passers
        above = () if passers is None else passers(table, unit, self.rolled, self.stood)
        return Call(CheckMorale(unit, STAND, (*items, *above)))

    @step("X19.6.8")
    def rolled_for(self, table: Table, passed: bool) -> Flow:
        unit = self.rolled[-1]
        if passed:
            self.stood = (*self.stood, unit)
        else:
            self.failed = (*self.failed, unit)
        return Goto("roll_next")

    @step("X18.4", "X18.8", "X19.6.8")
    def settle(self, table: Table) -> Flow:
        """Guns in battery that will not stand are lost; where anybody stands nobody is ridden down."""
        guns = tuple(unit for unit in self.failed if in_battery(table, unit))
        self.failed = tuple(unit for unit in self.failed if unit not in guns)
        self.rolled = self.failed
        self.took_guns = bool(guns) and not self.failed
        return Call(LoseGuns(guns, CAVALRY)) if guns else None

    @step("X18.8", "X19.6.8")
    def see_who_runs(self, table: Table) -> Flow:
        if self._is_held(table):
            return Goto("run_away")
        if self.took_guns:
            return Goto("take_guns")
        return None if not self.wild else Goto("run_away")

    @step("X19.6.8")
    def ride_down_next(self, table: Table) -> Flow:
        while self.rolled and self.rolled[0] not in table.pieces:
            self.rolled = self.rolled[1:]
        if not self.rolled:
            return Goto("run_away")
        unit, self.rolled = self.rolled[0], self.rolled[1:]
        rate = max(routed_rate(table), rate_against(table, unit))
        return Call(Trample(unit, self.units, HALVES * self.left, rate))

    @step("X19.6.8")
    def rode_down(self, table: Table, points: int) -> Flow:
        spent = self.left - points // HALVES
        if spent:
            self.left -= spent
            for unit in self.units:
                note_riding_down(table, unit, spent)
        return Goto("ride_down_next")

    @step("X12.12.5", "X19.6.8")
    def run_away(self, table: Table) -> Flow:
        runners = tuple(heir for unit in self.failed for heir in heirs(table, unit))
        spared = self._foes(table)
        return Call(RunAway(runners, self.at, spared=spared)) if runners else None

    @step("X19.6.8")
    def after_the_rout(self, table: Table) -> Flow:
        if self._is_held(table):
            return None
        return Done(FREE if self.loose else BROKE)

    @step("X12.9.8", "X16.6.8", "X19.6.8")
    def fire(self, table: Table) -> Flow:
        return Call(Volleys(self.at, self.units, self._foes(table)))

    @step("X12.9.8", "X19.6.8")
    def close_in(self, table: Table, lost: tuple[int, int]) -> Flow:
        """Chargers who broke under the fire are out; a square is fought in its own hex."""
        self.lost, self.units = lost[0], still_riding(table, self.units)
        if not self.units or not self._foes(table):
            return Done(HALTED)
        if is_square(table, self.at):
            ride_onto(table, self.units, self.at)
        return Call(CavalryMelee(self.units, self.at, self.lost))

    @step("X2.5")
    def over(self, table: Table) -> Flow:
        return Done(HALTED)

    @step("X19.6.8", "X18.4")
    def take_guns(self, table: Table) -> Flow:
        """Guns alone: from the front their hex is taken and that is the end of it."""
        if not self.front:
            return Done(FREE)
        enter(table, still_riding(table, self.units), self.at)
        return Done(HALTED)

    def _foes(self, table: Table) -> tuple[UnitId, ...]:
        return foes_in(table, self.at, table.side_of(self.units[0]))

    def _is_held(self, table: Table) -> bool:
        """Does anybody still stand there: those who passed, or horse, which does not roll?"""
        return any(
            unit in self.stood or table.printed(unit).arm is Arm.CAVALRY
            for unit in self._foes(table)
        )


class Pursued(Procedure, tag=True):
    """X19.6.8: horse that could not be recalled has come upon an enemy, and fights him at half."""

    units: tuple[UnitId, ...]
    foe: UnitId

    @step("X19.6.8", "X19.14.4.1")
    def clash(self, table: Table) -> Flow:
        if not self.units or self.foe not in table.pieces:
            return Done()
        for unit in self.units:
            for laid in (SHORT, RUN):
                if laid in table.pieces[unit].marks:
                    table.record(Unmarked(unit, laid))
        at, there = touching(table, self.units[0], self.foe)
        return Call(Clash(self.units, at, there, wild=True))

    @step("X19.6.8")
    def over(self, table: Table) -> Flow:
        return Done()


def touching(table: Table, unit: UnitId, foe: UnitId) -> tuple[Hex, Hex]:
    """The hexes in which the two touch, the lowest."""
    return min(
        (at, there)
        for at in table.pieces[unit].hexes
        for there in table.pieces[foe].hexes
        if side_towards(at, there) is not None
    )
