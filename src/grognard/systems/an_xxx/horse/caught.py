"""What an opportunity charge does to the unit it strikes (X19.18.4): stand, volley, melee, at once."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, step
from grognard.systems.an_xxx.horse.contact import Clash, touching
from grognard.systems.bataille.horse.evasion import EvasionWindow, are_skirmishers
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


def caught(table: Table, mover: UnitId, cavalry: UnitId, left: int) -> Procedure:
    """The charge is the attack, neither short nor doubled, whoever was moving."""
    return CaughtMoving(mover, cavalry)


class CaughtMoving(Procedure, tag=True):
    """X19.18.4: a mover is struck: skirmishers run for shelter, all others take the charge."""

    mover: UnitId
    cavalry: UnitId

    @step("X12.10.14", "X19.18.4")
    def evade(self, table: Table) -> Flow:
        if not are_skirmishers(table, self.mover):
            return Goto("strike")
        return Call(EvasionWindow(self.mover))

    @step("X12.10.14")
    def evaded(self, table: Table, gone: bool) -> Flow:
        return Done() if gone else None

    @step("X2.5", "X19.18.4")
    def strike(self, table: Table) -> Flow:
        if self.mover not in table.pieces or self.cavalry not in table.pieces:
            return Done()
        at, there = touching(table, self.cavalry, self.mover)
        return Call(Clash((self.cavalry,), at, there, wild=True))

    @step("X19.15.3")
    def over(self, table: Table) -> Flow:
        return Done()
