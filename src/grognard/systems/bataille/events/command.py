"""Facts of command: weather, levels, arrivals, clocks, forced marches, units off the map (43-46).

What one side alone may know is kept under its name in ``secrets``; the other side hears of it
without the figures, or not at all.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Event
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.pieces import Piece, UnitId
from grognard.systems.bataille.table import Table


def keep(table: Table, side: str, key: str, value: str) -> None:
    """Write down a fact for one side. For events."""
    held = table.writable("secrets")
    held[side] = {**held.get(side, {}), key: value}


class WeatherTurned(Fact, frozen=True, tag=True):
    """The weather of the coming hour was rolled; everybody sees the sky (charts 32)."""

    weather: str
    die: int
    clauses: ClassVar[tuple[str, ...]] = ("P46.1",)

    def change(self, table: Table) -> None:
        for side in table.setting.sides:
            keep(table, side, "weather", self.weather)


class LevelCount(msgspec.Struct, frozen=True):
    """An organisation as it was counted: whoever is routed or gone lies open on the map."""

    organisation: str
    level: int
    ineffective: int
    battalions: int


class LevelsSet(Fact, frozen=True, tag=True):
    """Morale levels were counted on the full hour; they hold until the next (P43.7, P43.8)."""

    counts: tuple[LevelCount, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P43.7", "P43.8")

    def change(self, table: Table) -> None:
        levels = table.writable("levels")
        for count in self.counts:
            levels[count.organisation] = count.level


# --- arrivals


class ArrivalDiced(Fact, frozen=True, tag=True):
    """A die was rolled in secret for the arrival of a group; only its owner sees it (P45.10)."""

    side: str
    group: str
    turn: int
    die: int
    clauses: ClassVar[tuple[str, ...]] = ("P45.10",)

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else msgspec.structs.replace(self, die=0)


class ArrivalWritten(Fact, frozen=True, tag=True):
    """The turn from which a group may come was written down, for its owner alone (P45.10)."""

    side: str
    group: str
    turn: int
    clauses: ClassVar[tuple[str, ...]] = ("P45.10",)

    def change(self, table: Table) -> None:
        keep(table, self.side, f"arrival:{self.group}", str(self.turn))

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


class ReinforcementsDue(Fact, frozen=True, tag=True):
    """A group may be brought on from this turn; of a secret one only its owner hears (P2.3)."""

    side: str
    group: str
    units: tuple[UnitId, ...]
    secret: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("P2.3", "P45.1")

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side or not self.secret else None


class EntryBlocked(Fact, frozen=True, tag=True):
    """A group found its whole zone blocked: bands beyond the first wait from here (P45.3)."""

    side: str
    group: str
    turn: int
    clauses: ClassVar[tuple[str, ...]] = ("P45.3",)

    def change(self, table: Table) -> None:
        keep(table, self.side, f"blocked:{self.group}", str(self.turn))

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


# --- the clock


class ClockSet(Fact, frozen=True, tag=True):
    """A side has so many minutes for its movement segment of this turn (P8.1, P17.1)."""

    side: str
    minutes: int
    strict: bool
    clauses: ClassVar[tuple[str, ...]] = ("P8.1", "P17.1")


class TimeRanOut(Fact, frozen=True, tag=True):
    """The time of a side is up; at a strict clock nothing more is ordered (P8.1)."""

    side: str
    strict: bool
    clauses: ClassVar[tuple[str, ...]] = ("P8.1",)


# --- forced marches


class ForceMarchTried(Fact, frozen=True, tag=True):
    """A unit tried to force march, so many turns in a row now (P44.4, P44.10).

    ``marks`` are the marks it carries from now on.
    """

    unit: UnitId
    attempt: int
    passed: bool
    marks: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P44.4", "P44.5", "P44.6", "P44.10")

    def change(self, table: Table) -> None:
        table.alter(self.unit, marks=self.marks)


# --- off the map


class LeftMap(Fact, frozen=True, tag=True):
    """A unit was ordered off the map; its fate says how it stands there (battle rule)."""

    unit: UnitId
    at: Hex
    fate: str
    clauses: ClassVar[tuple[str, ...]] = ("P46.2",)

    def change(self, table: Table) -> None:
        table.remove(self.unit, self.fate)


class SteadiedOffMap(Fact, frozen=True, tag=True):
    """A unit off the map recovered, or broke altogether (battle rule)."""

    unit: UnitId
    fate: str
    clauses: ClassVar[tuple[str, ...]] = ("P46.2",)

    def change(self, table: Table) -> None:
        table.writable("removed")[self.unit] = self.fate


class CameBack(Fact, frozen=True, tag=True):
    """A unit that had left came back as a reinforcement; ``cost`` is in half points."""

    piece: Piece
    group: str
    cost: int
    clauses: ClassVar[tuple[str, ...]] = ("P46.2", "P45.1")

    def change(self, table: Table) -> None:
        del table.writable("removed")[self.piece.id]
        table.put(self.piece)
