"""The end of a game turn, in the order of the book (E21.7)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, step
from grognard.systems.empire.charge.events import ShelterEnded
from grognard.systems.empire.command.events import PointsLost
from grognard.systems.empire.command.own_will import turn_to_hold
from grognard.systems.empire.events import MarkersLifted, ObjectiveTaken
from grognard.systems.empire.morale.losses import Eliminated
from grognard.systems.empire.table import Table
from grognard.systems.empire.victory import holder_now


class TurnEnd(Procedure, tag=True):
    """Markers off, orders that change by themselves, objectives."""

    @step("E21.7", "E22.8")
    def lift_markers(self, table: Table) -> Flow:
        table.record(MarkersLifted())
        return None

    @step("E42.13", "ER-16")
    def end_shelter(self, table: Table) -> Flow:
        """Gunners come back to their guns if their square still stands; else those are lost."""
        for unit, piece in sorted(table.pieces.items()):
            if not piece.shelter:
                continue
            square = table.pieces.get(piece.shelter)
            if square is None or square.disordered or not square.formation.is_square:
                return Call(Eliminated(unit), then="end_shelter")
            table.record(ShelterEnded(unit))
        return None

    @step("E21.7", "E25.8", "E24.10")
    def orders(self, table: Table) -> Flow:
        """Orders that change by themselves; what the chiefs have not spent is lost."""
        turn_to_hold(table)
        for side in table.setting.sides:
            if table.chief(side).points:
                table.record(PointsLost(side))
        return None

    @step("E21.7", "EV.4")
    def objectives(self, table: Table) -> Flow:
        for objective in table.setting.objectives:
            side = holder_now(table, objective)
            if side and side != table.holders[objective]:
                table.record(ObjectiveTaken(objective, side))
        return Done()
