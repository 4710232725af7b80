"""Cheapest ways over the map in half points: for traces, couriers and routes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from threading import Lock

from grognard.mechanics.hexes import Hex, Side
from grognard.mechanics.search import NO_LIMIT, Search
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.setting import Setting


@lru_cache(maxsize=256)
def steps_of(setting: Setting, mover: Mover) -> list[tuple[tuple[Hex, int, Side], ...]]:
    """The open steps out of every hex: where to, at what price, across which side."""
    return setting.ground.steps(setting.passage[mover])


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
    onward = steps_of(setting, mover).__getitem__
    return Search([start], onward, limit, closed=closed, in_order=True).all()


class Spread(Search[Hex]):
    """The same, worked out only as far as somebody asks: near hexes are asked for, far ones seldom.

    It is kept and shared, and grows under a lock.
    """

    def __init__(
        self, setting: Setting, mover: Mover, start: Hex, closed: Container[Hex] = ()
    ) -> None:
        super().__init__([start], steps_of(setting, mover).__getitem__, closed=closed)
        self._growing = Lock()

    def cost(self, wanted: Hex, limit: int = NO_LIMIT) -> int | None:
        """What it costs to come to a hex; None if no way within the limit leads there."""
        found = self.costs.get(wanted)
        if found is None:
            with self._growing:
                return super().cost(wanted, limit)
        return found if found <= limit else None


@lru_cache(maxsize=256)
def begun(setting: Setting, mover: Mover, start: Hex, closed: frozenset[Hex]) -> Spread:
    """What is known so far of the ways from a hex."""
    return Spread(setting, mover, start, closed)


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
    return lowest_way(setting, Mover.COURIER, costs, target) if target in costs else ()


def lowest_way(
    setting: Setting, mover: Mover, costs: Mapping[Hex, int], target: Hex
) -> tuple[Hex, ...]:
    """The way to a hex that costs so much, the start included; of several by the lowest numbers."""
    way = [target]
    while costs[way[-1]]:
        at = way[-1]
        way.append(
            min(
                there
                for there in setting.ground.around[at]
                if there in costs
                and (price := step_cost(setting, mover, there, at))
                and costs[there] + price == costs[at]
            )
        )
    return tuple(reversed(way))


def roads_from(setting: Setting, at: Hex) -> list[Hex]:
    """The next hexes by road or trail."""
    around = enumerate(setting.ground.around[at])
    return [there for side, there in around if there and (at, side) in setting.ways]


def step_cost(setting: Setting, mover: Mover, one: Hex, other: Hex) -> int:
    """The cost of one step, or 0 where it is closed."""
    around = setting.ground.around[one]
    return setting.passage[mover][one][around.index(other)] if other in around else 0
