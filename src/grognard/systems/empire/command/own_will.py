"""Orders that change by themselves, or of a division's own will (E25.8 to E25.10, E25.12)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.command.events import OrderChanged
from grognard.systems.empire.events import secret_of_division
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.setting import DivisionId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

HALF = 2


@rule("E25.9", "E25.10", "E25.12")
def own_orders(table: Table, division: DivisionId) -> tuple[Order, ...]:
    """The orders that a division may take of its own: Hold on an objective, Retreat when half is lost."""
    body = table.bodies[division]
    found = []
    if body.order is not Order.HOLD and _has_objective(table, division):
        found.append(Order.HOLD)
    if body.order is not Order.RETREAT and is_half_lost(table, division):
        found.append(Order.RETREAT)
    return tuple(found)


@rule("E25.9")
def _has_objective(table: Table, division: DivisionId) -> bool:
    """Does one of its units stand at an objective that its side holds?"""
    setting, side = table.setting, table.setting.divisions[division].side
    for name, objective in setting.objectives.items():
        if table.holders.get(name) == side:
            near = set(table.within((objective.at,), MIL))
            if near & set(table.units_in(division)):
                return True
    return False


@rule("E25.10")
def is_half_lost(table: Table, division: DivisionId) -> bool:
    """Is half of what it began with gone, or in disorder?"""
    began = table.setting.divisions[division].units
    out = [
        unit
        for unit in began
        if unit in table.removed or (unit in table.pieces and table.pieces[unit].disordered)
    ]
    return bool(began) and len(out) * HALF >= len(began)


@rule("E25.8", "E25.16", "E25.18", "ER-5")
def turn_to_hold(table: Table) -> None:
    """Manoeuvre turns to Hold at once when a formed enemy is within tactical distance."""
    near = sheet().length("manoeuvres/distances", "tactical")
    for division, body in sorted(table.bodies.items()):
        if body.order is not Order.MANOEUVRE:
            continue
        side = table.setting.divisions[division].side
        if any(
            table.is_formed(enemy)
            for unit in table.units_in(division)
            for enemy in table.enemies_within(side, table.corners(unit), near)
        ):
            units = table.units_in(division)
            around = table.general(division).at or table.pieces[units[0]].pose.point
            secret = secret_of_division(table, division)
            table.record(OrderChanged(division, Order.HOLD, around, secret))
