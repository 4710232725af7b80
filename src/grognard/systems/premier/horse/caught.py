"""What an opportunity charge does to the unit it has caught (P40.6-P40.22)."""

from __future__ import annotations

from functools import partial

import msgspec

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import SIDES, Hex, name, side_towards
from grognard.systems.bataille.actions import Finish, Firer, Shoot
from grognard.systems.bataille.command.leader_escape import after_loss, clear_way
from grognard.systems.bataille.events.charge import Trampled
from grognard.systems.bataille.events.facts import LostIncrements, Marked, Removed
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.firing import DEFENSIVE
from grognard.systems.bataille.fire.losses import close_ranks
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.charge_actions import Evade
from grognard.systems.bataille.horse.contacts import make_contact
from grognard.systems.bataille.horse.evasion import against_evasion, shelters, take_shelter
from grognard.systems.bataille.horse.opportunity_charge import struck_hex
from grognard.systems.bataille.horse.opportunity_ground import beside
from grognard.systems.bataille.horse.readiness import fatigue
from grognard.systems.bataille.horse.trample import rate_against, trampled
from grognard.systems.bataille.marks import FIRED_FIRST, STOOD
from grognard.systems.bataille.morale.checks import CheckMorale, Checks
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.morale.retreat_move import OPPORTUNITY_CHARGE
from grognard.systems.bataille.movement.march import InHand, Leg, leg_from
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import Cards
from grognard.systems.premier.events import TookHex
from grognard.systems.premier.horse.stand import StandCheck

GUNS_CHECK = "guns-check"


ROAD_CHECK = "road-check"


def caught(table: Table, mover: UnitId, cavalry: UnitId, left: int) -> Procedure:
    """What an opportunity charge does, by the kind of unit it has caught (P40.6-P40.22)."""
    piece, arm = table.pieces[mover], table.printed(mover).arm
    if piece.formation is Formation.ROAD:
        return CaughtOnRoad(mover, cavalry, left)
    if arm is Arm.CAVALRY:
        return CaughtHorse(mover, cavalry)
    if piece.formation is Formation.UNLIMBERED:
        return CaughtGuns(mover, cavalry)
    if piece.formation is Formation.SKIRMISH and piece.cohesion is Cohesion.GOOD:
        return CaughtSkirmishers(mover, cavalry)
    return CaughtFormed(mover, cavalry, left)


class CaughtHorse(Procedure, tag=True):
    """P40.11: cavalry stands where it was caught, without a check, and will have to fight."""

    mover: UnitId
    cavalry: UnitId

    @step("P40.11", "P40.14", "PR-56")
    def stand(self, table: Table) -> Flow:
        make_contact(table, self.mover, self.cavalry)
        return Done()


class CaughtOnRoad(Procedure, tag=True):
    """P38.49: a unit strung out on the road routs without a roll; those next to it check."""

    mover: UnitId
    cavalry: UnitId
    left: int
    beside: tuple[UnitId, ...] = ()

    @step("P38.49", "P40.9", "P40.10", "PR-71", "PR-140")
    def rout(self, table: Table) -> Flow:
        self.beside = beside(table, self.mover)
        length = rout_hexes(table, self.mover, self.left)
        at = struck_hex(table, self.mover, self.cavalry)
        return Call(Rout(self.mover, OPPORTUNITY_CHARGE, at, length))

    @step("P38.49", "PR-140")
    def check_the_others(self, table: Table) -> Flow:
        due = tuple(u for u in self.beside if u in table.pieces)
        return Call(Checks(due, ROAD_CHECK)) if due else None

    @step("P40.15", "PR-126")
    def tire(self, table: Table) -> Flow:
        fatigue(table, self.cavalry, Readiness.TIRED)
        return Done()


class CaughtFormed(Procedure, tag=True):
    """P40.8: infantry or limbered guns try to stand as they are, or rout."""

    mover: UnitId
    cavalry: UnitId
    left: int

    @step("P40.6", "P40.8", "PR-103")
    def check(self, table: Table) -> Flow:
        return Call(StandCheck(self.mover, (self.cavalry,), True))

    @step("P39.26", "P40.8", "P40.9", "P40.10", "PR-71", "PR-74")
    def stand_or_run(self, table: Table, passed: bool) -> Flow:
        if passed:
            table.record(Marked(self.mover, STOOD))
            make_contact(table, self.mover, self.cavalry)
            return Call(ContactFire(self.mover, self.cavalry), then="over")
        length = rout_hexes(table, self.mover, self.left)
        at = struck_hex(table, self.mover, self.cavalry)
        return Call(Rout(self.mover, OPPORTUNITY_CHARGE, at, length, shakes=True))

    @step("P40.15", "PR-126")
    def tire(self, table: Table) -> Flow:
        fatigue(table, self.cavalry, Readiness.TIRED)
        return None

    @step("P40.8")
    def over(self, table: Table) -> Flow:
        return Done()


