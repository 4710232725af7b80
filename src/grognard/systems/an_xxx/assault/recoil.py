"""Falling back from a fight (X16.7.2, X19.9.3): so many hexes, and a price for those that are barred."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.marks import track_of
from grognard.systems.an_xxx.morale.retreat import BOUNCE
from grognard.systems.bataille.events.facts import LostIncrements
from grognard.systems.bataille.events.melee import LeftSquare
from grognard.systems.bataille.fire.losses import close_ranks
from grognard.systems.bataille.melee.leaving_square import LeaveSquare, upon_enemy, way_off
from grognard.systems.bataille.morale.retreat_move import (
    RECOIL,
    Retreat,
    become_disordered,
    close_up,
)
from grognard.systems.bataille.morale.retreat_paths import recoil_ways
from grognard.systems.bataille.pieces import Cohesion, Piece, UnitId
from grognard.systems.bataille.table import Table


class FallBack(Procedure, tag=True):
    """X16.7.2: a stack goes back ``hexes`` as one, disordered; or, ``cause`` bounce, in good order.

    ``units`` are told top first, ``at`` is where they fought. A ``track`` is the way by which they
    came, the last hex first: it is taken as far as it goes. Every hex that they cannot go back
    costs an increment. ``ignored`` cavalry does not turn the recoil into a rout.
    """

    units: tuple[UnitId, ...]
    hexes: int
    at: Hex
    cause: str = RECOIL
    track: tuple[Hex, ...] = ()
    ignored: tuple[UnitId, ...] = ()

    @step("X12.9.8", "X19.9.3.2")
    def ride_off(self, table: Table) -> Flow:
        """Horse that a square has beaten off leaves its hex first, by the way it came."""
        for unit in self.units:
            if unit in table.pieces and upon_enemy(table, unit):
                back = track_of(table.pieces[unit].marks)[:1]
                there = way_off(table, unit, back[0]) if back else None
                if not isinstance(there, Piece):
                    return Call(LeaveSquare(unit), then="ride_off")
                table.record(LeftSquare(unit, there.hexes, there.facing, there.formation))
                self.at = there.at
        return None

    @step("X16.7.2", "X19.9.3.2")
    def close_up(self, table: Table) -> Flow:
        self.units = tuple(unit for unit in self.units if unit in table.pieces)
        for unit in self.units:
            close_up(table, unit, self.at)
            if self.cause == RECOIL:
                become_disordered(table, unit, "X16.7.2")
        return None if self.units else Done()

    @step("X16.7.2", "X19.9.3.2")
    def look_back(self, table: Table) -> Flow:
        """The longest way there is, no longer than wanted; the rest is paid for."""
        if not self.track:
            self.track = way_back(table, self.units[0], self.hexes)
            barred = self.hexes - len(self.track)
        else:
            self.track, barred = self.track[: self.hexes], 0
        if barred:
            lose(table, self.units, barred, self.cause)
            self.hexes -= barred
        self.units = tuple(unit for unit in self.units if unit in table.pieces)
        return Goto("go") if self.units and self.track else Done()

    @step("X10.5.1", "X10.5.2", "X10.5.3", "X16.7.2", "X19.9.3.1")
    def go(self, table: Table) -> Flow:
        first, *others = self.units
        path, self.track = self.track, ()
        self.hexes -= len(path)
        return Call(
            Retreat(
                first,
                self.cause,
                hexes=len(path),
                guns=tuple(others),
                ignored=self.ignored,
                in_order=self.cause == BOUNCE,
                path=path,
            )
        )

    @step("X19.9.3.2")
    def go_on(self, table: Table) -> Flow:
        """Where the way by which they came was too short they go further as in a recoil."""
        self.units = tuple(unit for unit in self.units if unit in table.pieces)
        return Goto("look_back") if self.units and self.hexes and self._holds(table) else Done()

    def _holds(self, table: Table) -> bool:
        return self.cause != BOUNCE or table.pieces[self.units[0]].cohesion is Cohesion.GOOD


@rule("X16.7.2")
def way_back(table: Table, unit: UnitId, hexes: int) -> tuple[Hex, ...]:
    """The way of so many hexes, or of as many as there are; nobody recoils off the map."""
    for count in range(hexes, 0, -1):
        found = recoil_ways(table, unit, table.pieces[unit].at, count)
        if found is not None:
            return tuple(found.best)
    return ()


@rule("X16.7.2", "X10.5.3")
def lose(
    table: Table, units: tuple[UnitId, ...], count: int, cause: str, clause: str = "X16.7.2"
) -> None:
    """Increments off the stack, the top unit first."""
    for unit in units:
        taken = min(count, table.strength(unit)) if unit in table.pieces else 0
        if taken:
            table.record(LostIncrements(unit, taken, cause, clause))
            close_ranks(table, unit)
            count -= taken
