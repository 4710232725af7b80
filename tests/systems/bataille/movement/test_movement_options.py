"""The movement segment: counters exchanged, its options as an object, random segments (6, 18)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.kernel import Action, Ask, Roll, State, answer, unanswered
from grognard.systems.bataille.actions import Finish, Form, March, Restack
from grognard.systems.bataille.movement.movement import MovementOptions
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    battalion,
    battery,
    light,
    play,
    regiment,
    where,
)
from tests.systems.premier.moves import FACING_F1, clauses, fire_of, moving, purpose

# --- counters exchanged


def regiment_of_foot(**facts: Any) -> State:
    parts = [battalion(f"F{n}", "0101", regiment="FR", increments=6).printed for n in (1, 2, 3)]
    whole = battalion(
        "FR", "0505", "N", size="regiment", increments=18, parts=("F1", "F2", "F3"), **facts
    )
    return moving(whole, battalion("F9", "0909", "N"), more_counters=parts)


@pytest.mark.rule("P6.5", "P6.8", "PR-10")
def test_counters_are_exchanged_before_the_first_order_only() -> None:
    state = regiment_of_foot()
    assert clauses(state, "split FR") == []
    assert clauses(play(state, "march F9 N"), "split FR") == ["PR-10"]
    apart = play(state, "split FR")
    assert apart.table.stack(505) == ("F1", "F2", "F3")
    assert clauses(apart, "join FR") == ["PR-10"], "not back again in the same segment"
    assert play(apart, "march F1 N").table["F1"].hexes == (504,)


@pytest.mark.rule("P6.9")
def test_the_battalions_of_a_regiment_that_breaks_down_in_its_order_have_had_it() -> None:
    parts = [battalion(f"F{n}", "0101", regiment="FR", increments=2).printed for n in (1, 2)]
    whole = battalion(
        "FR",
        "0505",
        "N",
        size="regiment",
        increments=4,
        lost=1,
        parts=("F1", "F2"),
        fire_check="third",
    )
    state = moving(whole, FACING_F1, battalion("F9", "0909", "N"), more_counters=parts)
    state = play(state, "march FR N")
    state = play(state, fire_of(state), 55)
    while purpose(state) in ("breakdown-loss", "fire-check", "chain"):
        value: Any = 66 if isinstance(state.pending, Roll) else next(iter(state.pending.options))  # type: ignore[union-attr]
        state = play(state, value)
    assert "FR" not in state.table.pieces
    left = [unit for unit in ("F1", "F2") if unit in state.table.pieces]
    assert left
    assert all(clauses(state, f"march {unit} N") == ["P18.1"] for unit in left)


# --- options as an object


def everything() -> State:
    return moving(
        battalion("F1", "0505", "N"),
        light("F2", "0202", "S"),
        battery("F3", "0707", "S"),
        regiment("F4", "0208", "N"),
        battalion("F5", ["0304", "0305"], "E", "line"),
        FACING_F1,
    )


@pytest.mark.rule("P18.1")
def test_every_order_listed_is_accepted_and_none_comes_twice() -> None:
    options = everything().pending.options  # type: ignore[union-attr]
    listed = list(options)
    assert len(listed) == len(set(listed)) == options.count()
    assert listed[0] == Finish()
    assert all(order in options for order in listed)
    assert {type(order) for order in listed} == {Finish, Form, March}


@pytest.mark.rule("P18.1")
def test_orders_drawn_by_chance_are_among_the_options() -> None:
    state, chooser = everything(), Random(7)
    options: MovementOptions = state.pending.options  # type: ignore[union-attr]
    drawn: list[Action] = [options.sample(chooser) for _ in range(200)]
    assert all(order in options for order in drawn)
    assert len({order.unit for order in drawn if isinstance(order, March)}) == 5


def test_the_question_can_be_put_again_after_a_save() -> None:
    state = play(everything(), "march F1 face:S")
    again = unanswered(state.table, state.stack)
    assert list(again.pending.options) == list(state.pending.options)  # type: ignore[union-attr]
    assert where(again) == where(state)


def test_random_segments_end() -> None:
    for seed in range(6):
        chooser, state = Random(seed), everything()
        for _ in range(400):
            if not state.stack:
                break
            pending = state.pending
            if isinstance(pending, Roll):
                faces = 1 if pending.dice == "d6" else 2
                state = answer(state, tuple(chooser.randrange(6) + 1 for _ in range(faces)))
            else:
                assert isinstance(pending, Ask)
                state = answer(state, pending.options.sample(chooser))
        table: Table = state.table
        assert not state.stack
        assert all(table.stacks[at] for at in table.stacks)


# --- the order of stacks


@pytest.mark.rule("PR-163", "P16.12")
def test_the_owner_sets_the_order_of_his_stacks_when_movement_is_over() -> None:
    state = moving(battalion("F1", "0505", "N"), battalion("F2", "0506", "N"))
    state = play(state, "march F2 N", "done")
    assert purpose(state) == "stack-order"
    assert state.table.stack(505) == ("F1", "F2"), "who enters goes to the bottom"
    assert list(state.pending.options) == [Finish(), Restack(505, ("F2", "F1"))]  # type: ignore[union-attr]
    state = play(state, "restack 0505 F2 F1")
    assert state.table.stack(505) == ("F2", "F1")
    assert purpose(state) == "over", "each stack once"
