"""Charges: who may, by which way, what is answered, and what comes of it (E35, E42, E44)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.charge.approach import Approach, aim_point, approach
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.charge.events import (
    ChargeFellShort,
    ChargeLapsed,
    ReinedIn,
    Sheltered,
    ShelterEnded,
)
from grognard.systems.empire.charge.riding import Rider
from grognard.systems.empire.charge.running import ChargeHome
from grognard.systems.empire.charge.stepping_up import cost_to_step_up
from grognard.systems.empire.command.orders import against_charge
from grognard.systems.empire.command.points import is_in_command
from grognard.systems.empire.events import Disordered, Marked, PointsSpent, Removed
from grognard.systems.empire.movement.candidates import moves_of
from grognard.systems.empire.retreat.falling_back import FellBack
from grognard.systems.empire.shock.events import ShockFought
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import ManoeuvreTested, manoeuvre_rows, passes
from grognard.systems.empire.turn_end import TurnEnd
from tests.systems.empire.kit import Base, at, foot, ground, guns, horse, house, play, table_of


def led(*bases: Base, points: int = 4, **more: Any) -> Table:
    """A table whose generals have command points."""
    table = table_of(*bases, **more)
    for leader in ("french-general", "prussian-general"):
        officer = msgspec.structs.replace(table.officers[leader], points=points)
        table.officers[leader] = officer
    return table


def charging(*bases: Base, **more: Any) -> Any:
    return play(led(*bases, **more), ChargeStep("french-division"))


def refused(table: Table, unit: str = "F1", target: str = "P1") -> str:
    found = approach(table, unit, target)
    return found.clause if isinstance(found, Reason) else ""


# --- who may charge whom, and by which way


@pytest.mark.rule("E35.8", "E22.5")
def test_units_in_disorder_marked_in_square_or_guns_do_not_charge() -> None:
    met = foot("P1", 10, 13, 180)
    assert refused(led(foot("F1", 10, 10, disordered=True), met)) == "E35.8"
    assert refused(led(foot("F1", 10, 10, 0, "full_square"), met)) == "E35.8"
    assert refused(led(guns("F1", 10, 10), met)) == "E35.8"
    marked = led(foot("F1", 10, 10), met)
    marked.alter("F1", marked=True)
    assert refused(marked) == "E22.5"


@pytest.mark.rule("E35.2", "E35.16")
def test_a_charge_goes_no_more_than_45_degrees_off_the_facing() -> None:
    assert refused(led(horse("F1", 10, 10), foot("P1", 13, 12, 180))) == "E35.2"
    assert refused(led(horse("F1", 10, 10), foot("P1", 12, 13, 180))) == ""


@pytest.mark.rule("E35.8")
def test_a_charge_reaches_one_move_and_its_bonus() -> None:
    assert refused(led(foot("F1", 10, 10), foot("P1", 10, 14.9, 180))) == ""
    assert refused(led(foot("F1", 10, 10), foot("P1", 10, 15.1, 180))) == "EM.2"


@pytest.mark.rule("E35.8")
def test_a_friend_in_the_way_stops_a_charge() -> None:
    table = led(horse("F1", 10, 10), foot("F2", 10, 12), foot("P1", 10, 15, 180))
    assert refused(table) == "E35.8"


@pytest.mark.rule("E35.15")
def test_horse_does_not_charge_a_building_and_foot_aims_at_its_nearest_edge() -> None:
    hall = [house("hall", 9, 12, 11, 14)]
    held = foot("P1", 10, 13, 180, "garrison", building="hall")
    assert refused(led(horse("F1", 10, 10), held, buildings=hall)) == "E35.15"
    table = led(foot("F1", 10, 10, 0, "column"), held, buildings=hall)
    assert aim_point(table, "F1", "P1") == (Zone.FRONT, at(10, 12))
    assert refused(table) == ""


@pytest.mark.rule("E35.4", "EG.7", "ER-12")
def test_a_charge_is_aimed_at_the_middle_of_the_edge_that_it_takes() -> None:
    table = led(horse("F1", 10, 10), foot("P1", 10, 14, 0))
    assert aim_point(table, "F1", "P1") == (Zone.REAR, at(10, 13.5))
    table = led(horse("F1", 10, 10), foot("P1", 10, 14, 90))
    assert aim_point(table, "F1", "P1")[0] is Zone.RIGHT


@pytest.mark.rule("E35.4", "EG.16")
def test_the_worked_charge_wheels_nine_degrees_and_goes_on_to_touch() -> None:
    """Algorithms, 19.3: the column P2 at the battery F5."""
    table = led(foot("P2", 20, 31.3, 180, "column", drill="B"), guns("F5", 19.2, 26.4, 0))
    way = approach(table, "P2", "F5")
    assert isinstance(way, Approach)
    assert (way.turn, way.far) == (9, 4799)
    assert way.turned.pose == type(way.turned.pose)(19_994, 31_222, 189)


@pytest.mark.rule("E35.1")
def test_an_enemy_within_two_ud_comes_first() -> None:
    asked = charging(
        horse("F1", 10, 10), foot("P1", 11.5, 11.8, 180, "column"), foot("P2", 9, 15, 180)
    )
    assert "charge F1 P1" in asked.offers()
    assert "E35.1" in asked.why_not("charge F1 P2")


@pytest.mark.rule("E35.3")
def test_a_charger_changes_formation_first_only_far_from_the_enemy() -> None:
    near = charging(horse("F1", 10, 10), foot("P1", 10, 13.9, 180))
    assert "E35.3" in near.why_not("charge F1 P1 column")
    far = charging(horse("F1", 10, 10, drill="A"), foot("P1", 10, 14.6, 180))
    assert "charge F1 P1 column" in far.offers()


@pytest.mark.rule("E25.6", "E25.2", "E25.16", "E25.7")
def test_orders_bind_charges_of_choice() -> None:
    facing = foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 180)
    for order, clause in (("retreat", "E25.2"), ("manoeuvre", "E25.16"), ("engage", "E25.6")):
        table = led(*facing, orders={"french": order})
        barred = against_charge(table, "F1", "P1", Zone.FRONT)
        assert barred is not None
        assert barred.clause == clause
        assert not play(table, ChargeStep("french-division")).events
    behind = foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 0)
    assert "charge F1 P1" in charging(*behind, orders={"french": "engage"}).offers()
    held = led(*facing, orders={"french": "hold"})
    body = held.bodies["french-division"]
    held.bodies["french-division"] = msgspec.structs.replace(body, around=at(10, 5))
    barred = against_charge(held, "F1", "P1", Zone.FRONT)
    assert barred is not None
    assert barred.clause == "E25.7"
    assert against_charge(held, "F1", "P1", Zone.FRONT, opportunity=True) is None


@pytest.mark.rule("E24.7", "E24.11", "E35.12")
def test_a_charge_costs_a_point_and_the_units_activation() -> None:
    asked = charging(foot("F1", 10, 10, 0, "column"), foot("F2", 14, 10), foot("P1", 10, 13, 180))
    declared = asked.then("charge F1 P1")
    assert declared.told(PointsSpent)[0].points == 1
    assert declared.table.pieces["F1"].acted
    poor = led(foot("F1", 10, 10), foot("P1", 10, 13, 180), points=0)
    assert isinstance(approach(poor, "F1", "P1"), Approach)
    assert not play(poor, ChargeStep("french-division")).events


# --- the pause and the answer


def at_the_pause(one: Base, other: Base, *more: Base, **options: Any) -> Any:
    asked = charging(one, other, *more, **options).then(f"charge {one.card.id} {other.card.id}")
    return asked.then("done") if asked.state.pending.purpose == "charge" else asked


@pytest.mark.rule("E35.5")
def test_the_charger_pauses_half_way() -> None:
    paused = at_the_pause(foot("F1", 10, 10, 0, "column"), foot("P1", 10, 14, 180))
    assert paused.state.pending.purpose == "charged"
    assert paused.table.pieces["F1"].pose.point == at(10, 12)


@pytest.mark.rule("E42.2", "E42.4")
def test_on_attack_or_hold_nobody_flees_and_standing_gives_no_marker() -> None:
    paused = at_the_pause(foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 180))
    assert "E42.2" in paused.why_not("respond P1 flee")
    fought = paused.then("respond P1 stand", (6, 4))
    assert fought.told(ShockFought)
    assert fought.told(Marked)[0].unit != "P1"


@pytest.mark.rule("E40.7", "E35.18")
def test_who_flees_is_in_disorder_and_the_charger_rides_out_its_move() -> None:
    paused = at_the_pause(
        foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 180), orders={"prussian": "engage"}
    )
    fled = paused.then("respond P1 flee")
    assert fled.told(FellBack)[0].flight
    assert fled.table.pieces["P1"].disordered
    assert fled.table.pieces["F1"].marked
    assert not fled.told(ShockFought)


@pytest.mark.rule("E35.6", "E35.9")
def test_a_counter_charger_meets_the_charger_half_way() -> None:
    paused = at_the_pause(horse("F1", 10, 10), horse("P1", 10, 18, 180))
    fought = paused.then("respond P1 counter-charge", "pick ride-on", (3, 3))
    shock = fought.told(ShockFought)[0]
    assert "E56.11" in [item.clause for item in shock.defence.items]
    assert (
        at_the_pause(horse("F1", 10, 10), foot("P1", 10, 14, 180))
        .why_not("respond P1 counter-charge")
        .endswith("(E35.9)")
    )


@pytest.mark.rule("E44.2", "E44.6", "E22.3")
def test_foot_forms_square_by_test_and_is_in_disorder_when_it_fails() -> None:
    paused = at_the_pause(horse("F1", 10, 10), foot("P1", 10, 16, 180, "column"))
    passed = paused.then("respond P1 form:column_square", 4)
    assert passed.told(ManoeuvreTested)[0].account.total == 2
    assert passed.table.pieces["P1"].formation == "column_square"
    assert passed.table.pieces["P1"].marked
    failed = paused.then("respond P1 form:column_square", 1)
    assert failed.told(Disordered)[0].unit == "P1"


@pytest.mark.rule("E44.10", "E44.14", "ER-14")
def test_horse_that_charges_from_nearer_than_four_makes_the_test_harder() -> None:
    near = at_the_pause(horse("F1", 10, 10), foot("P1", 10, 13.9, 180)).then(
        "respond P1 form:full_square", 5
    )
    assert "E44.10" in [item.clause for item in near.told(ManoeuvreTested)[0].account.items]


@pytest.mark.rule("E44.2", "E42.6")
def test_guns_that_fail_to_turn_are_lost() -> None:
    paused = at_the_pause(horse("F1", 10, 10), guns("P1", 10, 15, 200))
    lost = paused.then("respond P1 face:180", 1)
    assert lost.told(Removed)[0].unit == "P1"


@pytest.mark.rule("E42.13", "E42.6", "ER-16")
def test_gunners_run_to_a_square_near_by_and_no_shock_is_fought() -> None:
    alone = at_the_pause(horse("F1", 10, 10), guns("P1", 10, 15, 180))
    assert "E42.13" in alone.why_not("respond P1 shelter")
    near = at_the_pause(
        horse("F1", 10, 10), guns("P1", 10, 15, 180), foot("P2", 12.5, 15.5, 180, "full_square")
    )
    safe = near.then("respond P1 shelter", "pick ride-on")
    assert safe.told(Sheltered)[0].square == "P2"
    assert not safe.told(ShockFought)
    assert safe.table.pieces["F1"].marked


@pytest.mark.rule("E42.13", "ER-16")
@pytest.mark.parametrize(("square", "saved"), [("full_square", True), ("column", False)])
def test_gunners_come_back_to_their_guns_at_the_end_if_their_square_still_stands(
    square: str, saved: bool
) -> None:
    table = led(guns("P1", 10, 15, 180), foot("P2", 12.5, 15.5, 180, square))
    table.record(Sheltered("P1", "P2"))
    ended = play(table, TurnEnd())
    assert bool(ended.told(ShelterEnded)) is saved
    assert ("P1" in ended.table.pieces) is saved
    assert not saved or not ended.table.pieces["P1"].shelter


@pytest.mark.rule("E42.8")
def test_skirmishers_in_the_open_flee_and_in_a_wood_may_stand() -> None:
    open_ground = at_the_pause(foot("F1", 10, 10), foot("P1", 10, 13, 180, "skirmish"))
    assert open_ground.offers() == ["respond P1 flee"]
    wood = [ground("wood", 5, 12.5, 15, 16)]
    covered = at_the_pause(foot("F1", 10, 10), foot("P1", 10, 13, 180, "skirmish"), patches=wood)
    assert "respond P1 stand" in covered.offers()


@pytest.mark.rule("E35.7")
def test_horse_may_break_off_by_a_control_test() -> None:
    paused = at_the_pause(horse("F1", 10, 10), foot("P1", 10, 15, 180)).then("respond P1 stand")
    stopped = paused.then("pick rein-in", 6)
    assert stopped.told(ReinedIn)
    assert not stopped.told(ShockFought)
    assert stopped.table.pieces["F1"].marked
    assert stopped.table.pieces["F1"].good
    assert paused.then("pick rein-in", 1, (3, 3)).told(ShockFought)


@pytest.mark.rule("EG.8")
def test_contact_ends_flush_with_the_edge_and_in_its_middle() -> None:
    paused = at_the_pause(foot("F1", 9.5, 10, 0, "column"), foot("P1", 10, 13, 170))
    fought = paused.then("respond P1 stand", (1, 1))
    assert fought.told(ShockFought)
    flush = next(event for event in reversed(fought.events) if getattr(event, "unit", "") == "F1"
                 and type(event).__name__ == "Moved")  # fmt: skip
    assert (flush.pose.facing, flush.pose.point) == (350, at(10, 13))


@pytest.mark.rule("E35.17")
def test_a_charge_whose_target_is_gone_takes_another_or_lapses_and_keeps_its_activation() -> None:
    riders = (Rider("F1", "P9", gap=3000),)
    alone = play(led(foot("F1", 10, 10), foot("P1", 20, 20)), ChargeHome("P9", riders))
    assert alone.told(ChargeLapsed)
    assert alone.table.pieces["F1"].prepaid
    asked = play(led(foot("F1", 10, 10), foot("P1", 10, 13, 180)), ChargeHome("P9", riders))
    assert asked.offers() == ["pick P1", "pick lapse"]
    assert asked.then("pick lapse").told(ChargeLapsed)
    assert not asked.then("pick P1").told(ChargeLapsed)


@pytest.mark.rule("E35.18")
def test_a_charger_whose_target_turned_out_of_reach_halts_marked_and_fights_nobody() -> None:
    riders = (Rider("F1", "P1", gap=4000, start=at(10, 10), left=0),)
    table = led(foot("F1", 10, 10), foot("P1", 10, 13, 180))
    home = ChargeHome("P1", riders, waiting=("F1",))
    home.close(table)
    assert home.riders == ()
    assert [type(event) for event in table.happened] == [ChargeFellShort, Marked]


@pytest.mark.rule("E35.11", "ER-18")
def test_others_fire_at_a_charger_at_the_pause_and_who_is_shaken_is_out() -> None:
    paused = at_the_pause(
        foot("F1", 10, 10, 0, "column", morale=1), foot("P1", 10, 14, 180),
        foot("P2", 12, 12.8, 225), orders={"french": "attack"},
    )  # fmt: skip
    assert paused.state.pending.purpose == "react"
    assert all(order.startswith(("fire P2", "done")) for order in paused.offers())
    shaken = paused.then("fire P2 volley F1", 6, 1)
    assert shaken.table.pieces["F1"].disordered
    assert not shaken.told(ShockFought)
    assert paused.then("done").state.pending.purpose == "charged"


@pytest.mark.rule("E35.14", "E22.5")
def test_friends_step_up_behind_a_charger_before_the_dice() -> None:
    paused = at_the_pause(
        foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 180), foot("F2", 10, 7, 0, "column")
    )
    asked = paused.then("respond P1 stand")
    assert asked.state.pending.purpose == "support-moves"
    assert "E35.14" in asked.why_not("move F2 forward:1000")
    fought = asked.then("move F2 forward:4000")
    fought = fought.then((3, 3)) if fought.state.pending.purpose == "shock" else fought
    attack = fought.told(ShockFought)[0].attack
    assert ("E56.31", 1) in [(item.clause, item.amount) for item in attack.items]
    assert fought.table.pieces["F2"].acted


@pytest.mark.rule("E35.14", "E35.13", "E24.14")
def test_a_unit_of_the_charging_group_steps_up_free_and_another_pays() -> None:
    asked = at_the_pause(
        foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 180),
        foot("F2", 11.5, 10, 0, "column"), foot("F3", 8, 10, 90, "column"), points=1,
    ).then("respond P1 stand")  # fmt: skip
    assert asked.table.general("french-division").points == 0
    assert "E24.7" in asked.why_not("move F3 form:line")
    stepped = asked.then("move F2 forward:2000")
    assert [event.points for event in stepped.told(PointsSpent)] == [1], "of the charge"
    assert stepped.table.pieces["F2"].acted


@pytest.mark.rule("E35.14", "E24.14")
def test_a_unit_of_the_group_that_is_out_of_command_costs_the_point_of_its_distance() -> None:
    table = led(foot("F1", 10, 10, 0, "column"), foot("F2", 11.5, 10, 0, "column"))
    rider = Rider("F1", "P1", group=("F1", "F2"))
    assert cost_to_step_up(table, (rider,), "F2") == 0
    far = led(
        foot("F1", 10, 10, 0, "column"), foot("F2", 11.5, 10, 0, "column"),
        generals={"french": at(1, 10)}, grade="poor",
    )  # fmt: skip
    assert is_in_command(far, "F1") == is_in_command(far, "F2")
    assert cost_to_step_up(far, (rider,), "F2") == 0, "the group has paid that point"


@pytest.mark.rule("E35.14")
def test_a_column_that_could_march_away_is_no_hindrance_to_support_moves() -> None:
    """Found by random play: ordinary and operational moves were put in one order."""
    paused = at_the_pause(
        foot("F1", 10, 14, 0, "column"), foot("P1", 10, 17, 180), foot("F2", 10, 8, 180, "column")
    )
    assert moves_of(paused.table, ("F2",))[-1].verb == "march"
    asked = paused.then("respond P1 stand")
    assert asked.state.pending.purpose == "shock"


# --- enemy skirmishers in the way


def over_a_screen(*more: Base, **setting: Any) -> Any:
    """Horse charges a line of foot behind a screen of skirmishers."""
    screen = foot("P9", 10, 13, 180, "skirmish", sk=1)
    bases = horse("F1", 10, 10, 0, "column"), foot("P1", 10, 17, 180), screen, *more
    return charging(*bases, **setting).then("charge F1 P1")


@pytest.mark.rule("E35.19")
def test_skirmishers_who_are_not_the_target_do_not_halt_a_charge() -> None:
    asked = over_a_screen()
    assert asked.state.pending.purpose == "swept-aside"
    assert asked.offers() == ["pick flee", "pick recoil"]
    fled = asked.then("pick flee")
    assert fled.table.pieces["P9"].pose.y > 17_000
    assert fled.state.pending.purpose == "charged"
    assert fled.then("respond P1 stand", "pick ride-on", (6, 1)).told(ShockFought)


@pytest.mark.rule("E35.19")
def test_skirmishers_who_recoil_before_a_charge_are_swept_aside_again_where_it_meets_them() -> None:
    paused = over_a_screen().then("pick recoil", "done", "respond P1 stand", "pick ride-on")
    assert paused.state.pending.purpose == "swept-aside"
    assert paused.then("pick flee", (6, 1)).told(ShockFought)


@pytest.mark.rule("E35.19")
def test_skirmishers_who_have_no_way_out_are_ridden_over_and_the_charge_goes_on() -> None:
    asked = over_a_screen(foot("F2", 11.2, 15.5, 0, "column"))
    over = asked.then("done", "pick recoil")
    assert [event.unit for event in over.told(Removed)] == ["P9"]
    assert over.state.pending.purpose == "charged"


@pytest.mark.rule("E35.19", "E35.9")
def test_a_counter_charger_sweeps_skirmishers_aside_as_a_charger_does() -> None:
    paused = charging(
        horse("F1", 10, 10), horse("P1", 10, 18, 180), foot("F9", 10, 17, 0, "skirmish", sk=1)
    ).then("charge F1 P1", "respond P1 counter-charge", "pick ride-on")
    assert paused.state.pending.side == "french"
    assert paused.state.pending.purpose == "swept-aside"
    assert paused.then("pick flee", (6, 1)).told(ShockFought)


@pytest.mark.rule("E35.13")
def test_units_of_a_group_charge_for_one_point() -> None:
    asked = charging(
        foot("F1", 10, 10, 0, "column"), foot("F2", 11.5, 10, 0, "column"),
        foot("F3", 30, 10, 0, "column"), foot("P1", 10.5, 13, 180),
    )  # fmt: skip
    assert "E35.13" in asked.why_not("charge F2 P1 with F1")
    declared = asked.then("charge F1 P1")
    assert "E24.12" in declared.why_not("charge F3 P1 with F1")
    both = declared.then("charge F2 P1 with F1")
    assert [event.points for event in both.told(PointsSpent)] == [1]


@pytest.mark.rule("E35.20")
def test_a_square_is_charged_at_its_nearest_edge() -> None:
    table = led(horse("F1", 10, 10), foot("P1", 10, 14, 90, "full_square"))
    zone, aim = aim_point(table, "F1", "P1")
    assert zone is Zone.FRONT
    assert aim == at(9.5, 13.5)


@pytest.mark.rule("E44.4", "E44.5", "E44.7", "E44.8", "E44.9", "E44.11", "E22.7")
def test_every_row_of_the_manoeuvre_test() -> None:
    square = Primitive(Kind.FORM, 0, "full_square")

    def rows(table: Table, to: Primitive = square, unit: str = "P1") -> dict[str, int]:
        found = manoeuvre_rows(table, unit, to, near_horse=False)
        return {item.clause: item.amount for item in found}

    plain = foot("F1", 10, 5)
    assert rows(led(plain, foot("P1", 10, 13, 180, status="elite"))) == {"E44.4": 1}
    assert rows(led(plain, foot("P1", 10, 13, 180, status="militia"))) == {"E44.4": -1}
    assert rows(led(plain, foot("P1", 10, 13, 180), attached="P1")) == {"E44.5": 1}
    away = led(plain, foot("P1", 10, 13, 180), generals={"prussian": None})
    assert rows(away) == {"E44.5": -1}
    flanked = led(plain, foot("P1", 10, 13, 180), foot("F2", 13, 13, 270, "column"))
    assert rows(flanked) == {"E44.7": -1}
    assert rows(led(plain, foot("P1", 10, 13, 180, halves=4))) == {"E44.8": -1}
    marked = led(plain, foot("P1", 10, 13, 180))
    marked.alter("P1", marked=True)
    assert rows(marked) == {"E44.9": -1}
    limber = Primitive(Kind.FORM, 0, "limbered")
    assert rows(led(plain, guns("P1", 10, 13, 180)), limber) == {"E44.11": -1}


@pytest.mark.rule("E44.12", "E44.1")
def test_a_natural_one_fails_and_a_natural_six_passes() -> None:
    assert not passes(1, 9, 2)
    assert passes(6, -9, 4)
    assert passes(3, 0, 3)
    assert not passes(2, 0, 3)
