"""Facts of the horsemen: reactions, opportunity charges, fatigue and rest (rules 20, 36, 39, 40)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.systems.bataille.events.facts import Fact, Moved
from grognard.systems.bataille.marks import FATIGUE, NOTES, REACTING, REST
from grognard.systems.bataille.pieces import Piece, Readiness, UnitId
from grognard.systems.bataille.table import Table

# --- charges out of turn


class ReactorRode(Moved, frozen=True, tag=True):
    """Reacting cavalry rode one hex; ``mark`` keeps what its reaction has used up (P39.9)."""

    mark: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("P39.9", "P39.10")

    def change(self, table: Table) -> None:
        Moved.change(self, table)
        kept = [m for m in table.pieces[self.unit].marks if not m.startswith(REACTING)]
        table.alter(self.unit, marks=tuple(sorted([*kept, self.mark])))


class ReactionEnded(Fact, frozen=True, tag=True):
    """A reaction charge is over, with or without contact (P39.15, P39.16)."""

    unit: UnitId
    contact: bool
    clauses: ClassVar[tuple[str, ...]] = ("P39.15", "P39.16")

    def change(self, table: Table) -> None:
        if self.unit in table.pieces:
            kept = [m for m in table.pieces[self.unit].marks if not m.startswith(REACTING)]
            table.alter(self.unit, marks=tuple(kept))


class CounterCharged(Moved, frozen=True, tag=True):
    """Cavalry rode at an enemy that had come near it (P40.4); it may not have had to move."""

    target: UnitId = ""
    clauses: ClassVar[tuple[str, ...]] = ("P40.4",)

    def change(self, table: Table) -> None:
        if table.pieces[self.unit].hexes != self.hexes:
            Moved.change(self, table)


# --- fatigue and rest


class Fatigued(Fact, frozen=True, tag=True):
    """Cavalry has lost its wind: the marker tells whose sequence it was; its rest begins anew."""

    unit: UnitId
    readiness: Readiness
    clauses: ClassVar[tuple[str, ...]] = ("P36.3", "P36.6", "P36.24")

    def change(self, table: Table) -> None:
        since = f"{table.phasing}:{table.turn}"
        _begin_rest(table, self.unit, since, self.readiness)


class RestBegan(Fact, frozen=True, tag=True):
    """The rest of cavalry that is tired since ``since`` (side and turn) is counted from here."""

    unit: UnitId
    since: str
    clauses: ClassVar[tuple[str, ...]] = ("P36.12", "P36.24")

    def change(self, table: Table) -> None:
        _begin_rest(table, self.unit, self.since, table.pieces[self.unit].readiness)


class RestBroken(Fact, frozen=True, tag=True):
    """Cavalry did not rest through the turn and must try again; ``reasons`` say why (PR-97)."""

    unit: UnitId
    since: str
    reasons: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P36.13", "PR-97")

    def change(self, table: Table) -> None:
        _begin_rest(table, self.unit, self.since, table.pieces[self.unit].readiness)


class HorsesRested(Fact, frozen=True, tag=True):
    """Cavalry recovered readiness after a complete turn (P36.13)."""

    unit: UnitId
    readiness: Readiness
    clauses: ClassVar[tuple[str, ...]] = ("P36.13", "P36.22", "P36.23")

    def change(self, table: Table) -> None:
        if self.readiness is Readiness.FRESH:
            marks = _without_rest(table.pieces[self.unit])
            table.alter(self.unit, readiness=self.readiness, marks=marks)
        else:
            _begin_rest(table, self.unit, f"{table.phasing}:{table.turn}", self.readiness)


def _without_rest(piece: Piece) -> tuple[str, ...]:
    return tuple(
        mark for mark in piece.marks if mark not in NOTES and not mark.startswith((FATIGUE, REST))
    )


def _begin_rest(table: Table, unit: UnitId, since: str, readiness: Readiness) -> None:
    piece = table.pieces[unit]
    marks = sorted([*_without_rest(piece), f"{FATIGUE}{since}", f"{REST}{since}:{piece.lost}"])
    table.put(msgspec.structs.replace(piece, readiness=readiness, marks=tuple(marks)))
