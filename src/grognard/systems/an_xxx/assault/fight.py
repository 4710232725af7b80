"""The dice of a melee (X16.6, X16.7): strengths, odds, leaders, and the word of the chart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from grognard.kernel import Account, Call, Done, Flow, Item, Procedure, Roll, rule, step
from grognard.mechanics.d66 import D66, RUNGS
from grognard.mechanics.hexes import name
from grognard.systems.an_xxx.cards import FIREFIGHT
from grognard.systems.bataille.command.casualties import Fallen, struck_in_melee
from grognard.systems.bataille.command.leaders import MELEE, UseLeader
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.melee.melee import (
    attack_leaders,
    attack_strength,
    defence_leaders,
    defence_strength,
    leading,
)
from grognard.systems.bataille.melee.melee_values import Melee, Strength
from grognard.systems.bataille.pieces import LeaderId
from grognard.systems.bataille.table import Table


@rule("X16.6.1", "X9.4", "X9.5")
def shifted_column(table: Table, attack: Strength, defence: Strength, left: int) -> int:
    """The column of these strengths, so many columns to the left, never off the chart."""
    found: int = table.setting.cards.melee_column(attack.total, defence.total)
    return min(max(found - left, 0), len(table.setting.cards.melee_odds.names) - 1)


@rule("X8.3.3", "X16.6.7", "X16.6.8")
def melee_account(table: Table, melee: Melee, items: tuple[Item, ...]) -> Account:
    """What is added to the dice of a melee: losses to the volleys, and the leaders."""
    return Account((*items, *leading(table, melee)))


class Rolled(msgspec.Struct, frozen=True):
    """The word of the chart, and the leader who fell by the same dice.

    Those who saw him fall check when the result has been applied.
    """

    result: str
    fallen: Fallen | None = None


class MeleeRoll(Procedure, tag=True):
    """X16.6: one roll for a hex. Result: ``Rolled``.

    ``items`` are the losses of the volleys before it; ``left`` are columns that shift it. The
    ``firefight`` is read in its own column, whatever the odds.
    """

    melee: Melee
    items: tuple[Item, ...] = ()
    left: int = 0
    result: str = ""
    firefight: bool = False

    @step("P7.1", "P7.24")
    def lead_the_attack(self, table: Table) -> Flow:
        able = attack_leaders(table, self.melee)
        return Call(UseLeader(self._sides(table)[0], able, MELEE, exposes=True))

    @step("P7.1", "P7.24")
    def lead_the_defence(self, table: Table, leader: LeaderId) -> Flow:
        self.melee = msgspec.structs.replace(self.melee, attack_leader=leader)
        able = defence_leaders(table, self.melee)
        return Call(UseLeader(self._sides(table)[1], able, MELEE))

    @step("P7.24")
    def both_are_led(self, table: Table, leader: LeaderId) -> Flow:
        self.melee = msgspec.structs.replace(self.melee, defence_leader=leader)
        return None

    @step("X16.6.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", "melee", name(self.melee.target))

    @step("X16.6.1", "X16.6.7", "X16.6.8", "X9.3")
    def resolve(self, table: Table, dice: tuple[int, ...]) -> Flow:
        melee, sides = self.melee, self._sides(table)
        account, thrown = melee_account(table, melee, self.items), D66.thrown(dice)
        attack, defence = attack_strength(table, melee), defence_strength(table, melee)
        column, read = self._column(table, attack, defence)
        self.result = read(thrown.rung + account.total)
        table.record(
            MeleeFought(
                melee.target,
                sides,
                attack,
                defence,
                attack.total,
                defence.total,
                column,
                account,
                int(thrown),
                int(thrown + account.total),
                self.result,
            )
        )
        casualty = struck_in_melee(
            table,
            melee.target,
            sides[0],
            thrown,
            attacker=melee.attack_leader,
            defender=melee.defence_leader,
        )
        return Done(Rolled(self.result)) if casualty is None else Call(casualty)

    @step("X8.2.8", "X8.2.9")
    def tell(self, table: Table, fallen: Fallen | None) -> Flow:
        return Done(Rolled(self.result, fallen))

    @rule("X16.6.1", "X16.8.2", "X16.8.4")
    def reading(self, table: Table) -> tuple[str, tuple[str, ...]]:
        """The column, and what each rung of the dice as thrown brings in it."""
        more = melee_account(table, self.melee, self.items).total
        strengths = attack_strength(table, self.melee), defence_strength(table, self.melee)
        column, read = self._column(table, *strengths)
        return column, tuple(read(rung + more) for rung in range(RUNGS))

    def _column(
        self, table: Table, attack: Strength, defence: Strength
    ) -> tuple[str, Callable[[int], str]]:
        """The column of these strengths, and how a rung is read in it."""
        cards = table.setting.cards
        if self.firefight:
            return FIREFIGHT, cards.firefight_result
        column = shifted_column(table, attack, defence, self.left)
        return cards.melee_odds.names[column], partial(cards.melee_result, column)

    def _sides(self, table: Table) -> tuple[str, str]:
        side = table.side_of(self.melee.attackers[0])
        return side, table.setting.enemy(side)
