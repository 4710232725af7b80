"""Reading the files of a pack of this system; see ``mechanics.packs.files``."""

from __future__ import annotations

from pathlib import Path

from grognard.mechanics.packs import files
from grognard.mechanics.packs.files import MAIN, PackText
from grognard.systems.premier.packs.packfields import PACK

__all__ = ["MAIN", "PackText", "read_pack"]


def read_pack(path: Path) -> PackText:
    """Read every file of a pack and all its fields."""
    return files.read_pack(path, PACK)
