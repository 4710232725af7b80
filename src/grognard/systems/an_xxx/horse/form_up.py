"""Mounted skirmishers who form up before a charge (X12.10.9): a check by distance, then a line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Item,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import distance
from grognard.systems.an_xxx.horse.retreat import FROM, distance_of
from grognard.systems.an_xxx.marks import ASKED_TO_FORM
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.events.facts import FormationChanged, Marked
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

FORM_UP: Final = "form-up"
"""The occasion of the check, and the purpose of the question and the roll."""


@rule("X12.10.9.1", "X12.10.9.6", "X12.11.6")
def who_may(table: Table, gallop: Gallop) -> list[UnitId]:
    """Mounted skirmishers in good order near the charge who have not been asked before it."""
    enemy = table.setting.enemy(table.side_of(gallop.lead))
    hexes = [at for unit in gallop.units for at in table.pieces[unit].hexes]
    return [
        unit
        for unit in table.units_near(hexes, FROM, enemy)
        if table.printed(unit).arm is Arm.CAVALRY
        and table.pieces[unit].formation is Formation.SKIRMISH
        and table.pieces[unit].cohesion is Cohesion.GOOD
        and ASKED_TO_FORM not in table.pieces[unit].marks
    ]


@rule("X12.10.9.2", "X12.10.9.3")
def form_up_items(table: Table, unit: UnitId, gallop: Gallop) -> Iterator[Item]:
    """The distance, and light horsemen among the chargers."""
    cards, away = table.setting.cards, distance_of(table, unit, gallop)
    dice = cards.row("form_up", str(min(max(away, 1), FROM)))
    yield Item(dice, f"the charge is {away} hexes away", "X12.10.9.3")
    if any(table.printed(charger).is_light for charger in gallop.units):
        light = cards.row("form_up", "light_enemy")
        yield Item(light, "the chargers are light cavalry", "X12.10.9.2")


class FormUp(Procedure, tag=True):
    """X12.10.9.1: each who may is asked once. Result: did any form up?"""

    gallop: Gallop
    unit: UnitId = ""
    formed: bool = False

    @step("X12.10.9.1", "X12.10.9.6")
    def look(self, table: Table) -> Flow:
        able = who_may(table, self.gallop)
        if not able:
            return Done(self.formed)
        self.unit = able[0]
        table.record(Marked(self.unit, ASKED_TO_FORM))
        return None

    @step("X12.10.9.6")
    def ask(self, table: Table) -> Flow:
        options = Judged(self._judge(table), [Finish(), Pick(self.unit)], Finish, Pick, sifted=True)
        return Ask(table.side_of(self.unit), options, "form-up")

    @step("X12.10.9.1", "X12.10.9.2", "X12.10.9.3", "X12.10.9.6")
    def hear(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, Pick):
            return Goto("look")
        items = tuple(form_up_items(table, self.unit, self.gallop))
        return Call(CheckMorale(self.unit, FORM_UP, items))

    @step("X12.10.9.1", "X12.10.9.5")
    def form(self, table: Table, passed: bool) -> Flow:
        if passed:
            self.formed = True
            form_line(table, self.unit, self.gallop)
        return Goto("look")

    def _judge(self, table: Table) -> partial[Reason | None]:
        return partial(_against, table, self.unit)


def _against(table: Table, unit: UnitId, order: Pick | Finish) -> Reason | None:
    if isinstance(order, Finish) or order.choice == unit:
        return None
    return Reason(f"it is {table.printed(unit).name} that is asked", "X12.10.9.6")


@rule("X12.10.9.1")
def form_line(table: Table, unit: UnitId, gallop: Gallop) -> None:
    """Line in the hexes it is in, with the same facing; too few for two hexes stand in the nearer."""
    piece = table.pieces[unit]
    least: int = table.setting.cards.count("cavalry_line_least")
    hexes = piece.hexes
    if table.strength(unit) < least * len(hexes):
        there = table.pieces[gallop.lead].at
        hexes = (min(hexes, key=lambda at: (distance(at, there), at)),)
    table.record(FormationChanged(unit, Formation.LINE, piece.facing, hexes))
