"""Strength in melee and the odds it makes (rules 12, 13, 16, 19, 20, 30, 33, 35, 36)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.mechanics.d66 import rung_of
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.melee.melee import (
    attack_strength,
    defence_strength,
    engaged_hexes,
    lance_bonus,
)
from grognard.systems.bataille.melee.melee_values import Fighter, Melee, Strength
from grognard.systems.bataille.pieces import Formation, Piece
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from grognard.systems.premier.melee.melee_card import (
    melee_account,
    melee_distribution,
    melee_odds,
    routs_unrolled,
)
from tests.systems.premier.kit import Unit, battalion, battery, field, light, regiment

PLAIN = ["." * 10] * 10


def meet(*units: Unit, target: int = 505, rows: list[str] = PLAIN, **facts: Any) -> Table:
    return field(rows, *units, **facts)


def attack(table: Table, *units: str, target: int = 505, **manner: Any) -> Fraction:
    return attack_strength(table, Melee(target, units, **manner)).total


def defence(table: Table, *units: str, target: int = 505, **manner: Any) -> Fraction:
    return defence_strength(table, Melee(target, units, **manner)).total


def dealt(table: Table, **chosen: str) -> Table:
    """The table with alternatives of its cards."""
    deck = cards(frozenset(chosen.items()))
    table.setting = msgspec.structs.replace(table.setting, cards=deck)
    return table


# --- losses and shares


@pytest.mark.rule("P12.1")
def test_a_melee_value_of_15_falls_to_12_with_one_of_five_increments() -> None:
    table = meet(
        battalion("F1", "0504", "S", increments=5, melee=Fraction(15), lost=1),
        battalion("P1", "0505", "N"),
    )
    assert attack(table, "F1") == 15 * Fraction(4, 5) == 12


@pytest.mark.rule("P12.4")
def test_a_battery_fights_in_proportion_to_the_guns_it_has_left() -> None:
    table = meet(battalion("F1", "0504", "S"), battery("P9", "0505", "N", lost=1))
    assert defence(table, "F1") == 3 * Fraction(1, 2)


@pytest.mark.rule("P12.5")
def test_cavalry_fights_in_proportion_to_its_losses() -> None:
    table = meet(regiment("F1", "0504", "S", lost=2), battalion("P1", "0505", "N"))
    assert attack(table, "F1") == 24 * Fraction(6, 8)


@pytest.mark.rule("P12.8")
@pytest.mark.parametrize(("choice", "total"), [("keep", Fraction(65, 6)), ("drop", Fraction(10))])
def test_the_table_says_whether_fractions_count(choice: str, total: Fraction) -> None:
    table = meet(
        battalion("F1", "0504", "S", lost=1),
        battalion("P1", "0505", "N"),
        options={"fractions": choice},
    )
    assert attack(table, "F1") == total


@pytest.mark.rule("P16.34")
def test_a_two_hex_line_has_its_full_value_only_if_both_hexes_take_part() -> None:
    # Facing E, left hex 0404, right hex 0405 (side SE+... across side v+2 = 3).
    table = meet(
        battalion("F1", ["0404", "0405"], "E", "line", increments=6),
        battalion("P1", "0505", "SW"),
    )
    assert engaged_hexes(table, "F1", 505) == (404, 405)
    assert attack(table, "F1") == 13
    assert engaged_hexes(table, "F1", 504) == (404,)


@pytest.mark.rule("P16.34")
def test_one_hex_of_a_line_fights_with_its_own_increments() -> None:
    table = meet(
        battalion("F1", ["0404", "0405"], "E", "line", increments=7, melee=Fraction(14)),
        battalion("P1", "0504", "SW"),
    )
    assert engaged_hexes(table, "F1", 504) == (404,)
    assert attack(table, "F1", target=504) == 14 * Fraction(4, 7)


@pytest.mark.rule("P16.94")
def test_a_cavalry_line_fights_with_the_increments_in_contact() -> None:
    table = meet(
        regiment("F1", ["0404", "0405"], "E", "line", increments=8), battalion("P1", "0504", "SW")
    )
    assert attack(table, "F1", target=504) == 24 * Fraction(4, 8)


@pytest.mark.rule("P19.31")
def test_skirmishers_in_two_hexes_have_a_quarter_of_their_value_in_each() -> None:
    table = meet(
        light("F1", ["0404", "0405"], "E", "skirmish", increments=6, melee=Fraction(12)),
        battalion("P1", "0504", "SW"),
    )
    assert attack(table, "F1", target=504) == 12 * Fraction(1, 4)
    assert defence(meet(
        light("P2", ["0505", "0506"], "W", "skirmish", increments=6, melee=Fraction(12)),
        battalion("F2", "0504", "S"),
    ), "F2") == 12 * Fraction(1, 4)  # fmt: skip


@pytest.mark.rule("P19.31")
def test_skirmishers_in_one_hex_fight_at_half() -> None:
    table = meet(
        light("F1", "0504", "SSE", "skirmish", increments=3, melee=Fraction(8)),
        battalion("P1", "0505", "N"),
    )
    assert attack(table, "F1") == 8 * Fraction(1, 2)


@pytest.mark.rule("P20.13")
def test_mounted_skirmishers_fight_at_half() -> None:
    table = meet(
        regiment("F1", ["0504", "0404"], "SSE", "skirmish", skirmish_fire=Fraction(2)),
        battalion("P1", "0505", "N"),
    )
    lines = attack_strength(table, Melee(505, ("F1",))).fighters
    assert [f.at for f in lines] == [504, 404]
    assert attack(table, "F1") == 24 * Fraction(1, 2)


@pytest.mark.rule("P16.75")
def test_a_unit_on_the_road_has_a_quarter_of_its_value_in_each_hex() -> None:
    table = meet(
        battalion("P1", ["0505", "0506"], "N", "road", increments=6), battalion("F1", "0504", "S"),
        roads=["0505 0506"],
    )  # fmt: skip
    assert defence(table, "F1") == 13 * Fraction(1, 4)


@pytest.mark.rule("P16.14")
def test_a_stack_in_column_counts_all_its_units() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0504", "S"),
        battalion("P1", "0505", "N"), battalion("P2", "0505", "N"),
    )  # fmt: skip
    assert attack(table, "F1", "F2") == 13 + 13
    assert defence(table, "F1", "F2") == 13 + 13


@pytest.mark.rule("P32.5")
def test_everything_in_the_hex_defends_guns_included() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"), battery("P9", "0505", "N")
    )
    assert defence(table, "F1") == 13 + 3


@pytest.mark.rule("P19.21")
def test_skirmishers_in_shelter_add_nothing_to_the_defence() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"),
        battalion("P2", "0505", "N", marks=("shelter",)),
    )  # fmt: skip
    assert defence(table, "F1") == 13


# --- condition


@pytest.mark.rule("P30.2")
def test_disordered_infantry_fights_at_half() -> None:
    table = meet(battalion("F1", "0504", "S", order="disorder"), battalion("P1", "0505", "N"))
    assert attack(table, "F1") == 13 * Fraction(1, 2)


@pytest.mark.rule("P30.7")
def test_routed_infantry_defends_at_a_third() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N", order="rout"))
    assert defence(table, "F1") == 13 * Fraction(1, 3)


@pytest.mark.rule("P30.13")
def test_routed_cavalry_fights_at_a_quarter() -> None:
    table = meet(battalion("F1", "0504", "S"), regiment("P1", "0505", "N", order="rout"))
    assert defence(table, "F1") == 24 * Fraction(1, 4)


@pytest.mark.rule("P30.18")
@pytest.mark.parametrize(("printed", "worth"), [(3, Fraction(3, 2)), (1, Fraction(1))])
def test_disordered_limbered_guns_are_worth_half_but_never_less_than_one(
    printed: int, worth: Fraction
) -> None:
    guns = battery("P9", "0505", "N", "limbered", order="disorder", melee=Fraction(printed))
    assert defence(meet(battalion("F1", "0504", "S"), guns), "F1") == worth


@pytest.mark.rule("P36.2", "P36.4", "P36.7")
@pytest.mark.parametrize(
    ("readiness", "share"), [("fresh", 1), ("tired", Fraction(1, 2)), ("exhausted", Fraction(1, 3))]
)
def test_cavalry_fights_by_its_readiness(readiness: str, share: Fraction) -> None:
    table = meet(regiment("F1", "0504", "S", readiness=readiness), battalion("P1", "0505", "N"))
    assert attack(table, "F1") == 24 * share


@pytest.mark.rule("P36.10", "P36.11")
@pytest.mark.parametrize(
    ("readiness", "worth"),
    [("fresh", 18 * Fraction(1, 3)), ("tired", 18 * Fraction(1, 6)), ("exhausted", Fraction(2))],
)
def test_horses_spared_fight_at_a_third_of_what_they_are_worth(
    readiness: str, worth: Fraction
) -> None:
    table = meet(
        regiment("F1", "0504", "S", melee=Fraction(18), readiness=readiness),
        battalion("P1", "0505", "N"),
    )
    assert attack(table, "F1", sparing=("F1",)) == worth


# --- the kind of enemy, and the way to him


@pytest.mark.rule("P13.27", "P33.15", "P13.2")
def test_an_attack_through_the_flank_doubles() -> None:
    table = meet(battalion("F1", "0605", "NW"), battalion("P1", "0505", "N"))
    assert attack(table, "F1") == 13 * 2


@pytest.mark.rule("P13.30", "P33.16")
def test_an_attack_through_the_rear_is_worth_half_as_much_again() -> None:
    table = meet(battalion("F1", "0506", "N"), battalion("P1", "0505", "N"))
    assert attack(table, "F1") == 13 * Fraction(3, 2)


@pytest.mark.rule("P13.27", "P13.30")
def test_every_attacking_hex_has_its_own_direction() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0605", "NW"), battalion("F3", "0506", "N"),
        battalion("P1", "0505", "N"),
    )  # fmt: skip
    assert attack(table, "F1", "F2", "F3") == 13 + 13 * 2 + 13 * Fraction(3, 2)


@pytest.mark.rule("P13.2")
def test_the_top_unit_decides_what_is_flank() -> None:
    units = battalion("P1", "0505", "N"), battalion("P2", "0505", "NW")
    table = meet(battalion("F1", "0605", "NW"), *units)
    assert table.top(505) == "P1"
    assert attack(table, "F1") == 13 * 2
    table = meet(battalion("F1", "0605", "NW"), units[1], units[0])
    assert attack(table, "F1") == 13 * Fraction(3, 2)


@pytest.mark.rule("P13.27")
def test_a_refused_flank_is_front() -> None:
    line = battalion("P1", "0505", "NNE", "line")
    friend = battalion("P2", "0506", "NE")
    assert attack(meet(battalion("F1", "0605", "NW"), line), "F1") == 13 * 2
    assert attack(meet(battalion("F1", "0605", "NW"), line, friend), "F1") == 13


@pytest.mark.rule("P13.30")
def test_routed_units_have_neither_flank_nor_rear() -> None:
    table = meet(battalion("F1", "0506", "N"), battalion("P1", "0505", "N", order="rout"))
    assert attack(table, "F1") == 13


@pytest.mark.rule("P16.54")
def test_infantry_attacks_a_square_with_half_as_much_again() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N", "square"))
    assert attack(table, "F1") == 13 * Fraction(3, 2)


@pytest.mark.rule("P16.58", "P35.12")
@pytest.mark.parametrize("share", ["1/3", "1/2"])
def test_cavalry_attacks_a_square_with_a_third(share: str) -> None:
    table = meet(battalion("P1", "0505", "N", "square"), regiment("F1", "0505", "S"))
    dealt(table, cav_vs_carre=share)
    assert attack(table, "F1") == 24 * Fraction(share)


@pytest.mark.rule("P16.68")
def test_cavalry_in_general_order_or_attacking_into_it_has_a_third() -> None:
    rows = [*PLAIN[:4], "....V.....", *PLAIN[5:]]
    into = meet(regiment("F1", "0504", "S"), battalion("P1", "0505", "N", "general"), rows=rows)
    assert attack(into, "F1") == 24 * Fraction(1, 3)
    inside = meet(battalion("F1", "0504", "S"), regiment("P1", "0505", "N", "general"), rows=rows)
    assert defence(inside, "F1") == 24 * Fraction(1, 3)


@pytest.mark.rule("P16.69")
def test_infantry_in_general_order_fights_at_full_value() -> None:
    rows = [*PLAIN[:4], "....V.....", *PLAIN[5:]]
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N", "general"), rows=rows)
    assert attack(table, "F1") == 13
    assert defence(table, "F1") == 13


@pytest.mark.rule("P35.7")
def test_heavy_cavalry_doubles_against_light_in_attack() -> None:
    table = meet(regiment("F1", "0504", "S", movement=11), regiment("P1", "0505", "N"))
    assert attack(table, "F1") == 24 * 2
    against_heavy = meet(
        regiment("F1", "0504", "S", movement=11), regiment("P1", "0505", "N", movement=11)
    )
    assert attack(against_heavy, "F1") == 24


@pytest.mark.rule("P35.7")
@pytest.mark.parametrize(("at", "facing", "worth"), [("0504", "S", 48), ("0506", "N", 24)])
def test_heavy_cavalry_doubles_in_defence_through_its_front_only(
    at: str, facing: str, worth: int
) -> None:
    table = meet(regiment("F1", at, facing), regiment("P1", "0505", "N", movement=11))
    assert defence(table, "F1") == worth


@pytest.mark.rule("P35.8")
def test_heavy_cavalry_in_line_fights_at_half() -> None:
    table = meet(
        regiment("F1", ["0404", "0405"], "E", "line", movement=11), battalion("P1", "0505", "SW")
    )
    assert attack(table, "F1") == 24 * Fraction(1, 2)


@pytest.mark.rule("P35.6")
def test_all_that_changes_cavalry_multiplies() -> None:
    table = meet(
        regiment("F1", "0605", "NW", movement=11, readiness="tired", lost=4),
        regiment("P1", "0505", "N", movement=13),
    )
    # P1 is light: five front sides, so 0605 is front to it; the heavies double, half of half left.
    assert attack(table, "F1") == 24 * Fraction(1, 2) * Fraction(1, 2) * 2


@pytest.mark.rule("P33.17")
def test_an_assault_across_a_stream_keeps_two_thirds() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"),
        hexsides={("0504", "S"): "stream"},
    )  # fmt: skip
    assert attack(table, "F1") == 13 * Fraction(2, 3)


@pytest.mark.rule("P38.14", "P42.5")
def test_a_charge_brings_its_run_or_its_disarray_into_the_melee() -> None:
    table = meet(regiment("F1", "0504", "S"), battalion("P1", "0505", "N"))
    assert attack(table, "F1", running=("F1",)) == 24 * 2
    assert attack(table, "F1", unrecalled=("F1",)) == 24 * Fraction(1, 2)


# --- lances


@pytest.mark.rule("P35.9")
def test_lancers_who_assault_add_their_bonus() -> None:
    table = meet(regiment("F1", "0504", "S", lance=Fraction(4)), battalion("P1", "0505", "N"))
    assert attack(table, "F1") == 24 + 4


@pytest.mark.rule("P35.10")
def test_lancers_who_stand_have_no_bonus_unless_they_counter_charge() -> None:
    table = meet(regiment("F1", "0504", "S"), regiment("P1", "0505", "N", lance=Fraction(4)))
    assert defence(table, "F1") == 24
    assert defence(table, "F1", counter_charging=("P1",)) == 24 + 4


@pytest.mark.rule("P12.7", "P35.9")
def test_the_lance_bonus_shrinks_with_losses_and_is_lost_with_good_order() -> None:
    unit = regiment("F1", "0504", "S", lance=Fraction(4), lost=2)
    assert lance_bonus(cards(), unit.printed, unit.piece, lowered=True) == 4 * Fraction(6, 8)
    routed = regiment("F1", "0504", "S", lance=Fraction(4), order="rout")
    assert lance_bonus(cards(), routed.printed, routed.piece, lowered=True) == 0


@pytest.mark.rule("P16.93")
def test_in_line_the_lance_bonus_is_doubled_in_every_hex() -> None:
    table = meet(
        regiment("F1", ["0404", "0405"], "E", "line", lance=Fraction(4)),
        battalion("P1", "0505", "SW"),
    )
    assert attack(table, "F1") == 24 + (2 * 4) + (2 * 4)


@pytest.mark.rule("P35.13")
def test_a_square_does_not_cut_the_lance_bonus() -> None:
    table = meet(
        battalion("P1", "0505", "N", "square"), regiment("F1", "0505", "S", lance=Fraction(4))
    )
    assert attack(table, "F1") == 24 * Fraction(1, 3) + 4


@pytest.mark.rule("P35.9")
def test_a_table_may_multiply_the_lance_bonus_too() -> None:
    table = meet(
        regiment("F1", "0504", "S", lance=Fraction(4), readiness="tired"),
        battalion("P1", "0505", "N"),
        options={"lance_in_multipliers": "on"},
    )
    assert attack(table, "F1") == (24 + 4) * Fraction(1, 2)


# --- odds and dice


@pytest.mark.rule("P33.12")
@pytest.mark.parametrize(
    ("attack_value", "defence_value", "column", "dice"),
    [
        (14, 13, "1:1", 0), (13, 14, "1:2", 0), (30, 20, "1.5:1", 0), (29, 20, "1:1", 0),
        (17, 28, "1:2", 0), (1, 2, "1:2", 0), (49, 100, "1:2", -6), (1, 3, "1:2", -6),
        (33, 100, "1:2", -12), (9, 1, "5:1", 0), (5, 0, "5:1", 0),
    ],
)  # fmt: skip
def test_odds_are_rounded_down_and_the_ends_of_the_card_hold(
    attack_value: int, defence_value: int, column: str, dice: int
) -> None:
    odds = melee_odds(cards(), Fraction(attack_value), Fraction(defence_value))
    assert (odds.name, odds.dice) == (column, dice)


@pytest.mark.rule("P33.12")
@pytest.mark.parametrize(("choice", "routs"), [("off", False), ("on", True)])
def test_a_table_may_rout_attackers_below_1_to_2_without_a_roll(choice: str, routs: bool) -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"),
        options={"auto_ar_everywhere": choice},
    )  # fmt: skip
    assert routs_unrolled(table, melee_odds(cards(), Fraction(1), Fraction(3))) is routs
    assert not routs_unrolled(table, melee_odds(cards(), Fraction(1), Fraction(2)))


@pytest.mark.rule("P33.13")
def test_odds_below_the_card_are_an_item_of_the_account() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    melee = Melee(505, ("F1",))
    account = melee_account(table, melee, melee_odds(cards(), Fraction(2), Fraction(5)))
    assert [(item.amount, item.clause) for item in account] == [(-6, "PR-06")]
    assert not melee_account(table, melee, melee_odds(cards(), Fraction(2), Fraction(2)))


@pytest.mark.rule("P33.13")
def test_the_distribution_of_a_column_counts_its_36_cells() -> None:
    chances = melee_distribution(cards(), cards().melee_odds.names.index("1:2"))
    assert sum(chances.values()) == 1
    assert chances["AR"] == Fraction(4, 36)
    assert chances["AD"] == Fraction(12, 36)
    assert chances["-"] == Fraction(9, 36)
    assert chances["DD"] == Fraction(2, 36)


@pytest.mark.rule("P33.13")
def test_modifiers_shift_the_distribution_and_the_ends_clamp() -> None:
    column = cards().melee_odds.names.index("1:1")
    assert melee_distribution(cards(), column, +36) == {"DD": Fraction(1)}
    assert melee_distribution(cards(), column, -36) == {"AD": Fraction(1)}
    six = melee_distribution(cards(), column, +6)
    assert six["DD"] == Fraction(11, 36)  # 62 to 66, and the six rungs below


@pytest.mark.rule("P33.13")
def test_the_later_transcription_changes_cells_of_the_card() -> None:
    deck = cards(frozenset({("melee_cells", "later")}))
    column = deck.melee_odds.names.index("1:1")
    assert deck.melee_result(column, rung_of(43)).printed == "2/1"


def test_a_fighter_tells_how_his_strength_came_about() -> None:
    fighter = Fighter(
        "F1", 504, Fraction(15), (Factor(Fraction(4, 5), "4 of 5 left", "P12.1"),), Fraction(2)
    )
    assert str(fighter) == "F1 in 0504: 15 x 4/5 4 of 5 left (P12.1) + 2 lances (P35.9) = 14"
    assert Strength((fighter, fighter)).total == 28


@pytest.mark.rule("P32.2", "P32.9")
def test_only_hexes_with_the_target_across_an_open_front_side_are_engaged() -> None:
    table = meet(
        battalion("F1", "0504", "N"), battalion("F2", "0605", "NW"), battalion("P1", "0505", "N"),
        regiment("F3", "0404", "SE"), walls=[("0404", "SE")],
    )  # fmt: skip
    assert engaged_hexes(table, "F1", 505) == ()
    assert engaged_hexes(table, "F2", 505) == (605,)
    assert engaged_hexes(table, "F3", 505) == ()  # a wall is closed to cavalry


def test_a_unit_stands_in_a_square_hex_and_is_engaged_there() -> None:
    table = meet(battalion("P1", "0505", "N", "square"), regiment("F1", "0505", "N"))
    assert engaged_hexes(table, "F1", 505) == (505,)
    assert isinstance(table["F1"], Piece)
    assert table["P1"].formation is Formation.SQUARE
