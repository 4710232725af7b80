"""What a check is made of: values, modifiers, and the comparison (rules 12, 30, 31)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel import Item
from grognard.mechanics.d66 import D66, printed, rung_of
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import (
    LEVEL,
    SQUARE,
    STATE,
    general_items,
    lowest_dice,
    morale_value,
    passage_item,
    passes,
)
from grognard.systems.bataille.setting import TurnInfo
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    COALITION,
    FRENCH,
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
)

PLAIN = ["......"] * 6


def alone(unit: Unit, **settings: Any) -> Table:
    return field(PLAIN, unit, **settings)


def total(table: Table, unit: str = "F1") -> int:
    return sum(item.amount for item in general_items(table, unit))


@pytest.mark.rule("P31.1", "P30.3", "P30.9", "PR-03")
@pytest.mark.parametrize(("order", "needed"), [("good", 33), ("disorder", 36), ("rout", 43)])
def test_what_a_unit_of_morale_32_must_roll(order: str, needed: int) -> None:
    table = alone(battalion("F1", "0303", morale=32, order=order))
    hold = play(begin(table, CheckMorale("F1", "recovery")), needed)
    fail = play(begin(table, CheckMorale("F1", "recovery")), int(D66.of(needed) - 1))
    assert [event.passed for event in events(hold, MoraleChecked)] == [True]
    assert [event.passed for event in events(fail, MoraleChecked)] == [False]
    assert events(hold, MoraleChecked)[0].needed == needed


@pytest.mark.rule("P30.14")
def test_routed_cavalry_subtracts_six() -> None:
    table = alone(regiment("F1", "0303", order="rout"))
    assert list(general_items(table, "F1")) == [Item(-6, "routed", "P30.14")]


@pytest.mark.rule("P12.3", "PR-81")
@pytest.mark.parametrize(("lost", "amount"), [(2, 0), (3, 0), (4, -6)])
def test_infantry_subtracts_six_once_strictly_more_than_half_is_lost(
    lost: int, amount: int
) -> None:
    assert total(alone(battalion("F1", "0303", increments=6, lost=lost))) == amount


@pytest.mark.rule("P12.3")
def test_losses_do_not_weigh_on_cavalry_or_guns() -> None:
    assert total(alone(regiment("F1", "0303", increments=8, lost=6))) == 0
    assert total(alone(battery("F1", "0303", increments=3, lost=2))) == 0


@pytest.mark.rule("P16.46", "PR-36")
@pytest.mark.parametrize(
    ("options", "amount"),
    [({}, 6), ({"carre_morale": "worse"}, -6), ({"carre_morale": "none"}, 0)],
)
def test_a_square_is_six_steps_better_unless_the_table_reads_it_otherwise(
    options: dict[str, str], amount: int
) -> None:
    assert total(alone(battalion("F1", "0303", "N", "square"), options=options)) == amount


@pytest.mark.rule("P16.77", "PR-03")
def test_road_march_raises_the_value_by_twelve_even_beyond_66() -> None:
    road = ["0303 0302 0301"]
    table = alone(battalion("F1", "0303", "N", "road", increments=4, morale=32), roads=road)
    assert printed(morale_value(table, "F1")) == 52
    table = alone(battalion("F1", "0303", "N", "road", increments=4, morale=61), roads=road)
    assert morale_value(table, "F1") == rung_of(61) + 12 > 35
    state = play(begin(table, CheckMorale("F1", "fire-check")), 66)
    assert not events(state, MoraleChecked)[0].passed
    assert events(state, MoraleChecked)[0].needed == 0


@pytest.mark.rule("P31.1", "PR-01", "PR-02")
def test_neither_dice_nor_value_are_clamped_in_a_comparison() -> None:
    table = alone(battalion("F1", "0303"))
    assert passes(table, D66.of(66), +3, 37)
    assert not passes(table, D66.of(11), -6, -6)
    assert passes(table, D66.of(11), -6, -7)


@pytest.mark.rule("P31.1", "PR-04")
def test_the_extremes_of_the_dice_decide_nothing_unless_the_table_says_so() -> None:
    plain = alone(battalion("F1", "0303"))
    extreme = alone(battalion("F1", "0303"), options={"natural_extremes": "on"})
    assert not passes(plain, D66.of(66), 0, 40)
    assert passes(extreme, D66.of(66), 0, 40)
    assert passes(plain, D66.of(11), 5, 0)
    assert not passes(extreme, D66.of(11), 5, 0)


@pytest.mark.rule("P43.8", "PR-133", "PR-151")
def test_the_morale_level_of_its_corps_weighs_on_infantry() -> None:
    table = alone(battalion("F1", "0303", organisation="girard"))
    assert total(table) == 0
    table.levels["girard"] = 2
    assert list(general_items(table, "F1")) == [Item(-6, "morale level 2", "P43.8")]


@pytest.mark.rule("P43.8", "PR-133")
@pytest.mark.parametrize(("affects", "amount"), [("infantry", 0), ("all", -3)])
def test_the_level_touches_other_arms_only_where_the_table_says_so(
    affects: str, amount: int
) -> None:
    table = alone(regiment("F1", "0303", organisation="girard"), options={"level_affects": affects})
    table.levels["girard"] = 1
    assert total(table) == amount


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(("light", "amount"), [("dry", 0), ("dusk", -3), ("night", -6)])
def test_dusk_and_night_weigh_on_every_check(light: str, amount: int) -> None:
    table = alone(battalion("F1", "0303"), weather=light)
    assert table.setting.turns[0] == TurnInfo(1, "13:00", light)
    assert total(table) == amount


@pytest.mark.rule("P30.3", "P16.46")
def test_a_chart_for_the_occasion_replaces_general_figures_by_condition() -> None:
    table = alone(battalion("F1", "0303", order="disorder", lost=4, organisation="girard"))
    table.levels["girard"] = 1
    assert total(table) == -3 - 6 - 3
    kept = general_items(table, "F1", without=(STATE, LEVEL, SQUARE))
    assert [item.amount for item in kept] == [-6]


@pytest.mark.rule("P31.1")
def test_items_are_added_to_the_general_ones_or_replace_them() -> None:
    table = alone(battalion("F1", "0303", order="disorder"))
    own = (Item(-2, "uphill", "P33.5"),)
    added = play(begin(table, CheckMorale("F1", "premelee-attacker", own)), 66)
    instead = play(begin(table, CheckMorale("F1", "premelee-attacker", own, replaces=True)), 66)
    assert events(added, MoraleChecked)[0].account.total == -5
    assert events(instead, MoraleChecked)[0].account.total == -2


@pytest.mark.rule("P31.1")
def test_the_other_side_sees_dice_and_modifiers_but_not_the_value() -> None:
    table = alone(battalion("F1", "0303", order="disorder", morale=26))
    state = play(begin(table, CheckMorale("F1", "recovery")), 45)
    (event,) = events(state, MoraleChecked)
    own, other = event.seen_by(FRENCH), event.seen_by(COALITION)
    assert own == event
    assert own.value == rung_of(26)
    assert (other.value, other.needed) == (0, 0)
    assert (other.dice, other.account, other.passed) == (event.dice, event.account, True)


@pytest.mark.rule("P10.5", "P10.7")
def test_entangled_arms_check_at_minus_six() -> None:
    assert passage_item(alone(battalion("F1", "0303"))).amount == -6


@settings(deadline=None)
@given(st.integers(-20, 20), st.integers(0, 47), st.sampled_from(["on", "off"]))
def test_the_lowest_passing_dice_pass_and_lower_ones_do_not(
    modifiers: int, value: int, extremes: str
) -> None:
    table = alone(battalion("F1", "0303"), options={"natural_extremes": extremes})
    thrown = [D66.thrown(dice) for dice in product(range(1, 7), repeat=2)]
    passing = [int(dice) for dice in thrown if passes(table, dice, modifiers, value)]
    assert lowest_dice(table, modifiers, value) == min(passing, default=0)
