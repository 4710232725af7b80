"""Standing against a charge (X19.6): the rows of the sheet, and who rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from grognard.kernel import Item, rule
from grognard.mechanics.hexes import side_towards
from grognard.systems.an_xxx.marks import ASSAULTED, HELD_FIRE, assaults, is_grand
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.contacts import crossings
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table

STAND: Final = "stand-charge"
"""The occasion of the check, and the purpose of its roll."""


@rule("X19.6.8", "X19.6.9")
def who_rolls(table: Table, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Infantry and guns, the top one first, squares and the disordered too; horse does not roll."""
    return tuple(unit for unit in units if table.printed(unit).arm is not Arm.CAVALRY)


@rule("X19.6.3")
def stand_items(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> tuple[Item, ...]:
    """What the charge itself adds to the dice of a unit that would stand."""
    return (
        *_worst(_facing(table, unit, chargers)),
        *_worst(_riders(table, chargers)),
        *_assault(table, unit),
    )


def _worst(items: Iterator[Item]) -> Iterator[Item]:
    """Of the rows of one group the worst for the target, the first of equals."""
    found = list(items)
    if found:
        yield min(found, key=lambda item: item.amount)


@rule("X19.6.1", "X19.6.4")
def _facing(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> Iterator[Item]:
    """Through the flank, through the rear, through both; or on its way to an assault."""
    struck, row = set(), _row(table)
    for at, there in crossings(table, unit, chargers):
        side = side_towards(there, at)
        if side is not None:
            struck.add(side_class(table, unit, there, side))
    if {"flank", "rear"} <= struck:
        yield Item(row("flank_and_rear"), "charged through flank and rear", "X19.6.1")
    elif "flank" in struck:
        yield Item(row("flank"), "charged through the flank", "X19.6.1")
    elif "rear" in struck:
        yield Item(row("rear"), "charged through the rear", "X19.6.1")
    if assaults(table.pieces[unit].marks) is not None:
        yield Item(row("assault_marker"), "charged in its own assault", "X19.6.4")


@rule("X19.6.2")
def _riders(table: Table, chargers: Sequence[UnitId]) -> Iterator[Item]:
    """What rides at it: the weight, the lances, the armour, the mass."""
    printed, row = [table.printed(unit) for unit in chargers], _row(table)
    light = any(each.is_light for each in printed)
    heavy = any(each.is_heavy for each in printed)
    if light:
        yield Item(row("light"), "the chargers are light cavalry", "X19.6.2")
    if any(each.lance for each in printed):
        yield Item(row("lancers"), "the chargers have lances", "X19.6.2")
    if any(each.is_heavy and "armored" not in each.traits for each in printed):
        yield Item(row("heavy"), "the chargers are heavy cavalry", "X19.6.2")
    if any("armored" in each.traits for each in printed):
        yield Item(row("armored"), "the chargers wear armour", "X19.6.2")
    if light and heavy:
        yield Item(row("light_and_heavy"), "light and heavy cavalry together", "X19.6.2")
    if any(is_grand(table.pieces[unit].marks) for unit in chargers):
        yield Item(row("grand_charge"), "a Grand Charge", "X19.6.2")


@rule("X19.6.5", "X19.6.6")
def _assault(table: Table, unit: UnitId) -> Iterator[Item]:
    """An assault is upon it as well; it kept its fire for those who closed."""
    marks, row = table.pieces[unit].marks, _row(table)
    if ASSAULTED in marks:
        yield Item(row("assaulted_too"), "assaulted as well", "X19.6.5")
    if HELD_FIRE in marks:
        yield Item(row("held_fire"), "it held its fire", "X19.6.6")


def _row(table: Table) -> Callable[[str], int]:
    """The figures of the sheet for standing against a charge."""
    return partial(table.setting.cards.row, "charge")
