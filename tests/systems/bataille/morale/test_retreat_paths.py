"""Where beaten units run (rules 14 and 30, PR-72)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.desks.advice import Adviser
from grognard.kernel import Ask, State
from grognard.kernel.chance import Stream
from grognard.mechanics.hexes import centre, distance, name
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.doctrine.greedy import eager
from grognard.systems.bataille.morale.retreat_paths import (
    CLOSE,
    FAR,
    EqualPaths,
    Threats,
    Ways,
    enemy_distance,
    home_hexes,
    radii,
    shelters,
    way_to_shelter,
    ways,
)
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table
from grognard.systems.registry import system_named
from tests.systems.premier.kit import COALITION, FRENCH, Unit, battalion, battery, field, regiment

HAGELBERG = Path(__file__).parent / "data" / "hagelberg-ground.txt"
WIDE = ["." * 24] * 24


def hagelberg(*units: Unit, **settings: Any) -> Table:
    ground = HAGELBERG.read_text().split("\n", 1)[1]
    terrain, heights = (block.split() for block in ground.split("\n\n"))
    home = {FRENCH: (1052, 149, 131), COALITION: tuple(range(2501, 3402, 100))}
    return field(terrain, *units, levels=heights, home=home, **settings)


def words(path: Sequence[int]) -> str:
    return " ".join(map(name, path))


def rout(table: Table, hexes: int = 10, unit: str = "F1") -> Ways:
    found = ways(table, unit, table[unit].at, hexes=hexes)
    assert found is not None
    return found


def retreat(table: Table, unit: str = "F1") -> Ways:
    found = ways(table, unit, table[unit].at, points=6)
    assert found is not None
    return found


# --- the worked example


@pytest.mark.rule("P30.21", "P30.22", "P30.26", "P30.29", "PR-72")
@pytest.mark.parametrize("facing", ["NW", "SE"])
def test_the_worked_example_of_a_rout_from_3319(facing: str) -> None:
    enemies = [battalion(f"P{at}", at, facing) for at in ("3218", "3118", "3217", "2916")]
    found = rout(hagelberg(battalion("F1", "3319", "NW"), *enemies))
    assert words(found.best) == "3418 3419 3519 3520 3619 3620 3720 3819 3920 4020"
    assert not found.off_map


# --- lengths


@pytest.mark.rule("P30.21")
def test_a_rout_ignores_what_the_ground_costs() -> None:
    rows = ["." * 12] * 3 + ["w" * 12] * 12
    table = field(rows, battalion("F1", "0603"), battalion("P1", "0602", "S"))
    assert len(rout(table).best) == 10


@pytest.mark.rule("P30.19", "PR-67")
def test_a_retreat_goes_as_far_as_three_points_pay_for() -> None:
    clear = field(WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"))
    assert len(retreat(clear).best) == 3
    gardens = [row.replace(".", "g") for row in WIDE]
    table = field(gardens, battalion("F1", "1212"), battalion("P1", "1211", "S"))
    assert len(retreat(table).best) == 1


@pytest.mark.rule("P30.19", "PR-67")
def test_the_first_hex_is_entered_whatever_it_costs() -> None:
    woods = [row.replace(".", "w") for row in WIDE]
    table = field(woods, battalion("F1", "1212"), battalion("P1", "1211", "S"))
    assert len(retreat(table).best) == 1


@pytest.mark.rule("P30.19", "P30.23", "PR-72")
def test_a_retreat_prefers_more_hexes_by_cheaper_ground() -> None:
    # South of the unit lie gardens; only the way round by the south-east stays open.
    rows = [list("." * 12) for _ in range(12)]
    for column, row in ((6, 7), (6, 8), (5, 7), (5, 8)):
        rows[row - 1][column - 1] = "g"
    table = field(
        ["".join(row) for row in rows], battalion("F1", "0606"), battalion("P1", "0605", "S")
    )
    best = retreat(table).best
    assert len(best) == 3
    assert all(table.setting.ground.terrain[at] == "clear" for at in best)


# --- hard filters


@pytest.mark.rule("P30.20")
def test_nobody_enters_ground_prohibited_to_his_arm() -> None:
    rows = ["." * 9] * 4 + ["w" * 9] + ["." * 9] * 12
    enemy = battalion("P1", "0503", "S")
    guns = field(rows, battery("F1", "0504", "N", "limbered"), enemy)
    foot = field(rows, battalion("F1", "0504", "N"), enemy)
    assert not any(guns.setting.ground.terrain[at] == "woods" for at in rout(guns).best)
    assert any(foot.setting.ground.terrain[at] == "woods" for at in rout(foot).best)


@pytest.mark.rule("P30.22", "P30.25")
def test_a_path_never_comes_nearer_to_a_threat_and_ends_further_from_each() -> None:
    table = field(
        WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"), battalion("P2", "1015", "N")
    )
    path = (1212, *rout(table).best)
    for foe in (1211, 1015):
        away = [distance(at, foe) for at in path]
        assert away == sorted(away)
        assert away[-1] > away[0]


@pytest.mark.rule("P30.22", "PR-72")
def test_routed_enemies_are_no_threat() -> None:
    table = field(
        WIDE,
        battalion("F1", "1212"),
        battalion("P1", "1211", "S"),
        battalion("P2", "1214", order="rout"),
    )
    assert Threats(table, FRENCH, 1212).within(15) == (1211,)


@pytest.mark.rule("P30.22", "PR-72")
def test_every_hex_of_an_enemy_in_several_hexes_is_a_threat() -> None:
    line = battalion("P1", ["1211", "1311"], "NNE", "line")
    table = field(WIDE, battalion("F1", "1213"), line)
    assert Threats(table, FRENCH, 1213).within(2) == (1211, 1311)


@pytest.mark.rule("P30.29", "PR-72")
def test_nobody_runs_behind_the_enemy() -> None:
    table = field(WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"))
    x, y = centre(1212)
    fx, fy = centre(1211)
    for at in rout(table).best:
        hx, hy = centre(at)
        assert (hx - x) * (x - fx) + 3 * (hy - y) * (y - fy) >= 0


@pytest.mark.rule("P30.22", "PR-72")
def test_an_enemy_far_in_the_rear_is_left_out_when_no_way_is_found_otherwise() -> None:
    # Between an enemy at the front and one twelve hexes behind there is no way to leave both.
    near, far = battalion("P1", "1204", "S"), battalion("P2", "1217", "N")
    table = field(["." * 24] * 24, battalion("F1", "1205"), near, far)
    best = retreat(table).best
    assert distance(best[-1], 1204) > 1
    strict = field(
        ["." * 24] * 24,
        battalion("F1", "1205"),
        near,
        far,
        options={"retreat_enemy_radius": "15,15,15"},
    )
    assert radii(strict.setting) == (15, 15, 15)
    # With the ring held at fifteen only the last resort, the enemies at hand, finds that way.
    assert Threats(strict, FRENCH, 1205).within(15) == (1204, 1217)


@pytest.mark.rule("P30.22", "PR-72")
def test_with_no_enemy_in_the_widest_ring_the_nearest_one_is_fled() -> None:
    table = field(["." * 24] * 24, battalion("F1", "0110"), battalion("P1", "1801", "S"))
    assert Threats(table, FRENCH, 110).within(15) == ()
    best = rout(table, hexes=5).best
    away = [distance(at, 1801) for at in (110, *best)]
    assert away == sorted(away)
    assert away[-1] > away[0]


@pytest.mark.rule("P30.27", "PR-80")
def test_a_unit_ringed_by_enemies_has_no_way() -> None:
    ring = ["1211", "1212", "1312", "1313", "1213", "1113", "1112"]
    foes = [battalion(f"P{at}", at) for at in ring if at != "1212"]
    table = field(WIDE, battalion("F1", "1212"), *foes)
    assert ways(table, "F1", 1212, hexes=10) is None


# --- off the map


@pytest.mark.rule("P30.32", "PR-72", "PR-80")
def test_a_rout_leaves_the_map_only_when_no_path_on_it_exists() -> None:
    roomy = field(["." * 10] * 20, battalion("F1", "0505"), battalion("P1", "0504", "S"))
    assert not rout(roomy).off_map
    cramped = field(["..."] * 6, battalion("F1", "0203"), battalion("P1", "0202", "S"))
    found = rout(cramped)
    assert found.off_map
    assert cramped.setting.ground.is_edge(found.best[-1])


@pytest.mark.rule("P30.32")
def test_a_retreat_on_points_never_leaves_the_map() -> None:
    table = field(["." * 10] * 5, battalion("F1", "0505"), battalion("P1", "0504", "S"))
    found = ways(table, "F1", 505, points=6)
    assert found is None or not found.off_map


# --- preferences


@pytest.mark.rule("P30.24", "PR-72")
def test_a_rout_goes_round_friends_where_it_can() -> None:
    wall = [battalion(f"F{at}", at) for at in ("1214", "1114", "1014", "1314")]
    table = field(WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"), *wall)
    assert not any(at in table.stacks for at in rout(table).best)


@pytest.mark.rule("P30.26", "PR-72")
@pytest.mark.parametrize("shelter", ["w", "V"])
def test_a_rout_seeks_woods_or_houses_to_end_in(shelter: str) -> None:
    rows = [list("." * 24) for _ in range(24)]
    rows[22 - 1][12 - 1] = shelter
    table = field(
        ["".join(row) for row in rows], battalion("F1", "1212"), battalion("P1", "1211", "S")
    )
    assert rout(table).best[-1] == 1222
    assert shelters(table.setting)[1222]
    assert not shelters(table.setting)[1221]


@pytest.mark.rule("P30.26")
def test_gardens_are_no_shelter_for_a_rout() -> None:
    table = field(["gw", "VH"], battalion("F1", "0101"))
    assert [bool(shelters(table.setting)[at]) for at in (101, 201, 102, 202)] == [
        False, True, True, True,
    ]  # fmt: skip


@pytest.mark.rule("P30.28", "PR-72")
def test_a_rout_takes_the_way_with_the_fewest_enemy_zones() -> None:
    # A line of enemies to the west faces the way south; a way a little to the east is free.
    table = field(
        WIDE,
        battalion("F1", "1212"),
        battalion("P1", "1211", "S"),
        battalion("P2", "1012", "SE"),
    )
    zones = [table.zone_over(at, COALITION) for at in rout(table).best]
    assert not any(zones)


@pytest.mark.rule("PR-72")
@pytest.mark.parametrize(("home", "end"), [((101,), "west"), ((2401,), "east")])
def test_equal_ways_are_settled_by_the_distance_home(home: tuple[int, ...], end: str) -> None:
    table = field(WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"), home={FRENCH: home})
    column = rout(table).best[-1] // 100
    assert column < 12 if end == "west" else column > 12


@pytest.mark.rule("PR-72")
def test_the_last_ties_go_to_the_lowest_hexes_in_order_of_travel() -> None:
    table = field(WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"))
    found = rout(table, hexes=4)
    options = [tuple(map(int, pick.choice.split("-"))) for pick in EqualPaths(found)]
    assert found.best == min(options)


# --- home


@pytest.mark.rule("PR-72")
def test_home_is_the_units_own_where_the_battle_names_it_else_its_sides() -> None:
    table = field(
        ["...."] * 4,
        battalion("F1", "0101"),
        regiment("C1", "0303", traits=frozenset({"cossack"})),
        battalion("P1", "0404"),
        home={FRENCH: (101,), "coalition": (104,), "cossacks": (404,)},
    )
    homes = [home_hexes(table.setting, table.printed(unit)) for unit in ("F1", "C1", "P1")]
    assert homes == [(101,), (404,), (104,)]


@pytest.mark.rule("PR-72")
def test_a_side_without_home_hexes_runs_to_where_it_arrives() -> None:
    table = field(
        ["...."] * 4,
        battalion("F1", "0101"),
        arrivals=(Arrival("A", FRENCH, 1, "west", ("F1",)),),
        zones={"west": (102, 103)},
    )
    assert home_hexes(table.setting, table.printed("F1")) == (102, 103)


# --- shelter far from the enemy


@pytest.mark.rule("P30.31", "PR-79")
def test_far_from_the_enemy_a_routed_unit_makes_for_the_nearest_shelter() -> None:
    rows = [list("." * 30) for _ in range(30)]
    rows[28 - 1][5 - 1] = "w"
    rows[20 - 1][4 - 1] = "w"
    table = field(["".join(row) for row in rows], battalion("F1", "0424", order="rout"),
                  battalion("P1", "2006", "S"))  # fmt: skip
    assert enemy_distance(table, FRENCH, 424) == 26
    assert way_to_shelter(table, "F1", 10)[-1] in (528, 420)
    assert len(way_to_shelter(table, "F1", 10)) == 4
    assert len(way_to_shelter(table, "F1", 2)) == 2


@pytest.mark.rule("P30.31", "PR-79")
def test_shelter_nearer_than_fifteen_hexes_to_an_enemy_is_none() -> None:
    rows = [list("." * 30) for _ in range(30)]
    rows[16 - 1][4 - 1] = "w"
    rows[28 - 1][4 - 1] = "w"
    table = field(["".join(row) for row in rows], battalion("F1", "0420", order="rout"),
                  battalion("P1", "0403", "S"))  # fmt: skip
    assert distance(416, 403) < FAR
    assert way_to_shelter(table, "F1", 10)[-1] == 428


@pytest.mark.rule("P30.31", "PR-79")
def test_a_unit_already_in_shelter_stays() -> None:
    rows = [list("." * 30) for _ in range(30)]
    rows[24 - 1][4 - 1] = "V"
    table = field(["".join(row) for row in rows], battalion("F1", "0424", order="rout"),
                  battalion("P1", "2006", "S"))  # fmt: skip
    assert way_to_shelter(table, "F1", 10) == ()


# --- the owner's choice


@pytest.mark.rule("PR-72")
def test_the_owner_may_choose_among_paths_equal_but_for_home_and_numbers() -> None:
    table = field(
        WIDE, battalion("F1", "1212"), battalion("P1", "1211", "S"), home={FRENCH: (101,)}
    )
    equal = EqualPaths(rout(table, hexes=4))
    listed = list(equal)
    assert len(listed) == equal.count() > 1
    assert listed == sorted(set(listed))
    assert all(pick in equal for pick in listed)
    assert Pick("1211-1210-1209-1208") not in equal
    assert Pick("1213") not in equal
    assert {equal.sample(Random(seed)) for seed in range(2000)} <= set(listed)
    assert {equal.sample(_Always(index)) for index in range(equal.count())} == set(listed)


@pytest.mark.rule("PR-72")
def test_nobody_reads_all_the_ways_of_a_long_retreat() -> None:
    """There are millions of them: one is drawn, and a hex that is on none is answered at once."""
    table = field(
        ["." * 80] * 80,
        battalion("F1", "4040"),
        battalion("P1", "4039", "S"),
        home={FRENCH: (101,)},
    )
    equal = EqualPaths(rout(table, hexes=30))
    assert equal.count() > 10**9
    ask = Ask(FRENCH, equal, "retreat-path")
    assert eager(table, ask, Stream(3), FRENCH) in equal
    state = State(table, (), ask)
    adviser = Adviser(system_named("premier").rules, table.setting)
    assert list(adviser.orders(state, hex_=8080)) == []


class _Always:
    """A chooser that always gives one number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def randrange(self, stop: int, /) -> int:
        assert self.number < stop
        return self.number


