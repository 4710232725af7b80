"""Entering the hex that was won (P33.11, P33.14, PR-90)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, Over, Reason, State, why_not
from grognard.systems.bataille.actions import Advance, Finish
from grognard.systems.bataille.events.melee import Advanced
from grognard.systems.bataille.melee.advance import AdvanceAfterMelee, AdvanceOptions, landing
from grognard.systems.bataille.pieces import Formation, Piece
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    Unit,
    battalion,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)

PLAIN = ["." * 10] * 10
VILLAGE = [*PLAIN[:4], "....V.....", *PLAIN[5:]]


def meet(*units: Unit, rows: list[str] = PLAIN, **facts: Any) -> Table:
    return field(rows, *units, **facts)


def advance(table: Table, *units: str, mandatory: bool = True) -> State:
    return begin(table, AdvanceAfterMelee(units, 505, mandatory))


def landed(table: Table, unit: str, to: int = 505) -> Piece:
    piece = landing(table, unit, to)
    assert isinstance(piece, Piece)
    return piece


@pytest.mark.rule("P33.14")
def test_a_single_attacker_must_enter_the_hex_without_being_asked() -> None:
    state = advance(meet(battalion("F1", "0504", "S")), "F1")
    assert isinstance(state.pending, Over)
    assert state.table["F1"].at == 505
    assert len(events(state, Advanced)) == 1


@pytest.mark.rule("P33.14")
def test_of_several_the_attacker_chooses_at_least_one() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("F2", "0404", "SE"))
    state = advance(table, "F1", "F2")
    assert isinstance(state.pending, Ask)
    assert list(state.pending.options) == [
        Advance(("F1",)), Advance(("F1", "F2")), Advance(("F2",)),
    ]  # fmt: skip
    assert why_not(state, Finish())[0].clause == "P33.14"
    after = play(state, "advance F2")
    assert (after.table["F1"].at, after.table["F2"].at) == (504, 505)


@pytest.mark.rule("P33.11")
def test_after_a_failed_check_nobody_need_go() -> None:
    state = advance(meet(battalion("F1", "0504", "S")), "F1", mandatory=False)
    assert isinstance(state.pending, Ask)
    assert list(state.pending.options) == [Finish(), Advance(("F1",))]
    assert play(state, "done").table["F1"].at == 504


@pytest.mark.rule("P33.14")
def test_no_more_enter_than_the_hex_can_hold() -> None:
    table = meet(
        battalion("F1", "0504", "S", increments=9), battalion("F2", "0404", "SE", increments=9),
        battalion("F3", "0604", "SW", increments=9),
    )  # fmt: skip
    options = AdvanceOptions(table, ("F1", "F2", "F3"), 505, mandatory=True)
    assert Advance(("F1", "F3")) in options
    assert options.why_not(Advance(("F1", "F2", "F3")))[0].clause == "P10.1"
    assert Advance(("F1", "F2")) in list(options)
    village = AdvanceOptions(
        meet(battalion("F1", "0504", "S"), battalion("F2", "0404", "SE"), rows=VILLAGE),
        ("F1", "F2"), 505, mandatory=True,
    )  # fmt: skip
    assert list(village) == [Advance(("F1",)), Advance(("F2",))]


@pytest.mark.rule("P33.14")
def test_formations_that_conflict_do_not_enter_together() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("F2", "0504", "SSE", "line"))
    options = AdvanceOptions(table, ("F1", "F2"), 505, mandatory=True)
    assert options.why_not(Advance(("F1", "F2")))[0].clause == "P16.1"


@pytest.mark.rule("P33.14")
def test_names_must_be_those_of_units_that_fought_and_stand_in_order() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("F2", "0404", "SE"))
    options = AdvanceOptions(table, ("F1", "F2"), 505, mandatory=True)
    for wrong in (Advance(("F2", "F1")), Advance(()), Advance(("F1", "F1")), Advance(("F9",))):
        assert wrong not in options


@pytest.mark.rule("P33.14")
def test_formation_and_facing_are_kept_where_the_ground_allows() -> None:
    line = landed(meet(battalion("F1", "0504", "SSW", "line")), "F1")
    assert (line.hexes, line.formation, line.facing) == ((505,), Formation.LINE, 3)
    column = landed(meet(battalion("F1", "0404", "S")), "F1")
    assert (column.formation, column.facing) == (Formation.COLUMN, 3)
    skirmish = light("F1", "0504", "SSW", "skirmish", increments=3)
    assert landed(meet(skirmish, rows=VILLAGE), "F1").formation is Formation.SKIRMISH


@pytest.mark.rule("P33.14")
def test_a_line_that_enters_a_village_is_in_general_order_facing_the_way_it_went() -> None:
    line = landed(meet(battalion("F1", "0404", "SSE", "line"), rows=VILLAGE), "F1")
    assert (line.formation, line.facing) == (Formation.GENERAL, 2)
    column = landed(meet(battalion("F1", "0404", "S"), rows=VILLAGE), "F1")
    assert (column.formation, column.facing) == (Formation.GENERAL, 3)


@pytest.mark.rule("P33.14")
def test_a_unit_in_two_hexes_advances_as_a_body() -> None:
    body = landed(meet(battalion("F1", ["0404", "0405"], "E", "line")), "F1")
    assert (body.hexes, body.formation) == ((505, 506), Formation.LINE)


@pytest.mark.rule("P33.14")
@pytest.mark.parametrize("blocker", ["enemy", "friend", "woods"])
def test_where_a_body_cannot_go_it_closes_up_in_the_hex(blocker: str) -> None:
    rows = [*PLAIN[:5], "....w.....", *PLAIN[6:]] if blocker == "woods" else PLAIN
    others = [battalion("P3", "0504", "N")]
    if blocker != "woods":
        others.append(battalion("P2" if blocker == "enemy" else "F2", "0506", "N"))
    table = meet(battalion("F1", ["0404", "0405"], "E", "line"), *others, rows=rows)
    piece = landed(table, "F1")
    assert (piece.hexes, piece.formation, piece.facing) == ((505,), Formation.COLUMN, 2)


@pytest.mark.rule("P33.14")
def test_a_march_column_follows_the_road_or_leaves_it() -> None:
    on_road = battalion("F1", ["0504", "0503"], "S", "road", increments=6)
    piece = landed(meet(on_road, roads=["0503 0504 0505"]), "F1")
    assert (piece.hexes, piece.formation) == ((505, 504), Formation.ROAD)
    piece = landed(meet(on_road, roads=["0503 0504"]), "F1")
    assert (piece.hexes, piece.formation) == ((505,), Formation.COLUMN)


@pytest.mark.rule("P33.14", "P32.9")
def test_ground_closed_to_the_winner_excuses_him() -> None:
    table = meet(regiment("F1", "0504", "S"), walls=[("0504", "S")])
    refusal = landing(table, "F1", 505)
    assert isinstance(refusal, Reason)
    assert refusal.clause == "P32.9"
    state = advance(table, "F1")
    assert isinstance(state.pending, Over)
    assert state.table["F1"].at == 504


@pytest.mark.rule("P33.14")
def test_a_hex_that_is_not_empty_is_not_entered() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    state = advance(table, "F1")
    assert isinstance(state.pending, Over)
    assert state.table["F1"].at == 504
