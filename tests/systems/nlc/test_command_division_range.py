"""Command through divisions instead of points (N20.2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import start, why_not
from grognard.systems.nlc.actions import Move
from grognard.systems.nlc.command.division_range import is_in_line
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.movement.movement import MovementSegment
from grognard.systems.nlc.table import Table
from tests.systems.nlc.kit import field, leader, order, unit

ON = {"division_range": "on"}


def drawn(*units: Any, chief: int = 101, **more: Any) -> Table:
    leaders = (leader("chief", "french", chief, formation="french-corps"),)
    foe = unit("foe", "allied", 808)
    return field([*units, foe], leaders=leaders, options=ON, **more)


def french(name: str, at: int, arm: str = "inf", division: str = "1", **more: Any) -> Any:
    return unit(name, "french", at, arm, division=division, **more)


@pytest.mark.rule("N20.2.2.1")
def test_command_reaches_who_stands_beside_the_commander_and_passes_on() -> None:
    table = drawn(
        french("one", 102), french("two", 103, division="2"), french("far", 107, division="3")
    )
    assert in_range(table, "one")
    assert in_range(table, "two")
    assert not in_range(table, "far")


@pytest.mark.rule("N20.2.2.2")
def test_in_a_division_in_line_one_brigade_is_enough() -> None:
    table = drawn(french("a", 102), french("b", 103), french("c", 104))
    assert is_in_line(table, ("a", "b", "c"))
    assert in_range(table, "c")
    stacked = drawn(french("a", 102), french("b", 102))
    assert not is_in_line(stacked, ("a", "b"))
    apart = drawn(french("a", 102), french("b", 105))
    assert not is_in_line(apart, ("a", "b"))
    assert not in_range(apart, "b")


@pytest.mark.rule("N20.2.2.2")
def test_between_two_lines_a_gap_in_both_zones_may_lie() -> None:
    lines = (
        french("a", 102), french("b", 103),
        french("c", 105, division="2"), french("d", 106, division="2"),
    )  # fmt: skip
    assert in_range(drawn(*lines), "d")
    foe_beside = drawn(*lines, unit("near", "allied", 204))
    assert not in_range(foe_beside, "d")
    woods = ("........",) * 3 + ("w.......",) + ("........",) * 4
    assert not in_range(drawn(*lines, rows=woods), "d")


@pytest.mark.rule("N20.2.2.3")
def test_light_horse_and_prussian_brigades_stand_for_divisions() -> None:
    table = drawn(french("a", 102), french("b", 103), french("horse", 105, "lcav", division="cav"))
    assert in_range(table, "horse")
    prussians = drawn(french("p", 102, nation="prussian"), french("q", 104, nation="prussian"))
    assert in_range(prussians, "q")


@pytest.mark.rule("N20.2.2.4")
@pytest.mark.parametrize("arm", ["foot", "hcav", "horse"])
def test_guns_and_heavy_horse_do_not_pass_command_over_a_gap(arm: str) -> None:
    near = drawn(french("a", 102), french("x", 103, arm, division="corps"))
    assert in_range(near, "x")
    across = drawn(french("a", 102), french("b", 103), french("x", 105, arm, division="corps"))
    assert not in_range(across, "x")


def test_without_a_leader_nobody_is_in_command() -> None:
    table = drawn(french("a", 102), chief=101)
    from tests.systems.nlc.command_kit import set_leader

    set_leader(table, "chief", at=0)
    assert not in_range(table, "a")


@pytest.mark.rule("N20.2.2.2")
def test_a_lone_brigade_is_a_line_by_itself() -> None:
    lone = drawn(french("a", 102), french("b", 104, division="2"))
    assert is_in_line(lone, ("a",))
    assert in_range(lone, "b")


@pytest.mark.rule("N12.1.4", "N20.2.2.1")
def test_nobody_marches_out_of_the_command_of_the_divisions() -> None:
    table = drawn(french("a", 102), french("b", 103), orders={"french-corps": order("attack", 808)})
    state = start(table, MovementSegment("french"))
    assert why_not(state, Move(("b",), (104, 105, 106)))[0].clause == "N12.1.4"
    assert not why_not(state, Move(("b",), (202,)))
