"""The command sequence: what both sides settle before anybody moves (rule 2, 43, 45)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel.questions import Over, Roll
from grognard.kernel.views import told
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.command.command import SECRET, CommandSequence
from grognard.systems.bataille.events.command import (
    ArrivalDiced,
    ArrivalWritten,
    ClockSet,
    LevelsSet,
    ReinforcementsDue,
    WeatherTurned,
)
from grognard.systems.bataille.movement.schedule import (
    VARIATION,
    due_turn,
    is_diced_for,
    may_be_waiting,
    waiting,
)
from grognard.systems.bataille.setting import Arrival, Organisation, TurnInfo
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, begin, events, field, play, regiment

OPEN = ["." * 12] * 8
HOURS = ((7, 6), (8, 5), (9, 4), (10, 3), (11, 1))
COSSACKS = regiment("R1", "0101", movement=16)


def calendar(count: int = 12, weather: str = "dry") -> tuple[TurnInfo, ...]:
    """Turns of twenty minutes from 13:00 on; levels on the full hour."""
    turns = []
    for number in range(1, count + 1):
        hour, third = divmod(number - 1, 3)
        turns.append(TurnInfo(number, f"{13 + hour}:{20 * third:02d}", weather, third == 0))
    return tuple(turns)


def scene(*units: Unit, turn: int = 7, weather: str = "dry", **facts: Any) -> Table:
    """A table on which Cossacks come at an hour that is diced for."""
    group = Arrival("RR1", "coalition", 7, "road", ("R1",), manner="variable", roll=HOURS)
    settings = {
        "more_counters": [COSSACKS.printed],
        "zones": {"road": (parse_hex("1203"), parse_hex("1204"))},
        "arrivals": (group,),
    } | facts
    table = field(OPEN, *units, **settings)
    turns = calendar(weather=weather)
    table.setting = msgspec.structs.replace(table.setting, turns=turns)
    table.turn = turn
    return table


@pytest.mark.rule("P2.3")
def test_the_turn_opens_with_a_joint_sequence_that_tells_who_arrives() -> None:
    group = Arrival("G", "coalition", 2, "road", ("R1",))
    state = begin(scene(turn=2, arrivals=(group,)), CommandSequence())
    assert isinstance(state.pending, Over), "nobody is asked anything"
    assert events(state, ReinforcementsDue) == [ReinforcementsDue("coalition", "G", ("R1",))]


@pytest.mark.rule("P2.3", "P8.1", "P17.1")
def test_both_sides_are_told_how_long_they_may_move() -> None:
    options = {"movement_clock": "strict", "movement_clock_minutes": "8"}
    state = begin(scene(turn=2, options=options), CommandSequence())
    assert events(state, ClockSet) == [ClockSet("french", 8, True), ClockSet("coalition", 8, True)]


@pytest.mark.rule("P2.4", "P43.7")
def test_levels_are_counted_only_on_turns_that_fall_on_the_hour() -> None:
    body = Organisation("girard", "french", "Girard", 1, (1,))
    broken = battalion("F1", "0202", order="rout", organisation="girard")
    for turn, counted in ((1, True), (2, False), (3, False), (4, True)):
        table = scene(broken, turn=turn, organisations=(body,), arrivals=())
        state = begin(table, CommandSequence())
        assert bool(events(state, LevelsSet)) is counted, turn
        assert state.table.levels == ({"girard": 1} if counted else {})


# --- secret hours


@pytest.mark.rule("P45.10")
@pytest.mark.parametrize(
    ("dice", "turn"),
    [
        ((6, 1, 1, 1), 7),
        ((5, 5, 1, 1), 8),
        ((5, 4, 4, 1), 9),
        ((5, 4, 3, 3), 10),
        ((5, 4, 3, 2), 11),
        ((6, 6, 6, 6), 7),
    ],
)
def test_the_first_die_that_reaches_its_number_gives_the_hour(
    dice: tuple[int, ...], turn: int
) -> None:
    state = play(begin(scene(), CommandSequence()), *dice)
    assert isinstance(state.pending, Over)
    assert events(state, ArrivalWritten) == [ArrivalWritten("coalition", "RR1", turn)]
    assert due_turn(state.table, state.table.setting.arrivals[0]) == turn


@pytest.mark.rule("P45.10")
def test_the_hour_is_rolled_on_the_earliest_possible_turn_and_never_again() -> None:
    for turn, rolled in ((6, False), (7, True), (8, False), (9, False)):
        state = begin(scene(turn=turn), CommandSequence())
        assert isinstance(state.pending, Roll) is rolled, turn


@pytest.mark.rule("P45.10")
def test_the_other_side_learns_nothing_from_the_dice() -> None:
    """As many dice fall whatever the result, and their faces are hidden."""
    early = play(begin(scene(), CommandSequence()), 6, 1, 1, 1)
    late = play(begin(scene(), CommandSequence()), 1, 2, 3, 2)
    assert told(early.happened, "french") == told(late.happened, "french")
    assert told(early.happened, "coalition") != told(late.happened, "coalition")
    heard = [event for event in told(early.happened, "french") if isinstance(event, ArrivalDiced)]
    assert [event.die for event in heard] == [0, 0, 0, 0]
    assert early.table.secrets.get("french") is None


@pytest.mark.rule("P45.10")
def test_the_question_for_secret_dice_and_the_frames_hold_no_secret() -> None:
    early = play(begin(scene(), CommandSequence()), 6)
    late = play(begin(scene(), CommandSequence()), 1)
    assert early.pending == late.pending == Roll("d6", SECRET, "RR1")
    assert early.stack == late.stack


@pytest.mark.rule("P45.10")
def test_of_a_secret_column_only_its_owner_hears_that_it_is_due() -> None:
    state = play(begin(scene(), CommandSequence()), 6, 1, 1, 1)
    (due,) = events(state, ReinforcementsDue)
    assert due.seen_by("coalition") == due
    assert due.seen_by("french") is None


@pytest.mark.rule("P45.10", "P45.11")
def test_a_secret_column_waits_from_its_hour_on() -> None:
    table = play(begin(scene(), CommandSequence()), 5, 5, 1, 1).table.draft()
    assert not list(waiting(table, "coalition"))
    table.turn = 8
    assert [unit for unit, _ in waiting(table, "coalition")] == ["R1"]


@pytest.mark.rule("P45.10")
def test_while_a_column_may_be_coming_its_side_is_asked_whether_or_not_it_is() -> None:
    for dice in ((6, 1, 1, 1), (1, 1, 1, 1)):
        state = play(begin(scene(), CommandSequence()), *dice)
        assert may_be_waiting(state.table, "coalition")
    assert not may_be_waiting(scene(turn=6), "coalition")
    assert not may_be_waiting(scene(), "french")


# --- the general table of variation


def varied(turn: int = 3) -> Table:
    group = Arrival("G", "coalition", 3, "road", ("R1",))
    return scene(turn=turn, arrivals=(group,), special=[VARIATION])


@pytest.mark.rule("P45.10")
@pytest.mark.parametrize(("die", "turn"), [(1, 3), (4, 3), (5, 4)])
def test_a_division_is_on_time_or_a_turn_late(die: int, turn: int) -> None:
    state = play(begin(varied(), CommandSequence()), die)
    assert due_turn(state.table, state.table.setting.arrivals[0]) == turn


@pytest.mark.rule("P45.10")
def test_on_a_six_a_division_is_not_there_yet_and_rolls_again() -> None:
    table = play(begin(varied(), CommandSequence()), 6).table.draft()
    assert not events(play(begin(varied(), CommandSequence()), 6), ArrivalWritten)
    assert not list(waiting(table, "coalition"))
    table.turn = 4
    table = play(begin(table, CommandSequence()), 2).table
    assert [unit for unit, _ in waiting(table, "coalition")] == ["R1"]


@pytest.mark.rule("P45.10")
def test_dice_go_on_falling_until_the_division_appears_so_that_they_tell_nothing() -> None:
    table = play(begin(varied(), CommandSequence()), 1).table.draft()
    table.turn = 4
    group = table.setting.arrivals[0]
    assert is_diced_for(table, group), "it may have come, but has not been brought on"
    again = play(begin(table, CommandSequence()), 5)
    assert due_turn(again.table, group) == 3, "what was written first stands"
    table.put(COSSACKS.piece)
    assert not is_diced_for(table, group)


# --- the sky


@pytest.mark.rule("P46.1")
def test_variable_weather_is_rolled_on_the_hour_and_first_of_all() -> None:
    table = scene(turn=1, weather="variable", arrivals=())
    state = play(begin(table, CommandSequence()), 5)
    assert events(state, WeatherTurned) == [WeatherTurned("light_rain", 5)]
    later = state.table.draft()
    later.turn = 2
    assert isinstance(begin(later, CommandSequence()).pending, Over), "it holds for the hour"
