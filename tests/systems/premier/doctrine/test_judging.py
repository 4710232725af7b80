"""What a place is worth to a unit: who could come along, whom an assault drives off, who covers guns."""

from __future__ import annotations

import msgspec
import pytest

from grognard.bots.puzzles import attempt, read_puzzle
from grognard.desks.library import LIBRARY
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import ANSWER, Character, character
from grognard.systems.bataille.doctrine.army import make_plan
from grognard.systems.bataille.doctrine.assaults import Way, weigh
from grognard.systems.bataille.doctrine.field import Field
from grognard.systems.bataille.doctrine.fights import NO_FIGHT
from grognard.systems.bataille.doctrine.judging import Judge
from grognard.systems.bataille.doctrine.scene import Scene, goal_worths
from grognard.systems.bataille.table import Table
from grognard.systems.premier.doctrine.doctrine import Premier
from grognard.systems.registry import system_named

PREMIER = system_named("premier")
PUZZLES = LIBRARY / "puzzles" / "premier"
FRENCH = "french"


def scene_of(table: Table, side: str, held: Character) -> Scene:
    field, goals = Field(table, side), goal_worths(table, side, held.insight)
    plan = make_plan(table, field, held, goals)
    return Scene(table, field, plan, held, goals, Premier.judgement)


@pytest.fixture
def duel() -> Scene:
    setting = PREMIER.library.setting("duel", {})
    return scene_of(PREMIER.rules.opening(setting).table, FRENCH, character("captain"))


def test_whoever_goes_up_to_the_enemy_counts_himself_and_all_who_could_come_along(
    duel: Scene,
) -> None:
    """The first to march would otherwise find nobody there, and everybody would wait."""
    pieces, roster = duel.table.pieces, duel.setting.roster
    before = next(at for at in duel.setting.ground.hexes if distance(at, pieces["P1"].at) == 2)
    able = [u for u in duel.field.own if distance(before, pieces[u].at) <= roster[u].movement]
    assert able
    assert duel.could_come(before) == sum(duel.field.points(unit) for unit in able)


def test_an_assault_does_not_fear_whom_it_drives_off(duel: Scene) -> None:
    patient = msgspec.structs.replace(duel.character, patience=3.0)
    scene = scene_of(duel.table, FRENCH, patient)
    target, way = before_the_first(scene)
    sure = msgspec.structs.replace(NO_FIGHT, carried=1.0)
    feared = scene.judgement.elsewhere(scene, target, way, NO_FIGHT)
    assert scene.exposed("F1", way.at) > 0
    assert feared - scene.judgement.elsewhere(scene, target, way, sure) == pytest.approx(
        scene.exposed("F1", way.at)
    )


def test_who_looks_at_the_answer_fears_it_where_he_marches_and_not_in_the_price_of_an_assault(
    duel: Scene,
) -> None:
    """The odds of his fight have weighed the enemy already."""
    far, bold = (
        scene_of(duel.table, FRENCH, msgspec.structs.replace(duel.character, **change))
        for change in ({"sight": ANSWER}, {"danger": 0.0, "patience": 0.0})
    )
    target, way = before_the_first(far)
    assert Judge(far, "F1", duel.table.pieces["F1"]).exposed(way.at) > 0
    assert far.exposed("F1", way.at) == 0
    assert far.judgement.elsewhere(far, target, way, NO_FIGHT) == pytest.approx(
        bold.judgement.elsewhere(bold, target, way, NO_FIGHT)
    )


def before_the_first(scene: Scene) -> tuple[Hex, Way]:
    """The first of the enemy, and a way to stand before him."""
    piece, target = scene.table.pieces["F1"], scene.table.pieces["P1"].at
    beside = next(at for at in scene.setting.ground.around[target] if at)
    return target, Way("F1", ((beside,), piece.facing), 8, beside)


def test_who_sees_his_own_hex_alone_asks_of_a_fight_only_who_is_left_in_it(duel: Scene) -> None:
    """What it costs, what the ground is worth and what he leaves for it, others weigh."""
    table = duel.table.draft()
    target = table.pieces["P1"].at
    beside = next(at for at in duel.setting.ground.around[target] if at and not table.stack(at))
    piece = table.pieces["F1"]
    facing = next(side for side in range(6) if duel.setting.ground.around[beside][side] == target)
    table.put(msgspec.structs.replace(piece, hexes=(beside,), facing=facing))
    way = Way("F1", ((beside,), facing), 0, beside)
    near = weigh(scene_of(table, FRENCH, character("conscript")), target, (way,))
    assert 0 < near.odds.carried < 1
    assert near.worth == near.odds.carried - near.odds.repulsed
    beyond = weigh(scene_of(table, FRENCH, character("sergeant")), target, (way,))
    assert beyond.odds == near.odds
    assert beyond.worth != pytest.approx(near.worth)


@pytest.mark.parametrize(
    ("level", "flanks"), [("conscript", set()), ("sergeant", set()), ("captain", {407, 607})]
)
def test_from_four_hexes_only_who_sees_the_sector_goes_round_to_the_flanks(
    level: str, flanks: set[int]
) -> None:
    name = "move-09-together"
    _, state = attempt(read_puzzle(PUZZLES / f"{name}.yaml"), name, level, 1)
    assert {state.table.pieces[unit].at for unit in ("F1", "F2", "F3")} & {407, 607} == flanks


def test_foot_that_alone_covers_threatened_guns_stays_by_them(duel: Scene) -> None:
    table = duel.table.draft()
    guns, foot = table.pieces["F3"], table.pieces["F1"]
    table.put(msgspec.structs.replace(guns, hexes=(604,)))
    table.put(msgspec.structs.replace(foot, hexes=(603,)))
    scene = scene_of(table, FRENCH, duel.character)
    assert scene.is_threatened(604)
    careless = msgspec.structs.replace(duel.character, guns=0.0)
    cared = scene.judged("F1", 603) - scene_of(table, FRENCH, careless).judged("F1", 603)
    assert cared > 1.2 * duel.character.goal