# --- laws of paths


@st.composite
def beaten(draw: st.DrawFn) -> Table:
    """A beaten battalion among friends and enemies on mixed ground."""
    letters = st.sampled_from("....." + "wgV")
    rows = ["".join(draw(letters) for _ in range(14)) for _ in range(14)]
    places = [f"{column:02d}{row:02d}" for column in range(1, 15) for row in range(1, 15)]
    chosen = draw(st.lists(st.sampled_from(places), min_size=2, max_size=9, unique=True))
    facing = st.sampled_from(["N", "NE", "SE", "S", "SW", "NW"])
    units = [battalion("F1", chosen[0])]
    for index, at in enumerate(chosen[1:], 2):
        letter = draw(st.sampled_from("FPP"))
        order = draw(st.sampled_from(["good", "good", "disorder", "rout"]))
        units.append(battalion(f"{letter}{index}", at, draw(facing), order=order))
    return field(rows, *units)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(beaten(), st.integers(0, 10))
def test_the_laws_of_every_path(table: Table, length: int) -> None:
    start = table["F1"].at
    found = ways(table, "F1", start, hexes=length, points=0 if length else 6)
    if found is None:
        return
    path = found.best
    assert len({start, *path}) == len(path) + 1
    foes = found.search.threats
    assert set(Threats(table, FRENCH, start).within(2)) <= {*foes} | {start}
    for one, other in zip((start, *path), path, strict=False):
        assert distance(one, other) == 1
        assert not table.has_enemy(other, FRENCH)
        assert all(distance(other, foe) >= distance(one, foe) for foe in foes)
    if path and not found.off_map:
        assert all(distance(path[-1], foe) > distance(start, foe) for foe in foes)
        assert len(path) == length or not length


