"""Foot and guns near horse that has just charged (battle rule ``charge_nerves``).

Enemy cavalry that made a reaction or opportunity charge in this player turn unnerves those who
enter or stand in its zone: no change of formation there, and a morale check when movement ends.
"""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.special import unnerved_by
from grognard.systems.bataille.table import Table

NERVES = "nerves"
"""The occasion of the check, and the purpose of its roll."""


@rule("P46.2")
def unnerved(table: Table, side: str) -> tuple[UnitId, ...]:
    """The units of a side that must check, hexes by number, each stack from the top."""
    units = [unit for unit in table.units_of(side) if unnerved_by(table, unit) is not None]
    return tuple(sorted(units, key=lambda unit: _place(table, unit)))


def _place(table: Table, unit: UnitId) -> tuple[int, int]:
    at = table.pieces[unit].at
    return at, table.stack(at).index(unit)


class NervesChecks(Procedure, tag=True):
    """The unnerved check one by one as movement ends; failure is rout, and no recall is rolled."""

    side: str
    waiting: tuple[UnitId, ...] = ()
    current: UnitId = ""

    @step("P46.2", "P31.12")
    def muster(self, table: Table) -> Flow:
        self.waiting = unnerved(table, self.side)
        return None

    @step("P46.2", "P31.12")
    def check(self, table: Table) -> Flow:
        self.waiting = tuple(
            unit
            for unit in self.waiting
            if unit in table.pieces and unnerved_by(table, unit) is not None
        )
        if not self.waiting:
            return Done()
        self.current, self.waiting = self.waiting[0], self.waiting[1:]
        return Call(CheckMorale(self.current, NERVES))

    @step("P46.2")
    def rout(self, table: Table, passed: bool) -> Flow:
        if passed:
            return Goto("check")
        return Call(Rout(self.current, "rules"), then="check")
