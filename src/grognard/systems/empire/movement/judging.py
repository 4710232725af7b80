"""What speaks against a move: who is named, whether he may act, whether the way is legal."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.gaps import overlap
from grognard.systems.empire.actions import Move
from grognard.systems.empire.command.orders import against_move
from grognard.systems.empire.command.points import points_of, price
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table, box_of

ACTIVATION = 1


@rule("E24.7", "E24.15")
def against_acting(table: Table, division: DivisionId, unit: UnitId) -> Reason | None:
    """Why a unit has no activation to use now."""
    if unit not in table.pieces or table.printed(unit).division != division:
        return Reason(f"{unit} is not on the table in the division that acts", "E24.7")
    name = table.printed(unit).name
    if table.pieces[unit].acted:
        return Reason(f"{name} has been activated in this player turn", "E24.15")
    cost = price(table, (unit,), ACTIVATION)
    if cost > points_of(table, division):
        return Reason(f"its general has not the {cost} points that it takes", "E24.7")
    return None


def against(table: Table, division: DivisionId, order: Move) -> Reason | None:
    """What speaks against a move of the division that acts."""
    if len(order.units) != 1:
        return Reason("these units do not form a group", "E24.12")
    (unit,) = order.units
    barred = against_acting(table, division, unit)
    if barred is not None:
        return barred
    walk = Walk(table, unit).along(order.path)
    return walk.reason or against_end(walk) or against_move(table, (walk,))


@rule("EG.5", "EM.1")
def against_end(walk: Walk) -> Reason | None:
    """A way leads somewhere, and to ground of its own."""
    piece = walk.table.pieces[walk.unit]
    if walk.footprint.pose == piece.pose and walk.formation is piece.formation:
        return Reason("it would stand as it does", "EM.1")
    for friend in walk.friends_in_the_way():
        return Reason(f"{walk.table.printed(friend).name} stands in the way", "EG.5")
    corners = walk.footprint.corners
    for unit in walk.table.near(box_of(corners), 0):
        if unit != walk.unit and overlap(corners, walk.table.corners(unit)):
            return Reason(f"{walk.table.printed(unit).name} stands there", "EG.5")
    return None
