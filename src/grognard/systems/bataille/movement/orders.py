"""Carrying out one order of the movement segment, action by action (rules 14, 16, 18, 28, 45).

Each action goes the same way (PR-169): fire at the unit as it stands, the action, lone leaders in
the way, checks of those it passes through, the stop in a zone, opportunity charges. A unit that
breaks is out of hand. One that only lost men finishes what it was doing and then waits for orders.
"""

from __future__ import annotations

from copy import copy

import msgspec

from grognard.kernel import Call, Done, Flow, Goto, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import Enter, Form
from grognard.systems.bataille.command.leader_escape import clear_way, note_entry
from grognard.systems.bataille.command.leader_moves import bring_leaders
from grognard.systems.bataille.events.facts import FormationChanged, Marked, Moved, Turned
from grognard.systems.bataille.events.movement import FacedAbout, MarchStopped
from grognard.systems.bataille.horse.opportunity_charge import OpportunityCharges
from grognard.systems.bataille.horse.opportunity_ground import is_watched
from grognard.systems.bataille.horse.readiness import note_march
from grognard.systems.bataille.marks import commitment
from grognard.systems.bataille.morale.overstack import PassageChecks, passage_checks_due
from grognard.systems.bataille.movement import arrivals, formations, march, stacking, words
from grognard.systems.bataille.movement.arrivals import Entry
from grognard.systems.bataille.movement.formations import Change
from grognard.systems.bataille.movement.limbering import LimberRoll
from grognard.systems.bataille.movement.march import InHand, Leg
from grognard.systems.bataille.movement.windows import (
    BROKEN,
    CLOSE,
    FORM,
    HURT,
    LEAVE,
    TURN,
    ActionWindow,
    LoneLeaders,
    is_steady,
    is_threatened,
    meets_leaders,
    turning_draws_fire,
)
from grognard.systems.bataille.pieces import FILES, Cohesion, UnitId
from grognard.systems.bataille.reglement import ExtraLeg
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

LONE_LEADERS, CHECK_PASSAGE = Goto("lone_leaders"), Goto("check_passage")
OPPORTUNITY_CHARGES, NEXT_WORD = Goto("opportunity_charges"), Goto("next_word")

TURNS = ("turn", "about")
"""Kinds of leg that leave no hex."""


CAUGHT = Reason("enemy horse is upon it", "PR-124")
UNDER_FIRE = Reason("it lost men to the fire that it drew", "PR-50")


