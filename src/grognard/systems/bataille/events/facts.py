"""Facts that every edition of the family records. One fact each, past tense."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Event
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table


class Fact(Event, frozen=True):
    """An event of this family: it changes a La Bataille table."""

    def change(self, table: Table) -> None:
        pass


class TurnBegan(Fact, frozen=True, tag=True):
    """A new turn: the clock moves on twenty minutes (P2.13, P3.1)."""

    turn: int
    time: str
    weather: str
    clauses: ClassVar[tuple[str, ...]] = ("P2.13", "P3.1")

    def change(self, table: Table) -> None:
        table.turn = self.turn
        table.phasing = table.segment = ""


class SequenceBegan(Fact, frozen=True, tag=True):
    """A side's player-sequence begins (P2.5); what the last one remembered is forgotten."""

    side: str
    clauses: ClassVar[tuple[str, ...]] = ("P2.5",)

    def change(self, table: Table) -> None:
        table.phasing = self.side
        table.writable("fired_at").clear()
        table.writable("fire_losses").clear()


class SegmentBegan(Fact, frozen=True, tag=True):
    segment: str

    def change(self, table: Table) -> None:
        table.segment = self.segment


class Moved(Fact, frozen=True, tag=True):
    """A unit entered new hexes; it goes to the top or the bottom of what stands there."""

    unit: UnitId
    hexes: tuple[Hex, ...]
    facing: int
    formation: Formation
    on_top: bool = False

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        main = piece.main if len(self.hexes) == len(piece.hexes) else 0
        moved = Piece(
            piece.id, self.hexes, self.facing, self.formation, piece.cohesion, piece.lost, main,
            piece.readiness, piece.hexes[piece.main], piece.marks,
        )  # fmt: skip
        table.put(moved, on_top=self.on_top)


class Turned(Fact, frozen=True, tag=True):
    """A unit changed facing where it stands."""

    unit: UnitId
    facing: int

    def change(self, table: Table) -> None:
        table.alter(self.unit, facing=self.facing)


class FormationChanged(Fact, frozen=True, tag=True):
    """A unit changed formation; hexes are given left to right, or head to tail."""

    unit: UnitId
    formation: Formation
    facing: int
    hexes: tuple[Hex, ...]
    main: int = 0

    def change(self, table: Table) -> None:
        table.alter(
            self.unit,
            formation=self.formation,
            facing=self.facing,
            hexes=self.hexes,
            main=self.main,
        )


class Shrank(Fact, frozen=True, tag=True):
    """Losses made a unit give up hexes (P16.21, P19.6); no movement, no fire."""

    unit: UnitId
    hexes: tuple[Hex, ...]
    main: int

    def change(self, table: Table) -> None:
        table.alter(self.unit, hexes=self.hexes, main=self.main)


class LostIncrements(Fact, frozen=True, tag=True):
    """A unit lost strength; the marker beneath it grows (P5.2)."""

    unit: UnitId
    count: int
    cause: str
    clause: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("P11.2",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, lost=table.pieces[self.unit].lost + self.count)


class Disordered(Fact, frozen=True, tag=True):
    """A unit lost its order (P30.1)."""

    unit: UnitId
    clause: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("P30.1",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, cohesion=Cohesion.DISORDER)


class Routed(Fact, frozen=True, tag=True):
    """A unit broke and runs (P30.1)."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("P30.1",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, cohesion=Cohesion.ROUT)


class Removed(Fact, frozen=True, tag=True):
    """A unit left the map for good: destroyed, surrendered, off the map, or replaced."""

    unit: UnitId
    fate: str

    def change(self, table: Table) -> None:
        table.remove(self.unit, self.fate)


class Marked(Fact, frozen=True, tag=True):
    """A marker was laid on a unit."""

    unit: UnitId
    mark: str

    def change(self, table: Table) -> None:
        marks = {*table.pieces[self.unit].marks, self.mark}
        table.alter(self.unit, marks=tuple(sorted(marks)))


class Unmarked(Fact, frozen=True, tag=True):
    """A marker was taken off a unit."""

    unit: UnitId
    mark: str

    def change(self, table: Table) -> None:
        marks = tuple(mark for mark in table.pieces[self.unit].marks if mark != self.mark)
        table.alter(self.unit, marks=marks)


class StackOrdered(Fact, frozen=True, tag=True):
    """The owner set the order of a stack (PR-163)."""

    at: Hex
    units: tuple[UnitId, ...]

    def change(self, table: Table) -> None:
        table.order_stack(self.at, self.units)
