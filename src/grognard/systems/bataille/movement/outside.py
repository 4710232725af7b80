"""How units stand outside the map, written as their fates (battle rule ``offmap``).

``away:rout:3:fresh:7:2501``: routed, three increments lost, fresh, since turn 7, by 2501; it may
come back. ``saved:3``: marched off for good in good order; ``left:3``: marched off shaken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.bataille.pieces import Cohesion, Readiness, UnitId
from grognard.systems.bataille.table import Table

OFFMAP: Final = "offmap"
"""The switch: units may leave the map by order, and one side's come back."""

AWAY: Final = "away:"
SAVED: Final = "saved:"
LEFT: Final = "left:"
RAN_OFF: Final = "off-map"
"""Fates: waiting outside; left in good order; left shaken; routed off and lost."""


class Away(msgspec.Struct, frozen=True):
    """How a unit stands outside the map, since which turn, and over which hex it left."""

    cohesion: Cohesion
    lost: int
    readiness: Readiness
    turn: int
    at: Hex

    def __str__(self) -> str:
        """
        >>> str(Away(Cohesion.ROUT, 3, Readiness.FRESH, 7, 2501))
        'away:rout:3:fresh:7:2501'
        """
        order, ready = self.cohesion.value, self.readiness.value
        return f"{AWAY}{order}:{self.lost}:{ready}:{self.turn}:{name(self.at)}"


def read_away(fate: str) -> Away | None:
    """
    >>> read_away("away:good:0:tired:5:3401").turn, read_away("destroyed")
    (5, None)
    """
    if not fate.startswith(AWAY):
        return None
    order, lost, ready, turn, at = fate.removeprefix(AWAY).split(":")
    return Away(Cohesion(order), int(lost), Readiness(ready), int(turn), parse_hex(at))


def lost_outside(fate: str) -> int:
    """Increments that a unit outside the map had lost when it left.

    >>> lost_outside("saved:2"), lost_outside("away:rout:3:fresh:7:2501"), lost_outside("destroyed")
    (2, 3, 0)
    """
    how = read_away(fate)
    if how is not None:
        return how.lost
    word, mark, lost = fate.partition(":")
    return int(lost) if f"{word}{mark}" in (SAVED, LEFT) else 0


def away(table: Table, unit: UnitId) -> Away | None:
    """How a unit waits outside the map, if it does."""
    return read_away(table.removed.get(unit, ""))


def is_gone(table: Table, unit: UnitId) -> bool:
    """Is the unit out of the battle for good?"""
    return unit in table.removed and away(table, unit) is None


def all_away(table: Table, side: str) -> Iterator[tuple[UnitId, Away]]:
    """A side's units that wait outside, in the order of the roster."""
    removed = table.removed
    if OFFMAP not in table.setting.special or not removed:
        return
    for unit in table.setting.by_side.get(side, ()):
        found = away(table, unit) if unit in removed else None
        if found is not None:
            yield unit, found


@rule("P46.2")
def comes_back(table: Table, side: str) -> bool:
    """Do units of this side that are off the map wait there? Not if they have left by exits."""
    return OFFMAP in table.setting.special and not table.setting.exits.get(side)


@rule("P30.32", "P46.2")
def fate_of_rout(table: Table, unit: UnitId) -> str:
    """What becomes of a unit that runs off the map: lost, unless its side's come back."""
    piece = table.pieces[unit]
    if comes_back(table, table.side_of(unit)):
        return str(Away(Cohesion.ROUT, piece.lost, piece.readiness, table.turn, piece.at))
    return RAN_OFF