@given(beaten())
def test_no_complete_retreat_is_longer_or_scores_better(table: Table) -> None:
    """The search agrees with a plain enumeration of every path on three points."""
    start = table["F1"].at
    found = ways(table, "F1", start, points=6)
    if found is None:
        return
    complete: list[tuple[int, int, tuple[int, ...]]] = []

    def walk(path: tuple[int, ...], score: int) -> None:
        at = path[-1] if path else start
        onward = [
            (there, added)
            for there, added in found.search.steps(at)
            if found.search.can_pay(score, added)
        ]
        for there, added in onward:
            walk((*path, there), score + added)
        if path and not onward and found.search.ends_well(at):
            complete.append((-len(path), score, path))

    walk((), 0)
    best = min(complete)
    ties = [path for length, score, path in complete if (length, score) == best[:2]]
    assert found.best == min(ties)
    assert sorted(ties) == [
        tuple(int(word) for word in pick.choice.split("-")) for pick in EqualPaths(found)
    ]


@given(beaten(), st.integers(1, 5))
def test_no_rout_path_scores_better(table: Table, length: int) -> None:
    """The search agrees with a plain enumeration of every rout of so many hexes."""
    start = table["F1"].at
    found = ways(table, "F1", start, hexes=length)
    if found is None or found.off_map:
        return
    seeks = shelters(table.setting)
    complete: list[tuple[int, int, int, tuple[int, ...]]] = []

    def walk(path: tuple[int, ...], score: int) -> None:
        at = path[-1] if path else start
        if len(path) == length:
            if found.search.ends_well(at):
                complete.append((score >> 32, 1 - seeks[at], score & 0xFFFFFFFF, path))
            return
        for there, added in found.search.steps(at):
            walk((*path, there), score + added)

    walk((), 0)
    assert found.best == min(complete)[3]


def test_the_line_of_the_enemy_is_drawn_by_those_close_by() -> None:
    table = field(WIDE, battalion("F1", "1212"), battalion("P1", "1211"), battalion("P2", "1220"))
    assert distance(1212, 1220) > CLOSE
    assert Threats(table, FRENCH, 1212).line(1212) == (0, 2)
