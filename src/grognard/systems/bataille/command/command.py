"""The command sequence (P2.3): what both sides settle together before anybody moves.

The weather of the turn, morale levels on the full hour, dice for columns whose hour is a secret,
who may arrive, wounded leaders who come back, and the clocks.
"""

from __future__ import annotations

from typing import Final

from grognard.kernel import Call, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.systems.bataille.command import clock, levels, weather
from grognard.systems.bataille.command.casualties import LeadersReturn, returning_leaders
from grognard.systems.bataille.command.weather import WeatherRoll
from grognard.systems.bataille.events.command import (
    ArrivalDiced,
    ArrivalWritten,
    ReinforcementsDue,
)
from grognard.systems.bataille.movement import schedule
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table

SECRET: Final = "secret-arrival"
"""The purpose of dice that only their owner may see: a host does not show them in its log."""

ON_TIME, LATE = "on_time", "one_turn_late"


class CommandSequence(Procedure, tag=True):
    """P2.3: both sides together, before either player-sequence. ``rolled``: groups diced for."""

    rolled: tuple[str, ...] = ()

    @step("P2.3", "P46.1")
    def look_at_the_sky(self, table: Table) -> Flow:
        return Call(WeatherRoll()) if weather.is_due(table) else None

    @step("P2.4", "P43.7", "PR-151")
    def count_levels(self, table: Table) -> Flow:
        levels.set_levels(table)
        return None

    @step("P2.3", "P45.10")
    def dice_for_arrivals(self, table: Table) -> Flow:
        for group in table.setting.arrivals:
            if group.id not in self.rolled and schedule.is_diced_for(table, group):
                self.rolled = (*self.rolled, group.id)
                return Call(SecretArrival(group.id), then="dice_for_arrivals")
        return None

    @step("P2.3", "P45.1")
    def identify_arrivals(self, table: Table) -> Flow:
        for group in table.setting.arrivals:
            if schedule.due_turn(table, group) == table.turn:
                secret = schedule.is_secret(table, group)
                table.record(ReinforcementsDue(group.side, group.id, group.units, secret))
        return None

    @step("P2.3", "PR-164")
    def welcome_leaders(self, table: Table) -> Flow:
        return Call(LeadersReturn()) if returning_leaders(table) else None

    @step("P2.3", "P8.1", "P17.1", "PR-137")
    def set_clocks(self, table: Table) -> Flow:
        clock.set_clocks(table)
        return Done()


class SecretArrival(Procedure, tag=True):
    """P45.10: the hour of one group is diced for, its result written down for its owner alone.

    The number of dice tells nothing: a group with a list of hours rolls for all of them but the
    last, one under the variation table once a turn until it appears, whatever fell before.
    """

    group: str
    count: int = 0

    @step("P45.10")
    def next_die(self, table: Table) -> Flow:
        group = schedule.group_named(table, self.group)
        if self.count < dice_count(group):
            return None
        write_last(table, group)
        return Done()

    @step("P45.10")
    def roll(self, table: Table) -> Flow:
        return Roll("d6", SECRET, self.group)

    @step("P45.10")
    def note(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        group = schedule.group_named(table, self.group)
        turn = group.roll[self.count][0] if group.roll else table.turn
        table.record(ArrivalDiced(group.side, group.id, turn, die))
        found = _found(table, group, self.count, die)
        if found and schedule.written_turn(table, group) is None:
            table.record(ArrivalWritten(group.side, group.id, found))
        self.count += 1
        return Goto("next_die")


def dice_count(group: Arrival) -> int:
    """The last hour of a list needs no die; the variation table takes one."""
    return len(group.roll) - 1 if group.roll else 1


@rule("P45.10")
def _found(table: Table, group: Arrival, count: int, die: int) -> int:
    """The turn that this die gives the group, or 0 if it gives none yet."""
    if group.roll:
        turn, needed = group.roll[count]
        return turn if die >= needed else 0
    ladder = table.setting.cards.charts["reinforcements"].ladder("arrival")
    result = ladder.cells[ladder.index("division")][die - 1]
    if result == ON_TIME:
        return table.turn
    return table.turn + 1 if result == LATE else 0


@rule("P45.10")
def write_last(table: Table, group: Arrival) -> None:
    """A group that missed every hour of its list comes at the last."""
    if group.roll and schedule.written_turn(table, group) is None:
        table.record(ArrivalWritten(group.side, group.id, group.roll[-1][0]))
