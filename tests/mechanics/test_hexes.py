"""Geometry of the hex map."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import (
    centre,
    distance,
    hex_of,
    name,
    neighbour,
    opposite,
    parse_hex,
    ring,
    side_towards,
    straight_side,
    within,
)

hexes = st.builds(hex_of, st.integers(10, 80), st.integers(10, 80))


@given(hexes, st.integers(0, 5))
def test_a_neighbour_is_one_hex_away_and_back_is_the_opposite_side(at: int, side: int) -> None:
    there = neighbour(at, side)
    assert distance(at, there) == 1
    assert neighbour(there, opposite(side)) == at
    assert side_towards(at, there) == side


@given(hexes, hexes, hexes)
def test_distance_is_symmetrical_and_no_detour_is_shorter(a: int, b: int, c: int) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)


@given(hexes, hexes)
def test_distance_is_the_number_of_steps_of_the_shortest_walk(a: int, b: int) -> None:
    at, steps = a, 0
    while at != b:
        at = min((neighbour(at, side) for side in range(6)), key=lambda there: distance(there, b))
        steps += 1
        assert steps <= 200
    assert steps == distance(a, b)


@given(hexes, st.integers(0, 9))
def test_a_ring_holds_six_hexes_for_each_step_of_its_radius(at: int, radius: int) -> None:
    found = ring(at, radius)
    assert len(set(found)) == (6 * radius or 1)
    assert all(distance(at, there) == radius for there in found)


@given(hexes)
def test_all_hexes_within_three_are_found_once(at: int) -> None:
    found = within(at, 3)
    assert len(found) == len(set(found)) == 37


@given(hexes, st.integers(0, 5), st.integers(1, 8))
def test_a_straight_walk_is_seen_straight_ahead(at: int, side: int, steps: int) -> None:
    there = at
    for _ in range(steps):
        there = neighbour(there, side)
    assert straight_side(at, there) == side


def test_neighbours_of_odd_and_even_columns_are_those_of_the_map() -> None:
    assert [name(neighbour(2020, side)) for side in range(6)] == [
        "2019", "2120", "2121", "2021", "1921", "1920",
    ]  # fmt: skip
    assert [name(neighbour(2120, side)) for side in range(6)] == [
        "2119", "2219", "2220", "2121", "2020", "2019",
    ]  # fmt: skip


def test_centres_of_even_columns_lie_half_a_hex_lower() -> None:
    assert centre(parse_hex("0101")) == (3, 2)
    assert centre(parse_hex("0201")) == (6, 3)


@pytest.mark.parametrize("text", ["", "12", "12a4", "123456", "-101"])
def test_words_that_are_no_hex_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        parse_hex(text)


def test_the_ground_ends_at_its_edge() -> None:
    ground = Ground([["clear"] * 3] * 4)
    assert len(ground.hexes) == 12
    assert ground.around[101] == (0, 0, 201, 102, 0, 0)
    assert ground.is_edge(101)
    assert not ground.is_edge(202)
    assert not ground.on_map(0)
    assert not ground.on_map(405)


def test_a_wall_stands_on_both_sides_of_its_hexside_and_roads_link_both_ways() -> None:
    ground = Ground([["clear"] * 3] * 3, hexsides={(202, 0): "wall"}, roads=[[101, 102, 103]])
    assert ground.hexsides == {(202, 0): "wall", (201, 3): "wall"}
    assert ground.roads == {101: (102,), 102: (101, 103), 103: (102,)}
