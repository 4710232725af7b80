"""Routes of marches (N12.2E): the exact way through the waypoints, and how far along it one is."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Order, Setting
from grognard.systems.nlc.table import Table, distances
from grognard.systems.nlc.ways import way_between


@lru_cache(maxsize=1024)
def route(setting: Setting, waypoints: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes from the first waypoint to the last, by the cheapest way between each two."""
    whole: list[Hex] = list(waypoints[:1])
    for one, other in pairwise(waypoints):
        whole.extend(way_between(setting, one, other)[1:])
    return tuple(whole)


@rule("N12.2E.3", "R-12.2c")
def march_route(setting: Setting, order: Order) -> tuple[Hex, ...]:
    """The way of a March order to its target."""
    if not order.route:
        return order.target[:1]
    ends = order.route if order.route[-1] in order.target else (*order.route, *order.target[:1])
    return route(setting, ends)


@lru_cache(maxsize=1024)
def _remaining(setting: Setting, way: tuple[Hex, ...]) -> dict[Hex, int]:
    """How much of a march is left from each hex: along the route, or off it the way to reach it."""
    left = {at: len(way) - 1 - place for place, at in enumerate(way)}
    whole = len(way)
    rows = [(distances(setting.ground, at), left[at]) for at in dict.fromkeys(way)]
    for at in setting.ground.hexes:
        if at not in left:
            far, rest = min([(row[at], rest) for row, rest in rows])
            left[at] = whole + far * whole + rest
    return left


def remaining(setting: Setting, order: Order) -> dict[Hex, int]:
    """What is left of a march from each hex; a step along it makes this smaller."""
    return _remaining(setting, march_route(setting, order))


@rule("N5.2.10", "R-5.2a")
def hex_beyond(table: Table, force: Force, at: Hex, came_from: Hex) -> Hex:
    """The next hex of the way after ``at``: on the route, or else along the road to the target."""
    setting = table.setting
    way = march_route(setting, force.order) if force.order.route else ()
    if at in way:
        place = way.index(at)
        return way[place + 1] if place + 1 < len(way) else 0
    ahead = [
        there
        for side, there in enumerate(setting.ground.around[at])
        if there and there != came_from and (at, side) in setting.ways
    ]
    goals = force.order.target or (at,)
    return min(
        ahead, key=lambda there: (min(distance(there, goal) for goal in goals), there), default=0
    )
