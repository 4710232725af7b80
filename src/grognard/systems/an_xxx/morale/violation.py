"""Stacking violations (X11.1.4): who checks in an overfull hex, who runs on, who makes room."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Item, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.marks import FLED
from grognard.systems.an_xxx.morale.rows import EventChecks, row
from grognard.systems.bataille import special
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.morale.overstack import give_way
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.morale.retreat_paths import enemy_distance
from grognard.systems.bataille.movement.stacking import fits
from grognard.systems.bataille.pieces import Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

OVERSTACK = "overstack"


class Violation(Procedure, tag=True):
    """X11.1.4: forced movement has filled a hex beyond its limit, or brought a routed unit into it.

    ``newest`` names those who came last, the last of all first. The outermost violation of an
    event is ``outermost``; nobody makes two rout moves by this chart in one event.
    """

    at: Hex
    newest: tuple[UnitId, ...] = ()
    outermost: bool = False

    @step("X11.1.4.6")
    def judge(self, table: Table) -> Flow:
        if self._is_settled(table) and not self._brings_rout(table):
            return Done()
        self.outermost = not any(FLED in piece.marks for piece in table.pieces.values())
        return None

    @step("X11.1.4.3", "X11.1.4.6", "X11.1.4.7", "X11.1.4.8", "X20.1.4")
    def check(self, table: Table) -> Flow:
        """All but the routed, the top one first; good order beside a rout at the price of it."""
        stack = table.stack(self.at)
        units = tuple(u for u in stack if table.pieces[u].cohesion is not Cohesion.ROUT)
        if not units:
            return None
        each: tuple[tuple[UnitId, Item], ...] = ()
        if len(units) < len(stack):
            item = Item(row(table, "violation"), "a rout comes among them", "X11.1.4.3")
            good = [u for u in units if table.pieces[u].cohesion is Cohesion.GOOD]
            each = tuple((unit, item) for unit in good)
        mixed = special.are_mixed(table, self.at)
        items = (special.mixed_item(table),) if mixed else ()
        return Call(EventChecks(units, OVERSTACK, items, at=self.at, exempt=(), each=each))

    @step("X11.1.4.4", "X11.1.4.5", "X11.1.4.8")
    def run_on(self, table: Table) -> Flow:
        """Beside a rout the disordered rout too, and the routed run again unless they are far off."""
        runner = self._runner(table)
        if runner is None:
            return None
        table.record(Marked(runner, FLED))
        spared = tuple(unit for unit in table.stack(self.at) if unit != runner)
        return Call(Rout(runner, OVERSTACK, self.at, exempt=spared), then="run_on")

    @step("X11.1.4.1", "X11.1.4.2", "X11.1.5")
    def make_room(self, table: Table) -> Flow:
        if not self._is_settled(table) and give_way(table, self.at, self.newest):
            return Goto("make_room")
        if self.outermost:
            for unit, piece in list(table.pieces.items()):
                if FLED in piece.marks:
                    table.record(Unmarked(unit, FLED))
        return Done()

    def _is_settled(self, table: Table) -> bool:
        """Does everybody fit? Routed units far from the enemy and under cover need no room."""
        stack = table.stack(self.at)
        broken = all(table.pieces[unit].cohesion is Cohesion.ROUT for unit in stack)
        if stack and broken and self._may_stay(table, stack[0]):
            return True
        room = fits(table, self.at, stack) is None
        return room and not special.are_mixed(table, self.at)

    def _brings_rout(self, table: Table) -> bool:
        """Has a routed unit come into a hex with others?"""
        came = [unit for unit in self.newest if unit in table.stack(self.at)]
        routed = any(table.pieces[unit].cohesion is Cohesion.ROUT for unit in came)
        return routed and len(table.stack(self.at)) > len(came)

    @rule("X11.1.4.4", "X11.1.4.5", "X11.1.4.8")
    def _runner(self, table: Table) -> UnitId | None:
        """Who runs next by the chart: the disordered before the routed, each once in an event."""
        pieces = table.pieces
        stack = [u for u in table.stack(self.at) if pieces[u].formation is not Formation.UNLIMBERED]
        routed = [unit for unit in stack if pieces[unit].cohesion is Cohesion.ROUT]
        if not routed or len(stack) < 2:
            return None
        disordered = [unit for unit in stack if pieces[unit].cohesion is Cohesion.DISORDER]
        runs = table.setting.cards.violations
        if runs["disorder", "rout"] == "rout":
            for unit in disordered:
                if FLED not in pieces[unit].marks:
                    return unit
        if len(routed) > 1 and not self._may_stay(table, routed[0]):
            return next((unit for unit in routed if FLED not in pieces[unit].marks), None)
        return None

    @rule("X11.1.4.5")
    def _may_stay(self, table: Table, unit: UnitId) -> bool:
        """Routed units may stand together off clear ground, far from every enemy."""
        if table.setting.ground.terrain[self.at] == "clear":
            return False
        near = enemy_distance(table, table.side_of(unit), self.at)
        return near is None or near >= table.setting.cards.row("violation", "far")
