"""Pursuit: who may, who must, how far, and whom it meets (E60)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Choices,
    Done,
    Drafted,
    Flow,
    Goto,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.commands import Pick
from grognard.mechanics.measured.gaps import TOUCH
from grognard.mechanics.measured.mils import bearing
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.events import Marked
from grognard.systems.empire.kinds import Arm, Going, Trait
from grognard.systems.empire.morale.losses import Eliminated
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.actions import HoldBack, Pursue
from grognard.systems.empire.shock.events import PursuitHeld, RiddenDown
from grognard.systems.empire.shock.fights import Charger, Fight, Occasion
from grognard.systems.empire.shock.straight_on import Course, overtaken
from grognard.systems.empire.sight import zone_holding
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import ControlTest

STAND, MEET = "stand", "counter-charge"
SHUNNED = (Going.DIFFICULT, Going.BUILDING)
"""Nobody pursues into this (E60.1)."""
STRIDE = 15
"""The wheels that are listed are so many degrees apart; any other may be named."""


@rule("E60.1")
def is_held_by_ground(table: Table, unit: UnitId) -> bool:
    """Nobody pursues out of difficult ground, a building or a village."""
    return bool(table.pieces[unit].building) or table.going(unit) in SHUNNED


@rule("E60.2")
def is_impetuous(table: Table, unit: UnitId) -> bool:
    return Trait.IMPETUOUS in table.printed(unit).traits


def most_turn() -> int:
    return sheet().figure("retreat/degrees", "pursuit")


def pursuit_options(table: Table, unit: UnitId) -> Drafted:
    """To pursue by any wheel within bounds; to hold back, where somebody may try."""

    def judge(order: Pursue | HoldBack) -> Reason | None:
        if order.unit != unit:
            return Reason(f"{table.printed(unit).name} is the one who won", "E60.1")
        if isinstance(order, HoldBack):
            if is_impetuous(table, unit):
                return Reason(f"{table.printed(unit).name} is impetuous", "E60.2")
            return None
        if abs(order.turn) > most_turn():
            return Reason(f"it wheels no more than {most_turn()} degrees", "E60.3")
        return None

    def listed() -> Iterator[Action]:
        yield HoldBack(unit)
        for turn in range(-most_turn(), most_turn() + 1, STRIDE):
            yield Pursue(unit, turn)

    return Drafted(judge, listed(), Pursue, HoldBack)


class Pursuit(Procedure, tag=True):
    """A winner goes after ``fled``; ``caught``: those are overtaken in the open if horse pursues.

    Result: the fight that it rides into, or nothing.
    """

    unit: UnitId
    fled: tuple[UnitId, ...]
    caught: bool = False
    turn: int = 0
    met: tuple[UnitId, ...] = ()
    dead: tuple[UnitId, ...] = ()

    @step("E60.1", "E60.2")
    def consider(self, table: Table) -> Flow:
        if self.unit not in table.pieces or is_held_by_ground(table, self.unit):
            return Done()
        return Ask(table.side_of(self.unit), pursuit_options(table, self.unit), "pursuit")

    @step("E60.1", "E60.2")
    def hear(self, table: Table, action: Pursue | HoldBack) -> Flow:
        if isinstance(action, Pursue):
            self.turn = action.turn
            return Goto("ride")
        if table.arm(self.unit) is Arm.CAVALRY:
            return Call(ControlTest(self.unit))
        table.record(PursuitHeld(self.unit))
        return Done()

    @step("E60.2", "E44.3")
    def control(self, table: Table, held: bool) -> Flow:
        """Horse that would not be held goes for whoever flees, or straight on."""
        if held:
            table.record(PursuitHeld(self.unit))
            return Done()
        self.turn = self._towards(table)
        return None

    def _towards(self, table: Table) -> int:
        if not self.fled:
            return 0
        pose = table.pieces[self.unit].pose
        there = bearing(pose.point, table.footprint(self.fled[0]).centre)
        turn = (there - pose.facing + 180) % 360 - 180
        return max(-most_turn(), min(most_turn(), turn))

    @step("E60.3", "E60.4", "E40.4")
    def ride(self, table: Table) -> Flow:
        unit = self.unit
        course = Course(table, unit, over=self.fled, shuns=SHUNNED)
        course.wheel(self.turn)
        far = course.reach(sheet().fall_back("pursuit", mounted=table.printed(unit).is_mounted))
        path = course.path(far)
        dead = overtaken(table, path, self.fled)
        if self.caught and table.arm(unit) is Arm.CAVALRY:
            dead += [each for each in self.fled if each not in dead]
        self.dead = tuple(dead)
        for each in dead:
            table.record(RiddenDown(each, unit))
        course.go(far)
        if not table.pieces[unit].marked:
            table.record(Marked(unit))
        return None

    @step("E60.4", "E40.4")
    def remove(self, table: Table) -> Flow:
        if not self.dead:
            return Goto("meet")
        unit, *rest = self.dead
        self.dead = tuple(rest)
        return Call(Eliminated(unit), then="remove")

    @step("E60.5")
    def meet(self, table: Table) -> Flow:
        """Whoever is touched now, and did not flee, is fought at once: it stands or counters."""
        self.met = touched(table, self.unit)
        if not self.met:
            return Done()
        options = [*[MEET] * may_meet(table, self.met[0], self.unit), STAND]
        side = table.side_of(self.met[0])
        return Ask(side, Choices(map(Pick, options), "E60.5"), "pursued")

    @step("E60.5", "E56.15")
    def clash(self, table: Table, action: Pick) -> Flow:
        target, unit = self.met[0], self.unit
        here, there = table.pieces[unit].pose.point, table.pieces[target].pose.point
        charger = Charger(unit, here, here, 0, zone_holding(table, target, here))
        answer = Charger(target, there, there) if action.choice == MEET else None
        return Done(Fight(target, (charger,), Occasion.PURSUIT, answer))


@rule("E60.5")
def touched(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Enemies ahead that a unit touches; commanders alone are no enemy to fight."""
    footprint = table.footprint(unit)
    return tuple(
        enemy
        for enemy in table.within(footprint.corners, TOUCH)
        if table.side_of(enemy) != table.side_of(unit)
        and not (table.pieces[enemy].building and table.arm(unit) is Arm.CAVALRY)
    )


@rule("E60.5", "E35.9")
def may_meet(table: Table, target: UnitId, charger: UnitId) -> bool:
    """May a unit answer a charge with its own: like arms, from its front, in good order, unmarked?"""
    piece = table.pieces[target]
    return (
        table.arm(target) is table.arm(charger) is not Arm.ARTILLERY
        and piece.good
        and not piece.marked
        and not piece.formation.is_all_front
        and not table.is_skirmisher(target)
        and zone_holding(table, target, table.pieces[charger].pose.point) is Zone.FRONT
    )
