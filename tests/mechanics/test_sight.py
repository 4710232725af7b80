from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, centre, distance, neighbour, opposite, within
from grognard.mechanics.sight import (
    OPEN,
    SCREEN,
    SOLID,
    THICKET,
    build_sight_table,
    crossed_hexes,
    obstacle,
    slow_sight_table,
    way,
)

HEXES = st.builds(lambda c, r: 100 * c + r, st.integers(20, 60), st.integers(20, 60))
NEAR = st.tuples(HEXES, st.integers(-12, 12), st.integers(-12, 12)).map(
    lambda drawn: (drawn[0], drawn[0] + 100 * drawn[1] + drawn[2])
)


def clipped(origin: Hex, target: Hex, at: Hex) -> bool:
    """Does the line share more than a point with the hexagon? Plain clipping, with fractions."""
    (ox, oy), (tx, ty), (cx, cy) = centre(origin), centre(target), centre(at)
    enters, leaves = Fraction(0), Fraction(1)
    for nx, ny, limit in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):
        start = nx * (ox - cx) + ny * (oy - cy)
        along = nx * (tx - ox) + ny * (ty - oy)
        if along == 0:
            if abs(start) > limit:
                return False
            continue
        one, other = Fraction(-limit - start, along), Fraction(limit - start, along)
        enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    return enters < leaves


def test_a_line_between_neighbours_crosses_nothing() -> None:
    assert crossed_hexes(1010, 1009) == ()
    assert way(1010, 1009).exits == (0,)
    assert way(1010, 1009).entries == (3,)


def test_a_line_along_an_edge_takes_in_both_hexes() -> None:
    assert crossed_hexes(1010, 1210) == (1110, 1111)
    assert way(1010, 1210).exits == (1, 2)  # it leaves through the eastern vertex
    assert way(1010, 1210).entries == (4, 5)


def test_a_line_down_a_column_crosses_the_hexes_of_the_column() -> None:
    assert crossed_hexes(1010, 1014) == (1011, 1012, 1013)
    assert way(1010, 1014).exits == (3,)


def test_hexes_are_met_in_the_order_of_the_line() -> None:
    met = crossed_hexes(1010, 2210)
    assert [distance(1010, at) for at in met] == sorted(distance(1010, at) for at in met)


@settings(max_examples=200, deadline=None)
@given(NEAR)
def test_the_hexes_crossed_are_those_that_clipping_finds(ends: tuple[Hex, Hex]) -> None:
    origin, target = ends
    near = set(within(origin, distance(origin, target) + 1)) - {origin, target}
    assert set(crossed_hexes(origin, target)) == {at for at in near if clipped(origin, target, at)}


@settings(deadline=None)
@given(NEAR)
def test_a_line_crosses_the_same_hexes_both_ways(ends: tuple[Hex, Hex]) -> None:
    origin, target = ends
    there, back = way(origin, target), way(target, origin)
    assert set(crossed_hexes(origin, target)) == set(crossed_hexes(target, origin))
    assert there.exits == back.entries
    assert there.entries == back.exits
    assert len(there.exits) in ((0,) if origin == target else (1, 2))


@settings(deadline=None)
@given(NEAR)
def test_edges_lie_between_hexes_of_the_line(ends: tuple[Hex, Hex]) -> None:
    origin, target = ends
    line = way(origin, target)
    through = {origin, target, *crossed_hexes(origin, target)}
    for step, side in line.edges:
        assert origin + step in through
        assert neighbour(origin + step, side) in through
    if origin != target:
        assert line.edges, "every line leaves its hex across some side"
    for step, side in line.inner:
        assert {origin + step, neighbour(origin + step, side)}.isdisjoint({origin, target})


def flat(columns: int = 9, rows: int = 9, levels: dict[Hex, int] | None = None) -> Ground:
    heights = [
        [(levels or {}).get(100 * column + row, 0) for column in range(1, columns + 1)]
        for row in range(1, rows + 1)
    ]
    return Ground([["clear"] * columns for _ in range(rows)], heights)


def seen(ground: Ground, origin: Hex, target: Hex, **kinds: int) -> Hex:
    blocking = [OPEN] * ground.size
    for at, kind in kinds.items():
        blocking[int(at.removeprefix("h"))] = kind
    return obstacle(origin, target, ground.level, blocking)


def test_a_screen_hides_on_level_ground() -> None:
    assert seen(flat(), 505, 508, h506=SCREEN) == 506
    assert seen(flat(), 505, 508, h507=SCREEN) == 507
    assert seen(flat(), 505, 508) == 0


def test_the_higher_end_looks_over_a_screen_that_is_nearer_to_it() -> None:
    hill = flat(levels={505: 1})
    assert seen(hill, 505, 508, h506=SCREEN) == 0
    assert seen(hill, 505, 508, h507=SCREEN) == 507
    assert seen(hill, 508, 505, h506=SCREEN) == 0
    assert seen(hill, 505, 507, h506=SCREEN) == 506  # half way is not nearer


def test_a_solid_hex_hides_whatever_the_heights() -> None:
    assert seen(flat(levels={505: 3}), 505, 508, h506=SOLID) == 506


def test_ground_above_both_ends_hides_and_ground_level_with_one_does_not() -> None:
    assert seen(flat(levels={506: 1}), 505, 508) == 506
    assert seen(flat(levels={506: 1, 505: 1}), 505, 508) == 0


def test_from_inside_a_thicket_only_the_next_hex_is_seen() -> None:
    assert seen(flat(), 505, 507, h505=THICKET) == 505
    assert seen(flat(), 505, 506, h505=THICKET) == 0
    assert seen(flat(), 507, 505, h505=THICKET) == 0


def test_a_wall_hides_only_from_those_who_do_not_stand_at_it() -> None:
    ground = flat()
    walls = frozenset({(506, 3), (507, 0)})
    blocking = [OPEN] * ground.size
    assert obstacle(505, 508, ground.level, blocking, walls) == 506
    assert obstacle(506, 508, ground.level, blocking, walls) == 0
    assert obstacle(505, 507, ground.level, blocking, walls) == 0


@st.composite
def grounds(draw: st.DrawFn) -> tuple[Ground, list[int], frozenset[tuple[Hex, int]]]:
    columns, rows = draw(st.integers(3, 9)), draw(st.integers(3, 9))
    cell = st.integers(0, 3)
    heights = [[draw(cell) for _ in range(columns)] for _ in range(rows)]
    ground = Ground([["clear"] * columns for _ in range(rows)], heights)
    blocking = [OPEN] * ground.size
    walls: set[tuple[Hex, int]] = set()
    for at in ground.hexes:
        blocking[at] = draw(st.sampled_from([OPEN] * 6 + [SCREEN, SCREEN, SOLID, THICKET]))
        if draw(st.integers(0, 9)) == 0:
            side = draw(st.integers(0, 5))
            walls |= {(at, side), (neighbour(at, side), opposite(side))}
    return ground, blocking, frozenset(walls)


@settings(max_examples=60, deadline=None)
@given(grounds(), st.integers(1, 7))
def test_the_fast_table_is_the_slow_one_byte_for_byte(
    drawn: tuple[Ground, list[int], frozenset[tuple[Hex, int]]], radius: int
) -> None:
    ground, blocking, walls = drawn
    fast = build_sight_table(ground, blocking, radius, walls)
    slow = slow_sight_table(ground, blocking, radius, walls)
    assert fast.boards == slow.boards
    origin, target = ground.hexes[0], ground.hexes[1]
    assert fast.clear(origin, target)
