"""The table options of La Bataille Premier: those of the base book; see ``mechanics.options``."""

from __future__ import annotations

from typing import Final

from grognard.mechanics.options import Options
from grognard.systems.bataille.rulebook import BOOK

OPTIONS: Final = Options("premier", BOOK / "options.yaml")
