"""Which printing of the cards a game is played with."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from grognard.mechanics.charts.lined import read_lined

DIGITS: Final = 12


def printed_in(*folders: Path) -> list[Path]:
    """The cards of some folders by name; one of a later folder stands for its namesake before it."""
    found = {path.name: path for folder in folders for path in sorted(folder.glob("*.yaml"))}
    return [found[name] for name in sorted(found)]


@cache
def printing(*charts: Path) -> str:
    """A digest of what the cards of some folders say: comments and layout do not count."""
    digest = sha256()
    for path in printed_in(*charts):
        digest.update(f"{path.name}\n{read_lined(path).content()!r}\n".encode())
    return digest.hexdigest()[:DIGITS]
