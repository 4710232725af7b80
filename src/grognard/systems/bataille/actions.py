"""What a player can order. Each order has a text form that reads back: ``parse(str(a)) == a``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from grognard.kernel import MalformedAction
from grognard.mechanics import commands
from grognard.mechanics.commands import Bent, Command, Finish, Pick, only_word, read_hex
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, name
from grognard.systems.bataille.pieces import FACES_VERTEX, Formation, UnitId, facing_name

__all__ = [
    "COMMANDS",
    "VERBS",
    "Advance",
    "Assault",
    "Command",
    "Drill",
    "Enter",
    "FallBack",
    "Finish",
    "Firer",
    "Form",
    "Join",
    "March",
    "Pick",
    "Restack",
    "Shoot",
    "Split",
    "only_word",
    "parse",
    "read_facing",
    "read_firer",
    "read_formation",
    "read_hex",
]


class March(Command, frozen=True, order=True, tag="march"):
    """Move a unit along a path in its present formation.

    Words of a path: a side (``NE``) steps across it; ``face:S`` turns; ``wheel:left``,
    ``wheel:right`` and ``about`` are for units in several hexes.
    """

    unit: UnitId
    path: tuple[str, ...]
    verb: ClassVar[str] = "march"
    bent: ClassVar[Bent | None] = Bent.MARCH

    def words(self) -> list[str]:
        return [self.unit, *self.path]

    @classmethod
    def read(cls, words: list[str]) -> March:
        if len(words) < 2:
            raise MalformedAction("march needs a unit and a path, as in: march F01 NE NE face:S")
        return cls(words[0], tuple(words[1:]))


class Form(Command, frozen=True, order=True, tag="form"):
    """Change formation (limber and unlimber included), ending in these hexes with this facing."""

    unit: UnitId
    formation: Formation
    facing: int
    hexes: tuple[Hex, ...]
    verb: ClassVar[str] = "form"
    zeal: ClassVar[int] = 5

    def words(self) -> list[str]:
        facing = facing_name(self.formation, self.facing)
        return [self.unit, self.formation.value, facing, *map(name, self.hexes)]

    @classmethod
    def read(cls, words: list[str]) -> Form:
        if len(words) < 4:
            raise MalformedAction("form needs unit, formation, facing and hexes")
        formation = read_formation(words[1])
        hexes = tuple(read_hex(word) for word in words[3:])
        return cls(words[0], formation, read_facing(formation, words[2]), hexes)


class Enter(Command, frozen=True, order=True, tag="enter"):
    """Bring a waiting unit onto the map (rule 45)."""

    unit: UnitId
    at: Hex
    formation: Formation
    facing: int
    verb: ClassVar[str] = "enter"
    bent: ClassVar[Bent | None] = Bent.ENTRY

    def words(self) -> list[str]:
        facing = facing_name(self.formation, self.facing)
        return [self.unit, name(self.at), self.formation.value, facing]

    @classmethod
    def read(cls, words: list[str]) -> Enter:
        if len(words) != 4:
            raise MalformedAction("enter needs unit, hex, formation and facing")
        formation = read_formation(words[2])
        return cls(words[0], read_hex(words[1]), formation, read_facing(formation, words[3]))


class Split(Command, frozen=True, order=True, tag="split"):
    """Replace a regiment by its battalions, or a battalion by its companies (P6.5, P6.6)."""

    unit: UnitId
    verb: ClassVar[str] = "split"
    zeal: ClassVar[int] = 21

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Split:
        return cls(only_word("split", words))


class Join(Command, frozen=True, order=True, tag="join"):
    """Replace the parts of a regiment or battalion by its own counter (PR-10)."""

    unit: UnitId
    verb: ClassVar[str] = "join"
    zeal: ClassVar[int] = 25

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Join:
        return cls(only_word("join", words))


class Restack(Command, frozen=True, order=True, tag="restack"):
    """Set the order of a stack, top first (PR-163)."""

    at: Hex
    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "restack"

    def words(self) -> list[str]:
        return [name(self.at), *self.units]

    @classmethod
    def read(cls, words: list[str]) -> Restack:
        if len(words) < 2:
            raise MalformedAction("restack needs a hex and its units, top first")
        return cls(read_hex(words[0]), tuple(words[1:]))


class Firer(msgspec.Struct, frozen=True, order=True):
    """A unit firing from one of its hexes."""

    unit: UnitId
    at: Hex

    def __str__(self) -> str:
        return f"{self.unit}@{name(self.at)}"


class Shoot(Command, frozen=True, order=True, tag="shoot"):
    """Fire at a hex with these units, each from a named hex."""

    target: Hex
    firers: tuple[Firer, ...]
    verb: ClassVar[str] = "fire"
    bent: ClassVar[Bent | None] = Bent.FIRE

    def words(self) -> list[str]:
        return [name(self.target), *map(str, self.firers)]

    @classmethod
    def read(cls, words: list[str]) -> Shoot:
        if len(words) < 2:
            raise MalformedAction("fire needs a target hex and firers, as in: fire 2427 F17@2830")
        return cls(read_hex(words[0]), tuple(map(read_firer, words[1:])))


class Assault(Command, frozen=True, order=True, tag="assault"):
    """Assault a hex with these units (P33.1)."""

    target: Hex
    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "assault"
    bent: ClassVar[Bent | None] = Bent.ASSAULT

    def words(self) -> list[str]:
        return [name(self.target), *self.units]

    @classmethod
    def read(cls, words: list[str]) -> Assault:
        if len(words) < 2:
            raise MalformedAction("assault needs a target hex and units")
        return cls(read_hex(words[0]), tuple(words[1:]))


class Drill(Command, frozen=True, order=True, tag="drill"):
    """Tell a unit a word of an edition's own drill, such as to lie down."""

    unit: UnitId
    word: str
    verb: ClassVar[str] = "drill"

    def words(self) -> list[str]:
        return [self.unit, self.word]

    @classmethod
    def read(cls, words: list[str]) -> Drill:
        if len(words) != 2:
            raise MalformedAction("drill needs a unit and a word, as in: drill F01 prone")
        return cls(*words)


