"""Front, flank and rear of every formation (rule 13)."""

from __future__ import annotations

import pytest

from grognard.systems.bataille.orientation import ALL, Orientation, orientation, sides_in
from tests.systems.premier.kit import Unit, battalion, battery, field, light, regiment

OPEN = ["." * 9] * 9


def counts(unit: Unit) -> tuple[int, int, int]:
    """Front, flank and rear hexsides over all hexes of the unit."""
    found = [orientation(unit.printed, unit.piece, index) for index in range(len(unit.piece.hexes))]
    return (
        sum(sides.front.bit_count() for sides in found),
        sum(sides.flank.bit_count() for sides in found),
        sum(sides.rear.bit_count() for sides in found),
    )


def only(unit: Unit) -> Orientation:
    return orientation(unit.printed, unit.piece)


@pytest.mark.rule("P13.3", "P16.9")
def test_an_infantry_column_has_three_front_two_flank_and_one_rear_side() -> None:
    column = battalion("F1", "0505", "SE")
    assert counts(column) == (3, 2, 1)
    assert sides_in(only(column).front) == (1, 2, 3)
    assert sides_in(only(column).rear) == (5,)


@pytest.mark.rule("P13.4")
def test_general_order_has_five_front_sides_and_one_rear() -> None:
    assert counts(battalion("F1", "0505", "N", "general")) == (5, 0, 1)


@pytest.mark.rule("P13.5", "P16.15")
def test_a_line_in_one_hex_faces_a_vertex_with_two_sides_of_each_kind() -> None:
    line = battalion("F1", "0505", "E", "line")
    assert counts(line) == (2, 2, 2)
    assert sides_in(only(line).front) == (1, 2)


@pytest.mark.rule("P13.8", "PR-22", "PR-33")
def test_a_line_in_two_hexes_has_four_front_two_flank_and_four_rear_sides() -> None:
    assert counts(battalion("F1", ["0505", "0506"], "E", "line")) == (4, 2, 4)


@pytest.mark.rule("P13.14", "P19.3", "PR-29")
def test_skirmishers_in_one_hex_have_four_front_sides_and_two_flanks() -> None:
    assert counts(light("F1", "0505", "E", "skirmish", increments=3)) == (4, 2, 0)


@pytest.mark.rule("P13.15", "P19.9", "P13.13", "PR-29")
def test_skirmishers_in_two_hexes_have_six_front_two_flank_and_two_rear_sides() -> None:
    assert counts(light("F1", ["0505", "0506"], "E", "skirmish")) == (6, 2, 2)


@pytest.mark.rule("P19.10", "PR-29")
def test_skirmishers_in_three_hexes_have_eight_front_two_flank_and_four_rear_sides() -> None:
    three = light("F1", ["0505", "0506", "0507"], "E", "skirmish", increments=9)
    assert counts(three) == (8, 2, 4)


@pytest.mark.rule("P13.16", "P16.45")
def test_a_square_has_front_on_all_six_sides() -> None:
    assert only(battalion("F1", "0505", "N", "square")) == Orientation(ALL, 0, 0)


@pytest.mark.rule("P13.17")
@pytest.mark.parametrize("formation", ["column", "general"])
def test_light_cavalry_in_column_or_general_order_has_five_front_sides(formation: str) -> None:
    assert counts(regiment("F1", "0505", "N", formation, movement=13)) == (5, 0, 1)


@pytest.mark.rule("P13.18", "P13.19", "P6.10")
def test_heavy_cavalry_has_three_front_sides_in_column_and_five_in_general_order() -> None:
    assert counts(regiment("F1", "0505", "N", "column", movement=12)) == (3, 2, 1)
    assert counts(regiment("F1", "0505", "N", "general", movement=12)) == (5, 0, 1)


@pytest.mark.rule("P13.20", "P13.21", "PR-146")
@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_cavalry_line_has_two_flanks_and_as_many_rear_as_front_sides(length: int) -> None:
    hexes = ["0505", "0506", "0507"][:length]
    line = regiment("F1", hexes, "E", "line", increments=12)
    assert counts(line) == (2 * length, 2, 2 * length)


@pytest.mark.rule("P13.22")
@pytest.mark.parametrize("formation", ["limbered", "unlimbered"])
def test_guns_have_three_front_two_flank_and_one_rear_side(formation: str) -> None:
    assert counts(battery("F1", "0505", "S", formation)) == (3, 2, 1)


@pytest.mark.rule("PR-32")
def test_a_disordered_unit_keeps_a_columns_sides_and_a_routed_one_has_none() -> None:
    assert counts(battalion("F1", "0505", "N", "general", order="disorder")) == (3, 2, 1)
    assert counts(battalion("F1", "0505", "N", order="rout")) == (0, 0, 0)


@pytest.mark.rule("PR-157")
def test_in_road_march_only_the_heads_leading_side_is_front_and_the_tails_last_is_rear() -> None:
    column = battalion("F1", ["0504", "0505", "0506"], "N", "road", increments=11)
    assert counts(column) == (1, 12, 1)
    assert only(column).front == 0b000001
    assert orientation(column.printed, column.piece, 2).rear == 0b001000


@pytest.mark.rule("P13.2", "P16.31", "P25.4")
def test_guns_with_infantry_in_line_cover_the_ground_the_line_covers() -> None:
    table = field(
        OPEN, battalion("F1", "0505", "E", "line", increments=4), battery("F2", "0505", "N")
    )
    assert table.zone_of["F2"] == table.zone_of["F1"]
