"""Orders of a charge, and answers to one."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent, Command
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.setting import UnitId


class Charge(Command, frozen=True, order=True, tag="charge"):
    """A unit charges another, after a change of formation if one is named.

    >>> str(Charge("F1", "P2")), Charge.read(["F1", "P2", "column"]).forms
    ('charge F1 P2', <Formation.COLUMN: 'column'>)
    """

    unit: UnitId
    target: UnitId
    formation: str = ""
    verb: ClassVar[str] = "charge"
    bent: ClassVar[Bent | None] = Bent.CHARGE

    def words(self) -> list[str]:
        return [self.unit, self.target, *filter(None, [self.formation])]

    @property
    def forms(self) -> Formation | None:
        """The formation that it takes first, if it takes one."""
        return Formation(self.formation) if self.formation else None

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in list(Formation)):
            raise MalformedAction("as in: charge F1 P2, or charge F1 P2 column")
        return cls(*words)


STAND, MEET, FLEE, SHELTER = "stand", "counter-charge", "flee", "shelter"
WORDS = (STAND, MEET, FLEE, SHELTER)


class Answer(Command, frozen=True, order=True, tag="answer"):
    """What a charged unit does: stand, counter-charge, flee, shelter, or a change by test.

    >>> str(Answer("F1", "form:full_square")), Answer.read(["F1", "stand"]).change
    ('answer F1 form:full_square', None)
    """

    unit: UnitId
    how: str
    verb: ClassVar[str] = "answer"
    bent: ClassVar[Bent | None] = Bent.STAND

    def words(self) -> list[str]:
        return [self.unit, self.how]

    @property
    def change(self) -> Primitive | None:
        """The change of formation or facing that it is, if it is one."""
        return None if self.how in WORDS else Primitive.read(self.how)

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 2:
            raise MalformedAction("as in: answer F1 stand")
        made = cls(*words)
        if made.change is not None and made.change.kind not in (Kind.FORM, Kind.FACE):
            raise MalformedAction(f"known answers: {', '.join(WORDS)}, form:NAME, face:DEGREES")
        return made
