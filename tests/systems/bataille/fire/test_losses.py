from __future__ import annotations

import pytest

from grognard.systems.bataille.events.facts import LostIncrements, Removed, Shrank
from grognard.systems.bataille.events.movement import BrokeDown
from grognard.systems.bataille.fire.losses import TakeLosses, allot, deal, split
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from tests.systems.premier.kit import (
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    regiment,
)

OPEN = ["............"] * 12


def dealt(
    table: Table, result: int, *, artillery: bool = False, cause: str = "fire", at: int = 505
) -> dict[str, int]:
    return allot(table, at, table.stack(at), result, cause=cause, artillery=artillery)


@pytest.mark.rule("P11.2", "PR-61")
def test_musketry_falls_on_the_top_unit_and_then_on_the_next() -> None:
    table = field(
        OPEN, battalion("P1", "0505", increments=4, lost=2), battalion("P2", "0505", increments=6)
    )
    assert dealt(table, 1) == {"P1": 1}
    assert dealt(table, 3) == {"P1": 2, "P2": 1}


@pytest.mark.rule("P11.3", "PR-61")
def test_three_losses_to_guns_cost_the_top_three_of_four_battalions_one_each() -> None:
    table = field(OPEN, *(battalion(f"P{n}", "0505", increments=4) for n in range(1, 5)))
    assert dealt(table, 3, artillery=True) == {"P1": 1, "P2": 1, "P3": 1}
    assert dealt(table, 5, artillery=True) == {"P1": 2, "P2": 1, "P3": 1, "P4": 1}
    assert dealt(table, 1, artillery=True) == {"P1": 1}


@pytest.mark.rule("P11.2", "PR-61")
def test_melee_losses_fall_on_the_top_unit_even_if_guns_stand_by() -> None:
    table = field(OPEN, battalion("P1", "0505"), battalion("P2", "0505"))
    assert dealt(table, 3, artillery=True, cause="melee") == {"P1": 3}


