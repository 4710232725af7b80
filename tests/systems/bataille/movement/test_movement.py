"""The movement segment: who may be ordered, orders carried out, windows on the way (14, 16, 18)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import Ask, IllegalAction, Roll, State, answer
from grognard.systems.bataille.actions import Form, parse
from grognard.systems.bataille.events.facts import FormationChanged, LostIncrements, Moved, Turned
from grognard.systems.bataille.events.movement import (
    Arrived,
    FacedAbout,
    LimberRolled,
    OrderBegan,
    Wavered,
)
from grognard.systems.bataille.marks import NO_MOVE, STUNNED
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.bataille.setting import Arrival
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    events,
    play,
    regiment,
)
from tests.systems.premier.moves import FACING_F1, OPEN, clauses, fire_of, moving, purpose

# --- whom one may order


@pytest.mark.rule("P2.7", "P18.1")
def test_the_phasing_side_orders_its_units_until_it_has_finished() -> None:
    state = moving(battalion("F1", "0505", "N"))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("french", "movement")
    state = play(state, "march F1 N N", "done")
    assert purpose(state) == "over"
    assert state.table["F1"].hexes == (503,)
    assert [event.hexes for event in events(state, Moved)] == [(504,), (503,)]
    assert events(state, OrderBegan) == [OrderBegan("F1", 12)]


@pytest.mark.rule("P18.1")
def test_a_unit_in_hand_may_be_ordered_on_with_the_points_it_has_left() -> None:
    state = play(moving(battalion("F1", "0505", "N")), "march F1 N N", "march F1 N N")
    assert state.table["F1"].hexes == (501,)
    assert clauses(state, "march F1 face:S face:N face:S") == ["P18.1"]


@pytest.mark.rule("P18.1")
def test_once_another_unit_is_ordered_the_first_cannot_be_taken_up_again() -> None:
    state = moving(battalion("F1", "0505", "N"), battalion("F2", "0705", "N"))
    state = play(state, "march F1 N", "march F2 N")
    assert clauses(state, "march F1 N") == ["P18.1"]
    assert clauses(state, "march F2 N") == []


@pytest.mark.rule("P2.7")
def test_the_enemy_and_units_not_on_the_map_are_not_ordered() -> None:
    state = moving(battalion("F1", "0505", "N"), battalion("P1", "0909"))
    assert clauses(state, "march P1 NW") == ["P2.7"]
    assert clauses(state, "march F9 NW") == ["P18.1"]
    assert clauses(state, "fire 0909 F1@0505") == ["P2.7", "P2.9"]


@pytest.mark.rule("P29.9", "P30.8")
def test_routed_units_and_those_marked_no_move_get_no_order() -> None:
    state = moving(
        battalion("F1", "0505", order="rout"),
        battalion("F2", "0303", marks=(NO_MOVE,)),
        battalion("F3", "0707"),
    )
    assert clauses(state, "march F1 SE") == ["P30.8"]
    assert clauses(state, "march F2 SE") == ["P29.9"]
    assert clauses(state, "march F3 SE") == []


@pytest.mark.rule("P29.9")
def test_the_no_move_marker_comes_off_when_the_segment_is_over() -> None:
    state = play(moving(battalion("F1", "0505", marks=(NO_MOVE,)), battalion("F2", "0202")), "done")
    assert state.table["F1"].marks == ()


@pytest.mark.rule("P2.7")
def test_a_side_with_nothing_to_order_is_not_asked() -> None:
    assert purpose(moving(battalion("F1", "0505", order="rout"))) == "over"


@pytest.mark.rule("P18.1")
def test_an_illegal_order_names_its_clause_and_changes_nothing() -> None:
    state = moving(battalion("F1", "0505", "N"))
    with pytest.raises(IllegalAction, match=r"P18\.2"):
        answer(state, parse("march F1 S"))
    assert state.table["F1"].hexes == (505,)


# --- opportunity fire: leaving


@pytest.mark.rule("P14.11", "P14.14", "P28.1")
def test_leaving_a_zone_lets_its_owner_fire_before_the_unit_goes() -> None:
    state = play(moving(battalion("F1", "0505", "N"), FACING_F1), "march F1 N N")
    shot = fire_of(state)
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "coalition"
    assert shot.target == 505
    assert state.table["F1"].hexes == (505,)
    after = play(state, "done")
    assert after.table["F1"].hexes == (503,)
    assert purpose(after) == "movement"


@pytest.mark.rule("P14.16", "P14.19", "PR-45")
def test_a_voluntary_exit_draws_one_fire_though_the_unit_turns_first() -> None:
    state = play(moving(battalion("F1", "0505", "S"), FACING_F1), "march F1 face:N N N")
    assert [type(event) for event in events(state, Turned)] == [Turned]
    assert purpose(state) == "opportunity-fire"
    assert purpose(play(state, "done")) == "movement"


@pytest.mark.rule("P14.17", "PR-51")
def test_changing_formation_in_the_zone_and_then_leaving_draws_fire_twice() -> None:
    state = moving(battalion("F1", "0505", "NNE", "line"), FACING_F1)
    state = play(state, Form("F1", Formation.COLUMN, 0, (505,)))
    assert purpose(state) == "opportunity-fire"
    assert state.table["F1"].formation is Formation.LINE, "fired at in its old formation"
    state = play(state, "done", "march F1 N")
    assert purpose(state) == "opportunity-fire"
    assert play(state, "done").table["F1"].hexes == (504,)


@pytest.mark.rule("P28.3")
def test_a_unit_fired_on_while_it_changes_formation_is_still_in_the_old_one() -> None:
    state = moving(battalion("F1", "0505", "N"), FACING_F1)
    state = play(state, Form("F1", Formation.SQUARE, 0, (505,)))
    assert state.table["F1"].formation is Formation.COLUMN
    assert play(state, "done").table["F1"].formation is Formation.SQUARE


@pytest.mark.rule("P14.14", "P28.1")
def test_outside_every_zone_nothing_opens_a_window() -> None:
    state = play(moving(battalion("F1", "0503", "N"), FACING_F1), "march F1 N face:S S")
    assert purpose(state) == "movement"


@pytest.mark.rule("P14.8", "P14.15", "PR-45")
def test_entering_a_zone_draws_no_fire_but_stops_infantry() -> None:
    state = play(moving(battalion("F1", "0503", "S"), FACING_F1), "march F1 S S")
    assert purpose(state) == "movement"
    assert clauses(state, "march F1 SE") == ["P14.8"]


@pytest.mark.rule("P14.10", "PR-51")
def test_infantry_may_step_from_one_zone_into_another_and_must_stop_there() -> None:
    state = moving(battalion("F1", "0505", "NE"), FACING_F1, battalion("P2", "0606", "N"))
    state = play(state, "march F1 SE", "done")
    assert state.table["F1"].hexes == (605,)
    assert clauses(state, "march F1 NE") == ["P14.8"]


@pytest.mark.rule("P14.13", "P14.14")
def test_cavalry_rides_on_through_the_zone_of_infantry_under_fire() -> None:
    state = moving(regiment("F1", "0404", "SE"), FACING_F1)
    state = play(state, "march F1 SE SE")
    assert purpose(state) == "opportunity-fire"
    assert state.table["F1"].hexes == (505,)
    assert play(state, "done").table["F1"].hexes == (605,)


@pytest.mark.rule("P14.12")
def test_cavalry_stops_in_the_zone_of_cavalry() -> None:
    state = moving(regiment("F1", "0404", "SE"), regiment("P1", "0506", "N"))
    assert clauses(state, "march F1 SE SE") == ["P14.12"]


@pytest.mark.rule("P14.6", "P28.5")
def test_a_unit_next_to_a_square_is_fired_on_as_it_leaves_or_turns() -> None:
    square = battalion("P1", "0506", "N", "square")
    state = play(moving(battalion("F1", "0505", "N"), square), "march F1 N")
    assert fire_of(state).target == 505
    turned = play(moving(battalion("F1", "0505", "N"), square), "march F1 face:S", "done")
    assert purpose(turned) == "opportunity-fire"


@pytest.mark.rule("P14.18", "PR-50")
def test_losses_and_checks_come_at_once_and_a_broken_unit_is_out_of_hand() -> None:
    state = moving(battalion("F1", "0505", "N", increments=4, lost=1), FACING_F1)
    state = play(state, "march F1 N N")
    state = play(state, fire_of(state), 66)
    assert events(state, LostIncrements)
    while isinstance(state.pending, Roll):
        state = play(state, 11)
    assert "F1" not in state.table.pieces or state.table["F1"].cohesion is not Cohesion.GOOD
    assert purpose(state) == "over", "the only unit is out of hand"


@pytest.mark.rule("PR-50")
def test_a_unit_that_only_lost_men_completes_its_step_and_then_waits_for_orders() -> None:
    state = moving(battalion("F1", "0505", "N", fire_check="third"), FACING_F1)
    state = play(state, "march F1 N N N")
    state = play(state, fire_of(state), 55)
    assert events(state, LostIncrements)
    assert state.table["F1"].hexes == (504,)
    assert purpose(state) == "movement"
    assert clauses(state, "march F1 N N") == []


# --- opportunity fire: turning


@pytest.mark.rule("P14.15", "P14.19", "PR-45")
def test_a_turn_in_the_zone_is_fired_on_when_the_owner_goes_on_to_another_unit() -> None:
    units = battalion("F1", "0505", "N"), battalion("F2", "0202", "N"), FACING_F1
    state = play(moving(*units), "march F1 face:S face:SE")
    assert purpose(state) == "movement"
    state = play(state, "march F2 N")
    assert fire_of(state).target == 505
    state = play(state, "done")
    assert purpose(state) == "movement", "several turns draw one fire"
    assert state.table["F2"].hexes == (201,)


@pytest.mark.rule("P14.15", "PR-45")
def test_a_turn_and_then_a_change_of_formation_draw_a_fire_each() -> None:
    state = moving(battalion("F1", "0505", "N"), FACING_F1)
    state = play(state, "march F1 face:S", Form("F1", Formation.SQUARE, 3, (505,)))
    assert purpose(state) == "opportunity-fire"
    state = play(state, "done")
    assert purpose(state) == "opportunity-fire"
    assert play(state, "done", "done").table["F1"].formation is Formation.SQUARE


@pytest.mark.rule("PR-45")
def test_a_table_may_have_every_turn_fired_on_or_none() -> None:
    units = battalion("F1", "0505", "N"), FACING_F1
    always = play(moving(*units, options={"oppfire_facing": "always"}), "march F1 face:S")
    assert purpose(always) == "opportunity-fire"
    leaving = play(always, "done", "march F1 face:N N")
    assert purpose(leaving) == "opportunity-fire"
    assert purpose(play(leaving, "done")) == "opportunity-fire", "turning and leaving"
    never = play(moving(*units, options={"oppfire_facing": "never"}), "march F1 face:S", "done")
    assert purpose(never) == "over"


@pytest.mark.rule("PR-169")
def test_an_order_that_the_fire_before_it_made_impossible_is_not_carried_out() -> None:
    # One column of hexes: F1, shot at for its turn, breaks and sweeps F2 away before F2 can march.
    state = moving(
        battalion("F1", "0105", "N", fire_check="every"),
        battalion("F2", "0104", "N"),
        battalion("P1", "0106", "N"),
        rows=["."] * 9,
    )
    state = play(state, "march F1 face:S", "march F2 N N N")
    state = play(state, fire_of(state), 66)
    while isinstance(state.pending, Roll):
        state = play(state, 11)
    assert state.table["F2"].cohesion is not Cohesion.GOOD
    assert not events(state, Moved)


# --- guns


@pytest.mark.rule("P16.79", "P16.80", "P16.81")
def test_guns_limber_for_two_points_if_the_die_allows_and_drive_on() -> None:
    state = moving(battery("F1", "0505", "N", limbers_on=4))
    state = play(state, "form F1 limbered N 0505")
    assert isinstance(state.pending, Roll)
    assert (state.pending.dice, state.pending.purpose) == ("d6", "limber")
    state = play(state, 4, "march F1 N N N N")
    assert state.table["F1"].formation is Formation.LIMBERED
    assert clauses(state, "march F1 face:S face:N") == ["P18.1"], "7 - 2 - 4 points left"


@pytest.mark.rule("P16.81", "PR-64")
def test_guns_that_fail_to_limber_stay_and_do_not_try_again_or_move_by_hand() -> None:
    state = play(moving(battery("F1", "0505", "N")), "form F1 limbered N 0505", 3)
    assert not events(state, LimberRolled)[0].limbered
    assert state.table["F1"].formation is Formation.UNLIMBERED
    assert clauses(state, "form F1 limbered N 0505") == ["PR-64"]
    assert clauses(state, "march F1 N") != []


@pytest.mark.rule("P16.80", "P14.9")
def test_guns_stopped_in_a_zone_may_unlimber_without_a_die() -> None:
    state = moving(battery("F1", "0503", "S", "limbered"), FACING_F1)
    state = play(state, "march F1 S S", "form F1 unlimbered S 0505")
    assert purpose(state) == "opportunity-fire"
    state = play(state, "done")
    assert state.table["F1"].formation is Formation.UNLIMBERED
    assert not events(state, LimberRolled)


@pytest.mark.rule("P16.84", "P18.4", "P18.6")
def test_guns_are_moved_by_hand_one_hex_in_any_direction_and_do_nothing_else() -> None:
    state = play(moving(battery("F1", "0505", "N")), "march F1 S")
    assert purpose(state) == "over", "there is nothing more to order"
    assert state.table["F1"].hexes == (506,)
    assert state.table["F1"].facing == 0


# --- rows


@pytest.mark.rule("PR-26", "P14.15")
def test_a_row_that_faces_about_keeps_its_main_hex() -> None:
    line = battalion("F1", ["0505", "0506"], "E", "line", main=1)
    state = play(moving(line), "march F1 about")
    piece = state.table["F1"]
    assert (piece.hexes, piece.facing, piece.at) == ((506, 505), 4, 506)
    assert events(state, FacedAbout)


@pytest.mark.rule("PR-179", "P14.14")
def test_a_row_under_threat_in_one_hex_is_fired_on_there() -> None:
    line = battalion("F1", ["0505", "0506"], "E", "line")
    state = moving(line, battalion("P1", "0504", "S"))
    state = play(state, "march F1 SE")
    assert fire_of(state).target == 505


# --- passing through


@pytest.mark.rule("P10.7", "PR-19")
def test_infantry_that_enters_a_hex_of_friendly_cavalry_makes_both_check_at_minus_six() -> None:
    state = moving(battalion("F1", "0505", "N"), regiment("F2", "0504", "N"))
    state = play(state, "march F1 N N")
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "passage"
    state = play(state, 66, 66)
    assert state.table["F1"].hexes == (503,)


@pytest.mark.rule("P10.7", "PR-19")
def test_infantry_that_fails_there_is_disordered_and_its_march_is_over() -> None:
    state = moving(battalion("F1", "0505", "N"), regiment("F2", "0504", "N"))
    state = play(state, "march F1 N N", 11, 66)
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert clauses(state, "march F1 N") == ["P18.1"]


@pytest.mark.rule("P10.5", "PR-19")
def test_cavalry_rides_through_formed_infantry_only_where_the_table_lets_it_with_a_check() -> None:
    units = regiment("F1", "0505", "N"), battalion("F2", "0504", "N")
    assert clauses(moving(*units), "march F1 N N") == ["P16.2"]
    state = play(moving(*units, options={"cavalry_passage": "check"}), "march F1 N N")
    assert purpose(state) == "passage"
    assert play(state, 66, 66).table["F1"].hexes == (503,)


@pytest.mark.rule("P10.8", "P19.32")
def test_nobody_checks_when_the_cavalry_skirmishes() -> None:
    screen = regiment("F2", ["0504", "0604"], "NNE", "skirmish", skirmish_fire=Fraction(2))
    state = play(moving(battalion("F1", "0505", "N"), screen), "march F1 N N")
    assert state.table["F1"].hexes == (503,)


# --- formations


@pytest.mark.rule("P16.5", "P16.20")
def test_a_line_is_formed_in_two_hexes_for_two_points() -> None:
    state = play(moving(battalion("F1", "0505", "NE")), "form F1 line NNE 0505 0605")
    assert state.table["F1"].hexes == (505, 605)
    (event,) = events(state, FormationChanged)
    assert event.formation is Formation.LINE
    assert clauses(state, "march F1 N N N N N") == ["P18.1"]


@pytest.mark.rule("P16.60", "P16.61")
def test_a_square_moves_one_hex_or_changes_formation_first_and_goes_on() -> None:
    square = battalion("F1", "0505", "N", "square")
    other = battalion("F2", "0909", "N")
    state = play(moving(square, other), "march F1 SW")
    assert clauses(state, "march F1 SW") == ["P16.60"]
    state = play(moving(square, other), "form F1 column N 0505", "march F1 N N N N")
    assert state.table["F1"].hexes == (501,)


# --- battle rules


@pytest.mark.rule("P46.2")
def test_stunned_landwehr_rolls_when_first_ordered_and_its_order_is_put_again_if_it_wavers() -> (
    None
):
    stunned = battalion("P1", "0505", "N", traits=frozenset({"landwehr"}), marks=(STUNNED,))
    units = stunned, battalion("F1", "0501", "S")
    state = moving(*units, side="coalition", special=["landwehr_stunned"])
    state = play(state, "march P1 N", 1)
    assert events(state, Wavered)[0].wavers
    assert state.table["P1"].hexes == (505,)
    assert clauses(state, "march P1 N") == ["P46.2"]
    assert clauses(state, "march P1 face:S S") == []
    over = play(state, "done")
    assert over.table["P1"].marks == ()


@pytest.mark.rule("P46.2")
def test_surprised_units_may_turn_and_nothing_else() -> None:
    state = moving(battalion("F1", "0505", "N"), special=["surprise"], places={"Lübnitz": (101,)})
    assert clauses(state, "march F1 N") == ["P46.2"]
    assert clauses(state, "form F1 line NNE 0505") == ["P46.2"]
    assert play(state, "march F1 face:S").table["F1"].facing == 3


# --- arrivals


def arriving(*standing: Unit, manner: str = "edge", rows: list[str] = OPEN) -> State:
    comer = battalion("F1", "0101")
    group = Arrival("G1", "french", 1, "gap", ("F1",), manner=manner)
    return moving(
        *standing,
        rows=rows,
        more_counters=[comer.printed],
        arrivals=(group,),
        zones={"gap": (401, 501)},
    )


@pytest.mark.rule("P45.1", "P45.8")
def test_a_reinforcement_comes_in_and_marches_on_with_the_rest_of_its_points() -> None:
    state = play(arriving(battalion("F2", "0909")), "enter F1 0501 column S")
    assert events(state, Arrived)[0].cost == 2
    state = play(state, "march F1 S S S S S")
    assert state.table["F1"].hexes == (506,)
    assert clauses(state, "march F1 S") == ["P18.1"]


@pytest.mark.rule("P45.8")
def test_a_reinforcement_draws_opportunity_fire_like_any_unit() -> None:
    state = play(arriving(battalion("P1", "0503", "N")), "enter F1 0501 column S", "march F1 S")
    assert state.table["F1"].hexes == (502,)
    assert clauses(state, "march F1 SE") == ["P14.8"]
    assert purpose(play(state, Form("F1", Formation.SQUARE, 3, (502,)))) == "opportunity-fire"


@pytest.mark.rule("P45.6", "P16.73")
def test_the_tail_of_a_column_on_the_road_follows_its_head_onto_the_map() -> None:
    comer = battalion("F1", "0101", increments=11)
    state = moving(
        battalion("F2", "0909"),
        more_counters=[comer.printed],
        arrivals=(Arrival("G1", "french", 1, "gap", ("F1",)),),
        zones={"gap": (501,)},
        roads=["0501 0502 0503 0504 0505"],
    )
    state = play(state, "enter F1 0501 road S", "march F1 S")
    assert state.table["F1"].hexes == (502, 501)
    state = play(state, "march F1 S S S")
    assert state.table["F1"].hexes == (505, 504, 503)


@pytest.mark.rule("P45.11")
def test_nobody_must_come_when_he_is_due() -> None:
    state = play(arriving(), "done")
    assert purpose(state) == "over"
    assert "F1" not in state.table.pieces


@pytest.mark.rule("P46.2")
def test_a_unit_placed_by_a_forest_march_has_had_its_whole_move() -> None:
    state = arriving(battalion("F2", "0909"), manner="forest_march", rows=["w" * 9] * 9)
    state = play(state, "enter F1 0501 general N")
    assert clauses(state, "march F1 S") == ["P18.1"]
