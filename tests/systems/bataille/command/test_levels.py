"""Morale levels: who counts, what the count sets, how long it holds (rule 43)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Item
from grognard.systems.bataille.command.command import CommandSequence
from grognard.systems.bataille.command.levels import are_due, counted, set_levels
from grognard.systems.bataille.events.command import LevelCount, LevelsSet
from grognard.systems.bataille.morale.morale import level_items
from grognard.systems.bataille.setting import Organisation
from grognard.systems.bataille.table import Table
from tests.systems.bataille.command.test_command import calendar
from tests.systems.premier.kit import Unit, battalion, battery, begin, events, field, regiment

OPEN = ["." * 12] * 8
THIRTEEN = Organisation("girard", "french", "Girard", 13, (3, 6, 8))


def army(routed: int, *more: Unit, turn: int = 4, **facts: Any) -> Table:
    """Thirteen French battalions, so many of them routed."""
    units = [
        battalion(
            f"F{n:02d}",
            f"{1 + n % 12:02d}{1 + n // 12:02d}",
            order="rout" if n < routed else "good",
            organisation="girard",
        )
        for n in range(13)
    ]
    table = field(OPEN, *units, *more, organisations=(THIRTEEN,), **facts)
    table.setting = msgspec.structs.replace(table.setting, turns=calendar())
    table.turn = turn
    return table


@pytest.mark.rule("P43.2", "P43.3", "P43.4", "P43.5")
@pytest.mark.parametrize(
    ("routed", "level"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (7, 2), (8, 3), (13, 3)]
)
def test_the_level_is_the_highest_threshold_reached(routed: int, level: int) -> None:
    assert counted(army(routed), THIRTEEN).level == level


@pytest.mark.rule("P43.5")
def test_exactly_sixty_percent_is_level_three() -> None:
    body = Organisation("girard", "french", "Girard", 5, (1, 2, 3))
    units = [
        battalion(f"F{n}", f"0{n}01", order="rout" if n < 4 else "good", organisation="girard")
        for n in range(1, 6)
    ]
    assert counted(field(OPEN, *units, organisations=(body,)), body).level == 3


@pytest.mark.rule("P43.6")
def test_gone_and_routed_battalions_are_ineffective_disordered_and_coming_ones_are_not() -> None:
    table = army(1)
    for unit, fate in (("F05", "destroyed"), ("F06", "surrendered"), ("F07", "off-map")):
        table.remove(unit, fate)
    table.alter("F08", cohesion="disorder")
    coming = battalion("F99", "0101", organisation="girard").printed
    roster = {**table.setting.roster, "F99": coming}
    table.setting = msgspec.structs.replace(table.setting, roster=roster)
    assert counted(table, THIRTEEN) == LevelCount("girard", 1, 4, 14)


@pytest.mark.rule("P43.1", "P43.6")
def test_only_infantry_battalions_of_the_body_itself_are_counted() -> None:
    others = [
        regiment("F50", "0108", order="rout", organisation="girard"),
        battery("F51", "0208", order="rout", organisation="girard"),
        battalion("F52", "0308", order="rout", organisation="other"),
    ]
    assert counted(army(2, *others), THIRTEEN) == LevelCount("girard", 0, 2, 13)


@pytest.mark.rule("P43.7")
def test_on_the_full_hour_every_organisation_is_set() -> None:
    table = army(3)
    set_levels(table)
    assert table.levels == {"girard": 1}
    assert table.happened == [LevelsSet((LevelCount("girard", 1, 3, 13),))]


@pytest.mark.rule("P43.7", "P2.4")
def test_before_the_first_full_hour_the_level_is_nought() -> None:
    table = army(8, turn=2)
    assert not are_due(table)
    set_levels(table)
    assert table.levels == {}
    assert not list(level_items(table, "F10"))


@pytest.mark.rule("P43.8")
def test_a_level_set_at_14_00_holds_until_15_00_though_a_battalion_recovers_at_14_20() -> None:
    """The book's example: level 2 at 14:00 stays for three turns."""
    table = begin(army(6, turn=4), CommandSequence()).table.draft()
    assert table.levels == {"girard": 2}
    table.alter("F00", cohesion="good")
    for turn in (5, 6):
        table.turn = turn
        table = begin(table, CommandSequence()).table.draft()
        assert [item.amount for item in level_items(table, "F10")] == [-6], turn
    table.turn = 7
    state = begin(table, CommandSequence())
    assert events(state, LevelsSet) == [LevelsSet((LevelCount("girard", 1, 5, 13),))]


@pytest.mark.rule("P43.8", "P43.9")
@pytest.mark.parametrize(("level", "dice"), [(1, -3), (2, -6), (3, -9)])
def test_the_level_weighs_on_every_check_of_its_infantry(level: int, dice: int) -> None:
    table = army(0)
    table.levels = {"girard": level}
    assert list(level_items(table, "F10")) == [Item(dice, f"morale level {level}", "P43.8")]


@pytest.mark.rule("P43.8")
def test_horse_and_guns_are_touched_only_where_the_table_says_so() -> None:
    horse = regiment("F50", "0108", organisation="girard")
    table = army(0, horse)
    table.levels = {"girard": 2}
    assert not list(level_items(table, "F50"))
    everyone = army(0, horse, options={"level_affects": "all"})
    everyone.levels = {"girard": 2}
    assert [item.amount for item in level_items(everyone, "F50")] == [-6]
