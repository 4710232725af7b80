from __future__ import annotations

import pytest

from grognard.kernel import Ask, Over, State
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.fire.fire_segments import DefensiveFireSegment
from grognard.systems.bataille.fire.opportunity_fire import OpportunityFire, threatened
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
)

OPEN = ["............"] * 12


def window(table: Table, mover: str = "F1", trigger: str = "leave") -> State:
    """The French move; the Coalition may fire at them."""
    at = threatened(table, mover, table.pieces[mover].hexes)
    return begin(table, OpportunityFire(mover, at, trigger))


def asked(state: State) -> list[str]:
    assert isinstance(state.pending, Ask)
    return [str(action) for action in state.pending.options]


@pytest.mark.rule("P14.3", "P14.14", "P14.16", "P28.1")
def test_a_unit_in_an_enemy_zone_is_under_threat_and_beside_it_is_not() -> None:
    table = field(
        OPEN,
        battalion("F1", "0506", "N"),
        battalion("F2", "0504", "S"),
        battalion("P1", "0505", "S"),
    )
    assert threatened(table, "F1", (506,)) == (506,)
    assert threatened(table, "F2", (504,)) == ()


@pytest.mark.rule("P14.6", "P28.5", "P28.6")
def test_next_to_a_square_and_upon_it_a_unit_is_under_threat_though_it_has_no_zone() -> None:
    table = field(
        OPEN,
        battalion("F1", "0504", "S"),
        regiment("F2", "0505", "S"),
        battalion("P1", "0505", "N", "square"),
    )
    assert not table.zone_over(504, "coalition")
    assert threatened(table, "F1", (504,)) == (504,)
    assert threatened(table, "F2", (505,)) == (505,)
    assert asked(window(table)) == ["done", "fire 0504 P1@0505"]
    assert asked(window(table, "F2")) == ["done", "fire 0505 P1@0505"]


@pytest.mark.rule("P28.6", "P16.50")
def test_the_square_fires_a_third_at_horse_beside_it_and_all_at_horse_upon_it() -> None:
    table = field(
        OPEN,
        regiment("F1", "0504", "S"),
        regiment("F2", "0505", "S"),
        battalion("P1", "0505", "N", "square", increments=6),
    )
    (beside,) = events(play(window(table), "fire 0504 P1@0505", 11), FireResolved)
    (upon,) = events(play(window(table, "F2"), "fire 0505 P1@0505", 11), FireResolved)
    assert (beside.strength, upon.strength) == (2 * 2, 6 * 2)


@pytest.mark.rule("P14.14", "PR-46", "P28.1")
def test_every_unit_whose_zone_covers_the_hex_may_join_in_one_attack() -> None:
    table = field(
        OPEN,
        battalion("F1", "0506", "N"),
        battalion("P1", "0505", "S"),
        battery("P2", "0606", "SW"),
        battalion("P3", "0507", "S"),  # it faces away
    )
    state = window(table)
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "opportunity-fire")
    assert asked(state)[1:] == [
        "fire 0506 P1@0505",
        "fire 0506 P1@0505 P2@0606",
        "fire 0506 P2@0606",
    ]
    done = play(state, "fire 0506 P1@0505 P2@0606", 11)
    assert isinstance(done.pending, Over), "one attack, then the window is over"


@pytest.mark.rule("P28.1", "PR-34", "PR-46")
def test_a_unit_that_could_never_reach_the_hex_has_no_zone_there_and_does_not_fire() -> None:
    table = field(
        OPEN,
        battalion("F1", "0506", "N"),
        battery("P1", "0505", "S"),
        battalion("P2", "0606", "SW"),
        walls=[("0506", "N")],
    )
    assert asked(window(table)) == ["done", "fire 0506 P2@0606"]


@pytest.mark.rule("P28.4", "P19.14")
def test_opportunity_fire_reaches_one_hex() -> None:
    table = field(
        OPEN,
        battalion("F1", "0506", "N"),
        battalion("P1", "0505", "S"),
        battery("P2", "0503", "S"),
    )
    assert asked(window(table)) == ["done", "fire 0506 P1@0505"]


@pytest.mark.rule("P14.11", "P14.18", "P28.3")
def test_the_mover_is_fired_at_as_it_stands_with_the_same_values_and_shifts() -> None:
    table = field(OPEN, battery("F1", "0506", "N", "limbered"), battery("P1", "0505", "S"))
    (resolved,) = events(play(window(table, trigger="form"), "fire 0506 P1@0505", 11), FireResolved)
    assert resolved.defence.total == 6, "unlimbering guns are fired on as limbered"
    assert (resolved.strength, resolved.shift) == (14, 1)


@pytest.mark.rule("PR-179", "P14.15")
def test_of_a_mover_in_two_hexes_the_firer_picks_one_threatened_hex() -> None:
    table = field(
        OPEN,
        battalion("F1", ("0505", "0605"), "NNE", "line"),
        battalion("P1", "0504", "S"),
        battalion("P2", "0604", "S"),
    )
    state = window(table)
    targets = {order.split()[1] for order in asked(state)[1:]}
    assert targets == {"0505", "0605"}
    assert isinstance(play(state, "fire 0605 P2@0604", 11).pending, Over)


@pytest.mark.rule("P28.1", "P27.4")
def test_a_window_without_anyone_to_fire_is_skipped_and_firing_is_a_choice() -> None:
    horse = field(OPEN, battalion("F1", "0506", "N"), regiment("P1", "0505", "S"))
    assert threatened(horse, "F1", (506,)) == (506,)
    assert isinstance(window(horse).pending, Over)
    foot = field(OPEN, battalion("F1", "0506", "N"), battalion("P1", "0505", "S"))
    declined = play(window(foot), "done")
    assert isinstance(declined.pending, Over)
    assert not events(declined, FireResolved)


@pytest.mark.rule("P28.2", "PR-47", "P14.17")
def test_a_unit_may_give_opportunity_fire_again_and_again_unless_the_table_limits_it() -> None:
    units = (battalion("F1", "0506", "N"), battalion("P1", "0505", "S"))
    free = play(window(field(OPEN, *units)), "fire 0506 P1@0505", 11)
    again = begin(free.table, OpportunityFire("F1", (506,), "leave"))
    assert isinstance(again.pending, Ask)
    limited = field(OPEN, *units, options={"oppfire_limit": "1"})
    once = play(window(limited), "fire 0506 P1@0505", 11)
    assert isinstance(begin(once.table, OpportunityFire("F1", (506,), "leave")).pending, Over)


@pytest.mark.rule("PR-47")
def test_opportunity_fire_does_not_use_up_defensive_fire() -> None:
    table = field(OPEN, battalion("F1", "0506", "N"), battalion("P1", "0505", "S"))
    fired = play(window(table), "fire 0506 P1@0505", 11)
    segment = begin(fired.table, DefensiveFireSegment("coalition"))
    assert isinstance(segment.pending, Ask)


@pytest.mark.rule("PR-50", "P28.1")
def test_losses_and_checks_come_at_once() -> None:
    table = field(
        OPEN,
        battalion("F1", "0506", "S", fire_check="every", morale=32),
        battalion("P1", "0505", "S"),
    )
    state = play(window(table), "fire 0506 P1@0505", 66, 11)
    assert state.table["F1"].lost == 1
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].hexes != (506,)
    assert isinstance(state.pending, Over)
