"""A battle: turn after turn until the last, or until a side has nothing left (rule 2)."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Call, Flow, Goto, Over, Procedure, rule, step
from grognard.systems.bataille.command.command import CommandSequence
from grognard.systems.bataille.events.facts import Fact, TurnBegan
from grognard.systems.bataille.movement import outside
from grognard.systems.bataille.outcome import outcome
from grognard.systems.bataille.packs.victory import JUDGED, levels_judged, verdict
from grognard.systems.bataille.table import Table


class BattleEnded(Fact, frozen=True, tag=True):
    """The battle is over, and this is how it stands (PR-170)."""

    verdict: str
    lines: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P2.13",)


class BattleJudged(Fact, frozen=True, tag=True):
    """A battle that is judged more than once: how it stands as a turn begins (PR-170)."""

    turn: int
    time: str
    verdict: str
    lines: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PR-170",)

    def change(self, table: Table) -> None:
        table.writable("removed")[f"{JUDGED}{self.turn}"] = self.verdict


class Battle(Procedure, tag=True):
    """P2: turn after turn until the last one, or until a side has nothing left."""

    @step("P2.13", "P3.1", "PR-170")
    def begin_turn(self, table: Table) -> Flow:
        number = table.turn + 1
        if number > len(table.setting.turns) or _is_decided(table):
            return Goto("weigh")
        info = table.setting.turns[number - 1]
        if levels_judged(table.setting, number):
            found = verdict(table, number)
            table.record(BattleJudged(number, info.time, found.name, found.lines))
        table.record(TurnBegan(number, info.time, info.weather))
        return None

    @step("P2.3", "P2.4")
    def command(self, table: Table) -> Flow:
        return Call(CommandSequence())

    @step("P2.1", "P2.2", "P2.5")
    def first_player(self, table: Table) -> Flow:
        return Call(table.setting.reglement.player_sequence(table.setting.sides[0]))

    @step("P2.5")
    def second_player(self, table: Table) -> Flow:
        if _is_decided(table):
            return Goto("weigh")
        sequence = table.setting.reglement.player_sequence(table.setting.sides[1])
        return Call(sequence, then="begin_turn")

    @step("P2.13")
    def weigh(self, table: Table) -> Flow:
        found = verdict(table)
        table.record(BattleEnded(found.name, tuple(found.lines)))
        return None

    @step("P2.13")
    def end(self, table: Table) -> Flow:
        found = outcome(table)
        return Over(found.verdict, found)


@rule("PR-170")
def _is_decided(table: Table) -> bool:
    """Has a side no combat unit on the map and none to come?"""
    return any(_is_spent(table, side) for side in table.setting.sides)


def _is_spent(table: Table, side: str) -> bool:
    if next(table.units_of(side), None) or next(outside.all_away(table, side), None):
        return False
    return not any(
        unit not in table.removed and unit not in table.pieces
        for arrival in table.setting.arrivals
        if arrival.side == side
        for unit in arrival.units
    )
