"""Preserving readiness (X19.15.2): horse that fights with a third of its value keeps its wind."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import Action, Ask, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.horse.readiness import after_melee, is_horse, may_spare
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

SPARE, SPEND = "spare", "spend"
"""Answers for a cavalry unit: fight with a third and keep its wind, or with all it has."""


def horse_among(table: Table, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    return tuple(unit for unit in units if is_horse(table, unit))


class SpareHorses(Procedure, tag=True):
    """X19.15.2: the owner of each cavalry unit that may is asked before the melee roll. Result: who
    spares his horses."""

    horses: tuple[UnitId, ...]
    sparing: tuple[UnitId, ...] = ()

    @step("X19.15.2")
    def line_up(self, table: Table) -> Flow:
        self.horses = tuple(unit for unit in self.horses if may_spare(table, unit))
        return None

    @step("X19.15.2")
    def next_horse(self, table: Table) -> Flow:
        return None if self.horses else Done(self.sparing)

    @step("X19.15.2")
    def ask_to_spare(self, table: Table) -> Flow:
        options = Choices([Pick(SPARE), Pick(SPEND)], "X19.15.2")
        return Ask(table.side_of(self.horses[0]), options, "spare-horses")

    @step("X19.15.2")
    def told_to_spare(self, table: Table, choice: Action) -> Flow:
        unit, self.horses = self.horses[0], self.horses[1:]
        if choice == Pick(SPARE):
            self.sparing = (*self.sparing, unit)
        return Goto("next_horse")


@rule("X19.15.2", "X19.15.3")
def tire(table: Table, horses: tuple[UnitId, ...], sparing: tuple[UnitId, ...]) -> None:
    """A melee costs horse a level of readiness, but not those who were spared."""
    for unit in horses:
        after_melee(table, unit, spared=unit in sparing)
