"""Laws of the measured ground, on many random rectangles and against a computation of another kind."""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from random import Random

import pytest

from grognard.mechanics.measured.footprints import Footprint, Pose, Size, centred
from grognard.mechanics.measured.gaps import (
    TOUCH,
    gap_squared,
    is_within,
    nearest_point,
    overlap,
    touches,
)
from grognard.mechanics.measured.mils import (
    COS,
    SIN,
    WHOLE,
    Point,
    at,
    bearing,
    length_up,
    rounded,
    squared,
)
from grognard.mechanics.measured.nearby import Nearby
from grognard.mechanics.measured.paths import (
    Side,
    about,
    advanced,
    arc,
    driven,
    farthest,
    swept,
    swept_by_wheel,
    to_gap,
    turned,
    wheeled,
)
from grognard.mechanics.measured.polygons import Polygon, edges, holds, hull, is_simple
from grognard.mechanics.measured.sight import crossed
from grognard.mechanics.measured.terrain import Area, Course, Terrain
from grognard.mechanics.measured.zones import Zone, corridor, is_ahead, zone

SIZES = (Size(2000, 500), Size(1000, 1000), Size(1000, 2000), Size(2000, 1000), Size(500, 500))
COLUMN = Size(1000, 1000)
MANY = int(os.environ.get("GROGNARD_PAIRS", "100_000"))
LINE = Size(2000, 500)


def any_footprint(random: Random, across: int = 12_000) -> Footprint:
    pose = Pose(random.randrange(across), random.randrange(across), random.randrange(360))
    return Footprint(pose, random.choice(SIZES))


def pairs(many: int, across: int = 12_000, seed: int = 1813) -> list[tuple[Footprint, Footprint]]:
    random = Random(seed)
    return [(any_footprint(random, across), any_footprint(random, across)) for _ in range(many)]


def floating(of: Footprint) -> list[tuple[float, float]]:
    """The corners by floating point, from the pose alone."""
    a = radians(of.pose.facing)
    half, depth = of.size.front / 2, of.size.depth
    return [
        (of.pose.x + sin(a) * on + cos(a) * aside, of.pose.y + cos(a) * on - sin(a) * aside)
        for on, aside in ((0, -half), (0, half), (-depth, half), (-depth, -half))
    ]


def floating_gap(one: Footprint, other: Footprint) -> float:
    """The least gap by projecting corners on edges; nothing where edges cross or one holds the other."""
    a, b = floating(one), floating(other)
    if _crosses(a, b) or _holds(a, b[0]) or _holds(b, a[0]):
        return 0.0
    return min(_far(p, q, r) for s, t in ((a, b), (b, a)) for p in s for q, r in _sides(t))


