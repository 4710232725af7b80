"""What a charged unit may do (E42.2, E42.4, E42.6, E42.8)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Drafted, Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import MIL, bearing
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.charge.actions import FLEE, MEET, SHELTER, STAND, Answer
from grognard.systems.empire.charge.approach import approach
from grognard.systems.empire.fire.judging import opportunity_aims
from grognard.systems.empire.kinds import Arm, Cover, Formation, Going, Order
from grognard.systems.empire.movement.drill import takes
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import cover_of, zone_holding
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import against_change

CARDS = {
    Arm.INFANTRY: "infantry",
    Arm.CAVALRY: "cavalry",
    Arm.ARTILLERY: "artillery",
}


class AnswerOptions(Drafted):
    """Answers of a charged unit; any facing may be named. ``opportunity``: stand or meet only."""

    __slots__ = ("chargers", "opportunity", "table", "target")

    def __init__(
        self,
        table: Table,
        target: UnitId,
        chargers: tuple[UnitId, ...],
        *,
        opportunity: bool = False,
    ) -> None:
        self.table, self.target, self.chargers = table, target, chargers
        self.opportunity = opportunity
        super().__init__(self.judge_order, sorted(self._listed()), Answer)

    def judge_order(self, order: Answer) -> Reason | None:
        table, target = self.table, self.target
        name = table.printed(target).name
        if order.unit != target:
            return Reason(f"{name} is the one who is charged", "E35.5")
        if table.pieces[target].building and order.how != STAND:
            return Reason("a garrison can only stand", "E35.15")
        if self.opportunity and order.how not in (STAND, MEET) and not table.is_skirmisher(target):
            return Reason("charged in its move it stands or counter-charges", "E42.12")
        if order.how == STAND:
            return against_standing(table, target)
        if order.how == MEET:
            return against_meeting(table, target, self.chargers)
        if order.how == FLEE:
            return against_fleeing(table, target)
        if order.how == SHELTER:
            found = shelter_of(table, target)
            return found if isinstance(found, Reason) else None
        return self._against_change(order)

    @rule("E42.2", "E42.4", "E42.6", "E42.8")
    def _against_change(self, order: Answer) -> Reason | None:
        if self.table.is_skirmisher(self.target):
            return Reason("skirmishers flee, or stand in cover", "E42.8")
        change = order.change
        assert change is not None
        return against_change(self.table, self.target, change)

    def _listed(self) -> Iterator[Answer]:
        table, target = self.table, self.target
        yield from (Answer(target, how) for how in (STAND, MEET, FLEE, SHELTER))
        if table.is_skirmisher(target) or table.pieces[target].building or self.opportunity:
            return
        piece = table.pieces[target]
        for formation in takes(table.printed(target), piece.formation):
            yield Answer(target, str(Primitive(Kind.FORM, 0, formation.value)))
        for facing in dict.fromkeys(self._bearings()):
            yield Answer(target, str(Primitive(Kind.FACE, facing)))

    def _bearings(self) -> Iterator[int]:
        """Towards each charger: the facings that are listed."""
        here = self.table.pieces[self.target].pose
        for charger in self.chargers:
            facing = bearing(here.point, self.table.pieces[charger].pose.point)
            if facing != here.facing:
                yield facing


@rule("E42.8")
def against_standing(table: Table, target: UnitId) -> Reason | None:
    """Skirmishers stand in difficult ground or cover only."""
    if not table.is_skirmisher(target):
        return None
    if table.going(target) is Going.DIFFICULT or cover_of(table, target) is not Cover.NONE:
        return None
    return Reason("skirmishers in the open flee", "E42.8")


@rule("E42.2", "E42.4", "E40.7")
def against_fleeing(table: Table, target: UnitId) -> Reason | None:
    """Foot and horse on Attack or Hold do not run; unlimbered guns must limber for it, by test."""
    card, piece = table.printed(target), table.pieces[target]
    if table.is_skirmisher(target):
        return None
    if card.arm is Arm.ARTILLERY:
        if piece.formation is Formation.UNLIMBERED:
            return Reason("unlimbered guns limber by test before they flee", "E42.6")
        return None
    order = table.body_of(target).order
    barred = sheet().reactions("charge", CARDS[card.arm]).order
    if order in (Order.ATTACK, Order.HOLD) and FLEE in barred:
        return Reason(f"on {order.capitalize()} nobody flees", "E42.2")
    return None


@rule("E35.9", "E42.2", "E42.4", "ER-4")
def against_meeting(table: Table, target: UnitId, chargers: tuple[UnitId, ...]) -> Reason | None:
    """To counter-charge it must be of like arm, attacked from its front, and able to charge."""
    name, nearest = table.printed(target).name, nearest_of(table, target, chargers)
    if table.arm(nearest) is not table.arm(target) or table.arm(target) is Arm.ARTILLERY:
        return Reason("foot meets foot and horse meets horse", "E35.9")
    if zone_holding(table, target, table.pieces[nearest].pose.point) is not Zone.FRONT:
        return Reason(f"{name} is not attacked from its front", "E35.9")
    way = approach(table, target, nearest)
    return way if isinstance(way, Reason) else None


def nearest_of(table: Table, unit: UnitId, others: tuple[UnitId, ...]) -> UnitId:
    """The nearest of others, then the first by name."""
    return min(others, key=lambda each: (table.gap_squared(unit, each), each))


@rule("E35.9")
def facing_to_meet(table: Table, target: UnitId, charger: UnitId) -> Footprint:
    """A counter-charger turns to its enemy where there is room, else it keeps its facing."""
    held = table.footprint(target)
    facing = bearing(held.pose.point, table.pieces[charger].pose.point)
    turned = held.moved(type(held.pose)(held.pose.x, held.pose.y, facing))
    return turned if table.has_room(turned.corners, (target,)) else held


@rule("E42.6", "E42.13", "ER-16")
def shelter_of(table: Table, target: UnitId) -> UnitId | Reason:
    """The friendly square near enough for the gunners of unlimbered guns."""
    if table.arm(target) is not Arm.ARTILLERY:
        return Reason("only gunners shelter in a square", "E42.13")
    if table.pieces[target].formation is not Formation.UNLIMBERED:
        return Reason("only the gunners of unlimbered guns shelter", "E42.13")
    near = sheet().figure("reactions/reach", "shelter") * MIL
    squares = [
        unit
        for unit in table.within(table.corners(target), near)
        if table.side_of(unit) == table.side_of(target)
        and table.pieces[unit].formation.is_square
        and table.pieces[unit].good
    ]
    if not squares:
        return Reason("no friendly square is near enough", "E42.13")
    return nearest_of(table, target, tuple(squares))


@rule("E35.11", "E42.9")
def shooters_at(table: Table, riders: tuple[UnitId, ...], target: UnitId) -> tuple[UnitId, ...]:
    """Enemies of the chargers, but for their target, who could fire at one of them."""
    return tuple(
        unit
        for unit in table.units_of(table.side_of(target))
        if unit != target
        and not table.pieces[unit].reacted
        and any(any(opportunity_aims(table, unit, rider)) for rider in riders)
    )
