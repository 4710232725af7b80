"""Moves in support of a charge: friends step up before the dice (E35.14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from grognard.kernel import Action, Drafted, Reason, rule
from grognard.mechanics.commands import Finish
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.actions import March, Move
from grognard.systems.empire.charge.riding import stand
from grognard.systems.empire.command.points import spend
from grognard.systems.empire.events import Activated
from grognard.systems.empire.movement.candidates import moves_of
from grognard.systems.empire.movement.groups import Block
from grognard.systems.empire.movement.judging import against, cost_of, walked
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.supports import rear_supports, side_supports
from grognard.systems.empire.table import Table

FAR = 8 * MIL
"""Nobody farther from a charger comes to stand behind or beside it in one move."""


class SupportMoves(Drafted):
    """Moves that end as support of a charger, and to be done with them."""

    __slots__ = ("riders", "table")

    def __init__(self, table: Table, riders: tuple[UnitId, ...]) -> None:
        self.table, self.riders = table, riders
        super().__init__(self.judge_order, self._listed(), Move, Finish)

    @rule("E35.14", "E22.5")
    def judge_order(self, order: Move | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        table, division = self.table, self.table.printed(self.riders[0]).division
        if len(order.units) != 1 or isinstance(order, March):
            return Reason("units step up one by one, by one move", "E35.14")
        barred = against(table, division, order)
        if barred is not None:
            return barred
        piece = table.pieces[order.units[0]]
        if piece.moves or piece.id in self.riders:
            return Reason("who has moved or charges does not step up", "E35.14")
        if piece.marked or piece.disordered:
            return Reason("only units in good order that have not acted step up", "E22.5")
        if not self._is_support(walked(table, order)):
            return Reason("that does not end as support of a charger", "E35.14")
        return None

    def _is_support(self, block: Block) -> bool:
        (walk,) = block.walks
        there = self.table.draft()
        there.alter(walk.unit, pose=walk.footprint.pose, formation=walk.formation)
        return any(
            walk.unit in chain(rear_supports(there, rider), side_supports(there, rider))
            for rider in self.riders
        )

    def _listed(self) -> Iterator[Action]:
        table, division = self.table, self.table.printed(self.riders[0]).division
        for unit in sorted(table.units_in(division)):
            piece = table.pieces[unit]
            if unit in self.riders or piece.acted or piece.marked or piece.disordered:
                continue
            if any(table.gap_squared(unit, rider) <= FAR * FAR for rider in self.riders):
                yield from (move for move in sorted(moves_of(table, (unit,))) if type(move) is Move)
        yield Finish()


@rule("E35.14", "E42.12")
def carried_out(table: Table, order: Move) -> None:
    """A unit steps up; nobody reacts to it, and it moves no more."""
    (unit,) = order.units
    (walk,) = walked(table, order).walks
    cost = cost_of(table, order.units)
    spend(table, table.printed(unit).division, cost or 0)
    table.record(Activated(unit))
    stand(table, unit, walk.footprint.pose, walk.formation)