class MarchOrder(Procedure, tag=True):
    """P18.1: a unit marches along a path, word by word. Result: the order in hand, or None.

    None means that the unit broke or is gone. A word that has become impossible ends the path.
    """

    hand: InHand
    path: tuple[str, ...]
    was: Cohesion = Cohesion.GOOD
    hurt: bool = False
    entered: tuple[Hex, ...] = ()
    stepped: bool = False

    def masked(self, table: Table, side: str) -> MarchOrder:
        """What the other side sees: how far it has come, not where it means to go."""
        if not self.path or table.side_of(self.hand.unit) == side:
            return self
        seen = copy(self)
        seen.path = ()
        return seen

    @step("P18.1", "P46.2")
    def begin(self, table: Table) -> Flow:
        self.was = table.pieces[self.hand.unit].cohesion
        due = special.waver_before_moving(table, self.hand.unit)
        return Goto("next_word") if due is None else due

    @step("P46.2")
    def after_wavering(self, table: Table, wavers: bool) -> Flow:
        return Done(self.hand) if wavers else None

    @step("P14.11", "P14.14", "P14.15", "P14.16", "P14.19", "P16.36", "P28.1", "PR-45", "PR-169")
    def next_word(self, table: Table) -> Flow:
        leg, closes = self._judge(table)
        if isinstance(leg, Reason):
            return self._stop(table, leg)
        if leg is None:
            return Done(self.hand)
        if leg.kind in TURNS:
            return self._turning(table, leg)
        if self.hand.turned:
            self.hand = msgspec.structs.replace(self.hand, turned=False)
        if closes is not None:
            points = -(-leg.cost // HALVES)
            return Call(ActionWindow(self.hand.unit, CLOSE, closes.moving, points))
        if not is_threatened(table, self.hand.unit):
            return self._act_at_once(table, leg)  # what would come of the window as well
        return Call(ActionWindow(self.hand.unit, LEAVE))

    @step("P28.1", "PR-50")
    def after_fire(self, table: Table, outcome: str) -> Flow:
        if outcome == BROKEN:
            return Done(None)
        self.hurt = self.hurt or outcome == HURT
        return None

    @step("P18.1", "P18.2", "P18.3", "P14.8", "P14.12", "P14.13", "P16.35", "P16.65", "PR-156")
    def act(self, table: Table) -> Flow:
        leg, closes = self._judge(table)
        if isinstance(leg, Reason):
            return self._stop(table, leg)
        if leg is None:
            return Done(self.hand)
        self._do(table, leg)
        if closes is not None:
            table.record(Marked(self.hand.unit, commitment(closes.target)))
        return None

    @step("PR-164")
    def lone_leaders(self, table: Table) -> Flow:
        met = meets_leaders(table, self.hand.unit)
        return Call(LoneLeaders(self.hand.unit)) if met else None

    @step("P10.5", "P10.6", "P10.7", "P10.8", "PR-19")
    def check_passage(self, table: Table) -> Flow:
        while self.entered:
            at, self.entered = self.entered[0], self.entered[1:]
            steady = is_steady(table, self.hand.unit, self.was)
            if steady and passage_checks_due(table, self.hand.unit, at):
                return Call(PassageChecks(self.hand.unit, at), then="check_passage")
        return None

    @step("PR-169")
    def opportunity_charges(self, table: Table) -> Flow:
        if not is_steady(table, self.hand.unit, self.was):
            return Done(None)
        if not is_watched(table, self.hand.unit):
            return None
        return Call(OpportunityCharges(self.hand.unit, self.hand.left, self.stepped))

    @step("P18.1")
    def go_on(self, table: Table, free: bool | None) -> Flow:
        """``free`` is None where no enemy was near enough to charge."""
        if not is_steady(table, self.hand.unit, self.was):
            return Done(None)
        self.path = self.path[1:]
        if free is False:
            self.hand = ended(self.hand)
            return self._stop(table, CAUGHT) if self.path else Done(self.hand)
        if self.hurt and stacking.may_end(table, table.pieces[self.hand.unit]) is None:
            return self._stop(table, UNDER_FIRE) if self.path else Done(self.hand)
        return NEXT_WORD

    def _stop(self, table: Table, why: Reason) -> Flow:
        """The path is cut short: the log says why."""
        unit = self.hand.unit
        at, side = table.pieces[unit].at, table.side_of(unit)
        table.record(MarchStopped(unit, at, why.text, why.clause, side))
        return Done(self.hand)

    def _judge(self, table: Table) -> tuple[Leg | Reason | None, ExtraLeg | None]:
        """What the next word does, and whether it closes up to an assault; None after the last."""
        if not self.path:
            return None, None
        leg = march.leg(table, self.hand, self.path[0])
        if not isinstance(leg, Reason):
            return leg, None
        closes = table.setting.reglement.extra_leg(table, self.hand, self.path[0])
        return (leg, None) if isinstance(closes, Reason) else (closes.leg, closes)

    def _do(self, table: Table, leg: Leg) -> None:
        """Record what the word does, and what the unit has spent and entered by it."""
        unit = self.hand.unit
        left = table.pieces[unit].hexes
        carry_out(table, unit, leg)
        self.hand = words.hand_after(table, self.hand, leg)
        self.entered = (
            () if leg.hexes == left else tuple([at for at in leg.hexes if at not in left])
        )
        self.stepped = bool(self.entered)
        note_march(table, unit, self.hand.spent)

    def _turning(self, table: Table, leg: Leg) -> Flow:
        """Turning draws fire of its own, or is remembered until the unit stays or leaves."""
        manner = turning_draws_fire(table)
        if manner == "always":
            return Call(ActionWindow(self.hand.unit, TURN))
        if manner == "merge" and is_threatened(table, self.hand.unit):
            self.hand = msgspec.structs.replace(self.hand, turned=True)
        return self._act_at_once(table, leg)

    def _act_at_once(self, table: Table, leg: Leg) -> Flow:
        """No window opens before the action: nothing has changed since it was judged."""
        self._do(table, leg)
        if meets_leaders(table, self.hand.unit):
            return LONE_LEADERS
        return CHECK_PASSAGE if self.entered else OPPORTUNITY_CHARGES


@rule("P40.14", "PR-124")
def ended(hand: InHand) -> InHand:
    """The order of a unit that an opportunity charge caught: nothing is left of it."""
    return msgspec.structs.replace(hand, spent=max(hand.allowance, hand.spent), stopped=True)


def carry_out(table: Table, unit: UnitId, leg: Leg) -> None:
    """Record what a leg does to the unit."""
    piece = table.pieces[unit]
    if leg.kind == "turn":
        table.record(Turned(unit, leg.facing))
    elif leg.kind == "about":
        main = 0 if piece.formation in FILES else len(piece.hexes) - 1 - piece.main
        table.record(FacedAbout(unit, leg.facing, leg.hexes, main))
    else:
        table.record(Moved(unit, leg.hexes, leg.facing, leg.formation))
        note_entry(table, unit)


class FormOrder(Procedure, tag=True):
    """P16.5: a unit changes formation, limbering included. Result: the order in hand, or None.

    A turn made before in the same zone has drawn fire of its own by then.
    """

    hand: InHand
    order: Form
    was: Cohesion = Cohesion.GOOD

    @step("P16.5", "PR-45")
    def begin(self, table: Table) -> Flow:
        self.was = table.pieces[self.hand.unit].cohesion
        if self._judge(table) is None:
            return Done(self.hand)
        if not self.hand.turned:
            return Goto("draw_fire")
        self.hand = msgspec.structs.replace(self.hand, turned=False)
        return Call(ActionWindow(self.hand.unit, TURN))

    @step("PR-45")
    def after_turning(self, table: Table, outcome: str) -> Flow:
        return Done(None) if outcome == BROKEN else None

    @step("P14.6", "P14.15", "P14.17", "P28.1", "P28.3", "PR-45", "PR-169")
    def draw_fire(self, table: Table) -> Flow:
        return Call(ActionWindow(self.hand.unit, FORM))

    @step("P16.79", "P16.80", "P16.81")
    def after_fire(self, table: Table, outcome: str) -> Flow:
        if outcome == BROKEN:
            return Done(None)
        change = self._judge(table)
        if change is None:
            return Done(self.hand)
        return Call(LimberRoll(self.hand.unit)) if change.needs_die else Goto("act")

    @step("P16.81", "PR-64")
    def after_limbering(self, table: Table, limbered: bool) -> Flow:
        change = self._judge(table)
        if limbered or change is None:
            return None
        spent = self.hand.spent + change.cost
        self.hand = msgspec.structs.replace(self.hand, spent=spent, limber_failed=True)
        return Goto("opportunity_charges")

    @step("P14.9", "P16.5", "P16.6", "P16.7", "P16.16", "P16.20", "P16.43", "P16.61", "P18.7")
    def act(self, table: Table) -> Flow:
        change = self._judge(table)
        if change is None:
            return Done(self.hand)
        unit, before = self.hand.unit, table.pieces[self.hand.unit].hexes
        table.record(
            FormationChanged(unit, change.formation, change.facing, change.hexes, change.main)
        )
        new = tuple(at for at in change.hexes if at not in before)
        stopped = self.hand.stopped or march.must_stop(table, table.printed(unit), new)
        spent = self.hand.spent + change.cost
        self.hand = msgspec.structs.replace(self.hand, spent=spent, formed=True, stopped=stopped)
        note_march(table, unit, spent)
        return Call(LoneLeaders(unit))

    @step("PR-169")
    def opportunity_charges(self, table: Table) -> Flow:
        return Call(OpportunityCharges(self.hand.unit, self.hand.left, False))

    @step("P16.5")
    def finish(self, table: Table, free: bool) -> Flow:
        if not is_steady(table, self.hand.unit, self.was):
            return Done(None)
        return Done(self.hand if free else ended(self.hand))

    def _judge(self, table: Table) -> Change | None:
        order = self.order
        change = formations.change(table, self.hand, order.formation, order.facing, order.hexes)
        return None if isinstance(change, Reason) else change


class EnterOrder(Procedure, tag=True):
    """P45.1: a reinforcement comes onto the map. Result: the order in hand, or None if placed."""

    side: str
    order: Enter
    hand: InHand | None = None

    @step("P45.1", "P45.5", "P45.6", "P45.7", "P45.8")
    def enter(self, table: Table) -> Flow:
        entry = arrivals.may_enter(table, self.side, self.order)
        if not isinstance(entry, Entry):
            return Done(None)
        table.record(arrivals.arrived(table, entry))
        bring_leaders(table, entry.group, self.order.unit)
        clear_way(table, self.order.unit, captures=True)
        self.hand = entry.hand
        if entry.hand is None:
            return Done(None)
        return Call(OpportunityCharges(self.order.unit, entry.hand.left))

    @step("P45.8")
    def go_on(self, table: Table, free: bool) -> Flow:
        if self.hand is None or not is_steady(table, self.order.unit, Cohesion.GOOD):
            return Done(None)
        return Done(self.hand if free else ended(self.hand))
