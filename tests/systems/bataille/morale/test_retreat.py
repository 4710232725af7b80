"""Disorder, rout and the way back (rules 14 and 30)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, Over, Roll, State, answer
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.events.facts import LostIncrements, Routed
from grognard.systems.bataille.events.morale import (
    MoraleChecked,
    RanOffMap,
    RetreatMoved,
    Surrendered,
)
from grognard.systems.bataille.morale.retreat import Disorder, GiveGround, Rout, Surrender
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.premier.events import SteppedBack
from grognard.systems.premier.morale.step_back import StepBack
from tests.systems.premier.kit import (
    FRENCH,
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)

WIDE = ["." * 20] * 24
ENEMY = battalion("P1", "1005", "S")
LANE = ["."] * 24
"""One hex wide: from 0106 with the enemy in 0105 there is only the way south."""
NORTH = battalion("P1", "0105", "S")
PAIR = [".."] * 24
"""Two hexes wide: an enemy in 0206 has his zone on 0106, 0107 and 0207, if he faces south-west."""


def walked(state: State) -> list[int]:
    return [event.to for event in events(state, RetreatMoved)]


def lost(state: State) -> int:
    return sum(event.count for event in events(state, LostIncrements))


def beaten(*units: Any, **settings: Any) -> Any:
    """F1 has been beaten in 1006 by P1, straight north of it."""
    return field(WIDE, *(units or (battalion("F1", "1006", "N"),)), ENEMY, **settings)


# --- states


@pytest.mark.rule("P30.1", "P30.19", "PR-67")
def test_a_unit_that_disorders_goes_back_three_points() -> None:
    state = begin(beaten(), Disorder("F1", "fire"))
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert len(walked(state)) == 3
    assert distance(state.table["F1"].at, 1005) > 1


@pytest.mark.rule("P30.1", "P30.21")
def test_a_unit_that_routs_runs_ten_hexes() -> None:
    state = begin(beaten(), Rout("F1", "fire"))
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert len(walked(state)) == 10


@pytest.mark.rule("P30.4", "PR-69", "PR-147")
def test_disorder_upon_disorder_is_rout() -> None:
    table = beaten(battalion("F1", "1006", order="disorder"))
    state = begin(table, Disorder("F1", "fire"))
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert len(walked(state)) == 10


@pytest.mark.rule("P30.10", "P30.11", "PR-70", "PR-161")
@pytest.mark.parametrize(("options", "hexes"), [({}, 13), ({"cavalry_rout": "ten"}, 10)])
def test_cavalry_is_never_disordered_and_routs_its_printed_movement(
    options: dict[str, str], hexes: int
) -> None:
    table = beaten(regiment("F1", "1006", movement=13), options=options)
    state = begin(table, Disorder("F1", "fire"))
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert len(walked(state)) == hexes


@pytest.mark.rule("P30.16", "P30.18", "PR-131")
def test_limbered_guns_disorder_and_retreat_like_infantry() -> None:
    state = begin(beaten(battery("F1", "1006", "N", "limbered")), Disorder("F1", "fire"))
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].formation is Formation.LIMBERED
    assert len(walked(state)) == 3


@pytest.mark.rule("P30.16", "PR-131")
def test_unlimbered_guns_stay_where_they_are() -> None:
    disordered = begin(beaten(battery("F1", "1006", "N")), Disorder("F1", "fire"))
    assert (disordered.table["F1"].at, disordered.table["F1"].cohesion) == (1006, Cohesion.DISORDER)
    routed = begin(disordered.table, Rout("F1", "fire"))
    assert (routed.table["F1"].at, routed.table["F1"].cohesion) == (1006, Cohesion.ROUT)
    assert routed.table["F1"].formation is Formation.UNLIMBERED


@pytest.mark.rule("PR-78")
def test_routed_in_place_is_the_state_without_the_move() -> None:
    state = begin(beaten(), Rout("F1", "charge", in_place=True))
    assert (state.table["F1"].at, state.table["F1"].cohesion) == (1006, Cohesion.ROUT)


@pytest.mark.rule("P30.21", "PR-71")
def test_a_rout_may_be_given_another_length() -> None:
    assert len(walked(begin(beaten(), Rout("F1", "charge", length=4)))) == 4


@pytest.mark.rule("PR-69", "P30.21")
def test_a_routed_unit_that_must_rout_again_runs_from_where_it_stands() -> None:
    table = beaten(battalion("F1", "1006", order="rout"))
    state = begin(table, Rout("F1", "melee"))
    assert len(walked(state)) == 10
    assert not events(state, Routed)


# --- closing up, formation, facing


@pytest.mark.rule("PR-87", "P30.5")
@pytest.mark.parametrize(("attacked", "start"), [(0, 1106), (1006, 1006)])
def test_a_line_closes_up_in_the_hex_attacked_or_its_main_hex(attacked: int, start: int) -> None:
    line = battalion("F1", ["1006", "1106"], "NNE", "line", main=1)
    state = begin(beaten(line), Disorder("F1", "fire", attacked))
    assert distance(start, walked(state)[0]) == 1
    assert state.table["F1"].formation is Formation.COLUMN
    assert len(state.table["F1"].hexes) == 1


@pytest.mark.rule("P30.5", "P16.65")
def test_in_woods_a_beaten_unit_ends_in_general_order() -> None:
    rows = ["." * 20] * 6 + ["w" * 20] * 18
    table = field(rows, battalion("F1", "1006", "NNE", "line"), ENEMY)
    state = begin(table, Disorder("F1", "fire"))
    assert state.table["F1"].formation is Formation.GENERAL


@pytest.mark.rule("PR-172")
def test_a_unit_that_retreated_faces_the_nearest_enemy() -> None:
    table = beaten(battalion("F1", "1006", "S"), home={FRENCH: (1024,)})
    state = begin(table, Rout("F1", "fire"))
    assert state.table["F1"].facing == 0


@pytest.mark.rule("PR-172")
def test_between_two_enemies_equally_near_it_faces_the_lower_hexside() -> None:
    table = field(
        WIDE,
        battalion("F1", "1012", "S"),
        battalion("P1", "1009", "S"),
        battalion("P2", "1310", "SW"),
    )
    state = begin(table, Disorder("F1", "fire"))
    at = state.table["F1"].at
    away = {foe: distance(at, state.table[foe].at) for foe in ("P1", "P2")}
    assert min(away.values()) > 3
    assert state.table["F1"].facing in (0, 1)


# --- no way out


def ringed(unit: Any, **settings: Any) -> Any:
    ring = ("1005", "1106", "1107", "1007", "0907", "0906")
    return field(WIDE, unit, *[battalion(f"P{at}", at) for at in ring], **settings)


@pytest.mark.rule("P30.27", "PR-80")
def test_a_unit_that_cannot_complete_its_rout_surrenders() -> None:
    state = begin(ringed(battalion("F1", "1006")), Rout("F1", "fire"))
    assert events(state, Surrendered)
    assert state.table.removed["F1"] == "surrendered"


@pytest.mark.rule("P30.19", "PR-68")
@pytest.mark.parametrize(
    ("cause", "stays"), [("fire", True), ("chain", True), ("melee", False), ("premelee", False)]
)
def test_a_disordered_unit_with_nowhere_to_go_surrenders_only_in_an_assault(
    cause: str, stays: bool
) -> None:
    state = begin(ringed(battalion("F1", "1006")), Disorder("F1", cause))
    assert ("F1" in state.table.pieces) is stays
    if stays:
        assert (state.table["F1"].at, state.table["F1"].cohesion) == (1006, Cohesion.DISORDER)


@pytest.mark.rule("P30.32", "PR-80")
def test_a_rout_with_no_way_on_the_map_goes_over_the_edge_and_is_lost() -> None:
    table = field(["..."] * 6, battalion("F1", "0203"), battalion("P1", "0202", "S"))
    state = begin(table, Rout("F1", "fire"))
    assert events(state, RanOffMap)
    assert state.table.removed["F1"] == "off-map"


@pytest.mark.rule("P14.21")
def test_surrender_removes_the_unit() -> None:
    state = begin(beaten(), Surrender("F1", "melee"))
    assert state.table.removed == {"F1": "surrendered"}


# --- losses on leaving zones


@pytest.mark.rule("P14.20", "P14.24", "PR-74")
@pytest.mark.parametrize(
    ("cause", "loss"), [("melee", 1), ("fire", 0), ("premelee", 0), ("charge", 0)]
)
def test_only_a_melee_result_costs_an_increment_for_the_first_hex(cause: str, loss: int) -> None:
    assert lost(begin(beaten(), Disorder("F1", cause))) == loss


@pytest.mark.rule("P14.20", "PR-74")
def test_a_failed_check_before_melee_costs_increments_where_the_table_says_so() -> None:
    table = beaten(options={"premelee_zoi_loss": "on"})
    assert lost(begin(table, Disorder("F1", "premelee"))) == 1


@pytest.mark.rule("P14.24", "PR-74")
def test_the_first_hex_costs_even_without_a_zone() -> None:
    table = field(WIDE, battalion("F1", "1006"), battalion("P1", "1005", "N"))
    assert not table.zone_over(1006, "coalition")
    assert lost(begin(table, Disorder("F1", "melee"))) == 1


@pytest.mark.rule("P14.25", "P14.29")
def test_each_later_hex_left_under_a_zone_costs_one_more() -> None:
    table = field(WIDE, battalion("F1", "1006"), ENEMY, battalion("P2", "1107", "S"))
    state = begin(table, Rout("F1", "melee"))
    left = [1006, *walked(state)[:-1]]
    zones = [at for at in left[1:] if table.zone_over(at, "coalition")]
    assert lost(state) == 1 + len(zones)


@pytest.mark.rule("P14.21", "P14.27", "PR-73")
@pytest.mark.parametrize(
    ("options", "surrenders"), [({}, True), ({"zoi_surrender_count": "exclude_origin"}, False)]
)
def test_the_third_zone_hex_left_means_surrender(options: dict[str, str], surrenders: bool) -> None:
    # A river south of 0107 leaves one way only, round the enemy in 0206 by 0207.
    table = field(
        PAIR,
        battalion("F1", "0106"),
        NORTH,
        battalion("P2", "0206", "SW"),
        hexsides={("0107", "S"): "river"},
        options=options,
    )
    state = begin(table, Rout("F1", "melee"))
    assert walked(state)[:2] == [107, 207]
    assert all(table.zone_over(at, "coalition") for at in (106, 107, 207))
    assert ("F1" not in state.table.pieces) is surrenders
    if surrenders:
        assert state.table.removed["F1"] == "surrendered"
        assert len(walked(state)) == 2
    else:
        assert lost(state) == 3


@pytest.mark.rule("P14.26")
def test_several_zones_on_a_hex_cost_one_increment() -> None:
    table = beaten(
        battalion("F1", "1006"), battalion("P2", "0906", "SE"), battalion("P3", "1106", "SW")
    )
    assert len(table.zone_over(1006, "coalition")) == 3
    state = begin(table, Disorder("F1", "melee"))
    assert next(event.count for event in events(state, LostIncrements)) == 1


@pytest.mark.rule("P14.22", "PR-152")
@pytest.mark.parametrize(("options", "loss"), [({}, 1), ({"friend_cancels_first_loss": "on"}, 0)])
def test_friends_who_stay_spare_the_first_loss_only_as_an_option(
    options: dict[str, str], loss: int
) -> None:
    table = beaten(battalion("F1", "1006"), battalion("F2", "1006"), options=options)
    state = begin(table, Disorder("F1", "melee"))
    assert lost(state) == loss


@pytest.mark.rule("P14.22", "P14.25", "PR-152")
def test_a_later_hex_held_by_friends_costs_nothing() -> None:
    foes = (NORTH, battalion("P2", "0206", "SW"))
    alone = field(PAIR, battalion("F1", "0106"), *foes)
    assert lost(begin(alone, Disorder("F1", "melee"))) == 2
    held = field(PAIR, battalion("F1", "0106"), battalion("F2", "0107"), *foes)
    state = play(begin(held, Disorder("F1", "melee")), 66)
    assert walked(state)[0] == 107
    assert lost(state) == 1


@pytest.mark.rule("P34.7")
def test_a_broken_square_loses_two_increments_for_each_hex() -> None:
    table = beaten(battalion("F1", "1006", "N", "square"))
    assert lost(begin(table, Rout("F1", "melee", loss_per_hex=2))) == 2


@pytest.mark.rule("P14.20")
def test_a_unit_that_loses_its_last_increment_on_the_way_is_destroyed() -> None:
    state = begin(beaten(battalion("F1", "1006", lost=5)), Disorder("F1", "melee"))
    assert state.table.removed["F1"] == "destroyed"


# --- cavalry zones


@pytest.mark.rule("P14.28", "P14.31", "PR-158")
@pytest.mark.parametrize("cause", ["melee", "fire"])
def test_foot_driven_by_melee_into_a_cavalry_zone_routs_ten_hexes_in_all(cause: str) -> None:
    table = field(PAIR, battalion("F1", "0106"), NORTH, regiment("P2", "0206", "SW"))
    state = begin(table, Disorder("F1", cause))
    assert walked(state)[0] == 107
    assert table.cavalry_zone_over(107, "coalition")
    if cause == "melee":
        assert state.table["F1"].cohesion is Cohesion.ROUT
        assert len(walked(state)) == 10
    else:
        assert state.table["F1"].cohesion is Cohesion.DISORDER
        assert len(walked(state)) == 3


@pytest.mark.rule("P14.31", "PR-158")
@pytest.mark.parametrize(
    ("options", "order"),
    [({}, Cohesion.DISORDER), ({"cav_zone_rout": "origin_too"}, Cohesion.ROUT)],
)
def test_the_hex_of_the_melee_itself_does_not_count_unless_the_table_says_so(
    options: dict[str, str], order: Cohesion
) -> None:
    table = field(WIDE, battalion("F1", "1006"), regiment("P1", "1005", "S"), options=options)
    assert begin(table, Disorder("F1", "melee")).table["F1"].cohesion is order


@pytest.mark.rule("PR-160")
def test_cavalry_that_attacked_a_square_does_not_by_its_zone_rout_it() -> None:
    horse = regiment("P2", "0206", "SW")
    table = field(PAIR, battalion("F1", "0106", "N", "square"), NORTH, horse)
    assert begin(table, Disorder("F1", "melee")).table["F1"].cohesion is Cohesion.ROUT
    state = begin(table, Disorder("F1", "melee", ignored=("P2",)))
    assert state.table["F1"].cohesion is Cohesion.DISORDER


@pytest.mark.rule("P14.32", "PR-169")
def test_a_rout_move_provokes_nothing_from_the_enemy() -> None:
    table = field(WIDE, battalion("F1", "1006"), ENEMY, regiment("P2", "1209", "SW"))
    state = begin(table, Rout("F1", "melee"))
    assert isinstance(state.pending, Over)


# --- comrades on the way


def with_comrades(*friends: Any, **settings: Any) -> Any:
    """The way south leads through 0107, there is no other."""
    return field(LANE, battalion("F1", "0106"), *friends, NORTH, **settings)


@pytest.mark.rule("P31.3", "PR-75", "PR-180")
def test_good_order_units_run_through_check_once_for_each_moving_unit() -> None:
    table = with_comrades(battalion("F2", "0107"), battalion("F3", "0107"))
    state = begin(table, Rout("F1", "fire"))
    assert state.pending == Roll("d66", "comrades", "F2")
    state = play(state, 66)
    assert state.pending == Roll("d66", "comrades", "F3")
    state = play(state, 66)
    assert isinstance(state.pending, Over)
    assert len(walked(state)) == 10


@pytest.mark.rule("P31.3")
def test_a_comrade_who_fails_breaks_as_well_and_the_first_runs_on() -> None:
    table = with_comrades(battalion("F2", "0107"))
    state = play(begin(table, Rout("F1", "fire")), 11)
    assert state.table["F2"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].cohesion is Cohesion.ROUT
    moves = [event.unit for event in events(state, RetreatMoved)]
    assert moves.count("F2") == 3
    assert moves[-1] == "F1"


@pytest.mark.rule("P31.3")
def test_disordered_comrades_are_not_shaken_further() -> None:
    table = with_comrades(battalion("F2", "0107", order="disorder"))
    assert isinstance(begin(table, Rout("F1", "fire")).pending, Over)


@pytest.mark.rule("P31.3", "PR-75")
def test_exempt_comrades_are_passed_without_a_roll() -> None:
    table = with_comrades(battalion("F2", "0107"))
    assert isinstance(begin(table, Rout("F1", "melee", exempt=("F2",))).pending, Over)


@pytest.mark.rule("P31.3")
def test_comrades_left_behind_check_where_the_caller_says_so() -> None:
    table = beaten(battalion("F1", "1006"), battalion("F2", "1006"))
    assert isinstance(begin(table, Rout("F1", "melee")).pending, Over)
    state = begin(table, Rout("F1", "melee", shakes=True))
    assert state.pending == Roll("d66", "comrades", "F2")


@pytest.mark.rule("P10.5", "PR-19")
@pytest.mark.parametrize(
    ("formation", "modifier"), [("column", -6), ("line", -6), ("skirmish", 0), ("square", 6)]
)
def test_cavalry_driven_through_formed_foot_shakes_it_at_minus_six(
    formation: str, modifier: int
) -> None:
    facing = "NNE" if formation in ("line", "skirmish") else "N"
    foot = light("F2", "0107", facing, formation, increments=3)
    table = field(LANE, regiment("F1", "0106"), foot, NORTH)
    state = play(begin(table, Rout("F1", "fire")), 66)
    assert [event.account.total for event in events(state, MoraleChecked)] == [modifier]


# --- guns with infantry


@pytest.mark.rule("P32.10", "PR-128")
def test_guns_limber_up_and_go_with_their_infantry() -> None:
    table = beaten(battalion("F1", "1006"), battery("F2", "1006", "N"))
    state = begin(table, Rout("F1", "melee", guns=("F2",)))
    guns = state.table["F2"]
    assert (guns.at, guns.cohesion) == (state.table["F1"].at, Cohesion.ROUT)
    assert guns.formation is Formation.LIMBERED
    assert guns.lost == 1


@pytest.mark.rule("PR-128")
def test_guns_are_lost_where_the_way_is_closed_to_them() -> None:
    rows = ["." * 20] * 6 + ["w" * 20] * 18
    table = field(rows, battalion("F1", "1006"), battery("F2", "1006", "N"), ENEMY)
    state = begin(table, Disorder("F1", "melee", guns=("F2",)))
    assert state.table.setting.ground.terrain[state.table["F1"].at] == "woods"
    assert state.table.removed["F2"] == "eliminated"


# --- the owner's choice of way


@pytest.mark.rule("PR-72")
def test_the_owner_chooses_among_equal_ways_where_the_table_says_so() -> None:
    table = beaten(options={"retreat_choice": "owner"})
    state = begin(table, Disorder("F1", "fire"))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == (FRENCH, "retreat-path")
    last = list(state.pending.options)[-1]
    state = answer(state, last)
    assert [event.to for event in events(state, RetreatMoved)] == [
        int(word) for word in last.choice.split("-")
    ]


@pytest.mark.rule("PR-72")
def test_a_way_that_is_not_among_the_equal_ones_is_refused() -> None:
    state = begin(beaten(options={"retreat_choice": "owner"}), Disorder("F1", "fire"))
    assert isinstance(state.pending, Ask)
    assert Pick("1005-1004-1003") not in state.pending.options


# --- giving ground in order


@pytest.mark.rule("P34.2", "PR-159")
@pytest.mark.parametrize("count", [1, 2])
def test_a_step_back_keeps_order_formation_and_facing_and_costs_nothing(count: int) -> None:
    state = begin(beaten(), StepBack("F1", count))
    piece = state.table["F1"]
    assert (piece.cohesion, piece.formation, piece.facing, piece.lost) == (
        Cohesion.GOOD, Formation.COLUMN, 0, 0,
    )  # fmt: skip
    assert distance(piece.at, 1005) > 1
    assert len(events(state, SteppedBack)) == count


@pytest.mark.rule("PR-159")
def test_a_unit_with_no_legal_hex_stays() -> None:
    state = begin(ringed(battalion("F1", "1006")), StepBack("F1", 1))
    assert state.table["F1"].at == 1006


@pytest.mark.rule("PR-159")
def test_a_line_steps_back_as_a_body_or_not_at_all() -> None:
    line = battalion("F1", ["1006", "1106"], "NNE", "line")
    free = begin(beaten(line), StepBack("F1", 1))
    assert len(free.table["F1"].hexes) == 2
    assert set(free.table["F1"].hexes).isdisjoint({1006, 1106})
    rows = ["." * 20] * 6 + ["w" * 20] * 18
    held = begin(field(rows, line, ENEMY), StepBack("F1", 1))
    assert held.table["F1"].hexes == (1006, 1106)


@pytest.mark.rule("PR-159")
def test_a_table_may_leave_the_stand_off_without_steps() -> None:
    state = begin(beaten(options={"standoff_step": "off"}), StepBack("F1", 1))
    assert state.table["F1"].at == 1006


@pytest.mark.rule("PR-161", "PR-93")
def test_cavalry_may_give_ground_in_order_paying_for_the_zones() -> None:
    state = begin(beaten(regiment("F1", "1006")), GiveGround("F1", 3))
    assert state.table["F1"].cohesion is Cohesion.GOOD
    assert len(walked(state)) == 3
    assert lost(state) == 1


@pytest.mark.rule("P10.5", "PR-19", "PR-161")
def test_cavalry_that_gives_ground_through_formed_foot_checks_with_it() -> None:
    table = field(LANE, regiment("F1", "0106", movement=8), battalion("F2", "0107"), NORTH)
    state = play(begin(table, GiveGround("F1", 3)), 66, 11)
    assert [event.unit for event in events(state, MoraleChecked)] == ["F2", "F1"]
    assert state.table["F1"].cohesion is Cohesion.ROUT


# --- regiments


@pytest.mark.rule("P6.9", "PR-08")
def test_a_regiment_worn_down_on_the_way_breaks_up_at_its_end() -> None:
    parts = [battalion(f"F1{part}", "0101", increments=4, regiment="F1").printed for part in "ab"]
    whole = battalion("F1", "1006", size="regiment", increments=8, lost=3, parts=("F1a", "F1b"))
    table = field(WIDE, whole, ENEMY, more_counters=parts)
    state = begin(table, Disorder("F1", "melee"))
    assert "F1" not in state.table.pieces
    assert {"F1a", "F1b"} <= set(state.table.pieces)
    assert all(state.table[part].cohesion is Cohesion.DISORDER for part in ("F1a", "F1b"))
