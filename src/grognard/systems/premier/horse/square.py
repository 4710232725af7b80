"""Forming square before a charge: who may try, the table, what comes of it (P16.44, P38.21-P38.37).

All foot of a hex forms one square, so it tries together: its top unit is named, one roll counts
for all. Low dice are good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel import (
    Account,
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Item,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.actions import Command, Finish
from grognard.systems.bataille.events import FormationChanged, Marked
from grognard.systems.bataille.pieces import Arm, Formation, Order, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table
from grognard.systems.premier.command.leaders import is_fit, leaders_in, shares_nation
from grognard.systems.premier.command.special import LANDWEHR_DRILL, is_landwehr
from grognard.systems.premier.events.charge import GunsAbandoned, SquareRolled
from grognard.systems.premier.fire.sight import sees
from grognard.systems.premier.horse.charge_actions import Square
from grognard.systems.premier.horse.charge_search import contactable
from grognard.systems.premier.horse.charge_targets import apart, conditions
from grognard.systems.premier.horse.gallop import Gallop
from grognard.systems.premier.marks import ABANDONED, SHELTER, TRIED_SQUARE
from grognard.systems.premier.morale.retreat import Disorder, Rout
from grognard.systems.premier.morale.retreat_move import become_disordered, close_up
from grognard.systems.premier.movement.stacking import others_in

CARRE, DISORDER, ROUT = "carre", "disorder", "rout"
"""The three results of the table."""

FROM = (Formation.COLUMN, Formation.LINE)
NEAREST, FARTHEST = 1, 4
"""The rows of the table."""

UNLISTED = "rheinbund"
"""The rows of nations that the card does not name."""


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
    if piece.order is not Order.GOOD or piece.formation not in FROM:
        return Reason(f"{printed.name} cannot form square as it stands", "P38.21")
    if TRIED_SQUARE in piece.marks:
        return Reason(f"{printed.name} has tried to form square already", "P38.22")
    if not printed.square_multiple:
        return Reason(f"{printed.name} is not drilled to form square", "P38.26")
    if LANDWEHR_DRILL in table.setting.special and is_landwehr(printed):
        return Reason(f"{printed.name} is Landwehr: it forms square only on the march", "P46.2")
    return None


@rule("P23.10", "P23.11", "P38.10", "P38.23", "PR-40")
def _sees(table: Table, unit: UnitId, charger: UnitId) -> bool:
    """Is the charge near enough and in sight through the front of the infantry?"""
    most = square_from(table)
    return any(
        distance(at, there) <= most and sees(table, unit, at, there).clear
        for at in table.pieces[unit].hexes
        for there in table.pieces[charger].hexes
    )


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


@rule("P38.24")
def square_row(table: Table, unit: UnitId) -> str:
    """The nation whose rows the unit reads, by its traits or its nation."""
    rows = table.setting.cards.keyed("carre", "row_of").rows
    printed = table.printed(unit)
    for word in (*sorted(printed.traits), printed.nation.lower()):
        if word in rows:
            return word
    return UNLISTED


@rule("P38.9", "P38.24")
def row_distance(table: Table, unit: UnitId, gallop: Gallop) -> int:
    """The row by distance: in hexes, or in the movement points the charge still needs."""
    reading = table.setting.cards.keyed("carre", "reading").cell("carre")
    if reading == "hexes":
        away = min(apart(table, unit, charger) for charger in gallop.units)
    else:
        needed = contactable(table, gallop).get(unit)
        away = FARTHEST if needed is None else -(-needed // HALVES) + 1
    return min(max(away, NEAREST), FARTHEST)


@rule("P38.24", "P35.11", "P43.9")
def square_items(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> Iterator[Item]:
    """What is added to the dice: leader, the kind of horse, the morale level, the kind of foot."""
    cards, printed = table.setting.cards, table.printed(unit)
    if _has_leader(table, unit):
        yield Item(cards.carre_modifier("leader"), "a leader in the hex", "P38.24")
    lances = conditions(table).lances_square
    if lances and any(table.printed(charger).lance for charger in chargers):
        yield Item(lances, "the chargers have lances", "P35.11")
    elif all(table.printed(charger).is_light for charger in chargers):
        light = cards.carre_modifier("light_cavalry")
        yield Item(light, "the chargers are light cavalry", "P38.24")
    level = table.levels.get(printed.organisation, 0)
    if level:
        dice = level * cards.carre_modifier("morale_level")
        yield Item(dice, f"morale level {level}", "P43.9")
    dice = troop_dice(table, unit)
    if dice:
        yield Item(dice, "its kind of troops", "P38.24")


def _has_leader(table: Table, unit: UnitId) -> bool:
    held, printed = table.setting.leaders, table.printed(unit)
    return any(
        is_fit(table, leader) and shares_nation(table, held[leader], printed)
        for leader in leaders_in(table, table.pieces[unit].at, printed.side)
    )


def troop_dice(table: Table, unit: UnitId) -> int:
    """The figure for the unit's traits; a figure of this very battle comes before the usual."""
    dice, printed = table.setting.cards.carre_dice, table.printed(unit)
    for trait in sorted(printed.traits):
        for key in (trait, f"{printed.nation.lower()}_{trait}"):
            for row in (f"{key}_{table.setting.id}", key):
                if row in dice and key not in ("leader", "lancers"):
                    return int(dice[row])
    return 0


