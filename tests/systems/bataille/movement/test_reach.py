"""Where a unit can march: the quick searches against the reference, and the laws of paths."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.mechanics.hexes import name
from grognard.systems.bataille.actions import March
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import WordField
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, battery, field, light, regiment

SIZE = 11


def in_hand(table: Table, unit: str) -> InHand:
    hand = take_in_hand(table, unit)
    assert isinstance(hand, InHand)
    return hand


def draw(data: st.DataObject) -> Table:
    """A patch of mixed ground with a mover in the middle and others about."""
    letters = st.sampled_from("......wVg")
    rows = ["".join(data.draw(letters) for _ in range(SIZE)) for _ in range(SIZE)]
    for row in (5, 6, 7):
        rows[row] = rows[row][:5] + "." + rows[row][6:]
    levels = [
        data.draw(st.sampled_from(["11111111111", "11111122222", "12112112211"])) for _ in rows
    ]
    mover = data.draw(
        st.sampled_from(
            [
                battalion("F1", "0606", "SE"),
                battalion("F1", "0606", "E", "line"),
                battalion("F1", "0606", "N", order="disorder"),
                light("F1", "0606", "E", "skirmish", increments=3),
                regiment("F1", "0606", "NW", movement=13, increments=6),
                regiment("F1", "0606", "NW", movement=10, increments=6),
                battery("F1", "0606", "S", "limbered"),
                battalion("F1", ["0606", "0607"], "E", "line"),
                light("F1", ["0606", "0607"], "E", "skirmish"),
                regiment("F1", ["0606", "0607", "0608"], "E", "line", increments=12),
            ]
        )
    )
    others: list[Unit] = []
    spots = data.draw(st.lists(st.integers(1, SIZE * SIZE), max_size=6, unique=True))
    for number, spot in enumerate(spots):
        column, row = (spot - 1) % SIZE + 1, (spot - 1) // SIZE + 1
        if column == 6 and row in (6, 7, 8):
            continue
        at = f"{column:02d}{row:02d}"
        rough = rows[row - 1][column - 1] != "."
        if number % 3 == 0:
            others.append(battalion(f"P{number}", at, "N", "general" if rough else "column"))
        elif number % 3 == 1:
            others.append(battalion(f"F{number + 2}", at, "N", "general" if rough else "column"))
        else:
            others.append(regiment(f"P{number}", at, "S", "general" if rough else "column"))
    return field(rows, mover, *others, levels=levels)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_the_quick_searches_find_what_the_reference_finds(data: st.DataObject) -> None:
    table = draw(data)
    hand = in_hand(table, "F1")
    plain = WordField(table, hand)
    assert Marches(table, hand).costs == plain.costs
    assert Marches(table, hand).paths() == plain.paths()


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, SIZE), st.integers(1, SIZE))
def test_what_is_sought_beside_one_hex_is_what_all_marches_hold_of_it(
    data: st.DataObject, column: int, row: int
) -> None:
    table, target = draw(data), 100 * column + row
    marches, plain = Marches(table, in_hand(table, "F1")), WordField(table, in_hand(table, "F1"))
    near = sorted(pose for pose in plain.beside(target) if target not in pose[0])
    found = sorted(pose for pose in marches.beside(target) if target not in pose[0])
    assert found == near
    paths = plain.paths()
    apart = lambda pose: target not in pose[0]  # noqa: E731
    assert marches.ways_beside(target, apart) == {pose: paths[pose] for pose in near}
    some = near[::3]
    assert list(marches.ways_beside(target, some.__contains__)) == some


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_every_listed_and_every_sampled_march_is_allowed(data: st.DataObject, seed: int) -> None:
    table = draw(data)
    marches = Marches(table, in_hand(table, "F1"))
    listed = list(marches)
    assert len(set(listed)) == len(listed) == marches.count()
    assert all(march in marches for march in listed[:60])
    if listed:
        assert marches.sample(random.Random(seed)) in marches


def test_marches_come_in_the_order_of_where_they_end() -> None:
    table = field(["." * 9] * 9, battalion("F1", "0505", "SE", movement=2))
    ends = [walk_end(table, march) for march in Marches(table, in_hand(table, "F1"))]  # type: ignore[arg-type]
    assert ends == sorted(ends)


def walk_end(table: Table, march: March) -> tuple[str, int]:
    from grognard.systems.bataille.movement.march import Leg, leg_from
    from grognard.systems.bataille.movement.words import after

    hand, piece = in_hand(table, "F1"), table["F1"]
    for word in march.path:
        leg = leg_from(table, hand, piece, word)
        assert isinstance(leg, Leg)
        hand, piece = after(table, hand, piece, leg)
    return name(piece.hexes[0]), piece.facing


@pytest.mark.rule("P16.71", "PR-157")
def test_a_column_on_the_road_pays_half_a_point_a_hex_and_two_in_a_village() -> None:
    rows = ["." * 4] * 10
    rows[4] = ".V.."
    road = "0201 0202 0203 0204 0205 0206 0207 0208 0209 0210"
    table = field(
        rows, battalion("F1", ["0208", "0209"], "N", "road", increments=8), roads=[road],
        levels=["1111"] * 3 + ["2222"] * 7,
    )  # fmt: skip
    marches = Marches(table, in_hand(table, "F1"))
    costs = {hexes[0]: cost for (hexes, facing), cost in marches.costs.items() if facing == 0}
    assert costs[207] == 1
    assert costs[206] == 2
    assert costs[205] == 2 + 4
    assert costs[203] == 2 + 4 + 2
    assert table["F1"].formation is Formation.ROAD


@pytest.mark.rule("P16.78")
def test_a_column_on_the_road_leaves_it_nowhere_and_may_reverse() -> None:
    road = "0201 0202 0203 0204 0205 0206"
    table = field(
        ["." * 4] * 8, battalion("F1", ["0203", "0204"], "N", "road", increments=8), roads=[road]
    )
    marches = Marches(table, in_hand(table, "F1"))
    assert March("F1", ("NE",)) not in marches
    assert March("F1", ("N",)) in marches
    assert March("F1", ("about", "S")) in marches
    (reason,) = marches.why_not(March("F1", ("NE",)))
    assert reason.clause == "P16.78"


def test_a_unit_among_friends_it_could_not_join_may_still_turn_where_it_stands() -> None:
    table = field(
        ["." * 5] * 5,
        battalion("F1", "0303", "N", movement=1),
        light("F2", "0303", "E", "skirmish", increments=3),
    )
    marches = Marches(table, in_hand(table, "F1"))
    assert March("F1", ("face:S",)) in marches
    assert [march for march in marches if march == March("F1", ("face:S",))]
