"""What a table keeps about the marches of its units holds only as long as nothing bears on it."""

from __future__ import annotations

import gc
from itertools import islice

import pytest

from grognard.bench.battles import fixture, played
from grognard.systems.bataille.events.facts import Moved, Turned
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import Pose, slow_costs
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, field, regiment

OPEN = ["." * 15] * 15


def known(table: Table, unit: str) -> dict[Pose, int]:
    return Marches(table, in_hand(table, unit)).costs


def fresh(table: Table, unit: str) -> dict[Pose, int]:
    return slow_costs(table, in_hand(table, unit))


def in_hand(table: Table, unit: str) -> InHand:
    hand = take_in_hand(table, unit)
    assert isinstance(hand, InHand)
    return hand


def test_what_is_asked_of_a_table_later_is_not_believed_of_its_draft() -> None:
    table = field(OPEN, battalion("F1", "0808", "SE"), battalion("P1", "1414", "N"))
    draft = table.draft()
    draft.record(Moved("P1", (1010,), 5, Formation.COLUMN))
    assert known(table, "F1") == fresh(table, "F1")
    assert known(draft, "F1") == fresh(draft, "F1") != fresh(table, "F1")


def test_what_a_draft_finds_out_is_not_believed_of_the_table() -> None:
    table = field(OPEN, battalion("F1", "0808", "SE"), battalion("P1", "1414", "N"))
    assert known(table, "F1") == fresh(table, "F1")
    draft = table.draft()
    draft.record(Moved("P1", (1010,), 5, Formation.COLUMN))
    assert known(draft, "F1") == fresh(draft, "F1")
    assert known(table, "F1") == fresh(table, "F1") != fresh(draft, "F1")


@pytest.mark.rule("PR-35")
def test_a_line_of_horse_that_turns_refuses_its_flank_elsewhere() -> None:
    """Its flank, covered by foot, stops horse; turned about, the line has other flanks."""
    table = field(
        OPEN,
        regiment("F1", "0604", "S", movement=13, increments=6),
        regiment("P1", "0708", "E", "line", movement=13, increments=6),
        battalion("P2", "0509", "N"),
        battalion("P3", "0909", "N"),
    )
    seen = set[int]()
    for facing in range(6):
        table = table.draft()
        table.record(Turned("P1", facing))
        assert known(table, "F1") == fresh(table, "F1"), facing
        seen.add(len(known(table, "F1")))
    assert len(seen) > 1


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize("weather", ["clear", "heavy_rain"])
def test_streams_in_flood_cost_a_march_more(weather: str) -> None:
    brook = {(f"{column:02d}06", side): "stream" for column in range(1, 16) for side in ("S", "SE")}
    table = field(OPEN, battalion("F1", "0805", "S"), hexsides=brook, weather=weather, weathers={})
    assert known(table, "F1") == fresh(table, "F1")


def test_no_question_holds_on_to_a_table_that_is_done_with() -> None:
    """Tables go as soon as nobody plays on from them; none waits for the collector of cycles."""
    games = played(fixture(60), 2)
    next(games)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert sum(1 for _ in islice(games, 400)) == 400
        gc.collect()
        assert not [held for held in gc.garbage if isinstance(held, Table)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
