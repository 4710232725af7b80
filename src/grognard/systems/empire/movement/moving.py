"""Movement and rallying (step d of an activation)."""

from __future__ import annotations

from grognard.kernel import Action, Ask, Call, Done, Flow, Goto, Procedure, step
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Detach, Garrison, March, Move, Quit, Rejoin
from grognard.systems.empire.movement import buildings, screens
from grognard.systems.empire.movement.carrying import MoveAlong
from grognard.systems.empire.movement.options import MovementOptions
from grognard.systems.empire.setting import DivisionId
from grognard.systems.empire.table import Table


class MovementStep(Procedure, tag=True):
    """Units of a division move and rally, in the order their player likes."""

    division: DivisionId

    @step("E21.2", "E24.7")
    def order(self, table: Table) -> Flow:
        if not table.units_in(self.division):
            return Done()
        return Ask(table.phasing, MovementOptions(table, self.division), "movement")

    @step("E24.7", "E24.8", "E24.9", "EM.1", "EU.12")
    def go(self, table: Table, action: Action) -> Flow:
        match action:
            case Move():
                march = isinstance(action, March)
                return Call(MoveAlong(action.units, action.path, march), then="order")
            case Garrison() | Quit():
                buildings.carried_out(table, action)
                return Goto("order")
            case Detach() | Rejoin():
                screens.carried_out(table, action)
                return Goto("order")
            case rally.Rally():
                rally.carried_out(table, action)
                return Goto("order")
            case _:
                return Done()
