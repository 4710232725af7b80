"""Ways over the table: how a pose changes, what it costs in length, and the ground that it sweeps."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import gap_squared, is_within
from grognard.mechanics.measured.mils import WHOLE, Point, ahead, at, rounded, rounded_up
from grognard.mechanics.measured.polygons import Polygon, hull

STEP = 5
"""A wheel is looked at every so many degrees."""

PI = 31_416
"""In ten-thousandths: an arc is rounded up, so that this is fine enough."""


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"

    @property
    def sign(self) -> int:
        return 1 if self is Side.RIGHT else -1


def advanced(pose: Pose, distance: int, aside: int = 0) -> Pose:
    """Straight on, back where the distance is below nothing, and so far to the right."""
    x, y = at(pose.point, pose.facing, distance, aside)
    return Pose(x, y, pose.facing)


def driven(pose: Pose, away: int, distance: int) -> Pose:
    """Straight along any angle with the facing kept: how somebody is thrown back."""
    x, y = at(pose.point, away, distance)
    return Pose(x, y, pose.facing)


def wheeled(of: Footprint, side: Side, turn: int, *, back: bool = False) -> Pose:
    """Turned about the front corner of a side; ``back``: the other corner goes back instead."""
    half = side.sign * (of.size.front // 2)
    pivot = at(of.pose.point, of.pose.facing, 0, half)
    facing = (of.pose.facing + side.sign * (-turn if back else turn)) % 360
    x, y = at(pivot, facing, 0, -half)
    return Pose(x, y, facing)


def turned(pose: Pose, pivot: Point, turn: int) -> Pose:
    """Turned about any point, as one of a block that wheels: to the left where it is below nothing.

    >>> turned(Pose(0, 1000, 0), (0, 0), 90)
    Pose(x=1000, y=0, facing=90)
    """
    x, y = pose.x - pivot[0], pose.y - pivot[1]
    sin, cos = ahead(turn)
    return Pose(
        pivot[0] + rounded(x * cos + y * sin, WHOLE),
        pivot[1] + rounded(y * cos - x * sin, WHOLE),
        (pose.facing + turn) % 360,
    )


def about(of: Footprint) -> Pose:
    """The other way round on the same ground."""
    x, y = at(of.pose.point, of.pose.facing, -of.size.depth)
    return Pose(x, y, (of.pose.facing + 180) % 360)


def arc(front: int, turn: int) -> int:
    """The way of the outer corner in a wheel, in mils, rounded up.

    >>> arc(2000, 90), arc(1000, 39)
    (3142, 681)
    """
    return rounded_up(front * turn * PI, 180 * 10_000)


def swept(start: Footprint, end: Pose) -> Polygon:
    """The ground of a straight move, aside or back as well as ahead."""
    return hull((*start.corners, *start.moved(end).corners))


def swept_by_wheel(
    start: Footprint, side: Side, turn: int, *, back: bool = False, step: int = STEP
) -> tuple[Polygon, ...]:
    """The footprints of a wheel on the way, and at its end."""
    turns = [*range(step, turn, step), turn]
    return tuple(start.moved(wheeled(start, side, each, back=back)).corners for each in turns)


def least(most: int, holds: Callable[[int], bool]) -> int | None:
    """The least whole number up to a most for which something holds that then goes on to hold."""
    if not holds(most):
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def as_much(whole: int, low: int, may: Callable[[int], bool]) -> int:
    """The most of a whole that may be, at least so much; nothing where not even that.

    >>> as_much(1000, 1, lambda mils: mils <= 640), as_much(1000, 700, lambda mils: mils <= 640)
    (640, 0)
    """
    if whole < low or not may(low):
        return 0
    first = least(whole, lambda each: each > low and not may(each))
    return whole if first is None else first - 1


def farthest(
    of: Footprint, away: int, most: int, step: int, is_blocked: Callable[[Polygon], bool]
) -> int:
    """The longest way along an angle, in whole steps or all of it, that sweeps nothing blocked.

    A longer way sweeps all that a shorter one does, so that halving finds it.
    """

    def stops(steps: int) -> bool:
        return is_blocked(swept(of, driven(of.pose, away, min(most, steps * step))))

    first = least(rounded_up(most, step), stops)
    return most if first is None else max(0, first - 1) * step


def to_gap(of: Footprint, other: Polygon, gap: int, most: int) -> int | None:
    """How far straight on until a shape is no farther than a gap; nothing if it never is.

    The distance between convex shapes first falls and then grows along a straight way: the nearest
    place is found, then the first one that is near enough before it. Floating point finds a stretch of
    a few mils; which of them it is, whole numbers decide.
    """

    def is_reached(distance: int) -> bool:
        return is_within(of.moved(advanced(of.pose, distance)).corners, other, gap)

    guess = _guessed(of, other, gap, most)
    if guess is None:
        return None
    if is_reached(guess):
        low = max(0, guess - NEAR)
        if low == 0 or not is_reached(low):
            return next(each for each in range(low, guess + 1) if is_reached(each))
    return _to_gap_exactly(of, other, most, is_reached)


NEAR = 4
"""Floating point is off by less than so many mils."""


def _guessed(of: Footprint, other: Polygon, gap: int, most: int) -> int | None:
    """About how far it is until a shape is near enough, rather a little beyond; in floating point."""
    sin, cos = ahead(of.pose.facing)
    dx, dy = sin / WHOLE, cos / WHOLE
    corners = of.corners

    def far(distance: float) -> float:
        return _far([(x + dx * distance, y + dy * distance) for x, y in corners], other)

    low, high = 0.0, float(most)
    while high - low > 1:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        near, beyond = far(one), far(two)
        if near <= gap:
            high = one
        elif near <= beyond:
            high = two
        else:
            low = one
    if far(high) > gap + NEAR:
        return None
    start, end = 0.0, high
    while end - start > 0.5:
        middle = (start + end) / 2
        start, end = (start, middle) if far(middle) <= gap else (middle, end)
    return min(most, int(end) + 2)


def _far(one: list[tuple[float, float]], other: Polygon) -> float:
    """The distance between two shapes, in floating point."""
    if _lie_in_one_another(one, other):
        return 0.0
    best = float("inf")
    for points, outline in ((one, other), (other, one)):
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            ex, ey = bx - ax, by - ay
            whole = ex * ex + ey * ey
            for px, py in points:
                along = ex * (px - ax) + ey * (py - ay)
                part = 0.0 if along <= 0 or not whole else min(1.0, along / whole)
                best = min(best, (ax + ex * part - px) ** 2 + (ay + ey * part - py) ** 2)
    return float(best**0.5)


def _lie_in_one_another(one: list[tuple[float, float]], other: Polygon) -> bool:
    for outline in (one, other):
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            nx, ny = ay - by, bx - ax
            mine = [nx * x + ny * y for x, y in one]
            theirs = [nx * x + ny * y for x, y in other]
            if max(mine) < min(theirs) or max(theirs) < min(mine):
                return False
    return True


def _to_gap_exactly(
    of: Footprint, other: Polygon, most: int, is_reached: Callable[[int], bool]
) -> int | None:
    """The same by whole numbers alone, where floating point is of no use."""

    def far(distance: int) -> tuple[int, int]:
        found = gap_squared(of.moved(advanced(of.pose, distance)).corners, other)
        return found.numerator, found.denominator

    low, high = 0, most
    while high - low > 2:
        one, two = low + (high - low) // 3, high - (high - low) // 3
        (a, b), (c, d) = far(one), far(two)
        if a == 0:
            high = one
        elif a * d <= c * b:
            high = two
        else:
            low = one
    near = min(range(low, high + 1), key=lambda each: gap_squared(
        of.moved(advanced(of.pose, each)).corners, other))  # fmt: skip
    return least(near, is_reached)
