"""The declaration and the charge phase (X2.2, X2.3): who will charge, and the charges one by one."""

from __future__ import annotations

from functools import partial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, rule, step
from grognard.mechanics.hexes import Hex, name, parse_hex, side_towards
from grognard.systems.an_xxx.assault.assaulting import EarlyAssaults
from grognard.systems.an_xxx.horse.contact import Clash, touching
from grognard.systems.an_xxx.horse.declare import Combine, Declared, Grand, against, combined, grand
from grognard.systems.an_xxx.horse.figures import charge_zone
from grognard.systems.an_xxx.marks import (
    ASKED_BACK,
    ASKED_TO_FORM,
    CAUGHT,
    COMBINED,
    RODE_DOWN,
    SHORT,
    TRACK,
    WAITS,
    grand_of,
    is_grand,
    track_of,
)
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.events.charge import ChargeDesignated
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.leaders import LeaderJoined
from grognard.systems.bataille.horse.charge import ChargeRide, groups, lift
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.horse.charge_end import ChargeAftermath
from grognard.systems.bataille.horse.contact_states import BROKE, still_riding
from grognard.systems.bataille.horse.readiness import fatigue
from grognard.systems.bataille.horse.recall import CallBack, OutOfHand
from grognard.systems.bataille.marks import TRIED_REACTION, TRIED_SQUARE
from grognard.systems.bataille.melee.melee import units_against
from grognard.systems.bataille.pieces import Readiness, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

Named = tuple[tuple[UnitId, ...], ...]
"""The charges of a side, in the order in which they were named."""

OF_A_CHARGE = (SHORT, WAITS, CAUGHT, TRIED_SQUARE, TRIED_REACTION)
CARRIED = (TRACK, RODE_DOWN, COMBINED)
"""Markers that come off when the charges are over; the second sort is followed by something."""


class DeclarationSegment(Procedure, tag=True):
    """X2.3: all charges are named before any is ridden. Result: ``Named``."""

    side: str
    named: Named = ()

    @step("X2.3", "X19.2.2")
    def look(self, table: Table) -> Flow:
        return None if self._orders(table) else Goto("declare_assaults")

    @step("X2.3", "X19.2.2", "X19.2.11", "X19.16.1")
    def ask(self, table: Table) -> Flow:
        judge = partial(against, table, self.side, self._named())
        choices = [Finish(), *self._orders(table)]
        options = Judged(judge, choices, Finish, Charge, Combine, Grand, sifted=True)
        return Ask(self.side, options, "designate-charges")

    @step("X2.3", "X19.2.2", "X19.2.11", "X19.16.1", "X19.16.3")
    def hear(self, table: Table, answer: Declared) -> Flow:
        if isinstance(answer, Finish):
            return Goto("declare_assaults")
        table.record(ChargeDesignated(answer.units))
        named = (answer.units,) if isinstance(answer, Charge) else name_together(table, answer)
        self.named = (*self.named, *named)
        return Goto("look")

    @step("X2.3", "X16.2.3")
    def declare_assaults(self, table: Table) -> Flow:
        return Call(EarlyAssaults(self.side)) if self.named else None

    @step("X2.3")
    def over(self, table: Table) -> Flow:
        return Done(self.named)

    def _orders(self, table: Table) -> list[Declared]:
        named = self._named()

        def make() -> list[Declared]:
            alone = map(Charge, sorted(groups(table, self.side, named)))
            together = combined(table, self.side, named)
            return [*alone, *together, *grand(table, self.side, named)]

        return table.derived(("declared", self.side, named, table.turn), make)

    def _named(self) -> tuple[UnitId, ...]:
        return tuple(unit for units in self.named for unit in units)


@rule("X19.2.11", "X19.16.1")
def name_together(table: Table, order: Combine | Grand) -> Named:
    """Those who charge together carry its marks: one ride of all, or one of each in a Grand Charge."""
    if isinstance(order, Combine):
        for unit in order.units:
            table.record(Marked(unit, COMBINED + name(order.target)))
        return (order.units,)
    call_to_grand_charge(table, order)
    return tuple((unit,) for unit in order.units)


