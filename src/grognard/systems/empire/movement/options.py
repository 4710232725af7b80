"""What may be done in step d: moves that are drafted, garrisons, skirmishers, and to be done with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

from grognard.kernel import Action, Drafted, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Detach, Garrison, Kind, March, Move, Quit, Rejoin, Ride
from grognard.systems.empire.command import riding
from grognard.systems.empire.command.duty import has_met, meets, missing, refusal
from grognard.systems.empire.movement import buildings, screens
from grognard.systems.empire.movement.candidates import candidates, in_order, movers, moves_of
from grognard.systems.empire.movement.judging import against, walked
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

T = TypeVar("T")

KINDS = (Move, March, Garrison, Quit, Detach, Rejoin, rally.Rally, rally.Recover, Ride, Finish)


class MovementOptions(Drafted):
    """Moves of a division: candidates are listed, any other way may be drafted."""

    __slots__ = ("division", "table")

    def __init__(self, table: Table, division: DivisionId) -> None:
        self.table, self.division = table, division
        super().__init__(self.judge_order, (), *KINDS)

    @property
    def offered(self) -> tuple[Action, ...]:
        """The candidates; they were found legal by those whom the judge asks."""
        if self._offered is None:
            self._offered = tuple(self._listed())
        return self._offered

    def judge_order(self, order: Any) -> Reason | None:
        table, division = self.table, self.division
        match order:
            case Move():
                return table.derived(
                    ("against", division, order),
                    lambda: against(table, division, order) or self._against_token(order),
                )
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
        if short and self._able():
            return refusal(self.table.setting.divisions[self.division].name, short)
        return None

    @rule("E25.17", "ER-3")
    def _against_token(self, order: Move) -> Reason | None:
        """While the duty is short, points go to what meets it."""
        table = self.table
        if not self._is_short():
            return None
        if any(meets(table, walk) for walk in walked(table, order).walks):
            return None
        return Reason("its order comes first: this move does not carry it out", "E25.17")

    def _is_short(self) -> bool:
        """Is the duty short, and can somebody still do his?"""
        return self.table.derived(
            ("short", self.division),
            lambda: bool(missing(self.table, self.division) and self._able()),
        )

    def _able(self) -> tuple[UnitId, ...]:
        """Units that have not acted and could do their duty by a move."""
        return self.table.derived(("able", self.division), self._find_able)

    def _find_able(self) -> tuple[UnitId, ...]:
        table = self.table
        due = [unit for unit in table.bodies[self.division].due if not has_met(table, unit)]
        idle = {unit for unit in due if unit in table.pieces and not table.pieces[unit].acted}
        for units in movers(table, self.division) if idle else ():
            if idle & set(units):
                for order in moves_of(table, units):
                    if any(meets(table, walk) for walk in walked(table, order).walks):
                        return units
        return ()

    def _moves(self) -> tuple[Move, ...]:
        """The candidates that are legal but for the order of the division."""
        return self.table.derived(
            ("moves", self.division), lambda: tuple(candidates(self.table, self.division))
        )

    def _listed(self) -> Iterator[Action]:
        yield from filter(self._is_dutiful, self._moves())
        yield from self._others()

    def _is_dutiful(self, move: Move) -> bool:
        return self._against_token(move) is None

    def _others(self) -> Iterator[Action]:
        """All that is no move."""
        others: Iterator[Action] = chain(
            buildings.candidates(self.table, self.division),
            screens.candidates(self.table, self.division),
            rally.candidates(self.table, self.division),
            riding.listed(self.table, self.table.general(self.division).id),
            (Finish(),),
        )
        return (order for order in others if self.judge_order(order) is None)

    def of_unit(self, unit: UnitId) -> Iterator[Action]:
        """Moves of others need not be known for it."""
        mine = [units for units in movers(self.table, self.division) if unit in units]
        moves = in_order(moves_of(self.table, units) for units in mine)
        yield from filter(self._is_dutiful, moves)
        yield from (order for order in self._others() if unit in _named(order))

    def of_others(self) -> Iterator[Action]:
        return (order for order in self._others() if not _named(order))

    def sample(self, chooser: Chooser) -> Action:
        """A kind of order, then a unit of it, then one of its orders: no unit drowns the others.

        Of moves a unit, then a kind of way, then one of them; whoever has none is passed over.
        """
        groups: dict[str, dict[tuple[str, ...], list[Action]]] = {}
        for order in self._others():
            groups.setdefault(type(order).__name__, {}).setdefault(_named(order), []).append(order)
        kinds = sorted({*groups, Move.__name__, March.__name__})
        while True:
            kind = kinds.pop(chooser.randrange(len(kinds)))
            if kind in groups:
                return _drawn(chooser, _drawn(chooser, list(groups[kind].values())))
            move = self._sampled(chooser, marching=kind == March.__name__)
            if move is not None:
                return move

    def _sampled(self, chooser: Chooser, *, marching: bool) -> Action | None:
        waiting = list(movers(self.table, self.division))
        while waiting:
            units = waiting.pop(chooser.randrange(len(waiting)))
            ways: dict[tuple[Kind, ...], list[Action]] = {}
            for move in filter(self._is_dutiful, moves_of(self.table, units)):
                if isinstance(move, March) is marching:
                    ways.setdefault(tuple(leg.kind for leg in move.path), []).append(move)
            if ways:
                return _drawn(chooser, _drawn(chooser, list(ways.values())))
        return None


def _drawn(chooser: Chooser, among: Sequence[T]) -> T:
    return among[chooser.randrange(len(among))]


def _named(order: Any) -> tuple[UnitId, ...]:
    """The units that an order is for."""
    return getattr(order, "units", ()) or tuple(filter(None, [getattr(order, "unit", "")]))
