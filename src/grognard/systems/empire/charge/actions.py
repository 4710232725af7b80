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

    ``fellow`` is a unit of its group that has declared its charge: they charge for one activation.

    >>> str(Charge("F1", "P2")), Charge.read(["F1", "P2", "column"]).forms
    ('charge F1 P2', <Formation.COLUMN: 'column'>)
    >>> str(Charge.read(["F2", "P3", "with", "F1"]))
    'charge F2 P3 with F1'
    """

    unit: UnitId
    target: UnitId
    formation: str = ""
    fellow: UnitId = ""
    verb: ClassVar[str] = "charge"
    bent: ClassVar[Bent | None] = Bent.CHARGE

    def words(self) -> list[str]:
        fellow = [WITH, self.fellow] if self.fellow else []
        return [self.unit, self.target, *filter(None, [self.formation]), *fellow]

    @property
    def forms(self) -> Formation | None:
        """The formation that it takes first, if it takes one."""
        return Formation(self.formation) if self.formation else None

    @classmethod
    def read(cls, words: list[str]) -> Self:
        unit, target, *rest = [*words, "", ""][: max(2, len(words))]
        fellow = ""
        if rest[-2:-1] == [WITH]:
            *rest, _, fellow = rest
        formation = rest[0] if rest else ""
        known = not rest or (len(rest) == 1 and formation in list(Formation))
        if not unit or not target or not known:
            raise MalformedAction("as in: charge F1 P2, charge F1 P2 column, charge F2 P3 with F1")
        return cls(unit, target, formation, fellow)


WITH = "with"
STAND, MEET, FLEE, SHELTER = "stand", "counter-charge", "flee", "shelter"
WORDS = (STAND, MEET, FLEE, SHELTER)


class Answer(Command, frozen=True, order=True, tag="respond"):
    """What a charged unit does: stand, counter-charge, flee, shelter, or a change by test.

    >>> str(Answer("F1", "form:full_square")), Answer.read(["F1", "stand"]).change
    ('respond F1 form:full_square', None)
    """

    unit: UnitId
    how: str
    verb: ClassVar[str] = "respond"
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
            raise MalformedAction("as in: respond F1 stand")
        made = cls(*words)
        if made.change is not None and made.change.kind not in (Kind.FORM, Kind.FACE):
            raise MalformedAction(f"known answers: {', '.join(WORDS)}, form:NAME, face:DEGREES")
        return made
