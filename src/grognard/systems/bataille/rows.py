"""Units in several hexes: lines and skirmishers stand in a row, left to right as they face."""

from __future__ import annotations

import msgspec

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.pieces import Piece


def row(ground: Ground, leftmost: Hex, facing: int, count: int) -> tuple[Hex, ...] | None:
    """The hexes of a row from its left end, or None where it would leave the map."""
    hexes = [leftmost]
    for _ in range(count - 1):
        there = ground.around[hexes[-1]][(facing + 2) % 6]
        if not there:
            return None
        hexes.append(there)
    return tuple(hexes)


def extended(ground: Ground, at: Hex, facing: int, to_right: bool) -> tuple[Hex, ...] | None:
    """A hex and the one beside it, left to right."""
    other = ground.around[at][(facing + 2) % 6 if to_right else (facing - 1) % 6]
    if not other:
        return None
    return (at, other) if to_right else (other, at)


def wheel_tracks(
    ground: Ground, hexes: tuple[Hex, ...], facing: int, to_right: bool
) -> tuple[tuple[Hex, ...], ...] | None:
    """The way each hex of a row goes in a wheel by one vertex, its own hex first (PR-26).

    The hex on the side it turns to stays; the hex k places away goes k steps. None where a step
    would leave the map.
    """
    side = (facing + 1) % 6 if to_right else facing % 6
    last = len(hexes) - 1
    tracks = []
    for index, at in enumerate(hexes):
        track = [at]
        for _ in range(last - index if to_right else index):
            there = ground.around[track[-1]][side]
            if not there:
                return None
            track.append(there)
        tracks.append(tuple(track))
    return tuple(tracks)


def wheeled(facing: int, to_right: bool) -> int:
    return (facing + (1 if to_right else -1)) % 6


def shrunk(piece: Piece, count: int) -> Piece:
    """The row cut down to ``count`` hexes about its main hex, given up from the far end first."""
    hexes, main = piece.hexes, piece.main
    while len(hexes) > count:
        if main >= len(hexes) - main - 1 and main > 0:
            hexes, main = hexes[1:], main - 1
        else:
            hexes = hexes[:-1]
    return msgspec.structs.replace(piece, hexes=hexes, main=main)
