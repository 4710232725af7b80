"""Limbering up: the die and what may be added to it (P16.79-P16.83)."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel import Roll
from grognard.systems.bataille.events.movement import LimberRolled
from grognard.systems.bataille.movement.limbering import LimberRoll, leader_items
from grognard.systems.bataille.pieces import LeaderPrinted
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battery, begin, events, field, play


def guns(*leaders: LeaderPrinted, limbers_on: int = 4) -> Table:
    table = field(["....", "....", "...."], battery("F1", "0202", limbers_on=limbers_on))
    setting = msgspec.structs.replace(
        table.setting, leaders={leader.id: leader for leader in leaders}
    )
    table.setting = setting
    for leader in leaders:
        table.leaders[leader.id] = 202
    return table


@pytest.mark.rule("P16.81")
def test_a_battery_that_wants_to_limber_rolls_one_die() -> None:
    pending = begin(guns(), LimberRoll("F1")).pending
    assert pending == Roll("d6", "limber", "F1")


@pytest.mark.rule("P16.81")
@pytest.mark.parametrize(("die", "limbered"), [(3, False), (4, True), (6, True)])
def test_it_limbers_on_its_number_or_more(die: int, limbered: bool) -> None:
    (rolled,) = events(play(begin(guns(), LimberRoll("F1")), die), LimberRolled)
    assert (rolled.die, rolled.needed, rolled.limbered) == (die, 4, limbered)


@pytest.mark.rule("P16.82")
def test_a_leader_with_an_artillery_bonus_adds_one() -> None:
    drouot = LeaderPrinted("L1", "Drouot", "french", "French", artillery=3)
    (rolled,) = events(play(begin(guns(drouot), LimberRoll("F1")), 3), LimberRolled)
    assert rolled.account.total == 1
    assert rolled.limbered


@pytest.mark.rule("P16.83")
def test_a_leader_of_special_ability_adds_three_and_nothing_more() -> None:
    table = guns(
        LeaderPrinted("L1", "Drouot", "french", "French", artillery=3, special_ability=True),
        LeaderPrinted("L2", "Senarmont", "french", "French", artillery=3),
    )
    assert [item.amount for item in leader_items(table, "F1")] == [3]


@pytest.mark.rule("P16.82")
def test_a_leader_elsewhere_or_without_the_bonus_is_no_help() -> None:
    table = guns(
        LeaderPrinted("L1", "Girard", "french", "French", morale=6),
        LeaderPrinted("L2", "Jeneret", "coalition", "Prussian", artillery=3),
    )
    assert list(leader_items(table, "F1")) == []
