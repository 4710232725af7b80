"""Who checks on one occasion, and in which order (rule 31)."""

from __future__ import annotations

import pytest

from grognard.kernel import Item, Over, Roll, State
from grognard.systems.bataille.events.facts import Disordered, Routed
from grognard.systems.bataille.events.morale import MoraleChecked, RetreatMoved
from grognard.systems.bataille.morale.checks import CheckMorale, Checks
from grognard.systems.bataille.pieces import Cohesion
from tests.systems.premier.kit import battalion, battery, begin, events, field, play, regiment

WIDE = ["." * 16] * 16
ENEMY = battalion("P1", "0803", "S")


def who_rolled(state: State) -> list[str]:
    return [event.unit for event in events(state, MoraleChecked)]


def asked(state: State) -> tuple[str, str]:
    assert isinstance(state.pending, Roll)
    return state.pending.purpose, state.pending.subject


@pytest.mark.rule("P31.1")
def test_a_check_is_one_roll_of_two_dice_named_for_its_occasion() -> None:
    state = begin(field(WIDE, battalion("F1", "0806")), CheckMorale("F1", "fire-check"))
    assert state.pending == Roll("d66", "fire-check", "F1")


@pytest.mark.rule("P31.11", "PR-50", "PR-180")
def test_units_check_in_turn_and_failures_take_effect_at_once() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "1006"), ENEMY)
    state = play(begin(table, Checks(("F1", "F2"), "fire-check")), 11)
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].at != 806
    assert asked(state) == ("fire-check", "F2")
    assert isinstance(play(state, 66).pending, Over)


@pytest.mark.rule("P31.15", "PR-75")
def test_when_one_unit_of_a_stack_fails_the_others_check() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806"), ENEMY)
    state = play(begin(table, Checks(("F1",), "fire-check")), 11)
    assert asked(state) == ("chain", "F2")
    state = play(state, 11)
    assert state.table["F2"].cohesion is Cohesion.DISORDER


@pytest.mark.rule("P31.15")
def test_when_all_pass_nobody_else_checks() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806"), ENEMY)
    state = play(begin(table, Checks(("F1",), "fire-check")), 66)
    assert isinstance(state.pending, Over)
    assert who_rolled(state) == ["F1"]


@pytest.mark.rule("P31.15", "PR-75")
def test_a_chain_check_has_the_general_modifiers_but_none_of_the_occasion() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806", lost=4), ENEMY)
    own = (Item(-2, "uphill", "P33.5"),)
    state = play(begin(table, Checks(("F1",), "premelee-defender", own)), 11, 66)
    first, second = events(state, MoraleChecked)
    assert first.account.total == -2
    assert [item.clause for item in second.account] == ["P12.3"]


@pytest.mark.rule("P31.15", "PR-75")
def test_nobody_rolls_twice_for_one_event() -> None:
    table = field(
        WIDE,
        battalion("F1", "0806", increments=4),
        battalion("F2", "0806", increments=4),
        battalion("F3", "0806", increments=4),
        ENEMY,
    )
    state = play(begin(table, Checks(("F1", "F2"), "fire-check")), 11, 11, 66)
    assert isinstance(state.pending, Over)
    assert who_rolled(state) == ["F1", "F2", "F3"]


@pytest.mark.rule("P31.15", "P31.3")
def test_only_units_in_good_order_are_shaken_by_a_failure() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806", order="disorder"), ENEMY)
    state = play(begin(table, Checks(("F1",), "fire-check")), 11)
    assert isinstance(state.pending, Over)


@pytest.mark.rule("PR-75")
def test_exempt_units_never_roll() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806"), ENEMY)
    state = play(begin(table, Checks(("F1",), "fire-check", exempt=("F2",))), 11)
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P31.15")
def test_an_enemy_in_the_hex_is_no_comrade() -> None:
    table = field(WIDE, battalion("F1", "0806", "N", "square"), regiment("P1", "0806", "S"))
    state = play(begin(table, Checks(("F1",), "fire-check")), 11)
    assert who_rolled(state) == ["F1"]
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P31.10", "PR-69")
def test_a_disordered_unit_that_fails_routs() -> None:
    table = field(WIDE, battalion("F1", "0805", order="disorder"), ENEMY)
    state = play(begin(table, Checks(("F1",), "melee-check")), 11)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert len(events(state, RetreatMoved)) == 10


@pytest.mark.rule("PR-69")
def test_a_routed_unit_that_fails_again_suffers_no_more() -> None:
    table = field(WIDE, battalion("F1", "0806", order="rout"), ENEMY)
    state = play(begin(table, Checks(("F1",), "fire-check")), 11)
    assert state.table["F1"].at == 806
    assert not events(state, RetreatMoved)


@pytest.mark.rule("P30.10", "P35.12")
def test_cavalry_that_fails_routs_at_once() -> None:
    table = field(WIDE, regiment("F1", "0804", movement=8), ENEMY)
    state = play(begin(table, Checks(("F1",), "fire-check")), 11)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert not events(state, Disordered)
    assert len(events(state, RetreatMoved)) == 8


@pytest.mark.rule("P30.16", "PR-131")
def test_unlimbered_guns_that_fail_disorder_and_then_rout_where_they_stand() -> None:
    table = field(WIDE, battery("F1", "0806", "N"), ENEMY)
    once = play(begin(table, Checks(("F1",), "fire-check")), 11)
    assert (once.table["F1"].cohesion, once.table["F1"].at) == (Cohesion.DISORDER, 806)
    twice = play(begin(once.table, Checks(("F1",), "fire-check")), 11)
    assert (twice.table["F1"].cohesion, twice.table["F1"].at) == (Cohesion.ROUT, 806)
    assert events(twice, Routed)
    assert not events(twice, RetreatMoved)


@pytest.mark.rule("P31.9")
def test_a_leaders_fall_is_an_occasion_like_another() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806"), ENEMY)
    lost = (Item(-6, "his leader fell", "P7.17"),)
    state = play(begin(table, Checks(("F1", "F2"), "leader", lost)), 36, 45)
    first, second = events(state, MoraleChecked)
    assert (first.account.total, first.passed) == (-6, False)
    assert (second.account.total, second.passed) == (-6, True)


@pytest.mark.rule("P31.7", "P31.8", "P31.12")
@pytest.mark.parametrize("occasion", ["premelee-defender", "premelee-attacker", "battle-rule"])
def test_any_chapter_can_name_its_own_occasion(occasion: str) -> None:
    table = field(WIDE, battalion("F1", "0806"), ENEMY)
    assert asked(begin(table, Checks(("F1",), occasion))) == (occasion, "F1")


@pytest.mark.rule("PR-128")
def test_guns_share_the_fate_of_the_first_unit_and_do_not_roll() -> None:
    table = field(WIDE, battalion("F1", "0806", "N"), battery("F2", "0806", "N"), ENEMY)
    check = Checks(("F1",), "premelee-defender", at=806, guns=("F2",))
    state = play(begin(table, check), 11)
    assert isinstance(state.pending, Over)
    assert state.table["F2"].at == state.table["F1"].at != 806
    assert state.table["F2"].cohesion is Cohesion.DISORDER


def test_the_result_names_those_who_passed() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "1006"), ENEMY)
    state = play(begin(table, Checks(("F1", "F2"), "fire-check")), 66, 11)
    passed = [event.unit for event in events(state, MoraleChecked) if event.passed]
    assert passed == ["F1"]
