"""Success of orders (N12.8, A6), and what a stage leaves behind for the orders in force (A9)."""

from __future__ import annotations

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.combat.duty import strikes_for
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.complying import comply, is_there
from grognard.systems.nlc.command.divisions import assign
from grognard.systems.nlc.command.order_events import Detached, OrderSucceeded
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.events import ForceChanged
from grognard.systems.nlc.kinds import Mover, OrderType
from grognard.systems.nlc.movement.zones import ATTACK_TYPE
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import Order, Sequence, UnitId
from grognard.systems.nlc.table import Table

__all__ = ["close_stage", "comply", "has_succeeded", "meet_chief", "occupies_target", "pass_on"]

replace = msgspec.structs.replace

PRESSED = "pressed:"
"""Begins the mark of a body that pressed the enemy, with the turn (NM.6)."""


@rule("N12.8.1", "N12.8.4", "R-12.8", "R-12.2h", "R-12.2k", "R-11.5")
def has_succeeded(table: Table, force: Force) -> bool:
    """Has a March, Attack or Probe reached what it was for, with the enemy off its back?"""
    if force.type not in (OrderType.MARCH, *ATTACK_TYPE) or not force.order.target:
        return False
    if force.id in table.quarters or force.id in table.leaders:
        return _chief_succeeded(table, force)
    units = table.units_under(force.id)
    if not units or force.attacked >= table.turn - 1 > 0:
        return False
    if any(map(table.in_enemy_zone, units)):
        return False
    if force.type is OrderType.MARCH:
        return force.reached or _stands_in(table, force, units)
    return all(controls(table, force, at) for at in force.order.target)


def _chief_succeeded(table: Table, force: Force) -> bool:
    """A headquarters or a wing commander: he is there, or his side controls what he was to take."""
    if force.type is OrderType.MARCH:
        return bodies.post(table, force.id) in force.order.target
    return all(table.control.get(at) == force.side for at in force.order.target)


def _stands_in(table: Table, force: Force, units: tuple[UnitId, ...]) -> bool:
    return any(at in force.order.target for unit in units for at in table.pieces[unit].hexes)


@rule("N12.8.4", "N18.3")
def controls(table: Table, force: Force, at: Hex) -> bool:
    """Does the formation itself control a hex?"""
    return table.control.get(at) == force.side and table.holders.get(at) == force.formation


@rule("N16.3", "N18.2", "A19")
def occupies_target(table: Table, force: Force) -> bool:
    """Is a unit of the body in its target, or was it the last there?"""
    units = table.units_under(force.id)
    if _stands_in(table, force, units):
        return True
    return force.reached and any(controls(table, force, at) for at in force.order.target)


@rule("N12.8.2", "N12.5.2", "N12.5.3", "N12.5.8")
def pass_on(table: Table, name: ForceId, how: str, held: tuple[Hex, ...] | None = None) -> None:
    """After success, or a blocked march: the next link, or Reserve if so written, or Defend.

    Nobody changes his chit in the middle of a stage: a new chief waits for the command phase.
    """
    force = table.forces[name]
    if force.queue and force.queue[0].type is OrderType.ASSIGN:
        if table.active:
            waits = (_closing(table, force), *force.queue)
            comply(table, name, waits, how, keep_waiting=True, held=held)
            return
        assign(table, name, force.queue[0].chief)
        if bodies.is_division(name) and not bodies.is_apart(table, name):
            return
    elif force.queue:
        comply(table, name, _next_link(force), how, keep_waiting=True)
        return
    comply(table, name, (_closing(table, force),), how, keep_waiting=True, held=held)


@rule("N12.2H.2", "R-4.5")
def awaits_chief(force: Force) -> bool:
    """Has a body arrived that was to place itself under a new chief?"""
    stands = force.type in (OrderType.DEFEND, OrderType.RESERVE)
    return stands and bool(force.queue) and force.queue[0].type is OrderType.ASSIGN


def meet_chief(table: Table, name: ForceId) -> None:
    """It is put under him in the command phase, and its order stays."""
    force = table.forces[name]
    table.record(ForceChanged(force.side, replace(force, queue=force.queue[1:])))
    assign(table, name, force.queue[0].chief)


@rule("N12.5.3")
def _next_link(force: Force) -> Sequence:
    """A closing Defend without a place means the target just reached."""
    link = force.queue[0]
    if link.type is OrderType.DEFEND and not link.target and not link.here:
        link = replace(link, target=force.order.target)
    return (link, *force.queue[1:])


def _closing(table: Table, force: Force) -> Order:
    if force.order.awaits or force.id in table.quarters:
        return Order(OrderType.RESERVE)
    return Order(OrderType.DEFEND, target=force.order.target, name=force.order.name)


