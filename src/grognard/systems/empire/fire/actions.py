"""Orders of fire."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Bent, Command
from grognard.systems.empire.actions import JOIN
from grognard.systems.empire.fire.aims import FireKind
from grognard.systems.empire.setting import UnitId

WITH, LIMBER = "with", "limber"


class Fire(Command, frozen=True, order=True, tag="fire"):
    """A unit fires at another: how, with whose support, and whether its guns limber afterwards.

    >>> str(Fire("F1", FireKind.VOLLEY, "P3", ("F2", "F4"))), Fire.read(["F5", "guns", "P1", "limber"])
    ('fire F1 volley P3 with F2+F4', Fire(unit='F5', kind=<FireKind.GUNS: 'guns'>, target='P1', \
supports=(), limbers=True))
    """

    unit: UnitId
    kind: FireKind
    target: UnitId
    supports: tuple[UnitId, ...] = ()
    limbers: bool = False
    verb: ClassVar[str] = "fire"
    bent: ClassVar[Bent | None] = Bent.FIRE

    def words(self) -> list[str]:
        supports = [WITH, JOIN.join(self.supports)] if self.supports else []
        return [self.unit, self.kind.value, self.target, *supports, *[LIMBER] * self.limbers]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) < 3 or words[1] not in list(FireKind):
            kinds = ", ".join(FireKind)
            raise MalformedAction(f"as in: fire F1 volley P3 with F2+F4; known: {kinds}")
        unit, kind, target, *rest = words
        supports: tuple[UnitId, ...] = ()
        if rest[:1] == [WITH] and len(rest) > 1:
            supports, rest = tuple(rest[1].split(JOIN)), rest[2:]
        if rest not in ([], [LIMBER]):
            raise MalformedAction(
                f"what does {' '.join(rest)!r} mean? as in: fire F5 guns P1 limber"
            )
        return cls(unit, FireKind(kind), target, supports, bool(rest))
