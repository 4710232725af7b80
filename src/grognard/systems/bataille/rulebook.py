"""The base book of La Bataille in our words, on which every edition stands; see ``mechanics.rulebooks``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from grognard.mechanics.options import Options
from grognard.mechanics.rulebooks import Rulebook, read_rulebook

BOOK: Final = Path(__file__).parent / "book"
BASE_OPTIONS: Final = Options("bataille", BOOK / "options.yaml")
"""What the chapters of the base book leave to the table."""


@cache
def base_book() -> Rulebook:
    """The whole book, read once."""
    return read_rulebook(BOOK / "rules.yaml", BOOK / "rulings.yaml", "P", "PR-")
