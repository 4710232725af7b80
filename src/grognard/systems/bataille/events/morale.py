"""Facts of morale: checks, retreats, displacement, surrender, recovery (rules 10, 14, 30, 31)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Account
from grognard.mechanics.d66 import RUNGS, printed
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.events.leaders import masked
from grognard.systems.bataille.pieces import Cohesion, Formation, Readiness, UnitId
from grognard.systems.bataille.table import Table


class MoraleChecked(Fact, frozen=True, tag=True):
    """A unit checked its morale (P31.1).

    ``value`` is its morale as a rung; ``needed`` the lowest dice that pass, as printed, 0 where
    none do. The other side sees the dice, the modifiers and the outcome, not these two, nor what
    a leader in the account is worth.
    """

    unit: UnitId
    side: str
    occasion: str
    dice: tuple[int, ...]
    account: Account
    value: int
    needed: int
    passed: bool
    clauses: ClassVar[tuple[str, ...]] = ("P31.1",)

    def seen_by(self, side: str) -> MoraleChecked:
        if side == self.side:
            return self
        return msgspec.structs.replace(self, value=0, needed=0, account=masked(self.account))


def lowest_passing(modifiers: int, value: int) -> int:
    """The lowest dice that exceed a value, as printed; 0 where no dice do.

    >>> lowest_passing(0, 7), lowest_passing(-3, 7), lowest_passing(-6, 7), lowest_passing(0, 40)
    (23, 26, 33, 0)
    """
    rung = max(0, value - modifiers + 1)
    return printed(rung) if rung < RUNGS else 0


class RetreatMoved(Fact, frozen=True, tag=True):
    """A beaten unit went on by one hex (P30.19, P30.21)."""

    unit: UnitId
    to: Hex
    facing: int
    formation: Formation
    clauses: ClassVar[tuple[str, ...]] = ("P30.19", "P30.21")

    def change(self, table: Table) -> None:
        _move(table, self.unit, (self.to,), self.facing, self.formation)


class Displaced(Fact, frozen=True, tag=True):
    """A unit had to make room in an overfull hex (P10.4, P31.5)."""

    unit: UnitId
    to: Hex
    facing: int
    formation: Formation
    clauses: ClassVar[tuple[str, ...]] = ("P10.4", "P31.5")

    def change(self, table: Table) -> None:
        _move(table, self.unit, (self.to,), self.facing, self.formation)


class Surrendered(Fact, frozen=True, tag=True):
    """A unit laid down its arms (P14.21, P30.27)."""

    unit: UnitId
    cause: str
    clauses: ClassVar[tuple[str, ...]] = ("P14.21", "P30.27")

    def change(self, table: Table) -> None:
        table.remove(self.unit, "surrendered")


class RanOffMap(Fact, frozen=True, tag=True):
    """A routed unit ran over the edge of the map (P30.32)."""

    unit: UnitId
    at: Hex
    fate: str = "off-map"
    clauses: ClassVar[tuple[str, ...]] = ("P30.32",)

    def change(self, table: Table) -> None:
        table.remove(self.unit, self.fate)


class Rallied(Fact, frozen=True, tag=True):
    """A unit is in good order again, in column or general order, as its owner faces it (P30.5).

    Cavalry is exhausted from now on; ``mark`` remembers since when (P30.15, PR-99).
    """

    unit: UnitId
    facing: int
    formation: Formation
    exhausted: bool = False
    mark: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("P30.5", "P30.15")

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        marks = {*piece.marks, self.mark} if self.mark else set(piece.marks)
        table.alter(
            self.unit,
            cohesion=Cohesion.GOOD,
            facing=self.facing,
            formation=self.formation,
            readiness=Readiness.EXHAUSTED if self.exhausted else piece.readiness,
            marks=tuple(sorted(marks)),
        )


def _move(
    table: Table, unit: UnitId, hexes: tuple[Hex, ...], facing: int, formation: Formation
) -> None:
    piece = table.pieces[unit]
    table.put(
        msgspec.structs.replace(
            piece, hexes=hexes, facing=facing, formation=formation, main=0, came_from=piece.at
        )
    )
