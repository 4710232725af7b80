"""The checks before melee: ratio, accounts, who rolls, who gives way (rules 13, 16, 31, 33)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.kernel import Item, Over, Roll, State
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.melee.giving_way import (
    attacking_increments,
    defending_increments,
    is_between_foot,
)
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from grognard.systems.premier.events import PreMeleeWeighed
from grognard.systems.premier.melee.premelee import (
    PreMeleeChecks,
    attackers_who_check,
    defenders_who_check,
)
from grognard.systems.premier.melee.premelee_account import attacker_items, defender_items
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)

PLAIN = ["." * 12] * 12
VILLAGE = [*PLAIN[:4], "....V.......", *PLAIN[5:]]


def meet(*units: Unit, rows: list[str] = PLAIN, **facts: Any) -> Table:
    return field(rows, *units, **facts)


def dealt(table: Table, **chosen: str) -> Table:
    deck = cards(frozenset(chosen.items()))
    table.setting = msgspec.structs.replace(table.setting, cards=deck)
    return table


def check(table: Table, *attackers: str) -> State:
    return begin(table, PreMeleeChecks(505, attackers))


def of_attacker(table: Table, unit: str, odds: int = 0) -> list[tuple[int, str]]:
    return _plain(attacker_items(table, unit, 505, odds, "2:1"))


def of_defender(table: Table, unit: str, *attackers: str) -> list[tuple[int, str]]:
    return _plain(defender_items(table, unit, attackers, 505, 0, "2:1"))


def _plain(items: tuple[Item, ...]) -> list[tuple[int, str]]:
    """Amounts and clauses without the odds."""
    return [(item.amount, item.clause) for item in items if item.clause != "P33.4"]


def rolls(state: State) -> list[str]:
    return [event.unit for event in events(state, MoraleChecked)]


# --- the ratio


@pytest.mark.rule("P32.3", "P16.13")
def test_a_column_counts_all_its_increments() -> None:
    table = meet(battalion("F1", "0504", "S", increments=9), battalion("P1", "0505", "N"))
    assert attacking_increments(table, ("F1",), 505) == 9


@pytest.mark.rule("P32.4", "P16.32")
def test_an_attacking_line_counts_its_top_four_increments() -> None:
    line = battalion("F1", "0504", "SSE", "line", increments=7)
    table = meet(line, battalion("F2", "0504", "SSE", "line"), battalion("P1", "0505", "N"))
    assert attacking_increments(table, ("F1",), 505) == 4
    assert attacking_increments(table, ("F1", "F2"), 505) == 4


@pytest.mark.rule("P32.4", "P16.32")
def test_a_line_in_two_hexes_counts_four_in_each() -> None:
    line = battalion("F1", ["0404", "0405"], "E", "line", increments=10)
    table = meet(line, battalion("P1", "0505", "SW"))
    assert attacking_increments(table, ("F1",), 505) == 4 + 4


@pytest.mark.rule("P32.4", "P16.33")
def test_a_defending_line_counts_every_increment_of_the_hex() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "NNW", "line", increments=7))
    assert defending_increments(table, 505, "french") == 7


@pytest.mark.rule("P33.4")
def test_guns_count_in_defence_and_a_long_line_only_with_what_is_in_the_hex() -> None:
    table = meet(
        battalion("F1", "0504", "S"),
        battalion("P1", ["0505", "0506"], "W", "line", increments=7),
        battery("P9", "0505", "NW"),
    )
    assert defending_increments(table, 505, "french") == 4 + 2


@pytest.mark.rule("P33.4")
@pytest.mark.parametrize(
    ("own", "theirs", "odds", "attacker", "defender"),
    [(2, 6, "1:2", -6, 6), (5, 6, "1:2", -6, 6), (6, 6, "1:1", -3, 3), (11, 6, "1:1", -3, 3),
     (12, 6, "2:1", 0, 0), (9, 3, "3:1", 3, -3), (8, 2, "4:1", 6, -6), (18, 2, "5:1", 9, -9)],
)  # fmt: skip
def test_the_ratio_is_rounded_down_and_works_on_both_sides(
    own: int, theirs: int, odds: str, attacker: int, defender: int
) -> None:
    table = meet(
        battalion("F1", "0504", "S", increments=own), battalion("P1", "0505", "N", increments=theirs)
    )  # fmt: skip
    state = play(check(table, "F1"), 66, 66)
    assert events(state, PreMeleeWeighed) == [PreMeleeWeighed(505, own, theirs, odds)]
    first, second = events(state, MoraleChecked)
    assert (first.unit, first.account.items[0].amount) == ("P1", defender)
    assert (second.unit, second.account.items[0].amount) == ("F1", attacker)


# --- directions and ground


@pytest.mark.rule("P13.24", "P13.26")
def test_an_attack_through_the_flank_heartens_one_side_and_shakes_the_other() -> None:
    table = meet(battalion("F1", "0605", "NW"), battalion("P1", "0505", "N"))
    assert of_attacker(table, "F1") == [(12, "P13.26")]
    assert of_defender(table, "P1", "F1") == [(-12, "P13.24")]


@pytest.mark.rule("P13.28", "P13.29")
def test_an_attack_through_the_rear_is_worth_half_of_that() -> None:
    table = meet(battalion("F1", "0506", "N"), battalion("P1", "0505", "N"))
    assert of_attacker(table, "F1") == [(6, "P13.29")]
    assert of_defender(table, "P1", "F1") == [(-6, "P13.28")]


@pytest.mark.rule("P13.24", "P13.28")
@pytest.mark.parametrize(
    ("choice", "items"),
    [("off", [(-12, "P13.24")]), ("on", [(-12, "P13.24"), (-6, "P13.28")])],
)
def test_of_several_directions_the_defender_takes_the_worst(
    choice: str, items: list[tuple[int, str]]
) -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0605", "NW"), battalion("F3", "0506", "N"),
        battalion("P1", "0505", "N"), options={"direction_mods_stack": choice},
    )  # fmt: skip
    assert of_defender(table, "P1", "F1", "F2", "F3") == items
    assert of_attacker(table, "F1") == []


@pytest.mark.rule("P13.26", "P13.29")
def test_a_table_may_deny_the_attacker_his_bonus_for_the_flank() -> None:
    table = meet(
        battalion("F1", "0605", "NW"), battalion("F2", "0506", "N"), battalion("P1", "0505", "N")
    )
    dealt(table, flank_attacker_bonus="0")
    assert of_attacker(table, "F1") == of_attacker(table, "F2") == []
    assert of_defender(table, "P1", "F1") == [(-12, "P13.24")]


@pytest.mark.rule("P33.17")
@pytest.mark.parametrize("figure", ["2", "3"])
def test_an_assault_up_a_slope_is_harder_and_down_it_is_not(figure: str) -> None:
    up = ["0" * 12] * 4 + ["000010000000"] + ["0" * 12] * 7
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"), levels=up)
    dealt(table, slope_premelee=figure)
    assert of_attacker(table, "F1") == [(-int(figure), "P33.17")]
    assert of_defender(table, "P1", "F1") == [(int(figure), "P33.17")]
    down = [row.replace("0", "2") if index == 3 else row for index, row in enumerate(up)]
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"), levels=down)
    assert of_attacker(table, "F1") == of_defender(table, "P1", "F1") == []


@pytest.mark.rule("P33.17")
@pytest.mark.parametrize(("feature", "dice"), [("stream", 3), ("dyke", 3), ("river_ford", 12)])
def test_water_between_helps_the_defence_if_every_attacker_must_cross_it(
    feature: str, dice: int
) -> None:
    units = (
        battalion("F1", "0504", "S"),
        battalion("F2", "0404", "SE"),
        battalion("P1", "0505", "N"),
    )
    table = meet(*units, hexsides={("0504", "S"): feature})
    assert of_attacker(table, "F1") == [(-dice, "P33.17")]
    assert of_attacker(table, "F2") == []
    assert of_defender(table, "P1", "F1") == [(dice, "P33.17")]
    assert of_defender(table, "P1", "F1", "F2") == []


# --- states


@pytest.mark.rule("P33.5")
@pytest.mark.parametrize(
    ("unit", "items"),
    [
        (battalion("P1", "0505", "N"), []),
        (battalion("P1", "0505", "NNW", "line"), [(-3, "P33.5")]),
        (light("P1", "0505", "NNW", "skirmish", increments=3), [(-6, "P33.5")]),
        (battalion("P1", "0505", "N", "square"), [(6, "P16.46")]),
        (battalion("P1", "0505", "N", order="disorder"), [(-3, "P30.3")]),
        (battalion("P1", "0505", "N", order="rout"), [(-6, "P30.9")]),
        (battalion("P1", "0505", "N", lost=4), [(-6, "P12.3")]),
    ],
)  # fmt: skip
def test_formation_and_order_of_the_defender_count_once(
    unit: Unit, items: list[tuple[int, str]]
) -> None:
    table = meet(battalion("F1", "0504", "S"), unit)
    assert of_defender(table, "P1", "F1") == items


@pytest.mark.rule("P12.3", "P30.3")
def test_the_attackers_own_state_counts_too() -> None:
    table = meet(
        battalion("F1", "0504", "S", order="disorder", lost=4), battalion("P1", "0505", "N")
    )
    assert sorted(of_attacker(table, "F1")) == [(-6, "P12.3"), (-3, "P30.3")]


@pytest.mark.rule("P33.5")
def test_losses_to_defensive_fire_weigh_on_the_attacker() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    table.fire_losses["F1"] = 2
    assert of_attacker(table, "F1") == [(2 * -3, "P33.5")]


@pytest.mark.rule("P33.5")
@pytest.mark.parametrize(
    ("own", "theirs", "each"),
    [(32, 15, -6), (32, 14, -9), (32, 11, -12), (16, 11, -3), (32, 21, -3)],
)
def test_the_fire_of_an_elite_weighs_more_but_not_on_an_elite(
    own: int, theirs: int, each: int
) -> None:
    table = meet(
        battalion("F1", "0504", "S", morale=own), battalion("P1", "0505", "N", morale=theirs)
    )
    table.fire_losses["F1"] = 2
    assert of_attacker(table, "F1") == [(2 * each, "P33.5")]


@pytest.mark.rule("P33.5")
def test_the_fire_of_an_elite_attacker_shakes_the_defender() -> None:
    table = meet(battalion("F1", "0504", "S", morale=13), battalion("P1", "0505", "N"))
    table.fire_losses["P1"] = 1
    assert of_defender(table, "P1", "F1") == []
    table.fired_at["F1"] = (505,)
    assert of_defender(table, "P1", "F1") == [(-9, "P33.5")]


@pytest.mark.rule("P46.2")
@pytest.mark.parametrize(
    ("weather", "special", "formation", "nation", "dice"),
    [("rain", ["kolben"], "column", "Prussian", 3), ("soaked", ["kolben"], "column", "Prussian", 3),
     ("dry", ["kolben"], "column", "Prussian", 0), ("rain", [], "column", "Prussian", 0),
     ("rain", ["kolben"], "line", "Prussian", 0), ("rain", ["kolben"], "column", "Russian", 0)],
)  # fmt: skip
def test_in_rain_prussian_columns_go_in_with_the_butt(
    weather: str, special: list[str], formation: str, nation: str, dice: int
) -> None:
    facing = "SSE" if formation == "line" else "S"
    table = meet(
        battalion("P1", "0504", facing, formation, nation=nation), battalion("F1", "0505", "N"),
        weather=weather, special=special,
    )  # fmt: skip
    assert of_attacker(table, "P1") == ([(dice, "P46.2")] if dice else [])


# --- who checks


@pytest.mark.rule("P33.7", "P16.67", "P31.7")
def test_defenders_in_general_order_do_not_check() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N", "general"), rows=VILLAGE
    )
    assert defenders_who_check(table, ("F1",), 505) == ()
    state = check(table, "F1")
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "premelee-attacker"


@pytest.mark.rule("P33.8", "P33.9", "P35.5")
@pytest.mark.parametrize(
    "units",
    [
        (regiment("F1", "0504", "S"), battalion("P1", "0505", "N")),
        (battalion("F1", "0504", "S"), regiment("P1", "0505", "N")),
        (regiment("F1", "0504", "S"), regiment("P1", "0505", "N")),
    ],
)
def test_nobody_checks_where_cavalry_fights(units: tuple[Unit, ...]) -> None:
    table = meet(*units)
    assert not is_between_foot(table, ("F1",), 505)
    state = check(table, "F1")
    assert isinstance(state.pending, Over)
    assert not state.happened


@pytest.mark.rule("P33.6", "P31.8")
def test_the_attacker_passes_unrolled_against_skirmishers_only() -> None:
    skirmishers = light("P1", "0505", "NNW", "skirmish", increments=3)
    table = meet(battalion("F1", "0504", "S"), skirmishers)
    assert attackers_who_check(table, ("F1",), 505) == ()
    state = play(check(table, "F1"), 66)
    assert isinstance(state.pending, Over)
    assert rolls(state) == ["P1"]
    with_column = meet(battalion("F1", "0504", "S"), skirmishers, battalion("P2", "0505", "N"))
    assert attackers_who_check(with_column, ("F1",), 505) == ("F1",)


@pytest.mark.rule("P33.5", "P33.3")
def test_the_defence_rolls_first_unit_by_unit_top_first() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P2", "0505", "N"), battalion("P1", "0505", "N")
    )
    state = play(check(table, "F1"), 66, 66, 66)
    assert rolls(state) == ["P2", "P1", "F1"]


@pytest.mark.rule("P33.6")
def test_the_attacker_need_not_check_once_the_defender_has_run() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    state = play(check(table, "F1"), 11)
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert rolls(state) == ["P1"]
    assert isinstance(state.pending, Over)


# --- giving way


@pytest.mark.rule("P33.10")
def test_a_defender_that_fails_disorders_and_retreats_without_loss() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    state = play(check(table, "F1"), 11)
    piece = state.table["P1"]
    assert piece.cohesion is Cohesion.DISORDER
    assert piece.at != 505
    assert piece.lost == 0


@pytest.mark.rule("P33.10", "P32.6")
def test_attackers_that_fail_drop_out_and_the_rest_go_in() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0404", "SE"), battalion("P1", "0505", "N")
    )
    state = play(check(table, "F1", "F2"), 66, 11, 66)
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F2"].at == 404
    assert state.table["P1"].at == 505


@pytest.mark.rule("P33.10")
def test_one_defender_may_run_while_the_other_fights_on() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"), battalion("P2", "0505", "N")
    )
    state = play(check(table, "F1"), 11, 66, 66)
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert state.table["P2"].at == 505
    assert rolls(state) == ["P1", "P2", "F1"]  # P2 has rolled and does not roll again


@pytest.mark.rule("P31.15")
def test_those_who_see_their_comrades_fail_check_as_well() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0504", "S"), battalion("P1", "0505", "N")
    )
    state = play(check(table, "F1"), 66, 11)
    assert isinstance(state.pending, Roll)
    assert (state.pending.purpose, state.pending.subject) == ("chain", "F2")


@pytest.mark.rule("P33.10")
def test_a_disordered_unit_that_fails_before_melee_routs() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N", order="disorder"))
    state = play(check(table, "F1"), 11)
    assert "P1" not in state.table.pieces or state.table["P1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P32.10")
def test_guns_roll_with_their_infantry_and_go_with_it() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"), battery("P9", "0505", "N")
    )
    assert defenders_who_check(table, ("F1",), 505) == ("P1",)
    state = play(check(table, "F1"), 11)
    assert state.table["P9"].at == state.table["P1"].at != 505
    assert state.table["P9"].cohesion is Cohesion.DISORDER
    assert state.table["P9"].formation.value == "limbered"


@pytest.mark.rule("P31.7")
def test_guns_alone_check_for_themselves() -> None:
    table = meet(battalion("F1", "0504", "S"), battery("P9", "0505", "N"))
    assert defenders_who_check(table, ("F1",), 505) == ("P9",)
    state = play(check(table, "F1"), 11)
    assert state.table["P9"].cohesion is Cohesion.DISORDER
    assert state.table["P9"].at == 505  # unlimbered guns stay
    assert isinstance(state.pending, Roll)


@pytest.mark.rule("P33.17")
def test_attackers_thrown_back_from_a_wall_disorder_where_they_stand() -> None:
    units = battalion("F1", "0504", "S"), battalion("P1", "0505", "N")
    state = play(check(meet(*units, walls=[("0504", "S")]), "F1"), 66, 11)
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].at == 504
    line = battalion("F1", ["0404", "0504"], "SSE", "line"), battalion("P1", "0505", "N")
    state = play(check(meet(*line, walls=[("0504", "S"), ("0404", "SE")]), "F1"), 66, 11)
    assert state.table["F1"].hexes == (404,)
    assert state.table["F1"].formation.value == "column"


@pytest.mark.rule("P33.17")
def test_a_gate_is_no_wall() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"),
        walls=[("0504", "S")], roads=["0504 0505"],
    )  # fmt: skip
    state = play(check(table, "F1"), 66, 11)
    assert state.table["F1"].at != 504


@pytest.mark.rule("P33.4")
def test_the_ratio_is_not_worked_out_again_when_defenders_have_gone() -> None:
    table = meet(
        battalion("F1", "0504", "S", increments=6), battalion("P1", "0505", "N", increments=6),
        battalion("P2", "0505", "N", increments=6, melee=Fraction(13)),
    )  # fmt: skip
    state = play(check(table, "F1"), 11, 66, 66)
    assert len(events(state, PreMeleeWeighed)) == 1
    assert events(state, MoraleChecked)[-1].account.items[0].reason == "odds 1:2"
