"""A player that has learnt: it likes or dislikes the words of an order and the figures of its slot.

Everything that can be said about a slot is a word with a value: its figures by their names, the unit,
the verb, the place it leads to, the words of the order; every word counts apart for each side,
question and stage, and those of the order once more for each turn. A table of ``SIZE`` weights says
what each is worth; a word finds its weight by a checksum, so that none is written down and two may
share one. The likeliest slot is taken. ``baseline.json`` was trained by ``scripts/train_example.py``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grognard.envs.arena import Arena, Observation
from grognard.envs.features import NAMES
from grognard.planning.offers import Slot

Weights = NDArray[np.float64]
Places = NDArray[np.intp]

SIZE: Final = 1 << 14
"""So many weights: several times the words that come up often in a small battle."""

SPOKEN: Final = 10
"""So many words of a slot at most are looked at, and again with the turn."""

PARTS: Final = 100
"""Weights are kept in files as parts of one, so many to the whole."""

SHIPPED: Final = Path(__file__).with_name("baseline.json")


class Menu(NamedTuple):
    """The slots of a choice, a row for each: where the weights of its words lie, and their values."""

    places: Places
    values: Weights


class Baseline:
    """Plays any side of the scenario that it was trained on, as a function of battle and sight."""

    def __init__(self, scenario: str, weights: Weights) -> None:
        self.scenario, self.weights = scenario, weights

    def choose(self, battle: Arena, seen: Observation) -> int:
        """The slot that is liked most, of those that the asked side sees."""
        if len(battle.menu.slots) == 1:
            return 0
        return int(np.argmax(worth(self.weights, read(battle, seen))))


def load(path: Path = SHIPPED) -> Baseline:
    """The player of a file."""
    kept = json.loads(path.read_text("utf-8"))
    return Baseline(kept["scenario"], np.array(kept["weights"]) / PARTS)


def save(baseline: Baseline, path: Path) -> None:
    """Write a player's weights, in hundredths."""
    weights = [round(each) for each in (baseline.weights * PARTS).tolist()]
    kept = {"scenario": baseline.scenario, "weights": weights}
    path.write_text(json.dumps(kept, separators=(",", ":")) + "\n", "utf-8")


def worth(weights: Weights, menu: Menu) -> Weights:
    """How much each slot is liked."""
    found: Weights = (weights[menu.places] * menu.values).sum(axis=1)
    return found


def read(battle: Arena, seen: Observation) -> Menu:
    """What is there to choose, in words and figures."""
    slots, turn = battle.menu.slots, battle.view(battle.asked).turn
    about = f"{battle.asked}/{battle.ask.purpose}/{battle.menu.stage}"
    places = np.zeros((len(slots), len(NAMES) + 2 * SPOKEN), np.intp)
    values = np.zeros(places.shape)
    places[:, : len(NAMES)] = _figures(about)
    values[:, : len(NAMES)] = seen["options"][: len(slots)]
    for row, slot in enumerate(slots):
        for column, word in enumerate(words(slot)):
            here = len(NAMES) + 2 * column
            places[row, here : here + 2] = (
                _place(f"{about}/{word}"),
                _place(f"{about}/{turn}/{word}"),
            )
            values[row, here : here + 2] = 1
    return Menu(places, values)


def words(slot: Slot) -> list[str]:
    """What can be said of a slot without working out its way."""
    found = [slot.unit, slot.verb, f"{slot.unit} {slot.verb}"] if slot.unit else [slot.verb]
    if slot.to:
        found += [f"to {slot.to}", f"{slot.unit} to {slot.to}"]
    found += [f"{who} {pose}" for pose in _poses(slot) for who in ("", slot.unit)]
    said: list[Any] = str(slot.action).split() if slot.action is not None else []
    found += [f"{place} {word}" for place, word in enumerate(said)]
    return [word for word in found if word][:SPOKEN]


def _poses(slot: Slot) -> list[str]:
    """What a way is to lead to, of places and facing, where it is worked out only when it is chosen."""
    return [str(each) for each in getattr(slot.find, "args", ()) if isinstance(each, tuple)]


@cache
def _figures(about: str) -> Places:
    return np.array([_place(f"{about}/{name}") for name in NAMES])


@cache
def _place(word: str) -> int:
    """Where the weight of a word lies."""
    return crc32(word.encode()) % SIZE
