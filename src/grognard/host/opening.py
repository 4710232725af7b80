"""What a record was played under: the document that it brings, or one of the library. Needs no store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.host.reading import has_battle, setting_of
from grognard.host.room import Room
from grognard.kernel.documents import Document, Source
from grognard.kernel.errors import GrognardError
from grognard.kernel.system import Edition
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named


class NoDocument(GrognardError):
    """The document that a record was played from is not here; the message says which."""


class Opened(msgspec.Struct, frozen=True):
    """What a record was played under, as far as it is here. ``needed`` is what is not, in words."""

    system: System
    setting: Any
    needed: str


def in_library(edition: Edition) -> list[Source]:
    """The scenario of the library that a record names, if there is one."""
    known = edition.system in SYSTEMS and has_battle(edition.system, edition.scenario)
    return [edition.scenario] if known else []


def setting_for(edition: Edition, held: Document | None, others: Sequence[Source]) -> Opened:
    """What a record was played under: its own document, or the first of others that fits."""
    if edition.system not in SYSTEMS:
        raise NoDocument(f"it needs the system {edition.system!r}, which is not here")
    system, options = system_named(edition.system), tuple(sorted(edition.options.items()))
    first: Opened | None = None
    for source in (held,) if held is not None else others:
        setting = setting_of(edition.system, source, options)
        found = Opened(system, setting, edition.differs(system.rules.edition(setting)))
        if not found.needed:
            return found
        first = first or found
    if first is None:
        raise NoDocument(
            f"it needs the scenario {edition.scenario!r} in revision {edition.pack!r}, "
            "which is not here and which it does not bring with it"
        )
    return first


def enclosed_of(room: Room) -> Document | None:
    """The document that goes with the record of a battle; a system may have settings without."""
    document: Document | None = getattr(room.setting, "document", None)
    return document if room.watched is None or room.watched.has_document else None
