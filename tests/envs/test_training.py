"""The example learns: what was rewarded becomes likelier."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("gymnasium", reason="gymnasium is not installed")

SCRIPT = Path(__file__).parents[2] / "scripts" / "train_example.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("train_example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def seen_with(example: Any, rows: dict[int, dict[str, float]], there: list[int]) -> dict[str, Any]:
    """What an agent sees at the choice of *what*: figures of some slots, and which are there."""
    options = np.zeros((64, len(example.NAMES)), np.float32)
    for slot, figures in rows.items():
        for name, value in figures.items():
            options[slot, example.NAMES.index(name)] = value
    mask = np.zeros(64, np.int8)
    mask[there] = 1
    return {"observation": np.zeros(15, np.float32), "options": options, "action_mask": mask}


def test_rounds_find_the_slot_that_pays(example: Any) -> None:
    """Two slots that differ in one figure: the second one is worth something."""
    seen = seen_with(example, {1: {"fire": 1.0}}, [0, 1])

    def worth(weights: Any) -> float:
        mind = np.random.default_rng(1)
        return float(np.mean([example.choose(weights, seen, mind) for _ in range(40)]))

    mind = np.random.default_rng(1)
    middle, spread = np.zeros(len(example.KEYS)), example.SPREAD.copy()
    assert 0.3 < worth(middle) < 0.7
    for _ in range(4):
        middle, spread = example.improved(middle, spread, worth, mind)
    assert worth(middle) > 0.9


def test_a_slot_outside_the_mask_is_never_chosen(example: Any) -> None:
    seen = seen_with(example, {0: {"fire": 1.0}}, [5])
    mind = np.random.default_rng(1)
    weights = np.full(len(example.KEYS), 9.0)
    assert {example.choose(weights, seen, mind) for _ in range(20)} == {5}


def test_a_short_run_learns_to_win_more_than_by_chance(
    example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two rounds on the village against chance: few games, and still better than nothing."""
    monkeypatch.setattr(example, "DRAWN", 10)
    monkeypatch.setattr(example, "BEST", 2)
    curve = example.train("village", "random", rounds=2, seed=1, games=2, tests=8)
    assert len(curve) == 3
    assert curve[-1].result > curve[0].result + 0.2


def test_the_same_seed_gives_the_same_curve(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example, "DRAWN", 2)
    monkeypatch.setattr(example, "BEST", 1)
    curve = example.train("duel", "random", rounds=1, seed=1, games=1, tests=2)
    assert all(-1 <= mark.result <= 1 and 0 <= mark.won <= 1 for mark in curve)
    assert curve == example.train("duel", "random", rounds=1, seed=1, games=1, tests=2)
    assert "<polyline" in example.drawn(curve, "a curve")
