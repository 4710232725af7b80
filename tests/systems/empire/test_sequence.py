"""The course of a game turn, its end, and how a battle is judged (E21, E22.8, EV)."""

from __future__ import annotations

import msgspec
import pytest

from grognard.systems.empire.events import (
    DivisionActivated,
    DivisionEnded,
    FirstChosen,
    MarkersLifted,
    ObjectiveTaken,
    PlayerTurnBegan,
    PointsRolled,
    Removed,
    SegmentBegan,
)
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.sequence import Battle
from grognard.systems.empire.setting import Objective
from grognard.systems.empire.turn_end import TurnEnd
from grognard.systems.empire.victory import break_points, is_broken
from tests.systems.empire.kit import Played, at, foot, horse, play, table_of

replace = msgspec.structs.replace
FAR = foot("F1", 10, 5, 0, "column"), foot("P1", 10, 35, 180)


def first_turn() -> Played:
    """A whole first turn of two divisions on Hold, in which nobody does anything."""
    table = table_of(*FAR, orders={"french": "hold", "prussian": "hold"})
    table.turn = 0
    went = play(table, Battle(), 1, 1)
    while not went.told(MarkersLifted):
        went = went.then(_next(went))
    return went


def _next(went: Played) -> object:
    pending = went.state.pending
    if hasattr(pending, "dice"):
        return 3
    offers = went.offers()
    return next((each for each in offers if each.startswith(("activate", "done"))), offers[0])


@pytest.mark.rule("E21.1", "E21.3", "E21.4")
def test_a_turn_is_strategic_command_two_player_turns_and_an_end_of_its_own() -> None:
    went = first_turn()
    order = [type(event).__name__ for event in went.events]
    rolled = [event.leader for event in went.told(PointsRolled)]
    assert rolled[:2] == ["french-chief", "prussian-chief"]
    assert order.index("FirstChosen") < order.index("PlayerTurnBegan")
    first = went.told(FirstChosen)[0].side
    sides = [event.side for event in went.told(PlayerTurnBegan)]
    assert sides == [first, went.table.setting.enemy(first)]
    assert order.index("MarkersLifted") > max(
        number for number, name in enumerate(order) if name == "DivisionEnded"
    )


@pytest.mark.rule("E21.2", "E21.6")
def test_every_division_goes_through_its_steps_once() -> None:
    went = first_turn()
    assert len(went.told(DivisionActivated)) == len(went.told(DivisionEnded)) == 2
    steps = [event.segment for event in went.told(SegmentBegan)]
    assert steps == ["preparatory-fire", "charges", "movement", "final-fire"] * 2


@pytest.mark.rule("E21.7", "E22.8", "EV.4")
def test_the_turn_ends_with_markers_off_and_objectives_judged() -> None:
    table = table_of(foot("F1", 10, 10, disordered=True), foot("F2", 14, 10), FAR[1])
    table.setting = replace(
        table.setting, objectives={"hill": Objective("hill", "the hill", at(14, 10.5), 3)}
    )
    table.holders["hill"] = ""
    table.alter("F2", marked=True, fired=True, moves=1)
    ended = play(table, TurnEnd())
    assert not ended.table.pieces["F2"].marked
    assert ended.table.pieces["F1"].disordered
    assert [event.side for event in ended.told(ObjectiveTaken)] == ["french"]
    kinds = [type(event) for event in ended.events]
    assert kinds.index(MarkersLifted) < kinds.index(ObjectiveTaken)


@pytest.mark.rule("E29.12")
def test_a_charge_is_a_ud_longer_for_foot_and_two_for_horse() -> None:
    for unit, more in ((foot("F1", 10, 10), 1), (horse("F1", 10, 10), 2)):
        table = table_of(unit, FAR[1])
        plain, charging = Walk(table, "F1"), Walk(table, "F1", charging=True)
        assert charging.rate_here() - plain.rate_here() == more


@pytest.mark.rule("EU.11")
def test_a_unit_that_is_removed_is_remembered_with_how_and_when() -> None:
    table = table_of(*FAR)
    table.record(Removed("F1", "eliminated"))
    assert "F1" not in table.pieces
    assert (table.removed["F1"].how, table.removed["F1"].turn) == ("eliminated", 1)


@pytest.mark.rule("EV.2")
def test_an_army_breaks_when_its_points_reach_the_units_it_began_with() -> None:
    units = [foot(f"F{n}", 4 * n, 10) for n in range(1, 6)]
    table = table_of(*units, FAR[1])
    table.record(Removed("F1", "eliminated"))
    table.record(Removed("F2", "fled"))
    table.alter("F3", disordered=True)
    assert break_points(table, "french") == 4
    assert not is_broken(table, "french")
    table.own("tally")["commanders:french"] = 1
    assert break_points(table, "french") == 5
    assert is_broken(table, "french")
