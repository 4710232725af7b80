"""Forming square before a charge by the table of Premier (P38.24): its rows, its dice, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel import (
    Account,
    Call,
    Done,
    Flow,
    Goto,
    Item,
    Procedure,
    Roll,
    rule,
    step,
)
from grognard.mechanics.d66 import D66
from grognard.systems.bataille.command.leaders import is_fit, leaders_in, shares_nation
from grognard.systems.bataille.events.facts import FormationChanged, Marked
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.charge_targets import apart
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.horse.square import (
    CARRE,
    DISORDER,
    ROUT,
    guns_with,
    joiners,
    limbered,
)
from grognard.systems.bataille.marks import TRIED_SQUARE
from grognard.systems.bataille.morale.retreat import Disorder, Rout
from grognard.systems.bataille.morale.retreat_move import become_disordered, close_up
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import SquareRolled
from grognard.systems.premier.horse.charge_guns import abandon
from grognard.systems.premier.horse.stand import lances_in

NEAREST, FARTHEST = 1, 4
"""The rows of the table."""


UNLISTED = "rheinbund"
"""The rows of nations that the card does not name."""


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
    _, lances = lances_in(table)
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
            become_disordered(table, unit, "P38.24")
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
