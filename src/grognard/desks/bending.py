"""Hexes that a player names on the way of a march, as they come over a table's line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import Hex, parse_hex

MOST_NAMED: Final = 24
"""A way is bent through no more hexes than these."""


def hexes_named(text: str, on_map: Callable[[Hex], bool]) -> tuple[Hex, ...]:
    """The hexes of ``2624 2725``: some, not too many, all on the map.

    >>> hexes_named("0931 1032", lambda at: True)
    (931, 1032)
    """
    words = text.split()
    if not words or len(words) > MOST_NAMED:
        raise GrognardError(f"a way goes through one to {MOST_NAMED} hexes, as in: 2624 2725")
    try:
        hexes = tuple(map(parse_hex, words))
    except ValueError as problem:
        raise GrognardError(str(problem)) from None
    for at in hexes:
        if not on_map(at):
            raise GrognardError(f"{at:04d} is not on the map")
    return hexes


def come_to(goals: Sequence[Hex], passed: int, hexes: Sequence[Hex]) -> int:
    """How many of the hexes have been come to, in their order, by somebody who now stands there.

    >>> come_to((931, 1032), 0, (931,)), come_to((931, 1032), 0, (1032,))
    (1, 0)
    """
    while passed < len(goals) and goals[passed] in hexes:
        passed += 1
    return passed
