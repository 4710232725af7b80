"""The example learns, and the player that it made beats greedy."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("gymnasium", reason="gymnasium is not installed")

import numpy as np

from grognard.envs import single
from grognard.envs.baseline import SIZE, Baseline, Menu, load, read, save, words
from grognard.planning.slots import WHAT

SCRIPT = Path(__file__).parents[2] / "scripts" / "train_example.py"
SHORT = "--lessons 1 --rounds 1 --games 2 --every 1 --tests 2"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("train_example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def two_slots() -> Menu:
    """Two slots of one word each."""
    return Menu(np.array([[1], [2]]), np.ones((2, 1)))


def test_what_brought_more_than_usual_becomes_likelier(example: Any) -> None:
    learner, menu = example.Learner(1), two_slots()
    for _ in range(20):
        chances = learner.chances(menu)
        choices = [example.Choice(menu, taken, chances[taken]) for taken in (0, 1)]
        learner.learn(choices, np.array([-1.0, 1.0]), example.EPOCHS)
    assert learner.chances(menu)[1] > 0.7


def test_a_choice_that_has_become_much_likelier_is_not_learnt_from_again(example: Any) -> None:
    learner, menu = example.Learner(1), two_slots()
    learner.learn([example.Choice(menu, 1, 0.5)], np.ones(1), 500)
    assert 0.5 * (1 + example.CLIP) <= learner.chances(menu)[1] < 0.7


def test_what_a_teacher_chose_becomes_likelier(example: Any) -> None:
    learner = example.Learner(1)
    choices = example.taught(single("first-shots", opponent="greedy"), "captain", 1)
    assert len(choices) > 5
    assert all(len(each.menu.places) > 1 for each in choices)
    before = [learner.chances(each.menu)[each.taken] for each in choices]
    learner.learn(choices, np.ones(len(choices)), 50)
    after = [learner.chances(each.menu)[each.taken] for each in choices]
    assert np.mean(after) > 2 * np.mean(before)


def test_the_same_seed_gives_the_same_player_and_curve(example: Any) -> None:
    asked = example.asked_for(SHORT.split())
    one, curve = example.train(asked)
    other, again = example.train(asked)
    assert curve == again
    assert np.array_equal(one.weights, other.weights)
    assert one.weights.any()
    assert [mark.played for mark in curve] == [0, 0, 4]
    assert "<polyline" in example.drawn(curve, "a curve")


def test_a_player_is_kept_in_a_file(tmp_path: Path) -> None:
    weights = np.random.default_rng(1).standard_normal(SIZE).round(2)
    save(Baseline("duel", weights), tmp_path / "player.json")
    found = load(tmp_path / "player.json")
    assert found.scenario == "duel"
    assert np.allclose(found.weights, weights)


def test_marches_are_told_apart_without_working_out_their_ways() -> None:
    """Two that end in one place look different ways."""
    battle = single("first-shots").battle
    while battle.menu.stage != WHAT or len({slot.to for slot in battle.menu.slots}) < 5:
        battle.choose(len(battle.menu.slots) - 1)
    told = [tuple(words(slot)) for slot in battle.menu.slots]
    assert len(set(told)) == len(told)
    menu = read(battle, battle.observe(battle.asked))
    assert len(menu.places) == len(told)


def test_the_player_that_is_shipped_beats_greedy(example: Any) -> None:
    """A few battles of each side that it never learnt from; documents tell of many more."""
    baseline = load()
    envs = example.arenas(baseline.scenario, "greedy")
    mark = example.measured(envs, baseline, range(16))
    assert mark.result > 0.2
    again = [example.result(env, baseline, 3) for env in envs]
    assert again == [example.result(env, baseline, 3) for env in envs]
