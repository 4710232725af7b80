"""What may be done in step d: moves that are drafted, and to be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.kernel import Action, Drafted, Reason
from grognard.mechanics.commands import Finish
from grognard.systems.empire.actions import Move
from grognard.systems.empire.movement.candidates import candidates
from grognard.systems.empire.movement.judging import against
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table


class MovementOptions(Drafted):
    """Moves of a division: candidates are listed, any other way may be drafted."""

    __slots__ = ("division", "table")

    def __init__(self, table: Table, division: DivisionId) -> None:
        self.table, self.division = table, division
        super().__init__(self.judge_order, self._listed(), Move, Finish)

    def judge_order(self, order: Any) -> Reason | None:
        return None if isinstance(order, Finish) else against(self.table, self.division, order)

    def _listed(self) -> Iterator[Action]:
        yield from candidates(self.table, self.division)
        yield Finish()

    def of_unit(self, unit: UnitId) -> Iterator[Action]:
        return (order for order in self.offered if unit in getattr(order, "units", ()))

    def of_others(self) -> Iterator[Action]:
        return (order for order in self.offered if isinstance(order, Finish))
