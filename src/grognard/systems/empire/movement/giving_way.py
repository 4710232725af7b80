"""Who gives way: skirmishers recoil, units flee, and whoever is in the way of formed troops (E42, E35.19)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.commands import Pick
from grognard.systems.empire.events import Disordered, Marked
from grognard.systems.empire.fire.firing import FireAction
from grognard.systems.empire.fire.judging import opportunity_aims
from grognard.systems.empire.hiding import seen_of
from grognard.systems.empire.morale.losses import Eliminated
from grognard.systems.empire.movement.reacting import FLEE, LIMBER, RECOIL
from grognard.systems.empire.movement.stages import Stage, placed
from grognard.systems.empire.retreat.falling_back import FallBack
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import ManoeuvreTest


class Recoil(Procedure, tag=True):
    """Skirmishers go back 2 UD, and may fire first, which marks them."""

    unit: UnitId
    mover: UnitId
    fires: bool = False

    @step("E42.7")
    def fire(self, table: Table) -> Flow:
        aims = list(opportunity_aims(table, self.unit, self.mover)) if self.fires else []
        if not aims:
            return None
        return Call(FireAction(self.unit, aims[0].kind, self.mover, opportunity=True))

    @step("E42.7")
    def recoil(self, table: Table) -> Flow:
        if self.unit not in table.pieces or self.mover not in table.pieces:
            return Done()
        origin = table.pieces[self.mover].pose.point
        return Call(FallBack(self.unit, self.mover, origin, "recoil", flight=False))

    @step("E42.7")
    def over(self, table: Table) -> Flow:
        return Done()


class Flight(Procedure, tag=True):
    """A unit runs before it is touched: Disordered, unless skirmishers or irregulars; marked."""

    unit: UnitId
    mover: UnitId
    limbers: bool = False

    @step("E42.5", "E44.2")
    def limber(self, table: Table) -> Flow:
        return Call(ManoeuvreTest(self.unit, LIMBER)) if self.limbers else Goto("run")

    @step("E42.5", "E44.13")
    def hear(self, table: Table, passed: bool) -> Flow:
        return None if passed else Done()

    @step("E40.7", "E22.2")
    def run(self, table: Table) -> Flow:
        flee_from(table, self.unit)
        origin = table.pieces[self.mover].pose.point
        return Call(FallBack(self.unit, self.mover, origin, "flight", flight=True))

    @step("E40.7")
    def over(self, table: Table) -> Flow:
        return Done()


@rule("E40.7", "EU.13")
def flee_from(table: Table, unit: UnitId) -> None:
    """Who flees is Disordered and marked; skirmishers and irregulars are only marked."""
    loose = table.is_skirmisher(unit) or table.printed(unit).is_irregular
    if not loose and table.pieces[unit].good:
        table.record(Disordered(unit))
    elif not table.pieces[unit].marked:
        table.record(Marked(unit))


# --- in the way of formed troops


class SweptAside(Procedure, tag=True):
    """Enemy skirmishers on the way of formed units recoil or flee, even if they have reacted.

    ``stages`` are the steps of the way, ``target`` is whom a charge goes at: nobody sweeps him aside.
    """

    units: tuple[UnitId, ...]
    stages: tuple[Stage, ...]
    target: UnitId = ""
    at: int = 0
    swept: UnitId = ""

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Nobody hears who comes with them out of sight."""
        units = seen_of(table, self.units, side)
        numbers = [number for number, unit in enumerate(self.units) if unit in units]
        stages = tuple(stage.of(numbers) for stage in self.stages)
        return SweptAside(units, stages, self.target, self.at, self.swept)

    @step("E35.19")
    def look(self, table: Table) -> Flow:
        """The first step of the way that leads upon somebody."""
        for number in range(self.at, len(self.stages)):
            seen = placed(table, self.units, self.stages[number])
            self.at, self.swept = number, next(under(seen, self.units, (self.target,)), "")
            if self.swept:
                side = table.side_of(self.swept)
                return Ask(side, Choices(map(Pick, (FLEE, RECOIL)), "E35.19"), "swept-aside")
        return Done()

    @step("E35.19")
    def give_way(self, table: Table, action: Pick) -> Flow:
        """He runs from whoever comes upon him."""
        kind = Flight if action.choice == FLEE else Recoil
        seen = placed(table, self.units, self.stages[self.at])
        upon = set(seen.upon(seen.corners(self.swept), (self.swept,)))
        return Call(kind(self.swept, next(unit for unit in self.units if unit in upon)))

    @step("E35.19")
    def clear(self, table: Table) -> Flow:
        """Who is still in the way is ridden over."""
        if self.swept in table.pieces:
            seen = placed(table, self.units, self.stages[self.at])
            if self.swept in under(seen, self.units):
                return Call(Eliminated(self.swept), then="look")
        return Goto("look")


@rule("E35.19")
def under(seen: Table, units: tuple[UnitId, ...], but: Collection[UnitId] = ()) -> Iterator[UnitId]:
    """Enemy skirmishers whom formed units stand upon."""
    side = seen.side_of(units[0])
    for unit in units:
        if seen.is_formed(unit):
            for enemy in seen.upon(seen.corners(unit), but):
                if seen.side_of(enemy) != side and seen.is_skirmisher(enemy):
                    yield enemy
