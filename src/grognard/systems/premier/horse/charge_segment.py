"""The charge segment of Premier (rules 37 and 38): who charges, how a charge ends, what is left of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, step
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.events.charge import ChargeDesignated
from grognard.systems.bataille.horse.charge import ChargeRide, against_charge, groups, lift
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.marks import (
    TRIED_REACTION,
    TRIED_SQUARE,
)
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


class ChargeSegment(Procedure, tag=True):
    """P38.1: all charges are named before any is ridden; then each in the order it was named."""

    side: str
    named: tuple[tuple[UnitId, ...], ...] = ()

    @step("P37.1", "P37.2", "P38.1")
    def look(self, table: Table) -> Flow:
        return None if next(self._groups(table), None) else Goto("ride_next")

    @step("P37.4", "P38.1", "P38.8")
    def designate(self, table: Table) -> Flow:
        judge = partial(against_charge, table, self.side, self._named())
        choices = [Finish(), *map(Charge, sorted(self._groups(table)))]
        options = Judged(judge, choices, Finish, Charge, sifted=True)
        return Ask(self.side, options, "designate-charges")

    @step("P38.1")
    def hear(self, table: Table, answer: Charge | Finish) -> Flow:
        if isinstance(answer, Finish):
            return None
        table.record(ChargeDesignated(answer.units))
        self.named = (*self.named, answer.units)
        return Goto("look")

    @step("P38.2")
    def ride_next(self, table: Table) -> Flow:
        if not self.named:
            return None
        units, self.named = self.named[0], self.named[1:]
        return Call(ChargeRide(units), then="ride_next")

    @step("P38.22", "P39.5")
    def lift_markers(self, table: Table) -> Flow:
        lift(table, (TRIED_SQUARE, TRIED_REACTION))
        return Done()

    def _groups(self, table: Table) -> Iterator[tuple[UnitId, ...]]:
        return groups(table, self.side, self._named())

    def _named(self) -> tuple[UnitId, ...]:
        return tuple(unit for units in self.named for unit in units)
