"""How orders travel (N12.6, A7): at once, or by couriers who need turns."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.cards import half_up
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.ranges import order_distance
from grognard.systems.nlc.guns.sight import sees
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import LeaderId, Sequence
from grognard.systems.nlc.table import Table


@rule("N12.6.1", "R-12.7b")
def is_face_to_face(table: Table, sender: LeaderId, to: ForceId) -> bool:
    """Is the recipient stacked with the sender?"""
    at = table.leaders[sender].at
    return bool(at) and at in bodies.places(table, to)


@rule("N12.6.1", "N12.6.2", "N12.6.5", "N20.1.3.2", "R-12.6a", "R-12.6b", "R-12.2g", "NM.2")
def delay(table: Table, sender: LeaderId, to: ForceId, orders: Sequence) -> int | None:
    """The turns an order needs to reach a body; None where no way leads to it."""
    found = ways_to(table, sender, to)
    if found and orders[0].type is OrderType.GENERAL_RETREAT:
        if table.setting.on("general_retreat_instant"):
            return 0
    return min(found, default=None)


def ways_to(table: Table, sender: LeaderId, to: ForceId) -> list[int]:
    """The turns to every place where orders find a body, as far as ways lead there."""
    return table.derived(("ways to", sender, to), lambda: _ways_to(table, sender, to))


def _ways_to(table: Table, sender: LeaderId, to: ForceId) -> list[int]:
    at = table.leaders[sender].at
    ridden = table.hidden[to].bank if to in table.hidden else 0
    return [
        turns
        for there in bodies.places(table, to)
        if (turns := _delay_to(table, sender, at, there, ridden)) is not None
    ]


def _delay_to(table: Table, sender: LeaderId, at: Hex, there: Hex, ridden: int) -> int | None:
    """The turns to a hex, and after a hidden march that has gone on from there."""
    setting = table.setting
    far = order_distance(table, at, there, setting.leaders[sender].side)
    if far is None:
        return None
    points = Fraction(far + ridden)
    if not ridden and sees(table, at, there).clear:
        if setting.on("sight_is_instant"):
            return 0
        points *= setting.cards.share("seen")
    if points <= setting.cards.points("instant"):
        return 0
    return half_up(points / setting.cards.points("order_rate"))
