"""Reaction charges (rule 39): zones, who may react, the ride by turns, contact and its price."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.kernel import Ask, Roll, State
from grognard.mechanics.hexes import SIDES, distance, within
from grognard.systems.bataille.events.horse import ReactionEnded, ReactorRode
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.horse.horse_actions import React
from grognard.systems.bataille.horse.reaction import Reaction, ReactionWindow, ReactorStep
from grognard.systems.bataille.horse.reaction_zone import (
    in_zone,
    may_react,
    may_react_to,
    reactors,
    rides,
)
from grognard.systems.bataille.horse.readiness import close_sequence
from grognard.systems.bataille.movement.march import take_in_hand
from grognard.systems.bataille.pieces import Cohesion, LeaderPrinted, Readiness
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    events,
    field,
    play,
    regiment,
)
from tests.systems.premier.listening import heard, listen, offered, option
from tests.systems.premier.moves import purpose

OPEN = ["." * 11] * 13
CHARGER = regiment("F1", "0505", "S", marks=("charged",))
HUSSARS = regiment("P1", "0509", "N")
CUIRASSIERS = regiment("P1", "0508", "N", movement=11)


def window(*units: Unit, charger: Unit = CHARGER, rows: list[str] = OPEN, **facts: Any) -> State:
    table = field(rows, charger, *units, **facts)
    return listen(table, ReactionWindow(("F1",)))


def ride(state: State, *words: str) -> State:
    """Answer one question of the ride after another; ``done`` ends the turn."""
    for text in words:
        state = play(state, "done" if text == "done" else option(state, text))
    return state


def zone_of(table: Table, unit: str) -> list[int]:
    return [at for at in within(table[unit].at, 6) if in_zone(table, unit, at)]


# --- the zone


@pytest.mark.rule("P39.2", "P39.3")
def test_the_zone_of_light_cavalry_reaches_four_hexes_out_of_five_sides() -> None:
    table = field(OPEN, regiment("P1", "0606", "N"))
    assert max(distance(606, at) for at in zone_of(table, "P1")) == 4
    assert in_zone(table, "P1", 602)
    assert not in_zone(table, "P1", 601)
    assert in_zone(table, "P1", 206)
    assert not in_zone(table, "P1", 610)
    assert not in_zone(table, "P1", 607)


@pytest.mark.rule("P39.4")
def test_the_zone_of_heavy_cavalry_reaches_three_hexes_out_of_three_sides() -> None:
    table = field(OPEN, regiment("P1", "0606", "N", movement=11))
    assert max(distance(606, at) for at in zone_of(table, "P1")) == 3
    assert in_zone(table, "P1", 603)
    assert not in_zone(table, "P1", 602)
    assert in_zone(table, "P1", 705) is in_zone(table, "P1", 505) is True
    assert not in_zone(table, "P1", 707)
    assert not in_zone(table, "P1", 607)


@pytest.mark.rule("P39.3", "PR-117")
def test_a_line_has_only_the_zone_of_its_real_front() -> None:
    line = regiment("P1", ("0506", "0606"), "NNE", "line", increments=8)
    table = field(OPEN, line)
    assert in_zone(table, "P1", 604)
    assert in_zone(table, "P1", 503)
    assert not in_zone(table, "P1", 305)
    assert not in_zone(table, "P1", 609)


@pytest.mark.rule("P46.1", "P39.3")
@pytest.mark.parametrize(("sky", "reach"), [("dry", 4), ("dusk", 3), ("night", 0)])
def test_dusk_shortens_the_zone_and_night_leaves_none(sky: str, reach: int) -> None:
    table = field(OPEN, regiment("P1", "0606", "N"), weather=sky)
    assert max((distance(606, at) for at in zone_of(table, "P1")), default=0) == reach


# --- who may react


@pytest.mark.rule("P39.1", "P39.7")
def test_cavalry_that_sees_a_charge_in_its_zone_may_meet_it_or_stand() -> None:
    state = window(HUSSARS)
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "reaction-charge")
    assert offered(state) == ["done", "react P1"]
    play(state, "done")
    assert heard() == Reaction()


@pytest.mark.rule("P39.5", "P39.7", "PR-118")
@pytest.mark.parametrize(
    "unit",
    [
        regiment("P1", "0511", "N"),
        regiment("P1", "0509", "S"),
        regiment("P1", "0509", "N", order="rout"),
        regiment("P1", "0509", "N", readiness="exhausted"),
        regiment("P1", ("0509", "0609"), "NNE", "skirmish", skirmish_fire=3),
        regiment("P1", "0509", "N", marks=("tried-reaction",)),
        regiment("P1", "0509", "N", marks=("contact:F9",)),
        battalion("P1", "0506", "N"),
        battery("P1", "0507", "N"),
    ],
    ids=[
        "far",
        "behind",
        "routed",
        "exhausted",
        "skirmishing",
        "tried",
        "engaged",
        "infantry",
        "guns",
    ],
)
def test_nothing_is_asked_and_nothing_happens_when_nobody_may_react(unit: Unit) -> None:
    state = window(unit)
    assert purpose(state) == "over"
    assert not state.happened
    assert heard() == Reaction()


@pytest.mark.rule("P39.7")
def test_a_reactor_must_see_the_charge() -> None:
    rows = [*OPEN[:6], "....w......", *OPEN[7:]]
    state = window(HUSSARS, rows=rows)
    assert purpose(state) == "over"
    assert not state.happened


@pytest.mark.rule("P36.5", "P36.8", "P20.12", "PR-56", "PR-118")
@pytest.mark.parametrize(
    ("readiness", "may"), [("fresh", True), ("tired", True), ("exhausted", False)]
)
def test_tired_cavalry_reacts_but_exhausted_cavalry_starts_no_charge(
    readiness: str, may: bool
) -> None:
    table = field(OPEN, regiment("P1", "0509", "N", readiness=readiness))
    assert (may_react(table, "P1") is None) is may


@pytest.mark.rule("P39.7", "P39.22")
def test_each_refusal_names_its_clause() -> None:
    table = field(OPEN, regiment("P1", "0509", "N", marks=("contact:F9",)))
    reason = may_react(table, "P1")
    assert reason is not None
    assert reason.clause == "P39.22"


@pytest.mark.rule("P39.8", "P31.14", "PR-82")
def test_a_reactor_checks_its_printed_morale() -> None:
    state = play(window(HUSSARS), React(("P1",)))
    assert isinstance(state.pending, Roll)
    assert (state.pending.purpose, state.pending.subject) == ("reaction-check", "P1")
    assert purpose(play(state, 33)) == "reaction-move"
    assert purpose(play(state, 32)) == "over"


@pytest.mark.rule("P39.11", "P39.5")
def test_a_reactor_that_fails_stands_in_good_order_and_may_not_try_again() -> None:
    state = play(window(HUSSARS), React(("P1",)), 11)
    piece = state.table["P1"]
    assert (piece.hexes, piece.cohesion, piece.readiness) == (
        (509,),
        Cohesion.GOOD,
        Readiness.FRESH,
    )
    assert piece.marks == ("tried-reaction",)
    assert heard() == Reaction()
    assert reactors(state.table, ("F1",)) == ()


@pytest.mark.rule("P39.5", "PR-121")
def test_another_may_try_when_the_first_has_failed() -> None:
    state = window(HUSSARS, regiment("P2", "0308", "NE"))
    assert offered(state) == ["done", "react P1", "react P2"]
    state = play(state, React(("P2",)), 11)
    assert offered(state) == ["done", "react P1"]


@pytest.mark.rule("P39.8")
def test_the_other_side_does_not_learn_the_morale_value() -> None:
    state = play(window(HUSSARS), React(("P1",)), 41)
    (check,) = events(state, MoraleChecked)
    assert check.seen_by("coalition").value == check.value > 0
    assert check.seen_by("french").value == 0


# --- the ride


@pytest.mark.rule("P39.9", "P39.12")
def test_light_cavalry_rides_two_hexes_at_once_and_two_more_by_turns() -> None:
    far = regiment("F1", "0505", "N")
    state = play(window(HUSSARS, charger=far), React(("P1",)), 41)
    state = ride(state, "march P1 N")
    assert state.table["P1"].hexes == (508,)
    state = ride(state, "march P1 N")
    assert heard() == Reaction(False, "P1", 2)
    assert [event.hexes for event in events(state, ReactorRode)] == [(508,), (507,)]


@pytest.mark.rule("P39.9", "P39.10", "P39.12")
def test_heavy_cavalry_rides_one_hex_at_once_and_then_one_by_turns() -> None:
    away = regiment("F1", "0505", "N")
    state = play(window(CUIRASSIERS, charger=away), React(("P1",)), 41)
    state = ride(state, "march P1 N")
    assert heard() == Reaction(False, "P1", 2)
    state = ride(listen(state.table, ReactorStep("P1", ("F1",), 2)), "march P1 NE")
    assert heard() == Reaction(False, "P1", 1)
    assert state.table["P1"].hexes == (606,)


@pytest.mark.rule("P39.9")
def test_the_first_hex_lies_before_the_front_without_turning() -> None:
    state = play(window(CUIRASSIERS), React(("P1",)), 41)
    steps = [text.split()[2] for text in offered(state) if text != "done"]
    assert sorted(set(steps)) == ["N", "NE", "NW"]


@pytest.mark.rule("P39.13", "P39.21", "PR-119")
def test_turning_costs_two_points_a_hexside_out_of_the_printed_movement() -> None:
    slow = regiment("P1", "0509", "N", marks=("reacting:0509:0:column:1:18:0",), movement=13)
    table = field(OPEN, slow)
    straight = rides(table, "P1")
    assert ("N",) in straight
    assert straight["N",].spent == 20
    assert straight["N", "face:NE"].spent == 24
    worn = regiment("P1", "0509", "N", marks=("reacting:0509:0:column:1:22:0",), movement=13)
    ways = rides(field(OPEN, worn), "P1")
    assert ("N",) in ways
    assert ("N", "face:NE") not in ways


@pytest.mark.rule("P39.13", "P38.6", "P38.7", "PR-101")
def test_light_cavalry_turns_two_hexsides_in_a_hex_and_heavy_one() -> None:
    light = rides(field(OPEN, regiment("P1", "0509", "N")), "P1")
    assert ("N", "face:SE") in light
    assert ("N", "face:S") not in light
    heavy = rides(field(OPEN, regiment("P1", "0509", "N", movement=11)), "P1")
    assert ("N", "face:NE") in heavy
    assert ("N", "face:SE") not in heavy


@pytest.mark.rule("P39.6", "PR-119")
def test_the_reactor_never_leaves_its_first_zone() -> None:
    began = ("reacting:0509:0:column:3:6:0",)
    table = field(OPEN, regiment("P1", "0506", "N", marks=began))
    ends = {way.hexes[0] for way in rides(table, "P1").values()}
    assert 505 in ends
    assert all(distance(509, at) <= 4 for at in ends)
    began = ("reacting:0509:0:column:4:8:0",)
    at_the_edge = field(OPEN, regiment("P1", "0505", "N", marks=began))
    assert not any(way.hexes == (504,) for way in rides(at_the_edge, "P1").values())


@pytest.mark.rule("P37.9", "P39.6", "P39.22")
def test_it_keeps_off_closed_ground_and_the_enemies_of_others() -> None:
    rows = [*OPEN[:7], "....w......", *OPEN[8:]]
    table = field(rows, HUSSARS, battalion("F2", "0608", "S", "square"))
    ends = {way.hexes[0] for way in rides(table, "P1").values()}
    assert 508 not in ends
    assert 608 not in ends
    assert 408 in ends


@pytest.mark.rule("P39.10", "P39.14")
def test_the_reactor_may_wait_after_its_first_hex_or_halt_for_good() -> None:
    away = regiment("F1", "0505", "N")
    state = play(window(HUSSARS, charger=away), React(("P1",)), 41)
    ride(state, "march P1 N", "done")
    assert heard() == Reaction(False, "P1", 3)
    state = ride(play(window(HUSSARS, charger=away), React(("P1",)), 41), "done")
    assert heard() == Reaction(False, "P1", 0)
    assert events(state, ReactionEnded) == [ReactionEnded("P1", False)]


@pytest.mark.rule("P39.14", "P39.16")
def test_a_reactor_without_hexes_halts_and_the_charge_goes_on() -> None:
    began = ("reacting:0509:0:column:3:6:0", "reacted")
    away = regiment("F1", "0503", "N")
    table = field(OPEN, away, regiment("P1", "0506", "N", marks=began))
    state = ride(listen(table, ReactorStep("P1", ("F1",), 1)), "march P1 N")
    assert heard() == Reaction(False, "P1", 0)
    assert not any(mark.startswith("reacting:") for mark in state.table["P1"].marks)
    assert contacts_of(state.table["P1"]) == ()


@pytest.mark.rule("PR-121")
def test_while_one_reacts_nobody_else_is_asked() -> None:
    began = ("reacting:0509:0:column:2:4:0", "reacted")
    table = field(
        OPEN,
        regiment("F1", "0505", "N"),
        regiment("P1", "0507", "N", marks=began),
        regiment("P2", "0308", "NE"),
    )
    state = listen(table, ReactionWindow(("F1",)))
    assert heard() == Reaction(False, "P1", 2)
    assert not state.happened


@pytest.mark.rule("P14.12", "PR-52")
@pytest.mark.parametrize(("option_", "left"), [("on", 0), ("off", 3)])
def test_the_zone_of_other_enemy_horse_stops_the_reactor(option_: str, left: int) -> None:
    other = regiment("F2", "0407", "S")
    state = window(
        HUSSARS,
        other,
        charger=regiment("F1", "0505", "N"),
        options={"charge_stops_in_cav_zoi": option_},
    )
    state = play(state, React(("P1",)), 41)
    state = ride(state, "march P1 N")
    if left:
        state = ride(state, "done")
    assert heard() == Reaction(False, "P1", left)


@pytest.mark.rule("PR-48", "P28.1")
@pytest.mark.parametrize(("setting", "asked"), [("on", "opportunity-fire"), ("off", "over")])
def test_a_reactor_that_leaves_a_zone_of_infantry_may_be_fired_on(setting: str, asked: str) -> None:
    state = window(
        regiment("P1", "0508", "N", movement=11),
        battalion("F2", "0408", "NE"),
        charger=regiment("F1", "0505", "N"),
        options={"oppfire_vs_charge": setting},
    )
    state = play(state, React(("P1",)), 41)
    state = ride(state, "march P1 N")
    assert purpose(state) == asked


@pytest.mark.rule("PR-48", "PR-50")
def test_a_reactor_broken_by_that_fire_reacts_no_more() -> None:
    state = window(
        regiment("P1", "0508", "N", movement=11),
        battalion("F2", "0408", "NE", increments=18, fire=30),
        charger=regiment("F1", "0505", "N"),
    )
    state = ride(play(state, React(("P1",)), 41), "march P1 N")
    state = play(state, option(state, "fire 0508 F2@0408"), 66, 11)
    assert state.table["P1"].cohesion is Cohesion.ROUT
    assert heard() == Reaction(False, "P1", 0)


# --- contact


@pytest.mark.rule("P39.14", "P39.15", "P39.17", "P39.20", "PR-120")
def test_when_they_touch_both_stop_and_must_fight_without_a_run() -> None:
    charger = regiment("F1", "0505", "S", marks=("charged", "run"))
    state = play(window(regiment("P1", "0507", "N"), charger=charger), React(("P1",)), 41)
    state = ride(state, "march P1 N")
    assert heard() == Reaction(True, "P1", 0)
    assert contacts_of(state.table["F1"]) == ("P1",)
    assert contacts_of(state.table["P1"]) == ("F1",)
    assert "run" not in state.table["F1"].marks
    assert events(state, ReactionEnded) == [ReactionEnded("P1", True)]


@pytest.mark.rule("P39.15")
def test_a_charger_already_upon_the_reactor_is_met_where_it_stands() -> None:
    state = play(window(regiment("P1", "0506", "N")), React(("P1",)), 41)
    assert heard() == Reaction(True, "P1", 0)
    assert state.table["P1"].hexes == (506,)


@pytest.mark.rule("P39.15", "PR-120")
def test_the_front_of_either_is_enough() -> None:
    began = ("reacting:0509:0:column:2:4:0", "reacted")
    table = field(OPEN, regiment("F1", "0505", "S"), regiment("P1", "0506", "S", marks=began))
    listen(table, ReactorStep("P1", ("F1",), 2))
    assert heard() == Reaction(True, "P1", 0)


@pytest.mark.rule("P39.23")
def test_a_reactor_may_not_move_in_its_next_movement_segment() -> None:
    state = play(window(HUSSARS), React(("P1",)), 41)
    state = ride(state, "done")
    hand = take_in_hand(state.table, "P1")
    assert getattr(hand, "clause", "") == "P39.23"
    assert "rode-out" in state.table["P1"].marks


@pytest.mark.rule("P39.16", "PR-122")
@pytest.mark.parametrize(("before", "after"), [("fresh", "tired"), ("tired", "tired")])
def test_without_contact_the_reactor_is_tired_when_the_sequence_closes(
    before: str, after: str
) -> None:
    table = field(OPEN, regiment("P1", "0509", "N", readiness=before, marks=("reacted",)))
    assert table["P1"].readiness is Readiness(before)
    close_sequence(table)
    assert table["P1"].readiness is Readiness(after)
    assert "fatigue:french:1" in table["P1"].marks
    assert "reacted" not in table["P1"].marks


# --- stacks


@pytest.mark.rule("P37.5", "PR-118")
def test_a_stack_reacts_together_only_under_a_leader_of_horse() -> None:
    leader = LeaderPrinted("PL", "Leader", "coalition", "French", cavalry_bonus=True)
    units = (CHARGER, HUSSARS, regiment("P2", "0509", "N"))
    alone = listen(field(OPEN, *units), ReactionWindow(("F1",)))
    assert offered(alone) == ["done", "react P1", "react P2"]
    state = listen(field_with_leader(leader, 509, *units), ReactionWindow(("F1",)))
    assert offered(state) == ["done", "react P1", "react P1 P2", "react P2"]
    state = play(state, React(("P1", "P2")), 41, 41)
    state = ride(state, "march P1 N")
    assert state.table["P1"].hexes == state.table["P2"].hexes == (508,)
    assert state.table.leaders["PL"] == 508


@pytest.mark.rule("PR-164")
def test_a_leader_whom_the_reactor_would_leave_alone_rides_with_it() -> None:
    leader = LeaderPrinted("PL", "Leader", "coalition", "French")
    state = listen(field_with_leader(leader, 509, CHARGER, HUSSARS), ReactionWindow(("F1",)))
    state = ride(play(state, React(("P1",)), 41), "march P1 N")
    assert state.table.leaders["PL"] == 508


@pytest.mark.rule("PR-118")
def test_of_a_stack_those_who_fail_stay_behind() -> None:
    leader = LeaderPrinted("PL", "Leader", "coalition", "French", cavalry_bonus=True)
    table = field_with_leader(leader, 509, CHARGER, HUSSARS, regiment("P2", "0509", "N"))
    state = listen(table, ReactionWindow(("F1",)))
    state = ride(play(state, React(("P1", "P2")), 11, 41), "march P2 N")
    assert state.table["P1"].hexes == (509,)
    assert state.table["P2"].hexes == (508,)


def field_with_leader(leader: LeaderPrinted, at: int, *units: Unit) -> Table:
    table = field(OPEN, *units)
    table.setting = msgspec.structs.replace(table.setting, leaders={leader.id: leader})
    table.leaders[leader.id] = at
    return table


# --- secrecy


BYSTANDERS = st.sampled_from(
    [
        {"readiness": "exhausted"},
        {"order": "rout"},
        {"marks": ("tried-reaction",)},
        {"marks": ("contact:F9",)},
        {},
    ]
)


@pytest.mark.rule("P39.7")
@given(
    column=st.integers(1, 11),
    row=st.integers(1, 13),
    facing=st.sampled_from(SIDES),
    movement=st.sampled_from([10, 14]),
    facts=BYSTANDERS,
)
def test_a_window_shows_nothing_unless_somebody_may_react(
    column: int, row: int, facing: str, movement: int, facts: dict[str, Any]
) -> None:
    """No question and no event: the charger learns nothing from a window that stays shut."""
    at = f"{column:02d}{row:02d}"
    assume(at != "0505")
    unit = regiment("P1", at, facing, movement=movement, **facts)
    table = field(OPEN, CHARGER, unit)
    state = listen(table, ReactionWindow(("F1",)))
    able = may_react_to(table, "P1", ("F1",)) is None
    assert (purpose(state) == "reaction-charge") is able
    assert not state.happened
    if not able:
        assert heard() == Reaction()