def _sides(s: list[tuple[float, float]]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [(s[i - 1], s[i]) for i in range(len(s))]


def _far(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
    ex, ey = r[0] - q[0], r[1] - q[1]
    t = max(0.0, min(1.0, ((p[0] - q[0]) * ex + (p[1] - q[1]) * ey) / (ex * ex + ey * ey)))
    return hypot(p[0] - q[0] - t * ex, p[1] - q[1] - t * ey)


def _turn(o: tuple[float, float], p: tuple[float, float], q: tuple[float, float]) -> float:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def _crosses(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    return any(
        _turn(p, q, r) * _turn(p, q, s) < 0 and _turn(r, s, p) * _turn(r, s, q) < 0
        for p, q in _sides(a)
        for r, s in _sides(b)
    )


def _holds(a: list[tuple[float, float]], p: tuple[float, float]) -> bool:
    turns = [_turn(q, r, p) for q, r in _sides(a)]
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


# --- numbers


def test_quarter_turns_are_exact_and_the_table_is_its_own_mirror_image() -> None:
    assert (SIN[0], SIN[90], SIN[180], SIN[270]) == (0, WHOLE, 0, -WHOLE)
    for a in range(360):
        assert SIN[a] == COS[(90 - a) % 360] == -SIN[(a + 180) % 360] == -SIN[-a % 360]
        assert abs(SIN[a] - WHOLE * sin(radians(a))) <= 0.5 + 1e-6


def test_halves_are_rounded_away_from_zero() -> None:
    assert [rounded(n, 4) for n in (2, -2, 1, -1, 6, -6)] == [1, -1, 0, 0, 2, -2]


def test_a_bearing_is_the_nearest_degree() -> None:
    random = Random(1)
    for _ in range(20_000):
        start = random.randrange(40_000), random.randrange(40_000)
        end = random.randrange(40_000), random.randrange(40_000)
        if squared(start, end) < 1000**2:
            continue
        exact = degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360
        off = abs((bearing(start, end) - exact + 180) % 360 - 180)
        assert off <= 0.505


# --- gaps


@pytest.mark.parametrize(
    ("across", "many"),
    [(6_000, 5_000), (40_000, 5_000), pytest.param(12_000, MANY, marks=pytest.mark.soak)],
)
def test_gaps_are_symmetric_and_as_another_computation_finds_them(across: int, many: int) -> None:
    for one, other in pairs(many, across, seed=across):
        a, b = one.corners, other.corners
        found = gap_squared(a, b)
        assert found == gap_squared(b, a)
        assert overlap(a, b) == overlap(b, a)
        # A corner is rounded to whole mils: never farther than one mil from where it is.
        assert abs(sqrt(found) - floating_gap(one, other)) <= 2
        if found:
            assert not overlap(a, b)


def test_what_touches_does_not_overlap() -> None:
    one = Footprint(Pose(5000, 5000, 0), LINE)
    for between, touched in ((-11, False), (-10, True), (0, True), (10, True), (11, False)):
        other = Footprint(Pose(5000, 5500 + between, 0), LINE)
        assert touches(one.corners, other.corners) is touched
    assert overlap(one.corners, Footprint(Pose(5000, 5489, 0), LINE).corners)


def test_quarter_turns_and_mirrors_of_the_table_keep_every_gap() -> None:
    def turned(of: Footprint, quarters: int) -> Footprint:
        x, y, facing = of.pose.x, of.pose.y, of.pose.facing
        for _ in range(quarters):
            x, y, facing = y, -x, (facing + 90) % 360
        return Footprint(Pose(x, y, facing), of.size)

    def mirrored(of: Footprint) -> Footprint:
        return Footprint(Pose(-of.pose.x, of.pose.y, -of.pose.facing % 360), of.size)

    for one, other in pairs(1_000, seed=7):
        gap = gap_squared(one.corners, other.corners)
        lies = overlap(one.corners, other.corners)
        ahead = is_ahead(one, other.corners)
        where = zone(one, other.pose.point)
        for quarters in (1, 2, 3):
            a, b = turned(one, quarters), turned(other, quarters)
            assert gap_squared(a.corners, b.corners) == gap
            assert overlap(a.corners, b.corners) is lies
            assert is_ahead(a, b.corners) is ahead
            assert zone(a, b.pose.point) is where
        a, b = mirrored(one), mirrored(other)
        assert gap_squared(a.corners, b.corners) == gap
        assert overlap(a.corners, b.corners) is lies
        assert is_ahead(a, b.corners) is ahead
        sides = {Zone.LEFT: Zone.RIGHT, Zone.RIGHT: Zone.LEFT}
        if one.local(other.pose.point)[1]:
            assert zone(a, b.pose.point) is sides.get(where, where)


def test_edges_on_one_line_are_as_far_apart_as_their_ends() -> None:
    one, other = ((0, 0), (0, 1000)), ((0, 4000), (0, 9000))
    assert gap_squared(one, other) == 3000**2
    assert not is_within(one, other, 2999)


def test_the_nearest_point_lies_on_the_edge_and_at_the_gap() -> None:
    random = Random(3)
    for _ in range(2_000):
        shape = any_footprint(random).corners
        point = random.randrange(12_000), random.randrange(12_000)
        if holds(shape, point):
            continue
        found = nearest_point(shape, point)
        exact = min(_far(point, q, r) for q, r in edges(shape))
        assert abs(sqrt(squared(found, point)) - exact) <= 1


# --- zones


def test_every_point_lies_in_one_zone_and_the_front_is_what_fire_sweeps() -> None:
    of = Footprint(Pose(10_000, 10_000, 0), LINE)
    for point, wanted in (
        ((10_000, 10_000), Zone.FRONT),
        ((11_000, 10_000), Zone.FRONT),
        ((13_000, 12_000), Zone.FRONT),
        ((13_001, 12_000), Zone.RIGHT),
        ((8_999, 9_800), Zone.LEFT),
        ((10_000, 9_500), Zone.REAR),
        ((12_000, 8_500), Zone.REAR),
        ((12_001, 8_500), Zone.RIGHT),
    ):
        assert zone(of, point) is wanted


def test_a_shape_is_ahead_when_any_of_its_points_is() -> None:
    random = Random(5)
    for _ in range(2_000):
        one, other = any_footprint(random), any_footprint(random)
        corners = [zone(one, corner) for corner in other.corners]
        if Zone.FRONT in corners:
            assert is_ahead(one, other.corners)
        elif not is_ahead(one, other.corners):
            inner = _sampled(other)
            assert all(zone(one, point) is not Zone.FRONT for point in inner)


def _sampled(of: Footprint) -> list[Point]:
    """Points well inside a footprint."""
    half, depth = of.size.front // 2, of.size.depth
    return [
        at(of.pose.point, of.pose.facing, -on, aside)
        for on in range(depth // 8, depth, depth // 8)
        for aside in range(-half + half // 8, half, half // 4)
    ]


def test_a_corridor_is_as_wide_as_the_front_and_reaches_the_aim() -> None:
    of = Footprint(Pose(4000, 4000, 0), COLUMN)
    assert set(corridor(of, (4000, 7000))) == {
        (3500, 4000),
        (4500, 4000),
        (3500, 7000),
        (4500, 7000),
    }


# --- ways


def test_nothing_is_tunnelled_through_on_a_straight_way() -> None:
    random = Random(11)
    met = 0
    for _ in range(1_500):
        one, other = any_footprint(random, 8000), any_footprint(random, 8000)
        far = random.randrange(500, 8000)
        end = advanced(one.pose, far, random.randrange(-1000, 1001))
        on_the_way = any(
            overlap(_part(one, end, part).corners, other.corners) for part in range(41)
        )
        met += on_the_way
        if on_the_way:
            assert overlap(swept(one, end), other.corners)
    assert met > 200


def _part(of: Footprint, end: Pose, part: int) -> Footprint:
    x = of.pose.x + rounded((end.x - of.pose.x) * part, 40)
    y = of.pose.y + rounded((end.y - of.pose.y) * part, 40)
    return Footprint(Pose(x, y, of.pose.facing), of.size)


def test_a_wheel_keeps_its_pivot_and_passes_over_nothing_that_stands_in_it() -> None:
    random = Random(13)
    for _ in range(1_000):
        of, turn = any_footprint(random), random.randrange(1, 91)
        for side, corner in ((Side.LEFT, 0), (Side.RIGHT, 1)):
            end = of.moved(wheeled(of, side, turn))
            assert squared(of.corners[corner], end.corners[corner]) <= 8
            back = end.moved(wheeled(end, side, turn, back=True))
            assert squared(back.pose.point, of.pose.point) <= 8
        shapes = swept_by_wheel(of, Side.RIGHT, turn)
        assert shapes[-1] == of.moved(wheeled(of, Side.RIGHT, turn)).corners
        outer = [shape[0] for shape in (of.corners, *shapes)]
        assert all(length_up(a, b) <= arc(of.size.front, 5) + 2 for a, b in pairwise(outer))


def test_an_about_face_stands_on_the_same_ground() -> None:
    random = Random(17)
    for _ in range(500):
        of = any_footprint(random)
        turned = of.moved(about(of))
        assert turned.pose.facing == (of.pose.facing + 180) % 360
        near = [min(squared(a, b) for b in of.corners) for a in turned.corners]
        assert max(near) <= 8
        assert squared(centred(of.centre, of.pose.facing, of.size).pose.point, of.pose.point) <= 2


def test_straight_to_touch_is_the_least_distance_that_does() -> None:
    random = Random(19)
    touched = 0
    for _ in range(300):
        one, other = any_footprint(random, 8000), any_footprint(random, 8000)
        if is_within(one.corners, other.corners, 500):
            continue
        gap = random.choice((TOUCH, 250, 2000))
        found = to_gap(one, other.corners, gap, 8000)
        if found is None:
            continue
        touched += 1
        here = one.moved(advanced(one.pose, found)).corners
        assert is_within(here, other.corners, gap)
        if found:
            before = one.moved(advanced(one.pose, found - 1)).corners
            assert not is_within(before, other.corners, gap)
    assert touched > 50


def test_a_charge_wheels_halts_and_touches_where_the_procedure_says() -> None:
    """The worked example of the source documents, to the mil."""
    column = Footprint(Pose(20_000, 31_300, 180), COLUMN)
    battery = Footprint(Pose(19_200, 26_400, 0), COLUMN).corners
    assert gap_squared(column.corners, battery) == 4900**2
    charging = column.moved(wheeled(column, Side.RIGHT, 9))
    assert charging.pose == Pose(19_994, 31_222, 189)
    assert to_gap(charging, battery, 2450, 8000) == 2359
    assert to_gap(charging, battery, TOUCH, 8000) == 4799
    assert arc(2000, 10) == 350


def test_whoever_is_thrown_back_goes_as_far_as_nothing_stops_him() -> None:
    random = Random(37)
    stopped = 0
    for one, other in pairs(400, across=8000, seed=37):
        if overlap(one.corners, other.corners):
            continue
        away, most = random.randrange(360), random.choice((2000, 6000, 7900))

        def is_blocked(swept_over: Polygon, other: Polygon = other.corners) -> bool:
            return overlap(swept_over, other)

        far = farthest(one, away, most, 250, is_blocked)
        assert not is_blocked(swept(one, driven(one.pose, away, far)))
        assert one.moved(driven(one.pose, away, far)).pose.facing == one.pose.facing
        if far < most:
            stopped += 1
            assert far % 250 == 0
            assert is_blocked(swept(one, driven(one.pose, away, min(most, far + 250))))
    assert stopped > 20


def test_a_block_wheels_as_one_and_keeps_its_gaps() -> None:
    random = Random(31)
    for one, other in pairs(500, seed=31):
        pivot, turn = (
            (random.randrange(12_000), random.randrange(12_000)),
            random.randrange(-90, 91),
        )
        there = [of.moved(turned(of.pose, pivot, turn)) for of in (one, other)]
        before = sqrt(gap_squared(one.corners, other.corners))
        after = sqrt(gap_squared(there[0].corners, there[1].corners))
        assert abs(before - after) <= 4
        assert (
            abs(sqrt(squared(one.pose.point, pivot)) - sqrt(squared(there[0].pose.point, pivot)))
            <= 1
        )


# --- ground and sight

WOOD: Polygon = ((4000, 0), (6000, 0), (6000, 10_000), (4000, 10_000))
NOTCHED: Polygon = ((0, 0), (9000, 0), (9000, 4000), (6000, 4000), (6000, 2000), (3000, 2000),
                    (3000, 4000), (0, 4000))  # fmt: skip


def test_a_way_is_split_a_mil_beyond_the_edge_of_a_terrain() -> None:
    ground = Terrain(20_000, 20_000, (Area(WOOD, "woods"),), ranks=("rough", "woods"))
    assert ground.lengths((1000, 5000), (9000, 5000)) == [
        ("clear", 3001),
        ("woods", 2000),
        ("clear", 2999),
    ]
    assert ground.lengths((4000, 5000), (6000, 5000)) == [("woods", 2000)]


def test_the_worst_terrain_and_the_highest_hill_count() -> None:
    hill = Area(((0, 0), (8000, 0), (8000, 8000), (0, 8000)), level=1)
    top = Area(((4500, 4500), (5500, 4500), (5500, 5500), (4500, 5500)), level=2)
    crops = Area(((0, 0), (8000, 0), (8000, 8000), (0, 8000)), "rough")
    ground = Terrain(
        20_000, 20_000, (hill, top, Area(WOOD, "woods"), crops), ranks=("rough", "woods")
    )
    assert ground.at((5000, 5000)) == "woods"
    assert ground.at((4000, 20)) == "woods"
    assert ground.at((1000, 1000)) == "rough"
    assert (ground.level((5000, 5000)), ground.level((1000, 1000)), ground.level((9000, 1))) == (
        2,
        1,
        0,
    )


def test_a_stream_is_crossed_where_it_is_met_and_not_where_one_starts() -> None:
    stream = Course("stream", ((0, 5000), (10_000, 5000), (10_000, 9000)))
    ground = Terrain(20_000, 20_000, courses=(stream,))
    assert ground.crossed((5000, 4000), (5000, 6000), "stream") == 1
    assert ground.crossed((5000, 5000), (5000, 6000), "stream") == 0
    assert ground.crossed((5000, 4000), (12_000, 8000), "stream") == 2
    assert ground.crossed((5000, 4000), (5000, 6000), "hedge") == 0


def test_sight_names_all_that_it_runs_through_in_order() -> None:
    ground = Terrain(20_000, 20_000, (Area(WOOD, "woods"), Area(NOTCHED, level=1)))
    body = Footprint(Pose(8000, 3250, 0), LINE).corners
    found = crossed(ground, (-1000, 3000), (12_000, 3000), {"F1": body})
    assert [
        (each.body or (each.area and (each.area.terrain or each.area.level))) for each in found
    ] == [
        1,
        "woods",
        "F1",
    ]
    hill, wood, unit = found
    assert hill.squared == Fraction(6000**2)
    assert wood.squared == Fraction(2000**2)
    assert unit.is_longer(1999)
    assert not unit.is_longer(2000)
    assert not any(each.ends for each in found)
    (inner,) = crossed(ground, (5000, 9000), (5500, 9500), {})
    assert inner.ends


def test_polygons_hold_their_edges_and_hulls_all_their_points() -> None:
    random = Random(23)
    assert holds(NOTCHED, (6000, 3000))
    assert not holds(NOTCHED, (5000, 3000))
    for _ in range(500):
        points = [(random.randrange(2000), random.randrange(2000)) for _ in range(9)]
        around = hull(points)
        assert all(holds(around, point) for point in points)
        assert is_simple(around)


def test_an_outline_that_crosses_itself_is_known() -> None:
    assert is_simple(NOTCHED)
    assert not is_simple(((0, 0), (10, 10), (10, 0), (0, 10)))
    assert not is_simple(((0, 0), (10, 0), (5, 0)))
    assert not is_simple(((0, 0), (10, 0), (10, 10), (0, 0)))


def test_who_is_near_is_found_without_asking_everybody() -> None:
    random = Random(29)
    held = {f"U{i}": any_footprint(random, 40_000) for i in range(80)}
    nearby = Nearby()
    for name, of in held.items():
        nearby.put(name, of.box)
    for name in list(held)[:20]:
        held[name] = any_footprint(random, 40_000)
        nearby.put(name, held[name].box)
    nearby.take("U79")
    held.pop("U79")
    for of in held.values():
        near = nearby.near(of.box, 2000)
        wanted = [n for n, b in held.items() if is_within(of.corners, b.corners, 2000)]
        assert set(wanted) <= set(near)
        assert len(near) < 20
