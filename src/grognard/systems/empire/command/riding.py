"""Commanders ride, join units, and keep out of the enemy's way (E23.11, E23.13, E29.10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import TOUCH, is_within
from grognard.mechanics.measured.mils import Point, length_up
from grognard.mechanics.measured.polygons import crossings, edges
from grognard.mechanics.places import Place
from grognard.systems.empire.actions import Ride
from grognard.systems.empire.command.own_will import turn_to_hold
from grognard.systems.empire.events import Rode, secret_of
from grognard.systems.empire.footprints import COMMANDER
from grognard.systems.empire.hiding import come_to_light
from grognard.systems.empire.kinds import Going
from grognard.systems.empire.morale.commanders import seek_refuge
from grognard.systems.empire.movement.ground import classes_of
from grognard.systems.empire.movement.rates import MOVE, PARTS
from grognard.systems.empire.setting import CommanderId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table


@rule("E29.10", "E23.11")
def against(table: Table, order: Ride, riders: Collection[CommanderId]) -> Reason | None:
    """What speaks against a ride of one of these commanders."""
    if order.leader not in riders:
        return Reason(f"{order.leader} does not ride now", "E29.10")
    officer = table.officers[order.leader]
    if officer.at is None or officer.lost:
        return Reason("he is not on the table", "E29.10")
    if officer.moved:
        return Reason("he has ridden in this turn", "E29.10")
    point = table.setting.point(order.to)
    if order.unit:
        barred = _against_joining(table, order, point)
        if barred is not None:
            return barred
    if point == officer.at and order.unit == officer.attached:
        return Reason("he is there", "E29.10")
    return _against_way(table, order.leader, officer.at, point)


@rule("E23.11")
def _against_joining(table: Table, order: Ride, point: Point) -> Reason | None:
    """He joins units of his division, a chief any of his army, within half a UD."""
    card = table.setting.commanders[order.leader]
    if order.unit not in table.pieces or table.side_of(order.unit) != card.side:
        return Reason(f"{order.unit} is no unit of his", "E23.11")
    if card.division and table.printed(order.unit).division != card.division:
        return Reason("he joins units of his own division", "E23.11")
    near = sheet().length("commanders/reach", "attached")
    there = Footprint(Pose(*point, 0), COMMANDER).corners
    if not is_within(there, table.corners(order.unit), near):
        return Reason("that is too far from the unit", "E23.11")
    return None


@rule("E29.10")
def _against_way(table: Table, leader: CommanderId, start: Point, end: Point) -> Reason | None:
    setting, side = table.setting, table.setting.commanders[leader].side
    if not (0 <= end[0] <= setting.width and 0 <= end[1] <= setting.height):
        return Reason("that is off the table", "EG.4")
    for enemy in table.units_of(setting.enemy(side)):
        corners = table.corners(enemy)
        if not table.pieces[enemy].hidden and crossings(start, end, edges(corners)):
            return Reason(f"{table.printed(enemy).name} is in his way", "E29.10")
    left = MOVE
    for going, mils in classes_of(setting, start, end, length_up(start, end)):
        rate = _rate(going)
        if rate is None:
            return Reason("he cannot ride there", "E29.10")
        left -= mils * PARTS // rate
    return None if left >= 0 else Reason("that is farther than he can ride", "E29.10")


def _rate(going: Going) -> int | None:
    rates = sheet().rates("commander")
    return {
        Going.CLEAR: rates.clear, Going.ROUGH: rates.rough, Going.DIFFICULT: rates.difficult,
    }.get(going)  # fmt: skip


def listed(table: Table, leader: CommanderId) -> Iterator[Ride]:
    """To every unit that he could join, in order."""
    card = table.setting.commanders[leader]
    units = table.units_in(card.division) if card.division else table.units_of(card.side)
    yield from sorted(_to(table, leader, unit) for unit in units)


def _to(table: Table, leader: CommanderId, unit: UnitId) -> Ride:
    place: Place = table.setting.place(table.pieces[unit].pose.point)
    return Ride(leader, place, unit)


def carried_out(table: Table, order: Ride) -> None:
    held = [unit for unit in (order.unit, table.officers[order.leader].attached) if unit]
    secret = next(filter(None, (secret_of(table, unit) for unit in held)), "")
    table.record(Rode(order.leader, table.setting.point(order.to), order.unit, secret))


@rule("E23.13", "E25.8", "E25.16")
def after_moves(table: Table) -> None:
    """What follows by itself when somebody has moved.

    Who hides too near an enemy is seen, Manoeuvre turns to Hold, lone commanders flee.
    """
    come_to_light(table)
    turn_to_hold(table)
    for leader, officer in sorted(table.officers.items()):
        if officer.at is None or officer.lost or officer.attached:
            continue
        side = table.setting.commanders[leader].side
        if any(table.enemies_within(side, table.officer_corners(leader), TOUCH)):
            seek_refuge(table, leader)
