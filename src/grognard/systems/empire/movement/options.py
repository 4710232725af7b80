"""What may be done in step d: moves that are drafted, garrisons, skirmishers, and to be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.kernel import Action, Drafted, Reason
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Detach, Garrison, March, Move, Quit, Rejoin
from grognard.systems.empire.movement import buildings, screens
from grognard.systems.empire.movement.candidates import candidates
from grognard.systems.empire.movement.judging import against
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

KINDS = (Move, March, Garrison, Quit, Detach, Rejoin, rally.Rally, rally.Recover, Finish)


class MovementOptions(Drafted):
    """Moves of a division: candidates are listed, any other way may be drafted."""

    __slots__ = ("division", "table")

    def __init__(self, table: Table, division: DivisionId) -> None:
        self.table, self.division = table, division
        super().__init__(self.judge_order, (), *KINDS)

    @property
    def offered(self) -> tuple[Action, ...]:
        """The candidates: they were found legal by those whom the judge asks."""
        if self._offered is None:
            self._offered = tuple(self._listed())
        return self._offered

    def judge_order(self, order: Any) -> Reason | None:
        table, division = self.table, self.division
        match order:
            case Move():
                return against(table, division, order)
            case Garrison() | Quit():
                return buildings.against(table, division, order)
            case Detach() | Rejoin():
                return screens.against(table, division, order)
            case rally.Rally():
                return rally.against(table, division, order)
            case _:
                return None

    def _listed(self) -> Iterator[Action]:
        yield from candidates(self.table, self.division)
        yield from buildings.candidates(self.table, self.division)
        yield from screens.candidates(self.table, self.division)
        yield from rally.candidates(self.table, self.division)
        yield Finish()

    def of_unit(self, unit: UnitId) -> Iterator[Action]:
        return (order for order in self.offered if unit in _named(order))

    def of_others(self) -> Iterator[Action]:
        return (order for order in self.offered if not _named(order))

    def sample(self, chooser: Chooser) -> Action:
        """A kind of order, then a unit of it, then one of its orders: no unit drowns the others."""
        groups: dict[tuple[str, ...], list[Action]] = {}
        for order in self.offered:
            groups.setdefault((type(order).__name__, *_named(order)), []).append(order)
        kinds = sorted({key[0] for key in groups})
        kind = kinds[chooser.randrange(len(kinds))]
        keys = sorted(key for key in groups if key[0] == kind)
        chosen = groups[keys[chooser.randrange(len(keys))]]
        return chosen[chooser.randrange(len(chosen))]


def _named(order: Any) -> tuple[UnitId, ...]:
    """The units that an order is for."""
    return getattr(order, "units", ()) or tuple(filter(None, [getattr(order, "unit", "")]))
