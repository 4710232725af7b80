"""Facts of the charge segment: who charged whom, how they were received, who was recalled."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Account
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact, Moved
from grognard.systems.bataille.pieces import UnitId


class ChargeDesignated(Fact, frozen=True, tag=True):
    """Units were named that will charge together (P38.1)."""

    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P38.1",)


class ChargeLapsed(Fact, frozen=True, tag=True):
    """A designated charge was not made: nothing could be reached, or the riders would not go."""

    units: tuple[UnitId, ...]
    reason: str
    clauses: ClassVar[tuple[str, ...]] = ("PR-175", "P46.1")


class ChargeBegan(Fact, frozen=True, tag=True):
    """A charge set out, each unit with so many half points (P37.3)."""

    units: tuple[UnitId, ...]
    points: tuple[int, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P37.3", "P38.2")


class Rode(Moved, frozen=True, tag=True):
    """A charging unit rode on (P38.2)."""

    clauses: ClassVar[tuple[str, ...]] = ("P38.2",)


class DroppedBehind(Fact, frozen=True, tag=True):
    """A unit of a charging stack had no points left to stay with it (P37.6)."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("P37.6",)


class TargetDeclared(Fact, frozen=True, tag=True):
    """A charge has its target (P38.11)."""

    units: tuple[UnitId, ...]
    target: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("P38.11",)


class ChargeStruck(Fact, frozen=True, tag=True):
    """A charge came upon its target, with or without a straight run (P38.14, P38.17)."""

    units: tuple[UnitId, ...]
    target: UnitId
    from_hex: Hex
    at: Hex
    run: bool
    state: str
    clauses: ClassVar[tuple[str, ...]] = ("P38.14", "P38.17")


class Evaded(Moved, frozen=True, tag=True):
    """Skirmishers ran into shelter before a charge (P19.17, P19.20)."""

    clauses: ClassVar[tuple[str, ...]] = ("P19.17", "P19.20")


class Trampled(Fact, frozen=True, tag=True):
    """Cavalry rode increments down; ``spent`` is in half points (P38.36, P38.43)."""

    unit: UnitId
    by: tuple[UnitId, ...]
    count: int
    spent: int
    clauses: ClassVar[tuple[str, ...]] = ("P19.28", "P38.36", "P38.43", "P41.14")


class RecallRolled(Fact, frozen=True, tag=True):
    """Cavalry was called back after its target broke (P42.2).

    ``needed`` is printed on the counter, so the enemy does not see it.
    """

    units: tuple[UnitId, ...]
    side: str
    die: int
    account: Account
    needed: int
    recalled: bool
    clauses: ClassVar[tuple[str, ...]] = ("P38.38", "P42.2")

    def seen_by(self, side: str) -> RecallRolled:
        return self if side == self.side else msgspec.structs.replace(self, needed=0)


class ChargeEnded(Fact, frozen=True, tag=True):
    """A unit's charge is over, and how: met, missed, spared or broken (P38.46, PR-113)."""

    unit: UnitId
    how: str
    clauses: ClassVar[tuple[str, ...]] = ("P38.46", "P38.48")
