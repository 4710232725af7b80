"""Events of Premier alone: its checks before melee, its matrix of fates, its table of squares."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Account
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact, Moved
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.table import Table


class PreMeleeWeighed(Fact, frozen=True, tag=True):
    """Increments were counted for the checks before melee (P33.4)."""

    target: Hex
    attacking: int
    defending: int
    odds: str
    clauses: ClassVar[tuple[str, ...]] = ("P33.4",)


class FateRead(Fact, frozen=True, tag=True):
    """The matrix was read for a unit: the code, and what it says becomes of it (P14.23)."""

    unit: UnitId
    code: int
    fate: str
    clauses: ClassVar[tuple[str, ...]] = ("P14.23",)


class BrokeSquare(Fact, frozen=True, tag=True):
    """A square gave up its formation and stands in column (PR-160)."""

    unit: UnitId
    facing: int
    clauses: ClassVar[tuple[str, ...]] = ("PR-160",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, formation=Formation.COLUMN, facing=self.facing)


class SquareRolled(Fact, frozen=True, tag=True):
    """Infantry tried to form square: row and distance, dice, modifiers and result (P38.24)."""

    units: tuple[UnitId, ...]
    row: str
    formation: str
    distance: int
    dice: tuple[int, ...]
    account: Account
    modified: int
    result: str
    clauses: ClassVar[tuple[str, ...]] = ("P38.24",)


class AssaultLapsed(Fact, frozen=True, tag=True):
    """A declared or compulsory assault could no longer be made (P16.35, PR-83)."""

    target: Hex
    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PR-83",)


class SteppedBack(Fact, frozen=True, tag=True):
    """A unit gave ground in order, every hex of it by one hex (PR-159)."""

    unit: UnitId
    hexes: tuple[Hex, ...]
    formation: Formation
    clauses: ClassVar[tuple[str, ...]] = ("PR-159",)

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        table.alter(self.unit, hexes=self.hexes, formation=self.formation, came_from=piece.at)


class TookHex(Moved, frozen=True, tag=True):
    """Cavalry took the hex that its opportunity charge had cleared (P40.22, P41.4)."""

    clauses: ClassVar[tuple[str, ...]] = ("P40.22",)


class GunsAbandoned(Fact, frozen=True, tag=True):
    """Guns were left by their infantry (P41.9)."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("P41.9",)
