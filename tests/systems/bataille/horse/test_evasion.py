"""Skirmishers before a charge (P19.17-P19.29)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.events.charge import ChargeEnded, RecallRolled, Trampled
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.horse.charge_actions import Decline, Evade, Target
from grognard.systems.bataille.horse.evasion import shelters
from grognard.systems.bataille.horse.square import may_try
from grognard.systems.bataille.melee.melee import defenders_of
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.charges import charge, do, horse, marks, offered, purpose
from tests.systems.premier.kit import Unit, battalion, events, field, light

ROWS = ["." * 9] * 30


def tirailleurs(at: Any = "0509", **facts: Any) -> Unit:
    values = {"increments": 3} | facts
    return light("C1", at, "NNE", "skirmish", **values)


def table_with(*units: Unit, rows: list[str] = ROWS, **setting: Any) -> Table:
    return field(rows, horse("F1", "0504"), tirailleurs(), *units, **setting)


def at_two_hexes(table: Table) -> Any:
    return do(charge(table, "F1"), "S S S", Target("C1"), want=["evade"])


@pytest.mark.rule("P19.17", "P19.18", "PR-32")
def test_shelter_is_steady_infantry_or_rough_ground_next_to_them() -> None:
    assert shelters(table_with(), "C1") == []
    assert shelters(table_with(battalion("C2", "0510", "N")), "C1") == [510]
    for order in ("disorder", "rout"):
        broken = table_with(battalion("C2", "0510", "N", order=order))
        assert shelters(broken, "C1") == []
    assert shelters(table_with(battalion("C2", "0511", "N")), "C1") == []
    rows = [*ROWS[:9], "....w....", *ROWS[10:]]
    assert shelters(table_with(rows=rows), "C1") == [510]
    held = table_with(battalion("F2", "0510", "N", "general"), rows=rows)
    assert shelters(held, "C1") == []
    horse_only = table_with(horse("C2", "0510", "N"))
    assert shelters(horse_only, "C1") == []


@pytest.mark.rule("P19.17", "P19.18")
def test_skirmishers_that_are_the_target_may_run_into_shelter_and_nowhere_else() -> None:
    table = table_with(battalion("C2", "0510", "N"), battalion("C3", "0609", "N"))
    state = at_two_hexes(table)
    assert purpose(state) == "evade"
    assert offered(state) == ["done", "evade C1 0510", "evade C1 0609"]
    passed_by = do(charge(table, "F1"), "S S S", Decline("C1"), want=["evade"])
    assert purpose(passed_by) == "ride"


@pytest.mark.rule("P19.19", "P19.20", "P19.23", "P19.24", "PR-138")
def test_they_go_to_the_bottom_in_column_without_fire_check_or_lost_movement() -> None:
    state = at_two_hexes(table_with(battalion("C2", "0510", "N")))
    state = do(state, Evade("C1", parse_hex("0510")))
    piece = state.table["C1"]
    assert (piece.formation, piece.cohesion) == (Formation.COLUMN, Cohesion.GOOD)
    assert state.table.stack(510) == ("C2", "C1")
    assert marks(state, "C1") == ("shelter",)
    assert not events(state, MoraleChecked)
    assert purpose(state) == "ride"


@pytest.mark.rule("P19.20")
def test_in_rough_ground_they_are_in_general_order_and_stand_for_themselves() -> None:
    rows = [*ROWS[:9], "....w....", *ROWS[10:]]
    state = do(at_two_hexes(table_with(rows=rows)), Evade("C1", 510))
    assert state.table["C1"].formation is Formation.GENERAL
    assert marks(state, "C1") == ()


@pytest.mark.rule("P19.21", "P19.22")
def test_they_take_no_part_in_the_fire_or_melee_strength_of_that_hex() -> None:
    state = do(at_two_hexes(table_with(battalion("C2", "0510", "N"))), Evade("C1", 510))
    barred = silence(state.table, "C1", 510)
    assert barred is not None
    assert barred.clause == "P19.21"
    assert defenders_of(state.table, 510, "french") == ("C2",)


@pytest.mark.rule("P19.25", "P19.26", "P19.27")
def test_those_who_do_not_evade_rout_when_the_cavalry_comes_next_to_them() -> None:
    assert may_try(table_with(), "C1", ("F1",)) is not None
    state = do(at_two_hexes(table_with()), "S")
    assert purpose(state) == "trample"
    state = do(state, Pick("0"))
    assert state.table["C1"].cohesion is Cohesion.ROUT
    assert not events(state, MoraleChecked), "they may not try to stand"
    stayed = do(at_two_hexes(table_with(battalion("C2", "0510", "N"))), "S", Pick("0"))
    assert stayed.table["C1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P19.26")
def test_adjacency_is_enough_even_beside_the_front_of_the_cavalry() -> None:
    table = field(ROWS, horse("F1", "0504", movement=11), tirailleurs("0608"))
    state = do(charge(table, "F1"), "S S S", Target("C1"), "face:SW S")
    assert state.table["F1"].facing == 4, "they are to its left, not before it"
    assert purpose(state) == "trample"


@pytest.mark.rule("P19.28", "PR-107", "PR-108")
@pytest.mark.parametrize(("reading", "most"), [("two_points_each", 7), ("two_per_point", 9)])
def test_before_they_run_they_are_ridden_down_with_all_points_left(reading: str, most: int) -> None:
    table = field(
        ROWS,
        horse("F1", "0504", movement=14),
        light("C1", ["0509", "0610", "0710"], "NNE", "skirmish", increments=9),
        options={"trample_skirmishers": reading},
    )
    state = do(charge(table, "F1"), "S S S", Target("C1"), "S")
    assert offered(state)[-1] == f"pick {most}"  # 14 + 5 - 4 = 15 points
    state = do(state, Pick("7"))
    assert events(state, Trampled)[0].count == 7
    assert state.table.strength("C1") == 9 - 7


@pytest.mark.rule("P19.29", "P42.2", "PR-110")
def test_nobody_rolls_for_recall_after_skirmishers_and_the_charge_may_go_on() -> None:
    table = table_with(battalion("C2", "0516", "N"))
    state = do(at_two_hexes(table), "S", Pick("1"))
    assert not events(state, RecallRolled)
    assert purpose(state) == "ride"
    state = do(state, "S")
    assert state.table["F1"].at == 509


@pytest.mark.rule("PR-113", "P38.47")
def test_cavalry_whose_only_target_evaded_is_tired_not_routed() -> None:
    rows = [*ROWS[:9], "....w....", *ROWS[10:]]
    state = do(at_two_hexes(table_with(rows=rows)), Evade("C1", 510), Finish())
    assert events(state, ChargeEnded)[0].how == "spared"
    assert state.table["F1"].cohesion is Cohesion.GOOD
    assert state.table["F1"].readiness == "tired"


@pytest.mark.rule("P19.30")
def test_light_infantry_in_column_is_charged_like_any_other() -> None:
    table = field(ROWS, horse("F1", "0504"), light("C1", "0509", "N"))
    state = do(charge(table, "F1"), "S S S", Target("C1"), "S")
    assert purpose(state) == "stand"
