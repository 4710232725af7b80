"""One round of an assault (X16.6): the die for the ground, the dice of the melee, and their result."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.mechanics.hexes import Hex, name
from grognard.systems.an_xxx.assault.factors import calls_for_the_shift_die, sapeur_columns
from grognard.systems.an_xxx.assault.fight import MeleeRoll, Rolled
from grognard.systems.an_xxx.assault.results import Suffer
from grognard.systems.an_xxx.events.assault import ShiftRolled
from grognard.systems.bataille.command.casualties import LossOfLeader
from grognard.systems.bataille.marks import UNRECALLED
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


@rule("X16.6.7", "X16.6.8", "X16.6.11")
def loss_items(table: Table, lost: tuple[int, int]) -> Iterator[Item]:
    """What the volleys of this assault, and no other fire, do to the dice."""
    cards, (attackers, defenders) = table.setting.cards, lost
    if defenders:
        dice = defenders * cards.row("melee_dice", "defender_lost")
        yield Item(dice, f"{defenders} lost by the defence", "X16.6.7")
    if attackers:
        dice = attackers * cards.row("melee_dice", "attacker_lost")
        yield Item(dice, f"{attackers} lost by the attack", "X16.6.8")


class AssaultRound(Procedure, tag=True):
    """X16.6: both sides meet, by their odds or, ``firefight``, in the column of that name.

    ``lost`` is what attack and defence lost to the volleys before it, ``sparing`` horses fight at a
    third. Result: the word of the chart.
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    lost: tuple[int, int] = (0, 0)
    firefight: bool = False
    sparing: tuple[UnitId, ...] = ()
    shifted: int = 0
    rolled: Rolled = Rolled("")

    @step("X16.6.10")
    def look_at_the_ground(self, table: Table) -> Flow:
        rolls = not self.firefight and calls_for_the_shift_die(table, self._melee(table))
        return None if rolls else Goto("meet")

    @step("X16.6.10")
    def throw_for_ground(self, table: Table) -> Flow:
        return Roll("d6", "shift", name(self.target))

    @step("X16.6.9")
    def shift(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        self.shifted = table.setting.cards.row("shift", str(die))
        table.record(ShiftRolled(self.target, die, self.shifted))
        return None

    @step("X16.6.2", "X16.6.11")
    def meet(self, table: Table) -> Flow:
        melee, items = self._melee(table), tuple(loss_items(table, self.lost))
        left = 0 if self.firefight else self.shifted - sapeur_columns(table, melee)
        return Call(MeleeRoll(melee, items, left, firefight=self.firefight))

    @step("X16.7.1")
    def suffer(self, table: Table, rolled: Rolled) -> Flow:
        """Once the word is read, neither ground nor volleys matter to it any more."""
        self.rolled, self.shifted, self.lost = rolled, 0, (0, 0)
        return Call(Suffer(self.target, self.attackers, rolled.result))

    @step("X8.2.10", "P31.9")
    def mourn(self, table: Table) -> Flow:
        fallen = self.rolled.fallen
        return None if fallen is None else Call(LossOfLeader(fallen))

    @step("X16.7.1")
    def over(self, table: Table) -> Flow:
        return Done(self.rolled.result)

    def _melee(self, table: Table) -> Melee:
        wild = tuple(unit for unit in self.attackers if UNRECALLED in table.pieces[unit].marks)
        return Melee(self.target, self.attackers, self.sparing, unrecalled=wild)
