"""Which charges a division may declare (E35.1 to E35.3, E35.8, E35.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
from grognard.systems.empire.charge.riding import Rider
from grognard.systems.empire.command.orders import against_charge
from grognard.systems.empire.command.points import points_of, price
from grognard.systems.empire.kinds import Arm, Trait
from grognard.systems.empire.movement.groups import against_group
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

ACTIVATION = 1


@rule("E24.7", "E24.11", "E24.15", "E35.12", "E35.13")
def charge_price(table: Table, unit: UnitId, fellow: UnitId = "") -> int:
    """Command points of a charge; none for Impetuous horse, nor for who charges with a fellow.

    A group out of command pays a point more, once.
    """
    card = table.printed(unit)
    if card.arm is Arm.CAVALRY and Trait.IMPETUOUS in card.traits:
        return 0
    if fellow:
        return price(table, (unit, fellow), ACTIVATION) - price(table, (fellow,), ACTIVATION)
    return price(table, (unit,), ACTIVATION)


class ChargeOptions(Drafted):
    """Charges of a division, and to be done with declaring; ``fellows`` have declared, and at whom."""

    __slots__ = ("division", "fellows", "table")

    def __init__(
        self, table: Table, division: DivisionId, fellows: Mapping[UnitId, UnitId]
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
        barred = self._against_acting(unit, order.fellow)
        if barred is not None:
            return barred
        way = approach(table, unit, order.target, formation=order.forms, fellows=self.fellows)
        if isinstance(way, Reason):
            return way
        barred = against_priority(table, unit, order.target)
        return barred or against_charge(table, unit, order.target, way.zone) or way

    @rule("E24.7", "E24.15", "E35.13", "E24.12")
    def _against_acting(self, unit: UnitId, fellow: UnitId = "") -> Reason | None:
        table = self.table
        if unit not in table.pieces or table.printed(unit).division != self.division:
            return Reason(f"{unit} is not on the table in the division that acts", "E24.7")
        name = table.printed(unit).name
        if table.pieces[unit].acted:
            return Reason(f"{name} has been activated in this player turn", "E24.15")
        if table.pieces[unit].fired:
            return Reason(f"{name} has fired", "E50.30")
        if fellow and fellow not in self.fellows:
            return Reason(f"{fellow} has declared no charge that it could join", "E35.13")
        barred = against_group(table, sorted((unit, fellow))) if fellow else None
        if barred is not None:
            return barred
        cost = charge_price(table, unit, fellow)
        if cost > points_of(table, self.division):
            return Reason(f"its general has not the {cost} points that it takes", "E24.7")
        return None

    def _listed(self) -> Iterator[Action]:
        for unit in sorted(self.table.units_in(self.division)):
            with_whom = ["", *sorted(self.fellows)]
            able = [each for each in with_whom if self._against_acting(unit, each) is None]
            if able:
                yield from self._of(unit, able)
        yield Finish()

    def _of(self, unit: UnitId, fellows: list[UnitId]) -> Iterator[Charge]:
        held = self.table.pieces[unit].formation
        others = [each.value for each in CHARGING if each is not held]
        for target in sorted(targets(self.table, unit)):
            for formation in ("", *others):
                yield from (Charge(unit, target, formation, fellow) for fellow in fellows)

    def of_unit(self, unit: UnitId) -> Iterator[Action]:
        return (order for order in self.offered if getattr(order, "unit", "") == unit)

    def of_others(self) -> Iterator[Action]:
        return (order for order in self.offered if isinstance(order, Finish))


@rule("E35.17", "E35.1")
def other_targets(table: Table, rider: Rider) -> list[UnitId]:
    """Whom a unit whose target is gone may charge instead."""
    found = []
    for enemy in targets(table, rider.unit):
        way = approach(table, rider.unit, enemy, formation=rider.formation)
        if enemy == rider.target or isinstance(way, Reason):
            continue
        if against_priority(table, rider.unit, enemy) is None:
            if against_charge(table, rider.unit, enemy, way.zone) is None:
                found.append(enemy)
    return sorted(found)
