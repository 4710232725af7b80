"""What a step of a charge calls forth (X19.2.2, X19.4, X19.7, X19.17), in the order of the book."""

from __future__ import annotations

import msgspec

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import parse_hex, side_towards
from grognard.systems.an_xxx.horse.contact import is_short
from grognard.systems.an_xxx.horse.form_up import FormUp
from grognard.systems.an_xxx.horse.melee import CavalryMelee
from grognard.systems.an_xxx.horse.retreat import (
    LeadersLeave,
    RetreatBeforeCharge,
    may_lose_leaders,
)
from grognard.systems.an_xxx.horse.square import RallyWindow
from grognard.systems.an_xxx.marks import ASKED_BACK, COMBINED, SHORT, track_of, tracked
from grognard.systems.bataille.events.charge import TargetDeclared
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.horse.charge_targets import Declarations
from grognard.systems.bataille.horse.contact_states import mark, still_riding
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.horse.gallop import hexes_left
from grognard.systems.bataille.horse.reaction import Reaction
from grognard.systems.bataille.horse.recall import CallBack
from grognard.systems.bataille.horse.ride import RideWindows, Riding, after_reaction, aimed_at
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

replace = msgspec.structs.replace


def ride_opens(riding: Riding) -> Procedure:
    """All windows but that of fire are open before the first step, too."""
    return ChargeWindows(riding, True)


class ChargeWindows(RideWindows, tag=True):
    """X19.2.2: after a step, and before the first: targets, reactions, squares, evasion, contact.

    As in the base book, but that a reaction which meets the charge is fought out at once, and that
    hexes of the zone are what is left to a charge whose target has run.
    """

    @step("X19.2.2", "X19.2.11", "X19.9.3.2")
    def declare(self, table: Table) -> Flow:
        for unit in self.riding.gallop.units:
            keep_track(table, unit)
        aim = combined_aim(table, self.riding.gallop.units)
        if aim and self.riding.target not in table.pieces:
            table.record(TargetDeclared(self.riding.gallop.units, aim))
            self.riding = aimed_at(table, self.riding, aim)
        return Call(Declarations(self.riding.gallop.units, self.riding.target))

    @step("X19.2.2")
    def declared(self, table: Table, target: UnitId) -> Flow:
        if target != self.riding.target:
            self.riding = aimed_at(table, self.riding, target)
        return Goto("let_them_go") if self.stepped else Goto("strike")

    @step("X2.5", "X19.17.2")
    def reacted(self, table: Table, reaction: Reaction) -> Flow:
        self.riding = after_reaction(table, self.riding, reaction)
        if reaction.contact:
            return Goto("meet")
        return Done(self.riding) if self.riding.over else Goto("form_up")

    @step("X2.5", "X19.17.2")
    def reactor_done(self, table: Table, reaction: Reaction) -> Flow:
        self.riding = after_reaction(table, self.riding, reaction)
        if reaction.contact:
            return Goto("meet")
        return Done(self.riding) if self.riding.over else Goto("strike")

    @step("X19.6.8")
    def recall(self, table: Table) -> Flow:
        if self.riding.recalled:
            return Goto("go_on")
        gallop = self.riding.gallop
        runaway = self.stack[0] if self.stack else self.riding.target
        left = HALVES * (hexes_left(table, gallop) or 0)
        return Call(CallBack(gallop.units, runaway, self.vacated, left))

    @step("X19.4")
    def let_them_go(self, table: Table) -> Flow:
        return Call(RetreatBeforeCharge(self.riding.gallop))

    @step("X19.4", "X19.17.2")
    def gone(self, table: Table, gone: tuple[UnitId, ...]) -> Flow:
        """Whoever has gone back is no target any more; then the reactions."""
        if gone:
            left = "" if self.riding.target in gone else self.riding.target
            self.riding = replace(self.riding, target=left, changed=True)
        return None

    @step("X8.3.2", "X19.4")
    def let_leaders_go(self, table: Table) -> Flow:
        """Leaders with the target may leave it, asked once, when the charge is near."""
        target = self.riding.target
        if not may_lose_leaders(table, target, self.riding.gallop):
            return Goto("react")
        table.record(Marked(target, ASKED_BACK))
        return Call(LeadersLeave(table.pieces[target].at, self.riding.gallop.units), then="react")

    @step("X19.7.1")
    def form_squares(self, table: Table) -> Flow:
        self._remember(table)
        return Call(RallyWindow(self.riding.gallop, target=self.riding.target))

    @step("X12.10.9.1")
    def form_up(self, table: Table) -> Flow:
        return Call(FormUp(self.riding.gallop))

    @step("X12.10.9.1")
    def formed_up(self, table: Table, formed: bool) -> Flow:
        self.riding = replace(self.riding, changed=self.riding.changed or formed)
        return Goto("form_squares")

    @step("X2.5", "X19.17.2")
    def meet(self, table: Table) -> Flow:
        """Charge and reaction have met: the charge attacks, and neither stood to receive it."""
        riders = still_riding(table, self.riding.gallop.units)
        met = [(unit, foe) for unit in riders for foe in contacts_of(table.pieces[unit])]
        touching = [pair for pair in met if _touch(table, *pair)]
        if not touching:
            return Done(self.riding)
        if is_short(table, self.riding.gallop):
            for unit in riders:
                mark(table, unit, SHORT)
        target = table.pieces[touching[0][1]].at
        return Call(CavalryMelee(riders, target))

    @step("X2.5")
    def fought(self, table: Table) -> Flow:
        return Done(self.riding)


def _touch(table: Table, one: UnitId, other: UnitId) -> bool:
    return other in table.pieces and any(
        side_towards(at, there) is not None
        for at in table.pieces[one].hexes
        for there in table.pieces[other].hexes
    )


@rule("X19.9.3.2")
def keep_track(table: Table, unit: UnitId) -> None:
    """Note where a charge has come, so that it can go back by the way it came."""
    piece = table.pieces[unit]
    before = track_of(piece.marks)
    if before[:1] != (piece.at,):
        if before:
            table.record(Unmarked(unit, tracked(before)))
        table.record(Marked(unit, tracked((piece.at, *before))))


@rule("X19.2.11")
def combined_aim(table: Table, units: tuple[UnitId, ...]) -> UnitId:
    """The top unit of the hex at which units charge together; "" where they charge alone."""
    for unit in units:
        for held in table.pieces[unit].marks:
            if held.startswith(COMBINED):
                at, side = parse_hex(held.removeprefix(COMBINED)), table.side_of(unit)
                foes = [foe for foe in table.stack(at) if table.side_of(foe) != side]
                return foes[0] if foes else ""
    return ""