@pytest.mark.rule("P16.86", "PR-59")
@pytest.mark.parametrize(("result", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_unlimbered_guns_alone_lose_half_the_result_rounded_down(result: int, lost: int) -> None:
    table = field(OPEN, battery("P1", "0505", increments=3))
    assert dealt(table, result).get("P1", 0) == lost
    assert cards().loss_share(result)[0] == lost


@pytest.mark.rule("P11.4", "P11.5", "P16.87", "PR-59")
@pytest.mark.parametrize("result", [1, 2, 3, 4, 5])
def test_with_infantry_odd_losses_fall_on_it_and_even_ones_on_the_guns(result: int) -> None:
    table = field(OPEN, battalion("P1", "0505"), battery("P2", "0505", increments=3))
    lost = dealt(table, result)
    _, infantry, guns = cards().loss_share(result)
    assert (lost.get("P1", 0), lost.get("P2", 0)) == (infantry, guns)


@pytest.mark.rule("P16.87")
def test_a_result_of_five_costs_the_infantry_three_and_its_guns_two() -> None:
    table = field(OPEN, battery("P2", "0505", increments=3), battalion("P1", "0505"))
    assert dealt(table, 5, artillery=True) == {"P2": 2, "P1": 3}


@pytest.mark.rule("PR-60")
def test_limbered_guns_take_losses_like_any_unit() -> None:
    table = field(OPEN, battery("P1", "0505", formation="limbered", increments=3))
    assert dealt(table, 3) == {"P1": 3}


@pytest.mark.rule("PR-60")
def test_guns_in_a_square_alternate_with_its_infantry() -> None:
    table = field(
        OPEN, battalion("P1", "0505", "N", "square"), battery("P2", "0505", "N", increments=3)
    )
    assert dealt(table, 4) == {"P1": 2, "P2": 2}


@pytest.mark.rule("PR-59")
def test_when_the_guns_are_gone_the_infantry_takes_their_losses() -> None:
    assert split(5, 6, 1) == (4, 1)
    assert split(5, 1, 3) == (1, 2)  # the infantry gone, the guns still take the even ones only


@pytest.mark.rule("P11.2")
def test_in_melee_guns_alone_take_every_loss() -> None:
    table = field(OPEN, battery("P1", "0505", increments=3))
    assert dealt(table, 3, cause="melee") == {"P1": 3}


@pytest.mark.rule("PR-144")
def test_sheltering_skirmishers_suffer_only_when_nobody_else_is_left() -> None:
    table = field(
        OPEN,
        battalion("P1", "0505", increments=2),
        light("P2", "0505", marks=(SHELTER,)),
    )
    assert dealt(table, 2, artillery=True) == {"P1": 2}
    assert dealt(table, 3, artillery=True) == {"P1": 2, "P2": 1}


def test_no_more_is_lost_than_there_is() -> None:
    assert deal({"A": 1, "B": 1}, 5, spread=True) == {"A": 1, "B": 1}


@pytest.mark.rule("P5.2", "P11.1", "PR-11")
def test_losses_are_marked_and_the_strength_is_what_is_left() -> None:
    table = field(OPEN, battalion("P1", "0505", increments=14))
    state = begin(table, TakeLosses(505, 2, "fire", False))
    assert events(state, LostIncrements) == [LostIncrements("P1", 2, "fire")]
    assert state.table["P1"].lost == 2
    assert state.table.strength("P1") == 14 - 2


@pytest.mark.rule("P11.2")
def test_a_unit_without_increments_is_destroyed() -> None:
    table = field(OPEN, battalion("P1", "0505", increments=2), battalion("P2", "0505"))
    state = begin(table, TakeLosses(505, 3, "fire", False))
    assert events(state, Removed) == [Removed("P1", "destroyed")]
    assert state.table.stack(505) == ("P2",)
    assert state.table["P2"].lost == 1


@pytest.mark.rule("P16.21", "P16.22")
@pytest.mark.parametrize(("lost", "hexes"), [(1, (505, 605)), (2, (505,))])
def test_a_line_in_two_hexes_closes_up_at_four_increments(
    lost: int, hexes: tuple[int, ...]
) -> None:
    table = field(OPEN, battalion("P1", ("0505", "0605"), "NNE", "line", increments=6))
    state = begin(table, TakeLosses(605, lost, "fire", False))
    assert state.table["P1"].hexes == hexes
    assert not state.stack, "closing up opens no window"


@pytest.mark.rule("P16.21")
def test_a_line_closes_on_its_main_hex() -> None:
    line = battalion("P1", ("0505", "0605"), "NNE", "line", increments=5, main=1)
    state = begin(field(OPEN, line), TakeLosses(505, 1, "fire", False))
    assert events(state, Shrank) == [Shrank("P1", (605,), 0)]
    assert state.table["P1"].facing == 0


@pytest.mark.rule("P19.6", "P19.7")
@pytest.mark.parametrize(("lost", "count"), [(2, 2), (3, 1)])
def test_skirmishers_in_two_hexes_close_up_at_three_increments(lost: int, count: int) -> None:
    table = field(OPEN, light("P1", ("0505", "0605"), "NNE", "skirmish", increments=6))
    state = begin(table, TakeLosses(505, lost, "fire", False))
    assert len(state.table["P1"].hexes) == count


@pytest.mark.rule("PR-139")
@pytest.mark.parametrize(("options", "count"), [({}, 2), ({"three_hex_skirmish_from": "7"}, 3)])
def test_three_hexes_are_for_nine_skirmishers_or_as_the_table_says(
    options: dict[str, str], count: int
) -> None:
    pair = light("P1", ("0505", "0605", "0706"), "NNE", "skirmish", increments=9)
    state = begin(field(OPEN, pair, options=options), TakeLosses(505, 1, "fire", False))
    assert len(state.table["P1"].hexes) == count


@pytest.mark.rule("PR-30")
@pytest.mark.parametrize(("lost", "count"), [(0, 3), (1, 2), (5, 1), (9, 1)])
def test_a_cavalry_line_gives_up_hexes_that_it_cannot_fill(lost: int, count: int) -> None:
    line = regiment("P1", ("0505", "0605", "0706"), "NNE", "line", increments=12)
    state = begin(field(OPEN, line), TakeLosses(605, lost, "fire", False))
    assert len(state.table["P1"].hexes) == count


@pytest.mark.rule("P16.72")
def test_a_march_column_loses_its_tail() -> None:
    column = battalion("P1", ("0505", "0506", "0507"), "N", "road", increments=9)
    table = field(OPEN, column, roads=["0504 0505 0506 0507 0508"])
    state = begin(table, TakeLosses(506, 1, "fire", False))
    assert state.table["P1"].hexes == (505, 506)


def test_mounted_skirmishers_keep_their_two_hexes() -> None:
    hussars = regiment("P1", ("0505", "0605"), "NNE", "skirmish", increments=6)
    state = begin(field(OPEN, hussars), TakeLosses(505, 5, "fire", False))
    assert len(state.table["P1"].hexes) == 2


@pytest.mark.rule("P6.9", "PR-08")
def test_a_regiment_that_lost_too_many_breaks_down() -> None:
    parts = [battalion(f"P1{n}", "0101", increments=6).printed for n in "ab"]
    whole = battalion("P1", "0505", increments=12, size="regiment", parts=("P1a", "P1b"), lost=5)
    table = field(OPEN, whole, more_counters=parts)
    state = begin(table, TakeLosses(505, 1, "fire", False))
    assert len(events(state, BrokeDown)) == 1
    assert "P1" not in state.table.pieces
    assert sum(state.table[part].lost for part in ("P1a", "P1b")) == 6


def test_losses_can_be_kept_to_one_side_of_a_shared_hex() -> None:
    table = field(OPEN, battalion("F1", "0505", "N", "square"), regiment("P1", "0505"))
    state = begin(table, TakeLosses(505, 2, "fire", False, "coalition"))
    assert state.table["P1"].lost == 2
    assert state.table["F1"].lost == 0
