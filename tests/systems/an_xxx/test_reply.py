"""The enemy's answer to a march: his best assault on a unit where it would stand, by the rules' own odds."""

from __future__ import annotations

import msgspec
import pytest

from grognard.planning.levels import character
from grognard.systems.an_xxx.doctrine.doctrine import AnXXX
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.bataille.doctrine.army import make_plan
from grognard.systems.bataille.doctrine.field import Field
from grognard.systems.bataille.doctrine.reply import answered
from grognard.systems.bataille.doctrine.scene import Scene, goal_worths
from grognard.systems.bataille.situations.refereeing import begin, read
from tests.systems.an_xxx.test_doctrine import drawn

SOUTH, NORTH = 3, 0


def scene_of(side: str, turn: int = 1) -> Scene:
    """The field of a weak French battalion: a strong Prussian looks at it from five hexes away."""
    text = drawn(melee=27).replace("increments 9 melee 27", "increments 6 melee 9")
    table = begin(KIT, read(text, "drawn"))[0].table.draft()
    table.turn, table.phasing = turn, side
    held = character("colonel")
    field, goals = Field(table, side), goal_worths(table, side, 0.0)
    plan = make_plan(table, field, held, goals)
    return Scene(table, field, plan, held, goals, AnXXX.judgement)


@pytest.fixture
def scene() -> Scene:
    return scene_of("french")


def test_the_enemy_comes_where_it_serves_him_best(scene: Scene) -> None:
    """Whoever must stand before the front of a unit gains less than who may go round it."""
    piece = msgspec.structs.replace(scene.table.pieces["F1"], facing=SOUTH)
    free, around = answered(scene, piece), scene.setting.ground.around[piece.at]
    before = scene.field.reach_of("P1") & {around[SOUTH]}
    scene.field.reach_of = lambda unit: before  # type: ignore[method-assign]
    assert 0 < answered(scene, piece) < free


def test_nobody_answers_where_no_foot_can_come(scene: Scene) -> None:
    scene.field.strikes.clear()
    assert answered(scene, scene.table.pieces["F1"]) == 0


def test_after_the_enemys_last_turn_there_is_no_answer() -> None:
    """The Coalition moves last: what it does in the last turn nobody answers."""
    early = scene_of("coalition")
    late = scene_of("coalition", len(early.setting.turns))
    assert answered(early, early.table.pieces["P1"]) > 0
    assert answered(late, late.table.pieces["P1"]) == 0
