"""One charge, hex by hex (P38.2): fire at it, targets, reactions, squares, evasion, contact.

The owner gives a path, whole or word by word. After every step the enemy has his windows, always
in the same order. If any of them changed something the rest of the path is dropped and the owner
is asked again. The charge itself, its beginning and its end, is in ``charge``.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command.leader_escape import note_entry
from grognard.systems.bataille.events.charge import DroppedBehind, Rode, TargetDeclared
from grognard.systems.bataille.events.facts import FormationChanged, Turned
from grognard.systems.bataille.fire.opportunity_fire import threatened
from grognard.systems.bataille.horse.charge_targets import Declarations, is_declined, stack_of
from grognard.systems.bataille.horse.contact_states import BROKE, FREE, Struck, mark, still_riding
from grognard.systems.bataille.horse.evasion import EvasionWindow, are_skirmishers
from grognard.systems.bataille.horse.gallop import Gallop, after, contact, has_run, leg_from
from grognard.systems.bataille.horse.reaction import Reaction, ReactionWindow, ReactorStep
from grognard.systems.bataille.horse.recall import CallBack, draws_fire
from grognard.systems.bataille.horse.square import ROUT, SquareWindow
from grognard.systems.bataille.marks import MET
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.morale.morale import passage_item
from grognard.systems.bataille.morale.overstack import passage_checks_due
from grognard.systems.bataille.movement.march import Leg
from grognard.systems.bataille.movement.windows import LEAVE, STEADY, ActionWindow, LoneLeaders
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table

replace = msgspec.structs.replace


class Riding(msgspec.Struct, frozen=True):
    """Everything a charge remembers on its way.

    ``target`` stands declared; ``declared`` and ``evaded`` tell of all who were; ``reactor`` rides
    to meet it with hexes ``left``. ``changed``: something happened since the last word.
    """

    gallop: Gallop
    target: UnitId = ""
    declared: tuple[UnitId, ...] = ()
    evaded: tuple[UnitId, ...] = ()
    reactor: UnitId = ""
    left: int = 0
    recalled: bool = False
    changed: bool = False
    over: bool = False


def pruned(table: Table, riding: Riding) -> Riding:
    """The charge without those who broke or are gone; when nobody is left it is over."""
    gallop = riding.gallop
    units = still_riding(table, gallop.units)
    if units == gallop.units:
        return riding
    points = dict(zip(gallop.units, gallop.points, strict=True))
    left = replace(gallop, units=units, points=tuple(points[unit] for unit in units))
    return replace(riding, gallop=left, changed=True, over=riding.over or not units)


# --- one word


class RideWord(Procedure, tag=True):
    """P38.2: one word of a charge, with all that it calls forth. Result: ``Riding``."""

    riding: Riding
    word: str
    stepped: bool = False
    friends: tuple[UnitId, ...] = ()

    @step("P28.1", "P28.6", "P38.2", "P38.27", "PR-48")
    def draw_fire(self, table: Table) -> Flow:
        leg = self._judge(table)
        if leg is None:
            return Done(replace(self.riding, changed=True))
        self.stepped = leg.kind in ("step", "wheel")
        lead = self.riding.gallop.lead
        if not self.stepped or not draws_fire(table):
            return Goto("ride_on")
        if not threatened(table, lead, table.pieces[lead].hexes):
            return Goto("ride_on")
        return Call(ActionWindow(lead, LEAVE))

    @step("P28.1", "PR-48", "PR-50")
    def after_fire(self, table: Table, outcome: str) -> Flow:
        self.riding = pruned(table, self.riding)
        if outcome != STEADY:
            self.riding = replace(self.riding, changed=True)
        return Done(self.riding) if self.riding.over else None

    @step("P37.6", "P37.7", "P38.2", "P38.3", "P38.4", "P38.5", "PR-100", "PR-101", "PR-116")
    def ride_on(self, table: Table) -> Flow:
        leg = self._judge(table)
        if leg is None:
            return Done(replace(self.riding, changed=True))
        before = self.riding.gallop
        left = table.pieces[before.lead].hexes
        now, _ = after(table, before, table.pieces[before.lead], leg)
        for unit in before.units:
            if unit not in now.units:
                table.record(DroppedBehind(unit))
        carry_out(table, now.units, leg)
        self.riding = replace(self.riding, gallop=now)
        if self.stepped:
            self.friends = passed_through(table, now.lead, left)
        return Call(LoneLeaders(now.lead)) if self.stepped else None

    @step("P10.5", "P10.7", "PR-19")
    def check_passage(self, table: Table) -> Flow:
        if not self.friends:
            return None
        checked = (*self.riding.gallop.units, *self.friends)
        return Call(Checks(checked, "passage", (passage_item(table),)))

    @step("P38.2")
    def look_round(self, table: Table) -> Flow:
        self.riding = pruned(table, self.riding)
        if self.riding.over:
            return Done(self.riding)
        windows = table.setting.reglement.ride_windows or RideWindows
        return Call(windows(self.riding, self.stepped))

    @step("P38.2")
    def tell(self, table: Table, riding: Riding) -> Flow:
        return Done(riding)

    def _judge(self, table: Table) -> Leg | None:
        gallop = self.riding.gallop
        leg = leg_from(table, gallop, table.pieces[gallop.lead], self.word)
        return leg if isinstance(leg, Leg) else None


def carry_out(table: Table, units: Sequence[UnitId], leg: Leg) -> None:
    """Record what a word does to the riders."""
    for unit in units:
        if leg.kind == "turn":
            table.record(Turned(unit, leg.facing))
        elif leg.kind == "form":
            main = next((i for i, at in enumerate(leg.hexes) if at == table.pieces[unit].at), 0)
            table.record(FormationChanged(unit, leg.formation, leg.facing, leg.hexes, main))
        else:
            table.record(Rode(unit, leg.hexes, leg.facing, leg.formation))
            note_entry(table, unit)


@rule("P10.5", "P10.7", "PR-19")
def passed_through(table: Table, unit: UnitId, left: Sequence[Hex]) -> tuple[UnitId, ...]:
    """Formed foot in the hexes just entered, which a table may let horse ride through."""
    entered = [at for at in table.pieces[unit].hexes if at not in left]
    met = [friend for at in entered for friend in passage_checks_due(table, unit, at)[1:]]
    return tuple(dict.fromkeys(met))


# --- what a step calls forth


class RideWindows(Procedure, tag=True):
    """P38.9-P38.17: after a step, in this order: targets, reactions, squares, evasion, the stop in
    a cavalry zone, contact. After a turn only targets and contact. Result: ``Riding``.
    """

    riding: Riding
    stepped: bool = True
    stack: tuple[UnitId, ...] = ()
    vacated: Hex = 0

    @step("P38.11", "P38.12", "P38.13", "PR-104")
    def declare(self, table: Table) -> Flow:
        return Call(Declarations(self.riding.gallop.units, self.riding.target))

    @step("P38.11")
    def declared(self, table: Table, target: UnitId) -> Flow:
        if target != self.riding.target:
            self.riding = aimed_at(table, self.riding, target)
        return None if self.stepped else Goto("strike")

    @step("P39.7", "P39.10", "PR-121")
    def react(self, table: Table) -> Flow:
        riding = self.riding
        if riding.reactor:
            return Call(ReactorStep(riding.reactor, riding.gallop.units, riding.left))
        return Call(ReactionWindow(riding.gallop.units))

    @step("P37.12", "P39.15", "P39.16", "PR-120")
    def reacted(self, table: Table, reaction: Reaction) -> Flow:
        self.riding = after_reaction(table, self.riding, reaction)
        return Done(self.riding) if self.riding.over else None

    @step("P38.9", "P38.16", "P38.21", "PR-41", "PR-105")
    def form_squares(self, table: Table) -> Flow:
        self._remember(table)
        return Call(SquareWindow(self.riding.gallop))

    @step("P38.27", "P38.28", "P38.31", "P38.32", "P38.37", "PR-110")
    def squares_formed(self, table: Table, tried: tuple[tuple[UnitId, str], ...]) -> Flow:
        if tried:
            self.riding = replace(pruned(table, self.riding), changed=True)
        if self.riding.over:
            return Done(self.riding)
        if any(unit in self.stack and result == ROUT for unit, result in tried):
            return Goto("recall")
        return None

    @step("P19.17", "P19.27")
    def evade(self, table: Table) -> Flow:
        target = self.riding.target
        if target not in table.pieces or not are_skirmishers(table, target):
            return Goto("strike")
        return Call(EvasionWindow(target))

    @step("P19.17", "P19.26")
    def evaded(self, table: Table, gone: bool) -> Flow:
        if gone:
            target = self.riding.target
            evaded = (*self.riding.evaded, target)
            self.riding = replace(self.riding, target="", evaded=evaded, changed=True)
        return None

    @step("P14.12", "P38.14", "P38.17", "P38.46", "PR-52")
    def strike(self, table: Table) -> Flow:
        self.riding = stopped_by(table, self.riding)
        found = self._contact(table)
        if found is None:
            return Done(self.riding)
        if self.riding.reactor:
            return Goto("wait_for_reactor")
        self._remember(table)
        gallop = self.riding.gallop
        at, there = found
        run = has_run(table, gallop, table.pieces[gallop.lead], at, there)
        meet = table.setting.reglement.contact
        return Call(meet(gallop, self.riding.target, at, there, run))

    @step("P38.18", "P38.19", "P38.39", "P41.6", "PR-108")
    def struck(self, table: Table, struck: Struck) -> Flow:
        self.riding = replace(_paid(self.riding, struck.points), changed=True)
        self.riding = pruned(table, self.riding)
        if self.riding.over or struck.outcome not in (BROKE, FREE):
            return Done(replace(self.riding, over=True))
        if struck.outcome == BROKE:
            return Goto("recall")
        self.riding, self.stepped = replace(self.riding, target=""), False
        return Goto("declare")

    @step("P39.10", "PR-121")
    def wait_for_reactor(self, table: Table) -> Flow:
        riding = self.riding
        return Call(ReactorStep(riding.reactor, riding.gallop.units, riding.left))

    @step("P39.15", "P39.16")
    def reactor_done(self, table: Table, reaction: Reaction) -> Flow:
        self.riding = after_reaction(table, self.riding, reaction)
        return Done(self.riding) if self.riding.over else Goto("strike")

    @step("P38.38", "P38.39", "P42.2", "PR-109", "PR-110", "PR-131")
    def recall(self, table: Table) -> Flow:
        if self.riding.recalled:
            return Goto("go_on")
        gallop = self.riding.gallop
        runaway = self.stack[0] if self.stack else self.riding.target
        return Call(CallBack(gallop.units, runaway, self.vacated, min(gallop.points)))

    @step("P38.40", "P38.41", "P42.3")
    def called_back(self, table: Table, recalled: bool) -> Flow:
        self.riding = pruned(table, replace(self.riding, recalled=recalled, changed=True))
        if recalled and not self.riding.over:
            return None
        return Done(replace(self.riding, over=True))

    @step("P38.40", "P42.3", "PR-104")
    def go_on(self, table: Table) -> Flow:
        """Guns that held out where their infantry ran keep the charge in contact with them."""
        held = [unit for unit in self.stack if unit in table.stack(self.vacated)]
        if held and self._is_engaged(table):
            return Done(replace(self.riding, over=True))
        self.riding, self.stepped = replace(self.riding, target="", changed=True), False
        return Goto("declare")

    def _remember(self, table: Table) -> None:
        """Note the stack that is the target, and where it stands, before anything befalls it."""
        target = self.riding.target
        if target in table.pieces:
            self.stack, self.vacated = stack_of(table, target), table.pieces[target].at

    def _contact(self, table: Table) -> tuple[Hex, Hex] | None:
        gallop, target = self.riding.gallop, self.riding.target
        if target not in table.pieces:
            return None
        return contact(table, gallop.units, table.pieces[gallop.lead], target)

    def _is_engaged(self, table: Table) -> bool:
        return any(MET in table.pieces[unit].marks for unit in self.riding.gallop.units)


def aimed_at(table: Table, riding: Riding, target: UnitId) -> Riding:
    declared = (*riding.declared, *stack_of(table, target)) if target else riding.declared
    return replace(riding, target=target, declared=declared, changed=True)


def after_reaction(table: Table, riding: Riding, reaction: Reaction) -> Riding:
    """What a reaction has made of the charge: contact ends it, else the reactor rides on."""
    riding = pruned(table, riding)
    if reaction.contact:
        for unit in riding.gallop.units:
            mark(table, unit, MET)
        return replace(riding, over=True, changed=True)
    going_on = reaction.left > 0 and bool(reaction.reactor)
    return replace(
        riding,
        reactor=reaction.reactor if going_on else "",
        left=reaction.left if going_on else 0,
        changed=riding.changed or bool(reaction.reactor),
    )


def _paid(riding: Riding, points: int) -> Riding:
    """The charge after riding down: all of a stack pay alike."""
    gallop = riding.gallop
    spent = min(gallop.points) - points
    left = tuple(have - spent for have in gallop.points)
    return replace(riding, gallop=replace(gallop, points=left))


@rule("P14.12", "PR-52")
def stopped_by(table: Table, riding: Riding) -> Riding:
    """Cavalry whose zone stops a charge is its target, unless it was passed by or another stands."""
    gallop = riding.gallop
    if not gallop.stopped or riding.target in table.pieces:
        return riding
    enemy = table.setting.enemy(table.side_of(gallop.lead))
    for at in table.pieces[gallop.lead].hexes:
        for unit in table.zone_over(at, enemy):
            horse = table.printed(unit).arm is Arm.CAVALRY
            if horse and not is_declined(table, gallop.units, unit):
                table.record(TargetDeclared(gallop.units, unit))
                return aimed_at(table, riding, unit)
    return riding
