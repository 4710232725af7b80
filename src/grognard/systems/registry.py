"""Which systems there are. Each is imported when it is asked for, not before."""

from __future__ import annotations

from importlib import import_module

from grognard.desks import library
from grognard.kernel.documents import Source
from grognard.kernel.errors import GrognardError
from grognard.systems.plug import System

SYSTEMS = {
    "premier": "grognard.systems.premier.system",
    "an-xxx": "grognard.systems.an_xxx.system",
    "nlc": "grognard.systems.nlc.system",
    "empire": "grognard.systems.empire.system",
}
"""Name -> the module whose ``SYSTEM`` is the plug of the rulebook."""

USUAL = next(iter(SYSTEMS))
"""The system of packs, situations and puzzles that name none."""


class UnknownSystem(GrognardError):
    """No rulebook has that name."""


def system_named(name: str) -> System:
    """The record of a rulebook.

    >>> system_named("premier").title
    'La Bataille Premier'
    """
    if name not in SYSTEMS:
        known = ", ".join(sorted(SYSTEMS))
        raise UnknownSystem(f"there is no system {name!r}; there is: {known}")
    system: System = import_module(SYSTEMS[name]).SYSTEM
    return system


def name_of(source: Source) -> str:
    """The name of the system that a document is played under; the usual one where it has none."""
    return library.system_of(source) or USUAL


def system_of(source: Source) -> System:
    """The system that a document is played under."""
    return system_named(name_of(source))