class CaughtGuns(Procedure, tag=True):
    """P41.2: guns moved by hand into reach check morale; failing, they are lost.

    Cavalry that came at their front takes their hex.
    """

    mover: UnitId
    cavalry: UnitId

    @step("P41.2", "P41.5")
    def check(self, table: Table) -> Flow:
        return Call(CheckMorale(self.mover, GUNS_CHECK))

    @step("P41.3", "P41.4", "P41.6", "PR-130")
    def stand_or_fall(self, table: Table, passed: bool) -> Flow:
        if passed:
            make_contact(table, self.mover, self.cavalry)
            return Call(ContactFire(self.mover, self.cavalry), then="over")
        at = table.pieces[self.mover].at
        front = _is_before(table, self.mover, self.cavalry)
        table.record(Removed(self.mover, "eliminated"))
        after_loss(table, self.mover, (at,))
        if front:
            take_hex(table, self.cavalry, at)
        fatigue(table, self.cavalry, Readiness.TIRED)
        return Done()

    @step("P41.3")
    def over(self, table: Table) -> Flow:
        return Done()


class CaughtSkirmishers(Procedure, tag=True):
    """P40.17: skirmishers check to run into shelter next to them.

    If there is none, or they fail, they are ridden down and run; the cavalry takes their hex.
    """

    mover: UnitId
    cavalry: UnitId
    at: Hex = 0

    @step("P40.17", "P40.18", "P40.20", "PR-127")
    def look_for_shelter(self, table: Table) -> Flow:
        self.at = struck_hex(table, self.mover, self.cavalry)
        if not shelters(table, self.mover, formed=True):
            return Goto("ride_down")
        return Call(StandCheck(self.mover, (self.cavalry,), True))

    @step("P40.18", "P40.19", "PR-127")
    def checked(self, table: Table, passed: bool) -> Flow:
        if not passed:
            return Goto("ride_down")
        hexes = shelters(table, self.mover, formed=True)
        if len(hexes) > 1:
            return None
        take_shelter(table, self.mover, hexes[0])
        return Goto("tire")

    @step("P40.18")
    def ask_where(self, table: Table) -> Flow:
        ways = [Evade(self.mover, at) for at in shelters(table, self.mover, formed=True)]
        judge = partial(against_evasion, table, self.mover, formed=True)
        options = Judged(judge, ways, Evade, sifted=True)
        return Ask(table.side_of(self.mover), options, "evade-charge")

    @step("P40.18", "P19.18", "P19.20", "PR-138")
    def evade(self, table: Table, order: Action) -> Flow:
        assert isinstance(order, Evade)
        take_shelter(table, self.mover, order.to)
        return Goto("tire")

    @step("P40.19", "P40.20", "PR-107", "PR-108", "PR-127")
    def ride_down(self, table: Table) -> Flow:
        count = ridden_down(table, self.mover, self.cavalry)
        table.record(Trampled(self.mover, (self.cavalry,), count, 0))
        table.record(LostIncrements(self.mover, count, "trample", "P40.19"))
        close_ranks(table, self.mover)
        return Goto("take_their_hex") if self.mover not in table.pieces else None

    @step("P40.10", "P40.21", "PR-71", "PR-110")
    def rout(self, table: Table) -> Flow:
        length = rout_hexes(table, self.mover, 0)
        return Call(Rout(self.mover, "charge", self.at, length, shakes=True))

    @step("P40.22")
    def take_their_hex(self, table: Table) -> Flow:
        take_hex(table, self.cavalry, self.at)
        return None

    @step("P40.22", "PR-126")
    def tire(self, table: Table) -> Flow:
        fatigue(table, self.cavalry, Readiness.TIRED)
        return Done()


