"""The morale test, its rows and what failing it does (E54)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Account, Call, Done, Flow, Goto, Item, Procedure, Roll, step
from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.command.points import is_in_command
from grognard.systems.empire.events import Disordered, LossTaken, Marked
from grognard.systems.empire.fire.rows import threat_item
from grognard.systems.empire.kinds import Arm, Bulk, Cover, Trait
from grognard.systems.empire.morale.commanders import attached_to
from grognard.systems.empire.morale.events import MoraleTested
from grognard.systems.empire.morale.losses import Eliminated, is_spent
from grognard.systems.empire.retreat.falling_back import FallBack
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES, sheet
from grognard.systems.empire.sight import cover_of
from grognard.systems.empire.supports import is_supported
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import threats

ROWS = "morale/modifiers"
WORKS = frozenset({"redoubt", "fortification"})
"""Kinds of ground that hold a unit as walls do."""


# --- rows


@rule("E54.5", "E54.6", "E54.7", "E54.8", "E54.9", "E54.10", "E54.14", "ER-21")
def morale_rows(table: Table, unit: UnitId) -> Iterator[Item]:
    """What counts in a morale test; losses just taken are among its losses."""
    piece, card = table.pieces[unit], table.printed(unit)
    yield from _shelter(table, unit)
    if attached_to(table, unit):
        yield Item(sheet().figure(ROWS, "commander"), "a commander with it", "E54.6")
    if not is_in_command(table, unit):
        yield Item(sheet().figure(ROWS, "out_of_command"), "out of command", "E54.6")
    if Trait.STOIC in card.traits:
        yield Item(sheet().figure(ROWS, "stoic"), "stoic", "E54.7")
    if piece.disordered:
        yield Item(sheet().figure(ROWS, "disordered"), "in disorder", "E54.8")
    for threat in threats(table, unit).values():
        yield threat_item(ROWS, threat, "E54.9")
    size = "large" if card.bulk is Bulk.LARGE else "usual"
    counted = piece.halves // sheet().figure("morale/losses", size)
    if counted:
        yield Item(sheet().figure(ROWS, "loss") * counted, "its losses", "E54.10")


@rule("E54.5")
def _shelter(table: Table, unit: UnitId) -> Iterator[Item]:
    """Heavy cover, or else a square, a building or support from behind."""
    piece = table.pieces[unit]
    if cover_of(table, unit) is Cover.HEAVY:
        yield Item(sheet().figure(ROWS, "heavy_cover"), "in heavy cover", "E54.5")
    elif piece.formation.is_all_front or is_supported(table, unit):
        row = sheet().figure(ROWS, "supported_square_or_building")
        yield Item(row, "supported, in square or in a building", "E54.5")


@rule("E54.1", "E54.12", "ER-20")
def holds(table: Table, unit: UnitId, account: Account, die: int) -> bool:
    """Do die, morale and rows come to what is needed? There are no automatic results."""
    if die == SIX and table.setting.options["morale_natural_six"] == "on":
        return True
    return die + table.printed(unit).morale + account.total >= needed()


SIX = 6


def needed() -> int:
    return sheet().figure("morale/test", "least")


@rule("E54.2")
def is_walled(table: Table, unit: UnitId) -> bool:
    """Do a building or works hold a unit where it is?"""
    return bool(table.pieces[unit].building) or table.is_on(unit, WORKS)


# --- the test


class MoraleTest(Procedure, tag=True):
    """A unit tests; who fails falls back from ``source``, that stood at ``origin``. Result: held?"""

    unit: UnitId
    source: UnitId
    origin: Point

    @step("E54.1")
    def throw(self, table: Table) -> Flow:
        if self.unit not in table.pieces:
            return Done(True)
        return Roll("d6", "morale", self.unit)

    @step("E54.1", "E54.12")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        account = Account.of(morale_rows(table, self.unit))
        held = holds(table, self.unit, account, dice[0])
        morale = table.printed(self.unit).morale
        table.record(MoraleTested(self.unit, dice[0], morale, account, needed(), held))
        if held:
            return Done(True)
        return Goto("flee") if table.pieces[self.unit].disordered else None

    @step("E54.2", "E22.2", "E22.4", "E56.48")
    def give_way(self, table: Table) -> Flow:
        table.record(Disordered(self.unit))
        if is_walled(table, self.unit):
            return Done(False)
        return Call(FallBack(self.unit, self.source, self.origin, "morale", flight=False), "over")

    @step("E54.3", "E54.13", "E22.2")
    def flee(self, table: Table) -> Flow:
        table.record(Marked(self.unit))
        if loses_in_flight(table, self.unit):
            table.record(LossTaken(self.unit, sheet().figure("morale/test", "fled_loss") * HALVES))
            if is_spent(table, self.unit):
                return Call(Eliminated(self.unit), "over")
        return Call(FallBack(self.unit, self.source, self.origin, "flight", flight=True), "over")

    @step("E54.2", "E54.3")
    def over(self, table: Table) -> Flow:
        return Done(False)


@rule("E54.3")
def loses_in_flight(table: Table, unit: UnitId) -> bool:
    """Skirmishers, irregular horse and guns flee without a loss."""
    card = table.printed(unit)
    return not (table.is_skirmisher(unit) or card.is_irregular or card.arm is Arm.ARTILLERY)
