"""Moves as orders: who may act, groups, passages, further moves, what is refused and why."""

import pytest

from grognard.mechanics.measured.footprints import Pose
from grognard.systems.empire.actions import Garrison
from grognard.systems.empire.events import Marked, Moved
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.measures import crowd, moves
from grognard.systems.empire.movement import buildings
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import (
    Played,
    at,
    foot,
    ground,
    guns,
    horse,
    house,
    play,
    replace,
    table_of,
)


def moving(table: Table, points: int = 9, division: str = "french-division") -> Played:
    """Step d of a division whose general has so many points."""
    leader = table.setting.divisions[division].commander
    table.officers[leader] = replace(table.officers[leader], points=points)
    return play(table, MovementStep(division))


def points(played: Played) -> int:
    return played.table.general("french-division").points


# --- who may act


@pytest.mark.rule("E24.7", "E24.15")
def test_an_activation_costs_a_point_and_a_unit_has_one_a_player_turn() -> None:
    played = moving(table_of(foot("F1", 10, 10)), 1).then("move F1 forward:2000")
    assert points(played) == 0
    assert played.table.pieces["F1"].pose == Pose(10_000, 12_000, 0)
    assert "has not the 1 points" in played.why_not("move F1 forward:1000")
    charged = table_of(foot("F1", 10, 10)).draft()
    charged.alter("F1", acted=True)
    assert "has been activated in this player turn (E24.15)" in moving(charged).why_not(
        "move F1 forward:1000"
    )


@pytest.mark.rule("E24.2", "E24.14")
def test_whoever_is_out_of_command_costs_a_point_more() -> None:
    table = table_of(foot("F1", 10, 10), grade="poor", generals={"french": at(10, 20)})
    assert "has not the 2 points" in moving(table, 1).why_not("move F1 forward:1000")
    assert points(moving(table, 3).then("move F1 forward:1000")) == 1


@pytest.mark.rule("EM.1")
def test_a_move_that_changes_nothing_is_refused() -> None:
    played = moving(table_of(foot("F1", 10, 10)))
    assert "it would stand as it does (EM.1)" in played.why_not("move F1 face:0")
    assert "P1 is not on the table" in played.why_not("move P1 forward:1000")


# --- several moves


@pytest.mark.rule("E30.8", "E22.1")
def test_a_second_move_costs_a_point_and_a_third_by_its_class() -> None:
    bases = [foot(f"F{n}", 5 * n, 10, drill=drill) for n, drill in enumerate("ABC", 1)]
    played = moving(table_of(*bases))
    for unit, cost in (("F1", 3), ("F2", 4)):
        before = points(played)
        played = played.then(*[f"move {unit} forward:1000"] * 3)
        assert points(played) == before - cost
        assert played.table.pieces[unit].marked
        assert "no more than three moves" in played.why_not(f"move {unit} forward:1000")
    played = played.then("move F3 forward:1000")
    assert not played.table.pieces["F3"].marked
    played = played.then("move F3 forward:1000")
    assert len(played.told(Marked)) == 3
    assert "too slow for a third move (E30.8)" in played.why_not("move F3 forward:1000")


@pytest.mark.rule("E30.15", "E30.16")
def test_further_moves_stay_eight_ud_from_enemies_and_four_from_those_in_buildings() -> None:
    near = table_of(foot("F1", 10, 10), foot("P1", 10, 20, 180))
    played = moving(near).then("move F1 forward:1000")
    assert "stays farther from P1 (E30.15)" in played.why_not("move F1 forward:1001")
    assert played.why_not("move F1 forward:1000") == ""
    farm = house("farm", 9, 18, 11, 20)
    held = foot("P1", 10, 19, 180, "garrison", building="farm")
    played = moving(table_of(foot("F1", 10, 10), held, buildings=[farm]))
    played = played.then("move F1 forward:2000")
    assert played.why_not("move F1 forward:2000") == ""
    assert "stays farther" in played.why_not("move F1 forward:2001")
    loose = table_of(foot("F1", 10, 10), foot("P1", 10, 14, 180, "skirmish"))
    assert moving(loose).then("move F1 forward:1000", "done").events


