"""The movement clock: how long a side has, and what the host's word does (rules 8 and 17)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.bataille.command.clock import (
    call_time,
    is_timed,
    manner,
    may_call_time,
    minutes,
    set_clocks,
)
from grognard.systems.bataille.command.command_actions import COMMAND_COMMANDS, TimeUp
from grognard.systems.bataille.events.command import ClockSet, TimeRanOut
from grognard.systems.bataille.movement.movement import MovementOptions
from grognard.systems.bataille.table import Table
from grognard.systems.premier.packs import load
from tests.systems.premier.kit import battalion, field, regiment

OPEN = ["." * 12] * 8


def timed(clock: str = "strict", **options: str) -> Table:
    chosen = {"movement_clock": clock, **options}
    return field(OPEN, battalion("F1", "0202"), battalion("P1", "0808"), options=chosen)


@pytest.mark.rule("P17.1", "P8.1")
def test_a_side_has_ten_minutes_unless_something_else_is_said() -> None:
    strangers = [battalion("F1", "0202", nation="Danish")]
    setting = field(OPEN, *strangers, options={"movement_clock": "strict"}).setting
    assert minutes(setting, "french") == 10


@pytest.mark.rule("P17.2")
@pytest.mark.parametrize(
    ("nations", "side", "wanted"),
    [
        (("French",), "french", 10),
        (("Prussian",), "coalition", 9),
        (("Russian",), "coalition", 8),
        (("Prussian", "Russian"), "coalition", 8),
        (("French", "Saxon"), "french", 10),
    ],
)
def test_some_armies_have_more_or_less_time(
    nations: tuple[str, ...], side: str, wanted: int
) -> None:
    letter = "F" if side == "french" else "P"
    units = [
        battalion(f"{letter}{n}", f"0{n}02", nation=nation) for n, nation in enumerate(nations, 1)
    ]
    assert minutes(field(OPEN, *units).setting, side) == wanted


@pytest.mark.rule("P17.2")
def test_the_figure_of_the_battle_comes_before_the_card() -> None:
    setting = load("hagelberg")
    assert (minutes(setting, "french"), minutes(setting, "coalition")) == (10, 9)


@pytest.mark.rule("P17.3")
def test_the_table_may_set_another_time_or_none() -> None:
    assert minutes(timed(movement_clock_minutes="4").setting, "french") == 4
    off = timed(movement_clock_minutes="0")
    assert not is_timed(off.setting, "french")
    assert may_call_time(off, "french") is not None


@pytest.mark.rule("P8.1", "P17.1")
def test_without_a_word_from_the_table_no_clock_runs() -> None:
    table = field(OPEN, battalion("F1", "0202"))
    assert manner(table.setting) == "off"
    set_clocks(table)
    assert table.happened == []
    reason = may_call_time(table, "french")
    assert reason is not None
    assert reason.clause == "P17.1"


@pytest.mark.rule("P8.1")
def test_at_a_strict_clock_time_up_ends_the_segment_at_an_advisory_one_it_is_only_said() -> None:
    strict, advisory = timed("strict"), timed("advisory")
    assert may_call_time(strict, "french") is None
    assert call_time(strict, "french") is True
    assert call_time(advisory, "french") is False
    assert strict.happened == [TimeRanOut("french", True)]
    assert advisory.happened == [TimeRanOut("french", False)]


@pytest.mark.rule("P2.3")
def test_clocks_are_told_to_both_sides() -> None:
    table = timed("advisory", movement_clock_minutes="6")
    set_clocks(table)
    assert table.happened == [ClockSet("french", 6, False), ClockSet("coalition", 6, False)]


@pytest.mark.rule("P17.4")
def test_no_leader_order_or_radius_is_needed_to_move_a_unit() -> None:
    far: list[Any] = [battalion("F1", "0101"), regiment("F2", "1208")]
    table = field(OPEN, *far)
    assert not table.leaders
    options = MovementOptions(table, "french")
    assert {getattr(order, "unit", "") for order in options} == {"", "F1", "F2"}


@pytest.mark.rule("P8.1")
def test_the_words_of_command_read_back() -> None:
    texts = ["force-march lanusse", "force-march langen R01", "leave P01", "time-up"]
    verbs = {command.verb: command for command in COMMAND_COMMANDS}
    for text in texts:
        verb, *words = text.split()
        assert str(verbs[verb].read(words)) == text
    assert str(TimeUp()) == "time-up"
