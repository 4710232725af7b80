"""Orders in a shock and after it."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent, Command
from grognard.systems.empire.actions import JOIN
from grognard.systems.empire.setting import UnitId


class Support(Command, frozen=True, order=True, tag="support"):
    """These units support a shock by their fire; none does where none is named.

    >>> str(Support(("F2", "F5"))), Support.read([])
    ('support F2+F5', Support(units=()))
    """

    units: tuple[UnitId, ...] = ()
    verb: ClassVar[str] = "support"
    bent: ClassVar[Bent | None] = Bent.FIRE

    def words(self) -> list[str]:
        return [JOIN.join(self.units)] if self.units else []

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) > 1:
            raise MalformedAction("as in: support F2+F5")
        return cls(tuple(words[0].split(JOIN)) if words else ())


class Pursue(Command, frozen=True, order=True, tag="pursue"):
    """A winner pursues, after a wheel of so many degrees: to the left where it is below nothing.

    >>> str(Pursue("F1", -15)), Pursue.read(["F1", "30"])
    ('pursue F1 -15', Pursue(unit='F1', turn=30))
    """

    unit: UnitId
    turn: int = 0
    verb: ClassVar[str] = "pursue"
    bent: ClassVar[Bent | None] = Bent.ADVANCE

    def words(self) -> list[str]:
        return [self.unit, str(self.turn)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        try:
            unit, turn = words
            made = cls(unit, int(turn))
        except ValueError:
            raise MalformedAction("as in: pursue F1 -15") from None
        if str(made.turn) != turn:
            raise MalformedAction(f"{turn!r} is written {made.turn}")
        return made


class HoldBack(Command, frozen=True, order=True, tag="hold-back"):
    """A winner does not pursue, or horse tries not to."""

    unit: UnitId
    verb: ClassVar[str] = "hold-back"

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 1:
            raise MalformedAction("as in: hold-back F1")
        return cls(words[0])
