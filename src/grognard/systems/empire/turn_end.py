"""The end of a game turn, in the order of the book (E21.7)."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, step
from grognard.systems.empire.events import MarkersLifted, ObjectiveTaken
from grognard.systems.empire.table import Table
from grognard.systems.empire.victory import holder_now


class TurnEnd(Procedure, tag=True):
    """Markers off, orders that change by themselves, objectives."""

    @step("E21.7", "E22.8")
    def lift_markers(self, table: Table) -> Flow:
        table.record(MarkersLifted())
        return None

    @step("E21.7", "EV.4")
    def objectives(self, table: Table) -> Flow:
        for objective in table.setting.objectives:
            side = holder_now(table, objective)
            if side and side != table.holders[objective]:
                table.record(ObjectiveTaken(objective, side))
        return Done()