@rule("X19.16.1", "X19.16.2", "X19.16.3")
def call_to_grand_charge(table: Table, order: Grand) -> None:
    """All carry the name of their leader and the zone of the slowest; he rides with one of them."""
    zone = min(table.printed(unit).movement for unit in order.units)
    for unit in order.units:
        table.record(Marked(unit, grand_of(order.leader, zone)))
    where = table.leaders[order.leader]
    beside = [unit for unit in order.units if where in table.pieces[unit].hexes]
    if beside:
        table.record(LeaderJoined(order.leader, beside[0]))


class ChargeSegment(Procedure, tag=True):
    """X2.2: the named charges ride, one after the other, each fought out where it strikes."""

    side: str
    named: Named = ()

    @step("X2.2", "X19.2.2")
    def ride_next(self, table: Table) -> Flow:
        if not self.named:
            return Goto("tire")
        units, self.named = self.named[0], self.named[1:]
        target = combined_at(table, units)
        return Call(CombinedCharge(units, target) if target else ChargeRide(units))

    @step("X19.6.8", "X19.4", "X12.10.9.6")
    def out_of_hand(self, table: Table) -> Flow:
        lift(table, (ASKED_BACK, ASKED_TO_FORM))
        return Call(OutOfHand(self.side), then="ride_next")

    @step("X19.15.3", "X19.16.4")
    def tire(self, table: Table) -> Flow:
        for unit in table.units_of(self.side):
            if is_grand(table.pieces[unit].marks):
                fatigue(table, unit, Readiness.EXHAUSTED)
        return Call(ChargeAftermath(self.side))

    @step("X19.7.3", "X19.17.2")
    def lift_markers(self, table: Table) -> Flow:
        lift(table, OF_A_CHARGE)
        for unit, piece in list(table.pieces.items()):
            for mark in piece.marks:
                if mark.startswith(CARRIED):
                    table.record(Unmarked(unit, mark))
        return Done()


@rule("X19.2.11")
def combined_at(table: Table, units: tuple[UnitId, ...]) -> Hex:
    """The hex at which these units charge together; 0 if they do not."""
    for unit in units:
        for mark in table.pieces[unit].marks if unit in table.pieces else ():
            if mark.startswith(COMBINED):
                return parse_hex(mark.removeprefix(COMBINED))
    return 0


class CombinedCharge(Procedure, tag=True):
    """X19.2.11: each rides in turn and waits; those who arrived strike together."""

    units: tuple[UnitId, ...]
    target: Hex
    riding: tuple[UnitId, ...] = ()
    struck: tuple[UnitId, ...] = ()
    runaway: UnitId = ""

    @step("X19.2.11")
    def line_up(self, table: Table) -> Flow:
        self.riding = self.units
        return None

    @step("X19.2.11")
    def ride_next(self, table: Table) -> Flow:
        if not self.riding:
            return None
        unit, self.riding = self.riding[0], self.riding[1:]
        return Call(ChargeRide((unit,)), then="ride_next")

    @step("X2.5", "X19.2.11")
    def strike(self, table: Table) -> Flow:
        waiting = [u for u in self.units if self._waits(table, u)]
        self.struck = still_riding(table, waiting)
        if not self.struck:
            return Done()
        foes = units_against(table, self.target, table.side_of(self.struck[0]))
        if not foes:
            return Done()
        self.runaway = foes[0]
        at, there = touching(table, self.struck[0], self.runaway)
        return Call(Clash(self.struck, at, there, self._left(table)))

    def _waits(self, table: Table, unit: UnitId) -> bool:
        """Does a rider still stand before the target? One may have had to make room meanwhile."""
        piece = table.pieces.get(unit)
        if piece is None or WAITS not in piece.marks:
            return False
        return any(side_towards(at, self.target) is not None for at in piece.hexes)

    @step("X19.2.11", "X19.6.8")
    def see_how(self, table: Table, outcome: str) -> Flow:
        self.struck = still_riding(table, self.struck) if outcome == BROKE else ()
        return None

    @step("X19.2.11", "X19.6.8")
    def call_back_next(self, table: Table) -> Flow:
        if not self.struck:
            return Done()
        unit, self.struck = self.struck[0], self.struck[1:]
        left = HALVES * self._left(table)
        return Call(CallBack((unit,), self.runaway, self.target, left), then="call_back_next")

    def _left(self, table: Table) -> int:
        """The hexes of the zone that are left to the one who rode least."""
        ridden = [len(track_of(table.pieces[unit].marks)) - 1 for unit in self.struck]
        return max(0, charge_zone(table, self.struck) - min(ridden, default=0))
