"""The end of a movement segment: stacks, faults of skirmishers, markers (10, 19, 29)."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from grognard.kernel import Ask, Over, Roll, State, why_not
from grognard.systems.bataille.actions import Finish, Restack, parse
from grognard.systems.bataille.events.facts import StackOrdered
from grognard.systems.bataille.marks import HELD, NO_MOVE, SHELTER, STUNNED
from grognard.systems.bataille.movement.movement_end import MovementEnd, StackOptions, misplaced
from grognard.systems.bataille.pieces import Cohesion
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)

OPEN = ["." * 9] * 9


def ending(*units: Unit, **facts: Any) -> State:
    return begin(field(OPEN, *units, **facts), MovementEnd("french"))


def past_stacks(state: State) -> State:
    """Leave the stacks as they lie."""
    while getattr(state.pending, "purpose", "") == "stack-order":
        state = play(state, "done")
    return state


# --- stacks


@pytest.mark.rule("PR-163")
def test_every_stack_may_be_put_in_order_once() -> None:
    state = ending(
        battalion("F1", "0505", increments=3),
        battalion("F2", "0505", increments=3),
        battalion("F3", "0707", increments=3),
        battery("F4", "0707"),
    )
    assert isinstance(state.pending, Ask)
    assert list(state.pending.options) == [
        Finish(),
        Restack(505, ("F2", "F1")),
        Restack(707, ("F4", "F3")),
    ]
    state = play(state, "restack 0707 F4 F3")
    assert events(state, StackOrdered) == [StackOrdered(707, ("F4", "F3"))]
    assert [reason.clause for reason in why_not(state, parse("restack 0707 F3 F4"))] == ["PR-163"]
    state = play(state, "restack 0505 F2 F1")
    assert isinstance(state.pending, Over)


@pytest.mark.rule("PR-163")
def test_nobody_is_asked_about_single_units_or_the_enemys_stacks() -> None:
    state = ending(battalion("F1", "0505"), battalion("P1", "0808"), battalion("P2", "0808"))
    assert isinstance(state.pending, Over)


@pytest.mark.rule("PR-163")
def test_orders_of_a_stack_are_all_its_permutations_but_the_present_one() -> None:
    table = field(OPEN, *[battalion(f"F{n}", "0505", increments=4) for n in (3, 1, 2)])
    options = StackOptions(table, "french")
    wanted = [units for units in permutations(("F1", "F2", "F3")) if units != ("F3", "F1", "F2")]
    assert list(options) == [Finish(), *[Restack(505, units) for units in wanted]]
    assert options.count() == 6
    assert all(options.sample(Random(seed)) in options for seed in range(30))
    assert Restack(505, ("F1", "F2")) not in options
    assert Restack(505, ("F1", "F2", "F2")) not in options


@pytest.mark.rule("PR-163", "PR-138")
def test_those_who_shelter_stay_at_the_bottom() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", increments=3),
        battalion("F2", "0505", increments=3),
        light("F3", "0505", marks=(SHELTER,), increments=3),
    )
    options = StackOptions(table, "french")
    assert list(options) == [Finish(), Restack(505, ("F2", "F1", "F3"))]
    assert options.count() == 2
    (reason,) = options.why_not(Restack(505, ("F3", "F1", "F2")))
    assert reason.clause == "PR-163"


# --- skirmishers where they do not belong


@pytest.mark.rule("P19.34", "P19.35")
def test_skirmishers_who_stay_with_a_line_are_disordered() -> None:
    state = past_stacks(
        ending(
            battalion("F1", "0505", "E", "line"),
            light("F2", "0505", "E", "skirmish", increments=3),
        )
    )
    assert state.table["F2"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].cohesion is Cohesion.GOOD


@pytest.mark.rule("P19.34", "P19.35")
def test_skirmishers_above_the_limit_of_their_hex_are_disordered_one_after_the_other() -> None:
    state = past_stacks(
        ending(
            light("F1", "0505", "E", "skirmish", increments=3),
            light("F2", "0505", "E", "skirmish", increments=3),
        )
    )
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F2"].cohesion is Cohesion.GOOD, "alone now, it is within the limit"


@pytest.mark.rule("P19.34")
def test_skirmishers_by_themselves_are_not_at_fault() -> None:
    state = ending(light("F1", ["0505", "0506"], "E", "skirmish"))
    assert state.table["F1"].cohesion is Cohesion.GOOD


@pytest.mark.rule("P19.24", "PR-138")
def test_shelter_lasts_until_the_end_of_the_next_movement_segment() -> None:
    guests = light("F2", "0505", "SE", marks=(SHELTER,))
    state = past_stacks(ending(battalion("F1", "0505", "E", "line"), guests))
    assert state.table["F2"].cohesion is Cohesion.DISORDER
    assert SHELTER not in state.table["F2"].marks
    fitting = past_stacks(ending(battalion("F1", "0505", "SE"), guests))
    assert fitting.table["F2"].cohesion is Cohesion.GOOD
    assert fitting.table["F2"].marks == ()


# --- other faults


@pytest.mark.rule("P10.9", "P16.3", "P18.9", "PR-20")
@pytest.mark.parametrize(
    ("guest", "found"),
    [
        (regiment("F2", "0505"), "P16.3"),
        (battalion("F2", "0505", "E", "line"), "P16.1"),
        (battalion("F2", "0505", increments=13), "P10.1"),
        (battery("F2", "0505"), None),
    ],
)
def test_who_may_not_stay_in_one_hex(guest: Unit, found: str | None) -> None:
    reason = misplaced(field(OPEN, battalion("F1", "0505"), guest), "F1")
    assert (reason.clause if reason else None) == found


@pytest.mark.rule("P10.2", "P18.12")
def test_a_hex_too_full_when_movement_is_over_checks_at_once() -> None:
    state = past_stacks(
        ending(battalion("F1", "0505", increments=12), battalion("F2", "0505", increments=12))
    )
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "overstack"


@pytest.mark.rule("P29.9", "P46.2")
def test_markers_of_the_side_that_moved_come_off_and_the_others_stay() -> None:
    state = ending(
        battalion("F1", "0505", marks=(HELD, NO_MOVE, STUNNED)),
        battalion("P1", "0808", marks=(NO_MOVE,)),
    )
    assert state.table["F1"].marks == ()
    assert state.table["P1"].marks == (NO_MOVE,)
