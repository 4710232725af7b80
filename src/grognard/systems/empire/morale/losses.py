"""Losses: what they take from a unit, and its end when its cohesion is gone (E50.29)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, step
from grognard.kernel.rules import rule
from grognard.systems.empire.events import LossTaken, Removed
from grognard.systems.empire.morale.commanders import (
    CommandersAtRisk,
    attached_to,
    seek_refuge,
)
from grognard.systems.empire.setting import CommanderId, UnitId
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.table import Table

ELIMINATED = "eliminated"


@rule("E50.29", "EU.5", "EU.6")
def is_spent(table: Table, unit: UnitId) -> bool:
    """Have the losses of a unit reached its cohesion?"""
    return table.pieces[unit].halves >= table.printed(unit).cohesion * HALVES


class TakeLosses(Procedure, tag=True):
    """A unit takes losses, in halves; whoever is at the end of his cohesion is eliminated.

    ``rolled``: its commanders have rolled for this shot or shock already.
    """

    unit: UnitId
    halves: int
    rolled: bool = False

    @step("E50.29")
    def lose(self, table: Table) -> Flow:
        if self.unit not in table.pieces:
            return Done()
        if self.halves:
            table.record(LossTaken(self.unit, self.halves))
        return Call(Eliminated(self.unit, self.rolled)) if is_spent(table, self.unit) else Done()

    @step("E50.29")
    def over(self, table: Table) -> Flow:
        return Done()


class Eliminated(Procedure, tag=True):
    """A unit is removed: its commanders are in danger, and whoever lives finds another unit."""

    unit: UnitId
    rolled: bool = False
    how: str = ELIMINATED
    leaders: tuple[CommanderId, ...] = ()

    @step("E50.29", "E40.6", "EU.11")
    def remove(self, table: Table) -> Flow:
        self.leaders = attached_to(table, self.unit)
        table.record(Removed(self.unit, self.how))
        if self.rolled:
            return None
        return Call(CommandersAtRisk(self.leaders, self.unit, "unit_lost"))

    @step("E23.14", "ER-6")
    def save_commanders(self, table: Table, spared: tuple[CommanderId, ...] | None) -> Flow:
        for leader in self.leaders if spared is None else spared:
            seek_refuge(table, leader)
        return Done()
