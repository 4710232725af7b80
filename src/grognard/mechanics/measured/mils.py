"""Whole numbers for lengths and angles: mils, degrees, sines as a table, rounding in one way.

A mil is a thousandth of the unit of a table. x goes east and y north; degrees run clockwise from
north. No floating point enters a result.
"""

from __future__ import annotations

from fractions import Fraction
from math import atan2, degrees, isqrt
from typing import Final

MIL: Final = 1000
"""So many mils are a unit."""

WHOLE: Final = 1_000_000
"""What sines and cosines are counted in."""

Point = tuple[int, int]
"""East and north, in mils."""

Exact = tuple[Fraction, Fraction]
"""A point that need not lie on a whole mil."""

_SINES: Final = (
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434,
    173_648, 190_809, 207_912, 224_951, 241_922, 258_819, 275_637, 292_372, 309_017, 325_568,
    342_020, 358_368, 374_607, 390_731, 406_737, 422_618, 438_371, 453_990, 469_472, 484_810,
    500_000, 515_038, 529_919, 544_639, 559_193, 573_576, 587_785, 601_815, 615_661, 629_320,
    642_788, 656_059, 669_131, 681_998, 694_658, 707_107,
)  # fmt: skip
_COSINES: Final = (
    1_000_000, 999_848, 999_391, 998_630, 997_564, 996_195, 994_522, 992_546, 990_268, 987_688,
    984_808, 981_627, 978_148, 974_370, 970_296, 965_926, 961_262, 956_305, 951_057, 945_519,
    939_693, 933_580, 927_184, 920_505, 913_545, 906_308, 898_794, 891_007, 882_948, 874_620,
    866_025, 857_167, 848_048, 838_671, 829_038, 819_152, 809_017, 798_636, 788_011, 777_146,
    766_044, 754_710, 743_145, 731_354, 719_340, 707_107,
)  # fmt: skip


def _sine(angle: int) -> int:
    """The table holds an eighth of the circle; the rest are its mirror images."""
    quarter, rest = divmod(angle % 360, 90)
    if quarter % 2:
        rest = 90 - rest
    value = _SINES[rest] if rest <= 45 else _COSINES[90 - rest]
    return -value if quarter >= 2 else value


SIN: Final = tuple(_sine(angle) for angle in range(360))
COS: Final = tuple(_sine(angle + 90) for angle in range(360))


def rounded(over: int, under: int) -> int:
    """The nearest whole number to a fraction, halves away from zero; ``under`` is positive.

    >>> rounded(7, 2), rounded(-7, 2), rounded(5, 3)
    (4, -4, 2)
    """
    return (2 * over + under) // (2 * under) if over >= 0 else -((under - 2 * over) // (2 * under))


def rounded_up(over: int, under: int) -> int:
    """The least whole number not below a fraction."""
    return -(-over // under)


def ahead(angle: int) -> Point:
    """The direction of an angle, a million long."""
    return SIN[angle % 360], COS[angle % 360]


def at(point: Point, angle: int, onward: int, aside: int = 0) -> Point:
    """So far on from a point when looking along an angle, and so far to the right.

    >>> at((1000, 1000), 90, 500), at((1000, 1000), 90, 0, 500)
    ((1500, 1000), (1000, 500))
    """
    sin, cos = SIN[angle % 360], COS[angle % 360]
    return (
        point[0] + rounded(sin * onward + cos * aside, WHOLE),
        point[1] + rounded(cos * onward - sin * aside, WHOLE),
    )


def bearing(start: Point, end: Point) -> int:
    """The whole degree that looks best from one point to another; of two the smaller.

    The floating point finds five degrees; which of them it is, whole numbers decide.

    >>> bearing((0, 0), (5, 5)), bearing((0, 0), (0, -3)), bearing((0, 0), (-1, 0))
    (45, 180, 270)
    """
    east, north = end[0] - start[0], end[1] - start[1]
    near = round(degrees(atan2(east, north)))
    tried = sorted((near + turn) % 360 for turn in range(-2, 3))
    return max(tried, key=lambda angle: (SIN[angle] * east + COS[angle] * north, -angle))


def turn_between(one: int, other: int) -> int:
    """The smaller angle between two directions.

    >>> turn_between(350, 20), turn_between(90, 270)
    (30, 180)
    """
    turn = (one - other) % 360
    return min(turn, 360 - turn)


def squared(start: Point, end: Point) -> int:
    """The square of a distance."""
    return (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2


def length_up(start: Point, end: Point) -> int:
    """A distance in whole mils, rounded up."""
    square = squared(start, end)
    root = isqrt(square)
    return root if root * root == square else root + 1
