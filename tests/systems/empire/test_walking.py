"""Manoeuvres and what they cost: every primitive of the table, on clear and other ground."""

from itertools import count

import pytest

from grognard.mechanics.measured.footprints import Pose
from grognard.systems.empire.actions import Primitive
from grognard.systems.empire.kinds import Formation, Going
from grognard.systems.empire.movement.rates import MOVE, is_penalized, rate_of
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import Base, foot, ground, guns, horse, house, table_of, wall


def walk(table: Table, unit: str, *path: str) -> Walk:
    return Walk(table, unit).along([Primitive.read(word) for word in path])


def alone(base: Base, *path: str, **more: object) -> Walk:
    return walk(table_of(base, **more), base.card.id, *path)  # type: ignore[arg-type]


def spent(walked: Walk) -> float:
    assert walked.reason is None, walked.reason
    return (MOVE - walked.left) / MOVE


def said(walked: Walk) -> str:
    return str(walked.reason)


# --- rates


@pytest.mark.rule("E29.1", "E29.2", "E29.3", "E29.4", "E29.5", "E29.6", "E29.7", "E29.8", "E29.9")
@pytest.mark.parametrize(
    ("base", "rates"),
    [
        (foot("F1", 10, 10), (4, 4, 2)),
        (foot("F1", 10, 10, formation="column"), (6, 6, 4)),
        (foot("F1", 10, 10, formation="skirmish"), (6, 6, 4)),
        (foot("F1", 10, 10, formation="full_square"), (2, 2, None)),
        (horse("F1", 10, 10), (8, 4, None)),
        (horse("F1", 10, 10, formation="column"), (10, 6, None)),
        (guns("F1", 10, 10, formation="limbered", calibre=12), (4, 2, None)),
        (guns("F1", 10, 10, formation="limbered"), (6, 4, None)),
        (guns("F1", 10, 10, formation="limbered", branch="horse"), (10, 4, None)),
    ],
)
def test_each_arm_and_formation_has_its_rate_in_clear_rough_and_difficult_ground(
    base: Base, rates: tuple[int | None, ...]
) -> None:
    found = [rate_of(base.card, base.stand.formation, going) for going in list(Going)[:3]]
    assert tuple(found) == rates


@pytest.mark.rule("E29.11")
def test_light_foot_is_hampered_by_difficult_ground_in_square_only() -> None:
    light, line = foot("F1", 0, 0, branch="light").card, foot("F2", 0, 0).card
    assert not is_penalized(light, Formation.LINE, Going.DIFFICULT)
    assert is_penalized(line, Formation.LINE, Going.DIFFICULT)
    assert is_penalized(horse("F3", 0, 0).card, Formation.LINE, Going.ROUGH)
    assert not is_penalized(line, Formation.LINE, Going.ROUGH)


@pytest.mark.rule("EM.2", "E29.15")
def test_a_move_is_a_budget_and_wood_takes_more_of_it_where_the_front_centre_passes() -> None:
    """Six UD a move in the open and four in wood: 2 UD of each are a third and a half of it."""
    wood = ground("wood", 8, 12, 12, 20)
    walked = alone(foot("F1", 10, 10, formation="column"), "forward:4000", patches=[wood])
    assert spent(walked) == pytest.approx(2 / 6 + 2 / 4, abs=0.001)
    assert "farther than it can go" in said(
        alone(foot("F1", 10, 10, formation="column"), "forward:6000", patches=[wood])
    )


@pytest.mark.rule("E29.13")
def test_an_obstacle_takes_a_ud_of_foot_two_of_horse_and_stops_guns() -> None:
    hedge = wall("hedge", "light", 5, 12, 15, 12)
    column = foot("F1", 10, 10, formation="column")
    assert spent(alone(column, "forward:3000", ways=[hedge])) == pytest.approx(4 / 6)
    assert spent(alone(horse("F1", 10, 10), "forward:3000", ways=[hedge])) == pytest.approx(5 / 8)
    battery = guns("F1", 10, 10, formation="limbered")
    assert "guns do not cross an obstacle (E29.13)" in said(
        alone(battery, "forward:3000", ways=[hedge])
    )
    assert spent(alone(column, "forward:2000", ways=[hedge])) == pytest.approx(3 / 6)


