"""The declaration and the charge phase (X2.2, X2.3): who will charge, and the charges one by one."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, step
from grognard.systems.bataille.table import Table


class DeclarationSegment(Procedure, tag=True):
    """Charges, combined and Grand Charges are named, and assaults may be; then all markers lie."""

    side: str

    @step("X2.3")
    def over(self, table: Table) -> Flow:
        return Done()


class ChargeSegment(Procedure, tag=True):
    """The named charges ride, one after the other, and each is fought out where it strikes."""

    side: str

    @step("X2.2")
    def over(self, table: Table) -> Flow:
        return Done()
