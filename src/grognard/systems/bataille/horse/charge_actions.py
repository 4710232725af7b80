"""What players order in a charge segment (rules 19, 37, 38): charge, ride, name targets, reply."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.actions import Command, only_word, read_hex
from grognard.systems.bataille.pieces import UnitId


class Charge(Command, frozen=True, order=True, tag="charge"):
    """Name a unit, or some units of a stack, that will charge together (P38.1)."""

    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "charge"
    bent: ClassVar[Bent | None] = Bent.CHARGE

    def words(self) -> list[str]:
        return list(self.units)

    @classmethod
    def read(cls, words: list[str]) -> Charge:
        if not words:
            raise MalformedAction("charge needs a unit, or the units of a stack")
        return cls(tuple(words))


class Ride(Command, frozen=True, order=True, tag="ride"):
    """Carry a charge on along a path, whole or word by word (P38.2).

    Words are those of a march, and ``form:line:E:0505-0506`` for a change of formation, which
    can only begin a path. ``unit`` is the first of those who charge.
    """

    unit: UnitId
    path: tuple[str, ...]
    verb: ClassVar[str] = "ride"
    bent: ClassVar[Bent | None] = Bent.RIDE

    def words(self) -> list[str]:
        return [self.unit, *self.path]

    @classmethod
    def read(cls, words: list[str]) -> Ride:
        if len(words) < 2:
            raise MalformedAction("ride needs a unit and a path, as in: ride F14 NE NE face:N")
        return cls(words[0], tuple(words[1:]))


class Target(Command, frozen=True, order=True, tag="target"):
    """Declare an enemy the target of the charge (P38.11)."""

    unit: UnitId
    verb: ClassVar[str] = "target"
    bent: ClassVar[Bent | None] = Bent.CLASH

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Target:
        return cls(only_word("target", words))


class Decline(Command, frozen=True, order=True, tag="pass"):
    """Pass an enemy by: he is not the target, nor may he be in this player turn (P38.13)."""

    unit: UnitId
    verb: ClassVar[str] = "pass"

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Decline:
        return cls(only_word("pass", words))


class Square(Command, frozen=True, order=True, tag="square"):
    """Try to form square before a charge (P38.21)."""

    unit: UnitId
    verb: ClassVar[str] = "square"
    bent: ClassVar[Bent | None] = Bent.STAND

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Square:
        return cls(only_word("square", words))


class Evade(Command, frozen=True, order=True, tag="evade"):
    """Skirmishers run into shelter before a charge (P19.17)."""

    unit: UnitId
    to: Hex
    verb: ClassVar[str] = "evade"

    def words(self) -> list[str]:
        return [self.unit, name(self.to)]

    @classmethod
    def read(cls, words: list[str]) -> Evade:
        if len(words) != 2:
            raise MalformedAction("evade needs a unit and a hex")
        return cls(words[0], read_hex(words[1]))


CHARGE_COMMANDS: tuple[type[Command], ...] = (Charge, Ride, Target, Decline, Square, Evade)
"""The orders of this chapter, for the list of verbs."""
