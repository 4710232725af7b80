"""Small words that sentences and menus use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from grognard.mechanics.hexes import name

HALVES: Final = 2
"""Movement is counted in half points."""


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["F1"]), listed(["F1", "F2", "F3"]), listed([])
    ('F1', 'F1, F2 and F3', 'nobody')
    """
    if not words:
        return "nobody"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def hexes(places: Iterable[int]) -> str:
    return "+".join(map(name, places))


def number(value: Fraction | int) -> str:
    """
    >>> number(Fraction(7, 2)), number(Fraction(12)), number(Fraction(2, 3))
    ('3 1/2', '12', '2/3')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def points(halves: int) -> str:
    """
    >>> points(7), points(2)
    ('3.5 points', '1 point')
    """
    return f"{halves / HALVES:g} point{'' if halves == HALVES else 's'}"


def counted(count: int, noun: str) -> str:
    """
    >>> counted(1, "increment"), counted(3, "hex")
    ('1 increment', '3 hexes')
    """
    ending = "es" if noun.endswith("x") else "s"
    return f"{count} {noun}{'' if count == 1 else ending}"


def verb(subjects: Sequence[str], one: str, many: str) -> str:
    """The verb that goes with so many subjects.

    >>> verb(("F1",), "halts", "halt"), verb(("F1", "F2"), "halts", "halt")
    ('halts', 'halt')
    """
    return one if len(subjects) == 1 else many
