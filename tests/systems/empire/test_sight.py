"""Zones, lines of sight and of fire, threats, safe flanks, supports."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.kinds import Arm, Cover
from grognard.systems.empire.sight import cover_of, is_seen, line_to, zone_holding
from grognard.systems.empire.supports import is_supported, rear_supports, side_supports
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import safe_flanks, threats
from tests.systems.empire.kit import at, foot, ground, guns, horse, house, table_of, wall


def sees(table: Table, one: str = "F1", other: str = "P1") -> bool:
    line = line_to(table, one, other)
    return line is not None and is_seen(table, one, other, line)


# --- zones


@pytest.mark.rule("EG.6")
def test_front_and_rear_lie_between_rays_of_45_degrees_and_the_rest_is_left_or_right() -> None:
    table = table_of(foot("F1", 10, 10))
    for x, y, zone in (
        (10, 10, Zone.FRONT), (12, 11, Zone.FRONT), (12.1, 11, Zone.RIGHT), (7.9, 11, Zone.LEFT),
        (10, 9.5, Zone.REAR), (12, 8.5, Zone.REAR), (12.1, 8.5, Zone.RIGHT), (8, 9.7, Zone.LEFT),
    ):  # fmt: skip
        assert zone_holding(table, "F1", at(x, y)) is zone, (x, y)


@pytest.mark.rule("EG.6")
def test_squares_and_garrisons_are_all_front_and_skirmishers_have_no_flanks() -> None:
    square = table_of(foot("F1", 10, 10, 0, "full_square"))
    assert zone_holding(square, "F1", at(10, 5)) is Zone.FRONT
    held = table_of(
        foot("F1", 10, 10, 0, "garrison", building="farm"), buildings=[house("farm", 9, 9, 11, 11)]
    )
    assert zone_holding(held, "F1", at(10, 5)) is Zone.FRONT
    loose = table_of(foot("F1", 10, 10, 0, "skirmish", sk=1))
    assert zone_holding(loose, "F1", at(14, 10)) is Zone.FRONT
    assert zone_holding(loose, "F1", at(10, 5)) is Zone.REAR


# --- lines


@pytest.mark.rule("E48.9", "EG.9")
def test_range_runs_from_the_front_centre_to_the_nearest_point_in_the_arc() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 12, 180))
    line = line_to(table, "F1", "P1")
    assert line is not None
    assert (line.start, line.end) == (at(10, 10), at(10, 12))
    assert line.squared == 2000**2
    beside = table_of(foot("F1", 10, 10), foot("P1", 15, 10.5, 180))
    assert line_to(beside, "F1", "P1") is None


@pytest.mark.rule("E48.9", "EG.16")
def test_only_the_part_of_a_target_in_the_arc_is_shot_at() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 12.5, 10.2, 180))
    line = line_to(table, "F1", "P1")
    assert line is not None
    assert line.end == at(11.5, 10.5)


@pytest.mark.rule("E48.9")
def test_a_square_looks_from_its_nearest_corner_and_a_garrison_from_its_walls() -> None:
    table = table_of(foot("F1", 10, 10, 0, "full_square"), foot("P1", 13, 9, 90))
    line = line_to(table, "F1", "P1")
    assert line is not None
    assert line.start[0] == at(10.5, 0)[0]
    held = table_of(
        foot("F1", 10, 10, 0, "garrison", building="farm"), foot("P1", 10, 5, 0),
        buildings=[house("farm", 9, 9, 11, 11)],
    )  # fmt: skip
    line = line_to(held, "F1", "P1")
    assert line is not None
    assert line.squared == 4000**2


@pytest.mark.rule("EG.9")
def test_woods_block_what_lies_behind_them_and_what_lies_deep_in_them() -> None:
    pair = foot("F1", 10, 10), foot("P1", 10, 18, 180)
    assert sees(table_of(*pair))
    assert not sees(table_of(*pair, patches=[ground("wood", 5, 12, 15, 13)]))
    assert sees(table_of(*pair, patches=[ground("wood", 5, 17, 15, 20)]))
    assert not sees(table_of(*pair, patches=[ground("wood", 5, 16.9, 15, 20)]))
    assert sees(table_of(*pair, patches=[ground("garden", 5, 12, 15, 13)]))


@pytest.mark.rule("EG.9")
def test_buildings_and_higher_hills_block() -> None:
    pair = foot("F1", 10, 10), foot("P1", 10, 18, 180)
    assert not sees(table_of(*pair, buildings=[house("farm", 9, 13, 11, 15)]))
    hill = ground("hill", 5, 13, 15, 15)
    assert not sees(table_of(*pair, patches=[hill]))
    assert sees(table_of(*pair, patches=[ground("hill", 5, 9, 15, 15)]))


@pytest.mark.rule("EG.9")
def test_formed_units_block_but_whoever_stands_higher_looks_over_them() -> None:
    pair = foot("F1", 10, 10), foot("P1", 10, 18, 180)
    between = foot("F2", 10, 13)
    assert not sees(table_of(*pair, between))
    assert sees(table_of(*pair, between, patches=[ground("hill", 5, 9, 15, 11)]))
    assert sees(table_of(*pair, foot("F2", 10, 13, 0, "skirmish", sk=1)))
    assert sees(table_of(*pair, horse("F2", 10, 13, status="irregular")))
    assert not sees(table_of(*pair, foot("P2", 10, 13, 180)))
    assert sees(table_of(*pair, foot("P2", 10, 13, 180, hidden=True)))


@pytest.mark.rule("ET.3", "ET.6")
def test_the_best_cover_counts() -> None:
    target = foot("P1", 10, 12, 180)
    table = table_of(
        foot("F1", 10, 10), target, patches=[ground("garden", 5, 11.8, 15, 15)],
        ways=[wall("wall", "medium", 5, 11.5, 15, 11.5)],
    )  # fmt: skip
    assert cover_of(table, "P1") is Cover.LIGHT
    assert cover_of(table, "P1", line_to(table, "F1", "P1")) is Cover.MEDIUM
    held = table_of(
        foot("P1", 10, 12, 0, "garrison", building="church"),
        buildings=[house("church", 9, 11, 11, 13, cover=Cover.HEAVY)],
    )
    assert cover_of(held, "P1") is Cover.HEAVY


# --- threats

UNIT = foot("F1", 10, 10)
BESIDE = ("P2", 13, 9.8, 270)


@pytest.mark.rule("EG.10")
def test_a_formed_enemy_in_good_order_threatens_the_side_it_looks_at() -> None:
    assert threats(table_of(UNIT, foot(*BESIDE)), "F1") == {Zone.RIGHT: Arm.INFANTRY}
    assert threats(table_of(UNIT, horse(*BESIDE)), "F1") == {Zone.RIGHT: Arm.CAVALRY}
    assert threats(table_of(UNIT, foot("P2", 10, 7, 0)), "F1") == {Zone.REAR: Arm.INFANTRY}
    assert threats(table_of(UNIT, foot("P2", 10, 12, 180)), "F1") == {}


@pytest.mark.rule("EG.10")
@pytest.mark.parametrize(
    "enemy",
    [
        foot(*BESIDE, disordered=True),
        foot(*BESIDE, "full_square"),
        foot(*BESIDE, "skirmish", sk=1),
        horse(*BESIDE, status="irregular"),
        guns(*BESIDE),
        foot("P2", 16, 9.8, 270),
        foot("P2", 13, 9.8, 90),
        foot(*BESIDE, hidden=True),
    ],
    ids=["disorder", "square", "loose", "irregular", "guns", "far", "looks-away", "hidden"],
)
def test_who_threatens_nobody(enemy: Any) -> None:
    assert threats(table_of(UNIT, enemy), "F1") == {}


@pytest.mark.rule("EG.10")
def test_squares_and_skirmishers_are_not_threatened() -> None:
    for formation in ("full_square", "skirmish"):
        assert threats(table_of(foot("F1", 10, 10, 0, formation, sk=1), foot(*BESIDE)), "F1") == {}


@pytest.mark.rule("EG.10")
def test_what_stands_between_takes_the_threat_away() -> None:
    between = foot("F2", 12, 9.8, 0, "column")
    assert threats(table_of(UNIT, foot(*BESIDE), between), "F1") == {}
    wood = ground("wood", 11.5, 5, 12.5, 15)
    assert threats(table_of(UNIT, horse(*BESIDE), patches=[wood]), "F1") == {}
    assert threats(table_of(UNIT, foot(*BESIDE), patches=[wood]), "F1") == {
        Zone.RIGHT: Arm.INFANTRY
    }


@pytest.mark.rule("EG.10", "E56.46")
def test_one_threat_a_side_counts_as_horse_if_any_is_and_fighters_are_left_out() -> None:
    table = table_of(UNIT, foot("P2", 12.5, 8.6, 300), horse("P3", 12.6, 10.8, 240))
    assert threats(table, "F1") == {Zone.RIGHT: Arm.CAVALRY}
    assert threats(table, "F1", but=("P3",)) == {Zone.RIGHT: Arm.INFANTRY}
    assert threats(table, "F1", but=("P3", "P2")) == {}


# --- safe flanks and supports


@pytest.mark.rule("EG.11")
def test_a_flank_leans_on_a_friend_on_ground_or_on_the_edge() -> None:
    assert safe_flanks(table_of(UNIT), "F1") == 0
    assert safe_flanks(table_of(UNIT, foot("F2", 12.8, 10)), "F1") == 1
    both = foot("F2", 12.8, 10), foot("F3", 7.2, 10)
    assert safe_flanks(table_of(UNIT, *both), "F1") == 2
    assert safe_flanks(table_of(UNIT, foot("F2", 12.8, 10, disordered=True)), "F1") == 0
    assert safe_flanks(table_of(UNIT, patches=[ground("wood", 11.9, 5, 15, 15)]), "F1") == 1
    assert safe_flanks(table_of(UNIT, patches=[ground("garden", 11.9, 5, 15, 15)]), "F1") == 0
    assert safe_flanks(table_of(foot("F1", 1.5, 10)), "F1") == 1


@pytest.mark.rule("EG.11")
def test_a_building_makes_a_flank_safe_if_friends_hold_it() -> None:
    farm = [house("farm", 11.5, 9, 13.5, 11)]
    assert safe_flanks(table_of(UNIT, buildings=farm), "F1") == 0
    garrison = foot("F2", 12.5, 10, 0, "garrison", building="farm")
    assert safe_flanks(table_of(UNIT, garrison, buildings=farm), "F1") == 1


@pytest.mark.rule("EG.11")
def test_a_threatened_flank_is_not_safe() -> None:
    table = table_of(UNIT, foot("F2", 11.9, 11.9, 0, "column"), foot("P2", 14, 9.2, 280))
    assert threats(table, "F1") == {Zone.RIGHT: Arm.INFANTRY}
    assert safe_flanks(table, "F1") == 0


@pytest.mark.rule("EG.12")
def test_support_comes_from_behind_within_2_ud_and_from_beside_within_1() -> None:
    table = table_of(UNIT, foot("F2", 10, 7.6), foot("F3", 12.9, 10))
    assert rear_supports(table, "F1") == ["F2"]
    assert side_supports(table, "F1") == ["F3"]
    assert is_supported(table, "F1")
    far = table_of(UNIT, foot("F2", 10, 7.4), foot("F3", 13.2, 10))
    assert not is_supported(far, "F1")
    assert side_supports(far, "F1") == []


@pytest.mark.rule("EG.12")
@pytest.mark.parametrize(
    "friend",
    [
        foot("F2", 10, 7.6, disordered=True),
        foot("F2", 10, 7.6, 0, "skirmish", sk=1),
        foot("F2", 10, 7.6, 46),
        foot("P2", 10, 7.6),
    ],
    ids=["disorder", "loose", "turned", "enemy"],
)
def test_who_gives_no_support(friend: Any) -> None:
    assert not is_supported(table_of(UNIT, friend), "F1")
