"""Facts of the assault: markers, closing, cries, rounds, shift and impetus (rule 16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx import marks
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.table import Table


def _mark(table: Table, units: Iterable[UnitId], *laid: str) -> None:
    for unit in units:
        if unit in table.pieces:
            held = {*table.pieces[unit].marks, *laid}
            table.alter(unit, marks=tuple(sorted(held)))


def _lift(table: Table, units: Iterable[UnitId], *words: str) -> None:
    """Take off the markers that begin with these words."""
    for unit in units:
        if unit in table.pieces:
            held = table.pieces[unit].marks
            table.alter(unit, marks=tuple(mark for mark in held if not mark.startswith(words)))


class AssaultAnnounced(Fact, frozen=True, tag=True):
    """A stack will assault a hex so many hexes away: both carry markers (X16.2.1, X16.2.2).

    ``early``: in the declaration phase, so that it is yet to roll (X16.2.3).
    """

    side: str
    target: Hex
    units: tuple[UnitId, ...]
    distance: int
    early: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("X16.2.1", "X16.2.2", "X16.2.3")

    def change(self, table: Table) -> None:
        _lift(table, self.units, marks.ASSAULT, marks.IN_COLUMN)
        _mark(table, self.units, marks.assault_on(self.target))
        columns = (u for u in self.units if table.pieces[u].formation is Formation.COLUMN)
        _mark(table, columns, marks.IN_COLUMN)
        there = table.stack(self.target)
        _mark(table, there, marks.ASSAULTED)
        cheering = (u for u in there if "huzzah" in table.printed(u).traits)
        _mark(table, cheering, marks.stormed_in(table.turn))


class AssaultOver(Fact, frozen=True, tag=True):
    """The assault of these units is over or came to nothing: their markers come off (X16.1).

    ``why``: "emptied", "failed", "lapsed", "stopped" or "over". Those assaulted lose theirs with the
    last assault upon their hex.
    """

    target: Hex
    units: tuple[UnitId, ...]
    why: str
    clauses: ClassVar[tuple[str, ...]] = ("X16.1",)

    def change(self, table: Table) -> None:
        _lift(table, self.units, marks.ASSAULT, marks.CLOSED, marks.IN_COLUMN)
        _mark(table, self.units, *_after(self.why))
        if not marks.assaulters(table, self.target):
            _lift(table, table.stack(self.target), *marks.OF_THE_TARGET)


def _after(why: str) -> tuple[str, ...]:
    """What stays on a stack: one that failed has had its order (X16.4.17)."""
    return (marks.HALTED,) if why in ("failed", "stopped") else ()


class Closed(Fact, frozen=True, tag=True):
    """A stack has closed on the hex that it assaults (X12.10.5.3, X2.4)."""

    target: Hex
    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("X12.10.5.3",)

    def change(self, table: Table) -> None:
        _mark(table, self.units, marks.CLOSED)


class FireHeld(Fact, frozen=True, tag=True):
    """Units that could fire at those who closed on them held their fire (X12.10.5.2)."""

    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("X12.10.5.2",)

    def change(self, table: Table) -> None:
        _mark(table, self.units, marks.HELD_FIRE)


class CryRaised(Fact, frozen=True, tag=True):
    """Assaulters cheer as they come on, or the Old Guard charges (X16.5.14, X16.10.2)."""

    target: Hex
    units: tuple[UnitId, ...]
    cry: str
    clauses: ClassVar[tuple[str, ...]] = ("X16.5.14", "X16.10.2")

    def change(self, table: Table) -> None:
        if self.cry == "old_guard":
            _mark(table, self.units, marks.OLD_GUARD_CHARGED)


class StandWeighed(Fact, frozen=True, tag=True):
    """Increments were counted before a hex rolls to stand (X16.5.1, X16.5.11)."""

    target: Hex
    attacking: int
    defending: int
    odds: str
    clauses: ClassVar[tuple[str, ...]] = ("X16.5.1",)


class RoundBegan(Fact, frozen=True, tag=True):
    """A blank result: the Firefight, or the second round (X16.8.1)."""

    target: Hex
    round: str
    clauses: ClassVar[tuple[str, ...]] = ("X16.8.1",)


class ShiftRolled(Fact, frozen=True, tag=True):
    """The die for ground that helps the defence: columns to the left (X16.6.9, X16.6.10)."""

    target: Hex
    die: int
    columns: int
    clauses: ClassVar[tuple[str, ...]] = ("X16.6.9", "X16.6.10")


class ImpetusRolled(Fact, frozen=True, tag=True):
    """The die of those who entered a hex: so many hexes they go on (X16.9.3.1)."""

    units: tuple[UnitId, ...]
    die: int
    far: int
    clauses: ClassVar[tuple[str, ...]] = ("X16.9.3.1",)
