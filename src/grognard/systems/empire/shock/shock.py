"""A shock, from who helps to the dice and what comes of them (E56)."""

from __future__ import annotations

from itertools import combinations

import msgspec

from grognard.kernel import (
    Account,
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.mechanics.commands import Pick
from grognard.systems.empire.events import Marked
from grognard.systems.empire.fire.events import FireSpent
from grognard.systems.empire.fire.supports import against_supports, most, support_of
from grognard.systems.empire.hiding import show
from grognard.systems.empire.morale.commanders import CommandersAtRisk, attached_to
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.shock.actions import Support
from grognard.systems.empire.shock.aftermath import AfterShock
from grognard.systems.empire.shock.events import ShockFought
from grognard.systems.empire.shock.fights import Fight
from grognard.systems.empire.shock.results import Result, result_of
from grognard.systems.empire.shock.rows import account_of
from grognard.systems.empire.table import Table


class Shock(Procedure, tag=True):
    """Attackers and their target come to blows. ``last``: nobody pursues after it."""

    fight: Fight
    last: bool = False
    helping: tuple[UnitId, ...] = ()
    """Who fires for the attackers."""
    guarding: tuple[UnitId, ...] = ()
    """Who fires for the target."""
    principal: UnitId = ""
    result: Result | None = None
    at_risk: tuple[UnitId, ...] = ()

    def masked(self, table: Table, side: SideId) -> Procedure:
        return msgspec.structs.replace(self, fight=self.fight.seen(table, side))

    @step("EG.13", "E56.32", "EG.17")
    def ask_attackers(self, table: Table) -> Flow:
        lead = self.fight.attackers[0]
        options = support_options(table, self.fight, lead, self.fight.target)
        if options is None:
            return Goto("ask_target")
        return Ask(table.side_of(lead), options, "shock-support")

    @step("EG.13", "E56.32")
    def hear_attackers(self, table: Table, action: Support) -> Flow:
        self.helping = action.units
        return None

    @step("EG.13", "E56.32", "EG.17")
    def ask_target(self, table: Table) -> Flow:
        lead = self.fight.attackers[0]
        options = support_options(table, self.fight, self.fight.target, lead)
        if options is None:
            return Goto("find_principal")
        return Ask(table.side_of(self.fight.target), options, "shock-support")

    @step("EG.13", "E56.32")
    def hear_target(self, table: Table, action: Support) -> Flow:
        self.guarding = action.units
        return None

    @step("E35.10")
    def find_principal(self, table: Table) -> Flow:
        """The attacker with the best rows; of equals the owner names one."""
        best = best_attackers(table, self.fight, self.helping)
        if len(best) == 1:
            (self.principal,) = best
            return Goto("throw")
        side: SideId = table.side_of(best[0])
        return Ask(side, Choices(map(Pick, sorted(best)), "E35.10"), "principal")

    @step("E35.10")
    def hear_principal(self, table: Table, action: Pick) -> Flow:
        self.principal = action.choice
        return None

    @step("E56.1")
    def throw(self, table: Table) -> Flow:
        return Roll("2d6", "shock", self.principal)

    @step("E56.1", "E56.7")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        """The first die is the attackers', the second the target's."""
        fight, principal, target = self.fight, self.principal, self.fight.target
        attack, defence = accounts(table, fight, principal, self.helping, self.guarding)
        difference = dice[0] + attack.total - dice[1] - defence.total
        self.result = result = result_of(table, fight, principal, difference)
        table.record(
            ShockFought(
                principal, target, fight.attackers, (dice[0], dice[1]), attack, defence,
                difference, result.word, result.winner, result.loser,
            )
        )  # fmt: skip
        show(table, (*self.helping, *self.guarding))
        for unit in (*self.helping, *self.guarding):
            table.record(FireSpent(unit))
        for unit in fight.fighters:
            if not table.pieces[unit].marked:
                table.record(Marked(unit))
        self.at_risk = fight.fighters
        return None

    @step("E23.7")
    def risk_commanders(self, table: Table) -> Flow:
        if not self.at_risk:
            return Goto("end")
        unit, *rest = self.at_risk
        self.at_risk = tuple(rest)
        leaders = attached_to(table, unit)
        if not leaders:
            return Goto("risk_commanders")
        return Call(CommandersAtRisk(leaders, unit, "in_shock"), then="risk_commanders")

    @step("E56.2", "E56.3", "E56.4", "E56.5")
    def end(self, table: Table) -> Flow:
        assert self.result is not None
        return Call(AfterShock(self.fight, self.result, self.last))

    @step("E60.5")
    def fight_on(self, table: Table, met: Fight | None) -> Flow:
        """A pursuer who meets somebody new fights once more, and that is the end of it."""
        return Call(Shock(met, last=True)) if met is not None else Done()

    @step("E60.5")
    def over(self, table: Table) -> Flow:
        return Done()


# --- support by fire


@rule("EG.13", "EG.17")
def support_options(table: Table, fight: Fight, unit: UnitId, foe: UnitId) -> Judged | None:
    """Who may fire for a unit, one or two together, or nobody; nothing where nobody can."""
    able = [
        friend
        for friend in table.units_of(table.side_of(unit))
        if against_helper(fight, friend) is None
        and isinstance(support_of(table, friend, unit, foe), str)
    ]
    if not able:
        return None

    def judge(order: Support) -> Reason | None:
        barred = [found for each in order.units if (found := against_helper(fight, each))]
        return barred[0] if barred else against_supports(table, unit, foe, order.units)

    few = [group for count in range(most() + 1) for group in combinations(able, count)]
    return Judged(judge, map(Support, sorted(few)), Support)


@rule("EG.13")
def against_helper(fight: Fight, friend: UnitId) -> Reason | None:
    """Whoever fights himself fires for nobody."""
    if friend in fight.fighters or friend in fight.engaged:
        return Reason(f"{friend} fights itself", "EG.13")
    return None


# --- the two sides


@rule("E35.10")
def best_attackers(table: Table, fight: Fight, helping: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The attackers with the highest sum of rows."""
    totals = {
        unit: account_of(table, fight, unit, fight.target, helping).total
        for unit in fight.attackers
    }
    return tuple(unit for unit, total in totals.items() if total == max(totals.values()))


def accounts(
    table: Table,
    fight: Fight,
    principal: UnitId,
    helping: tuple[UnitId, ...] = (),
    guarding: tuple[UnitId, ...] = (),
) -> tuple[Account, Account]:
    """What counts for the attackers and for their target."""
    return (
        account_of(table, fight, principal, fight.target, helping),
        account_of(table, fight, fight.target, principal, guarding),
    )
