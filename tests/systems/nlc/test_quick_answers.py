"""What is worked out only as far as it is asked for is what would be found by going all the way."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from grognard.bench.battles import pack, played
from grognard.mechanics.hexes import Hex, distance
from grognard.mechanics.search import NO_LIMIT
from grognard.systems.nlc.command.ranges import covers, trace
from grognard.systems.nlc.guns.sight import seen_by_units, sees
from grognard.systems.nlc.kinds import Arm, Mover
from grognard.systems.nlc.system import SYSTEM
from grognard.systems.nlc.table import Table, distances
from grognard.systems.nlc.ways import Spread, spread

LOOKS = 40


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """Some tables of a random battle of Quatre Bras."""
    games = islice(played(pack(SYSTEM, "quatre-bras"), 1, system=SYSTEM), 0, 200, 40)
    return [game.state.table for game in games]


def _some(hexes: list[Hex], seed: int) -> list[Hex]:
    return random.Random(seed).sample(hexes, LOOKS)


@pytest.mark.parametrize("mover", [Mover.TRACE, Mover.COURIER])
@pytest.mark.parametrize("limit", [0, 5, 12, NO_LIMIT])
def test_a_spread_that_grows_by_questions_knows_what_a_whole_one_knows(
    mover: Mover, limit: int
) -> None:
    setting = pack(SYSTEM, "quatre-bras")
    start, *closed = _some(list(setting.ground.hexes), limit)
    whole = spread(setting, mover, start, limit, closed)
    growing = Spread(setting, mover, start, closed)
    for at in (start, *closed, *_some(list(setting.ground.hexes), 7)):
        assert growing.cost(at, limit) == whole.get(at)


def test_a_leader_covers_the_hexes_of_his_trace(tables: list[Table]) -> None:
    for table in tables:
        hexes = _some(list(table.setting.ground.hexes), table.turn)
        for leader in table.leaders:
            for horse in (False, True):
                traced = trace(table, leader, horse)
                assert [at for at in hexes if covers(table, leader, at, horse)] == [
                    at for at in hexes if at in traced
                ]


def test_what_is_closed_to_a_side_is_held_or_watched_by_its_enemy(tables: list[Table]) -> None:
    for table in tables:
        for side in table.setting.sides:
            enemy = table.setting.enemy(side)
            wanted = table.hexes_of(enemy) | (table.zone_of(enemy) - table.hexes_of(side))
            assert table.closed_to(side) == wanted


def test_who_remembers_from_where_he_saw_sees_as_if_he_looked_anew(tables: list[Table]) -> None:
    for table in tables:
        for side in table.setting.sides:
            own = [at for at in table.stacks if table.held_by(at) == side]
            for at in _some(list(table.setting.ground.hexes), table.turn):
                anew = any(sees(table, there, at).clear for there in own)
                assert seen_by_units(table, at, side) == anew
                assert seen_by_units(table, at, side) == anew


def test_the_row_of_distances_is_that_of_the_hexes() -> None:
    ground = pack(SYSTEM, "quatre-bras").ground
    for at in _some(list(ground.hexes), 3):
        row = distances(ground, at)
        assert all(row[there] == distance(at, there) for there in ground.hexes)


def test_every_arm_is_horse_or_guns_or_foot() -> None:
    kinds = {arm: (arm.cavalry, arm.artillery, arm.foot) for arm in Arm}
    assert all(sum(flags) == 1 for flags in kinds.values())
    assert [arm.value for arm in Arm if arm.cavalry] == ["light_cavalry", "heavy_cavalry"]
