"""Markers that lie on units for a while, each with the rule that lays and lifts it."""

from __future__ import annotations

from typing import Final

from grognard.mechanics.hexes import Hex, name, parse_hex

NO_MOVE: Final = "no-move"
"""Retreated more than one hex before melee: no movement next time (P29.9)."""

SHELTER: Final = "shelter"
"""Skirmishers who took refuge in an occupied hex, until their next movement ends (P19.24)."""

STUNNED: Final = "stunned"
"""Landwehr that lost men to guns and may shrink from advancing (battle rule)."""

COMMITTED: Final = "committed:"
"""Followed by a hex: a line that wheeled on through a zone must assault it (P16.35)."""


def committed_to(marks: tuple[str, ...]) -> Hex | None:
    """The hex that a unit is bound to assault, if any."""
    for mark in marks:
        if mark.startswith(COMMITTED):
            return parse_hex(mark.removeprefix(COMMITTED))
    return None


def commitment(at: Hex) -> str:
    return COMMITTED + name(at)
