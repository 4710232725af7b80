"""What the order of a division forbids a unit to do."""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import gap_squared, is_within
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.command import areas
from grognard.systems.empire.kinds import Arm, Order
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table


@rule("E30.1")
def tactical() -> int:
    """Tactical distance, in mils."""
    return sheet().length("manoeuvres/distances", "tactical")


@rule("E25.2", "E25.3", "E25.7", "E25.18")
def against_move(table: Table, walks: tuple[Walk, ...]) -> Reason | None:
    """What the order of their division has against a way of units."""
    judges = {
        Order.RETREAT: _against_approach,
        Order.MANOEUVRE: _against_contact,
        Order.HOLD: _against_leaving,
    }
    for walk in walks:
        judge = judges.get(table.body_of(walk.unit).order)
        barred = judge(table, walk) if judge else None
        if barred is not None:
            return barred
    return None


@rule("E25.2")
def _against_approach(table: Table, walk: Walk) -> Reason | None:
    """On Retreat nobody ends nearer to an enemy and within tactical distance of one."""
    corners, before = walk.footprint.corners, table.corners(walk.unit)
    for enemy in table.enemies_within(walk.side, corners, tactical()):
        shape = table.corners(enemy)
        if gap_squared(corners, shape) < gap_squared(before, shape):
            name = table.printed(enemy).name
            return Reason(f"on Retreat nobody goes up to {name}", "E25.2")
    return None


@rule("E25.3")
def _against_contact(table: Table, walk: Walk) -> Reason | None:
    """On Manoeuvre nobody comes into tactical distance of formed enemies, not even in passing."""
    near = [
        enemy
        for enemy in table.near(walk.box(), tactical())
        if table.side_of(enemy) != walk.side
        and table.is_formed(enemy)
        and not table.pieces[enemy].hidden
    ]
    for shape in walk.shapes() if near else ():
        for enemy in near:
            if is_within(shape, table.corners(enemy), tactical()):
                name = table.printed(enemy).name
                return Reason(f"on Manoeuvre nobody comes within 4 UD of {name}", "E25.3")
    return None


@rule("E25.7", "E25.18")
def _against_leaving(table: Table, walk: Walk) -> Reason | None:
    """On Hold a unit stays in the area, or comes nearer to it; skirmishers go a little beyond."""
    body = table.body_of(walk.unit)
    here, there = table.footprint(walk.unit).centre, walk.footprint.centre
    if not areas.is_bounded(body) or areas.is_inside(body, there):
        return None
    far = sheet().figure("orders/distances", "skirmishers_out") * MIL
    if table.is_skirmisher(walk.unit) and areas.is_near(body, there, far):
        return None
    outside = not areas.is_inside(body, here)
    if outside and areas.distance(body, there) < areas.distance(body, here):
        return None
    return Reason("on Hold units stay in the area that they defend", "E25.7")


@rule("E25.2", "E25.3", "E25.6", "E25.7", "E25.16", "ER-5")
def against_charge(
    table: Table, unit: UnitId, target: UnitId, zone: Zone, *, opportunity: bool = False
) -> Reason | None:
    """What the order of its division has against a charge of choice, or in opportunity."""
    body = table.body_of(unit)
    if body.order is Order.MANOEUVRE:
        return Reason("on Manoeuvre nobody charges", "E25.16")
    if opportunity:
        return None
    if body.order is Order.RETREAT:
        return Reason("on Retreat nobody charges but in opportunity", "E25.2")
    if body.order is Order.ENGAGE and table.arm(unit) is Arm.INFANTRY:
        met = table.pieces[target]
        weak = table.is_skirmisher(target) or met.building or met.disordered
        if not weak and zone is Zone.FRONT:
            return Reason("on Engage foot charges nobody formed from the front", "E25.6")
    if body.order is Order.HOLD and areas.is_bounded(body):
        if not areas.is_inside(body, table.footprint(target).centre):
            return Reason("on Hold nobody is charged outside the area", "E25.7")
    return None
