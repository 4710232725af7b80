"""An order takes force (A3): what a body remembers of it from the first moment on."""

from __future__ import annotations

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.mechanics.search import Search
from grognard.systems.nlc.command import bodies, operations
from grognard.systems.nlc.command.divisions import assign, set_apart
from grognard.systems.nlc.command.order_events import Complied
from grognard.systems.nlc.hidden.redirecting import redirect
from grognard.systems.nlc.kinds import Mover, OrderType
from grognard.systems.nlc.movement.routes import march_route
from grognard.systems.nlc.movement.zones import ATTACK_TYPE
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import Order, Sequence, Setting
from grognard.systems.nlc.table import Table, zone_around
from grognard.systems.nlc.ways import steps_of

replace = msgspec.structs.replace

SENT = "sent:"
"""Begins the mark of a body in general retreat, with the turn in which it was ordered (N12.2G.2)."""

OWN_TROUBLE = ("failure", "blocked")
"""Changes of order that divisions assigned to a corps do not share with it."""


@rule("N12.7.4", "N12.9.1", "N12.9.9", "N12.2.1", "N12.4.1")
def comply(
    table: Table,
    name: ForceId,
    orders: Sequence,
    how: str,
    *,
    keep_waiting: bool = False,
    number: int = 0,
    held: tuple[Hex, ...] | None = None,
    marks: tuple[str, ...] = (),
) -> None:
    """A body follows these orders from now on; the old one is cancelled.

    ``held`` replaces the hexes whose defence is allowed, ``marks`` are laid on the body.
    """
    if orders[0].type is OrderType.ASSIGN:
        assign(table, name, orders[0].chief, number)
        return
    before = bodies.body(table, name)
    if bodies.is_division(name) and not bodies.is_apart(table, name):
        set_apart(table, name)
    made = taken_up(table, bodies.body(table, name), orders)
    made = replace(
        made,
        waiting=made.waiting if keep_waiting else None,
        held=made.held if held is None else held,
        marks=marks,
    )
    shown = table.setting.on("open_orders")
    table.record(Complied(before.side, made, before.order, how, number, shown))
    operations.note_complying(table, name, orders, how)
    if name in table.hidden:
        redirect(table, name, before.type)
    for other in list(table.forces.values()) if how not in OWN_TROUBLE else ():
        if other.chief == name and (bodies.is_division(other.id) or other.is_attached):
            comply(table, other.id, orders, how)


@rule("N12.5.6", "R-12.5")
def taken_up(table: Table, force: Force, orders: Sequence) -> Force:
    """The record of a body as an order takes force; a dated attack is waited for in defence."""
    order, queue = orders[0], orders[1:]
    if order.not_before > table.turn:
        order, queue = Order(OrderType.DEFEND, here=True), orders
    order = filled(table, force, order)
    at, units = bodies.post(table, force.id), table.units_under(force.id)
    fresh = replace(
        force, order=order, queue=queue, since=table.turn, arrived=False, anchor=0, contact=False,
        gun_turns=0, loss_turn=0, held=held_at_start(table, force, order), reached=False,
    )  # fmt: skip
    return replace(
        fresh,
        contact=order.type in ATTACK_TYPE and any(map(table.in_enemy_zone, units)),
        reached=any(table.pieces[unit].at in order.target for unit in units),
        arrived=is_there(table, order, at),
        anchor=at if order.here else 0,
    )


@rule("N12.2E.3", "N12.2C.4", "R-12.2c")
def filled(table: Table, force: Force, order: Order) -> Order:
    """An order with what it leaves open: where `here` is, and where a march begins."""
    at = bodies.post(table, force.id)
    if order.here:
        if not bodies.leader_of(table, force.id):
            return replace(order, target=bodies.places(table, force.id))
        return replace(order, target=(at,) if at else ())
    if order.type is OrderType.MARCH and at and at not in march_route(table.setting, order):
        return replace(order, route=(at, *(order.route or order.target[:1])))
    if order.type is OrderType.MARCH and not order.route:
        return replace(order, route=(at or order.target[0], *order.target[:1]))
    return order


@rule("N12.2C.2", "N12.2D.2")
def is_there(table: Table, order: Order, at: Hex) -> bool:
    """Is the leader of a Defend or Delay order within its radius?"""
    if order.type not in (OrderType.DEFEND, OrderType.DELAY) or not at:
        return False
    radius = table.setting.cards.radius("radius")
    return any(distance(at, goal) <= radius for goal in order.target)


@rule("N12.2C.1", "N12.2C.4")
def held_at_start(table: Table, force: Force, order: Order) -> tuple[Hex, ...]:
    """The hexes that a Defend order lets the body fight for."""
    if order.here:
        return position(table, force)
    return tuple(at for at in order.target if table.control.get(at) == force.side)


def is_in_position(table: Table, force: Force, at: Hex) -> bool:
    """Is a hex one that a body stands in, or that the enemy can reach only through its zones?"""
    return at in _own_hexes(table, force) or at in position(table, force)


def _own_hexes(table: Table, force: Force) -> frozenset[Hex]:
    units = table.units_under(force.id)
    return frozenset([at for unit in units for at in table.pieces[unit].hexes])


@rule("N12.2C.4", "A9")
def position(table: Table, force: Force) -> tuple[Hex, ...]:
    """Hexes a body stands in, and those the enemy can reach only through its zones."""
    own, foes = _own_hexes(table, force), table.hexes_of(table.setting.enemy(force.side))
    return table.resting(
        ("position", force.id), (own, foes), lambda: _position(table.setting, own, foes)
    )


def _position(setting: Setting, own: frozenset[Hex], foes: frozenset[Hex]) -> tuple[Hex, ...]:
    if not foes or not own:
        return tuple(sorted(own))
    closed = {there for at in own for there in zone_around(setting, at)} - foes
    steps = steps_of(setting, Mover.FOOT)
    onward = lambda at: () if at in closed else steps[at]  # noqa: E731
    open_hexes = Search(sorted(foes), onward, closed=own).all()
    return tuple(sorted(own | (set(setting.ground.hexes) - open_hexes.keys())))
