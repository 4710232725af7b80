"""What a player can order his horsemen when it is not his turn: react, or charge what comes near."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.actions import Command, read_hex
from grognard.systems.bataille.pieces import UnitId


class React(Command, frozen=True, order=True, tag="react"):
    """Try a reaction charge with this unit, or with a stack under a leader of horse (P39.7)."""

    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "react"
    bent: ClassVar[Bent | None] = Bent.CLASH

    def words(self) -> list[str]:
        return list(self.units)

    @classmethod
    def read(cls, words: list[str]) -> React:
        if not words:
            raise MalformedAction("react needs a unit, or the units of a stack")
        return cls(tuple(words))


class OpportunityCharge(Command, frozen=True, order=True, tag="counter"):
    """Try an opportunity charge with this unit, from this hex: the one it rides to, or its own."""

    unit: UnitId
    to: Hex
    verb: ClassVar[str] = "counter"
    bent: ClassVar[Bent | None] = Bent.CLASH

    def words(self) -> list[str]:
        return [self.unit, name(self.to)]

    @classmethod
    def read(cls, words: list[str]) -> OpportunityCharge:
        if len(words) != 2:
            raise MalformedAction("counter needs a unit and the hex it charges from")
        return cls(words[0], read_hex(words[1]))


HORSE_COMMANDS: tuple[type[Command], ...] = (React, OpportunityCharge)
"""To be listed among the commands of the family, so that their text forms read back."""
