"""The critic of Bataille Empire: guns, squares, charges that come to nothing, backs turned, to and fro."""

from __future__ import annotations

from math import dist
from typing import Final

from grognard.kernel.engine import State
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.places import Place, point_of
from grognard.planning.critic import Criticism, Habit, Marches, Tally
from grognard.systems.empire.charge.events import ChargeDeclared, ChargeFellShort, ChargeLapsed
from grognard.systems.empire.doctrine.ground import operational, turns_its_back
from grognard.systems.empire.events import Moved, Removed, TurnBegan
from grognard.systems.empire.kinds import Arm, Order
from grognard.systems.empire.setting import Setting, SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.events import ShockFought
from grognard.systems.empire.table import Table

GUNS, SQUARE, IDLE_CHARGE = "guns", "square", "idle charge"
BACK, TO_AND_FRO = "back", "to and fro"

MOVEMENT: Final = "movement"
"""Where moves of one's own choice are made; a charge leads where it leads."""

HABITS: Final = (
    Habit(GUNS, "batteries lost without foot beside them", 0.15),
    Habit(SQUARE, "shocks of horse against a square", 0.1),
    Habit(IDLE_CHARGE, "charges that lapsed or fell short", 0.1),
    Habit(BACK, "moves of good troops that end with their back to an enemy near by", 0.05),
    Habit(TO_AND_FRO, "marches that undo the march of the turn before", 0.05),
)


class Watcher:
    """Watches one battle."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.tally = setting, Tally()
        self._marches = {side: Marches(self._apart) for side in setting.sides}
        self._start: dict[UnitId, Place] = {}
        self._moved: dict[UnitId, Place] = {}
        self._charges: dict[UnitId, bool] = {}
        """Who charged in this turn, and whether it came to nothing."""

    @staticmethod
    def _apart(one: Place, other: Place) -> int:
        """How many whole UD two places are from one another."""
        return int(dist(point_of(one), point_of(other)) // MIL)

    def watch(self, before: State, after: State) -> None:
        table: Table = before.table
        for event in after.happened:
            match event:
                case TurnBegan():
                    self._end(table)
                    self._start = {unit: piece.at for unit, piece in after.table.pieces.items()}
                    self._moved = {}
                case Moved() if table.segment == MOVEMENT:
                    if table.side_of(event.unit) == table.phasing:
                        self._moved[event.unit] = event.to
                case ShockFought() if table.arm(event.principal) is Arm.CAVALRY:
                    square = after.table.pieces.get(event.target, table.pieces[event.target])
                    self.tally.note(
                        SQUARE, table.side_of(event.principal), square.formation.is_square
                    )
                case ChargeDeclared():
                    self._charges[event.unit] = False
                case ChargeLapsed() | ChargeFellShort():
                    self._charges[event.unit] = True
                case Removed() if table.arm(event.unit) is Arm.ARTILLERY:
                    self.tally.note(
                        GUNS, table.side_of(event.unit), not self._guarded(table, event)
                    )
                case _:
                    pass

    def close(self, last: State) -> None:
        self._end(last.table)
        for unit in last.table.pieces:
            if last.table.arm(unit) is Arm.ARTILLERY:
                self.tally.note(GUNS, last.table.side_of(unit), False)

    def _guarded(self, table: Table, event: Removed) -> bool:
        """Does foot of its side stand so near to a battery that it supports it?"""
        near = sheet().figure("units/support", "rear") * MIL
        return any(
            table.side_of(unit) == table.side_of(event.unit)
            and table.arm(unit) is Arm.INFANTRY
            and table.pieces[unit].good
            for unit in table.within(table.corners(event.unit), near)
        )

    def _end(self, table: Table) -> None:
        for unit, idle in self._charges.items():
            self.tally.note(IDLE_CHARGE, table.side_of(unit), idle)
        self._charges.clear()
        for side in self.setting.sides:
            came = {
                unit: (self._start[unit], end)
                for unit, end in self._moved.items()
                if unit in self._start and self._went_freely(table, unit, end, side)
            }
            for _, back in self._marches[side].ended(table.turn, came):
                self.tally.note(TO_AND_FRO, side, back)
            for unit in came:
                corners, piece = table.corners(unit), table.pieces[unit]
                near = list(table.enemies_within(side, corners, operational()))
                away = turns_its_back(table, piece.footprint, piece.formation, near)
                self.tally.note(BACK, side, away and not piece.building)

    def _went_freely(self, table: Table, unit: UnitId, end: Place, side: SideId) -> bool:
        """Is a unit where its own move led it, in good order and not on Retreat?"""
        piece = table.pieces.get(unit)
        if piece is None or piece.at != end or piece.disordered or table.side_of(unit) != side:
            return False
        return table.body_of(unit).order is not Order.RETREAT


CRITICISM: Final = Criticism(HABITS, Watcher)
