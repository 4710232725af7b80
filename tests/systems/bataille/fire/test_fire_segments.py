from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import Ask, IllegalAction, Over, State
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.fire.fire_segments import DefensiveFireSegment, OffensiveFireSegment
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from grognard.systems.premier.sequence import PlayerSequence
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

OPEN = ["............"] * 12


def asked(state: State) -> list[str]:
    """What the side that fires is offered, as text."""
    assert isinstance(state.pending, Ask)
    return [str(action) for action in state.pending.options]


def offensive(*units: Unit) -> State:
    return begin(field(OPEN, *units), OffensiveFireSegment("french"))


def defensive(*units: Unit) -> State:
    """The Coalition moves; the French fire defensively."""
    return begin(field(OPEN, *units, phasing="coalition"), DefensiveFireSegment("french"))


@pytest.mark.rule("P27.4")
def test_a_segment_in_which_nobody_can_fire_is_skipped() -> None:
    state = defensive(battalion("F1", "0505", "S"), battalion("P1", "0508", "N"))
    assert isinstance(state.pending, Over)
    assert not state.stack


@pytest.mark.rule("P27.1", "P27.4", "P14.7")
def test_defensive_fire_is_a_choice() -> None:
    state = defensive(battalion("F1", "0505", "S"), battalion("P1", "0506", "N"))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("french", "defensive-fire")
    assert asked(state) == ["done", "fire 0506 F1@0505"]
    assert isinstance(play(state, "done").pending, Over)


@pytest.mark.rule("P21.2", "P27.3")
def test_units_fire_once_and_hexes_are_fired_at_once_till_nobody_is_left() -> None:
    state = defensive(
        battalion("F1", "0505", "S"),
        battalion("F2", "0405", "SE"),
        battalion("P1", "0506", "N"),
        battalion("P2", "0605", "N"),
    )
    state = play(state, "fire 0506 F2@0405", 11)
    assert asked(state) == ["done", "fire 0605 F1@0505"]
    state = play(state, "fire 0605 F1@0505", 11)
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P27.2")
def test_defensive_fire_is_worked_out_as_offensive_fire_is() -> None:
    units = (battery("F1", "0505", "S"), battalion("P1", "0506", "N"))
    (one,) = events(play(defensive(*units), "fire 0506 F1@0505", 11), FireResolved)
    (other,) = events(play(offensive(*units), "fire 0506 F1@0505", 11), FireResolved)
    assert (one.strength, one.column, one.shift) == (other.strength, other.column, other.shift)
    assert (one.kind, other.kind) == ("defensive", "offensive")


@pytest.mark.rule("P21.8")
def test_offensive_fire_reaches_as_far_as_range_and_sight_allow() -> None:
    state = offensive(
        battery("F1", "0502", "S"),
        light("F2", "0805", "SSE", "skirmish", increments=3),
        battalion("P1", "0507", "N"),
        battalion("P2", "0807", "N"),
    )
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "offensive-fire"
    assert asked(state) == ["done", "fire 0507 F1@0502", "fire 0807 F2@0805"]


@pytest.mark.rule("PR-50")
def test_losses_and_retreats_are_carried_out_before_the_next_attack() -> None:
    state = offensive(
        battalion("F1", "0505", "S", fire=Fraction(12)),
        battalion("F2", "0405", "SE"),
        battalion("P1", "0506", "N", fire_check="every", morale=32),
        battalion("P2", "0406", "N"),
    )
    state = play(state, "fire 0506 F1@0505", 46, 11)
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert not state.table.stack(506)
    assert asked(state) == ["done", "fire 0406 F2@0405"]


@pytest.mark.rule("P16.47", "P16.49")
def test_a_square_makes_three_attacks_of_equal_strength() -> None:
    around = ("0504", "0605", "0405")
    state = defensive(
        battalion("F1", "0505", "N", "square", increments=9),
        *(battalion(f"P{n}", at) for n, at in enumerate(around)),
    )
    for at in around:
        state = play(state, f"fire {at} F1@0505", 11)
        (resolved,) = events(
            State(state.table, (), state.pending, state.happened[-1:]), FireResolved
        )
        assert resolved.strength == Fraction(9, 3) * 2
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P20.11")
def test_mounted_skirmishers_make_three_attacks_at_full_value_on_three_units() -> None:
    state = defensive(
        regiment("F1", ("0605", "0505"), "SSW", "skirmish", skirmish_fire=Fraction(3)),
        battalion("P1", "0405", "N"),
        battalion("P2", "0706", "N"),
        battalion("P3", ("0506", "0606"), "NNE", "line"),
    )
    state = play(state, "fire 0405 F1@0505", 11, "fire 0706 F1@0605", 11, "fire 0606 F1@0605", 11)
    assert isinstance(state.pending, Over)
    assert [event.strength for event in events(state, FireResolved)] == [3, 3, 3]


@pytest.mark.rule("PR-178")
def test_a_line_fires_with_each_hex_at_its_own_target() -> None:
    state = offensive(
        battalion("F1", ("0605", "0505"), "SSW", "line", increments=8),
        battalion("P1", "0506", "N"),
        battalion("P2", "0606", "N"),
    )
    state = play(state, "fire 0506 F1@0505", 11, "fire 0606 F1@0605", 11)
    assert isinstance(state.pending, Over)
    assert state.table.fired_at["F1"] == (506, 606)


def test_an_illegal_attack_is_refused_with_its_clause_and_changes_nothing() -> None:
    state = defensive(battalion("F1", "0505", "S"), battalion("P1", "0506", "N"))
    with pytest.raises(IllegalAction, match=r"P21\.1"):
        play(state, "fire 0605 F1@0505")
    assert asked(state) == ["done", "fire 0506 F1@0505"]


def test_a_combination_may_be_named_in_any_order() -> None:
    state = defensive(
        battalion("F1", "0505", "S"), battalion("F2", "0405", "SE"), battalion("P1", "0506", "N")
    )
    state = play(state, "fire 0506 F2@0405 F1@0505", 11)
    (resolved,) = events(state, FireResolved)
    assert [share.unit for share in resolved.shares] == ["F1", "F2"]


def crowded() -> Table:
    """Sixty units a side, face to face."""
    units: list[Unit] = []
    rows = ["." * 60] * 12
    for column in range(1, 61):
        units.append(battalion(f"F{column}", f"{column:02d}05", "S"))
        units.append(battalion(f"P{column}", f"{column:02d}06", "N"))
    guns = [battery(f"FG{column}", f"{column:02d}04", "S") for column in range(2, 60, 4)]
    return field(rows, *units, *guns)


def test_a_long_front_is_listed_without_delay() -> None:
    state = begin(crowded(), OffensiveFireSegment("french"))
    assert isinstance(state.pending, Ask)
    assert state.pending.options.count() > 120
    assert parse_hex("0506") in state.pending.options.firers


@pytest.mark.rule("PR-49", "P2.8", "P2.9")
def test_defensive_fire_is_finished_losses_and_all_before_the_phasing_side_fires() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S", increments=1),
        battalion("F2", "0705", "S"),
        battalion("P1", "0506", "N"),
        battalion("P2", "0706", "N"),
    )
    state = begin(table, PlayerSequence("french"))
    state = play(state, "done")
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "defensive-fire")
    state = play(state, "fire 0505 P1@0506", 66, "done")
    assert "F1" not in state.table.pieces
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("french", "offensive-fire")
    assert asked(state) == ["done", "fire 0706 F2@0705"]
