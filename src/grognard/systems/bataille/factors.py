"""A factor of a strength, in fire and in melee."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Factor(msgspec.Struct, frozen=True):
    """One multiplication in a strength: by how much, why, and the clause that says so."""

    times: Fraction
    reason: str
    clause: str

    def __str__(self) -> str:
        return f"x {self.times} {self.reason} ({self.clause})"
