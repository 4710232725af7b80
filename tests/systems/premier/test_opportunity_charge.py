"""Opportunity charges (rule 40): who may strike at what comes near, and what befalls it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, Roll, State
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.events.charge import Evaded, Trampled
from grognard.systems.bataille.events.facts import LostIncrements, Removed
from grognard.systems.bataille.events.horse import CounterCharged
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.horse.opportunity_charge import OpportunityCharges
from grognard.systems.bataille.horse.opportunity_ground import openings
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import Arm, Cohesion, Readiness
from grognard.systems.premier.events import TookHex
from grognard.systems.premier.horse.caught import ridden_down, rout_hexes
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
from tests.systems.premier.listening import heard, listen, offered, option
from tests.systems.premier.moves import purpose

OPEN = ["." * 14] * 14
HUSSARS = regiment("P1", "0507", "N")
"""Two hexes south of 0505, facing it."""

FOOT = battalion("P2", "0706", "S", order="rout")
"""Broken foot hides nobody, but cavalry may not ride through it."""

LEFT = 6
"""Half points that the mover has left, unless a test says otherwise."""


def window(
    *units: Unit,
    rows: list[str] = OPEN,
    left: int = LEFT,
    entered: bool = True,
    **facts: Any,
) -> State:
    """F1 has just acted where it stands."""
    return listen(field(rows, *units, **facts), OpportunityCharges("F1", left, entered))


def charged(*units: Unit, check: int = 41, to: str = "0506", **facts: Any) -> State:
    """The hussars charge and pass their check."""
    state = window(*units, **facts)
    return play(state, option(state, f"counter P1 {to}"), check)


# --- who may


@pytest.mark.rule("P40.1", "P40.4", "PR-123")
def test_a_unit_two_hexes_away_next_to_the_zone_may_be_charged() -> None:
    state = window(battalion("F1", "0505", "S"), HUSSARS)
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "opportunity-charge")
    assert offered(state) == ["done", "counter P1 0506"]
    play(state, "done")
    assert heard() is True


@pytest.mark.rule("P40.1", "PR-123")
def test_the_cavalry_may_choose_among_the_hexes_of_its_zone_next_to_the_mover() -> None:
    state = window(battalion("F1", "0605", "S"), HUSSARS)
    assert offered(state) == ["done", "counter P1 0506", "counter P1 0606"]
    state = play(state, option(state, "counter P1 0606"), 41)
    assert state.table["P1"].hexes == (606,)


@pytest.mark.rule("P40.1", "P40.2", "P20.12", "PR-56")
@pytest.mark.parametrize(
    "unit",
    [
        regiment("P1", "0508", "N"),
        regiment("P1", "0507", "S"),
        regiment("P1", "0507", "N", order="rout"),
        regiment("P1", "0507", "N", readiness="exhausted"),
        regiment("P1", ("0507", "0607"), "NNE", "skirmish"),
        regiment("P1", "0507", "N", marks=("tried-oppcharge",)),
        regiment("P1", "0507", "N", marks=("contact:F9",)),
        regiment("P1", "0507", "N", marks=("reacted",)),
        battalion("P1", "0507", "N"),
    ],
    ids=[
        "far",
        "behind",
        "routed",
        "exhausted",
        "skirmishing",
        "tried",
        "engaged",
        "reacted",
        "infantry",
    ],
)
def test_nothing_is_asked_and_nothing_happens_when_nobody_may_charge(unit: Unit) -> None:
    state = window(battalion("F1", "0505", "S"), unit)
    assert purpose(state) == "over"
    assert not state.happened
    assert heard() is True


@pytest.mark.rule("P36.5")
def test_tired_cavalry_may_make_an_opportunity_charge() -> None:
    state = window(battalion("F1", "0505", "S"), regiment("P1", "0507", "N", readiness="tired"))
    assert offered(state) == ["done", "counter P1 0506"]


@pytest.mark.rule("P40.1", "P23.1")
def test_the_cavalry_must_see_the_mover() -> None:
    blocked = battalion("P2", "0506", "N")
    state = window(battalion("F1", "0505", "S"), HUSSARS, blocked)
    assert purpose(state) == "over"


@pytest.mark.rule("P40.4", "P37.9", "PR-19", "PR-123")
@pytest.mark.parametrize(
    ("rows", "others"),
    [
        ([*OPEN[:5], "....w.........", *OPEN[6:]], ()),
        ([*OPEN[:4], "....w.........", *OPEN[5:]], ()),
    ],
    ids=["the hex between is woods", "the mover stands in woods"],
)
def test_ground_closed_to_charges_protects(rows: list[str], others: tuple[Unit, ...]) -> None:
    state = window(battalion("F1", "0505", "S"), HUSSARS, *others, rows=rows)
    assert purpose(state) == "over"


@pytest.mark.rule("P40.4", "P16.2")
def test_friendly_foot_in_the_way_bars_the_charge() -> None:
    table = field(OPEN, battalion("F1", "0705", "S"), regiment("P1", "0606", "NE"), FOOT)
    assert [way.to for way in openings(table, "F1", entered=True)["P1"]] == [605]


@pytest.mark.rule("P40.1", "P40.4", "PR-123")
@pytest.mark.parametrize(
    ("setting", "entered", "expected"),
    [
        ("on", True, ["done", "counter P1 0507"]),
        ("off", True, []),
        ("on", False, []),
    ],
)
def test_a_unit_that_steps_into_the_zone_is_charged_from_where_the_cavalry_stands(
    setting: str, entered: bool, expected: list[str]
) -> None:
    state = window(
        battalion("F1", "0506", "S"),
        HUSSARS,
        entered=entered,
        options={"oppcharge_adjacent": setting},
    )
    assert offered(state) == expected


@pytest.mark.rule("P40.1", "PR-169")
def test_a_turn_or_change_of_formation_near_the_zone_draws_a_charge_too() -> None:
    state = window(battalion("F1", "0505", "S"), HUSSARS, entered=False)
    assert offered(state) == ["done", "counter P1 0506"]


@pytest.mark.rule("P16.38")
def test_cavalry_that_covers_the_flank_of_a_line_charges_who_would_enter_there() -> None:
    line = battalion("P2", "0708", "NNE", "line", increments=4)
    cavalry = regiment("P1", "0608", "NE")
    state = window(battalion("F1", "0606", "S"), line, cavalry)
    assert side_class(state.table, "P2", 708, 5) == "front"
    assert "counter P1 0607" in offered(state)


@pytest.mark.rule("P14.32")
def test_a_rout_draws_no_opportunity_charge() -> None:
    table = field(OPEN, battalion("F1", "0504", "S"), regiment("P1", "0508", "N"))
    state = begin(table, Rout("F1", "fire"))
    assert purpose(state) == "over"
    assert not events(state, CounterCharged)


@pytest.mark.rule("P46.1")
def test_by_night_nobody_charges() -> None:
    state = window(battalion("F1", "0505", "S"), HUSSARS, weather="night")
    assert purpose(state) == "over"


# --- the attempt


@pytest.mark.rule("P40.3", "P31.14")
def test_the_cavalry_checks_morale_to_charge() -> None:
    state = window(battalion("F1", "0505", "S"), HUSSARS)
    state = play(state, option(state, "counter P1 0506"))
    assert isinstance(state.pending, Roll)
    assert (state.pending.purpose, state.pending.subject) == ("opportunity-check", "P1")


@pytest.mark.rule("P40.2", "P40.5")
def test_failing_it_stays_in_good_order_and_has_used_its_attempt() -> None:
    state = charged(battalion("F1", "0505", "S"), HUSSARS, check=32)
    piece = state.table["P1"]
    assert (piece.hexes, piece.cohesion, piece.readiness) == (
        (507,),
        Cohesion.GOOD,
        Readiness.FRESH,
    )
    assert piece.marks == ("tried-oppcharge",)
    assert heard() is True


@pytest.mark.rule("P40.2")
def test_another_may_try_when_the_first_has_failed() -> None:
    second = regiment("P2", "0406", "NE")
    state = charged(battalion("F1", "0505", "S"), HUSSARS, second, check=11)
    assert all("P2" in text for text in offered(state) if text != "done")


@pytest.mark.rule("P40.4")
def test_passing_it_rides_one_hex_and_has_the_mover_before_its_front() -> None:
    state = charged(regiment("F1", "0505", "S"), HUSSARS)
    assert state.table["P1"].hexes == (506,)
    assert events(state, CounterCharged)[0].target == "F1"
    assert "opp-charged" in state.table["P1"].marks


@pytest.mark.rule("P40.4", "P38.6", "P38.7")
def test_it_turns_for_nothing_to_have_the_mover_in_front() -> None:
    heavy = regiment("P1", "0507", "NE", movement=11)
    state = charged(regiment("F1", "0505", "S"), heavy)
    assert state.table["P1"].hexes == (506,)
    assert state.table["P1"].facing in (0, 1)


@pytest.mark.rule("PR-48", "P28.1")
@pytest.mark.parametrize(("setting", "asked"), [("on", "opportunity-fire"), ("off", "over")])
def test_cavalry_that_leaves_a_zone_to_charge_may_be_fired_on(setting: str, asked: str) -> None:
    state = charged(
        regiment("F1", "0505", "S"),
        HUSSARS,
        battalion("F2", "0407", "NE"),
        options={"oppfire_vs_charge": setting},
    )
    assert purpose(state) == asked


# --- whom it has caught


@pytest.mark.rule("P40.11", "P40.14", "PR-124")
def test_cavalry_that_is_caught_stands_without_a_check_and_must_fight() -> None:
    state = charged(regiment("F1", "0505", "S"), HUSSARS)
    assert heard() is False
    assert contacts_of(state.table["F1"]) == ("P1",)
    assert contacts_of(state.table["P1"]) == ("F1",)
    assert [check.unit for check in events(state, MoraleChecked)] == ["P1"]


@pytest.mark.rule("P40.11", "P20.13")
def test_mounted_skirmishers_that_are_caught_stand_as_cavalry() -> None:
    screen = regiment("F1", ("0505", "0605"), "NNE", "skirmish")
    state = window(screen, HUSSARS)
    state = play(state, option(state, "counter P1 0506"), 41)
    assert heard() is False
    assert contacts_of(state.table["F1"]) == ("P1",)


@pytest.mark.rule("P40.6", "P40.8", "P38.17")
def test_infantry_that_is_caught_checks_to_stand_as_it_is() -> None:
    state = charged(battalion("F1", "0505", "S"), HUSSARS)
    assert isinstance(state.pending, Roll)
    assert (state.pending.purpose, state.pending.subject) == ("stand", "F1")
    state = play(state, 33)
    assert heard() is False
    assert contacts_of(state.table["F1"]) == ("P1",)
    assert "stood" in state.table["F1"].marks
    assert state.table["P1"].readiness is Readiness.FRESH


@pytest.mark.rule("P40.9", "P40.10", "PR-71", "PR-74", "PR-126")
def test_failing_it_routs_its_remaining_movement_and_loses_an_increment() -> None:
    state = play(charged(battalion("F1", "0505", "S"), HUSSARS, left=6), 32)
    piece = state.table["F1"]
    assert (piece.cohesion, piece.lost) == (Cohesion.ROUT, 1)
    assert distance(piece.at, 505) == 3
    assert state.table["P1"].hexes == (506,)
    assert state.table["P1"].readiness is Readiness.TIRED
    assert heard() is False


@pytest.mark.rule("P40.9", "PR-71")
@pytest.mark.parametrize(("setting", "left", "hexes"), [("remaining", 1, 1), ("ten", 6, 0)])
def test_the_rout_is_at_least_a_hex_or_ten_as_the_table_says(
    setting: str, left: int, hexes: int
) -> None:
    table = field(OPEN, battalion("F1", "0505", "S"), options={"oppcharge_rout": setting})
    assert rout_hexes(table, "F1", left) == hexes


@pytest.mark.rule("P40.8", "P40.9")
def test_limbered_guns_stand_or_rout_like_infantry() -> None:
    guns = battery("F1", "0505", "S", "limbered", morale=32)
    state = charged(guns, HUSSARS)
    assert purpose(play(state, 33)) == "over"
    assert contacts_of(play(state, 33).table["F1"])
    assert play(state, 11).table["F1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P40.6", "P41.2", "P41.4")
def test_guns_moved_by_hand_check_and_are_lost_if_they_fail() -> None:
    state = charged(battery("F1", "0505", "S"), HUSSARS)
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "guns-check"
    lost = play(state, 11)
    assert events(lost, Removed) == [Removed("F1", "eliminated")]
    assert lost.table["P1"].hexes == (505,)
    assert lost.table["P1"].readiness is Readiness.TIRED
    assert contacts_of(play(state, 66).table["F1"]) == ("P1",)


@pytest.mark.rule("P41.6", "PR-130")
def test_cavalry_that_came_from_behind_the_guns_does_not_take_their_hex() -> None:
    state = play(charged(battery("F1", "0505", "N"), HUSSARS), 11)
    assert state.table["P1"].hexes == (506,)
    assert not events(state, TookHex)


@pytest.mark.rule("P38.49", "PR-140")
def test_a_unit_on_the_road_routs_without_a_roll_and_those_beside_it_check() -> None:
    column = battalion("F1", "0505", "S", "road", increments=4)
    friend = battalion("F2", "0605", "S")
    state = charged(column, friend, HUSSARS, roads=["0504 0505 0506"])
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert isinstance(state.pending, Roll)
    assert (state.pending.purpose, state.pending.subject) == ("road-check", "F2")
    play(state, 66)
    assert heard() is False


@pytest.mark.rule("P40.1")
def test_a_square_that_shifts_is_not_charged() -> None:
    assert purpose(window(battalion("F1", "0505", "S", "square"), HUSSARS)) == "over"


# --- skirmishers


@pytest.mark.rule("P40.20", "P40.21", "P40.22", "PR-107", "PR-127")
def test_skirmishers_in_the_open_are_ridden_down_and_run() -> None:
    state = charged(
        light("F1", ("0505", "0605"), "SSE", "skirmish", increments=12, movement=7),
        regiment("P1", "0507", "N", movement=15),
    )
    assert events(state, LostIncrements) == [LostIncrements("F1", 7, "trample", "P40.19")]
    piece = state.table["F1"]
    assert (piece.cohesion, piece.lost) == (Cohesion.ROUT, 7)
    assert state.table["P1"].hexes == (505,)
    assert state.table["P1"].readiness is Readiness.TIRED
    assert heard() is False
    assert contacts_of(state.table["P1"]) == ()


@pytest.mark.rule("P40.19", "P40.20", "PR-107", "PR-108")
@pytest.mark.parametrize(("movement", "lost"), [(10, 4), (15, 7)])
def test_printed_movement_less_one_rides_down_an_increment_for_two_points(
    movement: int, lost: int
) -> None:
    table = field(
        OPEN,
        light("F1", ("0505", "0605"), "SSE", "skirmish", increments=12),
        regiment("P1", "0507", "N", movement=movement),
    )
    assert ridden_down(table, "F1", "P1") == lost


@pytest.mark.rule("PR-107")
def test_a_table_may_let_every_point_ride_down_two() -> None:
    table = field(
        OPEN,
        light("F1", ("0505", "0605"), "SSE", "skirmish", increments=30),
        regiment("P1", "0507", "N", movement=10),
        options={"trample_skirmishers": "two_per_point"},
    )
    assert ridden_down(table, "F1", "P1") == 18


@pytest.mark.rule("P40.21", "PR-71")
def test_skirmishers_run_their_full_movement() -> None:
    table = field(OPEN, light("F1", ("0505", "0605"), "SSE", "skirmish", movement=7))
    assert rout_hexes(table, "F1", 0) == 7


@pytest.mark.rule("P40.17", "P40.18", "P19.17", "PR-127")
def test_next_to_formed_friends_they_check_and_run_into_them() -> None:
    loose = light("F1", ("0505", "0605"), "SSE", "skirmish", morale=11)
    state = charged(loose, battalion("F2", "0504", "S"), HUSSARS)
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "stand"
    (item,) = [i for i in play(state, 66).happened if isinstance(i, MoraleChecked)][-1].account
    assert (item.amount, item.reason) == (-12, "in skirmish order")
    state = play(state, 66)
    assert state.table["F1"].hexes == (504,)
    assert "shelter" in state.table["F1"].marks
    assert state.table.stack(504) == ("F2", "F1")
    assert events(state, Evaded)
    assert not events(state, Trampled)
    assert state.table["P1"].readiness is Readiness.TIRED


@pytest.mark.rule("P40.19", "PR-127")
def test_failing_that_check_they_are_ridden_down_all_the_same() -> None:
    loose = light("F1", ("0505", "0605"), "SSE", "skirmish", increments=12)
    state = play(charged(loose, battalion("F2", "0504", "S"), HUSSARS), 11)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert state.table["F1"].lost == 6


@pytest.mark.rule("P40.18", "P19.18")
def test_of_several_shelters_the_owner_chooses() -> None:
    rows = [*OPEN[:3], "....w.........", *OPEN[4:]]
    loose = light("F1", ("0505", "0605"), "SSE", "skirmish", morale=11)
    state = charged(loose, battalion("F2", "0604", "S"), HUSSARS, rows=rows)
    state = play(state, 66)
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "french"
    assert offered(state) == ["evade F1 0504", "evade F1 0604"]
    state = play(state, option(state, "evade F1 0504"))
    assert state.table["F1"].hexes == (504,)
    assert "shelter" not in state.table["F1"].marks


@pytest.mark.rule("P40.20", "P40.22")
def test_skirmishers_may_be_ridden_down_to_the_last_man() -> None:
    loose = light("F1", "0505", "SSE", "skirmish", increments=3)
    state = charged(loose, HUSSARS)
    assert events(state, Removed) == [Removed("F1", "destroyed")]
    assert state.table["P1"].hexes == (505,)


# --- fire of the unit that stood


@pytest.mark.rule("P40.8", "P40.13", "PR-125")
def test_as_a_rule_the_unit_that_stood_waits_for_the_fire_of_its_side() -> None:
    state = play(charged(battalion("F1", "0505", "S"), HUSSARS), 66)
    assert purpose(state) == "over"


@pytest.mark.rule("PR-125")
def test_a_table_may_let_it_fire_at_once_and_then_no_more() -> None:
    state = charged(
        battalion("F1", "0505", "S"), HUSSARS, options={"oppcharge_fire_first": "contacted_unit"}
    )
    state = play(state, 66)
    assert purpose(state) == "contact-fire"
    assert offered(state) == ["done", "fire 0506 F1@0505"]
    state = play(state, option(state, "fire 0506 F1@0505"), 11)
    assert "fired-first" in state.table["F1"].marks
    assert heard() is False


# --- the property


@pytest.mark.rule("P40.1")
@pytest.mark.parametrize("arm", list(Arm))
def test_without_enemy_cavalry_in_reach_no_mover_learns_anything(arm: Arm) -> None:
    movers = {
        Arm.INFANTRY: battalion("F1", "0505", "S"),
        Arm.CAVALRY: regiment("F1", "0505", "S"),
        Arm.ARTILLERY: battery("F1", "0505", "S", "limbered"),
    }
    state = window(movers[arm], regiment("P1", "1212", "N"), battalion("P2", "0507", "N"))
    assert purpose(state) == "over"
    assert not state.happened
    assert heard() is True


@pytest.mark.rule("P40.19")
def test_the_figures_come_from_the_card() -> None:
    cards = field(OPEN).setting.cards
    assert cards.count("trample_opportunity_less") == 1
    assert Fraction(10 - 1, cards.count("trample_routed_points")) == Fraction(9, 2)
