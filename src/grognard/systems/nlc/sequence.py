"""The course of a battle (chapter 4): turns, phases, stages and their four segments, in order."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Call, Done, Draw, Flow, Goto, Over, Procedure, rule, step
from grognard.systems.nlc import chits, demoralization
from grognard.systems.nlc.arrivals import Arrivals
from grognard.systems.nlc.combat.assault import AssaultSegment
from grognard.systems.nlc.command.phase import CommandPhase
from grognard.systems.nlc.command.success import close_stage
from grognard.systems.nlc.events import (
    Fact,
    MarksWiped,
    PhaseBegan,
    SegmentBegan,
    StageBegan,
    StageEnded,
    TurnBegan,
)
from grognard.systems.nlc.guns.bombardment import BombardmentSegment
from grognard.systems.nlc.hidden.marching import Plotting, Watch, bank
from grognard.systems.nlc.horse.charge import ChargeSegment
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.leaders import Returns
from grognard.systems.nlc.movement.movement import MovementSegment
from grognard.systems.nlc.movement.quarters import MoveQuarters
from grognard.systems.nlc.outcome import outcome
from grognard.systems.nlc.player_turns import PlayerTurns
from grognard.systems.nlc.rally import Rally
from grognard.systems.nlc.recovery import Recovery
from grognard.systems.nlc.setting import FormationId, SideId
from grognard.systems.nlc.supply import SupplyCheck
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.turn_end import close_turn, open_turn
from grognard.systems.nlc.victory import is_decided, score_turn, verdict


class BattleEnded(Fact, frozen=True, tag=True):
    """The battle is over, and this is how it stands (N18.1)."""

    verdict: str
    lines: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N18.1",)


class Battle(Procedure, tag=True):
    """N4: turn after turn until the last one. ``drawn`` are the chits of this turn so far."""

    initial: str = ""
    drawn: tuple[str, ...] = ()

    @step("N4.1", "R-0.4")
    def begin_turn(self, table: Table) -> Flow:
        number = table.turn + 1
        if number > len(table.setting.turns) or is_decided(table):
            return Goto("weigh")
        info = table.setting.turns[number - 1]
        table.record(TurnBegan(number, info.time, info.weather.value))
        open_turn(table)
        self.drawn = ()
        return None

    @step("N4.1", "N11.2.2", "N11.4.4", "R-4.1")
    def welcome_back(self, table: Table) -> Flow:
        table.record(PhaseBegan("reinforcement"))
        return Call(Returns())

    @step("N4.1", "R-4.1")
    def roll_arrivals(self, table: Table) -> Flow:
        return Call(Arrivals())

    @step("N4.2", "N12.3.1")
    def command(self, table: Table) -> Flow:
        table.record(PhaseBegan("command"))
        return Call(CommandPhase())

    @step("N20.1.1", "N20.1.2.4")
    def hide(self, table: Table) -> Flow:
        return Call(Plotting()) if table.setting.on("hidden_movement") else None

    @step("N4.2", "N13.9")
    def rally(self, table: Table) -> Flow:
        return Call(Rally())

    @step("N4.3", "R-4.5", "NP.1", "NM.1", "ND.1", "N16.7")
    def prepare_chits(self, table: Table) -> Flow:
        if takes_player_turns(table):
            return Goto("take_player_turns")
        table.record(PhaseBegan("chits"))
        return Call(chits.ChitPreparation())

    @step("N4.5")
    def initial_action(self, table: Table, chit: str) -> Flow:
        table.record(PhaseBegan("initial-action"))
        return Call(stage_of(table, chit), then="begin_draws") if chit else Goto("begin_draws")

    @step("N4.6")
    def begin_draws(self, table: Table) -> Flow:
        table.record(PhaseBegan("formations"))
        return None

    @step("N4.6")
    def draw(self, table: Table) -> Flow:
        if not table.cup or is_decided(table):
            return Goto("begin_reserve")
        return Draw(table.cup, "chit")

    @step("N4.6", "N2.1.2")
    def act(self, table: Table, chit: str) -> Flow:
        table.record(chits.ChitDrawn(chit))
        self.drawn = (*self.drawn, chit)
        return Call(stage_of(table, chit), then="draw")

    @step("NP.1", "NM.1", "ND.1")
    def take_player_turns(self, table: Table) -> Flow:
        return Call(PlayerTurns(), then="end_turn")

    @step("N4.7", "N4.9", "R-4.2")
    def begin_reserve(self, table: Table) -> Flow:
        table.record(PhaseBegan("reserve"))
        return Call(ReserveStage(table.setting.reserve_first))

    @step("N4.7")
    def second_reserve(self, table: Table) -> Flow:
        return Call(ReserveStage(table.setting.enemy(table.setting.reserve_first)))

    @step("N17.2")
    def end_turn(self, table: Table) -> Flow:
        table.record(PhaseBegan("turn-end"))
        return Call(SupplyCheck())

    @step("N4.8", "N6.3.2", "N19.2.1")
    def recover(self, table: Table) -> Flow:
        return Call(Recovery())

    @step("N4.8", "N18.1")
    def score(self, table: Table) -> Flow:
        demoralization.settle(table)
        score_turn(table)
        close_turn(table)
        table.record(MarksWiped())
        table.record(chits.PairsParted())
        return Goto("begin_turn")

    @step("N18.1")
    def weigh(self, table: Table) -> Flow:
        found = verdict(table)
        table.record(BattleEnded(found.name, found.lines))
        return None

    @step("N18.1")
    def end(self, table: Table) -> Flow:
        found = outcome(table)
        return Over(found.verdict, found)


@rule("R-4.5", "N16.7")
def takes_player_turns(table: Table) -> bool:
    """Do the sides act one after the other this turn, instead of by chits?"""
    setting = table.setting
    if any(setting.on(name) for name in ("igougo", "multiplayer_command", "combat_only")):
        return True
    return setting.turns[table.turn - 1].night and not setting.on("night_cup")


def stage_of(table: Table, chit: str) -> Stage:
    formations = tuple(sorted(chits.formations_of(table, chit)))
    return Stage(chits.side_of_chit(table, chit), formations)


class Stage(Procedure, tag=True):
    """N4.5: the formations of a chit bombard, charge, move and assault."""

    side: SideId
    formations: tuple[FormationId, ...]

    @step("N4.6", "N4.1.3", "R-4.3")
    def begin(self, table: Table) -> Flow:
        begin_stage(table, self.side, self.formations)
        return None

    @step("N20.1.2.1")
    def find_the_hidden(self, table: Table) -> Flow:
        return Call(Watch()) if table.hidden else None

    @step("N4.5.1", "N16.2")
    def bombard(self, table: Table) -> Flow:
        table.record(SegmentBegan("bombardment"))
        return Call(BombardmentSegment(self.side))

    @step("N4.5.2")
    def charge(self, table: Table) -> Flow:
        table.record(SegmentBegan("charge"))
        return Call(ChargeSegment(self.side))

    @step("N4.5.3", "N4.4.1", "N4.4.2")
    def move(self, table: Table) -> Flow:
        table.record(SegmentBegan("movement"))
        return Call(MovementSegment(self.side))

    @step("N4.5.4", "N16.8")
    def assault(self, table: Table) -> Flow:
        table.record(SegmentBegan("assault"))
        return Call(AssaultSegment(self.side))

    @step("N12.2A.2", "N12.2A.3")
    def end(self, table: Table) -> Flow:
        close_stage(table)
        table.record(StageEnded())
        return Done()


def begin_stage(table: Table, side: SideId, formations: tuple[FormationId, ...]) -> None:
    """Activate formations with all their parts."""
    table.record(StageBegan(side, formations))
    if table.hidden:
        bank(table)


class ReserveStage(Procedure, tag=True):
    """N4.7: everything in reserve bombards and moves; headquarters under orders move."""

    side: SideId

    @step("N4.7", "N4.9", "R-4.7")
    def begin(self, table: Table) -> Flow:
        resting = tuple(
            formation.id
            for formation in table.setting.formations.values()
            if formation.side == self.side
            and table.forces[formation.id].is_whole
            and table.forces[formation.id].type is OrderType.RESERVE
            and chits.is_present(table, formation.id)
        )
        begin_stage(table, self.side, resting)
        return None

    @step("N4.5.1", "R-4.7")
    def bombard(self, table: Table) -> Flow:
        table.record(SegmentBegan("bombardment"))
        return Call(BombardmentSegment(self.side))

    @step("N4.5.3", "N12.2I.4", "R-4.7", "R-4.9")
    def move(self, table: Table) -> Flow:
        table.record(SegmentBegan("movement"))
        return Call(MovementSegment(self.side))

    @step("N11.5.1")
    def move_quarters(self, table: Table) -> Flow:
        return Call(MoveQuarters(self.side))

    @step("N4.7")
    def end(self, table: Table) -> Flow:
        close_stage(table)
        table.record(StageEnded())
        return Done()