class ContactFire(Procedure, tag=True):
    """PR-125: where the table says so, the unit that stood fires at once at the cavalry upon it.

    Otherwise it waits for the fire of its side, and this does nothing.
    """

    unit: UnitId
    cavalry: UnitId

    @step("P40.8", "PR-125")
    def may_it(self, table: Table) -> Flow:
        first = table.setting.options.get("oppcharge_fire_first") == "contacted_unit"
        return None if first and self._volley(table) is not None else Done()

    @step("P40.8", "PR-125")
    def ask(self, table: Table) -> Flow:
        volley = self._volley(table)
        choices = [Finish()] if volley is None else [Finish(), volley]
        options = Judged(partial(self._against, table), choices, Finish, Shoot, sifted=True)
        return Ask(table.side_of(self.unit), options, "contact-fire")

    @step("P40.8", "PR-125")
    def fire(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, Shoot):
            return Done()
        table.record(Marked(self.unit, FIRED_FIRST))
        return Call(FireAttack(order.target, order.firers, DEFENSIVE))

    @step("P40.8")
    def over(self, table: Table) -> Flow:
        return Done()

    @rule("P40.8", "PR-125")
    def _against(self, table: Table, order: Shoot | Finish) -> Reason | None:
        """It fires at the cavalry upon it, with every hex that can."""
        if isinstance(order, Finish) or order == self._volley(table):
            return None
        target, field = self._field(table)
        if order.target != target or any(firer.unit != self.unit for firer in order.firers):
            return Reason(f"only {self.unit} fires, and only at {name(target)}", "PR-125")
        barred = [field.bars(firer, target) for firer in order.firers]
        return next(filter(None, barred), Reason("all its hexes that can fire together", "P40.8"))

    def _field(self, table: Table) -> tuple[Hex, FieldOfFire]:
        target = struck_hex(table, self.cavalry, self.unit)
        return target, FieldOfFire(table, table.side_of(self.unit), DEFENSIVE, at=(target,))

    def _volley(self, table: Table) -> Shoot | None:
        """All its hexes that can fire at the cavalry."""
        target, field = self._field(table)
        firers = [Firer(self.unit, at) for at in table.pieces[self.unit].hexes]
        able = tuple(firer for firer in firers if field.bars(firer, target) is None)
        return Shoot(target, able) if able else None


def _is_before(table: Table, guns: UnitId, cavalry: UnitId) -> bool:
    """Does the cavalry stand before the front of the guns?"""
    at = table.pieces[guns].at
    side = side_towards(at, struck_hex(table, cavalry, guns))
    return side is not None and side_class(table, guns, at, side) == "front"


@rule("P40.19", "P40.20", "PR-107", "PR-108")
def ridden_down(table: Table, unit: UnitId, cavalry: UnitId) -> int:
    """Skirmishers ridden down, for printed movement less one; never more than there are."""
    cards: Cards = table.setting.cards
    points = table.printed(cavalry).movement - cards.count("trample_opportunity_less")
    count = trampled(HALVES * points, rate_against(table, unit))
    return min(count, table.strength(unit))


@rule("P40.9", "P40.21", "PR-71")
def rout_hexes(table: Table, unit: UnitId, left: int) -> int:
    """How far a unit runs from an opportunity charge: what movement it has left, at least a hex.

    Skirmishers run their full movement. 0 stands for an ordinary rout.
    """
    if table.setting.options.get("oppcharge_rout", "remaining") == "ten":
        return 0
    if table.pieces[unit].formation is Formation.SKIRMISH:
        return table.printed(unit).movement
    return max(1, left // HALVES)


def take_hex(table: Table, cavalry: UnitId, at: Hex) -> None:
    """The cavalry rides into a hex it has cleared, as a body, if it can stand there."""
    piece = table.pieces[cavalry]
    hand = InHand(cavalry, HALVES * table.printed(cavalry).movement)
    for start in piece.hexes:
        side = side_towards(start, at)
        leg = None if side is None else leg_from(table, hand, piece, SIDES[side])
        if isinstance(leg, Leg) and not table.has_enemy(at, table.side_of(cavalry)):
            there = msgspec.structs.replace(piece, hexes=leg.hexes, formation=leg.formation)
            if may_end(table, there) is None:
                table.record(TookHex(cavalry, leg.hexes, leg.facing, leg.formation))
                clear_way(table, cavalry, captures=True)
                return
