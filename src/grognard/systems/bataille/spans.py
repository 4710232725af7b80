"""Distances by look-up, for those who ask for many at once.

The way between two hexes is the difference of their places, one subtraction; how long it is, is
worked out once for each way.
"""

from __future__ import annotations

from typing import Final

from grognard.mechanics.hexes import Hex

SPREAD: Final = 1024
"""More than any height, so that column and height share a number."""


class _Places(dict[Hex, int]):
    """Column and height of a hex as one number, worked out once for each hex."""

    def __missing__(self, at: Hex) -> int:
        column, row = divmod(at, 100)
        place = self[at] = SPREAD * column + 2 * row + (0 if column & 1 else 1)
        return place


class _Spans(dict[int, int]):
    """How many hexes a way is long: ``SPANS[PLACES[one] - PLACES[other]]``.

    >>> SPANS[PLACES[1010] - PLACES[1210]], SPANS[PLACES[101] - PLACES[5652]]
    (2, 79)
    """

    def __missing__(self, way: int) -> int:
        span = self[way] = length(*parted(way))
        return span


def parted(way: int) -> tuple[int, int]:
    """Columns and heights of a way."""
    across = (way + SPREAD // 2) // SPREAD
    return across, way - across * SPREAD


def length(across: int, down: int) -> int:
    wide, tall = abs(across), abs(down)
    return wide if tall <= wide else (wide + tall) // 2


PLACES: Final = _Places()
SPANS: Final = _Spans()
