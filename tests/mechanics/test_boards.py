"""Boards: what whole sets of hexes do at once is what their hexes do one by one."""

from __future__ import annotations

import random

import pytest

from grognard.mechanics.boards import (
    Window,
    board_of,
    disc_board,
    hexes_in,
    ring_board,
    strides,
)
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import distance

GROUND = Ground([["clear"] * 13 for _ in range(11)])
WHOLE = Window(GROUND, 1, GROUND.columns)


@pytest.mark.parametrize("count", [0, 1, 7, 60])
def test_a_board_holds_the_hexes_it_was_made_of_in_order(count: int) -> None:
    hexes = random.Random(count).sample(GROUND.hexes, count)
    assert list(hexes_in(board_of(hexes, GROUND.size))) == sorted(hexes)


@pytest.mark.parametrize("at", [101, 506, 607, 1311])
def test_a_board_spreads_to_all_neighbours_on_the_map(at: int) -> None:
    reached = WHOLE.spread(WHOLE.seen(board_of([at], GROUND.size)))
    wanted = {at, *GROUND.around[at]} - {0}
    assert {there + WHOLE.base for there in hexes_in(reached)} == wanted


@pytest.mark.parametrize("at", [506, 607])
@pytest.mark.parametrize("radius", [1, 2, 4])
def test_rings_and_discs_hold_the_hexes_so_far_away(at: int, radius: int) -> None:
    ring = [there for there in hexes_in(ring_board(at, radius)) if GROUND.on_map(there)]
    disc = [there for there in hexes_in(disc_board(at, radius)) if GROUND.on_map(there)]
    assert ring == [there for there in GROUND.hexes if distance(at, there) == radius]
    assert disc == [there for there in GROUND.hexes if distance(at, there) <= radius]


def test_strides_take_each_hex_across_its_side_and_stay_in_the_window() -> None:
    ways = [
        (at, side, 2 + (at + side) % 3)
        for at in GROUND.hexes
        for side in range(6)
        if GROUND.around[at][side]
    ]
    window = Window(GROUND, 4, 9)
    taken = {
        (at + window.base, side, price, at + window.base + step)
        for side, found in enumerate(strides(GROUND, ways))
        for price, board, step in window.strides(found)
        for at in hexes_in(board)
    }
    wanted = {
        (at, side, price, GROUND.around[at][side])
        for at, side, price in ways
        if 4 <= at // 100 <= 9 and 4 <= GROUND.around[at][side] // 100 <= 9
    }
    assert taken == wanted
