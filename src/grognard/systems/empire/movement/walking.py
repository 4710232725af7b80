"""A way, primitive by primitive: where it leads, what it sweeps, what it costs, what stops it.

Candidates of programs, drafts of people and the way that is carried out are all judged here (EM.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import is_within, overlap
from grognard.mechanics.measured.mils import MIL, Point, at
from grognard.mechanics.measured.paths import about, advanced, swept, swept_by_wheel, wheeled
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Arm, Edge, Formation, Going
from grognard.systems.empire.movement.drill import against_drill
from grognard.systems.empire.movement.ground import (
    classes_of,
    forbids,
    going_at,
    obstacles,
    on_bridge,
    on_road,
)
from grognard.systems.empire.movement.rates import (
    COLUMNS,
    DISTANCES,
    MOVE,
    PARTS,
    change_parts,
    charge_bonus,
    forbidden,
    rate_of,
    wheel_length,
)
from grognard.systems.empire.setting import Box, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table, box_of

FIXED = frozenset({Kind.ABOUT, Kind.FACE, Kind.FORM, Kind.PROLONG})
"""Manoeuvres that cost the same on all ground."""

PLACED = frozenset({Kind.ABOUT, Kind.FACE, Kind.FORM})
"""The men re-form: only where they come to stand is looked at (EG.15)."""

WHEELS = frozenset({Kind.WHEEL, Kind.BACK_WHEEL})
BACKWARD = frozenset({Kind.BACK, Kind.BACK_WHEEL})
SLOW = BACKWARD | {Kind.LATERAL}

WORDS = {
    Going.ROUGH: "rough",
    Going.DIFFICULT: "difficult",
    Going.BUILDING: "built-up",
    Going.IMPASSABLE: "impassable",
}


class Leg(msgspec.Struct, frozen=True):
    """One primitive carried out: from and to, in which formation, over which ground, at what price."""

    primitive: Primitive
    start: Footprint
    end: Footprint
    formation: Formation
    swept: tuple[Polygon, ...]
    parts: int
    slowest: int
    box: Box
    """About all ground that is swept and where it ends."""
    near: tuple[UnitId, ...]
    """Units whose boxes come within 0.25 UD of that, the unit itself too."""
    pivot: Point | None = None


class Turned(msgspec.Struct, frozen=True):
    """A wheel of a block: where it leads this one, what he sweeps, how long the outer corner's way is."""

    end: Pose
    swept: tuple[Polygon, ...]
    length: int
    pivot: Point


