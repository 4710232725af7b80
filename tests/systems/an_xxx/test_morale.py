"""The account of a check, stacking violations and retreats of An XXX."""

from __future__ import annotations

import pytest

from grognard.kernel import Roll
from grognard.systems.an_xxx.fire import FireChecks
from grognard.systems.an_xxx.morale.retreat import pays_zones, rout_hexes
from grognard.systems.an_xxx.morale.rows import EventChecks, lost_now, passers
from grognard.systems.an_xxx.morale.violation import Violation
from grognard.systems.bataille.command.casualties import Fallen, LeaderCasualty, LossOfLeader
from grognard.systems.bataille.events.leaders import LeaderStunned
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.morale.morale import morale_value
from grognard.systems.bataille.morale.recovery import Recovery
from grognard.systems.bataille.morale.retreat import Disorder, Rout
from grognard.systems.bataille.pieces import Cohesion, Readiness
from tests.systems.an_xxx.drawing import played, rows_of, table_of

FAR = "P9 battalion at 0809 facing N"
DEEP = (". . . . . . . .",) * 40


@pytest.mark.rule("X17.3.3")
@pytest.mark.parametrize(("lost", "row"), [(2, None), (3, -6), (5, -6)])
def test_a_battalion_that_lost_half_or_more_checks_at_minus_six(lost: int, row: int | None) -> None:
    table = table_of(f"F1 battalion at 0303 facing N increments 6 lost {lost}", FAR)
    assert rows_of(table, "F1").get("X17.3.3") == row


@pytest.mark.rule("X17.3.3")
def test_small_units_and_batteries_have_no_row_for_half_lost() -> None:
    table = table_of(
        "F1 company at 0303 facing N increments 2 lost 1",
        "F2 battery at 0503 facing N increments 2 lost 1",
        "F3 cavalry at 0705 facing N lost 4 trait below_size",
        FAR,
    )
    assert all("X17.3.3" not in rows_of(table, unit) for unit in ("F1", "F2", "F3"))


@pytest.mark.rule("X17.3.4")
def test_half_of_a_battalion_lost_at_one_fire_weighs_on_its_check() -> None:
    table = table_of("F1 battalion at 0303 facing N increments 8 lost 5", FAR)
    assert dict(lost_now(table, (("F1", 3),)))["F1"].amount == -6
    assert lost_now(table, (("F1", 2),)) == ()
    state = played(table, FireChecks(("F1",), "fire-check", at=303, lost=(("F1", 3),)), 66)
    (check,) = [event for event in state.happened if isinstance(event, MoraleChecked)]
    assert [item.amount for item in check.account if item.clause == "X17.3.4"] == [-6]


@pytest.mark.rule("X12.9.9")
def test_a_square_checks_at_plus_six() -> None:
    table = table_of("F1 battalion at 0303 facing N square", FAR)
    assert rows_of(table, "F1") == {"X12.9.9": 6}


@pytest.mark.rule("X12.8.5")
def test_road_column_is_a_row_of_minus_twelve_and_no_worse_value() -> None:
    table = table_of("F1 battalion at 0303 facing N road increments 4", FAR, roads="0303 0304")
    assert rows_of(table, "F1") == {"X12.8.5": -12}
    assert morale_value(table, "F1") == table.printed("F1").morale


@pytest.mark.rule("X12.11.4", "X12.12.4")
@pytest.mark.parametrize(("state", "row"), [("disordered", -3), ("routed", -6)])
def test_disorder_and_rout_weigh_on_a_check(state: str, row: int) -> None:
    table = table_of(f"F1 battalion at 0303 facing N {state}", FAR)
    assert sum(rows_of(table, "F1").values()) == row


@pytest.mark.rule("X13.3.4", "X13.3.5")
def test_a_forced_march_costs_three_on_every_check_and_three_a_turn_on_the_attempt() -> None:
    table = table_of("F1 battalion at 0303 facing N mark force-march", FAR)
    assert rows_of(table, "F1") == {"X13.3.4": -3}
    assert table.setting.cards.morale_modifier("forced_march_1") == -3


