"""The rule book of Bataille Empire in our words; see ``mechanics.rulebooks``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from grognard.mechanics.rulebooks import Rulebook, read_rulebook

RULES = Path(__file__).with_name("rules.yaml")
RULINGS = Path(__file__).with_name("rulings.yaml")


@cache
def rulebook() -> Rulebook:
    """The whole book, read once."""
    return read_rulebook(RULES, RULINGS, "E", "ER-")
