"""Cheapest ways over the map in half points: for traces, couriers and routes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush

from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.setting import Passage, Setting

NO_LIMIT = 10**6


def spread(
    setting: Setting,
    mover: Mover,
    start: Hex,
    limit: int = NO_LIMIT,
    barred: Callable[[Hex], bool] | None = None,
) -> dict[Hex, int]:
    """What it costs to come from ``start`` to every hex within the limit; the start costs nothing.

    ``barred`` names hexes that cannot be entered.
    """
    passage: Passage = setting.passage[mover]
    around = setting.ground.around
    found = {start: 0}
    settled: dict[Hex, int] = {}
    waiting = [(0, start)]
    while waiting:
        cost, at = heappop(waiting)
        if at in settled:
            continue
        settled[at] = cost
        for there, price in zip(around[at], passage[at], strict=True):
            if not there or not price or there in settled:
                continue
            total = cost + price
            if total > limit or total >= found.get(there, NO_LIMIT):
                continue
            if barred is not None and barred(there):
                continue
            found[there] = total
            heappush(waiting, (total, there))
    return settled


@lru_cache(maxsize=4096)
def _free_spread(setting: Setting, mover: Mover, start: Hex) -> dict[Hex, int]:
    return spread(setting, mover, start)


def cost_between(setting: Setting, mover: Mover, start: Hex, target: Hex) -> int | None:
    """The cost over the bare map, whoever stands there; None where no way leads."""
    return _free_spread(setting, mover, start).get(target)


@lru_cache(maxsize=4096)
def way_between(setting: Setting, start: Hex, target: Hex) -> tuple[Hex, ...]:
    """The hexes of the cheapest way for a courier, both ends included; ties go to low numbers."""
    costs = _free_spread(setting, Mover.COURIER, start)
    if target not in costs:
        return ()
    passage, around = setting.passage[Mover.COURIER], setting.ground.around
    way = [target]
    while way[-1] != start:
        at = way[-1]
        before = [
            there
            for there in around[at]
            if there in costs and _step(passage, around, there, at) == costs[at] - costs[there]
        ]
        way.append(min(there for there in before if costs[there] < costs[at]))
    return tuple(reversed(way))


def _step(passage: Passage, around: list[tuple[Hex, ...]], one: Hex, other: Hex) -> int:
    return passage[one][around[one].index(other)] or NO_LIMIT


def step_cost(setting: Setting, mover: Mover, one: Hex, other: Hex) -> int:
    """The cost of one step, or 0 where it is closed."""
    around = setting.ground.around[one]
    return setting.passage[mover][one][around.index(other)] if other in around else 0
