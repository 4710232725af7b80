"""Moves in support of a charge: friends step up before the dice (E35.14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from grognard.kernel import Action, Call, Done, Drafted, Flow, Procedure, Reason, rule, step
from grognard.mechanics.commands import Finish
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.actions import March, Move, Primitive
from grognard.systems.empire.charge.riding import Rider, stand
from grognard.systems.empire.command.points import price, spend
from grognard.systems.empire.events import Activated
from grognard.systems.empire.movement.candidates import groups, moves_of
from grognard.systems.empire.movement.giving_way import SweptAside
from grognard.systems.empire.movement.groups import Block
from grognard.systems.empire.movement.judging import against_acting, against_way, cost_of, walked
from grognard.systems.empire.movement.stages import stages
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.supports import rear_supports, side_supports
from grognard.systems.empire.table import Table

FAR = 8 * MIL
"""Nobody farther from a charger comes to stand behind or beside it in one move."""


class SupportMoves(Drafted):
    """Moves that end as support of a charger, and to be done with them."""

    __slots__ = ("riders", "table")

    def __init__(self, table: Table, riders: tuple[Rider, ...]) -> None:
        self.table, self.riders = table, {rider.unit: rider for rider in riders}
        super().__init__(self.judge_order, self._listed(), Move, Finish)

    @rule("E35.14", "E22.5")
    def judge_order(self, order: Move | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        table, division = self.table, self._division
        if len(order.units) != 1 or isinstance(order, March):
            return Reason("units step up one by one, by one move", "E35.14")
        (unit,) = order.units
        barred = against_acting(table, division, order.units, cost=self.cost_of(unit))
        barred = barred or against_way(table, walked(table, order))
        if barred is not None:
            return barred
        piece = table.pieces[unit]
        if piece.moves or piece.id in self.riders:
            return Reason("who has moved or charges does not step up", "E35.14")
        if piece.marked or piece.disordered:
            return Reason("only units in good order that have not acted step up", "E22.5")
        if not self._is_support(walked(table, order)):
            return Reason("that does not end as support of a charger", "E35.14")
        return None

    def cost_of(self, unit: UnitId) -> int | None:
        """What it costs a unit to step up."""
        return cost_to_step_up(self.table, self.riders.values(), unit)

    @property
    def _division(self) -> DivisionId:
        return self.table.printed(next(iter(self.riders))).division

    def _is_support(self, block: Block) -> bool:
        (walk,) = block.walks
        there = self.table.draft()
        there.alter(walk.unit, pose=walk.footprint.pose, formation=walk.formation)
        return any(
            walk.unit in chain(rear_supports(there, rider), side_supports(there, rider))
            for rider in self.riders
        )

    def _listed(self) -> Iterator[Action]:
        table = self.table
        for unit in sorted(table.units_in(self._division)):
            piece = table.pieces[unit]
            if unit in self.riders or piece.acted or piece.marked or piece.disordered:
                continue
            if any(table.gap_squared(unit, rider) <= FAR * FAR for rider in self.riders):
                yield from sorted(move for move in moves_of(table, (unit,)) if type(move) is Move)
        yield Finish()


class StepUp(Procedure, tag=True):
    """A unit steps up for so many points; nobody reacts to it, and it moves no more."""

    unit: UnitId
    path: tuple[Primitive, ...]
    cost: int

    @step("E35.14", "E42.12", "E35.19")
    def pay(self, table: Table) -> Flow:
        spend(table, table.printed(self.unit).division, self.cost)
        table.record(Activated(self.unit))
        return Call(SweptAside((self.unit,), stages(self._walked(table))))

    @step("E35.14")
    def go(self, table: Table) -> Flow:
        (walk,) = self._walked(table).walks
        stand(table, self.unit, walk.footprint.pose, walk.formation)
        return Done()

    def _walked(self, table: Table) -> Block:
        return walked(table, Move((self.unit,), self.path))


@rule("E35.14", "E35.13", "E24.14")
def cost_to_step_up(table: Table, riders: Iterable[Rider], unit: UnitId) -> int:
    """Nothing for who was of the group of a charger, but for the point of a group out of command."""
    for rider in riders:
        if unit in rider.group:
            return price(table, (unit, rider.unit), 0) - price(table, (rider.unit,), 0)
    return cost_of(table, (unit,)) or 0


@rule("E35.13", "E24.12")
def group_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The largest group that a unit forms with others of its division that have not acted."""
    able = [
        other
        for other in sorted(table.units_in(table.printed(unit).division))
        if not (table.pieces[other].acted or table.pieces[other].marked)
    ]
    return next((group for group in groups(table, able) if unit in group), ())
