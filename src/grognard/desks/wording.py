"""Places and numbers as sentences and menus write them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.mechanics.places import name


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
