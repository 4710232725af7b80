"""Command: points, chiefs' orders, duties, areas, orders that change by themselves (E23 to E25)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask, Over
from grognard.systems.empire.command import riding
from grognard.systems.empire.command.actions import CallReserve
from grognard.systems.empire.command.areas import is_inside, is_near
from grognard.systems.empire.command.chiefs import ChiefCommands, chief_price
from grognard.systems.empire.command.duty import missing, note_duty
from grognard.systems.empire.command.events import (
    DutyMet,
    InitiativeRolled,
    OrderChanged,
    OrderTested,
    PointSent,
    ReserveCalled,
)
from grognard.systems.empire.command.own_will import own_orders, turn_to_hold
from grognard.systems.empire.command.points import is_in_command, points_for, price
from grognard.systems.empire.command.strategic import StrategicCommand
from grognard.systems.empire.command.tactical import TacticalCommand
from grognard.systems.empire.events import PointsRolled, PointsSpent, Rode
from grognard.systems.empire.kinds import Grade, Order
from grognard.systems.empire.morale.events import CommanderSaved
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.sequence import PlayerTurn
from grognard.systems.empire.setting import Objective
from grognard.systems.empire.table import Table
from grognard.systems.empire.views import view
from tests.systems.empire.kit import Base, at, foot, horse, play, table_of

replace = msgspec.structs.replace


def led(*bases: Base, points: int = 4, **more: Any) -> Table:
    """A table whose commanders have command points."""
    table = table_of(*bases, **more)
    for leader, officer in table.officers.items():
        table.officers[leader] = replace(officer, points=points)
    return table


FACING = foot("F1", 10, 10, 0, "column"), foot("P1", 10, 30, 180)


# --- points


@pytest.mark.rule("E24.1", "E24.10", "E23.1", "E23.2", "E23.3", "E23.4", "E23.5")
def test_points_are_half_of_die_and_value_rounded_up() -> None:
    assert [points_for(Grade.ORDINARY, die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert (points_for(Grade.POOR, 1), points_for(Grade.STRATEGIST, 1)) == (0, 2)
    assert points_for(Grade.STRATEGIST, 6) == 5


@pytest.mark.rule("E23.6", "E23.12", "E24.2", "E24.14")
def test_beyond_the_generals_range_everything_costs_a_point_more() -> None:
    table = led(
        foot("F1", 10, 10), foot("F2", 24, 10), horse("F3", 25, 10, branch="light"), FACING[1],
        grade="strategist",
    )  # fmt: skip
    assert [is_in_command(table, unit) for unit in ("F1", "F2", "F3")] == [True, False, True]
    assert (price(table, ("F1",), 1), price(table, ("F1", "F2"), 1)) == (1, 2)


@pytest.mark.rule("E24.5", "E24.1")
def test_a_point_that_the_chief_sends_is_added_to_the_generals_own() -> None:
    table = led(*FACING)
    asked = play(table, PlayerTurn("french")).then("send-point french-division")
    assert asked.told(PointSent)
    rolled = asked.then("activate french-division", 3)
    assert rolled.told(PointsRolled)[0].points == points_for(Grade.STRATEGIST, 3) + 1


# --- the initiative


@pytest.mark.rule("E21.5", "E24.6", "E24.13")
def test_chiefs_bid_for_the_initiative_and_nobody_sees_the_others_bid() -> None:
    asked = play(led(*FACING), StrategicCommand(), 6, 6)
    assert asked.offers() == ["pick 0", "pick 1", "pick 2"]
    second = asked.then("pick 2")
    frame = second.state.stack[-1].procedure
    assert isinstance(frame, StrategicCommand)
    assert frame.bids == (2,)
    (seen, *_) = view(second.state, "prussian").stack
    assert isinstance(seen.procedure, StrategicCommand)
    assert seen.procedure.bids == (0,)
    rolled = second.then("pick 0", 3, 4)
    assert [(each.bid, each.total) for each in rolled.told(InitiativeRolled)] == [(2, 5), (0, 4)]
    assert rolled.told(PointsSpent)[0].points == 2
    asks = rolled.state.pending
    assert isinstance(asks, Ask)
    assert asks.side == "french"


# --- the chief commands


@pytest.mark.rule("E25.11", "E24.3", "E24.13")
def test_a_general_obeys_on_his_number_with_what_the_chief_adds() -> None:
    asked = play(led(*FACING, grade="ordinary"), PlayerTurn("french"))
    obeyed = asked.then("change-order french-division hold 1", 3)
    assert obeyed.told(OrderTested)[0].obeys
    assert obeyed.table.bodies["french-division"].order is Order.HOLD
    assert (
        obeyed.told(PointsSpent)[0].points
        == chief_price(obeyed.table, "french", "french-division") + 1
    )
    failed = asked.then("change-order french-division hold 0", 3)
    assert failed.table.bodies["french-division"].order is Order.ATTACK
    assert "E25.11" in failed.why_not("change-order french-division engage 0")


@pytest.mark.rule("E24.2", "E24.3")
def test_a_chief_pays_a_point_more_for_a_general_beyond_his_range() -> None:
    near = led(foot("F1", 3, 3), FACING[1])
    assert chief_price(near, "french", "french-division") == 1
    assert chief_price(led(*FACING), "french", "french-division") == 2


@pytest.mark.rule("E24.3")
def test_a_chief_who_is_with_a_unit_or_without_points_commands_nobody() -> None:
    table = led(*FACING)
    table.officers["french-chief"] = replace(table.officers["french-chief"], attached="F1")
    assert "E24.3" in play(table, PlayerTurn("french")).why_not(
        "change-order french-division hold 0"
    )
    poor = play(led(*FACING, points=0), PlayerTurn("french"))
    assert "E24.2" in poor.why_not("send-point french-division")


@pytest.mark.rule("E24.4", "E24R.1", "E21.6")
def test_a_chief_brings_a_reserve_into_play_under_an_order_that_he_names() -> None:
    table = led(*FACING, foot("F2", 14, 10))
    assert "E24.4" in play(table, PlayerTurn("french")).why_not("call-reserve french-division hold")
    body = table.bodies["french-division"]
    table.bodies["french-division"] = replace(body, reserve=True)
    asked = play(table, PlayerTurn("french"))
    assert "call-reserve french-division engage" in asked.offers()
    assert isinstance(asked.then("done").state.pending, Over), "it may be left where it is"
    called = play(table, ChiefCommands("french", CallReserve("french-division", Order.ENGAGE)))
    assert called.told(ReserveCalled)
    assert called.table.bodies["french-division"].order is Order.ENGAGE
    assert not called.table.bodies["french-division"].reserve


@pytest.mark.rule("E25.13", "E25.7")
def test_hold_defends_six_ud_about_the_general() -> None:
    held = play(led(*FACING), PlayerTurn("french")).then("change-order french-division hold 0", 6)
    body = held.table.bodies["french-division"]
    assert body.around == at(10, 10)
    assert is_inside(body, at(16, 10))
    assert not is_inside(body, at(16.001, 10))
    assert is_near(body, at(20, 10), 4000)


# --- of its own


@pytest.mark.rule("E25.10", "E25.12")
def test_a_division_of_which_half_is_in_disorder_may_go_over_to_retreat() -> None:
    table = led(foot("F1", 10, 10, disordered=True), foot("F2", 14, 10), FACING[1])
    assert own_orders(table, "french-division") == (Order.RETREAT,)
    gone = play(table, PlayerTurn("french")).then("take-order french-division retreat 0")
    assert gone.told(OrderChanged)[0].order is Order.RETREAT
    assert not gone.told(PointsSpent)
    whole = play(led(*FACING), PlayerTurn("french"))
    assert "E25.12" in whole.why_not("take-order french-division retreat 0")


@pytest.mark.rule("E25.8", "E25.16", "E25.18", "ER-5")
def test_manoeuvre_turns_to_hold_when_a_formed_enemy_is_within_four() -> None:
    near = led(foot("F1", 10, 10), foot("P1", 10, 13.9, 180), orders={"french": "manoeuvre"})
    turn_to_hold(near)
    assert near.bodies["french-division"].order is Order.HOLD
    assert near.bodies["french-division"].around == at(10, 10)
    loose = led(
        foot("F1", 10, 10), foot("P1", 10, 13, 180, "skirmish"), orders={"french": "manoeuvre"}
    )
    turn_to_hold(loose)
    assert loose.bodies["french-division"].order is Order.MANOEUVRE


# --- what orders forbid a move


def moving(*bases: Base, **more: Any) -> Any:
    table = led(*bases, **more)
    note_duty(table, "french-division")
    return play(table, MovementStep("french-division"))


@pytest.mark.rule("E25.2")
def test_on_retreat_nobody_goes_up_to_the_enemy() -> None:
    asked = moving(foot("F1", 10, 10), foot("P1", 10, 15, 180), orders={"french": "retreat"})
    assert "E25.2" in asked.why_not("move F1 forward:2000")
    assert not asked.why_not("move F1 back:1000")


@pytest.mark.rule("E25.3")
def test_on_manoeuvre_nobody_passes_within_four_of_a_formed_enemy() -> None:
    asked = moving(foot("F1", 10, 10), foot("P1", 10, 17, 180), orders={"french": "manoeuvre"})
    assert "E25.3" in asked.why_not("move F1 forward:3500")
    assert not asked.why_not("move F1 forward:2500")


@pytest.mark.rule("E25.7", "E25.18")
def test_on_hold_units_stay_in_their_area_or_come_nearer_to_it() -> None:
    table = led(
        foot("F1", 10, 10, 90), foot("F2", 20, 10, 270), FACING[1], orders={"french": "hold"}
    )
    body = table.bodies["french-division"]
    table.bodies["french-division"] = replace(body, around=at(10, 10))
    asked = play(table, MovementStep("french-division"))
    table.bodies["french-division"] = replace(body, around=at(7, 10))
    strict = play(table, MovementStep("french-division"))
    assert not asked.why_not("move F1 forward:3200")
    assert "E25.7" in strict.why_not("move F1 forward:3800")
    assert not strict.why_not("move F2 forward:2000")


# --- duties


@pytest.mark.rule("E25.4", "E25.14", "E25.15")
def test_on_attack_half_of_those_in_good_order_go_at_the_enemy_before_it_is_done() -> None:
    bases = [foot(f"F{n}", 4 + 4 * n, 10, 0, "column") for n in range(1, 4)]
    asked = moving(*bases, foot("P1", 10, 26, 180))
    assert missing(asked.table, "french-division") == 2
    assert "E25.14" in asked.why_not("done")
    went = asked.then("move F1 forward:6000", "move F2 forward:6000")
    assert [event.unit for event in went.told(DutyMet)] == ["F1", "F2"]
    assert not went.why_not("done")


@pytest.mark.rule("E25.15", "E25.17", "ER-3")
def test_a_token_move_does_not_carry_an_attack_out() -> None:
    bases = [foot(f"F{n}", 4 + 4 * n, 10, 0, "column") for n in range(1, 4)]
    asked = moving(*bases, foot("P1", 10, 26, 180))
    assert "E25.17" in asked.why_not("move F1 forward:2000")
    assert not asked.why_not("move F1 forward:3200")


@pytest.mark.rule("E25.14")
def test_without_points_nobody_is_bound() -> None:
    asked = moving(foot("F1", 10, 10, 0, "column"), foot("P1", 10, 26, 180), points=0)
    assert not asked.why_not("done")


@pytest.mark.rule("E25.1")
def test_on_retreat_who_is_near_the_enemy_draws_off_or_rallies() -> None:
    asked = moving(foot("F1", 10, 10), foot("P1", 10, 13, 180), orders={"french": "retreat"})
    assert "E25.14" in asked.why_not("done")
    assert not asked.then("move F1 back:1000").why_not("done")


# --- commanders


@pytest.mark.rule("E29.10", "E23.11")
def test_a_commander_rides_once_by_the_ground_and_joins_a_unit() -> None:
    asked = moving(*FACING, foot("F2", 14, 10), orders={"french": "hold"})
    assert "E29.10" in asked.why_not("ride french-general 25.0,30.0")
    rode = asked.then("ride french-general 14.000,30.000 F2")
    assert rode.told(Rode)[0].unit == "F2"
    assert "E29.10" in rode.why_not("ride french-general 10.000,30.000 F1")
    assert "E23.11" in asked.why_not("ride french-general 12.000,34.000 F2")


@pytest.mark.rule("E23.13")
def test_a_lone_commander_touched_by_the_enemy_goes_to_the_nearest_unit() -> None:
    table = led(*FACING, generals={"french": at(10, 29.9)})
    table.officers["french-general"] = replace(table.officers["french-general"], at=at(14, 12))
    table.put(replace(table.pieces["P1"], pose=type(table.pieces["P1"].pose)(14_000, 12_005, 180)))
    riding.after_moves(table)
    assert isinstance(table.happened[-1], CommanderSaved)


@pytest.mark.rule("E21.2")
def test_a_division_without_a_general_rolls_as_a_poor_one() -> None:
    table = led(*FACING, generals={"french": None})
    rolled = play(table, TacticalCommand("french-division"), 5)
    assert rolled.told(PointsRolled)[0].points == points_for(Grade.POOR, 5)


@pytest.mark.rule("E25.5", "E25.14")
def test_on_engage_a_unit_meets_its_duty_by_firing_and_horse_by_coming_near() -> None:
    table = led(foot("F1", 10, 10), FACING[1], orders={"french": "engage"})
    note_duty(table, "french-division")
    assert missing(table, "french-division") == 1
    table.alter("F1", fired=True)
    assert missing(table, "french-division") == 0
    near = led(horse("F1", 10, 10), foot("P1", 10, 15, 180), orders={"french": "engage"})
    note_duty(near, "french-division")
    went = play(near, MovementStep("french-division")).then("move F1 forward:1500", "done")
    assert went.told(DutyMet)


@pytest.mark.rule("E25.9")
def test_a_division_that_has_taken_an_objective_may_go_over_to_hold() -> None:
    table = led(*FACING)
    aim = Objective("hill", "the hill", at(10, 10.5), 1)
    setting = replace(table.setting, objectives={"hill": aim})
    table.setting = setting
    table.holders["hill"] = "prussian"
    assert own_orders(table, "french-division") == ()
    table.holders["hill"] = "french"
    assert own_orders(table, "french-division") == (Order.HOLD,)
