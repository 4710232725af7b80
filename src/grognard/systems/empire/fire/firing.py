"""Preparatory and final fire (steps b and e of an activation)."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, step
from grognard.systems.empire.setting import DivisionId
from grognard.systems.empire.table import Table


class FireStep(Procedure, tag=True):
    """The units of a division that may fire in this step, one after the other."""

    division: DivisionId
    preparatory: bool

    @step("E21.2")
    def open_fire(self, table: Table) -> Flow:
        return Done()
