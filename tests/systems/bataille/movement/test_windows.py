"""The fire window of one action (14, 28, PR-45, PR-169, PR-179)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, Done, Flow, Procedure, State, step
from grognard.kernel.procedures import Call
from grognard.systems.bataille.actions import Shoot
from grognard.systems.bataille.horse.opportunity_charge import OpportunityCharges
from grognard.systems.bataille.movement.windows import (
    BROKEN,
    HURT,
    LEAVE,
    STEADY,
    ActionWindow,
    LoneLeaders,
    is_steady,
    is_threatened,
    turning_draws_fire,
)
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, begin, field, play, regiment

OPEN = ["." * 9] * 9
FOE = battalion("P1", "0506", "N")


class Listen(Procedure):
    """Runs a procedure and keeps its result for the test to see."""

    called: Any
    heard: Any = None

    @step("P28.1")
    def run(self, table: Table) -> Flow:
        return Call(self.called)

    @step("P28.1")
    def hear(self, table: Table, result: Any) -> Flow:
        HEARD.append(result)
        return Done()


HEARD: list[Any] = []


def window(*units: Unit, times: int = 1, **facts: Any) -> State:
    HEARD.clear()
    return begin(field(OPEN, *units, **facts), Listen(ActionWindow("F1", LEAVE, times=times)))


def shot(state: State) -> Shoot:
    assert isinstance(state.pending, Ask)
    return next(order for order in state.pending.options if isinstance(order, Shoot))


@pytest.mark.rule("P14.14", "P28.5", "PR-179")
def test_a_unit_is_threatened_in_a_zone_or_beside_a_square_with_any_of_its_hexes() -> None:
    line = battalion("F1", ["0505", "0504"], "W", "line")
    assert is_threatened(field(OPEN, line, FOE), "F1")
    assert is_threatened(field(OPEN, line, battalion("P1", "0506", "S", "square")), "F1")
    assert not is_threatened(field(OPEN, line, battalion("P1", "0506", "S")), "F1")
    assert not is_threatened(field(OPEN, line, battalion("P1", "0506", "N", order="rout")), "F1")


@pytest.mark.rule("P28.1")
def test_a_window_with_nobody_eligible_is_skipped_without_asking() -> None:
    window(battalion("F1", "0505"), battalion("P1", "0506", "S"))
    assert HEARD == [STEADY]


@pytest.mark.rule("P28.1", "P28.4")
def test_the_other_side_is_asked_once_and_may_decline() -> None:
    state = window(battalion("F1", "0505"), FOE)
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "coalition"
    play(state, "done")
    assert HEARD == [STEADY]


@pytest.mark.rule("P28.2", "P16.36")
def test_opportunity_fire_may_come_several_times() -> None:
    state = window(battalion("F1", "0505"), FOE, times=3)
    for _ in range(2):
        state = play(state, "done")
        assert isinstance(state.pending, Ask)
    play(state, "done")
    assert HEARD == [STEADY]


@pytest.mark.rule("P14.18", "PR-50")
def test_the_window_tells_whether_the_unit_was_hurt_or_broken() -> None:
    state = window(battalion("F1", "0505", fire_check="third"), FOE)
    play(state, shot(state), 55)
    assert HEARD == [HURT]
    state = window(battalion("F1", "0505", fire_check="every"), FOE)
    play(state, shot(state), 55, 11)
    assert HEARD == [BROKEN]


@pytest.mark.rule("P28.1")
def test_no_more_fire_at_a_unit_that_broke() -> None:
    state = window(battalion("F1", "0505", fire_check="every"), FOE, times=2)
    assert not play(state, shot(state), 55, 11).stack
    assert HEARD == [BROKEN]


@pytest.mark.rule("P28.6")
def test_cavalry_upon_a_square_is_fired_on_by_it() -> None:
    upon = regiment("F1", "0506", "N")
    state = window(upon, battalion("P1", "0506", "N", "square"))
    assert shot(state).target == 506


@pytest.mark.rule("PR-45")
def test_what_turning_does_is_an_option_of_the_table() -> None:
    assert turning_draws_fire(field(OPEN)) == "merge"
    assert turning_draws_fire(field(OPEN, options={"oppfire_facing": "never"})) == "never"


def test_steady_means_on_the_map_and_in_the_same_order() -> None:
    table = field(OPEN, battalion("F1", "0505", order="disorder"))
    assert is_steady(table, "F1", Cohesion.DISORDER)
    assert not is_steady(table, "F1", Cohesion.GOOD)
    assert not is_steady(table, "F9", Cohesion.GOOD)


@pytest.mark.rule("PR-164", "PR-169")
def test_nobody_is_held_up_where_no_leader_and_no_horse_is_near() -> None:
    HEARD.clear()
    table = field(OPEN, battalion("F1", "0505"))
    begin(table, Listen(LoneLeaders("F1")))
    begin(table, Listen(OpportunityCharges("F1")))
    assert HEARD == [None, True]
