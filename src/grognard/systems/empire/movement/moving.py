"""Movement and rallying (step d of an activation)."""

from __future__ import annotations

from grognard.kernel import Action, Ask, Call, Done, Flow, Procedure, step
from grognard.systems.empire.actions import Move, Primitive
from grognard.systems.empire.command.points import price, spend
from grognard.systems.empire.events import Activated, Moved
from grognard.systems.empire.movement.judging import ACTIVATION
from grognard.systems.empire.movement.options import MovementOptions
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table


class MovementStep(Procedure, tag=True):
    """Units of a division move and rally, in the order their player likes."""

    division: DivisionId

    @step("E21.2", "E24.7")
    def order(self, table: Table) -> Flow:
        if not table.units_in(self.division):
            return Done()
        return Ask(table.phasing, MovementOptions(table, self.division), "movement")

    @step("E24.7", "EM.1")
    def go(self, table: Table, action: Action) -> Flow:
        if isinstance(action, Move):
            return Call(MoveAlong(action.units, action.path), then="order")
        return Done()


class MoveAlong(Procedure, tag=True):
    """A way is paid for and carried out."""

    units: tuple[UnitId, ...]
    path: tuple[Primitive, ...]

    @step("E24.7", "EM.1", "EM.2")
    def pay(self, table: Table) -> Flow:
        spend(table, table.printed(self.units[0]).division, price(table, self.units, ACTIVATION))
        return None

    @step("EM.1")
    def walk(self, table: Table) -> Flow:
        for unit in self.units:
            walk = Walk(table, unit).along(self.path)
            setting = table.setting
            passed = [table.pieces[unit].footprint, *(leg.end for leg in walk.legs)]
            table.record(Activated(unit))
            table.record(
                Moved(
                    unit,
                    walk.footprint.pose,
                    walk.formation,
                    setting.place(walk.footprint.centre),
                    tuple(setting.place(each.centre) for each in passed),
                )
            )
        return Done()
