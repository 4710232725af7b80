"""The area that a division on Hold defends (E25.13, E25.18)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import gap_squared
from grognard.mechanics.measured.mils import MIL, Point, squared
from grognard.mechanics.measured.polygons import edges, holds
from grognard.systems.empire.pieces import Body
from grognard.systems.empire.sheet import sheet


def radius() -> int:
    return sheet().figure("orders/distances", "area") * MIL


@rule("E25.13")
def is_bounded(body: Body) -> bool:
    """Has it an area at all?"""
    return bool(body.area) or body.around is not None


@rule("E25.13")
def is_inside(body: Body, point: Point) -> bool:
    """Is a point in the area: a polygon of the battle, or the ground about the general?"""
    if body.area:
        return holds(body.area, point)
    return body.around is not None and squared(body.around, point) <= radius() * radius()


@rule("E25.18")
def distance(body: Body, point: Point) -> int:
    """How far a point is from the area, as a number that grows with it."""
    if is_inside(body, point):
        return 0
    if body.area:
        return int(min(gap_squared((point,), edge) for edge in edges(body.area)))
    assert body.around is not None
    return squared(body.around, point) - radius() * radius()


@rule("E25.7")
def is_near(body: Body, point: Point, far: int) -> bool:
    """Is a point in the area, or no farther from it than so much?"""
    if is_inside(body, point):
        return True
    if body.area:
        return distance(body, point) <= far * far
    assert body.around is not None
    return squared(body.around, point) <= (radius() + far) ** 2
