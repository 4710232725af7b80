"""The outlook: what the verdict makes of ground and losses."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.bataille.doctrine.outlook import expected, hex_points, outlook
from grognard.systems.bataille.packs.victory import verdict
from grognard.systems.registry import system_named

PREMIER = system_named("premier")


def opened(pack: str) -> Any:
    return PREMIER.rules.opening(PREMIER.library.setting(pack, {})).table.draft()


def hexes_of(table: Any, place: str) -> tuple[int, ...]:
    found: tuple[int, ...] = table.setting.places[place]
    return found


@pytest.mark.parametrize("pack", ["duel", "village", "charge", "bridgehead", "hagelberg"])
def test_what_one_side_expects_the_other_does_not(pack: str) -> None:
    table = opened(pack)
    one, other = table.setting.sides
    assert 0 <= expected(table, one) <= 1
    assert expected(table, one) + expected(table, other) == pytest.approx(1.0, abs=0.02)


def test_the_village_that_decides_is_worth_more_than_one_that_does_not() -> None:
    table = opened("hagelberg")
    points = hex_points(outlook(table, "french"), table.setting, "french")
    key = min(points[at] for at in hexes_of(table, "Klein Glien"))
    rest = max(points[at] for at in hexes_of(table, "Lübnitz"))
    assert key > 3 * rest


def test_after_the_last_side_turn_the_verdict_is_certain() -> None:
    table = opened("hagelberg")
    table.turn, table.phasing = len(table.setting.turns), table.setting.sides[-1]
    assert verdict(table).side == "french"
    assert expected(table, "coalition") == pytest.approx(0.0, abs=0.01)
    for at in hexes_of(table, "Klein Glien"):
        table.control[at] = "coalition"
    assert verdict(table).side != "french"
    assert expected(table, "coalition") >= 0.5


def test_where_losses_decide_an_increment_counts() -> None:
    assert outlook(opened("duel"), "french").increment > 0.05
    assert outlook(opened("hagelberg"), "french").increment == 0.0


def test_a_village_of_which_one_hex_is_wanted_is_worth_holding_as_a_whole() -> None:
    """No single hex of the six decides, but they mostly fall together."""
    table = opened("hagelberg")
    points = hex_points(outlook(table, "french"), table.setting, "french")
    assert sum(points[at] for at in hexes_of(table, "Hagelberg")) > 5
