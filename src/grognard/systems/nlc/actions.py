"""Orders that more than one chapter offers; a chapter's own stand beside it. All read back from text."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent, Command, Finish, Pick, read_hex
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.setting import LeaderId, UnitId

__all__ = ["Command", "Finish", "Lead", "Move", "Pick", "joined", "split_units"]


class Move(Command, frozen=True, order=True, tag="nlc-move"):
    """Move units together along a path: ``move husson+campi 1115 1114``."""

    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]
    verb: ClassVar[str] = "move"
    bent: ClassVar[Bent | None] = Bent.MARCH

    def words(self) -> list[str]:
        return [joined(self.units), *map(name, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Move:
        if len(words) < 2:
            raise MalformedAction("move needs units and a path, as in: move husson+campi 1115 1114")
        return cls(split_units(words[0]), tuple(map(read_hex, words[1:])))


class Lead(Command, frozen=True, order=True, tag="nlc-lead"):
    """Ride a leader, or bring a headquarters, along a path: ``lead reille 1115 1114``."""

    leader: LeaderId
    path: tuple[Hex, ...]
    verb: ClassVar[str] = "lead"
    bent: ClassVar[Bent | None] = Bent.LEAD

    def words(self) -> list[str]:
        return [self.leader, *map(name, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Lead:
        if len(words) < 2:
            raise MalformedAction("lead needs a leader and a path, as in: lead reille 1115 1114")
        return cls(words[0], tuple(map(read_hex, words[1:])))


def joined(units: tuple[UnitId, ...]) -> str:
    return "+".join(units)


def split_units(word: str) -> tuple[UnitId, ...]:
    units = tuple(word.split("+"))
    if not all(units) or len(set(units)) != len(units):
        raise MalformedAction(f"{word!r} is not a list of units, as in husson+campi")
    return units
