"""What horsemen are told: to charge, and to react."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent, read_hex
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Command
from grognard.systems.nlc.setting import UnitId


class _Ride(Command, frozen=True, order=True):
    unit: UnitId
    path: tuple[Hex, ...]

    def words(self) -> list[str]:
        return [self.unit, *map(name, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if not 2 <= len(words) <= 3:
            raise MalformedAction(f"{cls.verb} needs a unit and one or two hexes")
        return cls(words[0], tuple(map(read_hex, words[1:])))


class Charge(_Ride, frozen=True, order=True, tag="nlc-charge"):
    """Charge a hex: ``charge huber 1414 1413``."""

    verb: ClassVar[str] = "charge"
    bent: ClassVar[Bent | None] = Bent.CHARGE


class React(_Ride, frozen=True, order=True, tag="nlc-react"):
    """Charge in reaction: ``react huber 1413``."""

    verb: ClassVar[str] = "react"
    bent: ClassVar[Bent | None] = Bent.CLASH
