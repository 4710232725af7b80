"""Units that come later, and units that leave where their battle lets them."""

import msgspec
import pytest

from grognard.systems.empire.arrivals import Arrivals, EntryOptions, due
from grognard.systems.empire.events import Withdrawn
from grognard.systems.empire.kinds import Edge, Formation
from grognard.systems.empire.setting import Arrival, Exit
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import Played, foot, horse, play, replace, table_of
from tests.systems.empire.test_movement import moving


def with_arrivals() -> Table:
    """Horse that is due on turn 1 by the east edge, between 1 and 8 UD."""
    table = table_of(foot("F1", 10, 10), horse("P1", 38, 30, 270))
    arrival = Arrival("P1", 1, Edge.EAST, 1_000, 8_000, 270, Formation.LINE)
    table.setting = msgspec.structs.replace(table.setting, arrivals={"P1": arrival})
    del table.pieces["P1"]
    return table


def arriving() -> Played:
    return play(with_arrivals(), Arrivals("prussian"))


@pytest.mark.rule("E21.8")
def test_a_unit_that_is_due_comes_on_by_its_edge_with_one_move_free_of_points() -> None:
    played = arriving().then("enter P1 5000 forward:4000")
    piece = played.table.pieces["P1"]
    assert (piece.pose.point, piece.acted, piece.moves) == ((36_000, 5_000), True, 1)


@pytest.mark.rule("E21.8")
def test_its_move_must_bring_it_wholly_onto_the_table_and_start_where_it_is_due() -> None:
    played = arriving()
    assert "wholly onto the table (E21.8)" in played.why_not("enter P1 5000 forward:900")
    assert "so far along the edge (E21.8)" in played.why_not("enter P1 9000 forward:4000")
    assert "F1 is not due (E21.8)" in played.why_not("enter F1 5000 forward:4000")


@pytest.mark.rule("E21.8")
def test_who_is_not_due_or_finds_no_free_place_waits() -> None:
    table = with_arrivals()
    arrival = table.setting.arrivals["P1"]
    early = msgspec.structs.replace(table.setting, arrivals={"P1": replace(arrival, turn=2)})
    table.setting = early
    assert due(table, "prussian") == []
    blocked = table_of(foot("F1", 39.4, 5, 90), horse("P1", 30, 30, 270))
    narrow = replace(arrival, first=5_000, last=5_000)
    blocked.setting = msgspec.structs.replace(blocked.setting, arrivals={"P1": narrow})
    del blocked.pieces["P1"]
    assert due(blocked, "prussian") == ["P1"]
    assert not EntryOptions(blocked, "prussian").offered


@pytest.mark.rule("EV.3")
def test_a_unit_that_leaves_where_it_may_is_withdrawn_and_not_lost() -> None:
    table = table_of(foot("F1", 10, 2, 180, "column"), foot("F2", 30, 2, 180, "column"))
    exits = (Exit("french", Edge.SOUTH, 0, 22_000, 1),)
    table.setting = msgspec.structs.replace(table.setting, exits=exits)
    played = moving(table)
    assert "off the table" in played.why_not("move F2 forward:3000")
    played = played.then("move F1 forward:3000")
    assert [event.scores for event in played.told(Withdrawn)] == [True]
    assert played.table.removed["F1"].how == "withdrawn"
    assert played.table.tally == {"withdrawn:french": 1}
