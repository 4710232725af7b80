"""What packs of every system share: the list of the library, the check, the refusal of a faulty one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

from grognard.desks.library import LIBRARY, Listing, document, names_of
from grognard.kernel.documents import Document, Source
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.printing import DIGITS
from grognard.mechanics.packs.files import read_pack
from grognard.mechanics.packs.shapes import Entry, Problem, Record

T = TypeVar("T")
Maker = Callable[[Document, Mapping[str, str]], tuple[T | None, list[Problem]]]
"""What reads a document with the options of the table: a setting, and all that is wrong."""


def checked(source: Source, make: Maker[Any]) -> list[Problem]:
    """Every problem of a document, in the order of its files and lines."""
    try:
        return sorted(make(document(source), {})[1])
    except MalformedFile as fault:
        return [Problem.of(fault)]


def loaded(source: Source, options: Mapping[str, str], make: Maker[T]) -> T:
    """The setting of a document that nothing is wrong with."""
    return sound(*make(document(source), options))


def revision_of(document: Document, chosen: Mapping[str, str]) -> str:
    """By this a journal names the document and the options that it was played under."""
    return sha256(f"{document.hash}\n{sorted(chosen.items())}".encode()).hexdigest()[:DIGITS]


def sound(made: T | None, problems: Sequence[Problem]) -> T:
    """What was made of a pack, if nothing is wrong with it."""
    if made is not None and not problems:
        return made
    first, more = problems[0], len(problems) - 1
    also = f"; {more} more, see 'scenario check'" if more else ""
    raise MalformedFile(
        first.file, first.text + also, line=first.line or None, field=first.field, hint=first.hint
    )


def battles_of(system: str, shape: Record) -> list[Listing]:
    """The battles of the library that are played under a system's rules, by name."""
    listed = (listing(document(LIBRARY / name), name, shape) for name in names_of(system))
    return [battle for battle in listed if battle is not None]


@lru_cache(maxsize=64)
def listing(document: Document, name: str, shape: Record) -> Listing | None:
    """What a list says of a document, under the name by which it is asked for."""
    entry = read_pack(document, shape).entry
    if entry is None:
        return None
    turns, units = len(entry.each("turns")), len(entry.each("units"))
    return Listing(
        id=name,
        title=entry.get("title", name),
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