class Walk:
    """A unit on its way. ``reason`` says what stopped it; what stands before that is legal.

    ``fellows`` go with it and are not in its way.
    """

    def __init__(
        self,
        table: Table,
        unit: UnitId,
        *,
        moves: int = 1,
        charging: bool = False,
        fellows: Sequence[UnitId] = (),
        entering: bool = False,
    ) -> None:
        piece = table.pieces[unit]
        self.table, self.unit, self.card = table, unit, table.printed(unit)
        self.side, self.piece = self.card.side, piece
        self.formation, self.footprint = piece.formation, piece.footprint
        self.left, self.charging, self.entering = moves * MOVE, charging, entering
        self.fellows = frozenset((*fellows, unit))
        self.legs: list[Leg] = []
        self.way: tuple[Primitive, ...] = ()
        self.prices: dict[Primitive, tuple[int, int] | Reason] = {}
        """Of primitives from here on; forks that have gone no farther share them."""
        self.reason: Reason | None = None

    def fork(self) -> Walk:
        """The same way so far, to go on from in another manner."""
        other = object.__new__(Walk)
        other.__dict__.update(self.__dict__)
        other.legs = list(self.legs)
        return other

    # --- walking

    def along(self, path: Sequence[Primitive]) -> Walk:
        """Every primitive in turn, until one is refused."""
        for primitive in path:
            self.reason = self.take(primitive)
            if self.reason is not None:
                return self
        self.reason = self.unfinished()
        return self

    @rule("E30.4")
    def unfinished(self) -> Reason | None:
        """A slide is not over before the unit has gone on."""
        if self.legs and self.legs[-1].primitive.kind is Kind.SLIDE:
            return Reason("after a slide it must go at least 1 UD straight on", "E30.4")
        return None

    def take(self, primitive: Primitive) -> Reason | None:
        """Carry out one primitive, or say what speaks against it."""
        leg = self.leg(primitive)
        if isinstance(leg, Reason):
            return leg
        barred = self.against_price(leg.parts) or self.blocked(leg)
        if barred is None:
            self.go(leg)
        return barred

    def go(self, leg: Leg) -> None:
        self.legs.append(leg)
        self.way += (leg.primitive,)
        self.left -= leg.parts
        self.footprint, self.formation = leg.end, leg.formation
        self.prices = {}

    def count(self, kind: Kind) -> int:
        """The sum of all primitives of a kind so far."""
        return sum(leg.primitive.amount for leg in self.legs if leg.primitive.kind is kind)

    @rule("EM.2")
    def against_price(self, parts: int) -> Reason | None:
        if parts > self.left:
            return Reason("that is farther than it can go", "EM.2")
        return None

    # --- where a primitive leads, and what it costs

    def leg(self, primitive: Primitive, turned: Turned | None = None) -> Leg | Reason:
        """A primitive worked out; ``turned`` is what the wheel of a block makes of it.

        Many ways begin alike, and many are walked again: a leg is worked out once.
        """
        outer = (turned.pivot, turned.length) if turned else None
        key = ("leg", self.unit, self.way, self.footprint, primitive, outer, self.charging)
        return self.table.standing(key, lambda: self._leg(primitive, turned))

    def _leg(self, primitive: Primitive, turned: Turned | None) -> Leg | Reason:
        kind, here, formation = primitive.kind, self.footprint, self.formation
        barred = against_drill(self, primitive)
        if barred is not None:
            return barred
        if kind is Kind.FORM:
            formation = Formation(primitive.word)
        end = turned.end if turned else end_of(self.footprint, primitive)
        to = Footprint(end, size_of(self.card, formation))
        ground = turned.swept if turned else self._ground(primitive, to)
        if kind in FIXED:
            parts, slowest = self._fixed_parts(kind), self.rate_here()
        else:
            priced = self.price(primitive, end, turned.length if turned else None)
            if isinstance(priced, Reason):
                return priced
            parts, slowest = priced
        pivot = turned.pivot if turned else None
        box = box_of(tuple(chain(*ground)))
        near = tuple(self.table.near(box, sheet().length(DISTANCES, "spacing")))
        return Leg(primitive, here, to, formation, ground, parts, slowest, box, near, pivot)

    def _ground(self, primitive: Primitive, end: Footprint) -> tuple[Polygon, ...]:
        """What a primitive sweeps."""
        kind, here = primitive.kind, self.footprint
        if kind in PLACED:
            return (end.corners,)
        if kind in WHEELS:
            back = kind is Kind.BACK_WHEEL
            return swept_by_wheel(here, primitive.side, primitive.amount, back=back)
        return (swept(here, end.pose),)

    @rule("E30.5", "E30.6")
    def _length(self, primitive: Primitive) -> int:
        """The length that is paid for: going back or sideways counts twice, but for skirmishers."""
        kind, amount = primitive.kind, primitive.amount
        slow = kind in SLOW and self.formation is not Formation.SKIRMISH
        times = sheet().figure("manoeuvres/divisors", "backward") if slow else 1
        front = self.footprint.size.front
        return times * (wheel_length(self.formation, front, amount) if kind in WHEELS else amount)

    @rule("E30.11", "E30.12", "E30.13")
    def _fixed_parts(self, kind: Kind) -> int:
        """What is paid whatever the ground: to turn about, to face, to form, to prolong."""
        held = self.formation
        if kind is Kind.PROLONG or (kind is Kind.FACE and held is Formation.UNLIMBERED):
            return MOVE
        if kind is Kind.FACE and (held.is_square or held is Formation.SKIRMISH):
            return 0
        if held is Formation.LIMBERED and kind is not Kind.FORM:
            return self._fixed(sheet().length(DISTANCES, "limbered_turn"))
        if kind is Kind.ABOUT:
            return self._fixed(sheet().drill(self.card.drill).about * MIL)
        return change_parts(self.card, self.rate_here())

    def rate_here(self) -> int:
        """The rate, in UD, of the ground that the unit is in."""
        going = going_at(self.table.setting, self.footprint.pose.point)
        rate = rate_of(self.card, self.formation, going)
        if rate is None:
            rate = rate_of(self.card, self.formation, Going.CLEAR)
        assert rate is not None
        return rate + self._bonus()

    def _bonus(self) -> int:
        return charge_bonus(self.card) if self.charging else 0

    def _fixed(self, mils: int) -> int:
        return mils * PARTS // self.rate_here()

    def price(
        self, primitive: Primitive, end: Pose | None = None, length: int | None = None
    ) -> tuple[int, int] | Reason:
        """What a primitive that is measured costs, and the slowest rate of it."""
        if length is not None:
            return self._priced(
                self.footprint.pose, end or end_of(self.footprint, primitive), length
            )
        if primitive not in self.prices:
            self.prices[primitive] = self._priced(
                self.footprint.pose,
                end or end_of(self.footprint, primitive),
                self._length(primitive),
            )
        return self.prices[primitive]

    @rule("E29.13", "E29.14", "E29.15", "EM.2")
    def _priced(self, start: Pose, end: Pose, length: int) -> tuple[int, int] | Reason:
        """What a way costs by the ground that the front centre passes, and the slowest rate of it."""
        setting, bonus = self.table.setting, self._bonus()
        if self.formation in COLUMNS and on_road(setting, start, end):
            clear = rate_of(self.card, self.formation, Going.CLEAR)
            assert clear is not None
            rate = clear + sheet().figure("movement/road", "column") + bonus
            return length * PARTS // rate, rate
        bridged = on_bridge(setting, start.point, end.point)
        classes = [(Going.CLEAR, length)]
        if not bridged:
            classes = classes_of(setting, start.point, end.point, length)
        parts = slowest = 0
        for going, mils in classes:
            found = rate_of(self.card, self.formation, going)
            if found is None:
                continue  # ground that it may not enter is found by the test of its front
            parts += mils * PARTS // (found + bonus)
            slowest = min(slowest or found + bonus, found + bonus)
        slowest = slowest or self.rate_here()
        crossed = 0 if bridged else obstacles(setting, start.point, end.point)
        if crossed and self.card.arm is Arm.ARTILLERY:
            return Reason("guns do not cross an obstacle", "E29.13")
        if crossed:
            mils = crossed * MIL * sheet().figure("movement/changes", self.card.arm, "obstacle")
            parts += mils * PARTS // slowest
        return parts, slowest

    # --- what lies in the way (8.3)

    @rule("E29.16", "EG.5", "EG.15", "ET.6")
    def blocked(self, leg: Leg) -> Reason | None:
        """What a leg meets: the edge, ground that is forbidden, the enemy."""
        if self.entering:
            return self._blocked(leg)
        ends = leg.start, leg.end, leg.formation
        key = ("blocked", self.unit, *ends, leg.primitive, leg.pivot, self.charging)
        return self.table.standing(key, lambda: self._blocked(leg))

    def _blocked(self, leg: Leg) -> Reason | None:
        if not self._is_on_table(leg.box) and not self.entering and not self.may_leave(leg):
            return Reason("that is off the table", "EG.4")
        barred = self._barred_by_ground(leg)
        if barred is not None:
            return barred
        for unit in leg.near:
            if self.table.side_of(unit) != self.side:
                for shape in leg.swept:
                    barred = self._barred_by(unit, shape, leg)
                    if barred is not None:
                        return barred
        return None

    def _is_on_table(self, box: tuple[int, int, int, int]) -> bool:
        setting = self.table.setting
        left, low, right, high = box
        return left >= 0 and low >= 0 and right <= setting.width and high <= setting.height

    def may_leave(self, leg: Leg) -> bool:
        """Does a straight way lead over a stretch of the edge by which the unit may leave?"""
        if leg.primitive.kind is not Kind.FORWARD:
            return False
        width, height = self.table.setting.width, self.table.setting.height
        for way in self.table.setting.exits:
            flat = way.edge in (Edge.NORTH, Edge.SOUTH)
            ends = [point[0 if flat else 1] for point in (leg.start.pose.point, leg.end.pose.point)]
            beyond = {
                Edge.NORTH: leg.end.pose.y > height,
                Edge.SOUTH: leg.end.pose.y < 0,
                Edge.EAST: leg.end.pose.x > width,
                Edge.WEST: leg.end.pose.x < 0,
            }[way.edge]
            if (
                way.side == self.side
                and beyond
                and way.first <= min(ends)
                and max(ends) <= way.last
            ):
                return True
        return False

    def _barred_by(self, enemy: UnitId, shape: Polygon, leg: Leg) -> Reason | None:
        table, corners = self.table, self.table.corners(enemy)
        if table.pieces[enemy].hidden or self.sweeps_aside(enemy):
            return None
        near = sheet().length(DISTANCES, "spacing") - 1
        if not is_within(shape, corners, near):
            return None
        name = table.printed(enemy).name
        if overlap(shape, corners):
            return Reason(f"{name} stands in the way", "EG.5")
        if not table.is_formed(enemy) or self.charging:
            return None
        if not is_within(leg.start.corners, corners, near):
            return Reason(f"that is within 0.25 UD of {name}", "E29.16")
        return None

    @rule("E35.19")
    def sweeps_aside(self, enemy: UnitId) -> bool:
        """A formed unit goes over enemy skirmishers: they must give way."""
        return self.table.is_skirmisher(enemy) and self.table.is_formed(self.unit)

    @rule("ET.6", "E29.4", "E29.5", "E29.6")
    def _barred_by_ground(self, leg: Leg) -> Reason | None:
        """No quarter of the front may come into ground that the unit may not enter."""
        setting, straight = self.table.setting, leg.primitive.kind not in PLACED
        bad, (left, low, right, high) = forbidden(self.card, leg.formation), leg.box
        if not any(area.terrain in bad for area in setting.areas_on((left, low), (right, high))):
            return None
        if on_bridge(setting, leg.start.pose.point, leg.end.pose.point):
            return None
        before, after = leg.start.size.front // 4, leg.end.size.front // 4
        for sign in (-1, 0, 1):
            start = _on_front(leg.start.pose, sign * before)
            end = _on_front(leg.end.pose, sign * after)
            going = forbids(setting, start, end, bad, straight=straight)
            if going is not None:
                return Reason(f"{self.card.name} may not enter {WORDS[going]} ground so", "ET.6")
        return None

    # --- whom it meets on the way

    def shapes(self) -> Iterator[Polygon]:
        """All ground that is swept, leg by leg."""
        for leg in self.legs:
            yield from leg.swept

    def met(self) -> list[UnitId]:
        """Units, of either side, that the way overlaps, but those who go along."""
        return sorted(
            {
                unit
                for leg in self.legs
                for unit in leg.near
                if unit not in self.fellows
                and any(overlap(shape, self.table.corners(unit)) for shape in leg.swept)
            }
        )

    def box(self) -> tuple[int, int, int, int]:
        """What holds all ground that is swept."""
        west, south, east, north = zip(*(leg.box for leg in self.legs), strict=True)
        return min(west), min(south), max(east), max(north)


def end_of(here: Footprint, primitive: Primitive) -> Pose:
    """Where a primitive leads, whether it may be or not."""
    kind, amount = primitive.kind, primitive.amount
    if kind in (Kind.FORWARD, Kind.PROLONG):
        return advanced(here.pose, amount)
    if kind is Kind.BACK:
        return advanced(here.pose, -amount)
    if kind in (Kind.SLIDE, Kind.LATERAL):
        return advanced(here.pose, 0, primitive.side.sign * amount)
    if kind in WHEELS:
        return wheeled(here, primitive.side, amount, back=kind is Kind.BACK_WHEEL)
    if kind is Kind.ABOUT:
        return about(here)
    facing = amount % 360 if kind is Kind.FACE else here.pose.facing
    return Pose(here.pose.x, here.pose.y, facing)


def _on_front(pose: Pose, aside: int) -> Point:
    return at(pose.point, pose.facing, 0, aside)
