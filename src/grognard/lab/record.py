"""What is kept of one game, as it is written to disk: plain figures, the same on every machine."""

from __future__ import annotations

import zlib
from typing import Final

import msgspec

from grognard.kernel.reading import unpack

SQUEEZE: Final = 3
"""How hard records are compressed: a little is enough, they are read once."""

Losses = dict[str, dict[str, int]]
"""Side -> formation -> what it has lost so far."""


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One event. ``hexagon`` is where it happened, 0 where that has no meaning.

    ``amount`` is the figure the event itself carries, ``lost`` by how much it raised a side's
    losses. ``luck`` names a kind of throw, with what it brought and what was to be expected.
    """

    n: int
    turn: int
    side: str
    kind: str
    unit: str
    hexagon: int
    amount: int
    lost: int
    detail: str
    luck: str
    got: float
    expected: float


class Simulated(msgspec.Struct, frozen=True):
    """A game that was played, or that broke (``failure``).

    ``score`` is the first side's, from 0 to 1. ``by_turn`` has the losses at the end of each turn;
    ``fell`` the turn in which each unit was lost, 0 for those who were there at the end; ``held``
    for each place the turns at whose end somebody else held all of it, nobody for a part.
    """

    index: int
    seed: int
    options: dict[str, str]
    verdict: str = ""
    winner: str = ""
    score: float = 0.5
    turns: int = 0
    answers: int = 0
    state: str = ""
    by_turn: dict[int, Losses] = {}
    fell: dict[str, int] = {}
    held: dict[str, dict[int, str]] = {}
    faults: list[str] = []
    failure: str = ""
    events: list[Line] = []

    def lost(self, side: str) -> int:
        """What a side had lost at the end."""
        last = self.by_turn.get(max(self.by_turn, default=0), {})
        return sum(last.get(side, {}).values())

    def taken(self, place: str, side: str) -> int:
        """The turn in which a side first held all of a place; 0 for never."""
        turns = [turn for turn, holder in self.held.get(place, {}).items() if holder == side]
        return min(turns, default=0)


def packed(game: Simulated) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(game), SQUEEZE)


def unpacked(content: bytes) -> Simulated:
    """Read a record back; a broken one raises ``ValueError``."""
    try:
        return unpack(zlib.decompress(content), Simulated)
    except (zlib.error, msgspec.MsgspecError) as problem:
        raise ValueError(str(problem)) from None