class SquareAttempt(Procedure, tag=True):
    """P38.24: the foot of a hex tries to form square. Result: "carre", "disorder" or "rout".

    Guns with it share its fate, but unlimbered ones that it leaves are abandoned (PR-128).
    """

    unit: UnitId
    gallop: Gallop
    foot: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    result: str = ""

    @step("P38.21", "P38.24")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", "square", self.unit)

    @step("P38.22", "P38.24", "PR-105")
    def read(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.foot = joiners(table, self.unit)
        self.guns = guns_with(table, self.unit)
        row, away = square_row(table, self.unit), row_distance(table, self.unit, self.gallop)
        form = table.pieces[self.unit].formation.value
        cells = table.setting.cards.carre_cells
        form = form if (row, form, away) in cells else _other(form)
        account = Account.of(square_items(table, self.unit, self.gallop.units))
        modified = D66.thrown(dice) + account.total
        self.result = table.setting.cards.carre(row, form, away, modified.rung)
        table.record(
            SquareRolled(self.foot, row, form, away, dice, account, int(modified), self.result)
        )
        for unit in self.foot:
            table.record(Marked(unit, TRIED_SQUARE))
        return Goto({CARRE: "form_up", DISORDER: "disorder", ROUT: "abandon_guns"}[self.result])

    @step("P16.44", "P38.25", "P38.27")
    def form_up(self, table: Table) -> Flow:
        at = table.pieces[self.unit].at
        for unit in self.foot:
            facing = table.pieces[unit].facing
            table.record(FormationChanged(unit, Formation.SQUARE, facing, (at,)))
        return Done(self.result)

    @step("P38.25", "P38.31", "P38.32", "P38.33", "PR-106", "PR-128")
    def disorder(self, table: Table) -> Flow:
        if table.setting.options.get("carre_disorder_retreat") == "on":
            return None
        at = table.pieces[self.unit].at
        for unit in (*self.foot, *limbered(table, self.guns)):
            close_up(table, unit, at)
            become_disordered(table, unit)
        abandon(table, self.guns)
        return Done(self.result)

    @step("P41.9", "PR-128")
    def abandon_guns(self, table: Table) -> Flow:
        abandon(table, self.guns)
        return None

    @step("P38.37", "P41.13", "PR-106", "PR-128")
    def drive_off(self, table: Table) -> Flow:
        """Each unit of the foot runs, or retreats in disorder; limbered guns go with the first."""
        self.foot = tuple(unit for unit in self.foot if unit in table.pieces)
        if not self.foot:
            return Done(self.result)
        unit, self.foot = self.foot[0], self.foot[1:]
        guns = limbered(table, self.guns)
        spared = (*self.foot, *self.guns)
        self.guns = tuple(gun for gun in self.guns if gun not in guns)
        if self.result == ROUT:
            rout = Rout(unit, "charge", exempt=spared, guns=guns, shakes=not self.foot)
            return Call(rout, then="drive_off")
        return Call(Disorder(unit, "charge", exempt=spared, guns=guns), then="drive_off")


def _other(form: str) -> str:
    """The formation whose rows a nation has, where it has only those of one."""
    return "line" if form == "column" else "column"


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


@rule("P41.9", "PR-128")
def abandon(table: Table, guns: Sequence[UnitId]) -> None:
    """Unlimbered guns stay where they are when their infantry breaks."""
    for gun in guns:
        piece = table.pieces.get(gun)
        if piece is not None and piece.formation is Formation.UNLIMBERED:
            if ABANDONED not in piece.marks:
                table.record(GunsAbandoned(gun))
                table.record(Marked(gun, ABANDONED))


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
        choices: list[Command] = [Finish()]
        choices += [Square(unit) for unit in triers(table, self.gallop.units)]
        side = table.setting.enemy(table.side_of(self.gallop.lead))
        return Ask(side, Choices(sorted(choices, key=str)), "form-square")

    @step("P38.21", "P38.22")
    def hear(self, table: Table, answer: Square | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done(self.tried)
        self.unit = answer.unit
        return Call(SquareAttempt(answer.unit, self.gallop))

    @step("P38.24")
    def remember(self, table: Table, result: str) -> Flow:
        self.tried = (*self.tried, (self.unit, result))
        return Goto("look")
