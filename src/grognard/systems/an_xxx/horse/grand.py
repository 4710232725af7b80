"""The leader of a Grand Charge (X19.16.2): what he gives to every unit in it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Item, rule
from grognard.systems.an_xxx.marks import leader_of_grand
from grognard.systems.bataille.command.leaders import MORALE, bonus_item, is_fit, morale_items
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


@rule("X8.3.1", "X19.16.2")
def led(table: Table, unit: UnitId) -> Iterator[Item]:
    """The best leader with a unit; in a Grand Charge its leader, wherever he rides in it."""
    leader = leader_of_grand(table.pieces[unit].marks)
    found = list(morale_items(table, unit))
    if leader in table.leaders and is_fit(table, leader):
        item = bonus_item(table, leader, MORALE)
        if item.amount > max((each.amount for each in found), default=0):
            found = [item]
    yield from found