@rule("N12.8.1", "N12.8.3")
def succeed(table: Table, name: ForceId) -> None:
    """Record the success and pass on; marchers out of command go on until they catch up."""
    force = table.forces[name]
    table.record(OrderSucceeded(force.side, name, force.order))
    if force.type is OrderType.MARCH and force.is_whole:
        behind = [unit for unit in table.units_under(name) if not in_range(table, unit)]
        march_on(table, force, tuple(behind))
    pass_on(table, name, "link" if force.queue else "success")


@rule("N12.8.3", "N12.9.3")
def march_on(table: Table, force: Force, units: tuple[UnitId, ...]) -> None:
    """Some units keep the march order until they are in command again or at its end."""
    if units:
        part = replace(
            force, id=f"{force.formation}{bodies.PART}march", leader="", queue=(), waiting=None,
            may_rejoin=True, chief="", reached=False,
        )  # fmt: skip
        table.record(Detached(force.side, part, units))


# --- at the end of a stage


def close_stage(table: Table) -> None:
    """What the orders of the acting bodies remember of their stage."""
    for name in table.active:
        force = table.forces.get(name)
        if force is None:
            continue
        changed = _settled(table, force)
        if changed != force:
            table.record(ForceChanged(force.side, changed))


@rule("N12.2A.2", "N12.2A.3", "N12.2C.2", "N12.2C.3", "N12.2D.2", "N12.8.1")
def _settled(table: Table, force: Force) -> Force:
    units = table.units_under(force.id)
    reached = force.reached or _stands_in(table, force, units)
    force = replace(force, reached=reached)
    if force.type in ATTACK_TYPE:
        touched = force.contact or any(map(table.in_enemy_zone, units))
        force = replace(force, contact=touched, gun_turns=_gun_turns(table, force, units))
        return _pressed(table, force, units)
    if force.type in (OrderType.DEFEND, OrderType.DELAY) and not force.arrived:
        return _arrived(table, force)
    return force


@rule("N12.2A.2", "N12.2A.5")
def _gun_turns(table: Table, force: Force, units: tuple[UnitId, ...]) -> int:
    """How long guns alone have passed for an attack; an assault, or a cavalry formation's charge, ends it."""
    fired = False
    for unit in units:
        piece = table.pieces[unit]
        struck = piece.has(Mark.ATTACKED) and not piece.has(Mark.BOMBARDED)
        if struck and strikes_for(table, force, unit):
            return 0
        fired = fired or piece.has(Mark.BOMBARDED)
    return force.gun_turns + 1 if fired else force.gun_turns


@rule("NM.6")
def _pressed(table: Table, force: Force, units: tuple[UnitId, ...]) -> Force:
    """With a player for each formation: did it attack, stand in a zone or come nearer to one?"""
    if not table.setting.on("multiplayer_command"):
        return force
    if not any(_presses(table, unit) for unit in units):
        return force
    mark = f"{PRESSED}{table.turn}"
    kept = [held for held in force.marks if not held.startswith(PRESSED)]
    return replace(force, marks=(*kept, mark))


def _presses(table: Table, unit: UnitId) -> bool:
    piece = table.pieces[unit]
    if table.in_enemy_zone(unit) or set(piece.marks) & {
        Mark.ATTACKED, Mark.BOMBARDED, Mark.CHARGED,
    }:  # fmt: skip
        return True
    side = table.side_of(unit)
    began = piece.began or piece.at
    return table.nearest_enemy(piece.at, side) < table.nearest_enemy(began, side)


@rule("N12.2C.2", "N12.2C.3")
def _arrived(table: Table, force: Force) -> Force:
    """The leader is within the radius, or the enemy lets him come no nearer: that is his post now."""
    leader = bodies.leader_of(table, force.id)
    at = table.leaders[leader].at if leader else 0
    if not at:
        return force
    if is_there(table, force.order, at):
        return replace(force, arrived=True)
    if force.type is OrderType.DEFEND and force.order.target and _is_stopped(table, force, at):
        return replace(force, arrived=True, anchor=at)
    return force


def _is_stopped(table: Table, force: Force, at: Hex) -> bool:
    """Are all hexes nearer to the target closed to him by enemies?"""
    enemy, goals = table.setting.enemy(force.side), force.order.target
    here = min(distance(at, goal) for goal in goals)
    passage, around = table.setting.passage[Mover.COURIER][at], table.setting.ground.around[at]
    nearer = [
        there
        for there, price in zip(around, passage, strict=True)
        if there and price and min(distance(there, goal) for goal in goals) < here
    ]
    return bool(nearer) and all(
        table.has_unit(there, enemy)
        or (table.in_zone(there, enemy) and not table.has_unit(there, force.side))
        for there in nearer
    )
