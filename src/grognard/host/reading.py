"""Reading scenarios and books for many at once: one reader at a time, and everything once.

The reader of YAML keeps its place in shared memory, so two threads may not read together.
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
    with ONE_READER:
        if isinstance(source, str):
            if source not in battles_of(system):
                raise GrognardError(f"there is no scenario {source!r}")
            source = library.document(source) if source in library.names() else source
        return _setting_of(system, source, options)


@lru_cache(maxsize=32)
def _setting_of(system: str, source: Source, options: tuple[tuple[str, str], ...]) -> Any:
    return system_named(system).library.setting(source, dict(options))


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
