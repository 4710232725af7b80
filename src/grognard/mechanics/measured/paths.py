"""Ways over the table: how a pose changes, what it costs in length, and the ground that it sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from math import ceil, sqrt

from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import gap_squared, is_within
from grognard.mechanics.measured.mils import WHOLE, Point, ahead, at, rounded, rounded_up
from grognard.mechanics.measured.polygons import Polygon, edges, hull

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


def wheels(of: Footprint, side: Side, most: int) -> Iterator[tuple[int, Pose]]:
    """Every whole degree of a wheel, and where it leads."""
    half = side.sign * (of.size.front // 2)
    pivot = at(of.pose.point, of.pose.facing, 0, half)
    for turn in range(1, most + 1):
        facing = (of.pose.facing + side.sign * turn) % 360
        x, y = at(pivot, facing, 0, -half)
        yield turn, Pose(x, y, facing)


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
    """The ground of a straight move, aside or back as well as ahead.

    Corners of edges that look along the way are taken where it ends, of the others where it starts.
    """
    here, dx, dy = start.corners, end.x - start.pose.x, end.y - start.pose.y
    if end.facing != start.pose.facing:
        return hull((*here, *start.moved(end).corners))
    if not (dx or dy):
        return here
    looks = [(ay - by) * dx + (bx - ax) * dy for (ax, ay), (bx, by) in edges(here)]
    found: list[Point] = []
    before = looks[0]
    for (x, y), after in zip(here, (*looks[1:], looks[0]), strict=True):
        both = ((x, y), before < 0 or after < 0), ((x + dx, y + dy), before > 0 or after > 0)
        found += [point for point, taken in (both if before <= 0 else both[::-1]) if taken]
        before = after
    return tuple(found)


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
    """How far straight on until a shape is no farther than a gap; nothing if it never is."""
    return next(to_gaps(of, other, (gap,), most), None)


def to_gaps(of: Footprint, other: Polygon, gaps: Sequence[int], most: int) -> Iterator[int]:
    """How far straight on until a shape is no farther than each gap, as long as it ever is.

    Floating point guesses where that is; which whole number it is, whole numbers decide. Seen from
    the footprint the shape is a wider one, and the footprint a point that goes along a line.
    """
    wide = hull(tuple((bx - ax, by - ay) for ax, ay in of.corners for bx, by in other))
    for gap in gaps:
        contact = _first_contact(of, wide, gap + SLACK)
        if contact is None or contact > most + SLACK:
            return
        far = _to_gap(of, other, gap, most, _first_contact(of, wide, gap))
        if far is None:
            return
        yield far


def _to_gap(of: Footprint, other: Polygon, gap: int, most: int, guess: float | None) -> int | None:
    def reached(distance: int) -> bool:
        return is_within(of.moved(advanced(of.pose, distance)).corners, other, gap)

    if guess is None:
        return _searched(of, other, reached, most)
    far = min(most, max(0, ceil(guess)))
    if reached(far):
        while far and reached(far - 1):
            far -= 1
        return far
    for onward in range(far + 1, min(most, far + SLACK) + 1):
        if reached(onward):
            return onward
    return _searched(of, other, reached, most)


SLACK = 4
"""So many mils may a guess be off."""


def _first_contact(of: Footprint, wide: Polygon, gap: float) -> float | None:
    """Where a point that goes along a line first comes as near as a gap to a shape, about."""
    sin, cos = ahead(of.pose.facing)
    dx, dy = sin / WHOLE, cos / WHOLE
    found: list[float] = []
    for (ax, ay), (bx, by) in edges(wide):
        found += _meets_corner(ax, ay, dx, dy, gap)
        ex, ey = bx - ax, by - ay
        length = sqrt(ex * ex + ey * ey)
        slant = dx * ey - dy * ex
        if not length or not slant:
            continue
        for off in (gap * length, -gap * length):
            far = (ax * ey - ay * ex + off) / slant
            along = ((far * dx - ax) * ex + (far * dy - ay) * ey) / length
            if 0 <= along <= length:
                found.append(far)
    if not found or max(found) < 0:
        return None
    return max(0.0, min(found))


def _meets_corner(x: float, y: float, dx: float, dy: float, gap: float) -> list[float]:
    """Where a line comes as near as a gap to a point."""
    middle, off = x * dx + y * dy, x * dy - y * dx
    if abs(off) > gap:
        return []
    half = sqrt(gap * gap - off * off)
    return [middle - half, middle + half]


def _searched(
    of: Footprint, other: Polygon, reached: Callable[[int], bool], most: int
) -> int | None:
    """The same by whole numbers alone: the gap first falls and then grows along a straight way."""

    def far(distance: int) -> Fraction:
        return gap_squared(of.moved(advanced(of.pose, distance)).corners, other)

    low, high = 0, most
    while high - low > 2:
        one, two = low + (high - low) // 3, high - (high - low) // 3
        if far(one) <= far(two):
            high = two
        else:
            low = one
    return least(min(range(low, high + 1), key=far), reached)
