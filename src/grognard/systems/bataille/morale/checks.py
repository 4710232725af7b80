"""How morale is checked: one unit, or all who must on one occasion (rule 31).

``CheckMorale`` rolls for one unit and says whether it passed. ``Checks`` rolls for several, lets
failures take effect, and then for those who saw their comrades fail.
"""

from __future__ import annotations

from typing import Final

from grognard.kernel import Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command.leaders import (
    MORALE,
    UseLeader,
    helpers_of,
    leaves_a_choice,
)
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.morale.morale import (
    account_of,
    lowest_dice,
    morale_value,
    passes,
)
from grognard.systems.bataille.morale.retreat import Disorder
from grognard.systems.bataille.pieces import Cohesion, LeaderId, UnitId
from grognard.systems.bataille.table import Table

CHAIN: Final = "chain"

CAUSES: Final = {
    "fire-check": "fire",
    "chain": "chain",
    "overstack": "overstack",
    "passage": "passage",
    "premelee-defender": "premelee",
    "premelee-attacker": "premelee",
    "leader": "leader",
    "shelter": "shelter",
}
"""What drives a unit back that fails on an occasion; any other occasion is of the rules."""


def weigh_dice(
    table: Table,
    unit: UnitId,
    occasion: str,
    dice: tuple[int, ...],
    items: tuple[Item, ...] = (),
    *,
    replaces: bool = False,
    leader: LeaderId | None = None,
) -> bool:
    """Compare dice with one unit's value, record the check, and say whether it passed.

    ``leader`` is the one whom the owner chose, "" if none; otherwise the best one helps.
    """
    account = account_of(table, unit, items, replaces=replaces, leader=leader)
    value = morale_value(table, unit)
    passed = passes(table, D66.thrown(dice), account.total, value)
    needed = lowest_dice(table, account.total, value)
    side = table.side_of(unit)
    table.record(MoraleChecked(unit, side, occasion, dice, account, value, needed, passed))
    return passed


class CheckMorale(Procedure, tag=True):
    """P31.1: two dice, modified, must exceed the morale value. Result: did it pass?

    ``items`` add to the general modifiers, or stand in their place with ``replaces``.
    """

    unit: UnitId
    occasion: str
    items: tuple[Item, ...] = ()
    replaces: bool = False
    leader: LeaderId | None = None

    @step("P7.24")
    def see_to_leaders(self, table: Table) -> Flow:
        able = helpers_of(table, self.unit, MORALE)
        if not leaves_a_choice(table, able, MORALE, exposes=False):
            return Goto("throw")
        return Call(UseLeader(table.side_of(self.unit), able, MORALE))

    @step("P7.24")
    def led_by(self, table: Table, leader: LeaderId) -> Flow:
        self.leader = leader
        return None

    @step("P31.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", self.occasion, self.unit)

    @step("P31.1", "PR-01", "PR-02", "PR-03")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        passed = weigh_dice(
            table,
            self.unit,
            self.occasion,
            dice,
            self.items,
            replaces=self.replaces,
            leader=self.leader,
        )
        return Done(passed)


class Checks(Procedure, tag=True):
    """One event makes units check, in turn; nobody rolls for it twice (PR-75, PR-180).

    Failures take effect at once. Then the other good-order units in the hexes of those that
    failed check too, with no modifier of their own, until nobody is left. ``at`` is the hex that
    was attacked; ``guns`` share the fate of the first unit. Result: which of ``units`` passed.
    """

    units: tuple[UnitId, ...]
    occasion: str
    items: tuple[Item, ...] = ()
    exempt: tuple[UnitId, ...] = ()
    replaces: bool = False
    cause: str = ""
    at: Hex = 0
    guns: tuple[UnitId, ...] = ()
    rolled: tuple[UnitId, ...] = ()
    passed: tuple[UnitId, ...] = ()
    shaken: tuple[Hex, ...] = ()
    chain: tuple[UnitId, ...] = ()
    current: UnitId = ""

    @step("P31.2", "P31.7", "P31.8", "P31.9", "P31.10", "P31.11", "P31.12", "PR-180")
    def next_unit(self, table: Table) -> Flow:
        for unit in self.units:
            if unit in table.pieces and unit not in self.rolled and unit not in self.exempt:
                self.current, self.rolled = unit, (*self.rolled, unit)
                items = (*self.items, *self._example(table, unit))
                return Call(CheckMorale(unit, self.occasion, items, self.replaces))
        return Goto("next_in_chain")

    @step("P31.1", "PR-50", "PR-69")
    def first_result(self, table: Table, passed: bool) -> Flow:
        if passed:
            self.passed = (*self.passed, self.current)
            return Goto("next_unit")
        return Call(self._failure(table, self._cause()), then="next_unit")

    @step("P31.3", "P31.15", "PR-75", "PR-180")
    def next_in_chain(self, table: Table) -> Flow:
        for at in self.shaken:
            for unit in table.stack(at):
                if self._must_follow(table, unit):
                    self.current, self.rolled = unit, (*self.rolled, unit)
                    return Call(CheckMorale(unit, CHAIN, self._example(table, unit)))
        return Done(tuple(unit for unit in self.passed if unit in table.pieces))

    @step("P31.15", "PR-69")
    def chain_result(self, table: Table, passed: bool) -> Flow:
        if passed:
            if table.setting.reglement.passers is not None:
                self.chain = (*self.chain, self.current)
            return Goto("next_in_chain")
        return Call(self._failure(table, CHAIN), then="next_in_chain")

    def _example(self, table: Table, unit: UnitId) -> tuple[Item, ...]:
        """What those who have passed in this event do for the next, where an edition counts them."""
        passers = table.setting.reglement.passers
        return (
            ()
            if passers is None
            else passers(table, unit, self.rolled, (*self.passed, *self.chain))
        )

    def _cause(self) -> str:
        return self.cause or CAUSES.get(self.occasion, "rules")

    def _failure(self, table: Table, cause: str) -> Disorder:
        """What the failure does; its hexes are remembered for the chain."""
        unit, spared = self.current, (*self.exempt, *self.units)
        hexes = table.pieces[unit].hexes
        self.shaken = (*self.shaken, *[at for at in hexes if at not in self.shaken])
        guns = self.guns if unit == self.units[0] else ()
        return Disorder(unit, cause, self.at, exempt=spared, guns=guns)

    @rule("P31.15", "PR-75")
    def _must_follow(self, table: Table, unit: UnitId) -> bool:
        """Is this a good-order comrade of those who failed, who has not rolled for the event?"""
        if unit in self.rolled or unit in self.exempt or unit in self.guns:
            return False
        comrade = table.side_of(unit) == table.side_of(self.units[0])
        return comrade and table.pieces[unit].cohesion is Cohesion.GOOD
