"""Reading scenarios and books for many at once: one reader at a time, and everything once.

The reader of YAML keeps its place in shared memory, so two threads may not read together.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any, Final

from grognard.kernel.errors import GrognardError
from grognard.systems.registry import system_named

ONE_READER: Final = threading.RLock()
"""Held by whoever reads files of the library."""


def setting_of(system: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Any:
    """The setting of a battle, read once. Scenarios are named, never given as paths."""
    with ONE_READER:
        return _setting_of(system, scenario, options)


@lru_cache(maxsize=32)
def _setting_of(system: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Any:
    if scenario not in battles_of(system):
        raise GrognardError(f"there is no scenario {scenario!r}")
    return system_named(system).setting(scenario, dict(options))


def battles_of(system: str) -> tuple[str, ...]:
    """The names of the scenarios that a system has."""
    with ONE_READER:
        return _battles_of(system)


@lru_cache(maxsize=8)
def _battles_of(system: str) -> tuple[str, ...]:
    return tuple(battle.id for battle in system_named(system).battles())


def book_of(system: str) -> Any:
    """The rulebook in words."""
    with ONE_READER:
        return _book_of(system)


@lru_cache(maxsize=8)
def _book_of(system: str) -> Any:
    return system_named(system).book()
