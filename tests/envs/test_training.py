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


def test_rounds_find_the_slot_that_pays(example: Any) -> None:
    """Two slots that differ in one figure: the second one is worth something."""
    options = np.zeros((64, example.SLOT))
    options[1, 3] = 1.0
    mask = np.zeros(64, np.int8)
    mask[:2] = 1
    seen = {"observation": np.zeros(14), "options": options, "action_mask": mask}

    def worth(weights: Any) -> float:
        mind = np.random.default_rng(1)
        return float(np.mean([example.choose(weights, seen, mind) for _ in range(40)]))

    mind = np.random.default_rng(1)
    shape = (2, example.SLOT)
    middle, spread = np.zeros(shape), np.full(shape, example.WIDE)
    assert 0.3 < worth(middle) < 0.7
    for _ in range(4):
        middle, spread = example.improved(middle, spread, worth, mind)
    assert worth(middle) > 0.9


def test_a_slot_outside_the_mask_is_never_chosen(example: Any) -> None:
    options = np.zeros((64, example.SLOT))
    options[0, 3] = 1.0
    mask = np.zeros(64, np.int8)
    mask[5] = 1
    seen = {"observation": np.zeros(14), "options": options, "action_mask": mask}
    mind = np.random.default_rng(1)
    assert {example.choose(np.full((2, 14), 9.0), seen, mind) for _ in range(20)} == {5}


def test_the_example_plays_whole_games_and_gives_the_same_curve(
    example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("DRAWN", 2), ("BEST", 1), ("GAMES", 1), ("TESTS", 2)):
        monkeypatch.setattr(example, name, value)
    curve = example.train(rounds=1, opponent="random", seed=1)
    assert len(curve) == 2
    assert all(-1 <= result <= 1 for result in curve)
    assert curve == example.train(rounds=1, opponent="random", seed=1)
    assert "<polyline" in example.drawn(curve)
