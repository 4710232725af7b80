"""The library of packs: the documents that come with the project, by the names of their folders.

Only the head of a document is read here, a line ``system: NAME`` at the margin of a file. The rest
is for the system that it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.desks.altering import Alteration, unalterable
from grognard.desks.measures import Measures
from grognard.kernel.documents import MAIN, Document, Source
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.options import OptionInfo
from grognard.mechanics.packs.files import BELOW
from grognard.mechanics.packs.gathering import from_path
from grognard.mechanics.packs.shapes import Problem
from grognard.mechanics.rulebooks import Rulebook

LIBRARY: Final = Path(__file__).parents[1] / "library"
HEAD: Final = 20_000
"""The head is looked for in so many bytes."""

_SYSTEM: Final = re.compile(rb"""^system:[ \t]*['"]?([A-Za-z0-9_-]+)""", re.MULTILINE)

_OF: Final = re.compile(rb"^of:[ \t]*['\"]?([A-Za-z0-9_-]+)", re.MULTILINE)

Stamp = tuple[tuple[str, int, int], ...]


Citations = Mapping[str, tuple[str, ...]]
"""Clause -> the places of the code that enforce it."""


class Listing(msgspec.Struct, frozen=True, order=True):
    """A scenario that can be played, for lists."""

    id: str
    title: str
    summary: str = ""
    description: str = ""
    date: str = ""
    sides: dict[str, str] = {}
    turns: int = 0
    units: int = 0
    guided: bool = False


class Library(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A system's part of the library: its battles, its table options, its book.

    ``setting`` reads a document, with options; ``check`` names the problems of a pack, ``schema`` is
    what may be written in one, ``altered`` writes into a document what happened before its battle,
    and ``describe`` tells a setting in words. ``enforced`` reads what the code cites as clauses of
    the book. ``about`` says in a line what one commands, and on what scale. ``first`` is the battle that most people open first. ``soak`` are the packs of a soak: a
    name, how many battles, and in every which of them options are drawn (``duel:500:3``).
    ``measures`` are for the benchmarks, and imported when they are asked for.
    """

    setting: Callable[[Source, Mapping[str, str]], Any]
    battles: Callable[[], Iterable[Listing]] = tuple
    options: Callable[[], Iterable[OptionInfo]] = tuple
    book: Callable[[], Rulebook] = Rulebook
    enforced: Callable[[Citations], Citations] = dict
    check: Callable[[Source], Iterable[Problem]] = lambda pack: ()
    altered: Callable[[Document, Alteration], Document] = unalterable
    schema: Callable[[], dict[str, Any]] = dict
    describe: Callable[[Any], str] = lambda setting: str(setting.title)
    about: str = ""
    first: str = ""
    soak: tuple[str, ...] = ()
    measures: Callable[[], Measures] = Measures


def names() -> list[str]:
    """The name of every document of the library."""
    return sorted(file.parent.name for file in LIBRARY.glob(f"*/{MAIN}"))


def names_of(system: str) -> list[str]:
    """The documents of one system."""
    return [name for name in names() if system_of(LIBRARY / name) == system]


def document(source: Source) -> Document:
    """The document that is meant; one in the library is gathered once, until its files change."""
    if isinstance(source, Document):
        return _upon(source)
    path = found(source)
    return _upon(_held(path, _stamp(path)) if path.parent == LIBRARY else from_path(path))


def base_of(document: Document) -> str:
    """The name of the pack that a document stands upon; empty where it stands alone."""
    named = _OF.search(document.files[0][1][:HEAD])
    return named[1].decode() if named else ""


def _upon(document: Document) -> Document:
    """A document with the files of the pack that it stands upon (``of: NAME``), if the library has it."""
    base = base_of(document)
    if not (base and (LIBRARY / base / MAIN).is_file()) or any(
        file.startswith(f"{base}{BELOW}") for file, _ in document.files
    ):
        return document
    return _together(document, _upon(_held(LIBRARY / base, _stamp(LIBRARY / base))), base)


@lru_cache(maxsize=64)
def _together(document: Document, base: Document, name: str) -> Document:
    below = ((f"{name}{BELOW}{file}", content) for file, content in base.files)
    return Document.of((*document.files, *below))


def found(path_or_name: str | Path) -> Path:
    """A path as it stands, or the pack of that name in the library."""
    path, word = Path(path_or_name), str(path_or_name)
    if not path.exists() and word.replace("-", "").replace("_", "").isalnum():
        known = LIBRARY / word
        if known.is_dir():
            return known
    return path


def _stamp(folder: Path) -> Stamp:
    """What changes when a file of the folder does."""
    stats = [(file.name, file.stat()) for file in sorted(folder.glob("*.yaml"))]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@lru_cache(maxsize=64)
def _held(folder: Path, stamp: Stamp) -> Document:
    return from_path(folder)


def system_of(source: Source) -> str:
    """The system that a document says it is played under; empty where it says none."""
    try:
        files = document(source).files
    except MalformedFile:
        return ""
    for _, content in files:
        named = _SYSTEM.search(content[:HEAD])
        if named:
            return named[1].decode()
    return ""
