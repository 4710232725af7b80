"""Orders arrive and are obeyed, or not (N12.6.3-N12.7, N15.3, N16.5, A4)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Account, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.command import bodies, operations
from grognard.systems.nlc.command.capacity import DIRECTED
from grognard.systems.nlc.command.complying import SENT, comply
from grognard.systems.nlc.command.order_events import (
    ComplianceTested,
    DelayTested,
    LeaderMarked,
    OrderDelayed,
    OrderIgnored,
)
from grognard.systems.nlc.command.sending import BYPASSED
from grognard.systems.nlc.kinds import Compliance, OrderType
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.movement.zones import ATTACK_TYPE
from grognard.systems.nlc.records import DAWN, Dispatch, Force, ForceId, Waiting
from grognard.systems.nlc.setting import LeaderId, Sequence, SideId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

DELIVERED = "delivered"
"""The state of an order handed to a player who commands a formation himself (NM.2)."""

CONFUSED = "confused:"
"""Begins the mark of a wing commander who was passed over, with the turn of receipt (N20.5.1)."""


def is_night(table: Table) -> bool:
    return table.setting.turns[table.turn - 1].night


class Receive(Procedure, tag=True):
    """Step 4a and b: what is due is received, side by side, and tested."""

    number: int = 0
    caller: str = ""

    @step("N12.6.4")
    def sort(self, table: Table) -> Flow:
        """Of several for one leader the latest counts; it makes the others and the waiting void."""
        for held in due_orders(table):
            rivals = [other for other in due_orders(table) if other.to == held.to]
            side = bodies.side_of(table, held.to)
            if held != max(rivals, key=lambda other: (other.issued, other.number)):
                table.record(OrderIgnored(side, held.to, held.orders, "older", held.number))
                continue
            waiting = bodies.body(table, held.to).waiting
            if waiting is not None:
                table.record(OrderIgnored(side, held.to, waiting.orders, "newer"))
        return None

    @step("N12.6.3", "N11.5.1", "N12.2H.2", "N16.5", "NM.2", "N20.9.2")
    def receive(self, table: Table) -> Flow:
        held = next(due_orders(table), None)
        if held is None:
            return Done()
        _note_confusion(table, held)
        operations.note_receipt(table, held.to, held.orders)
        if held.to in table.quarters or held.orders[0].type is OrderType.ASSIGN:
            take_up(table, held, "compliance")
            return Goto("receive")
        state = self._set_aside(table, held)
        if state:
            delay(table, held.to, held.orders, state, held.sender, held.number)
            return Goto("receive")
        self.number, self.caller = held.number, bodies.caller(table, held.to)
        return None

    @step("N12.7.1")
    def throw(self, table: Table) -> Flow:
        return Roll("2d6", "compliance", self.caller)

    @step("N12.7.1", "N12.7.3", "N12.7.4", "N12.7.5", "N12.7.6", "N15.3")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        held = next((one for one in due_orders(table) if one.number == self.number), None)
        if held is None:
            return Goto("receive")
        result = tested(table, held, dice)
        side = bodies.side_of(table, held.to)
        if result is Compliance.COMPLIED:
            take_up(table, held, "compliance")
        elif result is Compliance.IGNORED:
            table.record(OrderIgnored(side, held.to, held.orders, "test", held.number))
        else:
            delay(table, held.to, held.orders, result.value, held.sender, held.number)
        return Goto("receive")

    def masked(self, table: Table, side: SideId) -> Receive:
        """What the other side sees: who reads an order, not which."""
        own = [held.number for held in table.transit if _sent_by(table, held) == side]
        return self if self.number in own else Receive(0, self.caller)

    @rule("N16.5", "NM.2", "NM.4", "N20.8.7")
    def _set_aside(self, table: Table, held: Dispatch) -> str:
        """Orders delivered to players, and at night all but a general retreat, are not tested."""
        if table.setting.on("multiplayer_command"):
            return DELIVERED
        retreat = held.orders[0].type is OrderType.GENERAL_RETREAT
        forced = any(order.forced for order in held.orders)
        return DAWN if is_night(table) and not retreat and not forced else ""


def _sent_by(table: Table, held: Dispatch) -> SideId:
    return table.setting.leaders[held.sender].side


def due_orders(table: Table) -> Iterator[Dispatch]:
    """Orders that arrive in this phase, the first side's before the other's."""
    for side in bodies.in_order(table):
        for held in table.transit:
            if 0 < held.due <= table.turn and table.setting.leaders[held.sender].side == side:
                yield held


@rule("N12.2G.2", "N12.13.5", "N12.13.6")
def take_up(table: Table, held: Dispatch, how: str) -> None:
    """An order on its way is complied with."""
    retreat = held.orders[0].type is OrderType.GENERAL_RETREAT
    marks = (f"{SENT}{held.issued}",) if retreat else ()
    comply(table, held.to, held.orders, how, number=held.number, marks=marks)
    if bodies.is_division(held.to):
        own = table.setting.leaders[held.sender].formation
        mark_rejoinable(table, held.to, bool(own) and held.to.startswith(own + bodies.DIVISION))


@rule("N12.13.6")
def mark_rejoinable(table: Table, name: ForceId, may: bool) -> None:
    """Only a division sent out by its own corps leader may be called back at will."""
    from grognard.systems.nlc.events import ForceChanged

    force = table.forces[name]
    if force.may_rejoin != may:
        table.record(ForceChanged(force.side, replace(force, may_rejoin=may)))


def delay(
    table: Table, to: ForceId, orders: Sequence, state: str, sender: LeaderId, number: int = 0
) -> None:
    """An order waits to be complied with."""
    force = bodies.body(table, to)
    waiting = Waiting(orders, state, table.turn, sender)
    table.record(OrderDelayed(force.side, replace(force, waiting=waiting), number))


# --- the test


@rule("N12.7.1", "N12.7.2", "NT.2", "N20.5.1", "N20.7.3", "R-12.7b")
def account_of(table: Table, held: Dispatch) -> Account:
    """The column on which an order is tested, item by item."""
    return Account.of(
        [
            Item(rating(table, held.sender), "the sender's rating", "N12.7.1"),
            Item(bodies.rating_of(table, held.to), "the recipient's rating", "N12.7.1"),
            *held.shifts,
            *troubles(table, held.to),
        ]
    )


@rule("N20.5.1", "N20.7.3", "R-20.5")
def troubles(table: Table, name: ForceId) -> Iterator[Item]:
    """Shifts that a leader suffers from his chief's interference."""
    cards, leader = table.setting.cards, bodies.leader_of(table, name)
    turns = cards.figure("confusion_turns")
    marks = table.leaders[leader].marks if leader else ()
    if any(f"{CONFUSED}{table.turn - ago}" in marks for ago in range(1, turns + 1)):
        yield Item(cards.shift("command_confusion"), "passed over by his chief", "N20.5.1")
    if f"{DIRECTED}{table.turn - 1}" in bodies.body(table, name).marks:
        yield Item(cards.shift("direct_command"), "his chief took units away", "N20.7.3")


