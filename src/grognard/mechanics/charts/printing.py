"""Which printing of the cards a game is played with."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

DIGITS: Final = 12


@cache
def printing(charts: Path) -> str:
    """A digest of every card of a folder: another printing is another game."""
    digest = sha256()
    for path in sorted(charts.glob("*.yaml")):
        held = path.read_bytes()
        digest.update(f"{path.name}\n{len(held)}\n".encode())
        digest.update(held)
    return digest.hexdigest()[:DIGITS]
