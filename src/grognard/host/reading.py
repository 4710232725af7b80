"""Reading scenarios and books for many at once: everything once.

What is in the library is read by one at a time, so that nobody does it twice. What somebody sent
may take long to read and is nobody else's business: it holds up no other reader.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any, Final

from grognard.desks import library
from grognard.kernel.documents import Source
from grognard.kernel.errors import GrognardError
from grognard.systems.registry import system_named

ONE_READER: Final = threading.RLock()
"""Held by whoever reads files of the library."""


def setting_of(system: str, source: Source, options: tuple[tuple[str, str], ...]) -> Any:
    """The setting of a document or of a scenario, read once. No word is taken for a path."""
    if not isinstance(source, str):
        return _setting_of(system, source, options)
    with ONE_READER:
        if not has_battle(system, source):
            raise GrognardError(f"there is no scenario {source!r}")
        listed = source in library.names()
        found = library.document(library.LIBRARY / source) if listed else source
        return _setting_of(system, found, options)


@lru_cache(maxsize=32)
def _setting_of(system: str, source: Source, options: tuple[tuple[str, str], ...]) -> Any:
    return system_named(system).library.setting(source, dict(options))


def has_battle(system: str, name: str) -> bool:
    """Has a system a scenario of that name? Of a document of the library no more than its head is read."""
    if name in library.names():
        return library.system_of(library.LIBRARY / name) == system
    return name in battles_of(system)


def battles_of(system: str) -> tuple[str, ...]:
    """The names of the scenarios that a system has."""
    with ONE_READER:
        return _battles_of(system)


@lru_cache(maxsize=8)
def _battles_of(system: str) -> tuple[str, ...]:
    return tuple(battle.id for battle in system_named(system).library.battles())


def book_of(system: str) -> Any:
    """The rulebook in words."""
    with ONE_READER:
        return _book_of(system)


@lru_cache(maxsize=8)
def _book_of(system: str) -> Any:
    return system_named(system).library.book()
