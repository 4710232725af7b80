"""A way, primitive by primitive: where it leads, what it sweeps, what it costs, what stops it.

Candidates of programs, drafts of people and the way that is carried out are all judged here (EM.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import is_within, overlap
from grognard.mechanics.measured.mils import MIL, Point, at, rounded_up
from grognard.mechanics.measured.paths import about, advanced, arc, swept, swept_by_wheel, wheeled
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Arm, Branch, Formation, Going, Line
from grognard.systems.empire.movement.ground import classes_of, forbids, on_bridge, on_road
from grognard.systems.empire.movement.rates import (
    MOVE,
    PARTS,
    TWELVE,
    change_parts,
    charge_bonus,
    rate_of,
)
from grognard.systems.empire.setting import Unit, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table, box_of

COLUMNS = frozenset({Formation.COLUMN, Formation.LIMBERED})
QUARTER = 90
DISTANCES = "manoeuvres/distances"


class Leg(msgspec.Struct, frozen=True):
    """One primitive carried out: from and to, in which formation, over which ground, at what price."""

    primitive: Primitive
    start: Footprint
    end: Footprint
    formation: Formation
    swept: tuple[Polygon, ...]
    parts: int
    slowest: int = 0


class Walk:
    """A unit on its way. ``reason`` says what stopped it; what stands before that is legal."""

    def __init__(
        self, table: Table, unit: UnitId, *, moves: int = 1, charging: bool = False
    ) -> None:
        piece = table.pieces[unit]
        self.table, self.unit, self.card = table, unit, table.printed(unit)
        self.side = self.card.side
        self.formation, self.footprint = piece.formation, piece.footprint
        self.marked, self.disordered = piece.marked, piece.disordered
        self.left, self.charging = moves * MOVE, charging
        self.legs: list[Leg] = []
        self.wheeled = self.wheeled_back = 0
        self.slid = self.changed = self.whole = False
        self.owes_forward = 0
        self.reason: Reason | None = None

    # --- walking

    def along(self, path: Sequence[Primitive]) -> Walk:
        """Every primitive in turn, until one is refused."""
        for primitive in path:
            self.reason = self.take(primitive)
            if self.reason is not None:
                return self
        if self.owes_forward:
            self.reason = Reason("after a slide it must go at least 1 UD straight on", "E30.4")
        return self

    def take(self, primitive: Primitive) -> Reason | None:
        """Carry out one primitive, or say what speaks against it."""
        barred = self._barred(primitive)
        if barred is not None:
            return barred
        leg = self._leg(primitive)
        if isinstance(leg, Reason):
            return leg
        barred = self._blocked(leg)
        if barred is not None:
            return barred
        self._go(leg)
        return None

    def _go(self, leg: Leg) -> None:
        kind, amount = leg.primitive.kind, leg.primitive.amount
        self.legs.append(leg)
        self.left -= leg.parts
        self.footprint, self.formation = leg.end, leg.formation
        self.wheeled += amount if kind is Kind.WHEEL else 0
        self.wheeled_back += amount if kind is Kind.BACK_WHEEL else 0
        self.slid = self.slid or kind is Kind.SLIDE
        self.changed = self.changed or kind is Kind.FORM
        if kind is Kind.SLIDE:
            self.owes_forward = sheet().length(DISTANCES, "slide_forward")
        elif kind is Kind.FORWARD:
            self.owes_forward = 0

    # --- who may do what (8.2)

    @rule("EM.1", "E30.2", "E30.4", "E30.5", "E30.6", "E30.12", "E30.13", "E30.18")
    def _barred(self, primitive: Primitive) -> Reason | None:
        """What a unit of this arm and formation may not do at all."""
        kind, amount, held = primitive.kind, primitive.amount, self.formation
        name = self.card.name
        if held is Formation.GARRISON:
            return Reason(f"{name} holds a building: it must leave it first", "ET.4")
        if self.owes_forward and (kind is not Kind.FORWARD or amount < self.owes_forward):
            return Reason("after a slide it must go at least 1 UD straight on", "E30.4")
        if amount <= 0 and kind not in (Kind.ABOUT, Kind.FACE, Kind.FORM, Kind.PROLONG):
            return Reason("a move is longer than nothing", "EM.1")
        if held is Formation.UNLIMBERED and kind not in (Kind.FACE, Kind.FORM, Kind.PROLONG):
            return Reason(f"{name} is unlimbered: it is prolonged, turned or limbered", "E30.13")
        if held.is_square and kind in (Kind.WHEEL, Kind.SLIDE, Kind.LATERAL, Kind.ABOUT):
            return Reason(f"{name} is in square: it goes straight on or back", "E30.18")
        return self._beyond(primitive)

    @rule("E30.2", "E30.4", "E30.6", "E30.12")
    def _beyond(self, primitive: Primitive) -> Reason | None:
        """What is more than a unit of this arm may do of a kind."""
        kind, amount, name = primitive.kind, primitive.amount, self.card.name
        guns, foot = self.card.arm is Arm.ARTILLERY, self.card.arm is Arm.INFANTRY
        if kind is Kind.WHEEL and self.wheeled + amount > sheet().figure(
            "manoeuvres/degrees", "wheel", "degrees"
        ):
            return Reason("it wheels no more than 180 degrees in a move", "E30.2")
        if kind is Kind.SLIDE and (self.slid or amount > sheet().length(DISTANCES, "slide")):
            return Reason("it slides once, no more than 1 UD", "E30.4")
        if kind is Kind.LATERAL and guns:
            return Reason("guns do not move sideways", "E30.12")
        if kind in (Kind.BACK, Kind.BACK_WHEEL) and not foot:
            return Reason(f"{name} must face about to go back", "E30.6")
        if kind is Kind.BACK_WHEEL and self.wheeled_back + amount > sheet().figure(
            "manoeuvres/degrees", "backward", "degrees"
        ):
            return Reason("going back it wheels no more than 45 degrees", "E30.6")
        if kind is Kind.PROLONG:
            return self._barred_prolonging(amount)
        if kind is Kind.FORM:
            return self._barred_forming(Formation(primitive.word))
        return None

    @rule("E30.13", "E29.7", "E29.8", "E29.9")
    def _barred_prolonging(self, amount: int) -> Reason | None:
        if self.formation is not Formation.UNLIMBERED:
            return Reason("only unlimbered guns are prolonged", "E30.13")
        if self.card.calibre == TWELVE and self.card.branch is not Branch.HORSE:
            return Reason("12-pounders are not prolonged", "E29.7")
        if not amount or abs(amount) > sheet().length("manoeuvres/prolong", self.card.branch):
            return Reason("guns are prolonged 1 UD, horse guns 2", "E30.13")
        return None

    @rule("E30.18", "E22.5", "E30.19")
    def _barred_forming(self, to: Formation) -> Reason | None:
        """Which formations can be taken from which."""
        held, name = self.formation, self.card.name
        if self.changed:
            return Reason("it changes formation once in a move", "E30.18")
        if to not in takes(self.card, held):
            return Reason(f"{name} cannot form {to.replace('_', ' ')} from {held}", "E30.18")
        if self.disordered and to is not Formation.LIMBERED:
            return Reason(f"{name} is Disordered: it may only limber", "E30.19")
        if to is Formation.UNLIMBERED and self.marked:
            return Reason(f"{name} has an action marker: it may not unlimber", "E22.5")
        return None

    # --- where a primitive leads, and what it costs

    def _leg(self, primitive: Primitive) -> Leg | Reason:
        kind, here, formation = primitive.kind, self.footprint, self.formation
        if kind in (Kind.ENTER, Kind.LEAVE):
            return Reason("buildings are entered and left by an order of their own", "ET.4")
        if kind is Kind.FORM:
            formation = Formation(primitive.word)
        end = self._end(primitive)
        to = Footprint(end, size_of(self.card, formation))
        if kind in FIXED:
            parts, slowest = self._fixed_parts(kind), self._rate_here()
        else:
            priced = self._priced(here.pose, end, self._length(primitive))
            if isinstance(priced, Reason):
                return priced
            parts, slowest = priced
        if parts > self.left:
            return Reason("that is farther than it can go", "EM.2")
        return Leg(primitive, here, to, formation, self._ground(primitive, to), parts, slowest)

    def _end(self, primitive: Primitive) -> Pose:
        """Where a primitive leads."""
        kind, amount, here = primitive.kind, primitive.amount, self.footprint
        if kind in (Kind.FORWARD, Kind.PROLONG):
            return advanced(here.pose, amount)
        if kind is Kind.BACK:
            return advanced(here.pose, -amount)
        if kind in (Kind.SLIDE, Kind.LATERAL):
            return advanced(here.pose, 0, primitive.side.sign * amount)
        if kind in (Kind.WHEEL, Kind.BACK_WHEEL):
            return wheeled(here, primitive.side, amount, back=kind is Kind.BACK_WHEEL)
        if kind is Kind.ABOUT:
            return about(here)
        facing = amount % 360 if kind is Kind.FACE else here.pose.facing
        return Pose(here.pose.x, here.pose.y, facing)

    def _ground(self, primitive: Primitive, end: Footprint) -> tuple[Polygon, ...]:
        """What a primitive sweeps."""
        kind, here = primitive.kind, self.footprint
        if kind in PLACED:
            return (end.corners,)
        if kind in (Kind.WHEEL, Kind.BACK_WHEEL):
            back = kind is Kind.BACK_WHEEL
            return swept_by_wheel(here, primitive.side, primitive.amount, back=back)
        return (swept(here, end.pose),)

    @rule("E30.5", "E30.6")
    def _length(self, primitive: Primitive) -> int:
        """The length that is paid for: going back or sideways counts twice, but for skirmishers."""
        kind, amount = primitive.kind, primitive.amount
        slow = kind in (Kind.BACK, Kind.BACK_WHEEL, Kind.LATERAL)
        times = self._half() if slow and self.formation is not Formation.SKIRMISH else 1
        wheels = kind in (Kind.WHEEL, Kind.BACK_WHEEL)
        return times * (self._wheel_length(amount) if wheels else amount)

    @rule("E30.11", "E30.12", "E30.13")
    def _fixed_parts(self, kind: Kind) -> int:
        """What is paid whatever the ground: to turn about, to face, to form, to prolong."""
        if kind is Kind.PROLONG:
            return MOVE
        if kind is Kind.FORM:
            return change_parts(self.card, self._rate_here())
        if kind is Kind.FACE:
            return self._turn_parts()
        limbered = self.formation is Formation.LIMBERED
        return self._fixed(
            sheet().length(DISTANCES, "limbered_turn") if limbered else self._about()
        )

    def _half(self) -> int:
        """Half speed: every UD counts twice."""
        return sheet().figure("manoeuvres/divisors", "backward", "divisor")

    def _about(self) -> int:
        """What it costs to face about, in mils."""
        return sheet().drill(self.card.drill).about * MIL

    def _rate_here(self) -> int:
        going = Going(self.table.setting.terrain.at(self.footprint.pose.point))
        rate = rate_of(self.card, self.formation, going) or rate_of(
            self.card, self.formation, Going.CLEAR
        )
        assert rate is not None
        return rate + (charge_bonus(self.card) if self.charging else 0)

    def _fixed(self, mils: int) -> int:
        return mils * PARTS // self._rate_here()

    @rule("E30.9", "E30.12", "E30.13")
    def _turn_parts(self) -> int:
        """What it costs to turn on the spot: as a change of formation; squares and skirmishers free."""
        if self.formation.is_square or self.formation is Formation.SKIRMISH:
            return 0
        if self.formation is Formation.LIMBERED:
            return self._fixed(sheet().length(DISTANCES, "limbered_turn"))
        if self.formation is Formation.UNLIMBERED:
            return MOVE
        return change_parts(self.card, self._rate_here())

    @rule("E30.2", "E30.3")
    def _wheel_length(self, turn: int) -> int:
        """The way of a wheel: a column's by the table, others' that of the outer corner."""
        if self.formation is Formation.SKIRMISH:
            return 0
        if self.formation in COLUMNS:
            return rounded_up(sheet().length(DISTANCES, "column_wheel") * turn, QUARTER)
        return arc(self.footprint.size.front, turn)

    @rule("E29.13", "E29.14", "E29.15", "EM.2")
    def _priced(self, start: Pose, end: Pose, length: int) -> tuple[int, int] | Reason:
        """What a way costs by the ground that the front centre passes, and the slowest rate of it."""
        setting, bonus = self.table.setting, charge_bonus(self.card) if self.charging else 0
        if self.formation in COLUMNS and on_road(setting, start, end):
            rate = rate_of(self.card, self.formation, Going.CLEAR)
            assert rate is not None
            rate += sheet().figure("movement/road", "column", "ud") + bonus
            return length * PARTS // rate, rate
        bridged = on_bridge(setting, start.point, end.point)
        stretches = (
            [(Going.CLEAR, length)]
            if bridged
            else classes_of(setting, start.point, end.point, length)
        )
        parts, slowest = 0, 0
        for going, mils in stretches:
            rate = rate_of(self.card, self.formation, going)
            if rate is None:
                continue  # ground that it may not enter is found by the test of its front
            rate += bonus
            parts += mils * PARTS // rate
            slowest = min(slowest or rate, rate)
        if not bridged:
            crossed = sum(
                setting.terrain.crossed(start.point, end.point, kind.value)
                for kind in Line
                if kind.is_obstacle
            )
            if crossed and self.card.arm is Arm.ARTILLERY:
                return Reason("guns do not cross an obstacle", "E29.13")
            if crossed:
                mils = crossed * MIL * sheet().figure("movement/changes", self.card.arm, "obstacle")
                parts += mils * PARTS // (slowest or self._rate_here())
        return parts, slowest or self._rate_here()

    # --- what lies in the way (8.3)

    @rule("E29.16", "EG.5", "EG.15", "ET.6")
    def _blocked(self, leg: Leg) -> Reason | None:
        """What a leg meets: the edge, the enemy, ground that is forbidden."""
        terrain = self.table.setting.terrain
        if not all(terrain.on_table(shape) for shape in (*leg.swept, leg.end.corners)):
            return Reason("that is off the table", "EG.4")
        barred = self._barred_by_ground(leg)
        if barred is not None:
            return barred
        for unit, shape in self._met(leg):
            barred = self._barred_by(unit, shape, leg)
            if barred is not None:
                return barred
        return None

    def _met(self, leg: Leg) -> Iterator[tuple[UnitId, Polygon]]:
        """Others that a leg comes near, each with the ground by which it does."""
        spacing = sheet().length(DISTANCES, "spacing")
        for shape in leg.swept:
            for unit in self.table.near(box_of(shape), spacing):
                if unit != self.unit and not self._unseen(unit):
                    yield unit, shape

    def _unseen(self, unit: UnitId) -> bool:
        return self.table.pieces[unit].hidden and self.table.side_of(unit) != self.side

    def _barred_by(self, unit: UnitId, shape: Polygon, leg: Leg) -> Reason | None:
        table, corners = self.table, self.table.corners(unit)
        name = table.printed(unit).name
        if table.side_of(unit) == self.side:
            return None  # friends are looked at when the whole way is known
        if table.is_skirmisher(unit) and self.formation is not Formation.SKIRMISH:
            return None
        if overlap(shape, corners):
            return Reason(f"{name} stands in the way", "EG.5")
        spacing = sheet().length(DISTANCES, "spacing")
        if not table.is_formed(unit) or self.charging:
            return None
        near = is_within(shape, corners, spacing - 1)
        if near and not is_within(leg.start.corners, corners, spacing - 1):
            return Reason(f"that is within 0.25 UD of {name}", "E29.16")
        return None

    @rule("ET.6", "E29.4", "E29.5", "E29.6")
    def _barred_by_ground(self, leg: Leg) -> Reason | None:
        """No quarter of the front may come into ground that the unit may not enter."""
        bad = forbidden(self.card, leg.formation)
        quarter = leg.end.size.front // 4
        if on_bridge(self.table.setting, leg.start.pose.point, leg.end.pose.point):
            return None
        for aside in (-quarter, 0, quarter):
            start = _on_front(leg.start.pose, min(aside, leg.start.size.front // 4, key=abs))
            end = _on_front(leg.end.pose, aside)
            going = forbids(
                self.table.setting, start, end, bad, straight=leg.primitive.kind not in PLACED
            )
            if going is not None:
                return Reason(f"{self.card.name} may not enter {WORDS[going]} ground so", "ET.6")
        return None

    # --- at the end of it

    def friends_in_the_way(self) -> Iterator[UnitId]:
        """Friends that the way or its end overlaps."""
        shapes = [shape for leg in self.legs for shape in leg.swept]
        seen = set()
        for shape in shapes:
            for unit in self.table.near(box_of(shape), 0):
                if unit == self.unit or unit in seen or self.table.side_of(unit) != self.side:
                    continue
                if overlap(shape, self.table.corners(unit)):
                    seen.add(unit)
                    yield unit


FIXED = frozenset({Kind.ABOUT, Kind.FACE, Kind.FORM, Kind.PROLONG})
"""Manoeuvres that cost the same on all ground."""

PLACED = frozenset({Kind.ABOUT, Kind.FACE, Kind.FORM})
"""The men re-form: only where they come to stand is looked at (EG.15)."""

WORDS = {
    Going.ROUGH: "rough",
    Going.DIFFICULT: "difficult",
    Going.BUILDING: "built-up",
    Going.IMPASSABLE: "impassable",
}


def _on_front(pose: Pose, aside: int) -> Point:
    return at(pose.point, pose.facing, 0, aside)


def forbidden(card: Unit, formation: Formation) -> frozenset[Going]:
    """The ground that a unit in a formation may not enter."""
    bad = {going for going in Going if rate_of(card, formation, going) is None}
    if formation in (Formation.UNLIMBERED, Formation.FULL_SQUARE, Formation.COLUMN_SQUARE):
        bad.add(Going.DIFFICULT)
    return frozenset(bad)


@rule("E30.18", "EU.13")
def takes(card: Unit, held: Formation) -> tuple[Formation, ...]:
    """The formations that a unit can take from the one it has; irregular horse keeps its own."""
    if card.is_irregular or held in (Formation.SKIRMISH, Formation.GARRISON):
        return ()
    if card.arm is Arm.ARTILLERY:
        return (Formation.UNLIMBERED if held is Formation.LIMBERED else Formation.LIMBERED,)
    if card.arm is Arm.CAVALRY:
        return (Formation.COLUMN if held is Formation.LINE else Formation.LINE,)
    return {
        Formation.LINE: (Formation.COLUMN, Formation.FULL_SQUARE),
        Formation.COLUMN: (Formation.LINE, Formation.COLUMN_SQUARE, Formation.FULL_SQUARE),
    }.get(held, (Formation.LINE, Formation.COLUMN))


def length_of(parts: int, rate: int) -> int:
    """How far parts of a move lead at a rate, in whole mils."""
    return parts * rate // PARTS
