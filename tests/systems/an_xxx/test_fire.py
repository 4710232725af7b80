"""Fire of An XXX: shares, kinds of fire, defence, prone targets, First Fire; and what a move costs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.an_xxx.drill import LIE, RISE, may_drill
from grognard.systems.an_xxx.fire import VOLLEY, in_a_pair
from grognard.systems.bataille.actions import Drill, Firer, March
from grognard.systems.bataille.fire.fire import FireAttack, aimed
from grognard.systems.bataille.fire.firing import OPPORTUNITY, silence
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.movement.march import InHand, leg, take_in_hand
from grognard.systems.bataille.movement.movement import MovementOptions
from grognard.systems.bataille.table import Table
from tests.systems.an_xxx.drawing import TARGET, played, strength, table_of

# --- shares and kinds


@pytest.mark.rule("X12.6.5.1", "X18.5.2")
@pytest.mark.parametrize(
    ("guns", "value"), [((), 4 * 2), (("F2 battery at 0305 facing S increments 2",), 2 * 2)]
)
def test_guns_in_the_hex_of_a_line_cut_its_muskets(guns: tuple[str, ...], value: int) -> None:
    table = table_of("F1 battalion at 0305 facing SSE line increments 6", *guns, TARGET)
    assert strength(table, "F1") == value


@pytest.mark.rule("X12.9.6")
@pytest.mark.parametrize(("increments", "value"), [(6, 6 * 2), (9, 9 * 2), (12, 9 * 2)])
def test_a_square_fires_a_third_of_nine_increments_at_most(increments: int, value: int) -> None:
    table = table_of(f"F1 battalion at 0305 facing S square increments {increments}", TARGET)
    assert strength(table, "F1") == Fraction(value, 3)


@pytest.mark.rule("X12.9.8")
def test_a_square_fires_by_the_same_formula_at_horse_within_it() -> None:
    table = table_of(
        "F1 battalion at 0305 facing S square increments 9", "P1 cavalry at 0305 facing N"
    )
    assert strength(table, "F1", at=305) == Fraction(9 * 2, 3)


@pytest.mark.rule("X12.10.8", "X17.2.2")
@pytest.mark.parametrize(("lost", "value"), [(0, 4), (2, 4), (3, 3), (6, 2)])
def test_mounted_fire_falls_by_one_for_three_increments_lost(lost: int, value: int) -> None:
    unit = f"F1 cavalry at 0307+0407 facing NNE skirmish skirmish-fire 4 lost {lost}"
    assert strength(table_of(unit, TARGET), "F1") == value


@pytest.mark.rule("X15.6.1", "X15.8")
@pytest.mark.parametrize(("kind", "value"), [("", 6), (OPPORTUNITY, 3), (VOLLEY, 12)])
def test_opportunity_fire_is_halved_and_a_volley_doubled(kind: str, value: int) -> None:
    table = table_of("F1 battalion at 0305 facing S", TARGET)
    assert strength(table, "F1", kind=kind) == value


@pytest.mark.rule("X15.3.1", "X15.3.2")
def test_the_first_volley_has_one_more_to_its_multiple_once_a_battle() -> None:
    units = ("F1 battalion at 0305 facing SSE line increments 6", TARGET)
    assert strength(table_of(*units), "F1") == 4 * 2
    table = table_of(*units, options="first_fire=on")
    assert strength(table, "F1") == 4 * 3
    fired = played(table, FireAttack(306, (Firer("F1", 305),), "offensive"), 11).table
    assert "first-fired" in fired.pieces["F1"].marks
    assert strength(fired, "F1") == 4 * 2


@pytest.mark.rule("X15.7.1")
def test_a_line_that_is_enfiladed_has_the_defence_of_a_column() -> None:
    cards = table_of(TARGET).setting.cards
    assert cards.fire_defence("clear", "line", 4) == 9
    assert cards.fire_defence("clear", "line", 4, flank=True) == 6
    assert cards.fire_defence("clear", "column", 4, flank=True) == 6


@pytest.mark.rule("X15.7.2", "X15.7.3", "X15.7.4", "X15.7.5")
@pytest.mark.parametrize(
    ("formation", "increments", "value"),
    [
        ("line", 7, 6), ("line", 6, 9), ("square", 12, 4), ("column", 6, 6), ("skirmish", 3, 12),
        ("disorder", 6, 14), ("limbered", 2, 6), ("unlimbered", 2, 8), ("road", 4, 4),
    ],
)  # fmt: skip
def test_the_fire_defence_in_the_clear(formation: str, increments: int, value: int) -> None:
    assert table_of(TARGET).setting.cards.fire_defence("clear", formation, increments) == value


@pytest.mark.rule("X18.8", "X18.8.1")
def test_guns_next_to_their_target_shift_two_columns() -> None:
    table = table_of("F1 battery at 0305 facing S", TARGET)
    assert aimed(table, 306, [Firer("F1", 305)]).shift == 2


@pytest.mark.rule("X18.8.1")
def test_a_table_may_want_guns_to_be_half_of_the_attack_for_their_shift() -> None:
    units = ("F1 battery at 0305 facing S short 4", "F2 battalion at 0305 facing SSE line", TARGET)
    who = [Firer("F1", 305), Firer("F2", 305)]
    assert aimed(table_of(*units), 306, who).shift == 2
    strict = table_of(*units, options="adjacent_guns_share=half")
    assert aimed(strict, 306, who).shift == 2
    weak = table_of(
        units[0].replace("short 4", "short 3"), *units[1:], options="adjacent_guns_share=half"
    )
    assert aimed(weak, 306, who).shift == 0


# --- silence


@pytest.mark.rule("X2.4")
@pytest.mark.parametrize(("segment", "silent"), [("offensive-fire", True), ("assault", False)])
def test_a_unit_in_an_assault_pair_keeps_its_fire(segment: str, silent: bool) -> None:
    table = table_of("F1 battalion at 0305 facing S mark closed", TARGET)
    table.segment = segment
    assert (in_a_pair(table, "F1", 305) is not None) == silent


@pytest.mark.rule("X12.13.6.1", "X12.13.6.2", "X12.13.8")
def test_the_prone_are_harder_to_hit_and_only_skirmishers_and_guns_fire_at_them() -> None:
    prone = "P1 battalion at 0306 facing NNW line mark prone"
    table = table_of("F1 battalion at 0305 facing S", "F2 battery at 0605 facing SW", prone)
    field = FieldOfFire(table, "french", "offensive")
    refused = field.against(Firer("F1", 305), 306)
    assert refused is not None
    assert refused.clause == "X12.13.6.2"
    assert field.against(Firer("F2", 605), 306) is None
    rows = aimed(table, 306, [Firer("F2", 605)]).defence
    assert [item.amount for item in rows if item.clause == "X12.13.6.1"] == [2]
    held = silence(table, "P1", 306)
    assert held is not None
    assert held.clause == "X12.13.8"


# --- lying down


def drilled(table: Table, word: str) -> str:
    found = may_drill(MovementOptions(table, "french"), Drill("F1", word))
    return "" if found is None else found.text


@pytest.mark.rule("X12.13.8")
def test_infantry_in_line_that_the_battle_allows_lies_down_and_rises_out_of_zones() -> None:
    far = "P1 battalion at 0309 facing N"
    able = table_of("F1 battalion at 0303 facing SSE line trait prone", far)
    assert drilled(able, LIE) == ""
    assert "does not lie down" in drilled(able, RISE)
    assert "in this battle" in drilled(table_of("F1 battalion at 0303 facing SSE line", far), LIE)
    column = table_of("F1 battalion at 0303 facing S trait prone", far)
    assert "only infantry in line" in drilled(column, LIE)
    near = table_of(
        "F1 battalion at 0303 facing SSE line trait prone", "P1 battalion at 0304 facing N"
    )
    assert "enemy zone" in drilled(near, LIE)
    down = table_of("F1 battalion at 0303 facing SSE line trait prone mark prone", far)
    assert drilled(down, RISE) == ""
    assert drilled(down, LIE) == "F1 lies down already"
    refused = MovementOptions(down, "french").why_not(_march(down))
    assert [reason.clause for reason in refused] == ["X12.13.8"]


def _march(table: Table) -> object:
    return March("F1", ("S",))


# --- movement


@pytest.mark.rule("X12.6.4.1", "X12.9.2")
@pytest.mark.parametrize(
    ("how", "points"), [("facing SSE line", 2), ("facing S square", 2), ("facing S", 1)]
)
def test_a_line_and_a_square_pay_one_more_for_every_hex(how: str, points: int) -> None:
    table = table_of(f"F1 battalion at 0303 {how} movement 6", "P1 battalion at 0809 facing N")
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    assert hand.allowance == 6 * 2
    step = leg(table, hand, "S")
    assert step.cost == points * 2  # type: ignore[union-attr]


@pytest.mark.rule("X12.9.2")
def test_a_square_may_go_further_than_one_hex() -> None:
    table = table_of("F1 battalion at 0303 facing S square", "P1 battalion at 0809 facing N")
    options = MovementOptions(table, "french")
    assert March("F1", ("S", "S", "S")) in options
    assert March("F1", ("S", "S", "S", "S")) not in options


@pytest.mark.rule("X12.2.1")
def test_infantry_forms_a_line_of_two_hexes_for_one_point() -> None:
    cards = table_of(TARGET).setting.cards
    assert cards.points("infantry_two_hex_line") == cards.points("infantry_formation") == 2


@pytest.mark.rule("X12.11.2", "X19.15.4", "X19.15.5")
@pytest.mark.parametrize(
    ("how", "points"),
    [
        ("", 13), ("readiness tired", 6), ("readiness exhausted", 4), ("disordered", 6),
        ("disordered readiness tired", 3), ("disordered readiness exhausted", 2),
    ],
)  # fmt: skip
def test_disorder_and_fatigue_multiply_and_are_rounded_once(how: str, points: int) -> None:
    table = table_of(
        f"F1 cavalry at 0303 facing S movement 13 {how}", "P1 battalion at 0809 facing N"
    )
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    assert hand.allowance == points * 2
