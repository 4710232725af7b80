"""Boards: sets of hexes as single numbers, so that one operation moves all of them at once.

Bit h of a board stands for hex h. A step across a side adds the same to the number of every hex in
a column of the same kind, so a whole set takes it by one shift; see ``STEPS`` in mechanics.hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import STEPS, Hex, Side, within

Board = int

Stride = tuple[int, Board, int]
"""A price, the hexes that can be left for it across some side, and what the step adds to them."""

Strides = tuple[tuple[Stride, ...], ...]
"""For each side, the strides across it."""

MANY = 24
"""From so many hexes on it is quicker to write a board out than to take them off one by one."""


def board_of(hexes: Iterable[Hex], size: int) -> Board:
    """
    >>> board_of([1, 3], 8)
    10
    """
    bits = bytearray(size // 8 + 1)
    for at in hexes:
        bits[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(bits, "little")


def hexes_and_around(hexes: Iterable[Hex], rings: int, size: int) -> Board:
    """The hexes and so many rings of hexes about them, perhaps a few more; ``size`` of the map."""
    board = board_of(hexes, size)
    for _ in range(rings):
        # The neighbours' numbers differ by 1, and by 99, 100 or 101: see STEPS in mechanics.hexes.
        column = board | board << 1 | board >> 1
        board = column | column << 100 | column >> 100
    return board


def hexes_in(board: Board) -> Iterator[Hex]:
    """The hexes of a board, in order.

    >>> list(hexes_in(10))
    [1, 3]
    """
    if board.bit_count() > MANY:
        digits = bin(board)[:1:-1]
        at = digits.find("1")
        while at >= 0:
            yield at
            at = digits.find("1", at + 1)
        return
    at = -1
    while board:
        gap = (board & -board).bit_length()
        at += gap
        yield at
        board >>= gap


@lru_cache(maxsize=512)
def _discs(odd: int, radius: int) -> tuple[Board, Board]:
    """The ring at a distance and all within it, about a hex so far from 0 that none is below."""
    away = _margin(radius)
    whole = board_of((away + step for step in _steps_within(odd, radius)), 2 * away)
    inner = board_of((away + step for step in _steps_within(odd, radius - 1)), 2 * away)
    return whole & ~inner, whole


def _steps_within(odd: int, radius: int) -> list[int]:
    centre = 100_000 + 100 * odd
    return [there - centre for there in within(centre, radius)] if radius >= 0 else []


def ring_board(at: Hex, radius: int) -> Board:
    """The hexes exactly so far from a hex, and perhaps places off the map.

    >>> list(hexes_in(ring_board(2020, 1)))
    [1920, 1921, 2019, 2021, 2120, 2121]
    """
    return _shifted(_discs(at // 100 & 1, radius)[0], at - _margin(radius))


def disc_board(at: Hex, radius: int) -> Board:
    """The hexes at most so far from a hex, and perhaps places off the map."""
    return _shifted(_discs(at // 100 & 1, radius)[1], at - _margin(radius))


def _margin(radius: int) -> int:
    return 101 * (radius + 1)


def _shifted(board: Board, by: int) -> Board:
    return board << by if by >= 0 else board >> -by


@lru_cache(maxsize=64)
def _columns(ground: Ground) -> tuple[Board, Board]:
    """The hexes of a map in even columns, and those in odd ones."""
    odd = board_of((at for at in ground.hexes if at // 100 & 1), ground.size)
    return board_of(ground.hexes, ground.size) & ~odd, odd


class Window:
    """Some neighbouring columns of a map. Boards seen through it are short, so they are quick.

    In them bit h stands for hex h + ``base``.
    """

    __slots__ = ("_even", "_odd", "base", "whole")

    def __init__(self, ground: Ground, west: int, east: int) -> None:
        """From the ``west`` to the ``east`` column, as far as the map goes."""
        west, east = max(west, 1), min(east, ground.columns)
        self.base, self.whole = 100 * west, (1 << 100 * (east - west + 1)) - 1
        self._even, self._odd = map(self.seen, _columns(ground))
        self.whole = self._even | self._odd

    def seen(self, board: Board) -> Board:
        """A board of the map, through the window."""
        return board >> self.base & self.whole

    def spread(self, board: Board) -> Board:
        """The hexes of a board and all their neighbours."""
        even, odd = board & self._even, board & self._odd
        reached = board | board << 1 | board >> 1 | board << 100 | board >> 100
        return (reached | even << 101 | even >> 99 | odd << 99 | odd >> 101) & self.whole

    def strides(self, strides: tuple[Stride, ...]) -> tuple[Stride, ...]:
        """Strides that stay within the window."""
        found = []
        for price, board, step in strides:
            seen = self.seen(board)
            inside = self.whole >> step if step > 0 else self.whole << -step
            if seen & inside:
                found.append((price, seen & inside, step))
        return tuple(found)


def strides(ground: Ground, ways: Iterable[tuple[Hex, Side, int]]) -> Strides:
    """The strides of a map of which ``ways`` names every hex, side and price."""
    found: list[dict[tuple[int, int], list[Hex]]] = [{} for _ in range(6)]
    for at, side, price in ways:
        step = STEPS[(at // 100) & 1][side]
        found[side].setdefault((price, step), []).append(at)
    return tuple(
        tuple(
            (price, board_of(hexes, ground.size), step)
            for (price, step), hexes in sorted(by_price.items())
        )
        for by_price in found
    )
