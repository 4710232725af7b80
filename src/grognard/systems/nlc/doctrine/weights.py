"""The figures of the levels as this system wants them, read from ``weights.yaml``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from grognard.mechanics.charts.lined import values_of
from grognard.planning.levels import Figures

WEIGHTS: Final = Path(__file__).with_name("weights.yaml")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    judge: dict[str, float]
    levels: dict[str, dict[str, float]]


@lru_cache(maxsize=1)
def figures() -> Figures:
    """By level, what is other here than in the shared figures."""
    held = msgspec.convert(values_of(WEIGHTS), _File)
    return {level: {**held.judge, **own} for level, own in held.levels.items()}
