"""Shapes of pack files: what may be written where, declared once.

A shape reads the places of a file into entries, notes every fault it meets instead of stopping at
the first, and describes itself as JSON Schema. A system declares the shape of its packs with these
words.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from itertools import takewhile
from typing import Any

import msgspec

from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import Spot
from grognard.mechanics.hexes import name, parse_hex

MOST_PROBLEMS = 500
SHOWN = 60
"""Characters of a faulty value that a message repeats."""


class Problem(msgspec.Struct, frozen=True, order=True):
    """One fault of a file: where it stands, what it is, how to mend it."""

    file: str
    line: int
    field: str
    text: str
    hint: str = ""

    @classmethod
    def of(cls, fault: MalformedFile) -> Problem:
        return cls(fault.file, fault.line or 0, fault.field, fault.problem, fault.hint)

    def __str__(self) -> str:
        return str(self.error())

    def error(self) -> MalformedFile:
        return MalformedFile(
            self.file, self.text, line=self.line or None, field=self.field, hint=self.hint
        )


class Notes:
    """The faults found so far; after very many of them nothing more is looked for."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    @property
    def is_full(self) -> bool:
        return len(self.problems) >= MOST_PROBLEMS

    def add(self, spot: Spot, text: str, hint: str = "") -> None:
        problem = Problem(spot.file, spot.line, spot.field, text, hint)
        if not self.is_full and problem not in self.problems:
            self.problems.append(problem)

    def unknown(self, spot: Spot, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word that nothing answers to, with the nearest that something does."""
        if not self.is_full:
            self.add(spot, f"there is no {what} '{shown(word)}'", meant(word, known))


def shown(text: str) -> str:
    """
    >>> shown("a" * 100)[-5:]
    'aa...'
    """
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def meant(word: str, known: Iterable[str]) -> str:
    """
    >>> meant("colum", ["column", "line"]), meant("xyz", ["column", "line"])
    ("did you mean 'column'?", 'known: column, line')
    """
    words = list(known)
    near = get_close_matches(word, words, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"known: {', '.join(words)}" if words else "none are known here"


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A value that was read, and the place it was read from."""

    value: Any
    spot: Spot

    def __getitem__(self, key: str) -> Entry:
        entry: Entry = self.value[key]
        return entry

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def get(self, key: str, otherwise: Any = None) -> Any:
        """The bare value under a key, or another where nothing good is written."""
        found = self.value.get(key)
        return otherwise if found is None else found.value

    def each(self, key: str) -> list[Entry]:
        """The entries of the list under a key; none where it is missing."""
        found: list[Entry] = self.get(key, [])
        return found

    def items(self, key: str) -> Iterator[tuple[str, Entry]]:
        """The named entries under a key; none where it is missing."""
        found: Mapping[str, Entry] = self.get(key, {})
        return iter(found.items())

    def values(self, key: str) -> tuple[Any, ...]:
        """The bare values of the list under a key."""
        return tuple(entry.value for entry in self.each(key))

    def spot_of(self, key: str) -> Spot:
        """Where a key stands, or its parent where it is missing."""
        found = self.value.get(key)
        return self.spot if found is None else found.spot


class Shape(ABC):
    """What may be written in a place."""

    @abstractmethod
    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        """The entry written here, or None with the fault noted."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The shape in the words of JSON Schema."""


class Scalar(Shape):
    """One value."""

    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        if spot.below is not None:
            notes.add(spot, f"{self.wanted()} is wanted here, not several values")
        elif spot.scalar is None:
            notes.add(spot, "nothing is written here", "write a value, or leave the field out")
        else:
            try:
                return Entry(self.take(spot.scalar.strip()), spot)
            except ValueError:
                notes.add(
                    spot, f"'{shown(spot.scalar)}' is not {self.wanted()}", self.hint(spot.scalar)
                )
        return None

    @abstractmethod
    def take(self, text: str) -> Any:
        """The value of the text; ValueError if it has none."""

    @abstractmethod
    def wanted(self) -> str: ...

    def hint(self, text: str) -> str:
        return ""


@dataclass(frozen=True)
class Text(Scalar):
    pattern: str = ".+"
    what: str = "a text"
    example: str = ""

    def take(self, text: str) -> str:
        if not re.fullmatch(self.pattern, text, re.DOTALL):
            raise ValueError
        return text

    def wanted(self) -> str:
        return self.what

    def hint(self, text: str) -> str:
        return f"as in {self.example}" if self.example else ""

    def schema(self) -> dict[str, Any]:
        if self.pattern == ".+":
            return {"type": ["string", "number"]}
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


@dataclass(frozen=True)
class Number(Scalar):
    least: int = 0
    most: int = 1_000_000

    def take(self, text: str) -> int:
        number = int(text)
        if not self.least <= number <= self.most:
            raise ValueError
        return number

    def wanted(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Exact(Scalar):
    """A number kept as a fraction: 14, 6.7 or 1/3."""

    def take(self, text: str) -> Fraction:
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?", text):
            raise ValueError
        return Fraction(text)

    def wanted(self) -> str:
        return "a number such as 14, 6.7 or 1/3"

    def schema(self) -> dict[str, Any]:
        return {
            "anyOf": [
                {"type": "number", "minimum": 0},
                {"type": "string", "pattern": r"^\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?$"},
            ]
        }


@dataclass(frozen=True)
class Flag(Scalar):
    def take(self, text: str) -> bool:
        known = {"true": True, "yes": True, "false": False, "no": False}
        if text.lower() not in known:
            raise ValueError
        return known[text.lower()]

    def wanted(self) -> str:
        return "true or false"

    def schema(self) -> dict[str, Any]:
        return {"enum": [True, False, "yes", "no"]}


@dataclass(frozen=True)
class Word(Scalar):
    """One of a few words."""

    known: tuple[str, ...]

    def take(self, text: str) -> str:
        if text not in self.known:
            raise ValueError
        return text

    def wanted(self) -> str:
        return "one of the words known here"

    def hint(self, text: str) -> str:
        return meant(text, self.known)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.known)}


