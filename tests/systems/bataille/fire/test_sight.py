from __future__ import annotations

import pytest

from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.fire.sight import Sight, line_of_sight, sees
from grognard.systems.bataille.setting import Weather
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, battery, field, light, regiment

OPEN = ["............"] * 12


def rows(**changed: str) -> list[str]:
    """Twelve clear rows, some drawn otherwise: r6="....w......."."""
    drawn = list(OPEN)
    for row, text in changed.items():
        drawn[int(row[1:]) - 1] = text
    return drawn


def look(table: Table, origin: str, target: str, side: str = "french") -> Sight:
    return line_of_sight(table, parse_hex(origin), parse_hex(target), side)


@pytest.mark.rule("P23.1", "P23.3")
def test_the_line_is_drawn_from_centre_to_centre_and_names_what_it_crosses() -> None:
    sight = look(field(OPEN), "0505", "0509")
    assert sight.clear
    assert sight.crossed == (506, 507, 508)


@pytest.mark.rule("P23.2", "PR-162")
def test_a_unit_looks_out_of_its_front_only() -> None:
    table = field(OPEN, battery("F1", "0505", "S"))
    assert sees(table, "F1", 505, 509).clear
    behind = sees(table, "F1", 505, 501)
    assert not behind.clear
    assert behind.clause == "P23.2"


@pytest.mark.rule("PR-162")
def test_through_a_vertex_one_front_side_is_enough() -> None:
    table = field(OPEN, battery("F1", "0505", "S"))
    assert sees(table, "F1", 505, 705).clear  # it leaves between NE and SE, and SE is front
    assert not sees(table, "F1", 505, 703).clear


@pytest.mark.rule("P23.4")
@pytest.mark.parametrize("wood", ["1110", "1111"])
def test_a_line_along_an_edge_is_blocked_by_either_hex(wood: str) -> None:
    clear = ["." * 14] * 14
    assert look(field(clear), "1010", "1210").clear
    at = parse_hex(wood)
    drawn = [
        "".join("w" if 100 * column + row == at else "." for column in range(1, 15))
        for row in range(1, 15)
    ]
    sight = look(field(drawn), "1010", "1210")
    assert not sight.clear
    assert sight.blocked_by == at


@pytest.mark.rule("P23.5", "PR-43")
@pytest.mark.parametrize("house", ["V", "H", "t"])
def test_houses_hide_whatever_the_heights(house: str) -> None:
    hill = ["3" * 12] * 5 + ["0" * 12] * 7
    table = field(rows(r6=f"....{house}......."), levels=hill)
    sight = look(table, "0505", "0509")
    assert (sight.clear, sight.blocked_by, sight.clause) == (False, 506, "P23.5")


@pytest.mark.rule("P23.6")
@pytest.mark.parametrize("ground", ["w", "g", "o"])
def test_woods_gardens_and_orchards_hide_on_level_ground(ground: str) -> None:
    sight = look(field(rows(r7=f"....{ground}.......")), "0505", "0509")
    assert (sight.clear, sight.blocked_by, sight.clause) == (False, 507, "P23.6")


@pytest.mark.rule("P23.6")
def test_a_marsh_hides_nothing() -> None:
    assert look(field(rows(r7="....M.......")), "0505", "0509").clear


@pytest.mark.rule("P23.7", "PR-42")
def test_units_hide_friend_and_foe_alike_disordered_ones_too_but_not_routed_ones() -> None:
    for unit in ("F9", "P9"):
        for order, clear in (("good", False), ("disorder", False), ("rout", True)):
            table = field(OPEN, battalion(unit, "0507", order=order))
            sight = look(table, "0505", "0509")
            assert sight.clear is clear, (unit, order)
    assert look(field(OPEN, battalion("P9", "0507")), "0505", "0509").clause == "P23.7"


@pytest.mark.rule("PR-42")
def test_neither_end_hides_the_other() -> None:
    table = field(OPEN, battalion("F1", "0505"), battalion("F2", "0505"), battalion("P1", "0509"))
    assert look(table, "0505", "0509").clear


LEDGE = ["1" * 12] * 5 + ["0" * 12] * 7
"""Rows 1 to 5 lie one level higher than the rest."""


