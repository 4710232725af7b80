"""What the order of a division forbids a unit to do."""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.polygons import holds
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.kinds import Arm, Order
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table


def against_move(table: Table, walks: tuple[Walk, ...]) -> Reason | None:
    """What the order of their division has against a way of units."""
    return None


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
    if body.order is Order.HOLD and body.area:
        if not holds(body.area, table.footprint(target).centre):
            return Reason("on Hold nobody is charged outside the area", "E25.7")
    return None
