"""The way back: straight, round what blocks, behind friends, off the table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.systems.empire.kinds import Edge
from grognard.systems.empire.retreat.falling_back import FallBack, FellBack
from grognard.systems.empire.setting import Exit, Special
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import Played, at, foot, ground, guns, horse, house, play, table_of

ENEMY = foot("P1", 20, 23, 180)


def fall_back(table: Table, distance: str = "shock", *, flight: bool = False) -> Played:
    origin = table.pieces["P1"].pose.point
    return play(table, FallBack("F1", "P1", origin, distance, flight))


def end(table: Table, distance: str = "shock", **more: Any) -> tuple[int, int, int]:
    pose = fall_back(table, distance, **more).table.pieces["F1"].pose
    return pose.x, pose.y, pose.facing


@pytest.mark.rule("E40.1", "E40.3")
def test_a_retreat_faces_the_enemy_and_a_flight_turns_its_back() -> None:
    unit = foot("F1", 20, 20)
    assert end(table_of(unit, ENEMY)) == (*at(20, 16), 0)
    assert end(table_of(unit, ENEMY), "flight", flight=True) == (*at(20, 13.5), 180)


@pytest.mark.rule("E40.3", "E40.9", "EG.4")
def test_the_way_leads_straight_away_from_whoever_caused_it() -> None:
    table = table_of(foot("F1", 20, 20), foot("P1", 26.25, 19.75, 270))
    pose = fall_back(table).table.pieces["F1"].pose
    assert pose.facing == 90
    assert pose.point == (at(20 - 4 + 0.25, 0)[0], at(0, 19.75)[1])


@pytest.mark.rule("E40.2")
def test_a_unit_passes_behind_the_friend_who_supports_it() -> None:
    table = table_of(foot("F1", 20, 20), foot("F2", 20, 18.5), ENEMY)
    assert end(table, "morale") == (*at(20, 18), 0)
    crowded = table_of(foot("F1", 20, 20), foot("F2", 20, 18.5), foot("F3", 20, 17.9), ENEMY)
    assert end(crowded, "morale")[1] < at(0, 17.9)[1]


@pytest.mark.rule("E40.5")
@pytest.mark.parametrize(
    "blocked",
    [
        {"patches": [ground("pond", 15, 18, 25, 19)]},
        {"buildings": [house("farm", 19, 17, 21, 19)]},
    ],
    ids=["pond", "building"],
)
def test_who_cannot_fall_back_2_ud_is_eliminated(blocked: dict[str, Any]) -> None:
    played = fall_back(table_of(foot("F1", 20, 20), ENEMY, **blocked))
    assert played.table.removed["F1"].how == "eliminated"


@pytest.mark.rule("E40.5", "E40.8")
def test_an_enemy_in_the_way_blocks_and_friends_do_not() -> None:
    unit = foot("F1", 20, 20)
    trapped = fall_back(table_of(unit, ENEMY, foot("P2", 20, 18, 0)))
    assert "F1" in trapped.table.removed
    friendly = fall_back(table_of(unit, ENEMY, foot("F2", 20, 18, 90)))
    assert "F1" in friendly.table.pieces


@pytest.mark.rule("E40.5")
def test_horse_and_guns_are_blocked_by_woods_and_foot_is_not() -> None:
    wood = [ground("wood", 15, 10, 25, 18.5)]
    for unit, lost in (
        (foot("F1", 20, 20), False),
        (horse("F1", 20, 20), True),
        (guns("F1", 20, 20), True),
    ):
        played = fall_back(table_of(unit, ENEMY, patches=wood), "morale")
        assert ("F1" in played.table.removed) is lost


@pytest.mark.rule("E40.3", "E40.8")
def test_after_2_ud_it_bends_round_what_blocks_by_as_little_as_it_can() -> None:
    pond = [ground("pond", 19, 15, 30, 17)]
    played = fall_back(table_of(foot("F1", 20, 20), ENEMY, patches=pond))
    pose = played.table.pieces["F1"].pose
    assert pose.x < at(19, 0)[0]
    assert pose.facing == 0
    (told,) = played.told(FellBack)
    assert len(told.path) == 3


@pytest.mark.rule("E40.8")
def test_where_no_bearing_is_free_it_goes_as_far_as_one_leads() -> None:
    walls = [
        ground("pond", 10, 16.4, 30, 17),
        ground("pond", 17.5, 16.4, 18.4, 22, name="west"),
        ground("pond", 21.6, 16.4, 22.5, 22, name="east"),
    ]
    played = fall_back(table_of(foot("F1", 20, 20, 0, "column"), ENEMY, patches=walls))
    piece = played.table.pieces["F1"]
    assert at(0, 17)[1] <= piece.pose.y <= at(0, 18)[1]


@pytest.mark.rule("E40.6")
def test_who_comes_to_the_edge_leaves_the_table() -> None:
    table = table_of(foot("F1", 20, 3), foot("P1", 20, 6, 180))
    assert fall_back(table).table.removed["F1"].how == "fled"


@pytest.mark.rule("E40.8")
def test_whoever_would_end_on_friends_goes_on_to_free_ground() -> None:
    table = table_of(foot("F1", 20, 20), foot("F2", 20, 15.9, 90), ENEMY)
    played = fall_back(table)
    assert played.table.pieces["F1"].pose.y < at(0, 15)[1]


@pytest.mark.rule("E40.9")
def test_a_garrison_leaves_as_a_column_past_the_houses_of_its_village() -> None:
    farms = [
        house("north", 19, 19, 21, 21, village="glien"),
        house("south", 19, 16.8, 21, 18.8, village="glien"),
    ]
    unit = foot("F1", 20, 20, 0, "garrison", building="north")
    played = fall_back(table_of(unit, foot("P1", 20, 22, 180), buildings=farms))
    piece = played.table.pieces["F1"]
    assert piece.formation == "column"
    assert not piece.building
    stranger = [farms[0], house("south", 19, 16.8, 21, 18.8)]
    trapped = fall_back(table_of(unit, foot("P1", 20, 22, 180), buildings=stranger))
    assert "F1" in trapped.table.removed


@pytest.mark.rule("E40.6")
def test_where_a_side_may_withdraw_who_is_driven_off_is_not_lost() -> None:
    table = table_of(foot("F1", 20, 3), foot("P1", 20, 6, 180))
    way = Exit("french", Edge.SOUTH, 0, at(22, 0)[0])
    table.setting = msgspec.structs.replace(table.setting, exits=(way,))
    assert fall_back(table).table.removed["F1"].how == "withdrawn"
    east = table_of(foot("F1", 30, 3), foot("P1", 30, 6, 180))
    east.setting = msgspec.structs.replace(east.setting, exits=(way,))
    assert fall_back(east).table.removed["F1"].how == "fled"


def test_saxons_lay_down_their_arms_when_they_would_flee() -> None:
    table = table_of(foot("F1", 20, 20), ENEMY)
    table.setting = msgspec.structs.replace(
        table.setting, special={"saxons": Special(units=("F1",))}
    )
    assert "F1" in fall_back(table).table.pieces
    assert fall_back(table, "flight", flight=True).table.removed["F1"].how == "eliminated"
