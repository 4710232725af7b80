"""Facts of the cavalry of An XXX (rule 19)."""

from __future__ import annotations

from typing import ClassVar

from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.pieces import UnitId


class WaveCalledUp(Fact, frozen=True, tag=True):
    """A blank: the next hex of a column of companies comes up and fights (X19.2.12)."""

    units: tuple[UnitId, ...]
    target: Hex
    wave: int
    clauses: ClassVar[tuple[str, ...]] = ("X19.2.12",)
