"""The library of packs: which folders there are, and whose rulebook each is played under.

Only the head of a pack is read here, a line ``system: NAME`` at the margin of its main file. The
rest is for the system that it names.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

LIBRARY: Final = Path(__file__).parents[1] / "library"
MAIN: Final = "scenario.yaml"
USUAL: Final = "premier"
"""The system of packs and situations that name none."""

HEAD: Final = 20_000
"""The head is looked for in so many bytes."""

_SYSTEM: Final = re.compile(rb"""^system:[ \t]*['"]?([A-Za-z0-9_-]+)""", re.MULTILINE)


def folders() -> list[Path]:
    """Every folder of the library that holds a pack, by name."""
    return sorted(file.parent for file in LIBRARY.glob(f"*/{MAIN}"))


def folders_of(system: str) -> list[Path]:
    """The packs of one system."""
    return [folder for folder in folders() if system_of(folder) == system]


def found(path_or_name: str | Path) -> Path:
    """A path as it stands, or the pack of that name in the library."""
    path, word = Path(path_or_name), str(path_or_name)
    if not path.exists() and word.replace("-", "").replace("_", "").isalnum():
        known = LIBRARY / word
        if known.is_dir():
            return known
    return path


def system_of(path_or_name: str | Path) -> str:
    """The system that a pack says it is played under; the usual one where it cannot be read."""
    path = found(path_or_name)
    main = path / MAIN if path.is_dir() else path
    try:
        stamp = main.stat()
    except OSError:
        return USUAL
    return _system_of(main, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=256)
def _system_of(main: Path, changed: int, size: int) -> str:
    try:
        with main.open("rb") as file:
            named = _SYSTEM.search(file.read(HEAD))
    except OSError:
        return USUAL
    return named[1].decode() if named else USUAL
