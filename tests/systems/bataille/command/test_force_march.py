"""Forced marches: who may try, what it costs, what it forbids (rule 44)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.kernel.questions import Over
from grognard.systems.bataille.command.command_actions import ForceMarch
from grognard.systems.bataille.command.force_march import (
    ForceMarchOrder,
    attempt_item,
    divisions,
    force_marches,
    guns_of,
    has_begun,
    may_force_march,
    may_try,
    must_try,
    rest,
)
from grognard.systems.bataille.events.command import ForceMarchTried
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.marks import ATTEMPTS, FOOTSORE, FORCE_MARCH
from grognard.systems.bataille.movement.pace import (
    attempts,
    may_attack,
    may_form,
    may_go,
    points,
)
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.bataille.special import may_take
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
)

OPEN = ["." * 12] * 8
LANUSSE = "lanusse"


def division(*units: Unit, **facts: Any) -> Table:
    """All the French units given are one division."""
    french = tuple(unit.printed.id for unit in units if unit.printed.side == "french")
    return field(OPEN, *units, divisions={LANUSSE: french}, **facts)


def foot(unit: str = "F1", at: str = "0202", *args: Any, **facts: Any) -> Unit:
    return battalion(unit, at, *args, **({"organisation": "girard"} | facts))


def clause(reason: Reason | None) -> str:
    return "" if reason is None else reason.clause


# --- who may


@pytest.mark.rule("P44.1")
def test_infantry_in_good_order_at_level_nought_may_try() -> None:
    table = division(foot("F1"), foot("F2", "0303", order="disorder"))
    assert may_try(table, "F1") is None
    assert clause(may_try(table, "F2")) == "P44.1"
    assert list(force_marches(table, "french")) == [ForceMarch(LANUSSE)]
    table.levels = {"girard": 1}
    assert clause(may_try(table, "F1")) == "P44.1"
    assert clause(may_force_march(table, "french", ForceMarch(LANUSSE))) == "P44.1"
    assert not list(force_marches(table, "french"))


@pytest.mark.rule("P44.2")
def test_the_smallest_body_that_tries_is_a_division_of_the_side() -> None:
    table = division(foot("F1"))
    assert clause(may_force_march(table, "french", ForceMarch("F1"))) == "P44.2"
    assert clause(may_force_march(table, "coalition", ForceMarch(LANUSSE))) == "P44.2"


@pytest.mark.rule("P44.2")
def test_where_a_battle_names_none_the_smallest_body_of_three_battalions_is_a_division() -> None:
    large = [foot(f"F{n}", f"0{n}02") for n in (1, 2, 3)]
    small = [foot(f"F{n}", f"0{n}04", organisation="small") for n in (4, 5)]
    table = field(OPEN, *large, *small)
    assert dict(divisions(table.setting)) == {"girard": ("F1", "F2", "F3")}


@pytest.mark.rule("P44.3")
def test_if_one_battalion_tries_all_must_but_for_those_that_cannot() -> None:
    table = division(
        foot("F1"),
        foot("F2", "0303"),
        foot("F3", "0404", order="disorder"),
        foot("F4", "0505", "E", "line"),
        regiment("F5", "0606", organisation="girard"),
    )
    assert must_try(table, LANUSSE) == ("F1", "F2", "F4")


@pytest.mark.rule("P44.3")
def test_regiment_counters_are_not_used() -> None:
    large = foot("F1", size="regiment", increments=14)
    assert clause(may_force_march(division(large), "french", ForceMarch(LANUSSE))) == "P44.3"


@pytest.mark.rule("P44.12")
def test_cavalry_does_not_force_march() -> None:
    table = division(foot("F1"), regiment("F2", "0303", organisation="girard"))
    assert clause(may_try(table, "F2")) == "P44.12"
    assert must_try(table, LANUSSE) == ("F1",)


@pytest.mark.rule("P44.11")
def test_limbered_guns_attached_to_the_division_may_go_along() -> None:
    table = division(
        foot("F1"),
        battery("F2", "0303", formation="limbered", organisation="girard"),
        battery("F3", "0404", formation="unlimbered", organisation="girard"),
    )
    assert guns_of(table, LANUSSE) == ("F2",)
    assert list(force_marches(table, "french")) == [
        ForceMarch(LANUSSE),
        ForceMarch(LANUSSE, ("F2",)),
    ]
    assert clause(may_force_march(table, "french", ForceMarch(LANUSSE, ("F3",)))) == "P44.11"
    state = play(begin(table, ForceMarchOrder(LANUSSE, ("F2",))), 66, 66)
    assert points(state.table, state.table.printed("F2"), state.table["F2"]) == 14


# --- trying


@pytest.mark.rule("P44.4", "P31.13")
def test_each_unit_checks_with_six_taken_from_its_dice() -> None:
    state = begin(division(foot("F1", morale=32), foot("F2", "0303")), ForceMarchOrder(LANUSSE))
    state = play(state, 43, 42)
    checks = events(state, MoraleChecked)
    assert [(check.unit, check.account.total, check.passed) for check in checks] == [
        ("F1", -6, True),
        ("F2", -6, False),
    ]
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P44.5")
def test_success_doubles_the_printed_allowance_in_column_and_road_march() -> None:
    state = play(begin(division(foot("F1")), ForceMarchOrder(LANUSSE)), 66)
    piece, printed = state.table["F1"], state.table.printed("F1")
    assert FORCE_MARCH in piece.marks
    assert points(state.table, printed, piece) == 12
    line = msgspec.structs.replace(piece, formation=Formation.LINE)
    assert points(state.table, printed, line) == 6, "a line gains nothing by it"


@pytest.mark.rule("P44.6")
def test_failure_leaves_the_unit_where_it_is_in_good_order_and_shakes_nobody() -> None:
    table = division(foot("F1"), battalion("F9", "0202"))
    table.setting = msgspec.structs.replace(table.setting, divisions={LANUSSE: ("F1",)})
    state = play(begin(table, ForceMarchOrder(LANUSSE)), 11)
    assert isinstance(state.pending, Over), "no chain of checks"
    piece = state.table["F1"]
    assert (piece.cohesion, FOOTSORE in piece.marks) == (Cohesion.GOOD, True)
    assert clause(may_go(state.table.printed("F1"), piece)) == "P44.6"


@pytest.mark.rule("P44.7")
def test_nobody_changes_formation_on_a_forced_march() -> None:
    table = division(foot("F1", marks=(FORCE_MARCH,)), foot("F2", "0303"))
    assert clause(may_form(table.printed("F1"), table["F1"])) == "P44.7"
    assert clause(may_take(table, "F1", Formation.LINE)) == "P44.7"
    assert may_take(table, "F2", Formation.LINE) is None


@pytest.mark.rule("P44.9")
def test_a_force_marching_unit_does_not_attack() -> None:
    table = division(foot("F1", marks=(FORCE_MARCH,)), foot("F2", "0303"))
    assert clause(may_attack(table.printed("F1"), table["F1"])) == "P44.9"
    assert may_attack(table.printed("F2"), table["F2"]) is None


@pytest.mark.rule("P44.8")
def test_the_mark_that_makes_charges_worse_lasts_until_its_side_moves_again() -> None:
    table = play(begin(division(foot("F1")), ForceMarchOrder(LANUSSE)), 66).table.draft()
    rest(table, "coalition")
    assert FORCE_MARCH in table["F1"].marks, "the enemy's charge finds it so"
    rest(table, "french")
    assert FORCE_MARCH not in table["F1"].marks


@pytest.mark.rule("P44.10")
def test_the_first_turn_costs_six_the_second_twelve_the_third_eighteen() -> None:
    """The book's example; a turn without an attempt begins the count anew."""
    table = division(foot("F1"))
    cards = table.setting.cards
    for turn, dice in ((1, -6), (2, -12), (3, -18)):
        rest(table, "french")
        assert (
            attempt_item(table, "F1").amount
            == dice
            == cards.morale_modifier(f"forced_march_{turn}")
        )
        table = play(begin(table, ForceMarchOrder(LANUSSE)), 66).table.draft()
        assert attempts(table["F1"]) == turn
    rest(table, "french")
    assert f"{ATTEMPTS}3" in table["F1"].marks
    rest(table, "french")
    assert attempts(table["F1"]) == 0
    assert attempt_item(table, "F1").amount == -6


