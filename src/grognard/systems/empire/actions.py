"""Orders of Bataille Empire, each with a text form that reads back."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import ClassVar, Self

import msgspec

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Command, only_word
from grognard.mechanics.measured.paths import Side
from grognard.mechanics.places import Place, name, parse_place
from grognard.systems.empire.kinds import Edge, Formation
from grognard.systems.empire.setting import BuildingId, CommanderId, DivisionId, UnitId

JOIN = "+"
"""Stands between the units of a group."""


class Kind(StrEnum):
    """What a unit can do on its way (EM.1)."""

    FORWARD = "forward"
    WHEEL = "wheel"
    SLIDE = "slide"
    LATERAL = "lateral"
    BACK = "back"
    BACK_WHEEL = "back-wheel"
    ABOUT = "about"
    FACE = "face"
    FORM = "form"
    PROLONG = "prolong"


SIDED = frozenset({Kind.WHEEL, Kind.SLIDE, Kind.LATERAL, Kind.BACK_WHEEL})
WORDED = frozenset({Kind.FORM})


class Primitive(msgspec.Struct, frozen=True, order=True, gc=False):
    """One part of a way, with whole numbers: mils or degrees.

    ``amount`` is a length, an angle of turn, or for ``face`` the facing; ``word`` a side or a
    formation.

    >>> str(Primitive(Kind.WHEEL, 15, "right")), Primitive.read("form:line")
    ('wheel:right:15', Primitive(kind=<Kind.FORM: 'form'>, amount=0, word='line'))
    """

    kind: Kind
    amount: int = 0
    word: str = ""

    def __str__(self) -> str:
        numbered = self.kind not in WORDED and self.kind is not Kind.ABOUT
        parts = [self.kind.value, self.word, str(self.amount) if numbered else ""]
        return ":".join(filter(None, parts))

    @property
    def side(self) -> Side:
        return Side(self.word)

    @classmethod
    def read(cls, text: str) -> Primitive:
        kind, _, rest = text.partition(":")
        if kind not in list(Kind):
            known = ", ".join(Kind)
            raise MalformedAction(f"{text!r} is no part of a move; known: {known}")
        found = Kind(kind)
        word, amount = "", rest
        if found in SIDED:
            word, _, amount = rest.partition(":")
        elif found in WORDED:
            word, amount = rest, "0"
        elif found is Kind.ABOUT:
            amount = "0"
        if not re.fullmatch(r"-?\d{1,6}", amount) or (found in WORDED and not word):
            raise MalformedAction(f"{text!r} cannot be read; as in: forward:3000 wheel:right:15")
        if found in SIDED and word not in ("left", "right"):
            raise MalformedAction(f"{text!r}: left or right is wanted")
        made = cls(found, int(amount), word)
        if str(made) != text:
            raise MalformedAction(f"{text!r} is written {made}")
        if found is Kind.FORM and word not in list(Formation):
            raise MalformedAction(f"{word!r} is no formation; known: {', '.join(Formation)}")
        return made


class Move(Command, frozen=True, order=True, tag="move"):
    """A unit, or a group as a block, moves by a list of primitives."""

    units: tuple[UnitId, ...]
    path: tuple[Primitive, ...]
    verb: ClassVar[str] = "move"
    zeal: ClassVar[int] = 1

    def words(self) -> list[str]:
        return [JOIN.join(self.units), *map(str, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) < 2:
            raise MalformedAction("as in: move F1 wheel:right:15 forward:3000")
        return cls(tuple(words[0].split(JOIN)), tuple(map(Primitive.read, words[1:])))


class March(Move, frozen=True, order=True, tag="march"):
    """An operational move: columns far from the enemy, instead of all other moves."""

    verb: ClassVar[str] = "march"


class Garrison(Command, frozen=True, order=True, tag="occupy"):
    """Foot goes into a building beside it."""

    unit: UnitId
    building: BuildingId
    verb: ClassVar[str] = "occupy"

    def words(self) -> list[str]:
        return [self.unit, self.building]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 2:
            raise MalformedAction("as in: occupy F1 farm")
        return cls(*words)


class Quit(Command, frozen=True, order=True, tag="evacuate"):
    """A garrison leaves its building by an edge, in line or column."""

    unit: UnitId
    edge: Edge
    formation: Formation
    verb: ClassVar[str] = "evacuate"

    def words(self) -> list[str]:
        return [self.unit, self.edge.value, self.formation.value]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        try:
            unit, edge, formation = words
            return cls(unit, Edge(edge), Formation(formation))
        except ValueError:
            raise MalformedAction("as in: evacuate F1 north line") from None


class Detach(Command, frozen=True, order=True, tag="detach"):
    """Foot sends its skirmishers out, so many mils ahead of its front."""

    unit: UnitId
    ahead: int
    verb: ClassVar[str] = "detach"

    def words(self) -> list[str]:
        return [self.unit, str(self.ahead)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        try:
            unit, ahead = words
            return cls(unit, int(ahead))
        except ValueError:
            raise MalformedAction("as in: detach F1 1000") from None


class Rejoin(Command, frozen=True, order=True, tag="rejoin"):
    """Skirmishers who touch their battalion come back to it."""

    unit: UnitId
    verb: ClassVar[str] = "rejoin"

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        return cls(only_word(cls.verb, words))


class Enter(Command, frozen=True, order=True, tag="enter"):
    """A unit that is due comes onto the table: its front centre on the edge, then its move."""

    unit: UnitId
    along: int
    path: tuple[Primitive, ...]
    verb: ClassVar[str] = "enter"

    def words(self) -> list[str]:
        return [self.unit, str(self.along), *map(str, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        try:
            unit, along, *path = words
            return cls(unit, int(along), tuple(map(Primitive.read, path)))
        except ValueError:
            raise MalformedAction("as in: enter P14 5000 forward:3000") from None


class Activate(Command, frozen=True, order=True, tag="activate"):
    """A division is activated."""

    division: DivisionId
    verb: ClassVar[str] = "activate"

    def words(self) -> list[str]:
        return [self.division]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        return cls(only_word(cls.verb, words))


class Ride(Command, frozen=True, order=True, tag="ride"):
    """A commander rides to a point, or to a unit that he attaches himself to."""

    leader: CommanderId
    to: Place
    unit: UnitId = ""
    verb: ClassVar[str] = "ride"

    def words(self) -> list[str]:
        return [self.leader, name(self.to), *filter(None, [self.unit])]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        try:
            leader, to, *unit = words
            return cls(leader, parse_place(to), *unit)
        except (ValueError, TypeError) as problem:
            raise MalformedAction(f"as in: ride girard 12.5,8.25 F1 ({problem})") from None
