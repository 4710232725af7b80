"""Changing formation (rules 13, 15, 16, 19)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.systems.bataille.movement.formations import Change, change, changes, hexes_allowed
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, battery, field, light, regiment

OPEN = ["." * 9] * 9


def judged(
    table: Table, unit: str, formation: str, facing: int, *hexes: int, **facts: Any
) -> Change | Reason:
    hand = take_in_hand(table, unit)
    assert isinstance(hand, InHand)
    hand = msgspec.structs.replace(hand, **facts)
    return change(table, hand, Formation(formation), facing, hexes)


def made(table: Table, unit: str, formation: str, facing: int, *hexes: int, **facts: Any) -> Change:
    found = judged(table, unit, formation, facing, *hexes, **facts)
    assert isinstance(found, Change), found
    return found


def refused(table: Table, unit: str, formation: str, facing: int, *hexes: int, **facts: Any) -> str:
    found = judged(table, unit, formation, facing, *hexes, **facts)
    assert isinstance(found, Reason), found
    return found.clause


def kinds(table: Table, unit: str) -> set[Formation]:
    hand = take_in_hand(table, unit)
    assert isinstance(hand, InHand)
    return {found.formation for found in changes(table, hand)}


def halves(points: float) -> int:
    return int(2 * points)


@pytest.mark.rule("P15.1", "P15.2", "P15.3", "P15.4", "P15.5", "P15.6", "P16.79")
def test_each_arm_knows_its_own_formations() -> None:
    roads = ["0503 0504 0505 0506 0507"]
    foot = field(OPEN, light("F1", "0505"), roads=roads)
    assert kinds(foot, "F1") == {
        Formation.LINE, Formation.SQUARE, Formation.SKIRMISH, Formation.ROAD,
    }  # fmt: skip
    horse = field(OPEN, regiment("F1", "0505", skirmish_fire=3), roads=roads)
    assert kinds(horse, "F1") == {Formation.LINE, Formation.SKIRMISH, Formation.ROAD}
    guns = field(OPEN, battery("F1", "0505", "N", "limbered"), roads=roads)
    assert kinds(guns, "F1") == {Formation.UNLIMBERED, Formation.ROAD}
    firing = field(OPEN, battery("F1", "0505", "N"), roads=roads)
    assert kinds(firing, "F1") == {Formation.LIMBERED}


@pytest.mark.rule("P16.5", "P16.16", "P16.43", "PR-27")
def test_infantry_pays_one_point_and_a_half_turn_is_included() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE"))
    assert made(table, "F1", "line", 2, 505).cost == halves(1)
    assert made(table, "F1", "line", 1, 505).cost == halves(1)
    assert made(table, "F1", "line", 4, 505).cost == halves(1 + 1)
    assert made(table, "F1", "square", 2, 505).cost == halves(1)


@pytest.mark.rule("P16.20", "PR-25")
def test_opening_into_two_hexes_costs_two_points_and_one_from_a_line() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE"))
    assert made(table, "F1", "line", 1, 505, 506).cost == halves(2)
    assert made(table, "F1", "line", 1, 504, 505).cost == halves(2)
    line = field(OPEN, battalion("F1", "0505", "E", "line"))
    assert made(line, "F1", "line", 1, 505, 506).cost == halves(1)
    wide = field(OPEN, battalion("F1", ["0505", "0506"], "E", "line"))
    assert made(wide, "F1", "line", 1, 506).cost == halves(1)
    assert made(wide, "F1", "column", 2, 505).cost == halves(1)


@pytest.mark.rule("P13.6", "P13.7", "P16.15", "P16.17", "PR-22", "PR-23")
def test_five_increments_may_open_into_two_hexes_and_four_may_not() -> None:
    five = field(OPEN, battalion("F1", "0505", "SE", increments=5))
    made(five, "F1", "line", 1, 505, 506)
    made(five, "F1", "line", 1, 505)
    four = field(OPEN, battalion("F1", "0505", "SE", increments=5, lost=1))
    assert refused(four, "F1", "line", 1, 505, 506) == "P13.7"
    one = field(OPEN, battalion("F1", "0505", "SE", increments=5, lost=4))
    made(one, "F1", "line", 1, 505)


@pytest.mark.rule("P16.19", "P16.39")
def test_line_and_square_need_clear_ground_and_slopes_count_as_clear() -> None:
    rough = field(["....", ".V..", "...."], battalion("F1", "0202", "SE", "general"))
    assert refused(rough, "F1", "line", 1, 202) == "P16.19"
    assert refused(rough, "F1", "square", 1, 202) == "P16.39"
    levels = ["1" * 9] * 5 + ["2" * 9] * 4
    slope = field(OPEN, battalion("F1", "0505", "SE"), levels=levels)
    made(slope, "F1", "line", 1, 505, 506)


@pytest.mark.rule("P16.40", "PR-37")
def test_a_square_needs_three_increments_to_form() -> None:
    assert refused(field(OPEN, battalion("F1", "0505", lost=4)), "F1", "square", 2, 505) == "P16.40"
    made(field(OPEN, battalion("F1", "0505", lost=3)), "F1", "square", 2, 505)


@pytest.mark.rule("P13.11", "P19.1", "P19.30", "PR-39")
def test_only_trained_infantry_may_skirmish() -> None:
    assert refused(field(OPEN, battalion("F1", "0505")), "F1", "skirmish", 1, 505, 506) == "P19.1"
    assert made(field(OPEN, light("F1", "0505")), "F1", "skirmish", 1, 505, 506).cost == halves(1)


@pytest.mark.rule("P13.12", "P13.13", "P19.4", "P19.5", "P19.8", "P19.10", "PR-139")
def test_skirmishers_take_one_hex_up_to_three_increments_then_two_and_three_from_nine() -> None:
    table = field(OPEN, light("F1", "0505", increments=9))
    printed = table.printed("F1")
    allowed = {n: list(hexes_allowed(table, printed, n, Formation.SKIRMISH)) for n in (3, 4, 8, 9)}
    assert allowed == {3: [1], 4: [2], 8: [2], 9: [2, 3]}


@pytest.mark.rule("P16.7", "P18.7", "P16.88", "P16.89", "P16.90", "PR-30")
def test_cavalry_forms_line_over_two_or_more_hexes_of_four_increments_for_three_points() -> None:
    table = field(OPEN, regiment("F1", "0505", "SE", increments=12))
    assert made(table, "F1", "line", 1, 505, 506).cost == halves(3)
    assert made(table, "F1", "line", 1, 504, 505, 506).cost == halves(3)
    assert refused(table, "F1", "line", 1, 505) == "P13.7"
    small = field(OPEN, regiment("F1", "0505", "SE", increments=7))
    assert refused(small, "F1", "line", 1, 505, 506) == "P13.7"


@pytest.mark.rule("P20.2")
def test_mounted_skirmishers_take_two_hexes_whatever_their_strength() -> None:
    table = field(OPEN, regiment("F1", "0505", "SE", increments=8, lost=7, skirmish_fire=3))
    assert made(table, "F1", "skirmish", 1, 505, 506).cost == halves(3)
    assert refused(table, "F1", "skirmish", 1, 505) == "P13.7"


@pytest.mark.rule("P16.6", "P16.80", "P16.81")
def test_guns_limber_and_unlimber_for_two_points_and_limbering_needs_a_die() -> None:
    firing = made(field(OPEN, battery("F1", "0505", "N")), "F1", "limbered", 0, 505)
    assert firing.cost == halves(2)
    assert firing.needs_die
    ready = made(field(OPEN, battery("F1", "0505", "N", "limbered")), "F1", "unlimbered", 0, 505)
    assert ready.cost == halves(2)
    assert not ready.needs_die


@pytest.mark.rule("P25.12", "P14.9")
def test_guns_unlimber_in_a_zone_of_infantry_but_not_of_cavalry() -> None:
    foot = field(OPEN, battery("F1", "0505", "N", "limbered"), battalion("P1", "0506", "N"))
    assert foot.zone_over(505, "coalition")
    made(foot, "F1", "unlimbered", 0, 505)
    horse = field(OPEN, battery("F1", "0505", "N", "limbered"), regiment("P1", "0506", "N"))
    assert refused(horse, "F1", "unlimbered", 0, 505) == "P25.12"


@pytest.mark.rule("PR-64")
def test_guns_that_failed_to_limber_do_not_try_again() -> None:
    table = field(OPEN, battery("F1", "0505", "N"))
    assert refused(table, "F1", "limbered", 0, 505, limber_failed=True) == "PR-64"


@pytest.mark.rule("P30.2", "PR-167")
def test_a_disordered_unit_keeps_its_formation() -> None:
    table = field(OPEN, battalion("F1", "0505", order="disorder"))
    assert kinds(table, "F1") == set()
    assert refused(table, "F1", "line", 1, 505) == "P30.2"


@pytest.mark.rule("P16.1", "P19.33")
def test_a_stack_keeps_one_formation_but_skirmishers_may_form_among_friends() -> None:
    table = field(OPEN, light("F1", "0505", increments=3), battalion("F2", "0505"))
    assert refused(table, "F1", "line", 1, 505) == "P16.1"
    made(table, "F1", "skirmish", 1, 505)


@pytest.mark.rule("P16.5")
def test_a_change_must_be_paid_for() -> None:
    table = field(OPEN, battalion("F1", "0505"))
    assert refused(table, "F1", "line", 1, 505, spent=halves(6)) == "P16.5"


@pytest.mark.rule("P16.61")
def test_a_unit_that_leaves_square_first_has_the_rest_of_its_movement() -> None:
    table = field(OPEN, battalion("F1", "0505", "N", "square"))
    out = made(table, "F1", "column", 4, 505)
    assert out.cost == halves(1)
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    assert hand.allowance - out.cost == halves(5)


@pytest.mark.rule("P16.72", "P16.73", "P16.96")
def test_eleven_increments_fill_three_road_hexes() -> None:
    roads = ["0503 0504 0505 0506 0507"]
    table = field(OPEN, battalion("F1", "0505", "N", increments=11), roads=roads)
    assert made(table, "F1", "road", 0, 505, 506, 507).cost == halves(1)
    assert made(table, "F1", "road", 3, 505, 504, 503).cost == halves(1)
    assert refused(table, "F1", "road", 0, 505, 506) == "P16.73"


@pytest.mark.rule("P16.74")
def test_a_regiment_must_break_down_before_it_marches_by_road() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", size="regiment", increments=12, parts=("F2", "F3")),
        roads=["0503 0504 0505 0506 0507"],
    )
    assert refused(table, "F1", "road", 0, 505, 506, 507) == "P16.74"


@pytest.mark.rule("P16.78")
def test_off_the_road_there_is_no_road_march() -> None:
    assert refused(field(OPEN, battalion("F1", "0505")), "F1", "road", 0, 505, 506) == "P16.71"


@pytest.mark.rule("P16.41", "P16.18")
def test_a_square_may_hold_a_whole_regiment() -> None:
    table = field(OPEN, battalion("F1", "0505", size="regiment", increments=20))
    made(table, "F1", "square", 2, 505)


def test_what_is_listed_is_judged_possible_and_sorted() -> None:
    table = field(OPEN, light("F1", "0505", "SE"), battalion("P1", "0507", "N"))
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    listed = changes(table, hand)
    assert listed == sorted(listed)
    assert len(set(listed)) == len(listed)
    for found in listed:
        assert change(table, hand, found.formation, found.facing, found.hexes) == found
