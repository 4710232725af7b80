"""Charges and shocks (step c of an activation)."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, step
from grognard.systems.empire.setting import DivisionId
from grognard.systems.empire.table import Table


class ChargeStep(Procedure, tag=True):
    """All charges of a division are declared, then run one after the other."""

    division: DivisionId

    @step("E21.2")
    def declare(self, table: Table) -> Flow:
        return Done()