@pytest.mark.rule("E29.14")
def test_a_column_on_a_road_moves_as_in_the_clear_with_two_ud_more() -> None:
    wood, road = ground("wood", 5, 5, 15, 25), wall("road", "none", 10, 0, 10, 30)
    column = foot("F1", 10.4, 10, formation="column")
    assert spent(alone(column, "forward:4000", patches=[wood], ways=[road])) == 0.5
    beside = foot("F1", 10.6, 10, formation="column")
    assert spent(alone(beside, "forward:4000", patches=[wood], ways=[road])) == 1.0
    line = foot("F1", 10.4, 10)
    assert spent(alone(line, "forward:2000", patches=[wood], ways=[road])) == 1.0
    askew = foot("F1", 10, 10, 31, formation="column")
    assert spent(alone(askew, "forward:400", patches=[wood], ways=[road])) == pytest.approx(0.1)


@pytest.mark.rule("E29.14")
def test_a_column_follows_the_bend_of_a_road_but_not_across_its_corner() -> None:
    bent = wall("road", "none", 10, 5, 10, 12, 16, 14)
    column = foot("F1", 10, 11, 30, formation="column")
    on = walk(table_of(column, ways=[bent]), "F1", "forward:1000")
    assert spent(on) == pytest.approx(1 / 8, abs=0.001)
    off = walk(table_of(foot("F1", 10, 9, 30, "column"), ways=[bent]), "F1", "forward:3000")
    assert spent(off) == 0.5


# --- wheels


@pytest.mark.rule("E30.2", "E30.3")
def test_a_wheel_costs_the_way_of_the_outer_corner_and_a_column_pays_one_and_a_half_a_quarter() -> (
    None
):
    line = alone(foot("F1", 10, 10), "wheel:right:90")
    assert spent(line) == pytest.approx(3.142 / 4, abs=0.001)
    assert line.footprint.pose == Pose(11_000, 11_000, 90)
    column = alone(foot("F1", 10, 10, formation="column"), "wheel:left:90")
    assert spent(column) == 1.5 / 6
    assert column.footprint.pose == Pose(9_500, 10_500, 270)


@pytest.mark.rule("E30.2")
def test_nobody_wheels_more_than_180_degrees_in_a_move() -> None:
    column = horse("F1", 20, 20, formation="column")
    assert spent(alone(column, "wheel:right:180")) == 0.3
    assert "no more than 180 degrees in a move (E30.2)" in said(
        alone(column, "wheel:right:180", "wheel:right:1")
    )


@pytest.mark.rule("EG.15")
def test_a_wheel_is_looked_at_on_its_way_not_at_its_end_alone() -> None:
    """A pole that only the middle of the swing meets stops it."""
    table = table_of(foot("F1", 20, 20, drill="A"), foot("P1", 19.6, 22.1, 0, "column"))
    assert "P1" in said(walk(table, "F1", "wheel:right:90"))
    assert walk(table, "F1", "wheel:right:10").reason is None
    beyond = table_of(foot("F1", 20.75, 21, 90), foot("P1", 19.6, 22.1, 0, "column"))
    assert walk(beyond, "F1", "forward:500").reason is None, "where it would end there is room"


# --- slide, sideways, back


@pytest.mark.rule("E30.4")
def test_a_slide_is_a_ud_at_most_once_and_a_ud_straight_on_must_follow() -> None:
    line = foot("F1", 10, 10)
    slid = alone(line, "slide:right:1000", "forward:1000")
    assert slid.footprint.pose == Pose(11_000, 11_000, 0)
    assert spent(slid) == 0.5
    for path in (("slide:left:500",), ("slide:left:500", "forward:999")):
        assert "at least 1 UD straight on (E30.4)" in said(alone(line, *path))
    assert "no more than 1 UD" in said(alone(line, "slide:left:1001", "forward:1000"))
    again = ("slide:left:500", "forward:1000", "slide:left:500", "forward:1000")
    assert "it slides once" in said(alone(line, *again))


@pytest.mark.rule("E30.5", "E30.6")
def test_sideways_and_back_cost_double_but_for_skirmishers() -> None:
    line, screen = foot("F1", 10, 10), foot("F1", 10, 10, formation="skirmish")
    assert spent(alone(line, "lateral:left:1000")) == 0.5
    assert spent(alone(line, "back:1000")) == 0.5
    assert spent(alone(screen, "lateral:left:3000")) == 0.5
    assert spent(alone(screen, "back:3000")) == 0.5
    assert alone(line, "back:1500").footprint.pose == Pose(10_000, 8_500, 0)


