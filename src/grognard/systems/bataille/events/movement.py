"""Facts of the movement segment: orders, limbering, arrivals, counters exchanged (6, 16, 18, 45)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Account
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.pieces import Piece, UnitId
from grognard.systems.bataille.table import Table


class OrderBegan(Fact, frozen=True, tag=True):
    """A unit was taken in hand; ``allowance`` is in half points (P18.1)."""

    unit: UnitId
    allowance: int
    clauses: ClassVar[tuple[str, ...]] = ("P18.1",)


class MarchStopped(Fact, frozen=True, tag=True):
    """A march ended before its path: why, and the clause that says so. The enemy knows no path."""

    unit: UnitId
    at: Hex
    reason: str
    clause: str
    side: str

    def seen_by(self, side: str) -> MarchStopped | None:
        return self if side == self.side else None


class FacedAbout(Fact, frozen=True, tag=True):
    """A unit in several hexes faced about where it stands: left is right now (PR-26)."""

    unit: UnitId
    facing: int
    hexes: tuple[Hex, ...]
    main: int
    clauses: ClassVar[tuple[str, ...]] = ("PR-26",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, facing=self.facing, hexes=self.hexes, main=self.main)


class LimberRolled(Fact, frozen=True, tag=True):
    """A battery tried to limber: the die with what was added, against the number it needs.

    ``needed`` is printed on the counter of ``side``, so the enemy does not see it.
    """

    unit: UnitId
    die: int
    account: Account
    needed: int
    limbered: bool
    side: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("P16.81",)

    def seen_by(self, side: str) -> LimberRolled:
        return self if side == self.side else msgspec.structs.replace(self, needed=0)


class Wavered(Fact, frozen=True, tag=True):
    """A stunned battalion rolled on being ordered to move; if it wavers it goes no nearer."""

    unit: UnitId
    die: int
    wavers: bool
    clauses: ClassVar[tuple[str, ...]] = ("P46.2",)


class Arrived(Fact, frozen=True, tag=True):
    """A reinforcement came onto the map; ``cost`` is in half points (P45.1)."""

    piece: Piece
    group: str
    cost: int
    clauses: ClassVar[tuple[str, ...]] = ("P45.1",)

    def change(self, table: Table) -> None:
        table.put(self.piece)


class BrokeDown(Fact, frozen=True, tag=True):
    """Parts took the place of a counter, in its place in the stack (P6.5, P6.9).

    ``lost`` names the parts whom the losses dealt to them left without a man.
    """

    unit: UnitId
    parts: tuple[Piece, ...]
    lost: tuple[UnitId, ...] = ()
    forced: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("P6.5", "P6.9")

    def change(self, table: Table) -> None:
        at = table.pieces[self.unit].at
        stack = table.stack(at)
        new = tuple(piece.id for piece in self.parts)
        place = stack.index(self.unit)
        _exchange(table, (self.unit,), self.parts)
        table.order_stack(at, (*stack[:place], *new, *stack[place + 1 :]))
        for unit in self.lost:
            table.writable("removed")[unit] = "destroyed"
        _hand_down(table, self.unit, new)


class Recombined(Fact, frozen=True, tag=True):
    """A counter took the place of its parts, where the uppermost of them lay (PR-10)."""

    piece: Piece
    parts: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PR-10",)

    def change(self, table: Table) -> None:
        stack = table.stack(self.piece.at)
        place = min(stack.index(part) for part in self.parts)
        rest = [unit for unit in stack if unit not in self.parts]
        _exchange(table, self.parts, (self.piece,))
        table.order_stack(self.piece.at, (*rest[:place], self.piece.id, *rest[place:]))


def _exchange(table: Table, old: tuple[UnitId, ...], new: tuple[Piece, ...]) -> None:
    for unit in old:
        table.remove(unit, "replaced")
    for piece in new:
        table.put(piece)
        if piece.id in table.removed:
            del table.writable("removed")[piece.id]


def _hand_down(table: Table, unit: UnitId, parts: tuple[UnitId, ...]) -> None:
    """The parts of a unit that fired have fired, too: they may assault what it fired at."""
    if unit in table.fired_at:
        for part in parts:
            table.writable("fired_at")[part] = table.fired_at[unit]
