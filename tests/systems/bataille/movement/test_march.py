"""Moving word by word (rules 14, 16, 18)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.systems.bataille.actions import March
from grognard.systems.bataille.events.facts import Moved
from grognard.systems.bataille.movement.march import InHand, Leg, leg, must_stop, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import after
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, battery, field, light, regiment

OPEN = ["." * 9] * 9


def hand(table: Table, unit: str) -> InHand:
    found = take_in_hand(table, unit)
    assert isinstance(found, InHand)
    return found


def go(table: Table, unit: str, word: str, **facts: Any) -> Leg:
    found = leg(table, msgspec.structs.replace(hand(table, unit), **facts), word)
    assert isinstance(found, Leg), found
    return found


def refused(table: Table, unit: str, word: str, **facts: Any) -> Reason:
    found = leg(table, msgspec.structs.replace(hand(table, unit), **facts), word)
    assert isinstance(found, Reason), found
    return found


def halves(points: float) -> int:
    return int(2 * points)


@pytest.mark.rule("P18.1")
def test_a_unit_has_its_printed_points_and_pays_for_the_hex_it_enters() -> None:
    table = field(["....", ".w..", "...."], battalion("F1", "0201", "S"))
    assert hand(table, "F1").allowance == halves(6)
    assert go(table, "F1", "S").cost == halves(4)
    assert refused(table, "F1", "S", spent=halves(3)).clause == "P18.1"


@pytest.mark.rule("P16.23", "P16.24", "P18.8", "P16.25")
def test_a_unit_that_begins_in_line_has_two_points_less() -> None:
    assert hand(field(OPEN, battalion("F1", "0505", "E", "line")), "F1").allowance == halves(6 - 2)
    horse = field(OPEN, regiment("F1", ["0505", "0506"], "E", "line"))
    assert hand(horse, "F1").allowance == halves(14 - 2)


@pytest.mark.rule("P30.2", "PR-167")
def test_a_disordered_unit_has_half_its_points_rounded_down() -> None:
    table = field(OPEN, light("F1", "0505", order="disorder"))
    assert hand(table, "F1").allowance == halves(7 // 2)


@pytest.mark.rule("P30.8")
def test_a_routed_unit_is_not_moved() -> None:
    found = take_in_hand(field(OPEN, battalion("F1", "0505", order="rout")), "F1")
    assert isinstance(found, Reason)
    assert found.clause == "P30.8"


@pytest.mark.rule("P29.9")
def test_a_unit_marked_after_a_long_retreat_is_not_moved() -> None:
    found = take_in_hand(field(OPEN, battalion("F1", "0505", marks=("no-move",))), "F1")
    assert isinstance(found, Reason)
    assert found.clause == "P29.9"


@pytest.mark.rule("P18.2", "PR-156")
def test_units_step_through_front_hexsides_and_keep_their_facing() -> None:
    table = field(OPEN, battalion("F1", "0505", "SE"))
    for word in ("NE", "SE", "S"):
        step = go(table, "F1", word)
        assert step.facing == table["F1"].facing
        assert step.cost == halves(1)
    for word in ("N", "SW", "NW"):
        assert refused(table, "F1", word).clause == "P18.2"


@pytest.mark.rule("PR-176", "P18.1")
def test_slopes_and_walls_are_added_to_the_hex_and_close_off_other_arms() -> None:
    levels = ["1" * 9] * 4 + ["2" * 9] * 5
    hill = field(OPEN, battalion("F1", "0504", "S"), regiment("F2", "0304", "S"), levels=levels)
    assert go(hill, "F1", "S").cost == halves(1 + 2)
    assert go(hill, "F2", "S").cost == halves(1 + 3)
    walled = field(
        OPEN,
        battalion("F1", "0504", "S"),
        regiment("F2", "0304", "S"),
        walls=[("0504", "S"), ("0304", "S")],
    )
    assert go(walled, "F1", "S").cost == halves(1 + 2)
    assert refused(walled, "F2", "S").clause == "P18.1"


@pytest.mark.rule("PR-176")
def test_a_wall_with_a_road_through_it_is_a_gate() -> None:
    table = field(OPEN, battalion("F1", "0504", "S"), walls=[("0504", "S")], roads=["0504 0505"])
    assert go(table, "F1", "S").cost == halves(1)


@pytest.mark.rule("P16.64", "P16.65", "P16.8", "P16.97")
def test_rough_ground_imposes_general_order_for_nothing_and_open_ground_lifts_it() -> None:
    rows = ["....", ".V..", "...."]
    table = field(rows, battalion("F1", "0201", "S"), regiment("F2", "0101", "SE"))
    step = go(table, "F1", "S")
    assert step.formation is Formation.GENERAL
    assert step.cost == halves(3)
    inside = field(rows, battalion("F1", "0202", "S", "general"))
    out = go(inside, "F1", "S")
    assert out.formation is Formation.COLUMN
    assert out.cost == halves(1)
    forest = field(["....", ".w..", "...."], regiment("F1", "0201", "S"))
    assert go(forest, "F1", "S").formation is Formation.GENERAL


@pytest.mark.rule("P16.19", "P16.63", "P16.91")
def test_lines_and_squares_stay_on_clear_ground() -> None:
    rows = ["....", ".w..", "...."]
    line = field(rows, battalion("F1", "0201", "SSE", "line"))
    assert refused(line, "F1", "S").clause == "P16.19"
    square = field(rows, battalion("F1", "0201", "S", "square"))
    assert refused(square, "F1", "S").clause == "P16.63"


@pytest.mark.rule("P18.1")
def test_nobody_enters_a_hex_the_enemy_holds_or_leaves_the_map() -> None:
    table = field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506"))
    assert "enemy" in refused(table, "F1", "S").text
    assert "map ends" in refused(field(OPEN, battalion("F1", "0509", "S")), "F1", "S").text


@pytest.mark.rule("P18.11")
def test_cavalry_may_ride_onto_an_enemy_square_and_infantry_may_not() -> None:
    table = field(
        OPEN,
        regiment("F1", "0505", "S"),
        battalion("F2", "0507", "N"),
        battalion("P1", "0506", "N", "square"),
    )
    assert go(table, "F1", "S").hexes == (506,)
    assert "enemy" in refused(table, "F2", "N").text


@pytest.mark.rule("P18.3", "PR-27")
def test_infantry_and_limbered_guns_turn_any_amount_for_one_point() -> None:
    table = field(OPEN, battalion("F1", "0505", "N"), battery("F2", "0303", "N", "limbered"))
    assert go(table, "F1", "face:S").cost == halves(1)
    assert go(table, "F2", "face:S").cost == halves(1)
    dear = field(OPEN, battalion("F1", "0505", "N"), options={"facing_cost": "per_hexside"})
    assert go(dear, "F1", "face:S").cost == halves(3)


@pytest.mark.rule("PR-28")
@pytest.mark.parametrize(("manner", "points"), [("per_hexside", 3), ("flat", 1), ("none", 0)])
def test_cavalry_pays_for_each_hexside_it_turns_unless_agreed_otherwise(
    manner: str, points: int
) -> None:
    table = field(OPEN, regiment("F1", "0505", "N"), options={"cavalry_facing_cost": manner})
    assert go(table, "F1", "face:S").cost == halves(points)


@pytest.mark.rule("P14.8", "P14.10")
def test_infantry_and_foot_guns_stop_in_any_enemy_zone_but_may_still_turn() -> None:
    table = field(OPEN, battalion("F1", "0503", "S"), battalion("P1", "0506", "N"))
    stopped, _piece = after(table, hand(table, "F1"), table["F1"], go(table, "F1", "S"))
    assert not stopped.stopped
    march = Marches(table, hand(table, "F1"))
    assert March("F1", ("S", "S")) in march
    (reason,) = march.why_not(March("F1", ("S", "S", "SE")))
    assert reason.clause == "P14.8"
    assert March("F1", ("S", "S", "face:SE")) in march


@pytest.mark.rule("P14.10", "PR-51")
def test_a_unit_that_begins_in_a_zone_may_leave_it_at_once_and_into_another() -> None:
    table = field(OPEN, battalion("F1", "0505", "NE"), battalion("P1", "0506", "N"))
    assert table.zone_over(505, "coalition")
    assert March("F1", ("NE",)) in Marches(table, hand(table, "F1"))
    assert table.zone_over(604, "coalition") == ()
    side = field(OPEN, battalion("F1", "0505", "SE"), battalion("P1", "0506", "NE"))
    assert side.zone_over(505, "coalition")
    assert side.zone_over(605, "coalition")
    assert March("F1", ("SE",)) in Marches(side, hand(side, "F1"))
    assert March("F1", ("SE", "NE")) not in Marches(side, hand(side, "F1"))


@pytest.mark.rule("P14.12", "P14.13", "P14.4")
def test_horsemen_and_horse_guns_stop_only_in_a_zone_of_cavalry() -> None:
    foot = field(
        OPEN,
        regiment("F1", "0503", "S"),
        battery("F2", "0303", "S", "limbered", horse=True),
        battalion("P1", "0506", "N"),
    )
    assert not must_stop(foot, foot.printed("F1"), (505,))
    assert not must_stop(foot, foot.printed("F2"), (505,))
    horse = field(OPEN, regiment("F1", "0503", "S"), regiment("P1", "0506", "N"))
    assert must_stop(horse, horse.printed("F1"), (505,))
    marches = Marches(horse, hand(horse, "F1"))
    (reason,) = marches.why_not(March("F1", ("S", "S", "SE")))
    assert reason.clause == "P14.12"


@pytest.mark.rule("P16.60", "P16.62")
def test_a_square_shifts_one_hex_any_way_and_no_more() -> None:
    table = field(OPEN, battalion("F1", "0505", "N", "square"))
    marches = Marches(table, hand(table, "F1"))
    assert marches.count() == 6
    assert March("F1", ("SW", "SW")) not in marches
    assert refused(table, "F1", "face:S").clause == "P16.45"
    assert refused(table, "F1", "S", formed=True, spent=2).clause == "P16.60"


@pytest.mark.rule("P16.84", "P18.4")
def test_unlimbered_guns_are_moved_by_hand_one_hex_any_way_on_clear_ground() -> None:
    table = field(OPEN, battery("F1", "0505", "N"))
    step = go(table, "F1", "SW")
    assert step.kind == "prolong"
    assert step.cost == hand(table, "F1").left
    rough = field(["....", ".V..", "...."], battery("F1", "0201", "N"))
    assert refused(rough, "F1", "S").clause == "P16.84"


@pytest.mark.rule("P16.85")
def test_very_heavy_guns_are_never_moved_by_hand() -> None:
    table = field(OPEN, battery("F1", "0505", "N", prolongs=False))
    assert refused(table, "F1", "S").clause == "P16.85"


@pytest.mark.rule("P18.5", "P18.6", "PR-65")
def test_unlimbered_guns_turn_one_hexside_and_not_when_moved_by_hand() -> None:
    table = field(OPEN, battery("F1", "0505", "N"))
    assert go(table, "F1", "face:NE").cost == halves(1)
    assert refused(table, "F1", "face:SE").clause == "P18.5"
    assert refused(table, "F1", "face:NE", gun_turned=True).clause == "P18.5"
    assert refused(table, "F1", "face:NE", prolonged=True).clause == "P18.6"
    assert refused(table, "F1", "S", gun_turned=True).clause == "P18.6"


@pytest.mark.rule("PR-64")
def test_guns_that_failed_to_limber_stay_where_they_are() -> None:
    table = field(OPEN, battery("F1", "0505", "N"))
    assert refused(table, "F1", "S", limber_failed=True).clause == "PR-64"


@pytest.mark.rule("PR-26", "P16.92")
def test_a_line_in_two_hexes_steps_as_one_body_at_the_price_of_its_dearest_part() -> None:
    levels = ["1" * 9] * 9
    levels[5] = "111112111"
    table = field(OPEN, battalion("F1", ["0505", "0506"], "E", "line"), levels=levels)
    step = go(table, "F1", "SE")
    assert step.hexes == (605, 606)
    assert step.cost == halves(1 + 2)
    assert refused(table, "F1", "N").clause == "P18.2"
    assert refused(table, "F1", "face:W").clause == "PR-26"


@pytest.mark.rule("PR-26")
def test_a_wheel_to_the_right_turns_round_the_right_hand_hex() -> None:
    table = field(["." * 24] * 24, battalion("F1", ["2020", "2021"], "E", "line"))
    wheel = go(table, "F1", "wheel:right")
    assert wheel.hexes == (2121, 2021)
    assert wheel.facing == 2
    assert wheel.cost == halves(1 + 1)


@pytest.mark.rule("PR-26")
def test_wheeling_right_and_left_again_returns_to_the_same_ground() -> None:
    table = field(["." * 24] * 24, battalion("F1", ["2020", "2021"], "E", "line", movement=9))
    right = go(table, "F1", "wheel:right")
    draft = table.draft()
    draft.record(Moved("F1", right.hexes, right.facing, right.formation))
    about = go(draft, "F1", "about")
    assert about.cost == halves(1)
    assert about.hexes == right.hexes[::-1]
    assert about.facing == (right.facing + 3) % 6


@pytest.mark.rule("PR-26")
def test_skirmishers_in_two_hexes_may_also_step_sideways() -> None:
    table = field(OPEN, light("F1", ["0505", "0506"], "E", "skirmish"))
    assert go(table, "F1", "N").hexes == (504, 505)
    assert go(table, "F1", "S").hexes == (506, 507)


@pytest.mark.rule("P16.4")
def test_a_square_does_not_step_into_enemy_cavalry() -> None:
    table = field(OPEN, battalion("F1", "0505", "N", "square"), regiment("P1", "0506", "N"))
    assert "enemy" in refused(table, "F1", "S").text
