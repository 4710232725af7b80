"""The course of a battle (page 21): strategic command, two player turns, end of turn, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Drafted,
    Flow,
    Goto,
    Over,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.commands import Finish
from grognard.systems.empire.actions import Activate, Ride
from grognard.systems.empire.arrivals import Arrivals
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.command import chiefs, riding
from grognard.systems.empire.command.actions import CallReserve, ChangeOrder, SendPoint, TakeOver
from grognard.systems.empire.command.chiefs import ChiefCommands
from grognard.systems.empire.command.duty import note_duty
from grognard.systems.empire.command.strategic import StrategicCommand
from grognard.systems.empire.command.tactical import TacticalCommand
from grognard.systems.empire.deploying import Redeployment
from grognard.systems.empire.events import (
    BattleEnded,
    DivisionActivated,
    DivisionEnded,
    PlayerTurnBegan,
    SegmentBegan,
    TurnBegan,
)
from grognard.systems.empire.fire.firing import FireStep
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.outcome import outcome
from grognard.systems.empire.setting import DivisionId, SideId
from grognard.systems.empire.table import Table
from grognard.systems.empire.turn_end import TurnEnd
from grognard.systems.empire.victory import is_decided


class Battle(Procedure, tag=True):
    """Turn after turn until the last one, or until an army breaks."""

    @step("E21.1", "ER-28")
    def deploy(self, table: Table) -> Flow:
        return Call(Redeployment()) if table.setting.options["free_redeploy"] == "on" else None

    @step("E21.1", "EV.1")
    def begin_turn(self, table: Table) -> Flow:
        number = table.turn + 1
        if number > len(table.setting.turns) or is_decided(table):
            return Goto("weigh")
        table.record(TurnBegan(number, table.setting.turns[number - 1].time))
        return None

    @step("E21.1")
    def strategic_command(self, table: Table) -> Flow:
        return Call(StrategicCommand())

    @step("E21.4")
    def first_side(self, table: Table) -> Flow:
        return Call(PlayerTurn(table.first))

    @step("E21.4")
    def other_side(self, table: Table) -> Flow:
        return Call(PlayerTurn(table.setting.enemy(table.first)))

    @step("E21.3", "E21.7")
    def end_turn(self, table: Table) -> Flow:
        return Call(TurnEnd(), then="begin_turn")

    @step("EV.3")
    def weigh(self, table: Table) -> Flow:
        table.record(BattleEnded(outcome(table).verdict))
        return None

    @step("EV.3")
    def rest(self, table: Table) -> Flow:
        found = outcome(table)
        return Over(found.verdict, found)


class PlayerTurn(Procedure, tag=True):
    """A side activates its divisions one after the other, in the order it likes."""

    side: SideId

    @step("E21.4", "E21.8")
    def begin(self, table: Table) -> Flow:
        table.record(PlayerTurnBegan(self.side))
        return Call(Arrivals(self.side))

    @step("E21.6", "E24.4")
    def choose(self, table: Table) -> Flow:
        """Until all have acted; a reserve that could still be called keeps the turn open."""
        if not waiting(table, self.side) and not chiefs.has_reserve(table, self.side):
            return Done()
        return Ask(self.side, activations(table, self.side), "activate")

    @step("E21.6", "E24.3", "E24.4", "E24.5", "E29.10")
    def act(self, table: Table, action: Action) -> Flow:
        """The chief commands before and between the activations of his divisions."""
        match action:
            case Activate():
                return Call(Activation(action.division), then="choose")
            case Ride():
                riding.carried_out(table, action)
                return Goto("choose")
            case ChangeOrder() | CallReserve() | SendPoint():
                return Call(ChiefCommands(self.side, action), then="choose")
            case _:
                return Done()


@rule("E21.6")
def waiting(table: Table, side: SideId) -> list[DivisionId]:
    """The divisions of a side that have not acted; those off the table or in reserve are skipped."""
    return sorted(
        division.id
        for division in table.setting.divisions.values()
        if division.side == side
        and not table.bodies[division.id].acted
        and not table.bodies[division.id].reserve
        and table.units_in(division.id)
    )


def activations(table: Table, side: SideId) -> Drafted:
    def judge(order: Any) -> Reason | None:
        if isinstance(order, Ride):
            return riding.against(table, order, (table.chief(side).id,))
        if isinstance(order, Finish):
            due = waiting(table, side)
            return Reason("every division that can act does so", "E21.6") if due else None
        if not isinstance(order, Activate):
            return chiefs.against(table, side, order)
        division = table.setting.divisions.get(order.division)
        if division is None or division.side != side:
            return Reason(f"{order.division} is no division of yours", "E21.6")
        if order.division not in waiting(table, side):
            return Reason(f"{division.name} has acted, or has nobody here to act", "E21.6")
        return None

    def listed() -> Iterator[Action]:
        yield from map(Activate, waiting(table, side))
        yield from chiefs.listed(table, side)
        yield from riding.listed(table, table.chief(side).id)
        if not waiting(table, side):
            yield Finish()

    kinds = Activate, ChangeOrder, TakeOver, CallReserve, SendPoint, Ride, Finish
    return Drafted(judge, listed(), *kinds)


class Activation(Procedure, tag=True):
    """A division goes through its five steps; none is taken up again."""

    division: DivisionId

    @step("E21.2")
    def begin(self, table: Table) -> Flow:
        table.record(DivisionActivated(self.division))
        return Call(TacticalCommand(self.division))

    @step("E25.14")
    def note_duty(self, table: Table) -> Flow:
        note_duty(table, self.division)
        return None

    @step("E21.2")
    def preparatory_fire(self, table: Table) -> Flow:
        table.record(SegmentBegan("preparatory-fire"))
        return Call(FireStep(self.division, preparatory=True))

    @step("E21.2")
    def charges(self, table: Table) -> Flow:
        table.record(SegmentBegan("charges"))
        return Call(ChargeStep(self.division))

    @step("E21.2")
    def movements(self, table: Table) -> Flow:
        table.record(SegmentBegan("movement"))
        return Call(MovementStep(self.division))

    @step("E21.2")
    def final_fire(self, table: Table) -> Flow:
        table.record(SegmentBegan("final-fire"))
        return Call(FireStep(self.division, preparatory=False))

    @step("E24.10")
    def end(self, table: Table) -> Flow:
        table.record(DivisionEnded(self.division))
        return Done()
