"""An overfull hex in Premier: all check on one roll, then the last to come give way (rule 10)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Item, Procedure, Roll, step
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille import special
from grognard.systems.bataille.morale.checks import weigh_dice
from grognard.systems.bataille.morale.overstack import give_way
from grognard.systems.bataille.morale.retreat import Disorder
from grognard.systems.bataille.movement.stacking import fits
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


class SettleStack(Procedure, tag=True):
    """P10.2: a hex holds more than it may. All check on one roll, then the last to come give way.

    ``newest`` names those who came last, the last of all first; the rest are taken from the
    bottom of the stack upward. Nothing happens where everybody fits. ``items`` modify the roll.
    """

    at: Hex
    newest: tuple[UnitId, ...] = ()
    items: tuple[Item, ...] = ()
    failed: tuple[UnitId, ...] = ()

    @step("P10.1", "P10.2", "PR-138", "PR-149")
    def judge(self, table: Table) -> Flow:
        return Done() if self._is_settled(table) else None

    @step("P10.2", "P31.4", "PR-17")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", "overstack", name(self.at))

    @step("P10.2", "P31.4", "P46.2", "PR-17")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        if special.are_mixed(table, self.at):
            self.items = (*self.items, special.mixed_item(table))
        self.failed = tuple(
            unit
            for unit in table.stack(self.at)
            if not weigh_dice(table, unit, "overstack", dice, self.items)
        )
        return None

    @step("P10.3", "P31.4", "PR-180")
    def scatter(self, table: Table) -> Flow:
        if not self.failed:
            return Goto("make_room")
        unit, self.failed = self.failed[0], self.failed[1:]
        spared = table.stack(self.at)
        return Call(Disorder(unit, "overstack", self.at, exempt=spared), then="scatter")

    @step("P10.4", "P31.5", "PR-18")
    def make_room(self, table: Table) -> Flow:
        if self._is_settled(table):
            return Done()
        if not give_way(table, self.at, self.newest):
            return Done()  # PR-18: the excess stands until the owner's next movement segment
        return Goto("make_room")

    def _is_settled(self, table: Table) -> bool:
        room = fits(table, self.at, table.stack(self.at)) is None
        return room and not special.are_mixed(table, self.at)
