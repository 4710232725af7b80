"""How things stand, as a side may reckon it: who writes to whom, losses against limits, points.

All of it is worked out on a table imagined from the side's view, so that it betrays nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.systems.nlc import demoralization, victory
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.capacity import bar_to_writing, capacity
from grognard.systems.nlc.command.order_desk import recipients
from grognard.systems.nlc.command.transmission import delay, is_face_to_face
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.setting import LeaderId, Order, SideId
from grognard.systems.nlc.table import Table


def desk(table: Table, side: SideId, leaders: Iterable[LeaderId] | None = None) -> dict[str, Any]:
    """Commanders with the orders they have left, or ``leaders`` for whom something is noted."""
    setting = table.setting
    own = [held for held in setting.leaders.values() if held.side == side]
    formations = [held.id for held in setting.formations.values() if held.side == side]
    found: dict[str, Any] = {
        "types": [kind.value for kind in OrderType],
        "chiefs": [*formations, *(held.id for held in own if held.role is Role.WING)],
    }
    if leaders is not None:
        noted = list(leaders)
        mine = all(setting.leaders[leader].side == side for leader in noted)
        return {**found, "leaders": noted, "whose": "desk-leader" if mine else "desk-astray"}
    chiefs = [held.id for held in own if held.role is not Role.FORMATION]
    return {**found, "commanders": [_commander(table, leader) for leader in chiefs]}


def _commander(table: Table, leader: LeaderId) -> dict[str, Any]:
    barred = bar_to_writing(table, leader)
    return {
        "leader": leader,
        "capacity": capacity(table, leader),
        "sent": table.leaders[leader].sent,
        "reason": barred.text if barred else "",
        "clause": barred.clause if barred else "",
        "recipients": [_recipient(table, leader, to) for to in recipients(table, leader)],
    }


def _recipient(table: Table, leader: LeaderId, to: str) -> dict[str, Any]:
    reserve = (Order(OrderType.RESERVE),)
    return {
        "to": to,
        "delay": delay(table, leader, to, reserve) if table.leaders[leader].at else None,
        "face_to_face": is_face_to_face(table, leader, to),
        "at": next(iter(bodies.places(table, to)), 0),
    }


def muster(table: Table) -> dict[str, Any]:
    """Losses of every formation and army against their limits, and the points as they stand."""
    setting, broken = table.setting, demoralization.broken(table)
    scored = victory.scores(table)
    return {
        "formations": {
            name: {
                "losses": demoralization.corps_losses(table, name),
                "limit": demoralization.limit(table, name, broken),
                "demoralized": name in broken,
            }
            for name in setting.formations
        },
        "armies": {
            side: {
                "losses": demoralization.army_losses(table, side),
                "level": demoralization.army_level(table, side),
                "demoralized": demoralization.army_demoralized(table, side),
                "points": sum(score.points for score in scored if score.side == side),
            }
            for side in setting.sides
        },
        "scores": [
            {"side": score.side, "points": score.points, "why": score.why} for score in scored
        ],
    }
