"""Bodies that fall back may halt and rest (N12.2F.5, N12.2G.2)."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.complying import SENT, comply
from grognard.systems.nlc.command.order_actions import StandDown
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import Order, SideId
from grognard.systems.nlc.table import Table

BACK = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)


@rule("N12.2F.5", "N12.2G.2", "R-12.2d")
def bar_to_standing_down(table: Table, side: SideId, name: ForceId) -> Reason | None:
    """Why a body may not turn its Fall Back into Reserve now."""
    force = table.forces.get(name)
    if force is None or force.side != side or bodies.is_part(name):
        return Reason(f"{name} is not a body of yours with an order", "N12.2F.5")
    if bodies.is_division(name) and not bodies.is_apart(table, name):
        return Reason("the division has its corps' order", "N12.13.4")
    if force.type not in BACK:
        return Reason("only who falls back may halt in reserve", "N12.2F.5")
    if force.type is OrderType.GENERAL_RETREAT and not _night_has_come(table, force):
        return Reason("a general retreat goes on until the night after it was ordered", "N12.2G.2")
    near = table.setting.cards.figure("fall_back_distance")
    hexes = [at for unit in table.units_under(name) for at in table.pieces[unit].hexes]
    if any(table.nearest_enemy(at, side) <= near for at in hexes):
        return Reason("a unit is still within two hexes of the enemy", "N12.2F.5")
    return None


def _night_has_come(table: Table, force: Force) -> bool:
    """Has a night begun since the order was sent? One that was going on then does not count."""
    sent = next((int(mark[len(SENT) :]) for mark in force.marks if mark.startswith(SENT)), 0)
    nights = [
        turn.night for turn in table.setting.turns[max(sent or force.since, 1) - 1 : table.turn]
    ]
    return any(night and not all(nights[:place]) for place, night in enumerate(nights) if place)


def resting_places(table: Table, side: SideId) -> list[StandDown]:
    return [
        StandDown(force.id)
        for force in table.forces_of(side)
        if bar_to_standing_down(table, side, force.id) is None
    ]


@rule("N12.2F.5")
def stand_down(table: Table, name: ForceId) -> None:
    comply(table, name, (Order(OrderType.RESERVE),), "choice", keep_waiting=True)
