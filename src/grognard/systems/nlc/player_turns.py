"""Play without a cup (R-4.5, A23): each side acts once, with everything it has.

For play by mail and by several players, for nights on which nothing fights, and for combat alone.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import (
    Account,
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Item,
    Procedure,
    Roll,
    rule,
    step,
)
from grognard.systems.nlc import chits
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.combat.assault import AssaultSegment
from grognard.systems.nlc.command.success import close_stage
from grognard.systems.nlc.events import Fact, PhaseBegan, SegmentBegan, StageBegan, StageEnded
from grognard.systems.nlc.guns.bombardment import BombardmentSegment
from grognard.systems.nlc.horse.charge import ChargeSegment
from grognard.systems.nlc.movement.movement import MovementSegment
from grognard.systems.nlc.movement.quarters import MoveQuarters
from grognard.systems.nlc.setting import LeaderId, SideId
from grognard.systems.nlc.table import Table

FIRST = "went-first:"
"""Begins the tally of the side that had the first player turn."""


class OrderOfPlayRolled(Fact, frozen=True, tag=True):
    """Both sides rolled for the choice of playing first or second (NP.2)."""

    totals: tuple[tuple[SideId, LeaderId, int, Account], ...]
    winner: SideId
    clauses: ClassVar[tuple[str, ...]] = ("NP.2", "NP.5")


class PlayedFirst(Fact, frozen=True, tag=True):
    side: SideId
    clauses: ClassVar[tuple[str, ...]] = ("NP.2",)

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        for side in table.setting.sides:
            tally.pop(FIRST + side, None)
        tally[FIRST + self.side] = 1


class PlayerTurns(Procedure, tag=True):
    """Who goes first is rolled for; then one side acts, and then the other."""

    throws: tuple[int, ...] = ()
    leading: SideId = ""

    @step("NP.1", "NP.4", "N16.7", "ND.1")
    def begin(self, table: Table) -> Flow:
        """At night and without orders nobody rolls: the usual side goes first."""
        setting = table.setting
        rolls = setting.on("igougo") or setting.on("multiplayer_command")
        if not rolls:
            self.leading = setting.reserve_first
            return Goto("play_first")
        table.record(PhaseBegan("order-of-play"))
        return None

    @step("NP.4")
    def coordinate(self, table: Table) -> Flow:
        return Call(chits.Coordination())

    @step("NP.2")
    def look(self, table: Table) -> Flow:
        return None if len(self.throws) < 2 else Goto("weigh")

    @step("NP.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "order-of-play", self._sides(table)[len(self.throws)])

    @step("NP.2")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.throws = (*self.throws, dice[0])
        return Goto("look")

    @step("NP.2", "NP.5", "R-P")
    def weigh(self, table: Table) -> Flow:
        totals = [
            (side, *_account(table, side, die))
            for side, die in zip(self._sides(table), self.throws, strict=True)
        ]
        lead = totals[0][3].total - totals[1][3].total
        winner = "" if not lead else totals[0 if lead > 0 else 1][0]
        table.record(OrderOfPlayRolled(tuple(totals), winner))
        if not winner:
            self.leading = self._as_before(table)
            return Goto("play_first")
        self.leading = winner
        return None

    @step("NP.2")
    def ask(self, table: Table) -> Flow:
        return Ask(self.leading, Choices((Pick("first"), Pick("second")), "NP.2"), "order-of-play")

    @step("NP.2")
    def hear_choice(self, table: Table, picked: Pick) -> Flow:
        if picked.choice == "second":
            self.leading = table.setting.enemy(self.leading)
        return None

    @step("NP.1")
    def play_first(self, table: Table) -> Flow:
        table.record(PlayedFirst(self.leading))
        return Call(PlayerTurn(self.leading))

    @step("NP.1")
    def play_second(self, table: Table) -> Flow:
        return Call(PlayerTurn(table.setting.enemy(self.leading)))

    @step("NP.1")
    def finish(self, table: Table) -> Flow:
        return Done()

    def _sides(self, table: Table) -> tuple[SideId, SideId]:
        first = table.setting.reserve_first
        return first, table.setting.enemy(first)

    @rule("R-P")
    def _as_before(self, table: Table) -> SideId:
        before = [side for side in table.setting.sides if table.tally.get(FIRST + side)]
        return before[0] if before else table.setting.reserve_first


@rule("NP.2", "R-P")
def _account(table: Table, side: SideId, die: int) -> tuple[LeaderId, int, Account]:
    """A die, the commander's rating, and the hexes that the enemy left after combat last turn."""
    able = chits.commanders(table, side)
    leader = max(able, key=lambda name: chits.rating(table, name), default="")
    items = [Item(die, "the die", "NP.2")]
    if leader:
        items.append(Item(chits.rating(table, leader), "the commander's rating", "NP.2"))
    won = table.tally.get(f"last-vacated:{table.setting.enemy(side)}", 0)
    if won:
        items.append(Item(won, "combats won last turn", "NP.2"))
    return leader, die, Account(tuple(items))


class PlayerTurn(Procedure, tag=True):
    """NP.1: bombardment, charge, movement and assault once for every formation of a side."""

    side: SideId

    @step("NP.1", "NM.1", "NM.11")
    def begin(self, table: Table) -> Flow:
        table.record(PhaseBegan("player-turn"))
        formations = tuple(
            formation.id
            for formation in table.setting.formations.values()
            if formation.side == self.side and chits.is_present(table, formation.id)
        )
        table.record(StageBegan(self.side, formations))
        return None

    @step("NP.1")
    def bombard(self, table: Table) -> Flow:
        table.record(SegmentBegan("bombardment"))
        return Call(BombardmentSegment(self.side))

    @step("NP.1")
    def charge(self, table: Table) -> Flow:
        table.record(SegmentBegan("charge"))
        return Call(ChargeSegment(self.side))

    @step("NP.1")
    def move(self, table: Table) -> Flow:
        table.record(SegmentBegan("movement"))
        return Call(MovementSegment(self.side))

    @step("N11.5.1")
    def move_quarters(self, table: Table) -> Flow:
        return Call(MoveQuarters(self.side))

    @step("NP.1", "NP.4")
    def assault(self, table: Table) -> Flow:
        table.record(SegmentBegan("assault"))
        return Call(AssaultSegment(self.side))

    @step("NP.1")
    def end(self, table: Table) -> Flow:
        close_stage(table)
        table.record(StageEnded())
        return Done()