@pytest.mark.rule("E30.6")
def test_horse_and_limbered_guns_face_about_to_go_back_and_foot_bends_no_more_than_45_degrees() -> (
    None
):
    for base in (horse("F1", 10, 10), guns("F1", 10, 10, formation="limbered")):
        assert "must face about to go back (E30.6)" in said(alone(base, "back:500"))
    line = foot("F1", 10, 10, formation="column")
    assert alone(line, "back-wheel:right:45").reason is None
    assert "no more than 45 degrees (E30.6)" in said(
        alone(line, "back-wheel:right:40", "back-wheel:left:6")
    )


# --- about, face, form


@pytest.mark.rule("E30.11")
@pytest.mark.parametrize(("drill", "ud"), [("A", 1), ("B", 2), ("C", 3)])
def test_to_face_about_costs_one_two_or_three_ud_by_class(drill: str, ud: int) -> None:
    walked = alone(foot("F1", 10, 10, formation="column", drill=drill), "about")
    assert spent(walked) == ud / 6
    assert walked.footprint.pose == Pose(10_000, 9_000, 180)


@pytest.mark.rule("E30.9")
@pytest.mark.parametrize(("drill", "part"), [("A", 1 / 6), ("B", 1 / 2), ("C", 1)])
def test_a_change_of_formation_or_facing_costs_a_ud_half_the_move_or_all_of_it(
    drill: str, part: float
) -> None:
    column = foot("F1", 10, 10, formation="column", drill=drill)
    assert spent(alone(column, "form:line")) == part
    assert spent(alone(column, "face:90")) == part
    mounted = horse("F1", 10, 10, formation="column", drill=drill)
    assert spent(alone(mounted, "form:line")) == (0.2 if drill == "A" else part)


@pytest.mark.rule("E30.9", "EM.2")
def test_what_is_left_after_a_change_is_worth_the_rate_of_the_new_formation() -> None:
    """Five sixths of a move are 3.33 UD in line."""
    quick = foot("F1", 10, 10, formation="column", drill="A")
    assert alone(quick, "form:line", "forward:3333").reason is None
    assert "farther" in said(alone(quick, "form:line", "forward:3334"))


@pytest.mark.rule("E30.18")
def test_a_change_keeps_the_front_centre_and_squares_come_of_lines_or_columns() -> None:
    column = foot("F1", 10, 10, 30, formation="column", drill="A")
    formed = alone(column, "form:line")
    assert formed.footprint.pose == Pose(10_000, 10_000, 30)
    assert formed.footprint.size.front == 2000
    assert alone(column, "form:column_square").reason is None
    line = foot("F1", 10, 10, drill="A")
    assert alone(line, "form:full_square").reason is None
    assert "cannot form so" in said(alone(line, "form:column_square"))
    assert "once in a move" in said(alone(line, "form:column", "form:line"))
    assert "cannot form so" in said(alone(horse("F1", 10, 10), "form:full_square"))


@pytest.mark.rule("EU.13")
def test_irregular_horse_keeps_its_formation() -> None:
    cossacks = horse("P1", 10, 10, status="irregular", branch="light")
    assert "cannot form so" in said(alone(cossacks, "form:column"))


@pytest.mark.rule("E30.18", "E29.4")
def test_a_square_goes_straight_on_turns_for_nothing_and_neither_wheels_nor_slides() -> None:
    square = foot("F1", 10, 10, formation="full_square")
    assert spent(alone(square, "forward:1000")) == 0.5
    assert spent(alone(square, "face:90")) == 0
    for word in ("wheel:right:5", "slide:left:500", "lateral:left:500", "about"):
        assert "is in square" in said(alone(square, word))


@pytest.mark.rule("E30.12")
def test_limbered_guns_turn_for_two_ud_and_never_go_sideways() -> None:
    limbered = guns("F1", 10, 10, formation="limbered")
    assert spent(alone(limbered, "face:90")) == 2 / 6
    assert spent(alone(limbered, "about")) == 2 / 6
    assert "guns do not move sideways (E30.12)" in said(alone(limbered, "lateral:left:500"))
    assert spent(alone(limbered, "form:unlimbered")) == 0.5


@pytest.mark.rule("E30.13", "E29.7", "E29.8", "E29.9")
def test_unlimbered_guns_are_prolonged_or_turned_for_the_whole_move() -> None:
    battery = guns("F1", 10, 10)
    assert spent(alone(battery, "prolong:1000")) == 1
    assert alone(battery, "prolong:-1000").footprint.pose == Pose(10_000, 9_000, 0)
    assert "prolonged 1 UD" in said(alone(battery, "prolong:1001"))
    assert alone(guns("F1", 10, 10, branch="horse"), "prolong:2000").reason is None
    assert "12-pounders are not prolonged (E29.7)" in said(
        alone(guns("F1", 10, 10, calibre=12), "prolong:500")
    )
    assert spent(alone(battery, "face:45")) == 1
    assert "is unlimbered" in said(alone(battery, "forward:500"))
    assert "only unlimbered guns" in said(alone(foot("F1", 10, 10), "prolong:500"))


