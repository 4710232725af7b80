"""The reorganise phase (X2.3, section 12 of the procedures): recovery first, then the edition's own."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, step
from grognard.systems.an_xxx.guns.ammunition import Resupply
from grognard.systems.an_xxx.guns.burning import Fires
from grognard.systems.an_xxx.guns.overrun import LyingGuns
from grognard.systems.an_xxx.marks import PASSING
from grognard.systems.bataille.events.facts import Unmarked
from grognard.systems.bataille.morale.recovery import RecoverySegment
from grognard.systems.bataille.table import Table


class Reorganisation(Procedure, tag=True):
    """Recovery and readiness as in the base book; then ammunition, guns without a crew and fires; then the
    markers of assaults and charges come off."""

    side: str

    @step("X2.3", "P2.11")
    def recover(self, table: Table) -> Flow:
        return Call(RecoverySegment(self.side))

    @step("X2.3", "X18.14.4")
    def resupply(self, table: Table) -> Flow:
        return Call(Resupply(self.side))

    @step("X2.3", "X18.12.3")
    def see_to_lying_guns(self, table: Table) -> Flow:
        return Call(LyingGuns(self.side))

    @step("X2.3", "X18.15.7")
    def let_fires_burn(self, table: Table) -> Flow:
        return Call(Fires())

    @step("X2.3")
    def take_markers_off(self, table: Table) -> Flow:
        for unit, piece in list(table.pieces.items()):
            for mark in piece.marks:
                if mark.partition(":")[0] in PASSING:
                    table.record(Unmarked(unit, mark))
        return None

    @step("X2.3")
    def over(self, table: Table) -> Flow:
        return Done()
