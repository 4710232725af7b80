"""A stack on the move under the guns: who falls stays behind, the rest goes on."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask, Roll, answer, start
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.guns.opportunity import FireAtMover
from grognard.systems.nlc.movement.movement import MoveAlong
from tests.systems.nlc.kit import field, order, unit


@pytest.mark.rule("N20.13.1", "N5.1")
def test_when_fire_kills_one_of_a_moving_stack_the_other_goes_on() -> None:
    table = field(
        [
            unit("a", "french", 404, strengths=(1,)),
            unit("b", "french", 404),
            unit("g", "allied", 407, "foot", (8, 4)),
        ],
        orders={"french-corps": order("attack", 407)},
        options={"opportunity_fire": "on"},
    )
    state = start(table, MoveAlong(("a", "b"), (405, 505)))
    state = answer(state, FireAtMover("g"))
    assert isinstance(state.pending, Roll)
    state = answer(state, (5, 5))
    while isinstance(state.pending, Ask):
        options = state.pending.options
        state = answer(state, next(x for x in (Pick("a"), Pick("b"), Finish()) if x in options))
    assert "a" in state.table.removed
    assert state.table.pieces["b"].at == 505
