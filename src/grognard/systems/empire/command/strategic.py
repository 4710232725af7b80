"""Strategic command: the chiefs' points, and who is active first (step 1 of the turn)."""

from __future__ import annotations

from grognard.kernel import Ask, Choices, Done, Flow, Goto, Procedure, Roll, step
from grognard.mechanics.commands import Pick
from grognard.systems.empire.command.points import points_for
from grognard.systems.empire.events import FirstChosen, PointsRolled
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table


class StrategicCommand(Procedure, tag=True):
    """Both chiefs roll for points; then the initiative, where the scenario names nobody."""

    rolled: int = 0
    scores: tuple[int, ...] = ()

    @step("E21.1", "E24.1", "E24.10")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "command-points", _chief(table, self.rolled))

    @step("E24.1")
    def count(self, table: Table, dice: tuple[int, ...]) -> Flow:
        chief = _chief(table, self.rolled)
        points = points_for(table.officers[chief].grade, dice[0])
        table.record(PointsRolled(chief, dice[0], points))
        self.rolled += 1
        return Goto("throw") if self.rolled < len(table.setting.sides) else None

    @step("E21.5")
    def named(self, table: Table) -> Flow:
        first = table.setting.turns[table.turn - 1].first
        if not first:
            return None
        table.record(FirstChosen(first))
        return Done()

    @step("E21.5")
    def contest(self, table: Table) -> Flow:
        return Roll("d6", "initiative", _chief(table, len(self.scores)))

    @step("E21.5")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        grade = table.officers[_chief(table, len(self.scores))].grade
        self.scores = (*self.scores, dice[0] + sheet().commander(grade).value)
        if len(self.scores) < len(table.setting.sides):
            return Goto("contest")
        one, other = self.scores
        if one != other:
            return None
        table.record(FirstChosen(last_first(table)))
        return Done()

    @step("E21.5")
    def choose(self, table: Table) -> Flow:
        one, other = self.scores
        winner = table.setting.sides[one < other]
        return Ask(winner, Choices(map(Pick, sorted(table.setting.sides)), "E21.5"), "first-side")

    @step("E21.5")
    def chosen(self, table: Table, action: Pick) -> Flow:
        table.record(FirstChosen(action.choice))
        return Done()


def _chief(table: Table, number: int) -> str:
    return table.setting.armies[table.setting.sides[number]].chief


def last_first(table: Table) -> str:
    """Whoever was first last turn; at first the defender."""
    return table.first or table.setting.enemy(table.setting.attacker)
