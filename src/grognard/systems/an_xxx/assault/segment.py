"""The assault phase (X2.2): one target hex after the other, in the phasing player's order."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, step
from grognard.systems.bataille.table import Table


class AssaultSegment(Procedure, tag=True):
    """Every pair that has closed is resolved; without a pair there is nothing to ask."""

    side: str

    @step("X2.2")
    def over(self, table: Table) -> Flow:
        return Done()