@pytest.mark.rule("E30.15")
def test_further_moves_stay_eight_ud_from_the_enemys_edge() -> None:
    played = moving(table_of(foot("F1", 10, 30))).then("move F1 forward:1000")
    assert "8 UD from the enemy's edge (E30.15)" in played.why_not("move F1 forward:1500")


@pytest.mark.rule("E30.14", "E30.17")
def test_an_operational_move_is_made_in_column_straight_on_for_four_moves_and_marks() -> None:
    column = foot("F1", 10, 5, formation="column")
    played = moving(table_of(column, foot("F2", 15, 5)))
    assert "F2 is not in column (E30.14)" in played.why_not("march F2 forward:1000")
    assert "straight on and wheels, no more (E30.17)" in played.why_not("march F1 about")
    assert "farther than it can go" in played.why_not("march F1 forward:24001")
    played = played.then("march F1 forward:24000")
    assert played.table.pieces["F1"].pose == Pose(10_000, 29_000, 0)
    assert played.table.pieces["F1"].marked
    assert points(played) == 8
    second = moving(table_of(column)).then("move F1 forward:1000")
    assert "replaces all others (E30.17)" in second.why_not("march F1 forward:1000")


# --- groups


@pytest.mark.rule("E24.12")
def test_a_group_moves_for_one_point_at_the_dearest_price() -> None:
    wood = ground("wood", 11.5, 10, 14, 20)
    table = table_of(foot("F1", 10, 10), foot("F2", 12.5, 10), patches=[wood])
    played = moving(table)
    assert "farther than it can go" in played.why_not("move F1+F2 forward:2001")
    played = played.then("move F1+F2 forward:2000")
    assert points(played) == 8
    assert [played.table.pieces[unit].pose.y for unit in ("F1", "F2")] == [12_000, 12_000]


@pytest.mark.rule("E24.12", "E30.19")
def test_a_group_is_of_one_kind_and_facing_and_hangs_together() -> None:
    table = table_of(
        foot("F1", 10, 10), foot("F2", 13.1, 10), foot("F3", 7.4, 10, 5), foot("F4", 10, 8.5),
        foot("F5", 12.2, 8.2, formation="column"), foot("F6", 7.5, 8, disordered=True),
        horse("F7", 20, 20), guns("F8", 11, 6.5, formation="limbered"),
        foot("F9", 12.2, 6.5, formation="column"),
    )  # fmt: skip
    played = moving(table)
    for units, why in (
        ("F1+F2", "within 1 UD of another"),
        ("F1+F3", "a group faces one way"),
        ("F1+F5", "all lines, all horse of one formation, or all columns"),
        ("F4+F6", "form no group with others (E30.19)"),
        ("F4+F1", "in the order of their ids"),
        ("F1+F7", "all lines"),
    ):
        assert why in played.why_not(f"move {units} forward:500"), units
    assert played.why_not("move F8+F9 forward:500") == ""
    assert "does not turn in place" in played.why_not("move F1+F4 face:90")


@pytest.mark.rule("E24.12", "EG.15")
def test_a_group_wheels_as_a_block_about_its_outermost_corner() -> None:
    table = table_of(foot("F1", 10, 10, drill="A"), foot("F2", 12.5, 10, drill="A"))
    played = moving(table).then("move F1+F2 wheel:left:30")
    one, two = (played.table.pieces[unit].pose for unit in ("F1", "F2"))
    assert (one.facing, two.facing) == (330, 330)
    assert one == Pose(9_866, 10_500, 330)
    assert two == Pose(12_031, 11_750, 330)
    assert "farther than it can go" in moving(table).why_not("move F1+F2 wheel:left:60")


@pytest.mark.rule("E24.12", "E30.3")
def test_columns_one_behind_another_follow_the_path_of_the_first() -> None:
    table = table_of(
        foot("F1", 20, 20, formation="column"), foot("F2", 20, 18.5, formation="column")
    )
    played = moving(table).then("move F1+F2 wheel:right:90 forward:3000")
    assert played.table.pieces["F1"].pose == Pose(23_500, 20_500, 90)
    assert played.table.pieces["F2"].pose == Pose(22_000, 20_500, 90)


# --- passage of lines


