"""The declaration and the charge phase (X2.2, X2.3): who will charge, and the charges one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, step
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.events.charge import ChargeDesignated
from grognard.systems.bataille.horse.charge import ChargeRide, against_charge, groups, lift
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.horse.charge_end import ChargeAftermath
from grognard.systems.bataille.horse.recall import OutOfHand
from grognard.systems.bataille.marks import TRIED_REACTION, TRIED_SQUARE
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

Named = tuple[tuple[UnitId, ...], ...]
"""The charges of a side, in the order in which they were named."""


class DeclarationSegment(Procedure, tag=True):
    """X2.3: all charges are named before any is ridden. Result: ``Named``."""

    side: str
    named: Named = ()

    @step("X2.3", "X19.2.2")
    def look(self, table: Table) -> Flow:
        return None if next(self._groups(table), None) else Done(self.named)

    @step("X2.3", "X19.2.2")
    def ask(self, table: Table) -> Flow:
        judge = partial(against_charge, table, self.side, self._named())
        choices = [Finish(), *map(Charge, sorted(self._groups(table)))]
        options = Judged(judge, choices, Finish, Charge, sifted=True)
        return Ask(self.side, options, "designate-charges")

    @step("X2.3", "X19.2.2")
    def hear(self, table: Table, answer: Charge | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done(self.named)
        table.record(ChargeDesignated(answer.units))
        self.named = (*self.named, answer.units)
        return Goto("look")

    def _groups(self, table: Table) -> Iterator[tuple[UnitId, ...]]:
        return groups(table, self.side, self._named())

    def _named(self) -> tuple[UnitId, ...]:
        return tuple(unit for units in self.named for unit in units)


class ChargeSegment(Procedure, tag=True):
    """X2.2: the named charges ride, one after the other, each fought out where it strikes."""

    side: str
    named: Named = ()

    @step("X2.2", "X19.2.2")
    def ride_next(self, table: Table) -> Flow:
        if not self.named:
            return Goto("tire")
        units, self.named = self.named[0], self.named[1:]
        return Call(ChargeRide(units))

    @step("X19.6.8")
    def out_of_hand(self, table: Table) -> Flow:
        return Call(OutOfHand(self.side), then="ride_next")

    @step("X19.15.3")
    def tire(self, table: Table) -> Flow:
        return Call(ChargeAftermath(self.side))

    @step("X19.7.3", "X19.17.2")
    def lift_markers(self, table: Table) -> Flow:
        lift(table, (TRIED_SQUARE, TRIED_REACTION))
        return Done()
