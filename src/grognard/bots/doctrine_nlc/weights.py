"""The figures of the levels as this system wants them, read from ``weights.yaml``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from grognard.bots.levels import ADDED, Character, character, levels, temperaments

WEIGHTS: Final = Path(__file__).with_name("weights.yaml")


@lru_cache(maxsize=1)
def _file() -> dict[str, dict[str, float]]:
    from ruamel.yaml import YAML

    held = YAML(typ="safe").load(WEIGHTS.read_text("utf-8"))
    return msgspec.convert(held, dict[str, dict[str, float]])


@lru_cache(maxsize=64)
def own(judge: Character) -> Character:
    """A character of the shared levels with this system's figures; any other is left as it is."""
    for level in levels():
        for temperament in temperaments():
            if judge == character(f"{level.name}:{temperament.name}"):
                return _fitted(judge, character(level.name), _file().get(level.name, {}))
    return judge


def _fitted(judge: Character, usual: Character, figures: dict[str, float]) -> Character:
    """The figures of a level, bent by a temperament as far as it bends the shared ones."""
    found: dict[str, float] = {}
    for key, value in figures.items():
        bent, straight = getattr(judge, key), getattr(usual, key)
        moved = value + bent - straight if key in ADDED else value * _ratio(bent, straight)
        found[key] = type(straight)(moved)
    return msgspec.structs.replace(judge, **found)


def _ratio(bent: float, straight: float) -> float:
    return bent / straight if straight else 1.0
