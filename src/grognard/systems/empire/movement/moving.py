"""Movement and rallying (step d of an activation)."""

from __future__ import annotations

from grognard.kernel import Action, Ask, Call, Done, Flow, Goto, Procedure, step
from grognard.mechanics.measured.footprints import Pose
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Detach, Garrison, March, Move, Quit, Rejoin, Ride
from grognard.systems.empire.command import riding
from grognard.systems.empire.command.duty import meets
from grognard.systems.empire.command.events import DutyMet
from grognard.systems.empire.events import secret_of
from grognard.systems.empire.movement import buildings, screens
from grognard.systems.empire.movement.carrying import MoveAlong
from grognard.systems.empire.movement.judging import walked
from grognard.systems.empire.movement.options import MovementOptions
from grognard.systems.empire.setting import DivisionId, SideId, UnitId
from grognard.systems.empire.table import Table


class MovementStep(Procedure, tag=True):
    """Units of a division move and rally, in the order their player likes."""

    division: DivisionId
    meeting: tuple[tuple[UnitId, Pose], ...] = ()
    """Units on a way that carries their order out, and where it leads."""

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Where a way leads is for those who go it."""
        own = table.setting.divisions[self.division].side == side
        return self if own else MovementStep(self.division)

    @step("E25.8", "E25.15", "E23.13", "EG.9")
    def settle(self, table: Table) -> Flow:
        """Who came where he meant to has done his duty; what follows from a move by itself."""
        for unit, pose in self.meeting:
            if unit in table.pieces and table.pieces[unit].pose == pose:
                table.record(DutyMet(unit, secret_of(table, unit)))
        self.meeting = ()
        riding.after_moves(table)
        return None

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
                self.meeting = tuple(
                    (walk.unit, walk.footprint.pose)
                    for walk in walked(table, action).walks
                    if meets(table, walk)
                )
                return Call(MoveAlong(action.units, action.path, march), then="settle")
            case Ride():
                riding.carried_out(table, action)
                return Goto("order")
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
