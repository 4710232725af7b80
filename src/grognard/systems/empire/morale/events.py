"""What morale does to units, and losses to their commanders."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Account
from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.events import Fact
from grognard.systems.empire.kinds import Grade
from grognard.systems.empire.setting import CommanderId, UnitId
from grognard.systems.empire.table import Table

replace = msgspec.structs.replace


class MoraleTested(Fact, frozen=True, tag=True):
    """A unit tests its morale: die, morale and rows against what is needed."""

    unit: UnitId
    die: int
    morale: int
    account: Account
    needed: int
    held: bool
    clauses: ClassVar[tuple[str, ...]] = ("E54.1",)


class CommanderTested(Fact, frozen=True, tag=True):
    """A commander in danger: is he lost?"""

    leader: CommanderId
    unit: UnitId
    roll: int
    needed: int
    lost: bool
    clauses: ClassVar[tuple[str, ...]] = ("E23.8",)


class CommanderLost(Fact, frozen=True, tag=True):
    """A commander is lost. His successor stands at ``point`` with a grade less; None: there is none."""

    leader: CommanderId
    grade: Grade
    point: Point | None
    captured: bool = False
    replaced: bool = True
    clauses: ClassVar[tuple[str, ...]] = ("E23.9", "E23.10")

    def change(self, table: Table) -> None:
        officers, tally = table.own("officers"), table.own("tally")
        officers[self.leader] = replace(
            officers[self.leader], grade=self.grade, at=self.point, points=0, attached="",
            lost=self.point is None,
        )  # fmt: skip
        key = f"commanders:{table.setting.commanders[self.leader].side}"
        tally[key] = tally.get(key, 0) + 1


class CommanderSaved(Fact, frozen=True, tag=True):
    """A commander whose unit is gone reaches another of his division."""

    leader: CommanderId
    unit: UnitId
    point: Point
    clauses: ClassVar[tuple[str, ...]] = ("E23.13", "E23.14")

    def change(self, table: Table) -> None:
        officers = table.own("officers")
        officers[self.leader] = replace(officers[self.leader], at=self.point, attached="")