@pytest.mark.rule("E30.7")
def test_a_line_is_passed_by_one_of_like_facing_with_room_beside_it_far_from_the_enemy() -> None:
    mover, stands = foot("F1", 10, 10, formation="column"), foot("F2", 10, 12)
    assert moving(table_of(mover, stands)).why_not("move F1 forward:4000") == ""
    assert "F2 stands there (EG.5)" in moving(table_of(mover, stands)).why_not(
        "move F1 forward:2000"
    )
    askew = foot("F2", 10, 12, 16)
    assert "looks another way (E30.7)" in moving(table_of(mover, askew)).why_not(
        "move F1 forward:4000"
    )
    about = foot("F2", 10, 12, 180)
    assert moving(table_of(mover, about)).why_not("move F1 forward:4000") == ""
    crowd = table_of(mover, stands, foot("F3", 12.9, 12))
    assert "no gap of 1 UD beside it to pass (E30.7)" in moving(crowd).why_not(
        "move F1 forward:4000"
    )
    square = foot("F2", 10, 12, formation="full_square")
    assert "squares are not passed (E30.7)" in moving(table_of(mover, square)).why_not(
        "move F1 forward:4000"
    )
    enemy = table_of(mover, stands, foot("P1", 10, 15.5, 180))
    assert "within 2 UD of an enemy (E30.7)" in moving(enemy).why_not("move F1 forward:3500")


@pytest.mark.rule("E30.7")
def test_skirmishers_pass_and_are_passed_freely() -> None:
    screen = foot("F2", 10, 12, 90, "skirmish")
    played = moving(table_of(foot("F1", 10, 10, formation="column"), screen))
    assert played.why_not("move F1 forward:5000") == ""
    played = moving(table_of(foot("F1", 10, 10, formation="skirmish"), foot("F2", 10, 12, 90)))
    assert played.why_not("move F1 forward:5000") == ""


# --- near the enemy


@pytest.mark.rule("E30.5")
def test_nobody_moves_sideways_within_four_ud_of_a_formed_enemy() -> None:
    near = table_of(foot("F1", 10, 10), foot("P1", 10, 14, 180))
    assert "sideways within 4 UD" in moving(near).why_not("move F1 lateral:left:500")
    far = table_of(foot("F1", 10, 10), foot("P1", 10, 14.01, 180))
    assert moving(far).why_not("move F1 lateral:left:500") == ""


@pytest.mark.rule("E30.19")
def test_units_in_disorder_do_not_end_nearer_to_an_enemy_within_eight_ud() -> None:
    shaken = foot("F1", 10, 10, disordered=True)
    near = table_of(shaken, foot("P1", 10, 17, 180))
    assert "goes no nearer to the enemy (E30.19)" in moving(near).why_not("move F1 forward:500")
    assert moving(near).why_not("move F1 back:500") == ""
    far = table_of(shaken, foot("P1", 10, 21, 180))
    assert moving(far).why_not("move F1 forward:2000") == ""


@pytest.mark.rule("E22.1")
def test_a_single_move_marks_nobody() -> None:
    played = moving(table_of(foot("F1", 10, 10))).then("move F1 forward:2000")
    assert played.told(Moved)
    assert not played.table.pieces["F1"].marked


# --- buildings


@pytest.mark.rule("ET.4", "E24.8")
def test_foot_goes_into_a_building_within_a_ud_for_a_point_and_its_whole_move() -> None:
    farm = house("farm", 9, 11, 11, 13)
    table = table_of(foot("F1", 10, 10, formation="column"), foot("F2", 10, 14.6), buildings=[farm])
    played = moving(table)
    assert "farther than 1 UD (ET.4)" in played.why_not("occupy F2 farm")
    played = played.then("occupy F1 farm")
    piece = played.table.pieces["F1"]
    assert (piece.formation, piece.building, piece.pose.point) == (
        Formation.GARRISON, "farm", at(10, 12),
    )  # fmt: skip
    assert points(played) == 8
    assert "it must leave it first (ET.4)" in played.why_not("move F1 forward:500")


