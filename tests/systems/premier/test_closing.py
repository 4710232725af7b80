"""The other half of a line closing up to an assault (P16.35, P16.36)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, State, why_not
from grognard.systems.bataille.actions import March, parse
from grognard.systems.bataille.marks import commitment, committed_to
from grognard.systems.bataille.movement.march import InHand, extra_legs
from grognard.systems.bataille.movement.movement import MovementSegment
from tests.systems.premier.kit import Unit, battalion, begin, field, light, play, regiment

OPEN = ["." * 9] * 9

LINE = battalion("F1", ["0404", "0405"], "E", "line", increments=8)
"""Its front sides are NE and SE; a step to the north-east takes it to 0504 and 0505."""

FOE = battalion("P1", "0603", "SW")
"""Before 0504, not before 0505; its zone covers 0504 and 0604."""


def stopped(*units: Unit, **facts: Any) -> State:
    """The line has gone one step to the north-east and been stopped by the enemy's zone."""
    state = begin(field(OPEN, *units, **facts), MovementSegment("french"))
    return play(state, "march F1 NE")


def marches(state: State) -> list[str]:
    assert isinstance(state.pending, Ask)
    return [str(order) for order in state.pending.options if isinstance(order, March)]


@pytest.mark.rule("P16.35", "PR-26")
def test_a_stopped_line_may_wheel_round_the_end_that_has_the_enemy_before_it() -> None:
    state = stopped(LINE, FOE)
    assert state.table["F1"].hexes == (504, 505)
    assert marches(state) == ["march F1 about", "march F1 wheel:left"]
    piece = play(state, "march F1 wheel:left").table["F1"]
    assert (piece.hexes, piece.facing) == ((504, 604), 0)
    assert committed_to(piece.marks) == 603


@pytest.mark.rule("P16.35")
def test_it_closes_up_once_only() -> None:
    state = play(stopped(LINE, FOE), "march F1 wheel:left")
    assert [reason.clause for reason in why_not(state, parse("march F1 wheel:left"))] == ["P14.8"]


@pytest.mark.rule("P16.36", "PR-45")
def test_the_half_that_moves_is_fired_on_for_every_point_it_spends_in_a_zone() -> None:
    state = stopped(LINE, FOE, battalion("P2", "0605", "NW"))
    state = play(state, "march F1 wheel:left")
    for _ in ("the wheel", "the hex it enters"):
        assert isinstance(state.pending, Ask)
        assert state.pending.purpose == "opportunity-fire"
        assert {shot.target for shot in list(state.pending.options)[1:]} == {505}
        state = play(state, "done")
    assert state.table["F1"].hexes == (504, 604)


@pytest.mark.rule("P16.35")
def test_both_halves_must_touch_the_enemy_afterwards() -> None:
    # The foe stands before the left end; wheeling round the right end would lead away from him.
    state = stopped(LINE, FOE)
    assert why_not(state, parse("march F1 wheel:right"))
    assert why_not(state, parse("march F1 SE"))


@pytest.mark.rule("P16.35")
def test_it_may_step_instead_if_both_halves_then_touch_the_same_enemy() -> None:
    # P1 stands before the left end; P2 will be before both halves after a step to the south-east.
    hand = InHand("F1", allowance=12, spent=2, entered=True, stopped=True)
    line = battalion("F1", ["0504", "0505"], "E", "line", increments=8)
    table = field(OPEN, line, battalion("P1", "0603", "SW"), battalion("P2", "0705", "NW"))
    ways = {way.leg.word: way.target for way in extra_legs(table, hand)}
    assert ways == {"wheel:left": 603, "SE": 705}
    alone = field(OPEN, line, battalion("P2", "0705", "NW"))
    assert not [*extra_legs(alone, hand)], "no enemy stands before it yet"


@pytest.mark.rule("P16.35")
@pytest.mark.parametrize(
    "unit",
    [
        battalion("F1", "0504", "E", "line"),
        light("F1", ["0504", "0505"], "E", "skirmish"),
        regiment("F1", ["0504", "0505", "0506"], "E", "line", increments=12),
        battalion("F1", ["0504", "0505"], "E", "line", marks=(commitment(603),)),
    ],
)
def test_only_a_line_in_two_hexes_that_has_not_closed_up_yet_does_so(unit: Unit) -> None:
    hand = InHand("F1", allowance=12, spent=2, entered=True, stopped=True)
    assert not [*extra_legs(field(OPEN, unit, FOE), hand)]


@pytest.mark.rule("P16.35")
def test_a_line_that_no_zone_has_stopped_has_nothing_to_close_up() -> None:
    line = battalion("F1", ["0504", "0505"], "E", "line", increments=8)
    assert not [*extra_legs(field(OPEN, line, FOE), InHand("F1", allowance=12))]