@pytest.mark.rule("X11.1.3")
def test_each_unit_over_the_first_costs_three_without_a_leader() -> None:
    units = (
        "F1 battalion at 0303 facing N trait corps:one",
        "F2 battalion at 0303 facing N trait corps:one",
        "F3 battery at 0303 facing N trait corps:one",
        FAR,
    )
    assert rows_of(table_of(*units), "F2") == {"X11.1.3": -6}
    led = table_of(*units, leaders=["LF1 at 0303 melee 3"])
    assert "X11.1.3" not in rows_of(led, "F2")


@pytest.mark.rule("X11.1.3")
def test_companies_and_squadrons_do_not_make_a_crowd() -> None:
    table = table_of("F1 battalion at 0303 facing N", "F2 company at 0303 facing N", FAR)
    assert "X11.1.3" not in rows_of(table, "F1")


@pytest.mark.rule("X11.3.1")
def test_another_corps_or_nation_in_the_stack_costs_six() -> None:
    leader = ["LF1 at 0303 melee 3"]
    corps = table_of(
        "F1 battalion at 0303 facing N trait corps:one",
        "F2 battalion at 0303 facing N trait corps:two",
        FAR,
        leaders=leader,
    )
    nation = table_of(
        "F1 battalion at 0303 facing N",
        "F2 battalion at 0303 facing N nation Saxon",
        FAR,
        leaders=leader,
    )
    lent = table_of(
        "F1 battalion at 0303 facing N",
        "F2 battalion at 0303 facing N nation Saxon trait exempt_from_mixing",
        FAR,
        leaders=leader,
    )
    assert rows_of(corps, "F1") == rows_of(nation, "F1") == {"X11.3.1": -6}
    assert rows_of(lent, "F1") == {}


@pytest.mark.rule("X11.3.2")
def test_beneath_old_guard_infantry_six_is_gained_and_the_mixed_row_falls_away() -> None:
    table = table_of(
        "F1 battalion at 0303 facing N trait old_guard trait corps:guard",
        "F2 battalion at 0303 facing N trait corps:line",
        FAR,
        leaders=["LF1 at 0303 melee 3"],
    )
    assert rows_of(table, "F2") == {"X11.3.2": 6}
    assert rows_of(table, "F1") == {"X11.3.1": -6}


@pytest.mark.rule("X20.1.1")
def test_each_unit_directly_above_that_passed_adds_three() -> None:
    table = table_of(
        "F1 battalion at 0303 facing N",
        "F2 battalion at 0303 facing N",
        "F3 battalion at 0303 facing N",
        FAR,
    )
    order = ("F1", "F2", "F3")
    assert [item.amount for item in passers(table, "F3", order, ("F1", "F2"))] == [6]
    assert [item.amount for item in passers(table, "F2", order[:2], ("F1",))] == [3]
    assert passers(table, "F3", order, ("F1",)) == ()
    assert passers(table, "F1", ("F1",), ()) == ()


@pytest.mark.rule("X20.1.1")
def test_passers_above_are_counted_in_the_checks_of_one_event() -> None:
    table = table_of("F1 battalion at 0303 facing N", "F2 battalion at 0303 facing N", FAR)
    state = played(table, Checks(("F1", "F2"), "fire-check"), 66)
    state = played(table, Checks(("F1", "F2"), "fire-check"), 66, 66)
    (check,) = [event for event in state.happened if isinstance(event, MoraleChecked)]
    assert check.unit == "F2"
    assert [item.amount for item in check.account if item.clause == "X20.1.1"] == [3]


@pytest.mark.rule("X20.1.2", "X16.4.15", "X16.5.10", "X19.6.7")
def test_an_elite_unit_drops_negative_rows_and_keeps_positive_ones() -> None:
    table = table_of("F1 battalion at 0303 facing N square lost 4 trait elite", FAR)
    assert rows_of(table, "F1") == {"X12.9.9": 6}


@pytest.mark.rule("X20.1.3", "X20.1.4")
def test_all_rows_that_hold_are_added() -> None:
    table = table_of("F1 battalion at 0303 facing N disordered lost 4 mark force-march", FAR)
    assert sum(rows_of(table, "F1").values()) == -3 - 6 - 3


@pytest.mark.rule("X8.3.2", "X16.3.5")
def test_a_leader_who_left_before_combat_costs_his_bonus() -> None:
    table = table_of("F1 battalion at 0303 facing N mark leaderless:6", FAR)
    assert sum(rows_of(table, "F1").values()) == -6


