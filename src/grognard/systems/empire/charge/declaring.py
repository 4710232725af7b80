"""Which charges a division may declare (E35.1 to E35.3, E35.8, E35.13)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Action, Drafted, Reason
from grognard.kernel.rules import rule
from grognard.mechanics.commands import Finish
from grognard.systems.empire.charge.actions import Charge
from grognard.systems.empire.charge.approach import (
    CHARGING,
    Approach,
    against_priority,
    approach,
    targets,
)
from grognard.systems.empire.command.orders import against_charge
from grognard.systems.empire.command.points import points_of, price
from grognard.systems.empire.kinds import Arm, Trait
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

ACTIVATION = 1


@rule("E24.7", "E24.11", "E24.15", "E35.12")
def charge_price(table: Table, unit: UnitId) -> int:
    """Command points of a charge; Impetuous horse needs none."""
    card = table.printed(unit)
    if card.arm is Arm.CAVALRY and Trait.IMPETUOUS in card.traits:
        return 0
    return price(table, (unit,), ACTIVATION)


class ChargeOptions(Drafted):
    """Charges of a division, and to be done with declaring."""

    __slots__ = ("division", "fellows", "table")

    def __init__(
        self, table: Table, division: DivisionId, fellows: tuple[UnitId, ...] = ()
    ) -> None:
        self.table, self.division, self.fellows = table, division, fellows
        super().__init__(self.judge_order, self._listed(), Charge, Finish)

    def judge_order(self, order: Charge | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        found = self.judged(order)
        return found if isinstance(found, Reason) else None

    def judged(self, order: Charge) -> Approach | Reason:
        table, unit = self.table, order.unit
        barred = self._against_acting(unit)
        if barred is not None:
            return barred
        way = approach(table, unit, order.target, formation=order.forms, fellows=self.fellows)
        if isinstance(way, Reason):
            return way
        barred = against_priority(table, unit, order.target)
        return barred or against_charge(table, unit, order.target, way.zone) or way

    @rule("E24.7", "E24.15")
    def _against_acting(self, unit: UnitId) -> Reason | None:
        table = self.table
        if unit not in table.pieces or table.printed(unit).division != self.division:
            return Reason(f"{unit} is not on the table in the division that acts", "E24.7")
        name = table.printed(unit).name
        if table.pieces[unit].acted:
            return Reason(f"{name} has been activated in this player turn", "E24.15")
        if table.pieces[unit].fired:
            return Reason(f"{name} has fired", "E50.30")
        cost = charge_price(table, unit)
        if cost > points_of(table, self.division):
            return Reason(f"its general has not the {cost} points that it takes", "E24.7")
        return None

    def _listed(self) -> Iterator[Action]:
        for unit in sorted(self.table.units_in(self.division)):
            if self._against_acting(unit) is None:
                yield from self._of(unit)
        yield Finish()

    def _of(self, unit: UnitId) -> Iterator[Charge]:
        held = self.table.pieces[unit].formation
        others = [each.value for each in CHARGING if each is not held]
        for target in sorted(targets(self.table, unit)):
            yield from (Charge(unit, target, formation) for formation in ("", *others))

    def of_unit(self, unit: UnitId) -> Iterator[Action]:
        return (order for order in self.offered if getattr(order, "unit", "") == unit)

    def of_others(self) -> Iterator[Action]:
        return (order for order in self.offered if isinstance(order, Finish))