@pytest.mark.rule("P44.10")
def test_failed_attempts_count_like_others() -> None:
    table = play(begin(division(foot("F1")), ForceMarchOrder(LANUSSE)), 11).table.draft()
    rest(table, "french")
    assert table["F1"].marks == (f"{ATTEMPTS}1",)
    state = play(begin(table, ForceMarchOrder(LANUSSE)), 66)
    (tried,) = events(state, ForceMarchTried)
    assert (tried.attempt, tried.passed) == (2, True)


@pytest.mark.rule("P44.4")
def test_a_division_tries_once_a_turn_and_then_no_counters_are_exchanged() -> None:
    table = division(foot("F1"))
    assert not has_begun(table, "french")
    table = play(begin(table, ForceMarchOrder(LANUSSE)), 66).table
    assert has_begun(table, "french")
    assert clause(may_force_march(table, "french", ForceMarch(LANUSSE))) == "P44.4"


@pytest.mark.rule("P46.1")
def test_nobody_force_marches_at_night() -> None:
    table = division(foot("F1"), weather="night")
    assert clause(may_force_march(table, "french", ForceMarch(LANUSSE))) == "P46.1"
    assert (
        may_force_march(division(foot("F1"), weather="dusk"), "french", ForceMarch(LANUSSE)) is None
    )
