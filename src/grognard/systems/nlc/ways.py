"""Cheapest ways over the map in half points: for traces, couriers and routes."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from threading import Lock

from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.setting import Passage, Setting

NO_LIMIT = 10**6


@lru_cache(maxsize=256)
def _steps(setting: Setting, mover: Mover) -> list[tuple[tuple[Hex, int], ...]]:
    """The open steps out of every hex: where to, and at what price."""
    passage: Passage = setting.passage[mover]
    steps: list[tuple[tuple[Hex, int], ...]] = [()] * len(passage)
    for at in setting.ground.hexes:
        priced = zip(setting.ground.around[at], passage[at], strict=True)
        steps[at] = tuple((there, price) for there, price in priced if there and price)
    return steps


def spread(
    setting: Setting,
    mover: Mover,
    start: Hex,
    limit: int = NO_LIMIT,
    closed: Container[Hex] = (),
) -> dict[Hex, int]:
    """What it costs to come from ``start`` to every hex within the limit; the start costs nothing.

    ``closed`` are hexes that cannot be entered. The nearest come first, then those of low number.
    """
    steps = _steps(setting, mover)
    found = {start: 0}
    settled: dict[Hex, int] = {}
    waiting: list[list[Hex]] = [[start]]  # the hexes found at every cost
    for cost, hexes in enumerate(waiting):
        hexes.sort()
        for at in hexes:
            if at in settled:
                continue
            settled[at] = cost
            for there, price in steps[at]:
                total = cost + price
                if total > limit or found.get(there, NO_LIMIT) <= total or there in closed:
                    continue
                found[there] = total
                while len(waiting) <= total:
                    waiting.append([])
                waiting[total].append(there)
    return settled


class Spread:
    """The same, worked out only as far as somebody asks: near hexes are asked for, far ones seldom.

    It is kept and shared, and grows under a lock.
    """

    __slots__ = ("_closed", "_cost", "_found", "_growing", "_settled", "_steps", "_waiting")

    def __init__(
        self, setting: Setting, mover: Mover, start: Hex, closed: Container[Hex] = ()
    ) -> None:
        self._steps, self._closed = _steps(setting, mover), closed
        self._found, self._settled = {start: 0}, {start: 0}
        self._waiting: list[list[Hex]] = [[start]]
        self._cost, self._growing = 0, Lock()

    def cost(self, at: Hex, limit: int = NO_LIMIT) -> int | None:
        """What it costs to come to a hex; None if no way within the limit leads there."""
        found = self._settled.get(at)
        if found is None and at not in self._closed and self._cost <= limit:
            with self._growing:
                self._grow(at, limit)
            found = self._settled.get(at)
        return found if found is None or found <= limit else None

    def _grow(self, wanted: Hex, limit: int) -> None:
        """Go on, cheapest first, until the hex is settled or the limit is passed."""
        steps, closed = self._steps, self._closed
        found, settled, waiting = self._found, self._settled, self._waiting
        while wanted not in settled and self._cost <= limit and self._cost < len(waiting):
            cost = self._cost
            for at in waiting[cost]:
                if found[at] != cost:
                    continue
                settled[at] = cost
                for there, price in steps[at]:
                    total = cost + price
                    if found.get(there, NO_LIMIT) <= total or there in closed:
                        continue
                    found[there] = total
                    while len(waiting) <= total:
                        waiting.append([])
                    waiting[total].append(there)
            waiting[cost] = []
            self._cost = cost + 1


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
