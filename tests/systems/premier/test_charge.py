"""The charge segment: naming charges, riding them, targets and windows, how they end (37, 38)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason, State, answer
from grognard.mechanics.hexes import SIDES
from grognard.systems.bataille.actions import Finish, Firer, Pick, Shoot, parse
from grognard.systems.bataille.events.charge import (
    ChargeBegan,
    ChargeDesignated,
    ChargeEnded,
    ChargeLapsed,
    TargetDeclared,
)
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.horse.charge_actions import Charge, Decline, Ride, Square, Target
from grognard.systems.bataille.horse.charge_end import ChargeAftermath
from grognard.systems.bataille.horse.charge_targets import due, may_assault, may_charge
from grognard.systems.bataille.horse.horse_actions import React
from grognard.systems.bataille.horse.readiness import readiness_after_melee
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.movement.march import take_in_hand
from grognard.systems.bataille.pieces import Cohesion, Readiness
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from grognard.systems.premier.horse.contact_marks import ran_straight
from grognard.systems.premier.melee.melee_factors import out_of_a_run
from tests.systems.premier.charges import (
    OPEN,
    charge,
    do,
    horse,
    marks,
    offered,
    purpose,
)
from tests.systems.premier.kit import (
    Unit,
    battalion,
    begin,
    events,
    field,
    light,
    regiment,
)

FIRE = ["opportunity-fire"]
FAR = battalion("C9", "0916", "N")
"""Somebody to be in reach, far from the ride."""


def table_of(*units: Unit, **setting: Any) -> Table:
    return field(OPEN, horse("F1", "0502"), *units, **setting)


# --- naming the charges


@pytest.mark.rule("P37.2", "P20.12", "P36.5", "P36.8", "P37.1")
@pytest.mark.parametrize(
    ("unit", "clause"),
    [
        (horse("F1"), ""),
        (horse("F1", order="rout"), "P37.2"),
        (horse("F1", readiness="tired"), "P37.2"),
        (horse("F1", readiness="exhausted"), "P36.8"),
        (horse("F1", formation="road"), "P37.2"),
        (regiment("F1", ["0502", "0602"], "SSE", "skirmish", skirmish_fire=2), "P20.12"),
        (battalion("F1", "0502"), "P37.1"),
    ],
)
def test_who_may_charge(unit: Unit, clause: str) -> None:
    reason = may_charge(field(OPEN, unit, FAR), "F1")
    assert (reason.clause if isinstance(reason, Reason) else "") == clause


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(("sky", "free"), [("night", False), ("fog", False), ("dusk", True)])
def test_nobody_charges_at_night_or_in_fog(sky: str, free: bool) -> None:
    assert (may_charge(table_of(FAR, weather=sky), "F1") is None) is free


@pytest.mark.rule("P38.1", "P37.4")
def test_all_charges_are_named_before_any_is_ridden() -> None:
    table = table_of(horse("F2", "0302"), battalion("C1", "0512", "N"))
    state = begin(table, ChargeSegment("french"))
    assert offered(state) == ["done", "charge F1", "charge F2"]
    state = answer(state, Charge(("F2",)))
    assert not events(state, ChargeBegan)
    assert offered(state) == ["done", "charge F1"]
    state = answer(state, Charge(("F1",)))
    assert events(state, ChargeDesignated)
    (began,) = events(state, ChargeBegan)
    assert began.units == ("F2",), "in the order in which they were named"
    assert purpose(state) == "ride"


@pytest.mark.rule("P38.1")
def test_the_segment_asks_nothing_where_nobody_can_charge() -> None:
    assert purpose(begin(field(OPEN, battalion("F1", "0502"), FAR), ChargeSegment("french"))) == ""


@pytest.mark.rule("P37.1", "P35.2", "PR-143")
def test_cavalry_that_charged_does_not_move_in_the_movement_segment() -> None:
    state = do(charge(table_of(FAR), "F1"), "S")
    assert {"charged", "named"} <= set(marks(state, "F1"))
    assert isinstance(take_in_hand(state.table, "F1"), Reason)


@pytest.mark.rule("PR-175", "P38.46")
def test_a_charge_with_nothing_in_reach_is_not_made_and_costs_only_the_move() -> None:
    table = field(["." * 9] * 40, horse("F1", "0502"), battalion("C1", "0539", "N"))
    state = charge(table, "F1")
    assert purpose(state) == ""
    assert events(state, ChargeLapsed)[0].units == ("F1",)
    piece = state.table["F1"]
    assert (piece.cohesion, piece.readiness) == (Cohesion.GOOD, Readiness.FRESH)
    assert isinstance(take_in_hand(state.table, "F1"), Reason)


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(("dice", "rides"), [(66, True), (11, False)])
def test_rheinbund_cavalry_must_steel_itself_where_the_battle_says_so(
    dice: int, rides: bool
) -> None:
    table = field(
        OPEN,
        horse("F1", "0502", nation="Westphalian"),
        battalion("C1", "0512", "N"),
        special=["rheinbund_nerve"],
    )
    state = charge(table, "F1")
    assert purpose(state) == "charge-nerve"
    state = do(state, dice)
    assert (purpose(state) == "ride") is rides
    if not rides:
        assert {"balked", "named"} <= set(marks(state, "F1"))
        assert state.table["F1"].readiness is Readiness.FRESH


# --- riding


@pytest.mark.rule("P38.2")
def test_a_charge_is_ridden_by_a_whole_path_or_word_by_word() -> None:
    at_once = do(charge(table_of(FAR), "F1"), "S S SE")
    by_words = do(charge(table_of(FAR), "F1"), "S", "S", "SE")
    assert at_once.table["F1"] == by_words.table["F1"]
    state = charge(table_of(FAR), "F1")
    assert offered(state) == ["done", "ride F1 S"]
    refused = state.pending.options.why_not(Ride("F1", ("SE",)))  # type: ignore[union-attr]
    assert [reason.clause for reason in refused] == ["P38.3"]


@pytest.mark.rule("P38.2")
def test_the_rest_of_a_path_is_dropped_when_something_happens() -> None:
    table = table_of(battalion("C1", "0508", "N"), FAR)
    state = do(charge(table, "F1"), "S S SW S S S", want=["form-square"])
    state = do(state, Square("C1"), 11)
    assert purpose(state) == "ride"
    assert state.table["F1"].at < 509


# --- opportunity fire


@pytest.mark.rule("P28.1", "P28.6", "P38.27", "PR-48")
def test_a_charge_that_leaves_a_zone_or_passes_a_square_may_be_fired_at() -> None:
    state = do(charge(table_of(battalion("C1", "0604", "NW"), FAR), "F1"), "S", Decline("C1"))
    state = do(state, "S", want=FIRE)
    assert purpose(state) == "ride", "it has only entered the zone"
    state = do(state, "S", want=FIRE)
    assert purpose(state) == "opportunity-fire"
    state = do(state, Shoot(504, (Firer("C1", 604),)), 11)
    assert events(state, FireResolved)
    beside = table_of(battalion("C1", "0604", "NW", "square"), FAR)
    state = do(do(charge(beside, "F1"), "S", Decline("C1")), "S S", want=FIRE)
    assert purpose(state) == "opportunity-fire"


@pytest.mark.rule("PR-48")
def test_a_table_may_forbid_fire_at_charges() -> None:
    options = {"oppfire_vs_charge": "off"}
    table = table_of(battalion("C1", "0604", "NW"), FAR, options=options)
    state = do(charge(table, "F1"), "S", Decline("C1"), "S", want=FIRE)
    assert purpose(state) == "ride"


@pytest.mark.rule("PR-48", "PR-50")
def test_a_charger_that_routs_under_fire_is_done() -> None:
    table = field(
        OPEN,
        horse("F1", "0504", increments=4),
        battalion("C1", "0604", "NW", "column", increments=12, fire=60),
        FAR,
    )
    state = do(charge(table, "F1"), "S", want=FIRE)
    assert purpose(state) == "opportunity-fire"
    state = do(state, Shoot(504, (Firer("C1", 604),)), 11, 11)
    assert purpose(state) == ""
    assert events(state, ChargeEnded)[0].how == "broken"


# --- declaring targets


@pytest.mark.rule("P38.11", "PR-104")
def test_every_enemy_that_comes_within_two_hexes_is_target_or_passed_by() -> None:
    state = do(charge(table_of(battalion("C1", "0506", "N")), "F1"), "S")
    assert purpose(state) == "ride"
    state = do(state, "S")
    assert purpose(state) == "declare-target"
    assert offered(state) == ["pass C1", "target C1"]
    state = do(state, Target("C1"))
    assert events(state, TargetDeclared)[0].target == "C1"


@pytest.mark.rule("P38.11", "PR-104")
def test_an_enemy_first_seen_at_less_than_two_hexes_is_declared_then() -> None:
    rows = [*OPEN[:4], "....w....", *OPEN[5:]]
    table = field(rows, horse("F1", "0402"), battalion("C1", "0506", "N"), FAR)
    state = do(charge(table, "F1"), "S S S", want=["form-square"])
    assert purpose(state) == "declare-target"
    assert state.table["F1"].at == 405


@pytest.mark.rule("P38.12")
def test_a_target_that_does_not_see_the_charge_may_be_declared_but_not_form_square() -> None:
    state = do(charge(table_of(battalion("C1", "0506", "S")), "F1"), "S S", Target("C1"))
    assert purpose(state) == "ride", "no window for a square"


@pytest.mark.rule("P38.11")
def test_the_charger_must_see_whom_it_declares_through_its_front() -> None:
    behind = table_of(battalion("C1", "0501", "N"), FAR)
    assert due(behind, ("F1",), "") == ()
    ahead = table_of(battalion("C1", "0504", "N"), FAR)
    assert due(ahead, ("F1",), "") == ("C1",)


@pytest.mark.rule("P38.13", "PR-104")
def test_who_was_passed_by_is_marked_and_cannot_be_declared_again() -> None:
    state = do(charge(table_of(battalion("C1", "0605", "N"), FAR), "F1"), "S S", Decline("C1"))
    assert "declined:C1" in marks(state, "F1")
    state = do(state, "S")
    assert purpose(state) == "ride"
    assert state.table["F1"].at == 505
    assert not events(state, MoraleChecked), "no contact, though it is next to it and in front"


@pytest.mark.rule("P38.13", "PR-104")
def test_only_one_target_stands_and_all_others_are_passed_by() -> None:
    table = table_of(battalion("C1", "0506", "N"), battalion("C2", "0706", "N"))
    state = do(charge(table, "F1"), "S S", Target("C1"), "S")
    assert "declined:C2" in marks(state, "F1")
    assert "declined:C1" not in marks(state, "F1")


@pytest.mark.rule("PR-104")
def test_a_stack_is_one_target() -> None:
    table = table_of(
        battalion("C1", "0506", "N", increments=3), battalion("C2", "0506", "N", increments=3), FAR
    )
    state = do(charge(table, "F1"), "S S", Decline("C1"))
    assert {"declined:C1", "declined:C2"} <= set(marks(state, "F1"))


@pytest.mark.rule("PR-114")
def test_units_on_ground_closed_to_charges_are_passed_by_without_a_question() -> None:
    rows = [*OPEN[:5], "....V....", *OPEN[6:]]
    table = field(rows, horse("F1", "0502"), battalion("C1", "0506", "N", "general"), FAR)
    state = do(charge(table, "F1"), "S S")
    assert purpose(state) == "ride"
    assert "declined:C1" in marks(state, "F1")


@pytest.mark.rule("P38.16")
def test_a_declared_target_chooses_between_square_and_standing() -> None:
    state = do(charge(table_of(battalion("C1", "0507", "N")), "F1"), "S S")
    state = do(state, "S", Target("C1"), want=["form-square"])
    assert offered(state) == ["done", "square C1"]
    stands = do(state, Finish(), "S")
    assert purpose(stands) == "stand"


@pytest.mark.rule("P38.13", "P46.1")
def test_who_was_passed_by_may_not_be_assaulted_by_that_cavalry_in_this_turn() -> None:
    state = do(charge(table_of(battalion("C1", "0605", "N"), FAR), "F1"), "S S", Decline("C1"))
    barred = may_assault(state.table, "F1", 605)
    assert barred is not None
    assert barred.clause == "P38.13"
    assert may_assault(state.table, "F1", 916) is None
    sulking = field(OPEN, horse("F1", marks=("balked",)), FAR)
    assert may_assault(sulking, "F1", 916) is not None


@pytest.mark.rule("P37.11", "P38.14")
def test_those_who_ran_straight_are_known_to_the_melee() -> None:
    table = table_of(regiment("C1", "0509", "S", movement=11))
    state = do(charge(table, "F1"), "S S S S S", Target("C1"), "S")
    assert ran_straight(state.table, ("F1",)) == ("F1",)


# --- zones of cavalry


@pytest.mark.rule("P14.12", "PR-52")
def test_the_zone_of_enemy_cavalry_stops_a_charge_and_makes_it_the_target() -> None:
    # Heavy cavalry looks to its front only: C1 comes up on its left, unseen until it is there.
    table = field(
        OPEN,
        horse("F1", "0503", "S", movement=11),
        regiment("C1", "0603", "SW", movement=11),
        FAR,
    )
    state = do(charge(table, "F1"), "S")
    assert state.table["F1"].at == 504
    assert events(state, TargetDeclared)[0].target == "C1"
    assert not any(word.split()[-1] in SIDES for word in offered(state)), "it may only turn"
    state = do(state, "face:SE")
    assert purpose(state) == ""
    assert "met" in marks(state, "F1")


@pytest.mark.rule("PR-52", "P38.46")
def test_stopped_by_cavalry_it_passed_by_the_charger_is_routed_in_place() -> None:
    table = table_of(regiment("C1", "0506", "N", movement=11), FAR)
    state = do(charge(table, "F1"), "S S", Decline("C1"), "S")
    assert state.table["F1"].at == 505
    assert not any(word.split()[-1] in SIDES for word in offered(state)), "the zone stops it"
    state = do(state, Finish())
    assert events(state, ChargeEnded)[0].how == "missed"
    piece = state.table["F1"]
    assert (piece.cohesion, piece.readiness, piece.at) == (Cohesion.ROUT, Readiness.EXHAUSTED, 505)


@pytest.mark.rule("PR-52")
def test_a_table_may_let_charges_ride_through_the_zones_of_cavalry() -> None:
    options = {"charge_stops_in_cav_zoi": "off"}
    table = table_of(regiment("C1", "0506", "N", movement=11), FAR, options=options)
    state = do(charge(table, "F1"), "S S", Decline("C1"), "S")
    assert "ride F1 SE" in offered(state)


# --- how a charge ends


@pytest.mark.rule("P38.46", "P38.48", "PR-78", "PR-113")
def test_who_could_have_struck_and_did_not_is_routed_where_it_stands_and_exhausted() -> None:
    state = do(charge(table_of(battalion("C1", "0512", "N")), "F1"), "S S", Finish())
    piece = state.table["F1"]
    assert (piece.cohesion, piece.readiness, piece.at) == (Cohesion.ROUT, Readiness.EXHAUSTED, 504)


@pytest.mark.rule("P38.27", "P38.47", "PR-113")
def test_who_halts_before_a_square_that_was_never_its_target_is_only_tired() -> None:
    state = do(charge(table_of(battalion("C1", "0508", "N")), "F1"), "S S", want=["form-square"])
    state = do(state, Square("C1"), 11, Finish())
    piece = state.table["F1"]
    assert (piece.cohesion, piece.readiness) == (Cohesion.GOOD, Readiness.TIRED)
    assert events(state, ChargeEnded)[0].how == "spared"


@pytest.mark.rule("P38.46", "PR-113")
def test_enemies_out_of_its_reach_at_the_start_do_not_count() -> None:
    table = field(
        ["." * 9] * 40,
        horse("F1", "0502"),
        light("C1", "0509", "NNE", "skirmish", increments=3),
        battalion("C2", "0539", "N"),
    )
    state = do(charge(table, "F1"), "S S S S S", Target("C1"), "S")
    state = do(state, Pick("3"), Finish())
    assert state.table.removed["C1"] == "destroyed"
    assert state.table["F1"].cohesion is Cohesion.GOOD


@pytest.mark.rule("P38.45", "P36.6", "PR-112")
def test_cavalry_that_charged_and_fought_is_exhausted() -> None:
    table = table_of(battalion("C1", "0506", "N"))
    fought = do(charge(table, "F1"), "S S", Target("C1"), "S")
    assert readiness_after_melee(fought.table, "F1", spared=False) is Readiness.EXHAUSTED


@pytest.mark.rule("PR-177", "PR-130")
def test_cavalry_that_declines_the_melee_after_its_charge_is_tired() -> None:
    table = table_of(battalion("C1", "0506", "N"))
    state = do(charge(table, "F1"), "S S", Target("C1"), "S")
    assert state.table["F1"].readiness is Readiness.FRESH
    over = begin(state.table, ChargeAftermath("french"))
    assert over.table["F1"].readiness is Readiness.TIRED
    assert "met" not in over.table["F1"].marks


@pytest.mark.rule("P37.11", "P38.14")
def test_the_straight_run_doubles_the_melee_value() -> None:
    melee = Melee(509, ("F1",), running=("F1",))
    (factor,) = out_of_a_run(table_of(FAR), melee, "F1")
    assert factor.times == 2


# --- reactions


@pytest.mark.rule("P37.12", "P39.20")
def test_a_reaction_that_touches_the_charge_ends_it_without_a_run() -> None:
    table = table_of(battalion("C1", "0512", "S"), regiment("C2", "0507", "N", movement=14))
    state = do(charge(table, "F1"), "S", want=["reaction-charge"])
    assert purpose(state) == "reaction-charge"
    state = do(state, React(("C2",)), 66)
    while purpose(state) == "reaction-move":
        march = next(word for word in offered(state) if word.split()[-1] == "N")
        state = do(state, parse(march))
    assert (state.table["F1"].at, state.table["C2"].at) == (503, 505)
    state = do(state, "S")
    assert purpose(state) == "", "touching the reactor is contact without any declaration"
    assert "contact:C2" in marks(state, "F1")
    assert "run" not in marks(state, "F1")
    assert "met" in marks(state, "F1")


@pytest.mark.rule("P39.10", "PR-121")
def test_charger_and_reactor_ride_by_turns() -> None:
    table = table_of(battalion("C1", "0518", "S"), regiment("C2", "0807", "NW", movement=14), FAR)
    state = do(charge(table, "F1"), "S S", want=["reaction-charge"])
    while purpose(state) == "ride":
        state = do(state, "S", want=["reaction-charge"])
    assert purpose(state) == "reaction-charge"
    state = do(state, React(("C2",)), 66)
    assert purpose(state) == "reaction-move"
    state = do(state, parse(offered(state)[1]))
    while purpose(state) == "reaction-move":
        state = do(state, Finish())
    assert purpose(state) in ("ride", "declare-target", "")


# --- saving


@pytest.mark.rule("P38.2")
def test_a_charge_remembers_everything_in_values_that_can_be_saved() -> None:
    state = do(charge(table_of(battalion("C1", "0512", "N")), "F1"), "S S")
    frame: ChargeRide = state.stack[1].procedure  # type: ignore[assignment]
    written = msgspec.json.encode(frame)
    assert msgspec.json.decode(written, type=ChargeRide) == frame
    assert isinstance(state, State)
