from collections import Counter

import pytest

from grognard.systems.bataille.movement.stacking import fits
from grognard.systems.bataille.packs.fixtures import APART
from grognard.systems.bataille.packs.packplaces import standing_problems
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.pieces import Arm
from grognard.systems.bataille.setting import Setting
from grognard.systems.premier.packs import build

SCALES = {60: (2000, 12), 150: (5000, 20), 300: (10000, 24)}
BUILT = {units: build(units) for units in SCALES}

scales = pytest.mark.parametrize("units", list(SCALES))


def facts(setting: Setting) -> tuple[object, ...]:
    ground = setting.ground
    return (
        ground.terrain, ground.level, ground.roads, dict(setting.roster), setting.placements,
        setting.turns, dict(setting.places), setting.revision, dict(setting.leader_places),
    )  # fmt: skip


@scales
def test_a_fixture_is_the_same_whenever_it_is_built(units: int) -> None:
    assert facts(build(units)) == facts(BUILT[units])


@scales
def test_size_of_forces_map_and_calendar(units: int) -> None:
    setting = BUILT[units]
    hexes, turns = SCALES[units]
    assert (len(setting.roster), len(setting.ground.hexes), len(setting.turns)) == (
        units, hexes, turns,
    )  # fmt: skip
    assert setting.ground.rows <= 98
    assert len(setting.placements) == units


@scales
def test_everyone_stands_legally_on_the_map(units: int) -> None:
    setting = BUILT[units]
    assert list(standing_problems(setting)) == []
    table = opening_table(setting)
    assert all(fits(table, at, stack) is None for at, stack in table.stacks.items())
    assert all(setting.ground.on_map(at) for at in table.stacks)


@scales
def test_arms_and_ground_are_mixed_alike(units: int) -> None:
    setting = BUILT[units]
    arms = Counter(printed.arm for printed in setting.roster.values())
    assert arms[Arm.INFANTRY] == 0.6 * units
    assert arms[Arm.CAVALRY] == arms[Arm.ARTILLERY] == 0.2 * units
    ground = setting.ground
    share = Counter(ground.terrain[at] for at in ground.hexes)
    assert 0.04 < share["woods"] / len(ground.hexes) < 0.12
    assert 0.005 < share["village"] / len(ground.hexes) < 0.03
    assert len({ground.level[at] for at in ground.hexes}) >= 3
    assert ground.roads


@scales
def test_the_lines_face_each_other_some_hexes_apart(units: int) -> None:
    setting = BUILT[units]
    rows: dict[str, list[int]] = {"north": [], "south": []}
    for placed in setting.placements:
        rows[setting.roster[placed.unit].side] += [at % 100 for at in placed.hexes]
    assert APART - 1 <= min(rows["south"]) - max(rows["north"]) <= APART + 2


def test_no_other_size_is_known() -> None:
    with pytest.raises(ValueError, match="60, 150, 300"):
        build(61)
