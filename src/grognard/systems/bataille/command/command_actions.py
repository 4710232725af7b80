"""What is ordered beyond marching: forced marches, leaving the map; and the host's time is up."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Command, TimeUp, only_word
from grognard.systems.bataille.pieces import UnitId

__all__ = ["COMMAND_COMMANDS", "ForceMarch", "Leave", "TimeUp"]


class ForceMarch(Command, frozen=True, order=True, tag="force-march"):
    """Try to force march a division, with these of its batteries (rule 44)."""

    division: str
    guns: tuple[UnitId, ...] = ()
    verb: ClassVar[str] = "force-march"
    zeal: ClassVar[int] = 20

    def words(self) -> list[str]:
        return [self.division, *self.guns]

    @classmethod
    def read(cls, words: list[str]) -> ForceMarch:
        if not words:
            raise MalformedAction("force-march needs a division, and the batteries that go along")
        return cls(words[0], tuple(words[1:]))


class Leave(Command, frozen=True, order=True, tag="leave"):
    """March a unit off the map, where the battle allows it (P46.2)."""

    unit: UnitId
    verb: ClassVar[str] = "leave"

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Leave:
        return cls(only_word("leave", words))


COMMAND_COMMANDS: tuple[type[Command], ...] = (ForceMarch, Leave, TimeUp)
"""The orders of this chapter, for the list of verbs."""
