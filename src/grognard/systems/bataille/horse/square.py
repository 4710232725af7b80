"""Forming square before a charge: who may try, the table, what comes of it (P16.44, P38.21-P38.37).

All foot of a hex forms one square, so it tries together: its top unit is named, one roll counts
for all. Low dice are good.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.kernel import (
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
from grognard.mechanics.hexes import distance
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.horse.charge_targets import conditions
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.marks import SHELTER, TRIED_SQUARE
from grognard.systems.bataille.movement.stacking import others_in
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

CARRE, DISORDER, ROUT = "carre", "disorder", "rout"
"""The three results of the table."""


# --- who may try


@rule("P38.9", "P38.16", "P38.21", "P23.11", "PR-40", "PR-41")
def square_from(table: Table) -> int:
    """From how many hexes a charge may be answered by forming square."""
    reading = table.setting.options.get("carre_los", "four")
    most = conditions(table).square_from
    return {"four": most, "two": min(most, 2), "adjacent": 1}[reading]


def joiners(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The foot that would form square together, top of the hex first; those in shelter do not."""
    at, side = table.pieces[unit].at, table.side_of(unit)
    return tuple(
        other
        for other in table.stack(at)
        if table.side_of(other) == side
        and table.printed(other).arm is Arm.INFANTRY
        and SHELTER not in table.pieces[other].marks
    )


@rule("P16.44", "P19.25", "P38.9", "P38.10", "P38.21", "P38.22", "P38.23", "P38.26", "PR-40")
def may_try(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> Reason | None:
    """Why the foot in this unit's hex may not try to form square now; None if it may."""
    piece = table.pieces[unit]
    for other in joiners(table, unit):
        barred = _unable(table, other)
        if barred is not None:
            return barred
    formations = table.setting.cards.terrain(table.setting.ground.terrain[piece.at]).formations
    if Formation.SQUARE.value not in formations:
        return Reason("a square needs clear ground", "P16.39")
    least = table.setting.cards.count("square_least")
    if sum(table.strength(other) for other in joiners(table, unit)) < least:
        return Reason(f"a square needs {least} increments", "P16.40")
    return None if any(_sees(table, unit, charger) for charger in chargers) else _NO_SIGHT


_NO_SIGHT = Reason("the charge is too far or out of sight", "P38.23")


@rule("P38.22", "P38.26", "P46.2")
def _unable(table: Table, unit: UnitId) -> Reason | None:
    piece, printed = table.pieces[unit], table.printed(unit)
    if TRIED_SQUARE in piece.marks:
        return Reason(f"{printed.name} has tried to form square already", "P38.22")
    if (
        piece.cohesion is not Cohesion.GOOD
        or piece.formation.value not in table.setting.reglement.squares_from
    ):
        return Reason(f"{printed.name} cannot form square as it stands", "P38.21")
    if not printed.square_multiple:
        return Reason(f"{printed.name} is not drilled to form square", "P38.26")
    return special.no_square(table, printed)


@rule("P23.10", "P23.11", "P38.10", "P38.23", "PR-40")
def _sees(table: Table, unit: UnitId, charger: UnitId) -> bool:
    """Is the charge near enough and in sight through the front of the infantry?"""
    most = square_from(table)
    return any(
        distance(at, there) <= most and sees(table, unit, at, there).clear
        for at in table.pieces[unit].hexes
        for there in table.pieces[charger].hexes
    )


@rule("P2.12", "P38.21")
def against_square(
    table: Table, side: str, chargers: Sequence[UnitId], order: Square | Finish
) -> Reason | None:
    """What speaks against trying to form square with the foot that this unit stands for."""
    if isinstance(order, Finish):
        return None
    barred = not_ours(table, order.unit, side, "P2.12")
    if barred is not None:
        return barred
    if table.printed(order.unit).arm is not Arm.INFANTRY:
        return Reason(f"{table.printed(order.unit).name} is not infantry", "P38.21")
    top = joiners(table, order.unit)[:1]
    if top != (order.unit,):
        text = f"the foot of its hex tries together: {top[0]}" if top else "it is in shelter"
        return Reason(text, "P38.21")
    return may_try(table, order.unit, chargers)


def triers(table: Table, chargers: Sequence[UnitId]) -> list[UnitId]:
    """The top units of all hexes that may try now, in the order of the roster."""
    enemy = table.setting.enemy(table.side_of(chargers[0]))
    most = square_from(table)
    hexes = [at for charger in chargers for at in table.pieces[charger].hexes]
    return [
        unit
        for unit in table.units_near(hexes, most, enemy)
        if table.printed(unit).arm is Arm.INFANTRY
        and joiners(table, unit)[:1] == (unit,)
        and may_try(table, unit, chargers) is None
    ]


# --- the roll


def guns_with(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Guns in the hex of a unit."""
    return tuple(
        friend.id
        for friend in others_in(table, unit, table.pieces[unit].at)
        if table.printed(friend.id).arm is Arm.ARTILLERY
    )


def limbered(table: Table, guns: Sequence[UnitId]) -> tuple[UnitId, ...]:
    return tuple(
        gun
        for gun in guns
        if gun in table.pieces and table.pieces[gun].formation is Formation.LIMBERED
    )


class SquareWindow(Procedure, tag=True):
    """P38.9: infantry near a charge may form square. Result: who tried, each with the outcome."""

    gallop: Gallop
    tried: tuple[tuple[UnitId, str], ...] = ()
    unit: UnitId = ""

    @step("P38.9", "P38.16", "P38.21")
    def look(self, table: Table) -> Flow:
        if not all(unit in table.pieces for unit in self.gallop.units):
            return Done(self.tried)
        return None if triers(table, self.gallop.units) else Done(self.tried)

    @step("P38.9", "P38.16", "P38.21")
    def ask(self, table: Table) -> Flow:
        choices = [Finish(), *map(Square, sorted(triers(table, self.gallop.units)))]
        side = table.setting.enemy(table.side_of(self.gallop.lead))
        judge = partial(against_square, table, side, self.gallop.units)
        return Ask(side, Judged(judge, choices, Finish, Square, sifted=True), "form-square")

    @step("P38.21", "P38.22")
    def hear(self, table: Table, answer: Square | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done(self.tried)
        self.unit = answer.unit
        return Call(table.setting.reglement.square(answer.unit, self.gallop))

    @step("P38.24")
    def remember(self, table: Table, result: str) -> Flow:
        self.tried = (*self.tried, (self.unit, result))
        return Goto("look")
