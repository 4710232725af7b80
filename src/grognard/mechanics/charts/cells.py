"""Cells of a card: what a column may hold, and how the printed word becomes a value.

A column's type is one of ``int``, ``half`` (movement points, kept as half points), ``fraction``,
``flag``, ``word``, ``words`` (joined by commas), ``roll`` and ``rolls`` (kept as rungs), ``text``
and ``limits`` (a list of alternatives, each a set of named ceilings). ``word(a b)`` restricts the
vocabulary, ``int?`` allows an empty cell, ``int = 0`` gives the value of one left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from grognard.mechanics.charts.lined import Spot
from grognard.mechanics.d66 import rung_of

Limit = tuple[tuple[str, int], ...]
Cell = int | Fraction | str | tuple[str, ...] | tuple[int, ...] | tuple[Limit, ...] | None

TYPES = (
    "int",
    "half",
    "fraction",
    "flag",
    "word",
    "words",
    "roll",
    "rolls",
    "text",
    "limits",
)
EMPTY = (".", "P")
"""What a card prints in an empty cell: nothing there, or prohibited."""

_SPEC = re.compile(
    r"(?P<kind>[a-z]+)(\((?P<words>[^)]*)\))?(?P<null>\?)?(\s*=\s*(?P<default>\S+))?"
)
_INT = re.compile(r"[+-]?\d+")
_FRACTION = re.compile(r"[+-]?\d+(\.\d+|/[1-9]\d*)?")
_CODE = re.compile(r"([A-Z]+?)\d*[a-z]?")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a keyed table: its name and what its cells may hold."""

    name: str
    kind: str
    words: tuple[str, ...] = ()
    empty: bool = False
    default: str | None = None

    def value(self, spot: Spot) -> Cell:
        """The cell's value, or a complaint that names the place."""
        if self.kind == "limits":
            return self._limits(spot)
        if spot.below is None and (spot.scalar is None or spot.scalar in EMPTY):
            if not self.empty:
                spot.fail(f"'{self.name}' may not be empty", f"write a value of type {self.kind}")
            return None
        return self._scalar(spot, spot.text())

    def _scalar(self, spot: Spot, text: str) -> Cell:
        match self.kind:
            case "int":
                return int(self._shaped(spot, text, _INT, "a whole number such as -3"))
            case "fraction":
                return Fraction(self._shaped(spot, text, _FRACTION, "a number such as 3/2"))
            case "half":
                return self._half(spot, text)
            case "flag":
                return self._among(spot, text, ("yes", "no")) == "yes"
            case "word":
                return self._among(spot, text, self.words)
            case "words":
                return tuple(self._among(spot, word, self.words) for word in text.split(","))
            case "roll":
                return self._rungs(spot, text)[0]
            case "rolls":
                return self._rungs(spot, text)
            case _:
                return text

    def _shaped(self, spot: Spot, text: str, shape: re.Pattern[str], wanted: str) -> str:
        if not shape.fullmatch(text):
            spot.fail(f"'{text}' is no value for '{self.name}'", f"write {wanted}")
        return text

    def _half(self, spot: Spot, text: str) -> int:
        points = Fraction(self._shaped(spot, text, _FRACTION, "points such as 3 or 1/2"))
        if (2 * points).denominator != 1:
            spot.fail(f"'{text}' is not a number of half points", "write points such as 3 or 1/2")
        return int(2 * points)

    def _among(self, spot: Spot, text: str, words: tuple[str, ...]) -> str:
        if words and text not in words:
            spot.fail(f"'{text}' is no word for '{self.name}'", f"known: {', '.join(words)}")
        return text

    def _rungs(self, spot: Spot, text: str) -> tuple[int, ...]:
        try:
            first, _, last = text.partition("-")
            return tuple(range(rung_of(int(first)), rung_of(int(last or first)) + 1))
        except ValueError:
            spot.fail(f"'{text}' names no dice for '{self.name}'", "write 43 or 65-66")

    def _limits(self, spot: Spot) -> tuple[Limit, ...]:
        found: list[Limit] = []
        for alternative in spot.each():
            alternative.only(*self.words)
            limit: list[tuple[str, int]] = []
            for word, ceiling in alternative.items():
                text = self._shaped(ceiling, ceiling.text(), _INT, "a whole number")
                limit.append((word, int(text)))
            found.append(tuple(limit))
        return tuple(found)


def read_column(name: str, spot: Spot) -> Column:
    """Read a column's type, such as ``word(carre disorder rout)?``."""
    spec = _SPEC.fullmatch(spot.text())
    if spec is None or spec["kind"] not in TYPES:
        spot.fail(f"'{spot.scalar}' is no type of column", f"known: {', '.join(TYPES)}")
    words = tuple((spec["words"] or "").split())
    return Column(name, spec["kind"], words, spec["null"] is not None, spec["default"])


def cells_of(spot: Spot) -> tuple[list[tuple[str, str]], str]:
    """Cells of a row written on one line, each with its own origin, and the origin of the row.

    ``3 5@HEI11 . | HAG`` gives [("3", ""), ("5", "HEI11"), (".", "")] and "HAG".
    """
    row, _, origin = spot.text().partition("|")
    cells: list[tuple[str, str]] = []
    for word in row.split():
        text, _, own = word.partition("@")
        cells.append((text, own))
    return cells, " ".join(origin.split())


def origin_of(spot: Spot, codes: str, known: Collection[str] | None) -> str:
    """Prove the codes of an origin, such as "HAG BAU17 house"; numbers are pages or rules."""
    if known is None:
        return codes
    for code in codes.split():
        shape = _CODE.fullmatch(code)
        if code not in known and (shape is None or shape[1] not in known):
            spot.fail(f"'{code}' is no known source", f"known: {', '.join(sorted(known))}")
    return codes


def mark_of(codes: str) -> str:
    """How far a figure may be trusted: found, rule book, or house default.

    >>> mark_of("HAG BAU17"), mark_of("RB21"), mark_of("house"), mark_of("HAG house")
    ('found', 'rule book', 'house default', 'found in part')
    """
    words = codes.split()
    if all(code == "house" for code in words):
        return "house default"
    if "house" in words:
        return "found in part"
    return "rule book" if all(code.startswith("RB") for code in words) else "found"
