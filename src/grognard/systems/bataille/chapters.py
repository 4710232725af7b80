"""The chapters that the editions share, opened together: a registry must know them all, whoever of
the editions was imported first and whichever chapters it plays by."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from grognard.kernel import Event, Procedure
from grognard.kernel.system import subclasses

ROOM: Final = "grognard.systems.bataille"
CHAPTERS: Final = ("command", "events", "fire", "horse", "melee", "morale", "movement", "special")


def procedures_of(room: str) -> tuple[type[Procedure], ...]:
    """Every procedure that an edition has: the shared ones, and those of its own room."""
    _open(room)
    return tuple(kind for kind in subclasses(Procedure, room, ROOM) if kind.steps)


def events_of(room: str) -> tuple[type[Event], ...]:
    """Every event that an edition has: the shared ones, and those of its own room."""
    _open(room)
    return subclasses(Event, room, ROOM)


def _open(room: str) -> None:
    """Import the shared chapters, and the règlement of the edition, which leads to its own."""
    import_module(f"{ROOM}.battle")
    import_module(f"{room}.reglement")
    for chapter in CHAPTERS:
        package = import_module(f"{ROOM}.{chapter}")
        for found in iter_modules(package.__path__, f"{package.__name__}."):
            import_module(found.name)
