"""Regiments, battalions, companies: counters exchanged by order and by losses (rule 6)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, Over, Reason, State
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.events.movement import BrokeDown, Recombined
from grognard.systems.bataille.movement.organisation import (
    BreakDown,
    Recombine,
    may_join,
    may_split,
    must_break_down,
    threshold,
)
from grognard.systems.bataille.pieces import Cohesion, Formation, Printed
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, begin, events, field, play, regiment

OPEN = ["." * 5] * 5
SIZES = (5, 6, 7)


def parts(*sizes: int) -> list[Printed]:
    return [
        battalion(f"F{n}", "0101", increments=size, regiment="FR").printed
        for n, size in enumerate(sizes, 1)
    ]


def whole(*sizes: int, at: Any = "0303", **facts: Any) -> Unit:
    names = tuple(part.id for part in parts(*sizes))
    return battalion("FR", at, size="regiment", increments=sum(sizes), parts=names, **facts)


def scene(*others: Unit, sizes: tuple[int, ...] = SIZES, **facts: Any) -> Table:
    """A regiment of battalions F1, F2, F3 in 0303; the battalions are on the display."""
    rows = facts.pop("rows", OPEN)
    options = facts.pop("options", {})
    return field(
        rows, whole(*sizes, **facts), *others, more_counters=parts(*sizes), options=options
    )


def broken(table: Table, *answers: str) -> State:
    return play(begin(table, BreakDown("FR")), *[Pick(answer) for answer in answers])


def clause(reason: Reason | None) -> str:
    assert reason is not None
    return reason.clause


# --- forced


@pytest.mark.rule("P6.9", "PR-08")
@pytest.mark.parametrize(("option", "at"), [("either", 5), ("battalion_only", 5), ("half_only", 9)])
def test_a_regiment_breaks_down_at_half_its_strength_or_the_smallest_battalion(
    option: str, at: int
) -> None:
    options = {"breakdown_trigger": option}
    assert threshold(scene(options=options), "FR") == at
    assert not must_break_down(scene(options=options, lost=at - 1), "FR")
    assert must_break_down(scene(options=options, lost=at), "FR")


@pytest.mark.rule("P6.9", "PR-08")
def test_half_comes_first_in_a_regiment_of_one_big_and_one_small_half() -> None:
    assert threshold(scene(sizes=(9, 8)), "FR") == 8
    assert (
        threshold(scene(sizes=(9, 9, 9, 9), options={"breakdown_trigger": "half_only"}), "FR") == 18
    )


@pytest.mark.rule("P6.9")
def test_only_regiments_with_battalion_counters_must_break_down() -> None:
    assert not must_break_down(field(OPEN, battalion("F1", "0303", lost=5)), "F1")
    assert not must_break_down(field(OPEN, regiment("F1", "0303", lost=7)), "F1")


@pytest.mark.rule("P6.5", "P6.9", "PR-09")
def test_losses_are_shared_evenly_and_the_battalions_take_the_regiments_place() -> None:
    state = broken(scene(lost=6))
    assert isinstance(state.pending, Over)
    table: Table = state.table
    assert [table[unit].lost for unit in ("F1", "F2", "F3")] == [2, 2, 2]
    assert "FR" not in table.pieces
    assert table.removed == {"FR": "replaced"}
    assert table.stack(303) == ("F1", "F2", "F3")


@pytest.mark.rule("PR-09")
def test_the_owner_places_what_cannot_be_divided() -> None:
    state = begin(scene(lost=5), BreakDown("FR"))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("french", "breakdown-loss")
    assert list(state.pending.options) == [Pick("F1"), Pick("F2"), Pick("F3")]
    state = play(state, Pick("F3"))
    assert isinstance(state.pending, Ask)
    assert list(state.pending.options) == [Pick("F1"), Pick("F2")], "no battalion bears two more"
    table: Table = play(state, Pick("F1")).table
    assert [table[unit].lost for unit in ("F1", "F2", "F3")] == [2, 1, 2]


@pytest.mark.rule("PR-09")
def test_a_small_battalion_bears_no_more_than_it_has() -> None:
    table: Table = broken(scene(sizes=(1, 6, 6), lost=7)).table
    assert table.removed["F1"] == "destroyed"
    assert [table[unit].lost for unit in ("F2", "F3")] == [3, 3]


@pytest.mark.rule("PR-09")
def test_losses_may_be_concentrated_where_the_table_says_so() -> None:
    state = broken(scene(lost=7, options={"breakdown_losses": "concentrate"}))
    state = play(state, Pick("F1"), Pick("F2"))
    assert state.table.removed["F1"] == "destroyed"
    assert [state.table[unit].lost for unit in ("F2", "F3")] == [2, 0]
    (event,) = events(state, BrokeDown)
    assert (event.lost, event.forced) == (("F1",), True)


@pytest.mark.rule("P6.9", "PR-09")
def test_the_battalions_inherit_state_and_facing_and_stand_in_column() -> None:
    table: Table = broken(
        scene(at=["0303", "0302"], facing="E", formation="line", main=1, lost=6)
    ).table
    pieces = [table[unit] for unit in ("F1", "F2", "F3")]
    assert {piece.hexes for piece in pieces} == {(302,)}, "the main hex"
    assert {piece.formation for piece in pieces} == {Formation.COLUMN}
    routed: Table = broken(scene(order="rout", lost=6)).table
    assert routed["F2"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P6.9")
def test_in_rough_ground_the_battalions_are_in_general_order() -> None:
    table: Table = broken(
        scene(
            sizes=(6, 6),
            rows=[".....", "..M..", "..M..", "..M..", "....."],
            formation="general",
            lost=12 - 2,
        )
    ).table
    assert {table[unit].formation for unit in ("F1", "F2")} == {Formation.GENERAL}


@pytest.mark.rule("P6.9", "P10.2")
def test_battalions_that_do_not_fit_check_as_an_overfull_hex() -> None:
    state = begin(scene(sizes=(9, 9, 9), lost=9), BreakDown("FR"))
    assert isinstance(state.pending, Over)
    crowded = begin(scene(sizes=(9, 9, 9), lost=6), BreakDown("FR"))
    assert getattr(crowded.pending, "purpose", "") == "overstack"


# --- by order


@pytest.mark.rule("P6.4", "P6.5", "P6.8", "PR-10")
def test_a_regiment_in_column_may_be_replaced_by_its_battalions() -> None:
    assert may_split(scene(), "FR") is None
    line = scene(formation="line", facing="E")
    assert clause(may_split(line, "FR")) == "PR-10"
    assert clause(may_split(scene(order="rout"), "FR")) == "P30.8"


@pytest.mark.rule("P6.7")
def test_only_counters_of_the_order_of_battle_can_replace_a_unit() -> None:
    alone = field(OPEN, whole(6, 6))
    assert clause(may_split(alone, "FR")) == "P6.7"


@pytest.mark.rule("P6.12")
def test_cavalry_neither_breaks_down_nor_combines() -> None:
    horse = field(OPEN, regiment("F1", "0303", parts=("F2", "F3")))
    assert clause(may_split(horse, "F1")) == "P6.12"
    display = field(
        OPEN,
        regiment("F2", "0303"),
        more_counters=[regiment("F1", "0101", parts=("F2",)).printed],
    )
    assert clause(may_join(display, "F1")) == "P6.12"


@pytest.mark.rule("P6.6")
def test_a_battalion_may_be_replaced_by_its_companies() -> None:
    companies = [
        battalion(f"F{n}", "0101", size="company", increments=2, regiment="FB").printed
        for n in (1, 2, 3)
    ]
    whole_battalion = battalion("FB", "0303", parts=("F1", "F2", "F3"))
    table = field(OPEN, whole_battalion, more_counters=companies)
    assert may_split(table, "FB") is None
    assert not must_break_down(field(OPEN, battalion("FB", "0303", parts=("F1",), lost=5)), "FB")
    after = play(begin(table, BreakDown("FB", forced=False))).table
    assert after.stack(303) == ("F1", "F2", "F3")


@pytest.mark.rule("P6.8", "P10.1")
def test_the_battalions_must_fit_where_the_regiment_stood() -> None:
    assert may_split(scene(sizes=(6, 6, 6)), "FR") is None
    assert clause(may_split(scene(sizes=(9, 9, 9)), "FR")) == "P10.1"


def apart(*others: Unit, **options: str) -> Table:
    """The battalions of a regiment on the map, its own counter on the display."""
    return field(OPEN, *others, more_counters=[whole(6, 6, 6).printed], options=options)


def three(**facts: Any) -> list[Unit]:
    return [battalion(f"F{n}", "0303", regiment="FR", **facts) for n in (1, 2, 3)]


@pytest.mark.rule("PR-10")
def test_battalions_in_one_hex_may_be_put_together_and_their_losses_add_up() -> None:
    units = three(lost=1)
    assert may_join(apart(*units), "FR") is None
    state = begin(apart(*units), Recombine("FR"))
    table: Table = state.table
    assert (table["FR"].lost, table["FR"].hexes) == (3, (303,))
    assert table.stack(303) == ("FR",)
    assert events(state, Recombined)[0].parts == ("F1", "F2", "F3")


@pytest.mark.rule("PR-10")
@pytest.mark.parametrize(
    ("odd_one", "found"),
    [
        (battalion("F3", "0304"), "PR-10"),
        (battalion("F3", "0303", "N"), "PR-10"),
        (battalion("F3", "0303", order="disorder"), "PR-10"),
        (battalion("F3", "0303", "E", "line"), "PR-10"),
        (battalion("F3", "0303", lost=5), ""),
    ],
)
def test_all_of_them_must_be_together_in_good_order_and_face_one_way(
    odd_one: Unit, found: str
) -> None:
    reason = may_join(apart(*three()[:2], odd_one), "FR")
    assert (reason.clause if reason else "") == found


@pytest.mark.rule("PR-10", "P6.9")
def test_a_regiment_past_its_losses_is_not_put_together() -> None:
    assert clause(may_join(apart(*three(lost=2)), "FR")) == "P6.9"


@pytest.mark.rule("PR-10")
def test_a_battalion_still_to_come_forbids_it_and_a_dead_one_does_not() -> None:
    coming = field(
        OPEN,
        *three()[:2],
        more_counters=[whole(6, 6, 6).printed, three()[2].printed],
        options={"breakdown_trigger": "half_only"},
    )
    assert clause(may_join(coming, "FR")) == "PR-10"
    coming.removed["F3"] = "destroyed"
    assert may_join(coming, "FR") is None


@pytest.mark.rule("PR-10")
def test_a_table_may_forbid_putting_together() -> None:
    assert clause(may_join(apart(*three(), allow_reform="off"), "FR")) == "PR-10"


@pytest.mark.rule("P6.5")
def test_a_counter_and_its_parts_are_never_on_the_map_together() -> None:
    assert clause(may_join(scene(), "FR")) == "P6.5"
