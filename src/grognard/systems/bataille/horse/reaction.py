"""The reaction charge (rule 39): cavalry that rides to meet a charge.

The charge calls ``ReactionWindow`` after each of its steps. Whoever reacts rides at once, then the
charger and the reactor ride by turns: the charge makes a step and calls ``ReactorStep``, until the
two touch or the reactor has no hex left. One reactor at a time (PR-121).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from grognard.kernel import Action, Ask, Call, Done, Flow, Goto, Judged, Procedure, rule, step
from grognard.systems.bataille.actions import Finish, March
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.horse import ReactionEnded, ReactorRode
from grognard.systems.bataille.events.leaders import LeaderJoined
from grognard.systems.bataille.horse.charge_targets import cavalry_leader
from grognard.systems.bataille.horse.contacts import front_touches
from grognard.systems.bataille.horse.horse_actions import React
from grognard.systems.bataille.horse.reaction_zone import (
    Reacting,
    Ride,
    against_reaction,
    against_ride,
    groups,
    reacting,
    reactors,
    rides_together,
)
from grognard.systems.bataille.marks import REACTED, RODE_OUT, RUN, TRIED_REACTION
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.movement.windows import LEAVE, ActionWindow, LoneLeaders
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

CHECK = "reaction-check"


class Reaction(msgspec.Struct, frozen=True):
    """How a reaction stands: was contact made, who reacts, and how many hexes he may still ride.

    With contact the charge is over. Without, the reactor takes part in the alternation as long as
    he has hexes ``left``.
    """

    contact: bool = False
    reactor: UnitId = ""
    left: int = 0


@rule("P39.12")
def most_hexes(table: Table, units: Sequence[UnitId]) -> int:
    """How many hexes a reaction may ride in all; together, as many as the slowest."""
    reach = table.setting.reglement.reaction_reach
    if reach is not None:
        return min(reach(table, unit) for unit in units)
    return _least(table, units, "reaction_movement")


def _least(table: Table, units: Sequence[UnitId], figure: str) -> int:
    cards: Deck = table.setting.cards
    return min(cards.charge_by_weight(figure, light=table.printed(unit).is_light) for unit in units)


def reactors_under_way(table: Table, side: str) -> tuple[UnitId, ...]:
    """The units of a side that are riding in reaction now: one, or a stack under its leader."""
    pieces = table.pieces
    marked = [unit for unit in table.units_of(side) if pieces[unit].marks]
    return tuple([unit for unit in marked if reacting(pieces[unit]) is not None])


@rule("PR-121")
def active(table: Table, side: str) -> Reaction | None:
    """The reaction of this side that is under way, if there is one."""
    riding = reactors_under_way(table, side)
    began = reacting(table.pieces[riding[0]]) if riding else None
    if began is None:
        return None
    return Reaction(False, riding[0], most_hexes(table, riding) - began.ridden)


@rule("PR-164")
def bring_leaders(table: Table, units: Sequence[UnitId]) -> None:
    """Leaders whom these units would leave alone in their hex go with the first of them.

    So does the leader of horse who takes a whole stack along.
    """
    lead, at = table.printed(units[0]), table.pieces[units[0]].at
    alone = all(unit in units for unit in table.stack(at))
    horse = cavalry_leader(table, at, lead.nation, lead.side) if len(units) > 1 else None
    for leader in leaders_in(table, at, lead.side):
        if (alone or leader == horse) and table.attached.get(leader) not in units:
            table.record(LeaderJoined(leader, units[0]))


def is_able(table: Table, unit: UnitId) -> bool:
    return unit in table.pieces and table.pieces[unit].cohesion is Cohesion.GOOD


class ReactionWindow(Procedure, tag=True):
    """P39.7: the enemies of charging cavalry that may react to its last step. Result: ``Reaction``.

    Nobody able to: nothing is asked and nothing happens. While a reaction is under way no other
    begins, and the result tells how that one stands.
    """

    chargers: tuple[UnitId, ...]
    waiting: tuple[UnitId, ...] = ()
    passed: tuple[UnitId, ...] = ()

    @step("P35.1", "P39.1", "P39.5", "P39.7", "PR-118", "PR-121")
    def look(self, table: Table) -> Flow:
        there = [unit for unit in self.chargers if unit in table.pieces]
        if not there:
            return Done(Reaction())
        under_way = active(table, table.setting.enemy(table.side_of(there[0])))
        if under_way is not None:
            return Done(under_way)
        return None if reactors(table, self.chargers) else Done(Reaction())

    @step("P39.1", "P39.7", "PR-118")
    def ask(self, table: Table) -> Flow:
        able = reactors(table, self.chargers)
        judge = partial(against_reaction, table, self.chargers)
        choices = [Finish(), *sorted(map(React, groups(table, able)))]
        options = Judged(judge, choices, Finish, React, sifted=True)
        return Ask(table.side_of(able[0]), options, "reaction-charge")

    @step("P39.5")
    def try_it(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, React):
            return Done(Reaction())
        self.waiting, self.passed = order.units, ()
        for unit in order.units:
            table.record(Marked(unit, TRIED_REACTION))
        return None

    @step("P39.8", "P31.14", "PR-82")
    def check(self, table: Table) -> Flow:
        if not self.waiting:
            return Goto("set_out")
        rows = table.setting.reglement.counter_rows(table, self.waiting[0], self.chargers)
        return Call(CheckMorale(self.waiting[0], CHECK, rows))

    @step("P39.8", "P39.11")
    def checked(self, table: Table, passed: bool) -> Flow:
        unit, self.waiting = self.waiting[0], self.waiting[1:]
        if passed:
            self.passed = (*self.passed, unit)
        return Goto("check")

    @step("P39.9", "P39.11", "P39.23", "PR-164")
    def set_out(self, table: Table) -> Flow:
        """Whoever failed stands where it is, in good order; whoever passed is bound by it."""
        if not self.passed:
            return Goto("look")
        bring_leaders(table, self.passed)
        for unit in self.passed:
            piece = table.pieces[unit]
            began = Reacting(piece.hexes, piece.facing, piece.formation)
            for mark in (REACTED, RODE_OUT, began.mark):
                if mark not in piece.marks:
                    table.record(Marked(unit, mark))
        return None

    @step("P39.9", "P39.12")
    def ride_out(self, table: Table) -> Flow:
        at_once = _least(table, self.passed, "reaction_first_step")
        left = most_hexes(table, self.passed)
        return Call(ReactorStep(self.passed[0], self.chargers, left, at_once))

    @step("P39.10")
    def over(self, table: Table, reaction: Reaction) -> Flow:
        return Done(reaction)


class ReactorStep(Procedure, tag=True):
    """P39.10: the reactor's turn to ride, one hex, or up to ``hexes`` as it sets out.

    Whoever does not ride when it is his turn has halted for good; one who rode at least a hex of
    several may wait. A stack under its leader rides together. Result: ``Reaction``.
    """

    reactor: UnitId
    chargers: tuple[UnitId, ...]
    left: int
    hexes: int = 1
    ridden: int = 0
    path: tuple[str, ...] = ()
    under_fire: tuple[UnitId, ...] = ()

    @step("P39.10", "P39.14", "P39.15")
    def look(self, table: Table) -> Flow:
        there = [unit for unit in self.chargers if is_able(table, unit)]
        riding = self._riding(table)
        if not riding or not there:
            return Goto("halt")
        if any(front_touches(table, unit, charger) for unit in riding for charger in there):
            return Goto("touch")
        if self.left <= 0 or self._is_held(table, riding[0]):
            return Goto("halt")
        if not self.hexes:
            return Done(Reaction(False, riding[0], self.left))
        return None if rides_together(table, riding) else Goto("halt")

    @step("P39.9", "P39.10", "P39.13")
    def ask(self, table: Table) -> Flow:
        riding = self._riding(table)
        ways = [March(riding[0], path) for path in rides_together(table, riding)]
        judge = partial(against_ride, table, riding)
        options = Judged(judge, [Finish(), *ways], Finish, March, sifted=True)
        return Ask(table.side_of(riding[0]), options, "reaction-move")

    @step("P39.14", "P39.16", "PR-48")
    def set_off(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, March):
            if self.ridden:
                return Done(Reaction(False, self.reactor, self.left))
            return Goto("halt")
        self.path = order.path
        fired_on = table.setting.options.get("oppfire_vs_charge") != "off"
        self.under_fire = self._riding(table) if fired_on else ()
        return None

    @step("P28.1", "PR-48", "PR-50")
    def draw_fire(self, table: Table) -> Flow:
        """Fire at the first of them as it leaves a zone: it falls on the hex, and on all in it."""
        unit = next((unit for unit in self.under_fire if is_able(table, unit)), None)
        self.under_fire = ()
        return Call(ActionWindow(unit, LEAVE)) if unit is not None else Goto("ride")

    @step("P28.1", "PR-50")
    def after_fire(self, table: Table, outcome: str) -> Flow:
        return Goto("ride") if self._riding(table) else Goto("halt")

    @step("P39.6", "P39.9", "P39.12", "P39.13", "P39.21", "PR-119")
    def ride(self, table: Table) -> Flow:
        riding = self._riding(table)
        ways = rides_together(table, riding).get(self.path)
        if ways is None:
            return Goto("look")  # the fire has changed its shape: it must choose anew
        for unit, way in zip(riding, ways, strict=True):
            record_ride(table, unit, way)
        self.left, self.hexes, self.ridden = self.left - 1, self.hexes - 1, self.ridden + 1
        return Call(LoneLeaders(riding[0]), then="look")

    @step("P39.15", "P39.17", "P39.20", "P39.26", "PR-120")
    def touch(self, table: Table) -> Flow:
        riding = self._riding(table)
        for charger in self.chargers:
            if is_able(table, charger):
                for unit in riding:
                    table.setting.reglement.met(table, charger, unit)
                if RUN in table.pieces[charger].marks:
                    table.record(Unmarked(charger, RUN))
        self._end(table, contact=True)
        return Done(Reaction(True, riding[0], 0))

    @step("P39.14", "P39.16", "PR-122")
    def halt(self, table: Table) -> Flow:
        self._end(table, contact=False)
        return Done(Reaction(False, self.reactor, 0))

    def _riding(self, table: Table) -> tuple[UnitId, ...]:
        """Those of the reaction who can ride on: whoever fire has broken is out of it."""
        side = table.side_of(self.reactor)
        return tuple(u for u in reactors_under_way(table, side) if is_able(table, u))

    def _end(self, table: Table, *, contact: bool) -> None:
        for unit in reactors_under_way(table, table.side_of(self.reactor)):
            table.record(ReactionEnded(unit, contact and is_able(table, unit)))

    @rule("P14.12", "P39.22", "PR-52")
    def _is_held(self, table: Table, unit: UnitId) -> bool:
        """Has the reactor ridden into the zone of other enemy cavalry? There it must stop."""
        began = reacting(table.pieces[unit])
        if began is None or not began.ridden:
            return False
        if table.setting.options.get("charge_stops_in_cav_zoi") == "off":
            return False
        enemy = table.setting.enemy(table.side_of(unit))
        return any(table.cavalry_zone_over(at, enemy) for at in table.pieces[unit].hexes)


def record_ride(table: Table, unit: UnitId, way: Ride) -> None:
    """One hex of a reaction, and what it has used up by then."""
    piece = table.pieces[unit]
    began = reacting(piece) or Reacting(piece.hexes, piece.facing, piece.formation)
    used = msgspec.structs.replace(
        began, ridden=began.ridden + 1, spent=way.spent, turned=way.turned
    )
    table.record(ReactorRode(unit, way.hexes, way.facing, way.formation, False, used.mark))
