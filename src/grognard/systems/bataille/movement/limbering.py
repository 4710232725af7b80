"""Limbering up: one die against the battery's number (P16.79-P16.83, PR-64, PR-154).

Unlimbering needs no die. A failure costs the points all the same, and the battery neither tries
again, nor marches, nor is moved by hand in this segment; it may still fire.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Account, Done, Flow, Item, Procedure, Roll, rule, step
from grognard.systems.bataille.command.leaders import leaders_in, shares_nation
from grognard.systems.bataille.events.movement import LimberRolled
from grognard.systems.bataille.pieces import Printed, UnitId
from grognard.systems.bataille.table import Table


@rule("P16.82", "P16.83", "PR-154", "PR-165")
def leader_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """What the best leader with the battery adds to the die: one item at most.

    An artillery bonus adds less than special ability; they do not add up.
    """
    at, battery = table.pieces[unit].at, table.printed(unit)
    cards = table.setting.cards
    found = []
    for leader in leaders_in(table, at, battery.side):
        printed = table.setting.leaders[leader]
        if not shares_nation(table, printed, battery):
            continue
        if printed.special_ability:
            more = cards.limber_modifier("special_leader")
            found.append(Item(more, f"{printed.name}, a leader of special ability", "P16.83"))
        elif printed.artillery > 0:
            more = cards.limber_modifier("artillery_leader")
            found.append(Item(more, f"{printed.name}, a leader of artillery", "P16.82"))
    if found:
        yield max(found, key=lambda item: item.amount)


@rule("P16.81")
def number(printed: Printed) -> int:
    """The least result on which the battery limbers."""
    return printed.battery.limbers_on if printed.battery is not None else 1


class LimberRoll(Procedure, tag=True):
    """P16.81: a battery tries to limber. Result: has it?"""

    unit: UnitId

    @step("P16.81")
    def roll(self, table: Table) -> Flow:
        return Roll("d6", "limber", self.unit)

    @step("P16.81", "P16.82", "P16.83", "PR-64")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        account = Account.of(leader_items(table, self.unit))
        needed = number(table.printed(self.unit))
        limbered = die + account.total >= needed
        side = table.side_of(self.unit)
        table.record(LimberRolled(self.unit, die, account, needed, limbered, side))
        return Done(limbered)
