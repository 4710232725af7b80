"""Off the map: leaving on purpose, recovering outside, coming back (battle rule of Hagelberg)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Reason
from grognard.kernel.questions import Over
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.events.command import CameBack, LeftMap
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.movement.arrivals import arrived, may_enter
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.offmap import (
    LeaveOrder,
    OffMapRecovery,
    leaving_hexes,
    may_leave,
    returning,
    way_back,
)
from grognard.systems.bataille.movement.outside import Away, away, fate_of_rout, is_gone
from grognard.systems.bataille.movement.schedule import waiting
from grognard.systems.bataille.pieces import Cohesion, Readiness
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    Unit,
    _read,
    battalion,
    begin,
    events,
    field,
    play,
    regiment,
)

OPEN = ["." * 12] * 8


def hexes(text: str) -> tuple[int, ...]:
    return tuple(map(parse_hex, text.split()))


def scene(*units: Unit, turn: int = 1, rule: bool = True, **facts: Any) -> Table:
    """Coalition groups come over the north edge and out of a wood; the French go home south."""
    here = [unit.printed.id for unit in units]
    came = tuple(unit for unit in ("P1", "P2") if unit in here)
    edge = Arrival("E", "coalition", 1, "gap", came)
    crept = tuple(unit for unit in ("P3",) if unit in here)
    wood = Arrival("W", "coalition", 1, "wood", crept, manner="forest_march")
    table = field(
        OPEN,
        *units,
        special=["offmap"] if rule else [],
        zones={"gap": hexes("0501 0601 0701"), "wood": hexes("0404 0504")},
        arrivals=(edge, wood),
        exits={"french": hexes("0608")},
        **facts,
    )
    table.turn = turn
    return table


def hand(table: Table, unit: str) -> InHand:
    found = take_in_hand(table, unit)
    assert isinstance(found, InHand)
    return found


def left(table: Table, unit: str) -> Table:
    after: Table = begin(table, LeaveOrder(hand(table, unit))).table.draft()
    return after


@pytest.mark.rule("P46.2")
def test_a_side_leaves_by_its_exits_or_else_by_its_entry_zones_at_the_edge() -> None:
    table = scene()
    assert leaving_hexes(table, "french") == hexes("0608")
    assert leaving_hexes(table, "coalition") == hexes("0501 0601 0701")
    assert not leaving_hexes(scene(rule=False), "french")


@pytest.mark.rule("P46.2")
def test_a_unit_leaves_from_such_a_hex_for_one_point_where_the_battle_allows_it() -> None:
    at_exit, elsewhere = battalion("F1", "0608"), battalion("F2", "0708")
    table = scene(at_exit, elsewhere)
    assert may_leave(table, hand(table, "F1")) is None
    assert may_leave(table, hand(table, "F2")) is not None
    spent = InHand("F1", 12, spent=11)
    assert may_leave(table, spent) is not None, "half a point is too little"
    assert may_leave(table, InHand("F1", 12, stopped=True)) is not None
    plain = scene(at_exit, rule=False)
    assert may_leave(plain, hand(plain, "F1")) is not None


@pytest.mark.rule("P46.2")
def test_a_line_must_close_up_and_a_column_on_the_road_leaves_with_its_head() -> None:
    line = scene(battalion("F1", ["0608", "0708"], "E", "line"))
    assert may_leave(line, InHand("F1", 12)) is not None
    road = scene(battalion("F1", ["0608", "0607"], "S", "road", increments=8))
    assert may_leave(road, InHand("F1", 12)) is None


@pytest.mark.rule("P46.2")
def test_french_units_are_out_for_good_and_saved_if_in_good_order() -> None:
    table = left(scene(battalion("F1", "0608")), "F1")
    assert table.removed == {"F1": "saved:0"}
    assert is_gone(table, "F1")
    shaken = left(scene(battalion("F1", "0608", order="disorder")), "F1")
    assert shaken.removed == {"F1": "left:0"}
    assert not list(waiting(shaken, "french"))


@pytest.mark.rule("P46.2")
def test_coalition_units_wait_outside_and_come_back_from_the_next_turn_on() -> None:
    units = [battalion("P1", "0601", lost=2), battalion("P2", "0101")]
    state = begin(scene(*units), LeaveOrder(InHand("P1", 12)))
    assert events(state, LeftMap) == [LeftMap("P1", parse_hex("0601"), "away:good:2:fresh:1:0601")]
    table = state.table.draft()
    assert not is_gone(table, "P1")
    assert not list(waiting(table, "coalition"))
    table.turn = 2
    assert [(unit, group.id) for unit, group in waiting(table, "coalition")] == [("P1", "E")]


@pytest.mark.rule("P46.2", "P45.1")
def test_a_unit_comes_back_with_its_losses_and_its_tired_horses() -> None:
    horse = regiment("P1", "0601", lost=3, readiness="tired")
    table = left(scene(horse, battalion("P2", "0101")), "P1")
    table.turn = 2
    order = _read("enter P1 0601 column S")
    entry = may_enter(table, "coalition", order)  # type: ignore[arg-type]
    assert not isinstance(entry, Reason), entry
    assert (entry.piece.lost, entry.piece.readiness) == (3, Readiness.TIRED)
    event = arrived(table, entry)
    assert isinstance(event, CameBack)
    table.record(event)
    assert table["P1"].lost == 3
    assert "P1" not in table.removed


@pytest.mark.rule("P46.2")
def test_those_who_came_through_the_wood_come_back_over_the_edge() -> None:
    table = left(scene(battalion("P3", "0701"), battalion("P1", "0101")), "P3")
    group = way_back(table, "P3")
    assert group is not None
    assert (group.id, group.manner) == ("E", "edge")


@pytest.mark.rule("P46.2", "P30.32")
def test_routing_off_the_map_destroys_french_units_while_others_wait() -> None:
    table = scene(battalion("F1", "0608", order="rout"), battalion("P1", "0101", order="rout"))
    assert fate_of_rout(table, "F1") == "off-map"
    assert fate_of_rout(table, "P1") == "away:rout:0:fresh:1:0101"
    plain = scene(battalion("P1", "0101", order="rout"), rule=False)
    assert fate_of_rout(plain, "P1") == "off-map"


def ran_off(turn: int = 3, unit: str = "P1", **facts: Any) -> Table:
    table = scene(battalion("P1", "0601", **facts), regiment("P2", "0701"), turn=turn)
    table.remove(unit, f"away:rout:0:fresh:{turn}:0601")
    return table


@pytest.mark.rule("P46.2")
def test_routed_units_outside_check_in_the_recovery_segment_and_never_run() -> None:
    table = ran_off(morale=32)
    state = play(begin(table, OffMapRecovery("coalition")), 42)
    (check,) = events(state, MoraleChecked)
    assert (check.account.total, check.passed) == (-6, False)
    assert state.table.removed["P1"] == "away:rout:0:fresh:3:0601"
    passed = play(begin(table, OffMapRecovery("coalition")), 43).table
    assert away(passed, "P1") == Away(Cohesion.GOOD, 0, Readiness.FRESH, 3, parse_hex("0601"))


@pytest.mark.rule("P46.2")
def test_a_unit_that_recovered_outside_enters_from_the_next_turn_on() -> None:
    table = play(begin(ran_off(), OffMapRecovery("coalition")), 66).table.draft()
    assert not list(returning(table, "coalition"))
    table.turn = 4
    assert [unit for unit, _ in returning(table, "coalition")] == ["P1"]


@pytest.mark.rule("P46.2")
def test_horse_that_recovers_outside_is_exhausted_as_anywhere() -> None:
    table = play(begin(ran_off(unit="P2"), OffMapRecovery("coalition")), 66).table
    how = away(table, "P2")
    assert how is not None
    assert how.readiness is Readiness.EXHAUSTED


@pytest.mark.rule("P46.2")
def test_nobody_outside_means_no_dice() -> None:
    state = begin(scene(battalion("P1", "0601")), OffMapRecovery("coalition"))
    assert isinstance(state.pending, Over)
