"""One search: costs and the way back, cheapest first; on boards the same as node by node."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.mechanics.boards import hexes_in, strides
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import STEPS, Hex
from grognard.mechanics.search import Search, first_ways, flood
from grognard.mechanics.sweep import Country, Sweep, approach

GROUND = Ground([["clear"] * 12 for _ in range(10)])
START, POINTS = 605, 11
AHEAD = tuple((0b100011 << side | 0b100011 >> 6 - side) & 63 for side in range(6))
"""By facing: the side faced and one on either hand."""

ROADS = {1: [(2, 4, 0), (3, 1, 1)], 2: [(4, 1, 0)], 3: [(4, 4, 1), (2, 3, 0)], 4: []}


def test_the_cheapest_way_comes_with_its_cost() -> None:
    search = Search([1], ROADS.__getitem__)
    assert search.all() == {1: 0, 3: 1, 2: 4, 4: 5}
    assert search.way(4) == (3, 4)
    assert search.way(1) == ()


def test_a_search_goes_no_further_than_it_is_asked() -> None:
    search = Search([1], ROADS.__getitem__)
    assert search.cost(3) == 1
    assert list(search.costs) == [1, 3]
    assert search.cost(4, limit=4) is None
    assert search.cost(4) == 5
    assert Search([1], ROADS.__getitem__, limit=4).all() == {1: 0, 3: 1, 2: 4}
    assert Search([1], ROADS.__getitem__, closed={3}).all() == {1: 0, 2: 4, 4: 5}


def test_a_flood_counts_steps_and_goes_round_what_is_closed() -> None:
    around = GROUND.around.__getitem__
    dry = {504, 505, 604}
    found = flood([START], lambda at: filter(None, around(at)), 2, dry)
    assert found[START] == 0
    assert found[606] == 1
    assert not dry & found.keys()
    assert max(found.values()) == 2


def test_of_ways_that_cost_the_same_the_shortest_and_then_the_first_is_taken() -> None:
    steps = {
        "a": [("b", 1, 1), ("c", 1, 0), ("d", 2, 2)],
        "b": [("d", 1, 0)],
        "c": [("e", 1, 1)],
        "d": [("e", 0, 0)],
        "e": list[tuple[str, int, int]](),
    }
    costs = Search(["a"], steps.__getitem__).all()
    assert costs == {"a": 0, "b": 1, "c": 1, "d": 2, "e": 2}
    ways = first_ways("a", steps.__getitem__, costs)
    assert ways["d"] == (2,)
    assert ways["e"] == (0, 1)


@pytest.mark.parametrize("seed", range(8))
def test_boards_find_what_nodes_find_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    price = {
        (at, side): chance.choice((0, 2, 2, 2, 3, 4))
        for at in GROUND.hexes
        for side in range(6)
        if GROUND.around[at][side]
    }
    shut = {at for at in GROUND.hexes if at != START and not chance.randrange(8)}
    halts = {at for at in GROUND.hexes if at != START and not chance.randrange(8)}
    dear = {at for at in GROUND.hexes if not chance.randrange(9)}
    bends = [(0, 0), (1, 2), (2, 2), (3, 3), (4, 2), (5, 2)]

    def more(at: Hex, there: Hex) -> int:
        return 2 * (at in dear) + (there in dear)

    def onward(node: tuple[Hex, int]) -> Iterator[tuple[tuple[Hex, int], int, int]]:
        at, facing = node
        for turn, cost in bends[1:]:
            yield (at, (facing + turn) % 6), cost, turn
        for side in range(6):
            there = GROUND.around[at][side]
            if there and price[at, side] and AHEAD[facing] >> side & 1 and at not in halts:
                if there not in shut:
                    yield (there, facing), price[at, side] + more(at, there), side

    ways = ((at, side, cost) for (at, side), cost in price.items() if cost)
    country = Country(GROUND, strides(GROUND, ways))
    fronts, board = tuple((front, front) for front in AHEAD), sum(1 << at for at in dear)
    weigh = lambda left, entered: 2 * left + entered  # noqa: E731
    window, steps = country.about(START, POINTS, fronts, ((1, board),), weigh)
    everywhere = sum(1 << at for at in GROUND.hexes)
    sweep = Sweep(
        window, steps, POINTS, bends, unsure=everywhere, watched=everywhere,
    )  # fmt: skip
    for turn, cost in bends:
        sweep.leave(START, (2 + turn) % 6, cost)
    layers = sweep.layers(lambda at: at not in shut, lambda at: at in halts)
    found = {
        (at + window.base, facing): cost for cost, facing, hexes in layers for at in hexes_in(hexes)
    }
    assert found == Search([(START, 2)], onward, POINTS).all()
    for (at, facing), cost in found.items():
        for step, more_points in sweep.steps(at, facing):
            side = STEPS[at // 100 & 1].index(step)
            assert more_points == price[at, side] + more(at, at + step)
            assert cost + more_points > POINTS or at + step in shut or (at + step, facing) in found


@pytest.mark.parametrize("seed", range(4))
def test_an_approach_knows_what_the_ground_asks_from_everywhere(seed: int) -> None:
    chance = random.Random(seed)
    price = {
        (at, side): chance.choice((0, 0, 2, 3, 4))
        for at in GROUND.hexes
        for side in range(6)
        if GROUND.around[at][side]
    }
    ways = [(at, side, cost) for (at, side), cost in price.items() if cost]
    found = approach(Country(GROUND, strides(GROUND, ways)), START, 16)

    def onward(at: Hex) -> list[tuple[Hex, int, int]]:
        sides = [(side, price.get((at, side), 0)) for side in range(6)]
        return [(GROUND.around[at][side], cost, side) for side, cost in sides if cost]

    for at in GROUND.hexes:
        costs = Search([at], onward, 16).all()
        least = min((costs[near] for near in GROUND.around[START] if near in costs), default=None)
        assert found.costs.get(at) == least
        for points, board in enumerate(found.within):
            assert board >> at & 1 == (least is not None and least <= points)
