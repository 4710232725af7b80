"""Front, flank and rear of every formation (rule 13), as bit masks over the six hexsides."""

from __future__ import annotations

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.hexes import Side, opposite, side_towards
from grognard.systems.bataille.pieces import Cohesions, Formation, Forms, Piece, Printed

ALL = 0b111111


def sides(*numbers: int) -> int:
    """The mask of the given sides, modulo 6."""
    mask = 0
    for number in numbers:
        mask |= 1 << number % 6
    return mask


def sides_in(mask: int) -> tuple[Side, ...]:
    return SIDES_IN[mask]


SIDES_IN = tuple(tuple(side for side in range(6) if mask >> side & 1) for mask in range(64))


class Orientation(msgspec.Struct, frozen=True):
    """The sides of one hex of a unit; sides between two hexes of the unit are in no mask."""

    front: int
    flank: int
    rear: int


NONE = Orientation(0, 0, 0)
THREE = tuple(
    Orientation(sides(s - 1, s, s + 1), sides(s - 2, s + 2), sides(s + 3)) for s in range(6)
)
FIVE = tuple(Orientation(ALL & ~sides(s + 3), 0, sides(s + 3)) for s in range(6))
ROUND = Orientation(ALL, 0, 0)
LINE = tuple(
    Orientation(sides(v, v + 1), sides(v - 1, v + 2), sides(v + 3, v + 4)) for v in range(6)
)
LINE_LEFT = tuple(Orientation(sides(v, v + 1), sides(v - 1), sides(v + 3, v + 4)) for v in range(6))
LINE_RIGHT = tuple(
    Orientation(sides(v, v + 1), sides(v + 2), sides(v + 3, v + 4)) for v in range(6)
)
LINE_MIDDLE = tuple(Orientation(sides(v, v + 1), 0, sides(v + 3, v + 4)) for v in range(6))
SKIRMISH = tuple(
    Orientation(sides(v - 1, v, v + 1, v + 2), sides(v + 3, v + 4), 0) for v in range(6)
)
SKIRMISH_LEFT = tuple(
    Orientation(sides(v - 1, v, v + 1), sides(v + 4), sides(v + 3)) for v in range(6)
)
SKIRMISH_RIGHT = tuple(
    Orientation(sides(v, v + 1, v + 2), sides(v + 3), sides(v + 4)) for v in range(6)
)


@rule(
    "P13.1", "P13.3", "P13.4", "P13.5", "P13.8", "P13.14", "P13.15", "P13.16", "P13.17", "P13.18",
    "P13.19", "P13.20", "P13.21", "P13.22", "P16.9", "P16.45", "P19.3", "P19.9",
)  # fmt: skip
def orientation(printed: Printed, piece: Piece, index: int = 0) -> Orientation:
    """Front, flank and rear of the ``index``-th hex of a unit (P13.3-P13.22, PR-29..PR-32)."""
    formation, facing = piece.formation, piece.facing
    if piece.cohesion is not Cohesions.GOOD:
        return THREE[facing] if piece.cohesion is Cohesions.DISORDER else NONE
    if formation is Forms.COLUMN:
        return FIVE[facing] if printed.is_light else THREE[facing]
    if formation is Forms.GENERAL:
        return FIVE[facing]
    if formation is Forms.LINE or formation is Forms.SKIRMISH:
        return _row(formation, facing, index, len(piece.hexes))
    if formation is Forms.SQUARE:
        return ROUND
    if formation is Forms.ROAD:
        return _road(piece, index)
    if formation is Forms.COMPANIES and len(piece.hexes) > 1:
        return _companies(piece, index)
    return THREE[facing]


def _row(formation: Formation, facing: int, index: int, count: int) -> Orientation:
    line = formation is Forms.LINE
    if count == 1:
        return LINE[facing] if line else SKIRMISH[facing]
    if index == 0:
        return LINE_LEFT[facing] if line else SKIRMISH_LEFT[facing]
    if index == count - 1:
        return LINE_RIGHT[facing] if line else SKIRMISH_RIGHT[facing]
    return LINE_MIDDLE[facing]


def _road(piece: Piece, index: int) -> Orientation:
    """Road March: only the head's leading side is front, only the tail's last is rear (PR-157)."""
    return _in_file(piece, index, 1 << piece.facing)


def _companies(piece: Piece, index: int) -> Orientation:
    """A column of companies: the front of a column at its head, nothing but flanks behind it."""
    return _in_file(piece, index, THREE[piece.facing].front)


def _in_file(piece: Piece, index: int, leading: int) -> Orientation:
    """One hex of a file whose head has these front sides."""
    hexes, own = piece.hexes, 0
    at = hexes[index]
    for other in (hexes[index - 1] if index else None, *hexes[index + 1 : index + 2]):
        side = None if other is None else side_towards(at, other)
        if side is not None:
            own |= 1 << side
    front = leading if index == 0 else 0
    rear = 0
    if index == len(hexes) - 1:
        before = piece.facing if index == 0 else side_towards(at, hexes[index - 1])
        rear = 1 << opposite(before) if before is not None else 0
    return Orientation(front & ~own, ALL & ~(own | front | rear), rear & ~own)


def next_in_row(facing: int) -> Side:
    """From each hex of a row the next one to the right lies across this side."""
    return (facing + 2) % 6