# --- disorder and rout


@pytest.mark.rule("X12.11.5", "X12.11.6")
def test_cavalry_in_good_order_that_fails_is_disordered_and_goes_back() -> None:
    table = table_of("F1 cavalry at 0303 facing S", "P1 battalion at 0306 facing N")
    state = played(table, Disorder("F1", "fire"))
    piece = state.table.pieces["F1"]
    assert piece.cohesion is Cohesion.DISORDER
    assert piece.at != 303


@pytest.mark.rule("X12.11.6")
def test_disordered_cavalry_that_fails_again_routs() -> None:
    units = ("F1 cavalry at 0333 facing S disordered", "P1 battalion at 0336 facing N")
    assert (
        played(table_of(*units, rows=DEEP), Disorder("F1", "fire")).table.pieces["F1"].cohesion
        is Cohesion.ROUT
    )


@pytest.mark.rule("X20.4")
@pytest.mark.parametrize(
    ("state", "readiness"), [("disordered", Readiness.FRESH), ("routed", Readiness.EXHAUSTED)]
)
def test_horse_rallied_from_rout_is_exhausted_and_from_disorder_is_as_it_was(
    state: str, readiness: Readiness
) -> None:
    table = table_of(f"F1 cavalry at 0303 facing S {state}", FAR, turn="2")
    asked = played(table, Recovery("F1"), 66)
    done = played(table, Recovery("F1"), 66, next(iter(asked.pending.options)))  # type: ignore[union-attr]
    assert done.table.pieces["F1"].readiness is readiness


@pytest.mark.rule("X12.12.2", "X12.12.5")
@pytest.mark.parametrize(
    ("unit", "hexes"),
    [("F1 battalion at 0303 facing N movement 7", 10), ("F1 cavalry at 0303 facing N", 21)],
)
def test_a_rout_goes_three_halves_of_the_printed_movement(unit: str, hexes: int) -> None:
    assert rout_hexes(table_of(unit, FAR), "F1") == hexes
    option = table_of(unit, FAR, options="premier_rout_length=on")
    assert rout_hexes(option, "F1") is None


@pytest.mark.rule("X10.5.1", "X10.5.3")
def test_every_rout_pays_for_zones_it_leaves_and_no_retreat_of_three_points_does() -> None:
    units = ("F1 battalion at 0333 facing S", "P1 battalion at 0334 facing N")
    shaken = table_of(*units, rows=DEEP)
    assert not pays_zones(shaken, "F1", "fire")
    assert played(shaken, Disorder("F1", "fire")).table.pieces["F1"].lost == 0
    assert pays_zones(shaken, "F1", "recoil")
    assert pays_zones(shaken, "F1", "bounce")
    assert played(shaken, Rout("F1", "fire")).table.pieces["F1"].lost == 1


@pytest.mark.rule("X10.5.2")
def test_a_friend_who_holds_the_hex_left_saves_the_loss() -> None:
    table = table_of(
        "F1 company at 0333 facing S",
        "F2 company at 0333 facing S",
        "P1 battalion at 0334 facing N",
        rows=DEEP,
    )
    assert played(table, Rout("F1", "fire", exempt=("F2",))).table.pieces["F1"].lost == 0


# --- stacking violations


@pytest.mark.rule("X11.1.4.1", "X11.1.4.6", "X11.1.4.7", "X11.1.5")
def test_an_overfull_hex_checks_from_the_top_and_the_last_to_come_makes_room() -> None:
    table = table_of(
        "F1 battalion at 0303 facing N increments 10",
        "F2 battalion at 0303 facing N increments 10",
        FAR,
    )
    state = played(table, Violation(303, ("F2",)))
    assert isinstance(state.pending, Roll)
    assert state.pending.subject == "F1"
    done = played(table, Violation(303, ("F2",)), 66, 66).table
    assert done.pieces["F1"].at == 303
    assert done.pieces["F2"].at != 303
    assert done.pieces["F2"].cohesion is Cohesion.GOOD


