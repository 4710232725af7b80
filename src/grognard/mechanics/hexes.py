"""Hexes of a flat-top map, numbered CCRR: column, then row, 0101 in the north-west.

A hex is the integer 100 * column + row, so it prints as on the map and indexes an array of
100 * (columns + 2) cells directly; row 0 and column 0 are border. Even columns lie half a hex
lower. Sides run clockwise from the one at the top: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. Vertex v
lies between sides v and v + 1. All arithmetic on sides and vertices is modulo 6.
"""

from __future__ import annotations

from functools import lru_cache

Hex = int
Side = int
Vertex = int

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
VERTICES = ("NNE", "E", "SSE", "SSW", "W", "NNW")

# The way to each neighbour, for even and for odd columns.
STEPS = ((-1, 100, 101, 1, -99, -100), (-1, 99, 100, 1, -100, -101))

MAX_ROW = 98


def hex_of(column: int, row: int) -> Hex:
    return 100 * column + row


def column_row(at: Hex) -> tuple[int, int]:
    return divmod(at, 100)


def name(at: Hex) -> str:
    """
    >>> name(101), name(4107)
    ('0101', '4107')
    """
    return f"{at:04d}"


def parse_hex(text: str) -> Hex:
    """
    >>> parse_hex("0931")
    931
    """
    if not (text.isascii() and text.isdigit() and 4 <= len(text) <= 5):
        raise ValueError(f"{text!r} is not a hex such as 0931")
    return int(text)


def neighbour(at: Hex, side: Side) -> Hex:
    """
    >>> name(neighbour(2020, 2)), name(neighbour(2021, 1))
    ('2121', '2121')
    """
    return at + STEPS[(at // 100) & 1][side]


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six neighbours in order of side; some may lie on the border."""
    return tuple([at + step for step in STEPS[(at // 100) & 1]])


def side_towards(at: Hex, other: Hex) -> Side | None:
    """The side of ``at`` that touches the adjacent hex ``other``, if it is adjacent.

    >>> side_towards(1010, 1009), side_towards(1010, 1210)
    (0, None)
    """
    way = other - at
    ways = STEPS[(at // 100) & 1]
    return ways.index(way) if way in ways else None


def centre(at: Hex) -> tuple[int, int]:
    """The centre on a stretched plane of integers, y growing southward.

    There a hexagon is ``|y| <= 1 and |x + y| <= 2 and |x - y| <= 2`` about its centre.
    """
    column, row = divmod(at, 100)
    return 3 * column, 2 * row + (0 if column & 1 else 1)


def distance(one: Hex, other: Hex) -> int:
    """
    >>> distance(1010, 1210), distance(4107, 4107), distance(101, 5652)
    (2, 0, 79)
    """
    column1, row1 = divmod(one, 100)
    column2, row2 = divmod(other, 100)
    dx = abs(column1 - column2)
    dy = abs(2 * (row1 - row2) + (column2 & 1) - (column1 & 1))
    return dx if dy <= dx else (dx + dy) // 2


@lru_cache(maxsize=4096)
def _ring_steps(odd: int, radius: int) -> tuple[int, ...]:
    column, row = odd, 0
    ring = []

    def go(side: Side) -> None:
        nonlocal column, row
        way = STEPS[column & 1][side]
        across = (way + 150) // 100 - 1
        column, row = column + across, row + way - 100 * across

    for _ in range(radius):
        go(4)
    for side in range(6):
        for _ in range(radius):
            ring.append(100 * (column - odd) + row)
            go(side)
    return tuple(ring) if radius else (0,)


def ring(at: Hex, radius: int) -> list[Hex]:
    """The hexes exactly ``radius`` away, some perhaps off the map.

    >>> [name(there) for there in ring(2020, 1)]
    ['1921', '1920', '2019', '2120', '2121', '2021']
    """
    return [at + step for step in _ring_steps((at // 100) & 1, radius)]


@lru_cache(maxsize=256)
def _disc_steps(odd: int, radius: int) -> tuple[int, ...]:
    return tuple(step for r in range(radius + 1) for step in _ring_steps(odd, r))


def within(at: Hex, radius: int) -> list[Hex]:
    """The hexes at most ``radius`` away, nearest first, some perhaps off the map."""
    return [at + step for step in _disc_steps((at // 100) & 1, radius)]


def opposite(side: Side) -> Side:
    return (side + 3) % 6


def straight_side(at: Hex, target: Hex) -> Side:
    """The side that points most nearly at a distant hex; ties to the lowest number.

    >>> straight_side(2020, 2015), straight_side(2020, 2030)
    (0, 3)
    """
    x0, y0 = centre(at)
    x1, y1 = centre(target)
    # The stretched plane shrinks x by 3 : sqrt(3); three times x and y restore the angles' order.
    dx, dy = x1 - x0, y1 - y0
    best, best_dot = 0, None
    for side, (ux, uy) in enumerate(((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))):
        dot = ux * dx + 3 * uy * dy
        if best_dot is None or dot > best_dot:
            best, best_dot = side, dot
    return best