@dataclass(frozen=True)
class HexName(Scalar):
    """A hex as the map prints it, column then row."""

    def take(self, text: str) -> int:
        return parse_hex(text)

    def wanted(self) -> str:
        return "a hex"

    def hint(self, text: str) -> str:
        return f"column then row, four or five digits, as in '{name(931)}'"

    def schema(self) -> dict[str, Any]:
        return {
            "anyOf": [
                {"type": "string", "pattern": r"^\d{4,5}$"},
                {"type": "integer", "minimum": 1000, "maximum": 99999},
            ]
        }


@dataclass(frozen=True)
class Listed(Shape):
    """Entries one below the other."""

    of: Shape
    least: int = 0
    most: int = 0

    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        if spot.below is None or not spot.listed:
            notes.add(spot, "a list is wanted here", "write '- value' lines or [a, b]")
            return None
        if self.most and len(spot.below) > self.most:
            notes.add(spot, f"{len(spot.below)} are too many", f"at most {self.most}")
            return None
        if len(spot.below) < self.least:
            notes.add(spot, f"at least {self.least} are wanted here")
        some = takewhile(lambda below: not notes.is_full, spot.below.values())
        read = [self.of.read(below, notes) for below in some]
        return Entry([entry for entry in read if entry is not None], spot)

    def schema(self) -> dict[str, Any]:
        shape: dict[str, Any] = {"type": "array", "items": self.of.schema()}
        limits = {"minItems": self.least, "maxItems": self.most}
        return shape | {word: limit for word, limit in limits.items() if limit}


@dataclass(frozen=True)
class Named(Shape):
    """Entries under names that the writer chooses."""

    of: Shape

    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        if spot.below is None or spot.listed:
            notes.add(spot, "named values are wanted here", "write 'name: value' lines")
            return None
        some = takewhile(lambda held: not notes.is_full, spot.below.items())
        read = {key: self.of.read(below, notes) for key, below in some}
        return Entry({key: entry for key, entry in read.items() if entry is not None}, spot)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema()}


@dataclass(frozen=True)
class Field:
    """One field of a record."""

    shape: Shape
    about: str
    needed: bool = False


@dataclass(frozen=True, eq=False)
class Record(Shape):
    """Entries under names that mean something."""

    fields: Mapping[str, Field] = field(default_factory=dict)

    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        if spot.below is None or spot.listed:
            notes.add(spot, "named values are wanted here", f"known: {', '.join(self.fields)}")
            return None
        read = {}
        for key, below in spot.below.items():
            known = self.fields.get(key)
            if notes.is_full:
                return None
            if known is None:
                text = f"'{shown(key)}' means nothing here"
                notes.add(below, text, meant(key, self.fields))
                continue
            entry = known.shape.read(below, notes)
            if entry is not None:
                read[key] = entry
        for key, known in self.fields.items():
            if known.needed and key not in spot.below:
                notes.add(spot, f"'{key}' is missing", f"{key}: {known.about}")
        return Entry(read, spot)

    def schema(self) -> dict[str, Any]:
        needed = [key for key, known in self.fields.items() if known.needed]
        shape: dict[str, Any] = {
            "type": "object",
            "properties": {
                key: {"description": known.about, **known.shape.schema()}
                for key, known in self.fields.items()
            },
            "additionalProperties": False,
        }
        return {**shape, "required": needed} if needed else shape


@dataclass(frozen=True, eq=False)
class Cases(Shape):
    """A record with more fields by the word that stands in one of them."""

    key: str
    always: Mapping[str, Field]
    by_word: Mapping[str, Mapping[str, Field]]

    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        said = None if spot.below is None else spot.below.get(self.key)
        word = said.scalar if said is not None else None
        return Record({**self.always, **self.by_word.get(word or "", {})}).read(spot, notes)

    def schema(self) -> dict[str, Any]:
        cases = [self._case(word, more) for word, more in self.by_word.items()]
        other = Record(self.always).schema()
        other["properties"][self.key] = {"not": {"enum": list(self.by_word)}}
        return {"anyOf": [*cases, other]}

    def _case(self, word: str, more: Mapping[str, Field]) -> dict[str, Any]:
        schema = Record({**self.always, **more}).schema()
        schema["properties"][self.key] = {"const": word}
        return schema