@pytest.mark.rule("P23.8", "PR-43")
def test_ground_higher_than_both_hides_and_fire_down_a_slope_is_open() -> None:
    ridge = ["0" * 12] * 6 + ["1" * 12] + ["0" * 12] * 5
    sight = look(field(OPEN, levels=ridge), "0505", "0509")
    assert (sight.clear, sight.blocked_by, sight.clause) == (False, 507, "P23.8")
    assert look(field(OPEN, levels=LEDGE), "0503", "0509").clear
    assert look(field(OPEN, levels=LEDGE), "0509", "0503").clear


@pytest.mark.rule("P23.12")
def test_adjacent_hexes_see_each_other_whatever_the_heights() -> None:
    cliff = ["0" * 12] * 5 + ["9" * 12] * 7
    assert look(field(rows(r6="....V......."), levels=cliff), "0505", "0506").clear


@pytest.mark.rule("P23.13")
def test_from_above_an_obstacle_nearer_to_the_firer_does_not_hide() -> None:
    assert look(field(rows(r6="....w......."), levels=LEDGE), "0505", "0509").clear
    assert not look(field(rows(r8="....w......."), levels=LEDGE), "0505", "0509").clear
    assert look(field(OPEN, battalion("P9", "0506"), levels=LEDGE), "0505", "0509").clear


@pytest.mark.rule("PR-43")
def test_an_obstacle_half_way_hides_from_above_and_from_below() -> None:
    table = field(rows(r7="....w......."), levels=LEDGE)
    assert not look(table, "0505", "0509").clear
    assert not look(table, "0509", "0505").clear


@pytest.mark.rule("P23.14")
def test_from_below_an_obstacle_nearer_to_the_target_does_not_hide_unless_friends_are_beside_it() -> (
    None
):
    assert look(field(rows(r6="....w......."), levels=LEDGE), "0509", "0505").clear
    assert not look(field(rows(r8="....w......."), levels=LEDGE), "0509", "0505").clear
    beside = field(OPEN, battalion("P9", "0506"), levels=LEDGE)
    assert look(beside, "0509", "0505", "french").clear
    assert not look(beside, "0509", "0505", "coalition").clear
    apart = field(OPEN, battalion("P9", "0507"), levels=["1" * 12] * 4 + ["0" * 12] * 8)
    assert look(apart, "0511", "0504", "coalition").clear  # nearer the target, not next to it


@pytest.mark.rule("P23.9")
def test_a_wall_hides_from_those_who_do_not_stand_at_it_and_a_gate_is_no_wall() -> None:
    walls = [("0506", "S")]
    table = field(OPEN, walls=walls)
    sight = look(table, "0504", "0509")
    assert (sight.clear, sight.clause) == (False, "P23.9")
    assert look(table, "0506", "0509").clear
    assert look(table, "0504", "0507").clear
    gate = field(OPEN, walls=walls, roads=["0506 0507"])
    assert look(gate, "0504", "0509").clear


@pytest.mark.rule("P23.9")
def test_no_fire_crosses_a_city_wall_not_even_to_the_next_hex() -> None:
    table = field(OPEN, hexsides={("0506", "S"): "city_wall"})
    assert not look(table, "0506", "0507").clear
    assert not look(table, "0504", "0509").clear
    assert look(table, "0504", "0506").clear


@pytest.mark.rule("P46.2")
def test_weather_limits_how_far_one_sees() -> None:
    fog = field(OPEN, weather="fog", weathers={"fog": Weather(sight=2)})
    assert look(fog, "0505", "0507").clear
    assert not look(fog, "0505", "0508").clear


@pytest.mark.rule("P23.2")
def test_every_formation_looks_out_of_its_own_front() -> None:
    table = field(
        OPEN,
        light("F1", ("0505", "0604"), "NNE", "skirmish"),
        battalion("F2", "0808", "S", "square"),
        regiment("F3", "1010", "N"),
    )
    assert sees(table, "F2", 808, 803).clear
    assert sees(table, "F2", 808, 811).clear
    assert not sees(table, "F3", 1010, 1012).clear  # light horse sees all round but to its rear
    assert sees(table, "F3", 1010, 1007).clear
    assert sees(table, "F1", 505, 503).clear
