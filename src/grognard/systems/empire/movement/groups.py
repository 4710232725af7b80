"""Groups: units that move as a block for one activation (E24.12)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL, WHOLE, Point, length_up
from grognard.mechanics.measured.paths import Side, arc, turned
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.kinds import Arm, Formation
from grognard.systems.empire.movement.rates import COLUMNS
from grognard.systems.empire.movement.walking import Leg, Turned, Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table


@rule("E24.12", "E30.19")
def against_group(table: Table, units: Sequence[UnitId]) -> Reason | None:
    """Why units do not move as one."""
    if list(units) != sorted(set(units)):
        return Reason("the units of a group are named once, in the order of their ids", "E24.12")
    barred = against_likeness(table, units)
    if barred is None and len(linked(table, units[0], units)) < len(units):
        return Reason("each unit of a group is within 1 UD of another", "E24.12")
    return barred


@rule("E24.12", "E30.19")
def against_likeness(table: Table, units: Sequence[UnitId]) -> Reason | None:
    """Why units are too unlike for a group."""
    pieces = [table.pieces[unit] for unit in units]
    if len({piece.pose.facing for piece in pieces}) > 1:
        return Reason("a group faces one way", "E24.12")
    if len({piece.disordered for piece in pieces}) > 1:
        return Reason("units in Disorder form no group with others", "E30.19")
    if len({piece.moves for piece in pieces}) > 1:
        return Reason("a group has moved as often, all of it", "E24.12")
    kinds = {(table.arm(piece.id), piece.formation) for piece in pieces}
    if not (
        kinds == {(Arm.INFANTRY, Formation.LINE)}
        or kinds in ({(Arm.CAVALRY, Formation.LINE)}, {(Arm.CAVALRY, Formation.COLUMN)})
        or kinds <= {(Arm.INFANTRY, Formation.COLUMN), (Arm.ARTILLERY, Formation.LIMBERED)}
    ):
        return Reason("a group is all lines, all horse of one formation, or all columns", "E24.12")
    return None


def linked(table: Table, unit: UnitId, among: Sequence[UnitId]) -> set[UnitId]:
    """Whom a unit is linked with by gaps of 1 UD at most."""
    found, waiting = {unit}, [unit]
    while waiting:
        here = waiting.pop()
        for other in among:
            if other not in found and is_within(table.corners(here), table.corners(other), MIL):
                found.add(other)
                waiting.append(other)
    return found


class Block:
    """Units on their way together. One of them alone is a block, too."""

    def __init__(self, table: Table, units: Sequence[UnitId], *, moves: int = 1) -> None:
        self.table, self.units = table, tuple(units)
        self.walks = tuple(Walk(table, unit, moves=moves, fellows=units) for unit in units)
        self.reason: Reason | None = None

    def along(self, path: Sequence[Primitive]) -> Block:
        """Every primitive in turn by all of them, until one is refused to one of them."""
        if len(self.walks) == 1:
            self.reason = self.walks[0].along(path).reason
            return self
        order = file_order(self.table, self.units)
        if order and any(each.kind is Kind.WHEEL for each in path):
            self._follow(order, path)
            return self
        for primitive in path:
            self.reason = self.take(primitive)
            if self.reason is not None:
                return self
        self.reason = self.walks[0].unfinished()
        return self

    def take(self, primitive: Primitive) -> Reason | None:
        """One primitive for all; the dearest price counts for all."""
        legs = self.legs(primitive)
        if isinstance(legs, Reason):
            return legs
        self.go(legs)
        return None

    def go(self, legs: Sequence[Leg]) -> None:
        for walk, leg in zip(self.walks, legs, strict=True):
            walk.go(leg)

    def fork(self) -> Block:
        """The same way so far, to go on from in another manner."""
        other = object.__new__(Block)
        other.__dict__.update(self.__dict__)
        other.walks = tuple(walk.fork() for walk in self.walks)
        return other

    def can_afford(self, primitive: Primitive) -> bool:
        """Would all of them have the means for a primitive, whatever stands in the way?"""
        prices = [walk.price(primitive) for walk in self.walks]
        return not any(
            isinstance(price, Reason) or price[0] > walk.left
            for price, walk in zip(prices, self.walks, strict=True)
        )

    @property
    def path(self) -> tuple[Primitive, ...]:
        """What all of them have done so far."""
        return self.walks[0].way

    @rule("E24.12", "E30.18")
    def legs(self, primitive: Primitive) -> list[Leg] | Reason:
        """What a primitive is for each of them, if nothing speaks against it."""
        if len(self.walks) == 1:
            (walk,) = self.walks
            leg = walk.leg(primitive)
            if isinstance(leg, Reason):
                return leg
            return walk.against_price(leg.parts) or walk.blocked(leg) or [leg]
        if primitive.kind in (Kind.FACE, Kind.BACK_WHEEL, Kind.PROLONG):
            return Reason("a group does not turn in place", "E30.18")
        wheels = self._wheels(primitive) if primitive.kind is Kind.WHEEL else None
        legs = []
        for number, walk in enumerate(self.walks):
            leg = walk.leg(primitive, wheels[number] if wheels else None)
            if isinstance(leg, Reason):
                return leg
            legs.append(leg)
        dearest = max(leg.parts for leg in legs)
        barred = self.walks[0].against_price(dearest)
        for walk, leg in zip(self.walks, legs, strict=True):
            barred = barred or walk.blocked(leg)
        if barred is not None:
            return barred
        return [msgspec.structs.replace(leg, parts=dearest) for leg in legs]

    def _wheels(self, primitive: Primitive) -> list[Turned]:
        """The wheel of a block, worked out once."""
        key = ("wheel", tuple(walk.footprint for walk in self.walks), primitive)
        return self.table.standing(key, lambda: self._wheel(primitive))

    @rule("E24.12", "EG.15")
    def _wheel(self, primitive: Primitive) -> list[Turned]:
        """The block turns about its outermost front corner; it pays the way of the farthest one."""
        side, turn = primitive.side, primitive.amount
        pivot = self._pivot(side)
        fronts = [point for walk in self.walks for point in walk.footprint.front]
        radius = max(length_up(pivot, point) for point in fronts)
        length, sign = arc(radius, turn), side.sign
        found = []
        for walk in self.walks:
            here = walk.footprint
            poses = [turned(here.pose, pivot, sign * each) for each in range(1, turn + 1)]
            ground: tuple[Polygon, ...] = tuple(here.moved(pose).corners for pose in poses)
            found.append(Turned(poses[-1], ground, length, pivot))
        return found

    def _pivot(self, side: Side) -> Point:
        """The front corner that lies farthest to a side; of several the foremost."""
        base = self.walks[0].footprint
        corners = [walk.footprint.front[side is Side.RIGHT] for walk in self.walks]
        return max(corners, key=lambda point: _rank(base, point, side))

    @rule("E24.12", "E30.3")
    def _follow(self, order: Sequence[UnitId], path: Sequence[Primitive]) -> None:
        """Columns one behind another follow the path of their leader."""
        walks = {walk.unit: walk for walk in self.walks}
        head = walks[order[0]].footprint
        whole = sum(each.amount for each in path if each.kind is Kind.FORWARD)
        for unit in order:
            behind = -head.local(walks[unit].footprint.pose.point)[0] // WHOLE
            walk = walks[unit].along(_trimmed(behind, path, whole))
            self.reason = self.reason or walk.reason


def _rank(base: Footprint, point: Point, side: Side) -> tuple[int, int]:
    ahead, right = base.local(point)
    return side.sign * right, ahead


def _trimmed(behind: int, path: Sequence[Primitive], whole: int) -> list[Primitive]:
    """The path of a leader for one who follows, as far as he comes in the same time."""
    found: list[Primitive] = []
    for primitive in [Primitive(Kind.FORWARD, behind), *path] if behind else path:
        if primitive.kind is Kind.FORWARD:
            length = min(primitive.amount, whole)
            whole -= length
            if length:
                found.append(Primitive(Kind.FORWARD, length))
        elif whole:
            found.append(primitive)
    return found


@rule("E24.12")
def file_order(table: Table, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The units from head to tail if they are columns one behind another; else nobody."""
    if any(table.pieces[unit].formation not in COLUMNS for unit in units):
        return ()
    base = table.footprint(units[0])
    order = sorted(units, key=lambda unit: -base.local(table.pieces[unit].pose.point)[0])
    head = table.footprint(order[0])
    for unit in order[1:]:
        ahead, right = head.local(table.pieces[unit].pose.point)
        if abs(right) > head.size.front * WHOLE // 2 or ahead > -head.size.depth * WHOLE:
            return ()
    return tuple(order)
