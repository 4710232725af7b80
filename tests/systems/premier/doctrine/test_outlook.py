"""The outlook: what the verdict makes of ground and losses."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.bataille.doctrine.outlook import expected, hex_points, outlook, stakes
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
    staked = stakes(opened("hagelberg"), "french")
    assert staked["Klein Glien"] > 3 * staked["Lübnitz"]


def test_long_before_the_end_no_hex_decides_and_in_the_last_turns_it_does() -> None:
    table = opened("hagelberg")
    early = hex_points(outlook(table, "french"), table.setting, "french")
    table.turn = len(table.setting.turns)
    late = hex_points(outlook(table, "french"), table.setting, "french")
    for at in hexes_of(table, "Klein Glien"):
        assert early[at] < 0.1
        assert late[at] > 1


def test_when_all_turns_are_over_the_verdict_is_certain() -> None:
    table = opened("hagelberg")
    table.turn, table.phasing = len(table.setting.turns) + 1, ""
    assert verdict(table).side == "french"
    assert expected(table, "coalition") == pytest.approx(0.0, abs=0.01)
    for at in hexes_of(table, "Klein Glien"):
        table.control[at] = "coalition"
    assert verdict(table).side != "french"
    assert expected(table, "coalition") >= 0.5


def test_where_losses_decide_an_increment_counts_and_elsewhere_by_who_will_be_stronger() -> None:
    assert outlook(opened("duel"), "french").increment > 0.05
    assert 0 < outlook(opened("hagelberg"), "french").increment < 0.01


def test_a_village_of_which_one_hex_is_wanted_is_worth_having_as_a_whole() -> None:
    assert stakes(opened("hagelberg"), "french")["Hagelberg"] > 5


def test_in_the_last_turn_ground_that_may_still_be_taken_is_worth_it() -> None:
    """The Coalition moves last: when its turn begins nothing is decided that it can still change."""
    table = opened("hagelberg")
    table.turn, table.phasing = len(table.setting.turns), "coalition"
    wanted = [*hexes_of(table, "Hagelberg"), *hexes_of(table, "Lübnitz")]
    for at in (*wanted, *hexes_of(table, "Klein Glien")):
        table.control[at] = "coalition"
    left = (wanted[0], wanted[-1])
    for at in left:
        table.control[at] = "french"
    points = hex_points(outlook(table, "coalition"), table.setting, "coalition")
    assert all(points[at] > 1 for at in left)
    table.control[wanted[-1]] = "coalition"
    alone = hex_points(outlook(table, "coalition"), table.setting, "coalition")
    assert alone[wanted[0]] > points[wanted[0]]


def test_a_hex_that_the_enemy_left_is_likelier_to_be_taken_than_one_in_which_he_stands() -> None:
    table = opened("hagelberg")
    table.turn, table.phasing = len(table.setting.turns), "coalition"
    for place in ("Hagelberg", "Lübnitz", "Klein Glien"):
        for at in hexes_of(table, place):
            table.control[at] = "coalition"
    empty = next(at for at in hexes_of(table, "Hagelberg") if not table.stacks.get(at))
    held = next(at for at in hexes_of(table, "Hagelberg") if table.stacks.get(at))
    scores = {}
    for at in (empty, held):
        table.control[at] = "french"
        scores[at] = outlook(table, "coalition").score
        table.control[at] = "coalition"
    assert scores[empty] > scores[held]