@pytest.mark.rule("E30.19", "E22.5")
def test_units_in_disorder_only_limber_and_marked_guns_do_not_unlimber() -> None:
    shaken = foot("F1", 10, 10, formation="column", disordered=True)
    assert "is Disordered: it may only limber (E30.19)" in said(alone(shaken, "form:line"))
    assert alone(guns("F1", 10, 10, disordered=True), "form:limbered").reason is None
    table = table_of(guns("F1", 10, 10, formation="limbered")).draft()
    table.alter("F1", marked=True)
    assert "may not unlimber (E22.5)" in said(walk(table, "F1", "form:unlimbered"))


# --- what lies in the way


@pytest.mark.rule("ET.6")
def test_no_quarter_of_a_front_comes_into_forbidden_ground() -> None:
    """The quarter points of a line of horse are half a UD from its middle."""
    pond = ground("pond", 10.6, 12, 14, 16)
    line = horse("F1", 10, 10)
    assert alone(line, "forward:6000", patches=[pond]).reason is None
    near = horse("F1", 10.2, 10)
    assert "may not enter impassable ground" in said(alone(near, "forward:6000", patches=[pond]))


@pytest.mark.rule("ET.6")
def test_no_strip_of_forbidden_ground_is_jumped() -> None:
    ditch = ground("pond", 5, 12, 15, 12.05)
    assert "impassable" in said(alone(horse("F1", 10, 10), "forward:8000", patches=[ditch]))


@pytest.mark.rule("ET.6")
def test_who_starts_in_forbidden_ground_may_leave_it() -> None:
    wood = ground("wood", 8, 8, 12, 12)
    assert alone(horse("F1", 10, 10), "forward:4000", patches=[wood]).reason is None
    assert "difficult" in said(alone(horse("F1", 10, 7), "forward:4000", patches=[wood]))


@pytest.mark.rule("E29.16")
def test_no_unit_moves_within_a_quarter_ud_of_a_formed_enemy() -> None:
    table = table_of(foot("F1", 10, 10, formation="column"), foot("P1", 10, 13, 180))
    assert walk(table, "F1", "forward:2750").reason is None
    assert "within 0.25 UD of P1 (E29.16)" in said(walk(table, "F1", "forward:2751"))
    near = table_of(foot("F1", 10, 12.9, formation="column"), foot("P1", 10, 13, 180))
    assert walk(near, "F1", "lateral:left:500").reason is None


@pytest.mark.rule("EG.5")
def test_nobody_moves_through_an_enemy_or_off_the_table() -> None:
    table = table_of(foot("F1", 10, 10, formation="column"), foot("P1", 10.9, 13, 180, "skirmish"))
    assert walk(table, "F1", "forward:5000").reason is None, "formed troops sweep skirmishers aside"
    screens = table_of(
        foot("F1", 10, 10, formation="skirmish"), foot("P1", 10.9, 13, 180, "skirmish")
    )
    assert "P1 stands in the way (EG.5)" in said(walk(screens, "F1", "forward:5000"))
    assert "off the table" in said(alone(foot("F1", 10, 1, 180, "column"), "forward:2000"))


@pytest.mark.rule("ET.4", "ET.6")
def test_buildings_are_in_the_way_of_everybody() -> None:
    farm = house("farm", 9, 12, 11, 14)
    walked = alone(foot("F1", 10, 10, formation="column"), "forward:3000", buildings=[farm])
    assert "built-up" in said(walked)


# --- what is worked out once


def test_tables_whose_units_stand_alike_share_what_was_worked_out_and_no_others() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 14, facing=180))
    numbers = count(1)

    def asked(of: Table) -> int:
        return of.standing("number", lambda: next(numbers))

    assert asked(table) == asked(table.draft()) == 1
    worn = table.draft()
    worn.alter("F1", halves=2)
    assert asked(worn) == 1
    moved = table.draft()
    moved.alter("F1", pose=Pose(20_000, 10_000, 0))
    assert asked(moved) == 2
    assert walk(table, "F1", "forward:3900").reason != walk(moved, "F1", "forward:3900").reason
    moved.alter("F1", pose=table.pieces["F1"].pose)
    assert asked(moved) == 1
