"""The end of a charge (P38.44-P38.48): how it ended for each rider, and what is left of it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.systems.bataille.events.charge import ChargeEnded
from grognard.systems.bataille.horse.charge import lift
from grognard.systems.bataille.horse.readiness import fatigue
from grognard.systems.bataille.horse.recall import OutOfHand
from grognard.systems.bataille.horse.ride import Riding
from grognard.systems.bataille.marks import ABANDONED, BALKED, FIRED_FIRST, MET
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import Cohesion, Formation, Readiness, UnitId
from grognard.systems.bataille.table import Table

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
