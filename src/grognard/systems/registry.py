"""Which systems there are. Each is imported when it is asked for, not before."""

from __future__ import annotations

from importlib import import_module

from grognard.kernel.errors import GrognardError
from grognard.kernel.system import System

SYSTEMS = {
    "premier": "grognard.systems.premier.system",
    "nlc": "grognard.systems.nlc.system",
}
"""Name -> the module whose ``SYSTEM`` is the record of the rulebook."""


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
