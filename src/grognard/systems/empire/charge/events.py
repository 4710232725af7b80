"""What a charge does."""

from __future__ import annotations

from typing import ClassVar

from grognard.systems.empire.events import Fact, OfHidden
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.table import Table


class ChargeDeclared(OfHidden, frozen=True, tag=True):
    """A unit will charge another; its activation is paid."""

    unit: UnitId
    target: UnitId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E35.12",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, acted=True)


class ChargeLapsed(OfHidden, frozen=True, tag=True):
    """A declared charge has nobody to go at: its paid activation is left for a move."""

    unit: UnitId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E35.17",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, acted=False, prepaid=True)


class ChargeAnswered(Fact, frozen=True, tag=True):
    """What a charged unit does: ``how`` is a word or a change that it tries."""

    unit: UnitId
    how: str
    clauses: ClassVar[tuple[str, ...]] = ("E42.2",)


class ReinedIn(Fact, frozen=True, tag=True):
    """Horse breaks off its charge in good order."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E35.7",)


class ChargeFellShort(Fact, frozen=True, tag=True):
    """A charge does not reach anybody."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E35.18",)


class Sheltered(Fact, frozen=True, tag=True):
    """Gunners run to a friendly square and leave their guns until the end of the turn."""

    unit: UnitId
    square: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E42.13",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, shelter=self.square, marked=True, fired=True)


class ShelterEnded(Fact, frozen=True, tag=True):
    """Gunners are back at their guns."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E42.13",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, shelter="")
