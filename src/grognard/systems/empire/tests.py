"""Manoeuvre tests and control tests: a die with rows against the class of a unit (E44)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.kernel import Account, Done, Flow, Item, Procedure, Reason, Roll, rule, step
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.command.points import is_in_command
from grognard.systems.empire.events import Fact, Marked, Moved
from grognard.systems.empire.kinds import Arm, Formation, Status
from grognard.systems.empire.morale.commanders import attached_to
from grognard.systems.empire.movement.judging import against_end
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import threats

ROWS, OWN = "tests/common", "tests/manoeuvre"
ONE, SIX = 1, 6
"""A natural one always fails, a natural six always passes (E44.12)."""


class ControlTested(Fact, frozen=True, tag=True):
    """Horse tries to hold itself back: die and rows against its class."""

    unit: UnitId
    die: int
    account: Account
    needed: int
    held: bool
    clauses: ClassVar[tuple[str, ...]] = ("E44.3",)


@rule("E44.4", "E44.5")
def quality_rows(table: Table, unit: UnitId) -> Iterator[Item]:
    """What counts in a control test, and in a manoeuvre test too."""
    status = table.printed(unit).status
    if status in (Status.GUARD, Status.ELITE):
        yield Item(sheet().figure(ROWS, "guard_or_elite"), "Guard or Elite", "E44.4")
    if status is Status.MILITIA:
        yield Item(sheet().figure(ROWS, "militia"), "militia", "E44.4")
    if attached_to(table, unit):
        yield Item(sheet().figure(ROWS, "commander"), "a commander with it", "E44.5")
    if not is_in_command(table, unit):
        yield Item(sheet().figure(ROWS, "out_of_command"), "out of command", "E44.5")


@rule("E44.1", "E44.12")
def passes(die: int, total: int, needed: int) -> bool:
    return die == SIX or (die != ONE and die + total >= needed)


class ControlTest(Procedure, tag=True):
    """A die with rows against the class of a unit. Result: does it obey?"""

    unit: UnitId

    @step("E44.1", "E44.3")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "control", self.unit)

    @step("E44.1", "E44.3", "E44.12")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        account = Account.of(quality_rows(table, self.unit))
        needed = sheet().figure("tests/least", table.printed(self.unit).drill)
        held = passes(dice[0], account.total, needed)
        table.record(ControlTested(self.unit, dice[0], account, needed, held))
        return Done(held)


# --- the manoeuvre test


class ManoeuvreTested(Fact, frozen=True, tag=True):
    """A unit would change its formation or facing before the enemy: die and rows against its class."""

    unit: UnitId
    to: str
    die: int
    account: Account
    needed: int
    passed: bool
    clauses: ClassVar[tuple[str, ...]] = ("E44.2",)


@rule("E44.6", "E44.7", "E44.8", "E44.9", "E44.10", "E44.11", "E22.7")
def manoeuvre_rows(
    table: Table, unit: UnitId, to: Primitive, *, near_horse: bool
) -> Iterator[Item]:
    """What counts in a manoeuvre test besides quality; a threat counts once however many there are."""
    piece, card = table.pieces[unit], table.printed(unit)
    yield from quality_rows(table, unit)
    if to == SQUARE and piece.formation is Formation.COLUMN:
        yield Item(sheet().figure(OWN, "column_square"), "a column that closes up", "E44.6")
    elif piece.formation is Formation.COLUMN:
        yield Item(sheet().figure(OWN, "column"), "in column", "E44.6")
    if threats(table, unit):
        yield Item(sheet().figure(OWN, "threatened"), "a side is threatened", "E44.7")
    if piece.halves >= card.cohesion:
        yield Item(sheet().figure(OWN, "half_lost"), "half of it is lost", "E44.8")
    if piece.marked:
        yield Item(sheet().figure(OWN, "marker"), "it has acted", "E44.9")
    if near_horse:
        yield Item(sheet().figure(OWN, "near_cavalry"), "horse charges from near", "E44.10")
    if card.arm is Arm.ARTILLERY and to.kind is Kind.FORM:
        yield Item(sheet().figure(OWN, "limbering"), "guns that limber or unlimber", "E44.11")


SQUARE = Primitive(Kind.FORM, 0, Formation.COLUMN_SQUARE)


def changed(table: Table, unit: UnitId, to: Primitive) -> Walk:
    """A unit as it would stand: what a test buys costs no part of a move."""
    return Walk(table, unit, moves=WHATEVER).along((to,))


WHATEVER = 10


@rule("E42.1", "E42.2", "E42.5", "E42.6")
def against_change(table: Table, unit: UnitId, to: Primitive) -> Reason | None:
    """What speaks against a change before the enemy, besides the dice."""
    if to.kind not in (Kind.FORM, Kind.FACE):
        return Reason("only formation or facing is changed before the enemy", "E44.2")
    if table.pieces[unit].disordered:
        return Reason(f"{table.printed(unit).name} is in disorder", "E30.19")
    walk = changed(table, unit, to)
    if walk.reason is not None:
        return walk.reason
    for other in table.upon(walk.footprint.corners, (unit,)):
        return Reason(f"{table.printed(other).name} stands in the way", "EG.5")
    return against_end(walk)


class ManoeuvreTest(Procedure, tag=True):
    """A unit changes before the enemy if it passes. ``near_horse``: charged by horse from near.

    Result: has it changed? What failing does is for whoever asked.
    """

    unit: UnitId
    to: Primitive
    near_horse: bool = False

    @step("E44.1", "E44.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "manoeuvre", self.unit)

    @step("E44.1", "E44.2", "E44.12", "E22.3", "E44.13")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        unit = self.unit
        rows = manoeuvre_rows(table, unit, self.to, near_horse=self.near_horse)
        account, needed = Account.of(rows), sheet().figure("tests/least", table.printed(unit).drill)
        passed = passes(dice[0], account.total, needed)
        table.record(ManoeuvreTested(unit, str(self.to), dice[0], account, needed, passed))
        if passed:
            walk = changed(table, unit, self.to)
            place = table.setting.place(walk.footprint.centre)
            table.record(Moved(unit, walk.footprint.pose, walk.formation, place))
            if not table.pieces[unit].marked:
                table.record(Marked(unit))
        return Done(passed)
