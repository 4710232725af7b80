"""The pack at close quarters: what a player meets there and in no other small battle."""

from __future__ import annotations

import pytest

from grognard.systems.bataille.command import weather
from grognard.systems.bataille.horse.recall import recall_row
from grognard.systems.bataille.movement import arrivals, organisation
from grognard.systems.bataille.movement.schedule import group_named
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.packs.victory import verdict
from grognard.systems.bataille.pieces import Arm, Size
from grognard.systems.bataille.table import Table
from grognard.systems.premier.packs import load

SETTING = load("bridgehead")


def table(turn: int = 1) -> Table:
    found = opening_table(SETTING)
    found.turn, found.phasing = turn, "coalition"
    return found


@pytest.mark.rule("P6.4", "P6.5")
def test_three_regiments_may_fight_in_one_body_or_by_battalions() -> None:
    regiments = [p for p in SETTING.roster.values() if p.size is Size.REGIMENT and p.parts]
    assert [p.id for p in regiments if p.arm is Arm.INFANTRY] == ["F", "W", "P"]
    here = table()
    for regiment in regiments:
        parts = [SETTING.roster[part] for part in regiment.parts]
        assert sum(part.increments for part in parts) == regiment.increments
        assert sum(part.melee for part in parts) == regiment.melee
        assert all(part.regiment == regiment.id for part in parts)
    assert list(organisation.splits(here, "french")) == ["F"]
    assert list(organisation.joins(here, "french")) == ["W"]
    assert list(organisation.splits(here, "coalition")) == ["P"]


@pytest.mark.rule("P46.1")
def test_the_weather_of_each_hour_is_rolled_for() -> None:
    assert weather.is_due(table(1))
    known = table(2)
    known.secrets["coalition"] = {"weather": "light_rain"}
    assert not weather.is_due(known)
    assert weather.infantry_fire(known, in_building=False) < 1
    known.turn = 4
    assert weather.is_due(known)


@pytest.mark.rule("P45.2", "P45.3")
def test_a_battalion_at_the_ford_sends_the_cossacks_another_way() -> None:
    here = table(2)
    group = group_named(here, "ford")
    assert [unit for unit, _ in arrivals.waiting(here, "coalition")] == ["R3"]
    zone = SETTING.zones["ford"]
    assert not any(arrivals.is_open(here, "coalition", at) for at in zone)
    around = arrivals.entry_hexes(here, group)
    assert around
    assert not set(around) & set(zone)
    here.remove("F3", "destroyed")
    assert arrivals.entry_hexes(here, group) == tuple(sorted(zone))


def test_horse_of_every_kind_is_there_and_rides_in_mixed_stacks() -> None:
    here = table()
    rows = {recall_row(p) for p in SETTING.roster.values() if p.arm is Arm.CAVALRY}
    assert rows == {"french", "prussian_light", "prussian_landwehr", "cossacks"}
    for leader in ("LF3", "LP2"):
        assert SETTING.leaders[leader].cavalry_bonus
        stack = here.stack(here.leaders[leader])
        assert len({SETTING.roster[unit].movement for unit in stack}) == 2


def test_at_the_start_the_french_hold_what_is_fought_for() -> None:
    assert verdict(table()).level == "FS"
