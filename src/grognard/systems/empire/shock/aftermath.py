"""After the dice of a shock: losses, who falls back, who goes on (E56.2 to E56.5, E56.44, E56.47)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.commands import Pick
from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.events import Disordered
from grognard.systems.empire.kinds import Arm, Formation, Going
from grognard.systems.empire.morale.losses import Eliminated, TakeLosses
from grognard.systems.empire.retreat.falling_back import FallBack
from grognard.systems.empire.retreat.way_back import WayBack
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.events import BuildingTaken
from grognard.systems.empire.shock.fights import Fight
from grognard.systems.empire.shock.pursuit import Pursuit
from grognard.systems.empire.shock.results import FLEE, GONE, Result
from grognard.systems.empire.shock.straight_on import Course
from grognard.systems.empire.table import Table

GO_ON, STAY = "go-on", "stay"


class AfterShock(Procedure, tag=True):
    """Both sides pay; the losers go first, then the winner. ``last``: nobody pursues.

    Result: the fight that a pursuer rides into, or nothing.
    """

    fight: Fight
    result: Result
    last: bool = False
    building: str = ""
    """What the beaten target held."""
    origin: Point = (0, 0)
    """Where the front centre of the winner was."""
    going: tuple[UnitId, ...] = ()
    fled: tuple[UnitId, ...] = ()
    caught: bool = False
    """Foot in flight over open ground, which horse overtakes."""

    def masked(self, table: Table, side: SideId) -> Procedure:
        return msgspec.structs.replace(self, fight=self.fight.seen(table, side))

    @step("E56.2", "E56.3", "E56.4", "E56.42")
    def lose(self, table: Table) -> Flow:
        result = self.result
        self.origin = table.pieces[result.winner].pose.point
        self.building = table.pieces[result.loser].building
        return Call(TakeLosses(result.loser, result.loser_halves, rolled=True))

    @step("E56.6", "E56.42")
    def win(self, table: Table) -> Flow:
        return Call(TakeLosses(self.result.winner, self.result.winner_halves, rolled=True))

    @step("E56.5", "E56.10")
    def remove(self, table: Table) -> Flow:
        loser = self.result.loser
        if self.result.falls != GONE or loser not in table.pieces:
            return None
        return Call(Eliminated(loser, rolled=True))

    @step("E35.10", "E22.2", "E56.2")
    def scatter(self, table: Table) -> Flow:
        """Every loser is in disorder and goes: the principal first, the others by their order."""
        beaten = [self.result.loser]
        if self.result.loser != self.fight.target:
            beaten += [unit for unit in sorted(self.fight.attackers) if unit not in beaten]
        self.going = tuple(unit for unit in beaten if unit in table.pieces)
        for unit in self.going:
            if table.pieces[unit].good:
                table.record(Disordered(unit))
        return None

    @step("E56.2", "E56.4", "E35.10", "E56.44", "E60.6")
    def fall_back(self, table: Table) -> Flow:
        if not self.going:
            return Goto("take_building")
        unit, *rest = self.going
        self.going = tuple(rest)
        flight = self.result.falls in (FLEE, GONE)
        if flight:
            self.fled = (*self.fled, unit)
            self.caught = self.caught or self._is_open(table, unit)
        row = "flight" if flight else "shock"
        return Call(FallBack(unit, self.result.winner, self.origin, row, flight), "fall_back")

    @rule("E40.4", "E60.4")
    def _is_open(self, table: Table, unit: UnitId) -> bool:
        """Is foot that horse routs in the open once it has fled 2 UD, and behind nobody?"""
        arms = table.arm(unit), table.printed(self.result.winner).arm
        if arms != (Arm.INFANTRY, Arm.CAVALRY):
            return False
        return open_flight(table, unit, self.result.winner, self.origin) is not None

    @step("E56.44")
    def take_building(self, table: Table) -> Flow:
        winner = self.result.winner
        if winner not in table.pieces:
            return Done()
        if not self.building or table.pieces[winner].building:
            return None
        held = any(piece.building == self.building for piece in table.pieces.values())
        if table.arm(winner) is Arm.INFANTRY and not held:
            table.record(BuildingTaken(winner, self.building))
        return Done()

    @step("E56.47")
    def ask_to_advance(self, table: Table) -> Flow:
        """Who stood may stay; squares, garrisons and guns do."""
        winner = self.result.winner
        if self.fight.charger(winner) is not None:
            return Goto("advance")
        formation = table.pieces[winner].formation
        fixed = formation.is_all_front or formation is Formation.SKIRMISH
        if fixed or table.arm(winner) is Arm.ARTILLERY or not self._room(table):
            return Done()
        return Ask(table.side_of(winner), Choices(map(Pick, (GO_ON, STAY)), "E56.47"), "advance")

    @step("E56.47")
    def hear_advance(self, table: Table, action: Pick) -> Flow:
        return None if action.choice == GO_ON else Done()

    @step("E56.2", "E56.3", "E56.47")
    def advance(self, table: Table) -> Flow:
        Course(table, self.result.winner).go(self._room(table))
        return None

    def _room(self, table: Table) -> int:
        far = sheet().length("shock/figures", "advance")
        return Course(table, self.result.winner).reach(far)

    @step("E60.1", "E56.4", "E56.5", "E56.8")
    def pursue(self, table: Table) -> Flow:
        winner = self.result.winner
        charged = self.fight.charger(winner) is not None
        if self.last or not self.result.pursued or not charged:
            return Done()
        fled = tuple(unit for unit in self.fled if unit in table.pieces)
        return Call(Pursuit(winner, fled, self.caught))

    @step("E60.5")
    def over(self, table: Table, met: Fight | None) -> Flow:
        return Done(met)


@rule("E40.4", "E60.4")
def open_flight(table: Table, unit: UnitId, source: UnitId, origin: Point) -> Point | None:
    """Where a unit in flight is in clear ground after the straight part of its way, if it is."""
    distance = sheet().fall_back("flight", mounted=table.printed(unit).is_mounted)
    way = WayBack(table, unit, source, origin, flight=True, distance=distance).walked()
    if way.straight is None or table.setting.terrain.at(way.straight.point) != Going.CLEAR:
        return None
    return way.straight.point
