"""The two charges of the check list, square and stand, to the last figure (algorithms 22.4, 22.5)."""

from __future__ import annotations

import pytest

from grognard.mechanics.d66 import D66, rung_of
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.events.charge import RecallRolled, Trampled
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.horse.charge_actions import Square, Target
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import SquareRolled
from tests.systems.premier.charges import charge, do, lancers, marks, offered, purpose
from tests.systems.premier.kit import COALITION, Unit, battalion, events, field

ROWS = ["." * 9] * 28


def westphalian(at: str) -> Unit:
    """I/9th Westphalian, in column, with its front to the charge."""
    return battalion("F1", at, "N", increments=6, morale=33, nation="Westphalian")


def meeting(at: str) -> Table:
    """The 5th Landwehr Cavalry in 0502, the battalion further down the same column."""
    return field(ROWS, lancers("C1"), westphalian(at), phasing=COALITION)


@pytest.mark.rule("P38.24", "P38.32", "P38.34", "P38.36", "P35.11", "PR-106", "PR-107")
def test_a_square_tried_at_four_hexes_fails_and_three_increments_are_ridden_down() -> None:
    state = charge(meeting("0512"), "C1")
    state = do(state, "S S S S S S", Square("F1"), 46, want=["form-square"])
    (rolled,) = events(state, SquareRolled)
    assert (rolled.row, rolled.distance, rolled.account.total) == ("westphalian", 4, +6)
    assert (D66.thrown(rolled.dice) + 6, rolled.modified, rolled.result) == (
        D66.of(56),
        56,
        "disorder",
    )
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].hexes == (512,)
    state = do(state, "S S", Target("F1"), "S")
    assert purpose(state) == "trample"
    assert offered(state) == ["pick 0", "pick 1", "pick 2", "pick 3"]  # 13 + 5 - 9 = 9 points
    state = do(state, Pick("3"))
    assert events(state, Trampled)[0].count == 9 // 3
    assert state.table.strength("F1") == 6 - 3
    assert {"contact:F1", "charged"} <= set(marks(state, "C1"))
    assert "contact:C1" in marks(state, "F1")


@pytest.mark.rule("P31.6", "P38.17", "P38.19", "P38.38", "P38.43", "P42.2", "PR-109")
def test_infantry_that_does_not_try_must_stand_and_runs_and_four_increments_are_ridden_down() -> (
    None
):
    state = charge(meeting("0512"), "C1")
    state = do(state, "S S S S S S S S", Target("F1"), "S")
    assert purpose(state) == "stand"
    state = do(state, 43)
    (checked,) = events(state, MoraleChecked)
    assert checked.account.total == -6
    assert D66.of(43).rung - 6 == rung_of(33)
    assert not checked.passed
    assert offered(state)[-1] == f"pick {9 // 2}"
    state = do(state, Pick("4"))
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert state.table.strength("F1") == 6 - 4
    assert purpose(state) == "recall"
    assert events(do(state, 5), RecallRolled)[0].recalled
    assert not events(do(state, 4), RecallRolled)[0].recalled