@pytest.mark.rule("ET.4", "E30.19")
def test_horse_guns_marked_units_and_those_in_disorder_hold_no_building() -> None:
    farm = house("farm", 9, 11, 11, 13)
    for base in (horse("F1", 10, 10), guns("F1", 10, 10, formation="limbered")):
        assert "only battalions do" in moving(table_of(base, buildings=[farm])).why_not(
            "occupy F1 farm"
        )
    shaken = table_of(foot("F1", 10, 10, disordered=True), buildings=[farm])
    assert "Disordered or has an action marker" in moving(shaken).why_not("occupy F1 farm")
    held = table_of(
        foot("F1", 10, 10), foot("P1", 10, 12, 0, "garrison", building="farm"), buildings=[farm]
    )
    assert "somebody holds that building" in moving(held).why_not("occupy F1 farm")


@pytest.mark.rule("ET.4", "E24.8")
def test_a_garrison_leaves_by_an_edge_with_its_rear_on_the_middle_of_it() -> None:
    farm = house("farm", 9, 11, 11, 13)
    table = table_of(
        foot("F1", 10, 12, 0, "garrison", building="farm"), foot("F2", 10, 14.2), buildings=[farm]
    )
    played = moving(table)
    assert "holds a building: it must leave it first" in played.why_not("move F1 forward:500")
    assert "F2 stands there" in played.why_not("evacuate F1 north column")
    assert "in line or in column" in played.why_not("evacuate F1 south full_square")
    played = played.then("evacuate F1 east line")
    piece = played.table.pieces["F1"]
    assert (piece.pose, piece.building) == (Pose(11_500, 12_000, 90), "")


# --- skirmishers


@pytest.mark.rule("EU.12", "EU.6")
def test_a_battalion_sends_its_skirmishers_out_for_a_point_and_has_none_left() -> None:
    played = moving(table_of(foot("F1", 10, 10, sk=2), foot("F2", 20, 10)))
    assert "has no skirmishers to send out" in played.why_not("detach F2 1000")
    assert "within 2 UD ahead" in played.why_not("detach F1 2001")
    played = played.then("detach F1 1000")
    screen, parent = played.table.pieces["F1-sk"], played.table.pieces["F1"]
    assert screen.pose == Pose(10_000, 11_500, 0)
    assert (parent.screen, played.table.printed("F1-sk").cohesion) == ("F1-sk", 2)
    assert points(played) == 8
    assert "has no skirmishers to send out" in played.why_not("detach F1 1000")


@pytest.mark.rule("EU.12")
def test_skirmishers_rejoin_for_nothing_when_they_touch_their_battalion() -> None:
    played = moving(table_of(foot("F1", 10, 10, sk=1))).then("detach F1 500")
    assert "do not touch their battalion" in played.why_not("rejoin F1-sk")
    played = played.then("move F1-sk back:500", "rejoin F1-sk")
    assert "F1-sk" not in played.table.pieces
    assert played.table.pieces["F1"].screen == ""
    assert points(played) == 7


@pytest.mark.rule("EU.12")
def test_a_screen_that_is_lost_leaves_its_battalion_without_skirmishers_for_good() -> None:
    from grognard.systems.empire.events import Removed

    played = moving(table_of(foot("F1", 10, 10, sk=1))).then("detach F1 500")
    table = played.table.draft()
    table.record(Removed("F1-sk", "eliminated"))
    assert (table.pieces["F1"].screen, table.pieces["F1"].spent) == ("", True)
    assert "no skirmishers to send out" in moving(table).why_not("detach F1 500")


@pytest.mark.rule("ET.4", "EG.5")
def test_nobody_goes_into_a_building_that_somebody_stands_upon() -> None:
    farm = house("farm", 9, 11, 11, 13)
    table = table_of(foot("F1", 10, 10.9), foot("F2", 12.5, 11.5, 90, "column"), buildings=[farm])
    table.alter("F2", pose=Pose(11_500, 11_500, 90))
    table.officers["french-general"] = replace(table.officers["french-general"], points=4)
    reason = buildings.against(table, "french-division", Garrison("F1", "farm"))
    assert reason is not None
    assert reason.clause == "EG.5"


@pytest.mark.rule("EM.1")
def test_however_many_units_a_line_has_each_of_them_has_as_many_moves() -> None:
    few, many = (moves(crowd(units)) / units for units in (20, 40))
    assert many == pytest.approx(few, rel=0.05)
