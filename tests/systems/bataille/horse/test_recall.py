"""Recall, and cavalry that does not hear it (rule 42)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import State
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.events.charge import RecallRolled
from grognard.systems.bataille.horse.charge_actions import Square, Target
from grognard.systems.bataille.horse.charge_end import ChargeAftermath
from grognard.systems.bataille.horse.recall import (
    Pursuit,
    Recall,
    chase_points,
    recall_number,
    recall_row,
)
from grognard.systems.bataille.melee.melee import out_of_hand
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import Cohesion, Formation, Readiness
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from tests.systems.premier.charges import charge, do, horse, marks, offered, purpose, with_leader
from tests.systems.premier.kit import (
    Unit,
    battalion,
    begin,
    events,
    field,
    play,
    regiment,
)

ROWS = ["." * 9] * 32


def broken(*more: Unit, movement: int = 14, options: dict[str, str] | None = None) -> State:
    """The target in 0509 has failed to stand, been spared, and run; the recall is due."""
    table = field(
        ROWS,
        horse("F1", "0502", movement=movement, recall=3),
        battalion("C1", "0509", "N"),
        *more,
        options=options,
    )
    return do(charge(table, "F1"), "S S S S S", Target("C1"), "S", 11, Pick("0"))


# --- the roll


@pytest.mark.rule("P42.1", "P42.2", "P38.38")
@pytest.mark.parametrize("row", sorted(cards().recall_numbers))
def test_every_row_of_the_recall_chart_is_read(row: str) -> None:
    needed = cards().recall_number(row)
    nation, _, kind = row.partition("_")
    facts: dict[str, Any] = {
        "nation": nation.capitalize(),
        "movement": 11 if kind == "heavy" else 14,
    }
    facts["traits"] = frozenset({"cossack"} if row == "cossacks" else {kind} if kind else ())
    table = field(ROWS, horse("F1", "0505", **facts))
    assert recall_row(table.printed("F1")) == row
    assert recall_number(table, "F1") == needed
    for die in range(1, 7):
        state = play(begin(table, Recall(("F1",))), die)
        (rolled,) = events(state, RecallRolled)
        assert rolled.recalled is (die >= needed and die > 1)


@pytest.mark.rule("P42.2", "PR-165")
def test_a_leader_of_horse_adds_one_and_a_one_always_fails() -> None:
    table = with_leader(field(ROWS, horse("F1", "0505", recall=5)), "0505")
    assert events(play(begin(table, Recall(("F1",))), 4), RecallRolled)[0].recalled
    sure = with_leader(field(ROWS, horse("F1", "0505", recall=2)), "0505")
    assert not events(play(begin(sure, Recall(("F1",))), 1), RecallRolled)[0].recalled
    allied = with_leader(field(ROWS, horse("F1", "0505", recall=5)), "0505", nation="Saxon")
    assert not events(play(begin(allied, Recall(("F1",))), 4), RecallRolled)[0].recalled


@pytest.mark.rule("P42.2")
def test_a_stack_is_recalled_on_the_number_of_its_wildest_regiment() -> None:
    table = field(ROWS, horse("F1", "0505", recall=2), horse("F2", "0505", recall=4))
    assert not events(play(begin(table, Recall(("F1", "F2"))), 3), RecallRolled)[0].recalled


@pytest.mark.rule("P42.2")
def test_the_enemy_does_not_see_the_printed_number() -> None:
    table = field(ROWS, horse("F1", "0505", recall=4))
    (rolled,) = events(play(begin(table, Recall(("F1",))), 3), RecallRolled)
    assert rolled.seen_by("french").needed == 4
    assert rolled.seen_by("coalition").needed == 0


# --- recalled


@pytest.mark.rule("P38.40", "P42.3")
def test_recalled_cavalry_goes_on_as_it_likes_with_the_points_it_has() -> None:
    state = do(broken(), 6)
    assert purpose(state) == "ride"
    assert "done" in offered(state)
    riding = state.stack[1].procedure.riding  # type: ignore[attr-defined]
    assert (riding.target, riding.gallop.left) == ("", 2 * (19 - 6))


@pytest.mark.rule("P38.39", "PR-110", "PR-104")
def test_one_roll_holds_for_the_whole_charge_and_a_new_target_may_be_named() -> None:
    state = do(broken(battalion("C2", "0514", "N")), 6)
    state = do(state, "S S S S", Target("C2"), "S", 11)
    state = do(state, Pick("0"))
    assert state.table["C2"].cohesion is Cohesion.ROUT
    assert purpose(state) == "ride", "nobody rolls again"


@pytest.mark.rule("P38.20", "P38.40", "P38.43", "PR-109")
def test_recalled_cavalry_may_catch_the_runaways_and_ride_them_down_again() -> None:
    table = field(ROWS, horse("F1", "0502"), battalion("C1", "0509", "N", order="rout"))
    state = do(charge(table, "F1"), "S S S S S", Target("C1"), "S")
    assert purpose(state) == "trample"
    state = do(state, Pick("2"))
    assert state.table.strength("C1") == 6 - 2
    assert "met" in marks(state, "F1")


@pytest.mark.rule("P38.47", "PR-113")
@pytest.mark.parametrize(
    ("reading", "readiness"), [("tired", "tired"), ("exhausted", "exhausted"), ("none", "fresh")]
)
def test_cavalry_whose_target_ran_from_its_square_and_who_reaches_nobody_else(
    reading: str, readiness: str
) -> None:
    table = field(
        ROWS,
        horse("F1", "0502", recall=2, movement=11),
        battalion("C1", "0510", "N", nation="Saxon"),
        options={"unreached_charge": reading},
    )
    state = do(do(charge(table, "F1"), "S S S S"), "S", want=["form-square"])
    state = do(state, Square("C1"), 66, Finish())
    assert state.table["C1"].cohesion is Cohesion.ROUT
    assert state.table["F1"].cohesion is Cohesion.GOOD
    assert state.table["F1"].readiness == readiness


# --- out of hand


@pytest.mark.rule("P38.41", "P38.42", "P42.4", "PR-111")
def test_unrecalled_cavalry_rides_to_the_vacated_hex_and_at_most_five_points_further() -> None:
    state = do(broken(), 1)
    assert purpose(state) == ""
    assert "unrecalled" in marks(state, "F1")
    assert distance(state.table["F1"].at, 509) == 5


@pytest.mark.rule("PR-111", "P38.42")
@pytest.mark.parametrize(
    ("reading", "left", "points"), [("ceiling", 6, 6), ("ceiling", 40, 10), ("bonus", 6, 10)]
)
def test_the_five_points_are_a_limit_or_a_gift(reading: str, left: int, points: int) -> None:
    table = field(ROWS, horse("F1"), options={"recall_five": reading})
    assert chase_points(table, left) == points


@pytest.mark.rule("P38.41", "P42.4", "P42.5", "PR-112", "PR-177")
def test_it_must_fight_the_first_enemy_it_touches_at_half_value_and_without_a_run() -> None:
    table = field(
        ROWS,
        horse("F1", "0508", marks=("charged",)),
        battalion("C1", "0520", "N", order="rout"),
        battalion("C2", "0512", "N"),
    )
    state = begin(table, Pursuit(("F1",), "C1", 509, 30))
    assert state.table["F1"].hexes == (511,)
    assert {"contact:C2", "unrecalled"} <= set(marks(state, "F1"))
    assert "contact:F1" in marks(state, "C2")
    assert "run" not in marks(state, "F1")
    melee = Melee(512, ("F1",), unrecalled=("F1",))
    (factor,) = out_of_hand(state.table, melee, "F1")
    assert factor.times == cards().melee_factor("failed_recall")


@pytest.mark.rule("P42.4")
def test_a_line_out_of_hand_crowds_together_and_turns_to_whom_it_meets() -> None:
    table = field(
        ROWS,
        regiment("F1", ["0508", "0408"], "SSE", "line"),
        battalion("C1", "0516", "N", order="rout"),
        battalion("C2", "0611", "N"),
    )
    state = begin(table, Pursuit(("F1",), "C1", 509, 30))
    assert state.table["F1"].formation is Formation.COLUMN
    assert state.table["F1"].at == 511
    assert "contact:C2" in marks(state, "F1")
    assert state.table["F1"].facing == 2


@pytest.mark.rule("P42.4", "P41.10")
def test_with_no_way_after_them_it_stays_where_it_is() -> None:
    rows = [*ROWS[:8], "...www...", *ROWS[9:]]
    table = field(rows, horse("F1", "0508"), battalion("C1", "0516", "N", order="rout"))
    state = begin(table, Pursuit(("F1",), "C1", 510, 30))
    assert state.table["F1"].at == 508


@pytest.mark.rule("P38.44", "P38.48", "P42.6", "P42.7", "PR-78", "PR-112")
def test_when_all_melees_are_over_it_is_routed_in_place_and_exhausted() -> None:
    state = do(broken(), 1)
    at = state.table["F1"].at
    over = begin(state.table, ChargeAftermath("french"))
    piece = over.table["F1"]
    assert (piece.cohesion, piece.readiness, piece.at) == (Cohesion.ROUT, Readiness.EXHAUSTED, at)
    assert "unrecalled" not in piece.marks


@pytest.mark.rule("PR-48", "P28.1")
def test_cavalry_out_of_hand_may_be_fired_at_as_it_leaves_a_zone() -> None:
    def pursued(**options: str) -> State:
        table: Table = field(
            ROWS,
            horse("F1", "0508"),
            battalion("C1", "0520", "N", order="rout"),
            battalion("C2", "0608", "NW"),
            options=options,
        )
        return begin(table, Pursuit(("F1",), "C1", 509, 30))

    assert purpose(pursued()) == "opportunity-fire"
    assert purpose(pursued(oppfire_vs_charge="off")) == ""
