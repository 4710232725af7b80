"""An assault in movement, from its declaration to the pair (X16.2-X16.4)."""

from __future__ import annotations

from functools import partial
from typing import Final

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault import declare
from grognard.systems.an_xxx.assault.close import CLOSE, RollToClose
from grognard.systems.an_xxx.assault.closing import PasDeCharge
from grognard.systems.an_xxx.assault.declare import apart, hand_of, may_assault, may_go_for
from grognard.systems.an_xxx.events.assault import AssaultAnnounced, AssaultOver
from grognard.systems.an_xxx.marks import (
    CLOSED,
    COULD_NOT_RETREAT,
    HALTED,
    ONCE_MORE,
    assaults,
    miss_leaders,
)
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.melee.melee import units_against
from grognard.systems.bataille.melee.retreat_before import (
    RetreatBeforeMelee,
    may_slip_away,
    refuges,
)
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.pieces import Formation, LeaderId, UnitId
from grognard.systems.bataille.reglement import FurtherOrder
from grognard.systems.bataille.table import Table


class DeclareAssault(Procedure, tag=True):
    """X16.2.1: a stack declares an assault, rolls to close and closes.

    Result: the order in hand of its uppermost battalion where the target was emptied and the order
    goes on, else None.
    """

    target: Hex
    hands: tuple[InHand, ...]
    led: tuple[LeaderId, ...] = ()

    @step("X16.2.1", "X16.2.2")
    def announce(self, table: Table) -> Flow:
        here = table.stack(table.pieces[self.hands[0].unit].at)
        self.hands = tuple(sorted(self.hands, key=lambda hand: here.index(hand.unit)))
        units = self._units()
        side, away = table.side_of(units[0]), apart(table.pieces[units[0]], self.target)
        table.record(AssaultAnnounced(side, self.target, units, away))
        for unit in hemmed_in(table, self.target, units):
            table.record(Marked(unit, COULD_NOT_RETREAT))
        return None

    @step("X16.3.1", "X16.3.5")
    def let_them_retreat(self, table: Table) -> Flow:
        units = self._units()
        self.led = leaders_in(table, self.target, table.setting.enemy(table.side_of(units[0])))
        return Call(RetreatBeforeMelee(self.target, units))

    @step("X16.3.2", "X16.3.5", "X8.3.2")
    def see_who_stayed(self, table: Table, gone: tuple[UnitId, ...]) -> Flow:
        units = self._units()
        foes = units_against(table, self.target, table.side_of(units[0]))
        if foes:
            miss_leaders(table, self.target, self.led, foes)
            return Call(RollToClose(units, CLOSE, target=self.target))
        table.record(AssaultOver(self.target, units, "emptied"))
        for unit in units:
            again = ONCE_MORE in table.pieces[unit].marks
            table.record(Marked(unit, HALTED if again else ONCE_MORE))
        return Done(self.hands[0])

    @step("X16.4.16", "X16.4.17")
    def go_in(self, table: Table, passed: tuple[UnitId, ...]) -> Flow:
        failed = tuple(
            unit for unit in self._units() if unit not in passed and unit in table.pieces
        )
        if failed:
            table.record(AssaultOver(self.target, failed, "failed"))
        self.hands = tuple(hand for hand in self.hands if hand.unit in passed)
        return Call(PasDeCharge(self.target, self.hands)) if passed else Done(None)

    @step("X16.1")
    def over(self, table: Table) -> Flow:
        return Done(None)

    def _units(self) -> tuple[UnitId, ...]:
        return tuple(hand.unit for hand in self.hands)


@rule("X16.3.3")
def hemmed_in(table: Table, target: Hex, attackers: tuple[UnitId, ...]) -> list[UnitId]:
    """Skirmishers who might go back before an assault and have no hex to go to."""
    return [
        unit
        for unit in units_against(table, target, table.side_of(attackers[0]))
        if table.pieces[unit].formation is Formation.SKIRMISH
        and may_slip_away(table, unit, attackers) is None
        and not refuges(table, unit, attackers)
    ]


def _declaration(order: Assault, hands: tuple[InHand, ...]) -> Procedure:
    return DeclareAssault(order.target, hands)


ORDER: Final = FurtherOrder(
    against=lambda options, order: declare.against(options.table, order, options.in_hand),
    of_unit=lambda options, unit: declare.orders_of(options.table, unit, options.in_hand),
    procedure=_declaration,
)
"""The declaration of an assault, as an order of the movement segment."""


class DutyToClose(Procedure, tag=True):
    """X16.2.3: who declared beforehand and has not rolled does so when movement ends."""

    side: str

    @step("X16.2.3")
    def next_stack(self, table: Table) -> Flow:
        for unit in table.units_of(self.side):
            target = assaults(table.pieces[unit].marks)
            if target is None or CLOSED in table.pieces[unit].marks:
                continue
            hands = self._hands(table, table.pieces[unit].at, target)
            if hands:
                return Call(DeclareAssault(target, hands), then="next_stack")
            table.record(AssaultOver(target, (unit,), "lapsed"))
        return Done()

    def _hands(self, table: Table, at: Hex, target: Hex) -> tuple[InHand, ...]:
        """The orders of those in a hex who are bound to assault another and can."""
        found = []
        for unit in table.stack(at):
            if assaults(table.pieces[unit].marks) == target:
                hand = hand_of(table, unit)
                if isinstance(hand, InHand) and may_assault(table, unit) is None:
                    if may_go_for(table, hand, target) is None:
                        found.append(hand)
        return tuple(found)


class EarlyAssaults(Procedure, tag=True):
    """X16.2.3: a side that has named charges may declare assaults with them, so that both strike."""

    side: str

    @step("X16.2.3")
    def look(self, table: Table) -> Flow:
        return None if self._orders(table) else Done()

    @step("X16.2.3")
    def ask(self, table: Table) -> Flow:
        choices = [Finish(), *self._orders(table)]
        judge = partial(self._against, table)
        options = Judged(judge, choices, Finish, Assault, sifted=True)
        return Ask(self.side, options, "declare-early")

    @step("X16.2.3")
    def hear(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, Assault):
            return Done()
        away = apart(table.pieces[order.units[0]], order.target)
        table.record(AssaultAnnounced(self.side, order.target, order.units, away, early=True))
        return Goto("look")

    def _orders(self, table: Table) -> list[Assault]:
        return table.derived("early", lambda: sorted(declare.predeclarations(table, self.side)))

    def _against(self, table: Table, order: Assault | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        return declare.against_early(table, self.side, order)
