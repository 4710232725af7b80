"""Fire inside the assault (X15.8): the defenders first, then those who are still there to close."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TypeVar

from grognard.kernel import (
    Account,
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.an_xxx.assault.pairs import able
from grognard.systems.an_xxx.fire import AT_HORSE, VOLLEY
from grognard.systems.bataille.actions import Firer, Pick
from grognard.systems.bataille.fire.combining import all_together
from grognard.systems.bataille.fire.fire import Attack, FireAttack, massing, odds_column
from grognard.systems.bataille.fire.fire_defence import defenders, fire_defence, increments_in
from grognard.systems.bataille.fire.firepower import FireShare, total
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.melee.leaving_square import is_square
from grognard.systems.bataille.melee.melee import engaged_hexes, units_against
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table

V = TypeVar("V", "Volley", "Volleys")


class Volley(FireAttack, tag=True):
    """X15.8: a doubled volley within an assault. Result: the increments it cost.

    ``pledged`` shares were aimed before the other side's volley took effect (X16.8.2).
    """

    pledged: tuple[FireShare, ...] = ()

    def masked(self, table: Table, side: str) -> Volley:
        """What the other side sees: not what each unit brings."""
        return self if self.side_firing(table) == side else _unpledged(self)

    @rule("X16.8.2")
    def attack(self, table: Table) -> Attack:
        """As every attack, but with the strength that was pledged for it."""
        if not self.pledged:
            return super().attack(table)
        cards, side = table.setting.cards, self.side_firing(table)
        defence = fire_defence(table, self.target, [firer.at for firer in self.firers], side)
        there = increments_in(table, self.target, defenders(table, self.target, side))
        strength = total(self.pledged)
        return Attack(
            shares=self.pledged,
            defence=defence,
            shift=0,
            column=odds_column(cards, strength, defence.total),
            modifiers=Account(tuple(massing(cards, there))),
            artillery=False,
            below_chart=cards.fire_is_below_card(strength, defence.total),
        )

    @step("X15.8", "X16.6.11")
    def over(self, table: Table) -> Flow:
        follows = table.setting.reglement.after_fire(table, self)
        return Done(self._cost()) if follows is None else Call(follows)

    @step("X16.6.11")
    def followed(self, table: Table) -> Flow:
        return Done(self._cost())

    def _cost(self) -> int:
        return sum(count for _, count in self.losses)


def _unpledged(volley: V) -> V:
    if not volley.pledged:
        return volley
    seen = copy(volley)
    seen.pledged = ()
    return seen


@rule("X15.8", "X16.6.11")
def firers_in(
    table: Table, units: tuple[UnitId, ...], hexes: tuple[Hex, ...], target: Hex
) -> tuple[Firer, ...]:
    """Who of these units, in these hexes, can fire at a hex next to them; as many as may join."""
    if not units:
        return ()
    field = FieldOfFire(table, table.side_of(units[0]), VOLLEY, at=(target,))
    able = [
        Firer(unit, at)
        for unit in units
        for at in table.pieces[unit].hexes
        if at in hexes and field.bars(Firer(unit, at), target) is None
    ]
    once = {firer.unit if len(hexes) == 1 else str(firer): firer for firer in sorted(able)}
    return all_together(table, target, tuple(once.values()))


class Volleys(Procedure, tag=True):
    """X16.1: the volleys of an assault. Result: what attackers and defenders lost.

    ``at_once``: both volleys are fired before either takes effect, as in the Firefight; then the
    attackers' losses are taken first.
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    at_once: bool = False
    at: Hex = 0
    return_fire: tuple[Firer, ...] = ()
    pledged: tuple[FireShare, ...] = ()
    attack_lost: int = 0

    def masked(self, table: Table, side: str) -> Volleys:
        """What the other side sees: not what each unit brings."""
        return self if table.side_of(self.attackers[0]) == side else _unpledged(self)

    @step("X16.1")
    def find_target(self, table: Table) -> Flow:
        hexes = self._hexes(table)
        if self.at_once:
            self.return_fire = self._attack(table)
            if self.return_fire:
                self.pledged = Volley(self.target, self.return_fire, VOLLEY).attack(table).shares
        if not hexes:
            return Goto("answer")
        self.at = hexes[0]
        return None if len(hexes) > 1 else Goto("defend")

    @step("X16.1")
    def ask(self, table: Table) -> Flow:
        side = table.side_of(self.defenders[0])
        picks = [Pick(name(at)) for at in self._hexes(table)]
        return Ask(side, Judged(partial(self._against, table), picks, Pick, sifted=True), "volley")

    @step("X16.1")
    def hear(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        self.at = parse_hex(choice.choice)
        return None

    @step("X15.8")
    def defend(self, table: Table) -> Flow:
        kind = AT_HORSE if self._undivided(table) else VOLLEY
        return Call(Volley(self.at, self._defence(table, self.at), kind))

    @step("X15.8", "X16.6.8")
    def defended(self, table: Table, cost: int) -> Flow:
        self.attack_lost = cost
        return None

    @step("X15.8")
    def answer(self, table: Table) -> Flow:
        firers = self.return_fire if self.at_once else self._attack(table)
        there = units_against(table, self.target, table.setting.roster[self.attackers[0]].side)
        if not firers or not there:
            return Done((self.attack_lost, 0))
        return Call(Volley(self.target, firers, VOLLEY, pledged=self.pledged))

    @step("X15.8", "X16.6.7")
    def answered(self, table: Table, cost: int) -> Flow:
        return Done((self.attack_lost, cost))

    @rule("X12.9.8")
    def _undivided(self, table: Table) -> bool:
        """Does a square fire all it has at those who charge it?"""
        horse = all(table.printed(unit).arm is Arm.CAVALRY for unit in self.attackers)
        option = table.setting.options.get("square_full_fire")
        return option == "on" and horse and is_square(table, self.target)

    def _hexes(self, table: Table) -> tuple[Hex, ...]:
        """The hexes of the attack at which the defence can fire."""
        found = {
            at
            for unit in self.attackers
            for at in engaged_hexes(table, unit, self.target)
            if self._defence(table, at)
        }
        return tuple(sorted(found))

    def _defence(self, table: Table, at: Hex) -> tuple[Firer, ...]:
        here = tuple(unit for unit in self.defenders if unit in table.pieces)
        return firers_in(table, here, (self.target,), at)

    def _attack(self, table: Table) -> tuple[Firer, ...]:
        units = able(table, self.attackers, self.target)
        hexes = tuple(at for unit in units for at in engaged_hexes(table, unit, self.target))
        return firers_in(table, units, hexes, self.target)

    @rule("X16.1")
    def _against(self, table: Table, order: Pick) -> Reason | None:
        hexes = [name(at) for at in self._hexes(table)]
        if order.choice in hexes:
            return None
        return Reason(f"the volley goes at one of {', '.join(hexes)}", "X16.1")
