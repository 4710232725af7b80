"""What packs of every system share: the list of the library, and the refusal of a faulty pack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from grognard.desks.library import folders_of
from grognard.kernel.errors import MalformedFile
from grognard.kernel.system import Battle
from grognard.mechanics.packs.files import read_pack
from grognard.mechanics.packs.shapes import Entry, Problem, Record

T = TypeVar("T")
Stamp = tuple[tuple[str, int, int], ...]


def sound(made: T | None, problems: Sequence[Problem]) -> T:
    """What was made of a pack, if nothing is wrong with it."""
    if made is not None and not problems:
        return made
    first, more = problems[0], len(problems) - 1
    also = f"; {more} more, see 'scenario check'" if more else ""
    raise MalformedFile(
        first.file, first.text + also, line=first.line or None, field=first.field, hint=first.hint
    )


def battles_of(system: str, shape: Record) -> list[Battle]:
    """The battles of the library that are played under a system's rules, by name."""
    listed = (_battle(folder, _stamp(folder), shape) for folder in folders_of(system))
    return [battle for battle in listed if battle is not None]


def _stamp(folder: Path) -> Stamp:
    """What changes when a file of the folder does."""
    stats = [(file.name, file.stat()) for file in sorted(folder.glob("*.yaml"))]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@lru_cache(maxsize=64)
def _battle(folder: Path, stamp: Stamp, shape: Record) -> Battle | None:
    """What a list says of a pack; read again when its files have changed."""
    entry = read_pack(folder, shape).entry
    if entry is None:
        return None
    turns, units = len(entry.each("turns")), len(entry.each("units"))
    return Battle(
        id=folder.name,
        title=entry.get("title", folder.name),
        summary=f"{units} units, {turns} turns",
        description=" ".join(entry.get("description", "").split()),
        date=str(entry.get("date", "")),
        sides={side: _side_name(side, held) for side, held in entry.items("sides")},
        turns=turns,
        units=units,
        guided="guide" in entry,
    )


def _side_name(side: str, held: Entry) -> str:
    """A side is written as its name, or as a record that has one."""
    return held.value if isinstance(held.value, str) else str(held.get("name", side))
