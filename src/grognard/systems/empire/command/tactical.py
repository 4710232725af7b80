"""Tactical command: the general of a division rolls for his points (step a of an activation)."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, Roll, step
from grognard.systems.empire.command.points import points_for
from grognard.systems.empire.events import PointsRolled
from grognard.systems.empire.kinds import Grade
from grognard.systems.empire.setting import DivisionId
from grognard.systems.empire.table import Table


class TacticalCommand(Procedure, tag=True):
    """The points of a division, with what the chief has sent."""

    division: DivisionId

    @step("E21.2", "E24.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "command-points", table.general(self.division).id)

    @step("E24.1", "E24.5")
    def count(self, table: Table, dice: tuple[int, ...]) -> Flow:
        general = table.general(self.division)
        grade = Grade.POOR if general.lost or general.at is None else general.grade
        points = points_for(grade, dice[0]) + table.bodies[self.division].sent
        table.record(PointsRolled(general.id, dice[0], points))
        return Done()
