"""Giving orders (N12.4): who writes to whom, and what is noted on the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Item, Reason, rule
from grognard.systems.nlc.command import bodies, transmission, wings
from grognard.systems.nlc.command.capacity import bar_to_writing
from grognard.systems.nlc.command.order_actions import EVERYBODY, Send
from grognard.systems.nlc.command.order_events import DecisionRecorded, LeaderMarked, OrderSent
from grognard.systems.nlc.command.validity import commands, recipients_of_all, why_not_order
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.movement.zones import ATTACK_TYPE
from grognard.systems.nlc.records import Dispatch, ForceId
from grognard.systems.nlc.setting import LeaderId, Sequence, SideId
from grognard.systems.nlc.table import Table

BYPASSED = "bypassed:"
"""Begins the mark of a wing commander past whom an order rides, with its number (N20.5.1)."""

UNDECIDED = 0
"""The due turn of what a leader has recorded for himself and not yet tried."""


def writers(table: Table, side: SideId) -> tuple[LeaderId, ...]:
    """The commanders of a side who can still give orders, overall commanders first."""
    return table.derived(("writers", side), lambda: _writers(table, side))


def _writers(table: Table, side: SideId) -> tuple[LeaderId, ...]:
    found = [
        leader
        for leader in table.setting.leaders.values()
        if leader.side == side
        and leader.role is not Role.FORMATION
        and bar_to_writing(table, leader.id) is None
    ]
    found.sort(key=lambda leader: leader.role is not Role.OVERALL)
    return tuple(leader.id for leader in found)


def sender_of(table: Table, side: SideId, said: Send) -> LeaderId:
    """Who sends an order: whom it names, or the first commander over its recipient who can write."""
    if said.sender:
        return said.sender
    able = writers(table, side)
    for leader in able:
        if said.to == EVERYBODY or commands(table, leader, said.to):
            return leader
    return _anybody(table, side)


def _anybody(table: Table, side: SideId) -> LeaderId:
    """Someone to name in the refusal when nobody can write."""
    roles = (Role.OVERALL, Role.WING)
    known = [held for held in table.setting.leaders.values() if held.side == side]
    for role in roles:
        for leader in known:
            if leader.role is role:
                return leader.id
    return ""


def why_not_send(table: Table, side: SideId, said: Send) -> Reason | None:
    """Why an order may not be sent, or None."""
    sender = sender_of(table, side, said)
    if not sender or sender not in table.leaders:
        return Reason("there is nobody who could give this order", "N12.1")
    if table.setting.leaders[sender].side != side:
        return Reason(f"{sender} is not one of your leaders", "N12.1")
    return why_not_order(table, sender, said.to, said.orders)


@rule("N12.4.1", "N12.4.4", "N12.12.1", "N16.4", "R-12.2g", "R-12.12")
def send(table: Table, side: SideId, said: Send) -> None:
    """An order goes out; a general retreat to all counts as one."""
    sender = sender_of(table, side, said)
    if said.to != EVERYBODY:
        _dispatch(table, sender, said.to, said.orders, counted=True)
        return
    for place, to in enumerate(recipients_of_all(table, sender, said.orders)):
        _dispatch(table, sender, to, said.orders, counted=not place)


def _dispatch(table: Table, sender: LeaderId, to: ForceId, orders: Sequence, counted: bool) -> None:
    turns = transmission.delay(table, sender, to, orders) or 0
    spoken = transmission.is_face_to_face(table, sender, to)
    shifts = tuple(shifts_of(table, to, orders, spoken))
    number = next_number(table, sender)
    due = table.turn + turns
    side = table.setting.leaders[sender].side
    made = Dispatch(number, sender, to, orders, table.turn, due, spoken, shifts)
    table.record(OrderSent(side, made, counted))
    _note_bypassed(table, sender, to, number)


def next_number(table: Table, sender: LeaderId) -> int:
    """A number that no order on its way has; it does not tell how many the enemy has written.

    The first side's orders bear odd numbers, the second's even ones.
    """
    leaders, setting = table.setting.leaders, table.setting
    side = leaders[sender].side
    own = (held.number for held in table.transit if leaders[held.sender].side == side)
    return max(own, default=setting.index(side) - 1) + len(setting.sides)


@rule("NT.2", "N12.7.7", "N12.2G.1", "N12.2I.5", "R-12.7b", "R-12.7d")
def shifts_of(table: Table, to: ForceId, orders: Sequence, spoken: bool) -> Iterator[Item]:
    """The columns by which compliance is shifted, as they are written on the order."""
    cards, force = table.setting.cards, bodies.body(table, to)
    if force.type is OrderType.RESERVE:
        yield Item(cards.shift("reserve"), "in reserve", "N12.2I.5")
    if any(order.type in ATTACK_TYPE for order in orders):
        yield Item(cards.shift("attack_or_probe"), "to attack or probe", "NT.2")
    if spoken:
        yield Item(cards.shift("face_to_face"), "face to face", "N12.6.1")
    formation = table.setting.formations.get(force.formation)
    if bodies.is_division(to) or (formation is not None and formation.all_cavalry):
        yield Item(cards.shift("division_or_cavalry"), "a division, or cavalry", "NT.2")
    if any(order.type is OrderType.GENERAL_RETREAT for order in orders):
        yield Item(cards.shift("general_retreat"), "a general retreat", "N12.2G.1")


@rule("N20.5.1")
def _note_bypassed(table: Table, sender: LeaderId, to: ForceId, number: int) -> None:
    """An order that rides past a wing commander out of the chief's range will confuse him."""
    setting = table.setting
    formation = setting.formations.get(to.partition(bodies.DIVISION)[0])
    if not setting.on("command_confusion") or formation is None:
        return
    wing = table.forces[formation.id].chief or formation.wing
    if wing not in setting.leaders or setting.leaders[sender].role is not Role.OVERALL:
        return
    if table.leaders[wing].at and not wings.is_reached_by(table, sender, wing):
        table.record(LeaderMarked(formation.side, wing, f"{BYPASSED}{number}"))


# --- local decisions


def body_led_by(table: Table, leader: LeaderId) -> ForceId:
    """The body for which a leader decides: his formation, or his wing; empty for a chief."""
    held = table.setting.leaders[leader]
    if table.leaders[leader].leads:
        return table.leaders[leader].leads
    if held.role is Role.WING:
        return leader
    led = held.formation
    return led if led and bodies.leader_of(table, led) == leader else ""


@rule("N12.11.1", "N12.13.5")
def record_decision(table: Table, leader: LeaderId, to: ForceId, orders: Sequence) -> None:
    """Note in secret what a leader would do; it is tried at the end of the phase."""
    side = table.setting.leaders[leader].side
    made = Dispatch(next_number(table, leader), leader, to, orders, table.turn, UNDECIDED)
    table.record(DecisionRecorded(side, made))


@rule("N12.13.5")
def send_to_division(table: Table, held: Dispatch) -> None:
    """A corps leader acts by himself: his order rides to the division from his own hex."""
    _dispatch(table, held.sender, held.to, held.orders, counted=True)
