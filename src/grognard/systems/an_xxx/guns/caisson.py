"""Caissons (X18.6): what goes up when guns hit guns or a wagon."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Item, Procedure, rule, step
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex, name
from grognard.systems.an_xxx.events.guns import CaissonExploded, ShotsCounted, ThingPlaced
from grognard.systems.an_xxx.guns.ammunition import shots_left
from grognard.systems.an_xxx.guns.things import DESTROYED, HIT, lone_wagon_in, wagon_in
from grognard.systems.an_xxx.marks import CAISSON, WAGON_HIT
from grognard.systems.an_xxx.morale.rows import EventChecks, row
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.facts import LostIncrements, Marked, Removed, Unmarked
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.fire_defence import defenders
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

OCCASION = "caisson"


@rule("X18.6.1", "X18.6.2")
def note_caisson(table: Table, fire: FireAttack, dice: D66) -> None:
    """Dice as thrown, guns among the firers: a battery or a wagon in the hex is hit."""
    if not any(table.printed(firer.unit).battery for firer in fire.firers):
        return
    cards, side = table.setting.cards, table.side_of(fire.firers[0].unit)
    struck = defenders(table, fire.target, side)
    guns = [unit for unit in struck if table.printed(unit).battery is not None]
    if guns and dice.rung in cards.natural["caisson_guns"]:
        largest = max(guns, key=lambda unit: (table.strength(unit), [-ord(c) for c in unit]))
        table.record(Marked(largest, CAISSON))
    if not struck:
        _strike_lone_wagon(table, fire, dice)
    elif wagon_in(table, fire.target, table.setting.enemy(side)):
        if dice.rung in cards.natural["caisson_wagon"]:
            table.record(Marked(struck[0], WAGON_HIT))


@rule("X18.6.2", "X18.14.5")
def _strike_lone_wagon(table: Table, fire: FireAttack, dice: D66) -> None:
    """A wagon that stands alone goes up by the dice as thrown, and is gone with any loss."""
    wagon = lone_wagon_in(table, fire.target)
    if wagon is not None:
        if dice.rung in table.setting.cards.natural["caisson_wagon"]:
            table.record(ThingPlaced(wagon.id, HIT + name(fire.target)))
        elif fire.result:
            table.record(ThingPlaced(wagon.id, DESTROYED))


def is_due(table: Table) -> bool:
    """Is a caisson about to go up?"""
    return any(fate.startswith(HIT) for fate in table.removed.values()) or any(
        CAISSON in piece.marks or WAGON_HIT in piece.marks for piece in table.pieces.values()
    )


class Caisson(Procedure, tag=True):
    """X18.6.3: a battery loses one more and half its shots, a wagon is gone and the top unit loses
    one; then the hex checks, and the hexes around it."""

    at: Hex

    @step("X18.6.3")
    def go_up(self, table: Table) -> Flow:
        lost = table.setting.cards.row("guns", "caisson_loss")
        for unit in table.stack(self.at):
            marks = table.pieces[unit].marks
            if CAISSON in marks:
                table.record(Unmarked(unit, CAISSON))
                table.record(CaissonExploded(self.at, unit))
                left = shots_left(table, unit)
                if left is not None:
                    share = table.setting.cards.shares["caisson_ammunition"]
                    table.record(ShotsCounted(unit, int(left * share)))
                _lose(table, unit, lost)
        return None

    @step("X18.6.2", "X18.6.3")
    def wagon_goes_up(self, table: Table) -> Flow:
        lost = table.setting.cards.row("guns", "caisson_loss")
        for unit in table.stack(self.at):
            if WAGON_HIT in table.pieces[unit].marks:
                table.record(Unmarked(unit, WAGON_HIT))
                wagon = wagon_in(table, self.at, table.side_of(unit))
                if wagon is not None:
                    table.record(CaissonExploded(self.at, wagon.id))
                    table.record(ThingPlaced(wagon.id, DESTROYED))
                _lose(table, table.stack(self.at)[0], lost)
        for thing, fate in list(table.removed.items()):
            if fate.startswith(HIT):
                table.record(CaissonExploded(self.at, thing))
                table.record(ThingPlaced(thing, DESTROYED))
        return None

    @step("X18.6.3")
    def check(self, table: Table) -> Flow:
        """The hex itself, then its neighbours of either side, clockwise from the north, at +6."""
        here = table.stack(self.at)
        around = [at for at in table.setting.ground.around[self.at] if at]
        beside = dict.fromkeys(unit for at in around for unit in table.stack(at))
        others = tuple(unit for unit in beside if unit not in here)
        item = Item(row(table, "caisson_next_hex"), "in the next hex", "X18.6.3")
        units = (*here, *others)
        if not units:
            return None
        each = tuple((unit, item) for unit in others)
        return Call(EventChecks(units, OCCASION, at=self.at, each=each))

    @step("X18.6.3")
    def over(self, table: Table) -> Flow:
        return Done()


def _lose(table: Table, unit: UnitId, count: int) -> None:
    left, hexes = table.strength(unit), table.pieces[unit].hexes
    table.record(LostIncrements(unit, min(left, count), "fire", "X18.6.3"))
    if left <= count:
        table.record(Removed(unit, "destroyed"))
        after_loss(table, unit, hexes)
