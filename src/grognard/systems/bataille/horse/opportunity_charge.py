"""The opportunity charge (rule 40): cavalry that strikes at what comes near it in the enemy's move.

A window of the movement segment. The cavalry checks morale, rides one hex and is upon the mover,
whose order ends. What follows depends on whom it has caught; a melee comes in its segment.
"""

from __future__ import annotations

from functools import partial

from grognard.kernel import Action, Ask, Call, Done, Flow, Goto, Judged, Procedure, step
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.events.horse import CounterCharged
from grognard.systems.bataille.horse.charge_targets import is_bold
from grognard.systems.bataille.horse.horse_actions import OpportunityCharge
from grognard.systems.bataille.horse.mounted_skirmish import note_approach
from grognard.systems.bataille.horse.opportunity_ground import (
    Opening,
    against_counter,
    openings,
    ways_on,
)
from grognard.systems.bataille.horse.reaction import bring_leaders
from grognard.systems.bataille.marks import DARED, OPP_CHARGED, TRIED_OPPCHARGE
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.movement.windows import BROKEN, LEAVE, ActionWindow, LoneLeaders
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

CHECK = "opportunity-check"


class OpportunityCharges(Procedure, tag=True):
    """P40: enemy cavalry near the unit that has just acted. Result: may the unit go on?

    ``left`` is what the mover has left, in half points; ``entered`` whether it has just come into
    its hex or only spent points there. Nobody able to charge: nothing is asked.
    """

    mover: UnitId
    left: int = 0
    entered: bool = True
    cavalry: UnitId = ""
    to: Hex = 0

    @step("P20.5", "P20.6")
    def note_screens(self, table: Table) -> Flow:
        if self.mover not in table.pieces:
            return Done(False)
        note_approach(table, self.mover, entered=self.entered)
        return None

    @step("P35.1", "P40.1", "P40.2", "PR-123", "PR-169")
    def look(self, table: Table) -> Flow:
        if self.mover not in table.pieces:
            return Done(False)
        return None if openings(table, self.mover, entered=self.entered) else Done(True)

    @step("P40.1", "P40.2", "PR-123")
    def ask(self, table: Table) -> Flow:
        found = openings(table, self.mover, entered=self.entered)
        charges = [OpportunityCharge(unit, to) for unit in found for to in _hexes(found[unit])]
        side = table.setting.enemy(table.side_of(self.mover))
        judge = partial(against_counter, table, self.mover, self.entered)
        options = Judged(judge, [Finish(), *charges], Finish, OpportunityCharge, sifted=True)
        return Ask(side, options, "opportunity-charge")

    @step("P40.2", "P40.3", "P31.14")
    def try_it(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, OpportunityCharge):
            return Done(True)
        self.cavalry, self.to = order.unit, order.to
        table.record(Marked(self.cavalry, TRIED_OPPCHARGE))
        rows = table.setting.reglement.counter_rows(table, self.cavalry, (self.mover,))
        return Call(CheckMorale(self.cavalry, CHECK, rows))

    @step("P40.3", "P40.5", "P28.1", "PR-48")
    def pass_or_stand(self, table: Table, passed: bool) -> Flow:
        if not passed:
            return Goto("look")
        stays = self.to in table.pieces[self.cavalry].hexes
        if stays or table.setting.options.get("oppfire_vs_charge") == "off":
            return Goto("ride")
        return Call(ActionWindow(self.cavalry, LEAVE))

    @step("P28.1", "PR-48", "PR-50")
    def after_fire(self, table: Table, outcome: str) -> Flow:
        return Goto("look") if outcome == BROKEN else None

    @step("P40.4", "P40.6", "P40.11", "PR-124")
    def ride(self, table: Table) -> Flow:
        way = chosen(table, self.cavalry, self.mover, self.to)
        if way is None:
            return Goto("look")  # the fire has changed its shape, and it can no longer
        table.record(Marked(self.cavalry, OPP_CHARGED))
        bring_leaders(table, (self.cavalry,))
        if is_bold(table, (self.cavalry,), self.mover, way.to):
            table.record(Marked(self.cavalry, DARED))
        table.record(
            CounterCharged(self.cavalry, way.hexes, way.facing, way.formation, False, self.mover)
        )
        return Call(LoneLeaders(self.cavalry))

    @step("P40.6", "P40.8", "P40.11", "P40.17", "P38.49")
    def strike(self, table: Table) -> Flow:
        caught = table.setting.reglement.caught
        assert caught is not None
        return Call(caught(table, self.mover, self.cavalry, self.left))

    @step("P40.14", "PR-124")
    def over(self, table: Table) -> Flow:
        return Done(False)


def _hexes(ways: tuple[Opening, ...]) -> list[Hex]:
    return sorted({way.to for way in ways})


def chosen(table: Table, cavalry: UnitId, mover: UnitId, to: Hex) -> Opening | None:
    """The way to charge out of this hex that turns the cavalry least; None if it is closed now."""
    now = table.pieces[cavalry].facing
    ways = [way for way in ways_on(table, cavalry, mover, entered=True) if way.to == to]
    return min(ways, key=lambda way: (_apart(way.facing, now), way)) if ways else None


def _apart(one: int, other: int) -> int:
    return min((one - other) % 6, (other - one) % 6)


def struck_hex(table: Table, unit: UnitId, by: UnitId) -> Hex:
    """The hex of a unit that an adjacent enemy is upon; the lowest of several."""
    hexes, foes = table.pieces[unit].hexes, table.pieces[by].hexes
    return min(hexes, key=lambda at: (min(distance(at, foe) for foe in foes), at))