@pytest.mark.rule("X11.1.4.3", "X20.1.4")
def test_good_order_beside_a_rout_checks_at_minus_twelve() -> None:
    table = table_of("F1 battalion at 0303 facing N", "F2 battalion at 0303 facing N routed", FAR)
    done = played(table, Violation(303, ("F2",)), 66)
    (check,) = [event for event in done.happened if isinstance(event, MoraleChecked)]
    assert [item.amount for item in check.account if item.clause == "X11.1.4.3"] == [-12]
    assert "F2" not in [event.unit for event in done.happened if isinstance(event, MoraleChecked)]


@pytest.mark.rule("X11.1.4.2", "X11.1.4.4", "X11.1.4.8")
def test_the_disordered_rout_beside_a_rout() -> None:
    table = table_of(
        "F1 battalion at 0333 facing N disordered",
        "F2 battalion at 0333 facing N routed",
        "P1 battalion at 0339 facing N",
        rows=DEEP,
    )
    done = played(table, Violation(333, ("F2",)), 66).table
    assert done.pieces["F1"].cohesion is Cohesion.ROUT
    assert done.pieces["F1"].at != 333
    assert not any("fled" in piece.marks for piece in done.pieces.values())


@pytest.mark.rule("X11.1.4.5", "X11.1.4.8")
def test_routed_units_together_run_again_once_unless_far_away_under_cover() -> None:
    units = ("F1 battalion at 0333 facing N routed", "F2 battalion at 0333 facing N routed")
    near = table_of(*units, "P1 battalion at 0339 facing N", rows=DEEP)
    done = played(near, Violation(333, ("F2",))).table
    assert done.pieces["F1"].at != 333
    assert not any("fled" in piece.marks for piece in done.pieces.values())
    woods = (*DEEP[:32], ". . w . . . . .", *DEEP[33:])
    few = [unit.replace("battalion", "company") for unit in units]
    calm = played(table_of(*few, rows=woods), Violation(333, ("F2",))).table
    assert {calm.pieces["F1"].at, calm.pieces["F2"].at} == {333}


@pytest.mark.rule("X11.1.4.6")
def test_a_hex_in_which_all_fit_is_left_alone() -> None:
    table = table_of("F1 battalion at 0303 facing N", "F2 battalion at 0303 facing N", FAR)
    assert played(table, Violation(303, ("F2",))).happened == ()


# --- leaders


@pytest.mark.rule("X8.2.5")
def test_a_stunned_leader_is_out_for_a_die_of_turns() -> None:
    table = table_of(
        "F1 battalion at 0303 facing N", FAR, leaders=["LF1 at 0303 morale 6"], turn="2"
    )
    state = played(table, LeaderCasualty(303, "fire", "french", check=False), 5, 3)
    (event,) = [event for event in state.happened if isinstance(event, LeaderStunned)]
    assert (event.turns, event.until) == (3, 2 + 3 + 1)
    assert "LF1" not in state.table.leaders


@pytest.mark.rule("X8.2.1", "X8.2.2", "X8.2.3", "X8.2.4", "X8.2.6")
@pytest.mark.parametrize(
    ("die", "wound", "fate"),
    [
        (1, "head", "dead"),
        (2, "chest", "dead"),
        (3, "leg", "absent"),
        (4, "arm", "absent"),
        (5, "stunned", "absent"),
        (6, "graze", "none"),
    ],
)
def test_the_casualty_die(die: int, wound: str, fate: str) -> None:
    card = table_of("F1 battalion at 0303 facing N").setting.cards.leader_casualty(die)
    assert (card.wound, card.fate) == (wound, fate)


@pytest.mark.rule("X8.2.10")
@pytest.mark.parametrize(("bonus", "row"), [(6, [-6]), (-3, [])])
def test_a_fallen_leader_takes_his_bonus_away_unless_it_was_negative(
    bonus: int, row: list[int]
) -> None:
    table = table_of("F1 battalion at 0303 facing N", FAR, leaders=[f"LF1 off morale {bonus}"])
    fallen = Fallen("LF1", "french", 303, ("F1",))
    state = played(table, LossOfLeader(fallen), 66)
    (check,) = [event for event in state.happened if isinstance(event, MoraleChecked)]
    assert [item.amount for item in check.account if item.clause == "P31.9"] == row


def test_rows_of_single_units_are_told_with_those_of_all() -> None:
    table = table_of("F1 battalion at 0303 facing N", FAR)
    assert EventChecks(("F1",), "overstack").each == ()
    assert rows_of(table, "F1") == {}
