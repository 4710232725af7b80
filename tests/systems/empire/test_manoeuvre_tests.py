"""Manoeuvre and control tests: what counts, who passes (E44)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Account
from grognard.systems.empire.actions import Primitive
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import (
    ControlTest,
    ControlTested,
    ManoeuvreTest,
    ManoeuvreTested,
    manoeuvre_rows,
    passes,
    quality_rows,
)
from tests.systems.empire.kit import at, foot, guns, horse, play, table_of


def rows(table: Table, to: str = "face:90", *, near_horse: bool = False) -> dict[str, int]:
    found = manoeuvre_rows(table, "F1", Primitive.read(to), near_horse=near_horse)
    return {item.clause: item.amount for item in found}


def quality(**card: Any) -> int:
    return Account.of(quality_rows(table_of(horse("F1", 10, 10, **card)), "F1")).total


@pytest.mark.rule("E44.4")
@pytest.mark.parametrize(
    ("status", "amount"), [("guard", 1), ("elite", 1), ("line", 0), ("militia", -1)]
)
def test_guard_and_elite_obey_better_and_militia_worse(status: str, amount: int) -> None:
    assert quality(status=status) == amount


@pytest.mark.rule("E44.5")
def test_a_commander_helps_and_being_out_of_command_hurts() -> None:
    unit = foot("F1", 10, 10)
    assert rows(table_of(unit, attached="F1")) == {"E44.5": 1}
    assert rows(table_of(unit, generals={"french": at(10, 30)})) == {"E44.5": -1}


@pytest.mark.rule("E44.6", "E44.12")
def test_a_column_adds_one_or_two_when_it_forms_square_not_both() -> None:
    table = table_of(foot("F1", 10, 10, 0, "column"))
    assert rows(table) == {"E44.6": 1}
    assert rows(table, "form:column_square") == {"E44.6": 2}
    assert rows(table, "form:full_square") == {"E44.6": 1}
    assert rows(table_of(foot("F1", 10, 10)), "form:full_square") == {}


@pytest.mark.rule("E44.7", "E44.12")
def test_any_number_of_threatened_sides_counts_once() -> None:
    table = table_of(foot("F1", 10, 10), foot("P2", 13, 9.8, 270), horse("P3", 10, 7, 0))
    assert rows(table) == {"E44.7": -1}


@pytest.mark.rule("E44.8")
def test_half_of_its_strength_lost_counts() -> None:
    assert rows(table_of(foot("F1", 10, 10, halves=3))) == {}
    assert rows(table_of(foot("F1", 10, 10, halves=4))) == {"E44.8": -1}


@pytest.mark.rule("E44.9", "E22.7")
def test_a_marker_counts() -> None:
    table = table_of(foot("F1", 10, 10))
    table.alter("F1", marked=True)
    assert rows(table) == {"E44.9": -1}


@pytest.mark.rule("E44.10", "E44.14")
def test_horse_that_charges_from_near_counts() -> None:
    assert rows(table_of(foot("F1", 10, 10)), near_horse=True) == {"E44.10": -1}


@pytest.mark.rule("E44.11")
def test_guns_that_limber_or_unlimber_are_worse_and_those_that_turn_are_not() -> None:
    table = table_of(guns("F1", 10, 10))
    assert rows(table, "form:limbered") == {"E44.11": -1}
    assert rows(table) == {}


@pytest.mark.rule("E44.1", "E44.12")
def test_a_one_always_fails_and_a_six_always_passes() -> None:
    for needed in (2, 3, 4):
        assert [die for die in range(1, 7) if passes(die, 0, needed)] == list(range(needed, 7))
    assert not passes(1, 5, 2)
    assert passes(6, -5, 4)


@pytest.mark.rule("E44.2", "E44.13", "E22.3")
def test_who_passes_changes_at_once_and_is_marked_and_who_fails_stays_as_he_was() -> None:
    table = table_of(foot("F1", 10, 10, 0, "column"))
    square = Primitive.read("form:column_square")
    passed = play(table, ManoeuvreTest("F1", square), 2)
    assert passed.told(ManoeuvreTested)[0].passed
    assert passed.table.pieces["F1"].formation == "column_square"
    assert passed.table.pieces["F1"].marked
    failed = play(table, ManoeuvreTest("F1", square), 1)
    assert failed.table.pieces["F1"] == table.pieces["F1"]


@pytest.mark.rule("E44.3", "E44.1")
@pytest.mark.parametrize(("drill", "least"), [("A", 2), ("B", 3), ("C", 4)])
def test_a_control_test_is_by_class(drill: str, least: int) -> None:
    table = table_of(horse("F1", 10, 10, drill=drill))
    for die in range(1, 7):
        held = play(table, ControlTest("F1"), die).told(ControlTested)[0].held
        assert held is (die >= least)
