"""What may be done in step d: moves that are drafted, garrisons, skirmishers, and to be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from grognard.kernel import Action, Drafted, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Detach, Garrison, March, Move, Quit, Rejoin, Ride
from grognard.systems.empire.command import riding
from grognard.systems.empire.command.duty import has_met, meets, missing, refusal
from grognard.systems.empire.movement import buildings, screens
from grognard.systems.empire.movement.candidates import candidates
from grognard.systems.empire.movement.judging import against, walked
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

KINDS = (Move, March, Garrison, Quit, Detach, Rejoin, rally.Rally, rally.Recover, Ride, Finish)


class MovementOptions(Drafted):
    """Moves of a division: candidates are listed, any other way may be drafted."""

    __slots__ = ("division", "table")

    def __init__(self, table: Table, division: DivisionId) -> None:
        self.table, self.division = table, division
        super().__init__(self.judge_order, (), *KINDS)

    @property
    def offered(self) -> tuple[Action, ...]:
        """The candidates; moves among them were found legal by those whom the judge asks."""
        if self._offered is None:
            self._offered = tuple(
                order
                for order in self._listed()
                if not (
                    self._against_token(order)
                    if isinstance(order, Move)
                    else self.judge_order(order)
                )
            )
        return self._offered

    def judge_order(self, order: Any) -> Reason | None:
        table, division = self.table, self.division
        match order:
            case Move():
                return against(table, division, order) or self._against_token(order)
            case Ride():
                return riding.against(table, order, (table.general(division).id,))
            case Finish():
                return self._against_ending()
            case Garrison() | Quit():
                return buildings.against(table, division, order)
            case Detach() | Rejoin():
                return screens.against(table, division, order)
            case rally.Rally():
                return rally.against(table, division, order)
            case _:
                return None

    # --- the duty of the order

    @rule("E25.14")
    def _against_ending(self) -> Reason | None:
        """A division is not done while somebody who has not acted could carry its order out."""
        short = missing(self.table, self.division)
        if short and any(self._able()):
            return refusal(self.table.setting.divisions[self.division].name, short)
        return None

    @rule("E25.17", "ER-3")
    def _against_token(self, order: Move) -> Reason | None:
        """While the duty is short, points go to what meets it."""
        table = self.table
        if not missing(table, self.division) or not any(self._able()):
            return None
        if any(meets(table, walk) for walk in walked(table, order).walks):
            return None
        return Reason("its order comes first: this move does not carry it out", "E25.17")

    def _able(self) -> tuple[UnitId, ...]:
        """Units that have not acted and could do their duty by a move."""
        return self.table.derived(("able", self.division), self._find_able)

    def _find_able(self) -> tuple[UnitId, ...]:
        table, due = self.table, self.table.bodies[self.division].due
        for order in self._moves():
            idle = [unit for unit in order.units if not table.pieces[unit].acted]
            if any(unit in due and not has_met(table, unit) for unit in idle):
                if any(meets(table, walk) for walk in walked(table, order).walks):
                    return order.units
        return ()

    def _moves(self) -> tuple[Move, ...]:
        """The candidates that are legal but for the order of the division."""
        return self.table.derived(
            ("moves", self.division), lambda: tuple(candidates(self.table, self.division))
        )

    def _listed(self) -> Iterator[Action]:
        for move in self._moves():
            if self._against_token(move) is None:
                yield move
        others: Iterator[Action] = chain(
            buildings.candidates(self.table, self.division),
            screens.candidates(self.table, self.division),
            rally.candidates(self.table, self.division),
            riding.listed(self.table, self.table.general(self.division).id),
            (Finish(),),
        )
        yield from (order for order in others if self.judge_order(order) is None)

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
