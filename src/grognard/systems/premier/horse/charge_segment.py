"""The charge segment of Premier (rules 37 and 38): who charges, how a charge ends, what is left of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, rule, step
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.events.charge import ChargeDesignated, ChargeEnded
from grognard.systems.bataille.horse.charge import ChargeRide, against_charge, groups, lift
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.horse.readiness import fatigue
from grognard.systems.bataille.horse.recall import OutOfHand
from grognard.systems.bataille.horse.ride import Riding
from grognard.systems.bataille.marks import (
    ABANDONED,
    BALKED,
    FIRED_FIRST,
    MET,
    TRIED_REACTION,
    TRIED_SQUARE,
)
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import Cohesion, Formation, Readiness, UnitId
from grognard.systems.bataille.table import Table


class ChargeSegment(Procedure, tag=True):
    """P38.1: all charges are named before any is ridden; then each in the order it was named."""

    side: str
    named: tuple[tuple[UnitId, ...], ...] = ()

    @step("P37.1", "P37.2", "P38.1")
    def look(self, table: Table) -> Flow:
        return None if next(self._groups(table), None) else Goto("ride_next")

    @step("P37.4", "P38.1", "P38.8")
    def designate(self, table: Table) -> Flow:
        judge = partial(against_charge, table, self.side, self._named())
        choices = [Finish(), *map(Charge, sorted(self._groups(table)))]
        options = Judged(judge, choices, Finish, Charge, sifted=True)
        return Ask(self.side, options, "designate-charges")

    @step("P38.1")
    def hear(self, table: Table, answer: Charge | Finish) -> Flow:
        if isinstance(answer, Finish):
            return None
        table.record(ChargeDesignated(answer.units))
        self.named = (*self.named, answer.units)
        return Goto("look")

    @step("P38.2")
    def ride_next(self, table: Table) -> Flow:
        if not self.named:
            return None
        units, self.named = self.named[0], self.named[1:]
        return Call(ChargeRide(units), then="ride_next")

    @step("P38.22", "P39.5")
    def lift_markers(self, table: Table) -> Flow:
        lift(table, (TRIED_SQUARE, TRIED_REACTION))
        return Done()

    def _groups(self, table: Table) -> Iterator[tuple[UnitId, ...]]:
        return groups(table, self.side, self._named())

    def _named(self) -> tuple[UnitId, ...]:
        return tuple(unit for units in self.named for unit in units)


MET_ENEMY, BROKEN, MISSED, SPARED = "met", "broken", "missed", "spared"
"""How a charge ends: contact, broken on the way, a duty not done, or nobody left to strike."""


@rule("P38.46", "P38.47", "PR-52", "PR-113", "PR-130", "PR-177")
def ending(table: Table, unit: UnitId, reach: Sequence[UnitId], riding: Riding) -> str:
    """How a unit's charge has ended."""
    piece = table.pieces.get(unit)
    if piece is None or piece.cohesion is not Cohesion.GOOD:
        return BROKEN
    if MET in piece.marks:
        return MET_ENEMY
    return MISSED if any(still_counts(table, foe, riding) for foe in reach) else SPARED


@rule("P38.45", "P38.46", "P38.47", "P38.48", "PR-78", "PR-113")
def charge_ended(
    table: Table, unit: UnitId, reach: Sequence[UnitId], riding: Riding
) -> Procedure | None:
    """The end of a unit's charge is noted; who missed an enemy it could have struck routs."""
    how = ending(table, unit, reach, riding)
    table.record(ChargeEnded(unit, how))
    if how == MISSED:
        fatigue(table, unit, Readiness.EXHAUSTED)
        return Rout(unit, "charge", in_place=True)
    if how == SPARED:
        _tire(table, unit)
    return None


@rule("P38.27", "P38.47", "PR-113")
def still_counts(table: Table, foe: UnitId, riding: Riding) -> bool:
    """Could this enemy still have been struck? Not if he ran, died, evaded or formed square in time."""
    piece = table.pieces.get(foe)
    if piece is None or piece.cohesion is Cohesion.ROUT or foe in riding.evaded:
        return False
    return piece.formation is not Formation.SQUARE or foe in riding.declared


@rule("P38.47", "PR-113")
def _tire(table: Table, unit: UnitId) -> None:
    reading = table.setting.options.get("unreached_charge", "tired")
    if reading != "none":
        fatigue(table, unit, Readiness(reading))


class ChargeAftermath(Procedure, tag=True):
    """After the melee segment: cavalry out of hand routs; a charge that fought nobody has tired it."""

    side: str

    @step("P38.44", "P42.7", "PR-112")
    def out_of_hand(self, table: Table) -> Flow:
        return Call(OutOfHand(self.side))

    @step("P38.45", "PR-130", "PR-177")
    def tire_the_rest(self, table: Table) -> Flow:
        for unit in table.units_of(self.side):
            piece = table.pieces[unit]
            if MET in piece.marks and piece.readiness is Readiness.FRESH:
                if piece.cohesion is Cohesion.GOOD:
                    fatigue(table, unit, Readiness.TIRED)
        lift(table, (MET, BALKED, ABANDONED, FIRED_FIRST))
        return Done()
