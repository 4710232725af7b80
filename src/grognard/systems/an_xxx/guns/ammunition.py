"""Ammunition (X18.14): what a battery has left, when it is silent, and how it is supplied."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Done, Flow, Goto, Procedure, Reason, Roll, rule, step
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.an_xxx.events.guns import ResupplyTried, ShotsCounted, ThingPlaced
from grognard.systems.an_xxx.guns.things import TAKEN, has_moved, wagons
from grognard.systems.an_xxx.marks import SHOTS
from grognard.systems.an_xxx.supplement import facts, stock_of
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

RICOCHET = "ricochet"


@rule("X18.14.2", "X18.14.4")
def shots_left(table: Table, unit: UnitId) -> int | None:
    """The ammunition of a battery; None where the battle does not count it."""
    for mark in table.pieces[unit].marks:
        if mark.startswith(SHOTS):
            return int(mark.removeprefix(SHOTS))
    return stock_of(table.printed(unit))


@rule("X18.14.4")
def out_of_ammunition(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    """At nought a battery is silent."""
    if table.printed(unit).battery is not None and shots_left(table, unit) == 0:
        return Reason("it has no ammunition left", "X18.14.4")
    return None


@rule("X18.14.4")
def spend(table: Table, fire: FireAttack) -> None:
    """Every battery that takes part has one shot less; a ball that bounds on costs nothing."""
    if fire.kind == RICOCHET:
        return
    cost = table.setting.cards.row("guns", "shot")
    for unit in still_there(table, fire):
        left = shots_left(table, unit) if table.printed(unit).battery is not None else None
        if left is not None:
            table.record(ShotsCounted(unit, max(0, left - cost)))


@rule("X16.8.2")
def still_there(table: Table, fire: FireAttack) -> list[UnitId]:
    """Who fires, without whom the other side's volley at the same moment has cost the last men."""
    return [u for u in dict.fromkeys(firer.unit for firer in fire.firers) if u in table.pieces]


# --- supply


@rule("X18.14.1", "X18.14.4")
def supplier(table: Table, unit: UnitId) -> str | None:
    """A wagon that may serve a battery now: in reach, standing, no enemy next to the guns."""
    printed, piece = table.printed(unit), table.pieces[unit]
    stock = stock_of(printed)
    if stock is None or piece.cohesion is Cohesion.ROUT or (shots_left(table, unit) or 0) >= stock:
        return None
    if table.is_near(piece.hexes, 1, table.setting.enemy(printed.side)):
        return None
    arm = "horse_supply" if printed.is_horse_artillery else "foot_supply"
    reach = table.setting.cards.row("guns", arm)
    must_stand = table.setting.options.get("wagon_must_stand", "on") == "on"
    near = (w.id for w, at in wagons(table, printed.side) if distance(piece.at, at) <= reach)
    able = (wagon for wagon in near if not (must_stand and has_moved(table, wagon)))
    return next(able, None)


class Resupply(Procedure, tag=True):
    """X18.14.4: each battery of the side in reach of a wagon rolls once; a good die fills it up."""

    side: str
    waiting: tuple[UnitId, ...] = ()
    wagon: str = ""

    @step("X18.14.5")
    def lose_wagons(self, table: Table) -> Flow:
        """So is one that was driven to where an enemy has come from elsewhere."""
        for side in table.setting.sides:
            _take(table, side, [at for _, at in wagons(table, side) if table.has_enemy(at, side)])
        return None

    @step("X18.14.1", "X18.14.4")
    def muster(self, table: Table) -> Flow:
        self.waiting = tuple(unit for unit in table.units_of(self.side) if supplier(table, unit))
        return None

    @step("X18.14.3")
    def throw(self, table: Table) -> Flow:
        if not self.waiting:
            return Done()
        self.wagon = supplier(table, self.waiting[0]) or ""
        return Roll("d6", "resupply", self.waiting[0])

    @step("X18.14.3", "X18.14.4")
    def fill(self, table: Table, dice: tuple[int, ...]) -> Flow:
        unit, self.waiting = self.waiting[0], self.waiting[1:]
        filled = table.setting.cards.refills[dice[0]]
        table.record(ResupplyTried(unit, self.wagon, dice[0], filled))
        stock = stock_of(table.printed(unit))
        if filled and stock is not None:
            table.record(ShotsCounted(unit, stock))
        return Goto("throw")


@rule("X18.14.5")
def take_wagons(table: Table, unit: UnitId) -> None:
    """A wagon is lost to the first enemy combat unit that enters its hex."""
    if facts(table.setting).wagons:
        _take(table, table.setting.enemy(table.side_of(unit)), table.pieces[unit].hexes)


def _take(table: Table, side: str, hexes: Sequence[Hex]) -> None:
    for wagon, at in wagons(table, side):
        if at in hexes:
            table.record(ThingPlaced(wagon.id, TAKEN))
