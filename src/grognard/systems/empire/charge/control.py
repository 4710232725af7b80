"""The control test: horse that would stop its charge, or not pursue (E44)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.kernel import Account, Done, Flow, Item, Procedure, Roll, rule, step
from grognard.systems.empire.command.points import is_in_command
from grognard.systems.empire.events import Fact
from grognard.systems.empire.kinds import Status
from grognard.systems.empire.morale.commanders import attached_to
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

ROWS = "tests/common"
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
