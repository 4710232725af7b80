"""A draft completed: the list of primitives that brings a base where it was dragged.

A wheel to the bearing, forward, and a wheel to the wanted facing (17). The client sends a point; the
list that is found here is shown with its price, as far as it is legal.
"""

from __future__ import annotations

from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import Point, bearing
from grognard.mechanics.measured.paths import Side, wheeled
from grognard.mechanics.places import Place, point_of
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table

HALF = 180


def drafted(table: Table, unit: UnitId, to: Place, heading: int = -1) -> tuple[Primitive, ...]:
    """The way that leads the middle of a base to a place."""
    here = table.pieces[unit].footprint
    x, y = point_of(to)
    target = (x, table.setting.height - y)
    path = list(_wheel(here, target))
    for primitive in path:
        here = here.moved(wheeled(here, primitive.side, primitive.amount))
    ahead = here.local(target)[0] // 1_000_000 + here.size.depth // 2
    if ahead > 0:
        path.append(Primitive(Kind.FORWARD, ahead))
    if heading >= 0:
        path += _turn(here.pose.facing, heading)
    return tuple(path)


def _wheel(here: Footprint, target: Point) -> list[Primitive]:
    """The wheel after which a point lies best straight ahead of the middle of the front."""
    off = (bearing(here.centre, target) - here.pose.facing + HALF) % 360 - HALF
    side = Side.RIGHT if off > 0 else Side.LEFT
    best = min(
        range(min(HALF, abs(off) + HALF // 2) + 1),
        key=lambda turn: (abs(_aside(here, side, turn, target)), turn),
    )
    return [Primitive(Kind.WHEEL, best, side.value)] if best else []


def _aside(here: Footprint, side: Side, turn: int, target: Point) -> int:
    """How far a point lies beside the line ahead after a wheel; behind it counts as very far."""
    after = here.moved(wheeled(here, side, turn))
    ahead, right = after.local(target)
    return right if ahead >= -after.size.depth * 1_000_000 else 10**15 + abs(right)


def _turn(facing: int, heading: int) -> list[Primitive]:
    turn = (heading - facing + HALF) % 360 - HALF
    if not turn:
        return []
    side = Side.RIGHT if turn > 0 else Side.LEFT
    return [Primitive(Kind.WHEEL, abs(turn), side.value)]
