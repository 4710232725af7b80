"""What earlier battles change in the document of a later one, in words of no rulebook."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError


class Joining(msgspec.Struct, frozen=True):
    """A body of another battle that takes part: its units with what is left of each.

    It stands ``near`` a place when the battle begins, or arrives in a ``zone`` from a turn on.
    ``prefix`` keeps its names apart from those of the battle, ``into`` is the body it is counted in.
    """

    source: Document
    units: Mapping[str, int]
    leaders: tuple[str, ...]
    side: str
    into: str
    prefix: str
    near: str = ""
    within: int = 0
    facing: str = "N"
    zone: str = ""
    turn: int = 0


class Alteration(msgspec.Struct, frozen=True):
    """Units that have lost men already, units and leaders that are not there, bodies that join."""

    lost: Mapping[str, int] = {}
    missing: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    joins: tuple[Joining, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lost or self.missing or self.leaders or self.joins)


def unalterable(document: Document, alteration: Alteration) -> Document:
    """The answer of a system whose packs cannot be linked."""
    if alteration:
        raise GrognardError("battles of this system cannot be linked")
    return document
