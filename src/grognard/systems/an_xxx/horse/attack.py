"""Cavalry that attacks without a charge (X19.2.13): in the assault phase, when the assaults are over."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Final

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name
from grognard.systems.an_xxx.assault.factors import WORKS
from grognard.systems.an_xxx.assault.structures import structure_at
from grognard.systems.an_xxx.horse.melee import CavalryMelee
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.events.melee import AssaultDeclared
from grognard.systems.bataille.horse.charge_targets import may_assault
from grognard.systems.bataille.marks import CHARGED, OPP_CHARGED, REACTED
from grognard.systems.bataille.melee.advance import AdvanceAfterMelee
from grognard.systems.bataille.melee.melee import crossed_by, engaged_hexes, units_against
from grognard.systems.bataille.melee.retreat_before import RetreatBeforeMelee
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

RODE: Final = (CHARGED, REACTED, OPP_CHARGED)
"""Marks of cavalry that has made a charge of some kind in this turn."""

CLOSED_UP: Final = (Formation.SKIRMISH, Formation.ROAD)


@rule("X19.2.13", "X12.11.6")
def may_attack(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit attacks nobody without a charge, or None."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is not Arm.CAVALRY:
        return Reason(f"{printed.name} is not cavalry", "X19.2.13")
    if piece.cohesion is not Cohesion.GOOD:
        return Reason(f"{printed.name} is not in good order", "X19.2.13")
    if any(mark in piece.marks for mark in RODE):
        return Reason(f"{printed.name} has charged in this turn", "X19.2.13")
    if piece.formation in CLOSED_UP:
        return Reason(f"{printed.name} is not formed to attack", "X19.2.13")
    return None


@rule("X19.2.13")
def against_attack(table: Table, side: str, spent: Spent, order: Assault | Finish) -> Reason | None:
    """What speaks against attacking this hex with these units."""
    if isinstance(order, Finish):
        return None
    if not units_against(table, order.target, side):
        return Reason(f"no enemy stands in {name(order.target)}", "X19.2.13")
    if order.target in spent[1]:
        return Reason(f"{name(order.target)} has been attacked by horse", "X19.2.13")
    if structure_at(table, order.target) is not None:
        return Reason("horse does not attack a special structure", "X19.2.13")
    if not order.units or list(order.units) != sorted(set(order.units)):
        return Reason("name each unit once, in order", "P33.1")
    for unit in order.units:
        barred = not_ours(table, unit, side, "P2.10")
        if barred is None and unit in spent[0]:
            barred = Reason(f"{table.printed(unit).name} has attacked", "X19.2.13")
        barred = barred or may_attack(table, unit) or _cannot_reach(table, unit, order.target)
        if barred is not None:
            return barred
    return None


def _cannot_reach(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """It takes a front side that it can cross, and no wall or work upon it."""
    ways = engaged_hexes(table, unit, target)
    if not ways:
        return Reason(f"{name(target)} is not before {table.printed(unit).name}", "X19.2.13")
    if all(set(crossed_by(table, at, target)) & set(WORKS.values()) for at in ways):
        return Reason("horse does not attack across walls and works", "X19.2.13")
    return may_assault(table, unit, target)


Spent = tuple[tuple[UnitId, ...], tuple[Hex, ...]]
"""Units that have attacked, and hexes that have been attacked, in this segment."""


def attacks(table: Table, side: str, spent: Spent) -> list[Assault]:
    """Every unit alone on each hex before it, and all who can together."""
    able = [unit for unit in table.units_of(side) if may_attack(table, unit) is None]
    around = table.setting.ground.around
    found: list[Assault] = []
    near = sorted({at for u in able for here in table.pieces[u].hexes for at in around[here] if at})
    for target in near:
        if not table.has_enemy(target, side):
            continue
        alone = [Assault(target, (unit,)) for unit in able]
        alone = [a for a in alone if against_attack(table, side, spent, a) is None]
        found += alone
        if len(alone) > 1:
            units = tuple(sorted(chain.from_iterable(each.units for each in alone)))
            found.append(Assault(target, units))
    return sorted(found)


class CavalryAttacks(Procedure, tag=True):
    """X19.2.13: one attack after the other, as long as the owner likes."""

    side: str
    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    attacking: tuple[UnitId, ...] = ()
    target: Hex = 0

    @step("X19.2.13")
    def look(self, table: Table) -> Flow:
        return None if attacks(table, self.side, self._spent()) else Done()

    @step("X19.2.13")
    def ask(self, table: Table) -> Flow:
        choices = [Finish(), *attacks(table, self.side, self._spent())]
        judge = partial(against_attack, table, self.side, self._spent())
        options = Judged(judge, choices, Finish, Assault, sifted=True)
        return Ask(self.side, options, "cavalry-attack")

    @step("X19.2.13")
    def hear(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, Assault):
            return Done()
        self.attacking, self.target = order.units, order.target
        self.units, self.hexes = (*self.units, *order.units), (*self.hexes, order.target)
        table.record(AssaultDeclared(self.side, order.target, order.units))
        return Call(RetreatBeforeMelee(order.target, order.units))

    @step("X16.3.1", "X19.2.13")
    def fight(self, table: Table, gone: tuple[UnitId, ...]) -> Flow:
        if not units_against(table, self.target, self.side):
            return Call(AdvanceAfterMelee(self.attacking, self.target, False), then="look")
        return Call(CavalryMelee(self.attacking, self.target))

    @step("X19.2.13")
    def next_attack(self, table: Table) -> Flow:
        return Goto("look")

    def _spent(self) -> Spent:
        return self.units, self.hexes
