"""Lying down and rising (X12.13.8): infantry in line that a battle allows, out of enemy zones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.kernel import Done, Flow, Procedure, Reason, rule, step
from grognard.systems.an_xxx.marks import PRONE
from grognard.systems.bataille.actions import Command, Drill
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.movement import MovementOptions
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.reglement import FurtherOrder
from grognard.systems.bataille.table import Table

LIE: Final = "prone"
RISE: Final = "rise"


@rule("X12.13.8")
def may_drill(options: MovementOptions, order: Drill) -> Reason | None:
    """What speaks against lying down or rising."""
    table, hand = options.table, options.in_hand(order.unit)
    if order.word not in (LIE, RISE):
        return Reason("a unit is told to lie down (prone) or to rise", "X12.13.8")
    if isinstance(hand, Reason):
        return hand
    piece, printed = table.pieces[order.unit], table.printed(order.unit)
    if order.word == RISE:
        if PRONE not in piece.marks:
            return Reason(f"{printed.name} does not lie down", "X12.13.8")
    elif PRONE in piece.marks:
        return Reason(f"{printed.name} lies down already", "X12.13.8")
    elif "prone" not in printed.traits or printed.arm is not Arm.INFANTRY:
        return Reason(f"{printed.name} does not lie down in this battle", "X12.13.8")
    elif piece.formation is not Formation.LINE or piece.cohesion is not Cohesion.GOOD:
        return Reason("only infantry in line lies down", "X12.13.8")
    enemy = table.setting.enemy(printed.side)
    if any(table.zone_over(at, enemy) for at in piece.hexes):
        return Reason("nobody lies down or rises in an enemy zone", "X12.13.8")
    if hand.left < table.setting.cards.points("prone"):
        return Reason("it has no point left for it", "X12.13.8")
    return None


def drills(options: MovementOptions, unit: UnitId) -> Iterator[Command]:
    """Lying down or rising, as the unit may."""
    if "prone" in options.table.printed(unit).traits:
        for word in (LIE, RISE):
            if may_drill(options, Drill(unit, word)) is None:
                yield Drill(unit, word)


@rule("X12.13.8")
def stays_down(table: Table, hand: InHand) -> Reason | None:
    """Whoever lies down does nothing else before it has risen."""
    if PRONE in table.pieces[hand.unit].marks:
        return Reason("it lies down and must rise first", "X12.13.8")
    return None


class DrillOrder(Procedure, tag=True):
    """X12.13.8: a unit lies down or rises for a point. Result: the order in hand."""

    order: Drill
    hand: InHand

    @step("X12.13.8")
    def act(self, table: Table) -> Flow:
        mark = Marked if self.order.word == LIE else Unmarked
        table.record(mark(self.order.unit, PRONE))
        spent = self.hand.spent + table.setting.cards.points("prone")
        return Done(msgspec.structs.replace(self.hand, spent=spent))


def carried_out(order: Drill, hands: tuple[InHand, ...]) -> Procedure:
    return DrillOrder(order, hands[0])


DRILL: Final = FurtherOrder(against=may_drill, of_unit=drills, procedure=carried_out)
