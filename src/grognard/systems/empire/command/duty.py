"""The duty of an order: who must do what before a division is done (E25.1, E25.4, E25.5, E25.14)."""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import TOUCH, gap, gap_squared
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.command.events import DutyNoted
from grognard.systems.empire.events import secret_of_division
from grognard.systems.empire.kinds import Arm, Order
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.pieces import Body
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

ONWARD = 250
"""Where the next so many mils straight on would be illegal a move is a full one."""


@rule("E25.1", "E25.4", "E25.5", "E25.14")
def note_duty(table: Table, division: DivisionId) -> None:
    """Whom the duty looks at: those in good order; on Retreat whoever must rally or draw off."""
    order = table.bodies[division].order
    if order is Order.RETREAT:
        units = [unit for unit in table.units_in(division) if _must_leave(table, unit)]
    else:
        units = [unit for unit in table.units_in(division) if table.pieces[unit].good]
    secret = secret_of_division(table, division)
    table.record(DutyNoted(division, tuple(sorted(units)), secret))


def _must_leave(table: Table, unit: UnitId) -> bool:
    if table.pieces[unit].disordered:
        return True
    near = sheet().length("manoeuvres/distances", "tactical")
    enemies = table.enemies_within(table.side_of(unit), table.corners(unit), near)
    return any(table.is_formed(enemy) for enemy in enemies)


@rule("E25.1", "E25.4", "E25.5", "E25.14")
def missing(table: Table, division: DivisionId) -> int:
    """How many units have still to do what the order asks."""
    done = sum(has_met(table, unit) for unit in table.bodies[division].due)
    return max(0, due(table, division) - done)


def due(table: Table, division: DivisionId) -> int:
    """How many units must do what the order asks: half of those it looks at."""
    body = table.bodies[division]
    if body.order in (Order.MANOEUVRE, Order.HOLD):
        return 0
    whole = len(table.units_in(division)) if body.order is Order.RETREAT else len(body.due)
    return min(-(-whole // 2), len(body.due))


@rule("E25.1", "E25.4", "E25.5")
def has_met(table: Table, unit: UnitId) -> bool:
    """Has a unit done its duty: gone its full move, charged, fired, rallied or drawn off?"""
    if unit not in table.pieces:
        return True
    piece, order = table.pieces[unit], table.body_of(unit).order
    if order is Order.ATTACK:
        return piece.dutiful or piece.volleyed
    if order is Order.ENGAGE:
        return piece.dutiful or piece.fired
    return piece.dutiful or piece.rallied


# --- moves that meet it


@rule("E25.1", "E25.15", "E25.5")
def meets(table: Table, walk: Walk) -> bool:
    """Would a way do what the order of its unit asks?"""
    body = table.body_of(walk.unit)
    key = ("meets", walk.unit, walk.way, walk.footprint, body.order, body.target)
    return table.standing(key, lambda: _meets(table, walk, body))


def _meets(table: Table, walk: Walk, body: Body) -> bool:
    if body.order is Order.RETREAT:
        return _draws_off(table, walk)
    if body.order is Order.ENGAGE and table.arm(walk.unit) is Arm.CAVALRY:
        near = sheet().length("manoeuvres/distances", "tactical")
        if any(table.enemies_within(walk.side, walk.footprint.corners, near)):
            return True
    if body.order not in (Order.ATTACK, Order.ENGAGE):
        return False
    return _goes_toward(table, walk, body.target)


def _goals(table: Table, unit: UnitId, target: str) -> list[tuple[Polygon, int]]:
    """What a full move may go toward, and how far from the unit it is."""
    here, places = table.corners(unit), table.setting.objectives
    enemies = table.units_of(table.setting.enemy(table.side_of(unit)))
    found = [table.corners(enemy) for enemy in enemies if not table.pieces[enemy].hidden]
    if target in places:
        found.append((places[target].at,))
    return [(goal, gap(here, goal)) for goal in found]


@rule("E25.15")
def _goes_toward(table: Table, walk: Walk, target: str) -> bool:
    """A full move toward: nearer by half the slowest rate, in contact, or nothing more is legal."""
    goals = table.standing(("aims", walk.unit, target), lambda: _goals(table, walk.unit, target))
    slowest = min((leg.slowest for leg in walk.legs if leg.slowest), default=0)
    nearer, there = False, walk.footprint.corners
    for goal, before in goals:
        after = gap(there, goal)
        if after < before:
            if 2 * (before - after) >= slowest * MIL or after <= TOUCH:
                return True
            nearer = True
    if not nearer:
        return False
    onward = Walk(table, walk.unit).along((*walk.way, Primitive(Kind.FORWARD, ONWARD)))
    return onward.reason is not None and onward.reason.clause != "EM.2"


@rule("E25.1")
def _draws_off(table: Table, walk: Walk) -> bool:
    """Farther from every enemy that was within tactical distance."""
    near = sheet().length("manoeuvres/distances", "tactical")
    before, after = table.corners(walk.unit), walk.footprint.corners
    enemies = list(table.enemies_within(walk.side, before, near))
    return bool(enemies) and all(
        gap_squared(after, table.corners(enemy)) > gap_squared(before, table.corners(enemy))
        for enemy in enemies
    )


def refusal(division_name: str, short: int) -> Reason:
    return Reason(
        f"{division_name} has its order to carry out; units that still must: {short}", "E25.14"
    )
