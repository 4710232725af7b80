"""Orders for leaders in the movement segment (PR-164)."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.actions import Command, read_hex
from grognard.systems.bataille.pieces import LeaderId, UnitId


class LeadTo(Command, frozen=True, order=True, tag="lead"):
    """A leader rides by himself to a hex. To his own hex: he lets his unit go on without him."""

    leader: LeaderId
    to: Hex
    verb: ClassVar[str] = "lead"
    bent: ClassVar[Bent | None] = Bent.LEAD

    def words(self) -> list[str]:
        return [self.leader, name(self.to)]

    @classmethod
    def read(cls, words: list[str]) -> LeadTo:
        if len(words) != 2:
            raise MalformedAction("lead needs a leader and a hex, as in: lead LF1 2427")
        return cls(words[0], read_hex(words[1]))


class Accompany(Command, frozen=True, order=True, tag="accompany"):
    """A leader keeps to another unit of his hex, and will go where it goes."""

    leader: LeaderId
    unit: UnitId
    verb: ClassVar[str] = "accompany"
    zeal: ClassVar[int] = 15

    def words(self) -> list[str]:
        return [self.leader, self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Accompany:
        if len(words) != 2:
            raise MalformedAction("accompany needs a leader and a unit, as in: accompany LF1 F14")
        return cls(words[0], words[1])


LEADER_COMMANDS: tuple[type[Command], ...] = (LeadTo, Accompany)
