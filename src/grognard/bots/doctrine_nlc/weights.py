"""The figures of the levels as this system wants them, read from ``weights.yaml``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from grognard.bots.levels import Figures

WEIGHTS: Final = Path(__file__).with_name("weights.yaml")


@lru_cache(maxsize=1)
def figures() -> Figures:
    """By level, what is other here than in the shared figures."""
    from ruamel.yaml import YAML

    held = YAML(typ="safe").load(WEIGHTS.read_text("utf-8"))
    return msgspec.convert(held, dict[str, dict[str, int | float]])