def tested(table: Table, held: Dispatch, dice: tuple[int, ...]) -> Compliance:
    """Read the table, as a demoralized body reads it if it is one, and record the test."""
    cards, account = table.setting.cards, account_of(table, held)
    column = min(max(account.total, min(cards.columns)), max(cards.columns))
    result = cards.compliance(column, sum(dice))
    force = bodies.body(table, held.to)
    if is_demoralized(table, force):
        result = cards.demoralized(result)
    leader = bodies.leader_of(table, held.to)
    table.record(ComplianceTested(force.side, held.to, leader, account, column, dice, result.value))
    return result


@rule("N15.3", "N15.4", "N16.6")
def is_demoralized(table: Table, force: Force) -> bool:
    """A division that is still with its corps shares its state."""
    known = force.id if force.id in table.forces else force.formation
    return bool(known) and demoralization.is_demoralized(table, known)


@rule("N20.5.1")
def _note_confusion(table: Table, held: Dispatch) -> None:
    mark = f"{BYPASSED}{held.number}"
    for leader, general in table.leaders.items():
        if mark in general.marks:
            side = table.setting.leaders[leader].side
            table.record(LeaderMarked(side, leader, f"{CONFUSED}{table.turn}", mark))


# --- orders that wait


class Delays(Procedure, tag=True):
    """Step 4c: orders received before this turn and not complied with."""

    place: int = 0
    force: ForceId = ""
    caller: str = ""

    @step("N12.7.5", "N12.7.6", "N16.5", "N16.6", "R-12.7c", "R-16")
    def next_body(self, table: Table) -> Flow:
        names = in_sides(table)
        if self.place >= len(names):
            return Done()
        force = table.forces[names[self.place]]
        waiting = force.waiting
        if waiting is None or waiting.since >= table.turn or is_paused(table, waiting):
            self.place += 1
            return Goto("next_body")
        if waiting.state == DAWN:
            self._wake(table, force, waiting)
        elif waiting.state == Compliance.NEXT_TURN:
            comply_waiting(table, force.id, "delay")
        else:
            self.force, self.caller = force.id, bodies.caller(table, force.id)
            return None
        self.place += 1
        return Goto("next_body")

    @step("N12.7.6", "N15.3")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "delay", self.caller)

    @step("N12.7.6", "N15.3")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        force = table.forces[self.force]
        self.place += 1
        if force.waiting is None:
            return Goto("next_body")
        needed = table.setting.cards.later(Compliance(force.waiting.state))
        state = force.waiting.state
        table.record(DelayTested(force.side, force.id, state, dice[0], needed))
        if dice[0] >= needed:
            comply_waiting(table, force.id, "delay")
        return Goto("next_body")

    def masked(self, table: Table, side: SideId) -> Delays:
        """What the other side sees: not which part of a formation waits, nor how many there are."""
        own = self.force in table.forces and table.forces[self.force].side == side
        return self if own else Delays(0, bodies.known_as(self.force), self.caller)

    @rule("N16.5", "N16.6")
    def _wake(self, table: Table, force: Force, waiting: Waiting) -> None:
        """Day breaks: the order is obeyed; a demoralized body takes its time."""
        if is_demoralized(table, force):
            late = Compliance.ROLL_4.value
            delay(table, force.id, waiting.orders, late, waiting.sender)
        else:
            comply_waiting(table, force.id, "dawn")


def in_sides(table: Table) -> tuple[ForceId, ...]:
    """All bodies, the first side's before the other's, in the order in which they came to be."""
    return tuple(force.id for side in bodies.in_order(table) for force in table.forces_of(side))


@rule("N16.5", "R-16")
def is_paused(table: Table, waiting: Waiting) -> bool:
    """Does a waiting order rest this turn: until dawn, or, to attack, until day?"""
    if waiting.state == DELIVERED:
        return True
    if not is_night(table):
        return False
    return waiting.state == DAWN or any(order.type in ATTACK_TYPE for order in waiting.orders)


def comply_waiting(table: Table, name: ForceId, how: str) -> None:
    """A body complies with the order it has been waiting to obey."""
    waiting = table.forces[name].waiting
    assert waiting is not None
    own = table.setting.leaders[waiting.sender].formation if waiting.sender else ""
    comply(table, name, waiting.orders, how)
    if bodies.is_division(name):
        mark_rejoinable(table, name, bool(own) and name.startswith(own + bodies.DIVISION))
