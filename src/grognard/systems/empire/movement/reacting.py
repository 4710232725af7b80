"""Who may react to an enemy's move, and how (E42)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Self

from grognard.kernel import Drafted, MalformedAction, Reason, rule
from grognard.mechanics.commands import Bent, Command, Finish
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL, bearing
from grognard.mechanics.measured.zones import is_ahead
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.command.orders import against_charge
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.judging import offered, opportunity_aims
from grognard.systems.empire.fire.supports import against_supports
from grognard.systems.empire.kinds import Arm, Formation, Order
from grognard.systems.empire.movement.drill import takes
from grognard.systems.empire.movement.rates import DISTANCES
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import against_change

CHARGE, WITHDRAW, RECOIL, RECOIL_FIRING, FLEE = (
    "charge", "withdraw", "recoil", "recoil-firing", "flee",
)  # fmt: skip
LIMBER_AND_FLEE: Final = "limber-and-flee"
HOWS: Final = (CHARGE, WITHDRAW, RECOIL, RECOIL_FIRING, FLEE, LIMBER_AND_FLEE)

CARD: Final = {
    CHARGE: "opportunity_charge",
    WITHDRAW: "withdraw",
    RECOIL: "recoil",
    RECOIL_FIRING: "recoil_and_fire",
    FLEE: "flee",
    LIMBER_AND_FLEE: "limber_and_flee",
}
"""How the sheet calls them."""

GOOD: Final = frozenset({CHARGE, WITHDRAW})
"""What only units in good order do."""

LIMBER: Final = Primitive(Kind.FORM, 0, Formation.LIMBERED.value)


class React(Command, frozen=True, order=True, tag="react"):
    """A unit reacts to the move of another: by a charge, by giving way, or by a change of its own."""

    unit: UnitId
    how: str
    target: UnitId
    verb: ClassVar[str] = "react"
    bent: ClassVar[Bent | None] = Bent.CLASH

    def words(self) -> list[str]:
        return [self.unit, self.how, self.target]

    @property
    def change(self) -> Primitive | None:
        """The change of formation or facing that is tried, if it is one."""
        return None if self.how in HOWS else Primitive.read(self.how)

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 3:
            raise MalformedAction("as in: react F1 charge P2, or react F1 form:line P2")
        made = cls(*words)
        made.change  # noqa: B018 what is no word must be a change that can be read
        return made


def card_of(table: Table, unit: UnitId) -> str:
    """The row of the reaction table."""
    return "skirmisher" if table.is_skirmisher(unit) else table.arm(unit).value


# --- near enough


@rule("E42.9", "E38.1", "E30.10")
def is_near(table: Table, unit: UnitId, mover: UnitId, *, charging: bool = False) -> bool:
    """Is a mover in the front zone and near enough: 4 UD, for a charge of foot 2?"""
    reach = sheet().length(DISTANCES, "tactical")
    if charging:
        reach = sheet().figure("manoeuvres/opportunity_charge", table.arm(unit)) * MIL
    corners, piece = table.corners(mover), table.pieces[unit]
    if not is_within(table.corners(unit), corners, reach):
        return False
    return piece.formation.is_all_front or is_ahead(piece.footprint, corners)


@rule("E42.12")
def may_be_asked(table: Table, unit: UnitId, mover: UnitId) -> bool:
    """Has a unit of the enemy not reacted yet, and does it see somebody move?"""
    piece = table.pieces[unit]
    return not (piece.reacted or piece.hidden or table.pieces[mover].hidden)


# --- what speaks against it


def against_reaction(table: Table, order: React) -> Reason | None:
    """What speaks against a reaction other than fire."""
    unit, name = order.unit, table.printed(order.unit).name
    card = sheet().reactions("movement", card_of(table, unit))
    piece = table.pieces[unit]
    if order.change is not None:
        return _against_change(table, order, card.may)
    if CARD[order.how] not in card.may:
        return Reason(f"{name} does not react so", "E42.9")
    if order.how in GOOD and piece.disordered:
        return Reason(f"{name} is Disordered: it may only fire or flee", "E42.9")
    if order.how == CHARGE:
        return against_opportunity(table, unit, order.target)
    if not is_near(table, unit, order.target):
        return Reason("the mover is not ahead within 4 UD", "E42.9")
    if order.how == WITHDRAW:
        return _against_withdrawing(table, order)
    if order.how == RECOIL_FIRING and not any(opportunity_aims(table, unit, order.target)):
        return Reason(f"{name} cannot fire at it", "E42.7")
    return _against_flight(table, order) if order.how in (FLEE, LIMBER_AND_FLEE) else None


@rule("E38.1", "E38.2", "E30.10", "E25.16")
def against_opportunity(table: Table, unit: UnitId, mover: UnitId) -> Reason | None:
    """An opportunity charge: near, ahead, in good order, unmarked, and with a way to it."""
    if table.arm(unit) is Arm.ARTILLERY or table.is_skirmisher(unit):
        return Reason("only battalions and horse charge in opportunity", "E38.1")
    if not is_near(table, unit, mover, charging=True):
        return Reason("the mover is not ahead within 2 UD, or 4 of horse", "E38.1")
    way = approach(table, unit, mover)
    if not isinstance(way, Approach):
        return way
    return against_charge(table, unit, mover, way.zone, opportunity=True)


@rule("E42.1", "E42.3", "E42.5", "E44.2")
def _against_change(table: Table, order: React, may: Sequence[str]) -> Reason | None:
    to, name = order.change, table.printed(order.unit).name
    assert to is not None
    guns = table.arm(order.unit) is Arm.ARTILLERY
    word = "change"
    if guns:
        word = "turn" if to.kind is Kind.FACE else "unlimber"
    if word not in may or to == LIMBER:
        return Reason(f"{name} does not react so", "E42.9")
    if not is_near(table, order.unit, order.target):
        return Reason("the mover is not ahead within 4 UD", "E42.9")
    if table.pieces[order.unit].building:
        return Reason(f"{name} holds a building", "E42.1")
    return against_change(table, order.unit, to)


@rule("E42.11")
def _against_withdrawing(table: Table, order: React) -> Reason | None:
    near = sheet().length("reactions/reach", "withdraw")
    if is_within(table.corners(order.unit), table.corners(order.target), near):
        return Reason("the enemy is within 2 UD: horse no longer withdraws", "E42.11")
    return None


@rule("E42.1", "E42.3", "E42.5", "E40.7")
def _against_flight(table: Table, order: React) -> Reason | None:
    piece, name = table.pieces[order.unit], table.printed(order.unit).name
    unlimbered = piece.formation is Formation.UNLIMBERED
    if order.how == LIMBER_AND_FLEE:
        if not unlimbered:
            return Reason(f"{name} is limbered already", "E42.5")
        return against_change(table, order.unit, LIMBER)
    if unlimbered:
        return Reason(f"{name} must limber to flee", "E42.5")
    barred = FLEE in sheet().reactions("movement", card_of(table, order.unit)).order
    if barred and table.body_of(order.unit).order in (Order.ATTACK, Order.HOLD):
        return Reason("on Attack or Hold nobody flees", "E42.1")
    return None


# --- what is offered


def reactions_of(table: Table, unit: UnitId, mover: UnitId) -> Iterator[React]:
    """What a unit could do about a mover, fire left aside."""
    orders = [React(unit, how, mover) for how in HOWS]
    piece, card = table.pieces[unit], table.printed(unit)
    if is_near(table, unit, mover) and piece.good:
        orders += [
            React(unit, str(Primitive(Kind.FORM, 0, to.value)), mover)
            for to in takes(card, piece.formation)
        ]
        facing = bearing(piece.pose.point, table.pieces[mover].pose.point)
        if facing != piece.pose.facing:
            orders.append(React(unit, str(Primitive(Kind.FACE, facing)), mover))
    yield from (order for order in orders if against_reaction(table, order) is None)


class ReactOptions(Drafted):
    """Reactions of those who may react at a step of a way; ``shooters`` may fire there."""

    __slots__ = ("movers", "reactors", "shooters", "table")

    def __init__(
        self,
        table: Table,
        reactors: tuple[UnitId, ...],
        shooters: tuple[UnitId, ...],
        movers: tuple[UnitId, ...],
    ) -> None:
        self.table, self.reactors = table, reactors
        self.shooters, self.movers = shooters, movers
        super().__init__(self.judge_order, self._listed(), React, Fire, Finish)

    def judge_order(self, order: React | Fire | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        if order.target not in self.movers:
            return Reason(f"{order.target} is not who moves", "E42.9")
        if isinstance(order, Fire):
            return self._against_fire(order)
        if order.unit not in self.reactors:
            return Reason(f"{order.unit} has no occasion to react now", "E42.9")
        return against_reaction(self.table, order)

    @rule("E42.10", "E50.15")
    def _against_fire(self, order: Fire) -> Reason | None:
        if order.unit not in self.shooters:
            return Reason(f"{order.unit} has no occasion to fire now", "E42.10")
        aims = opportunity_aims(self.table, order.unit, order.target)
        if order.limbers or all(aim.kind is not order.kind for aim in aims):
            return Reason(f"{order.unit} cannot fire in this way", "E42.9")
        return against_supports(self.table, order.unit, order.target, order.supports)

    def _listed(self) -> Iterator[Command]:
        shots = {
            order
            for unit in self.shooters
            for mover in self.movers
            for aim in opportunity_aims(self.table, unit, mover)
            for order in offered(self.table, aim)
        }
        yield from sorted(shots)
        reactions = {
            order
            for unit in self.reactors
            for mover in self.movers
            for order in reactions_of(self.table, unit, mover)
        }
        yield from sorted(reactions)
        yield Finish()