class FallBack(Command, frozen=True, order=True, tag="fall-back"):
    """Slip away before melee, ending in this hex (rule 29)."""

    unit: UnitId
    to: Hex
    verb: ClassVar[str] = "fall-back"

    def words(self) -> list[str]:
        return [self.unit, name(self.to)]

    @classmethod
    def read(cls, words: list[str]) -> FallBack:
        if len(words) != 2:
            raise MalformedAction("fall-back needs a unit and a hex")
        return cls(words[0], read_hex(words[1]))


class Advance(Command, frozen=True, order=True, tag="advance"):
    """Enter the hex that was won, with these units (P33.14)."""

    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "advance"
    bent: ClassVar[Bent | None] = Bent.ADVANCE

    def words(self) -> list[str]:
        return list(self.units)

    @classmethod
    def read(cls, words: list[str]) -> Advance:
        return cls(tuple(words))


COMMANDS: tuple[type[Command], ...] = (
    Finish,
    March,
    Form,
    Enter,
    Split,
    Join,
    Restack,
    Shoot,
    Assault,
    Drill,
    FallBack,
    Advance,
    Pick,
)
VERBS = {order.verb: order for order in COMMANDS}


def parse(text: str, verbs: Mapping[str, type[Command]] = VERBS) -> Command:
    """Read an order from its text form; an edition brings its own verbs.

    >>> parse("march F01 NE face:S")
    March(unit='F01', path=('NE', 'face:S'))
    >>> str(parse("fire 2427 F17@2830"))
    'fire 2427 F17@2830'
    """
    return commands.parse(text, verbs)


def read_formation(word: str) -> Formation:
    try:
        return Formation(word)
    except ValueError:
        known = ", ".join(formation.value for formation in Formation)
        raise MalformedAction(f"unknown formation {word!r}; known: {known}") from None


def read_facing(formation: Formation, word: str) -> int:
    names = VERTICES if formation in FACES_VERTEX else SIDES
    if word not in names:
        raise MalformedAction(
            f"{formation.value} cannot face {word!r}; it faces {', '.join(names)}"
        )
    return names.index(word)


def read_firer(word: str) -> Firer:
    unit, mark, at = word.partition("@")
    if not (unit and mark):
        raise MalformedAction(f"{word!r} is not a unit and its hex, as in F17@2830")
    return Firer(unit, read_hex(at))
