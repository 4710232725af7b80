"""Places by number, whatever the ground: hexes as they are printed, points of a measured table.

Rooms that know no rulebook keep a place, name it and ask how far another is. What it is they never ask.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from grognard.mechanics import hexes

Place = int
"""A hex as 100 x column + row, or a point of a measured table as ``point`` packs it."""

POINT: Final = 1_000_000
MIL: Final = 1000


def point(x: int, y: int) -> Place:
    """A point as a place: thousandths of a unit, east and south of the upper left corner of the table.

    >>> point(12, 340)
    13000340
    """
    return POINT * (x + 1) + y


def point_of(place: Place) -> tuple[int, int]:
    """The point that a place of a measured table stands for.

    >>> point_of(point(12, 340))
    (12, 340)
    """
    return place // POINT - 1, place % POINT


def is_point(place: Place) -> bool:
    return place >= POINT


def name(place: Place) -> str:
    """A place as people write it.

    >>> name(503), name(point(19_200, 26_405))
    ('0503', '19.200,26.405')
    """
    if not is_point(place):
        return hexes.name(place)
    x, y = point_of(place)
    return f"{x // MIL}.{x % MIL:03d},{y // MIL}.{y % MIL:03d}"


def parse_place(word: str) -> Place:
    """A place from its name.

    >>> parse_place("0503"), parse_place("19.2,26.405") == point(19_200, 26_405)
    (503, True)
    """
    if "," not in word:
        return hexes.parse_hex(word)
    east, _, south = word.partition(",")
    return point(_mils(east, word), _mils(south, word))


def _mils(text: str, word: str) -> int:
    whole, _, part = text.partition(".")
    digits = whole + part.ljust(3, "0")
    if not (digits.isascii() and digits.isdigit() and whole and len(part) <= 3):
        raise ValueError(f"{word!r} is not a point such as 12.5,8.25")
    if int(digits) >= POINT:
        raise ValueError(f"{word!r} lies beyond any table")
    return int(digits)


def distance(one: Place, other: Place) -> int:
    """How far two places of one ground are from one another: in hexes, or in whole units.

    >>> distance(503, 507), distance(point(0, 0), point(3000, 4000))
    (4, 5)
    """
    if not is_point(one):
        return hexes.distance(one, other)
    (ax, ay), (bx, by) = point_of(one), point_of(other)
    return isqrt((bx - ax) ** 2 + (by - ay) ** 2) // MIL
