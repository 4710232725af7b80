"""Strategic command: the chiefs' points, and who is active first (step 1 of the turn)."""

from __future__ import annotations

from grognard.kernel import Ask, Choices, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.mechanics.commands import Pick
from grognard.systems.empire.command.events import InitiativeRolled
from grognard.systems.empire.command.points import points_for
from grognard.systems.empire.events import FirstChosen, PointsRolled, PointsSpent
from grognard.systems.empire.setting import SideId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table


class StrategicCommand(Procedure, tag=True):
    """Both chiefs roll for points; then the initiative, where the scenario names nobody."""

    rolled: int = 0
    scores: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    """What each chief adds to his die, in the order of the sides; a secret until both have said it."""

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Nobody sees what another has bid while it is asked for."""
        if len(self.bids) == len(table.setting.sides):
            return self
        own = [
            bid if each == side else 0
            for each, bid in zip(table.setting.sides, self.bids, strict=False)
        ]
        return StrategicCommand(self.rolled, self.scores, tuple(own))

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

    @step("E21.5", "E24.6", "E24.13")
    def ask_bid(self, table: Table) -> Flow:
        """Each chief may spend points on the initiative; nobody hears how many until both have."""
        if len(self.bids) == len(table.setting.sides):
            return Goto("contest")
        side = table.setting.sides[len(self.bids)]
        most = most_bid(table, side)
        if not most:
            self.bids = (*self.bids, 0)
            return Goto("ask_bid")
        picks = [Pick(str(points)) for points in range(most + 1)]
        return Ask(side, Choices(picks, "E24.6"), "initiative-bid")

    @step("E24.6")
    def hear_bid(self, table: Table, action: Pick) -> Flow:
        self.bids = (*self.bids, int(action.choice))
        return Goto("ask_bid")

    @step("E21.5")
    def contest(self, table: Table) -> Flow:
        return Roll("d6", "initiative", _chief(table, len(self.scores)))

    @step("E21.5", "E24.6")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        chief, bid = _chief(table, len(self.scores)), self.bids[len(self.scores)]
        total = dice[0] + sheet().commander(table.officers[chief].grade).value + bid
        if bid:
            table.record(PointsSpent(chief, bid))
        table.record(InitiativeRolled(chief, dice[0], bid, total))
        self.scores = (*self.scores, total)
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


@rule("E24.6", "E24.13")
def most_bid(table: Table, side: SideId) -> int:
    """How many points a chief may add to his die: no more than two, none while he is with a unit."""
    chief = table.chief(side)
    if chief.attached or chief.lost or chief.at is None:
        return 0
    return min(chief.points, sheet().figure("commanders/points", "bonus_most"))


def _chief(table: Table, number: int) -> str:
    return table.setting.armies[table.setting.sides[number]].chief


def last_first(table: Table) -> str:
    """Whoever was first last turn; at first the defender."""
    return table.first or table.setting.enemy(table.setting.attacker)
