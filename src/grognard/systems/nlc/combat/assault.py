"""Segment IV (N7.3, A12): assaults are declared, horsemen give way, then each is fought out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.advance import Advance
from grognard.systems.nlc.combat.assault_fight import AssaultFight
from grognard.systems.nlc.combat.assault_options import (
    Assault,
    Declared,
    bar_to_assault,
    candidates,
    offers,
    unmet,
)
from grognard.systems.nlc.combat.withdrawal import Withdrawals
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


@rule("N1.3", "N7.3.4")
def assault_options(table: Table, side: SideId, declared: tuple[Declared, ...]) -> Judged:
    """What may be declared; the segment cannot be ended while a duty to attack is open."""

    def judge(said: Assault | Finish) -> Reason | Sequence[Reason] | None:
        if isinstance(said, Finish):
            return unmet(table, side, declared)
        return bar_to_assault(table, side, declared, said)

    return Judged(judge, chain(candidates(table, side), (Finish(),)), Assault, Finish)


class AssaultSegment(Procedure, tag=True):
    """N7.3: declare all assaults, then resolve one after the other."""

    side: SideId
    declared: tuple[Declared, ...] = ()
    withdrawing: int = 0
    besieged: tuple[Hex, ...] = ()
    emptied: tuple[Hex, ...] = ()
    target: Hex = 0

    @step("N7.3.1", "N16.8")
    def look(self, table: Table) -> Flow:
        offered = next(offers(table, self.side, self.declared), None)
        return None if offered is not None else Goto("withdraw")

    @step("N7.3.5", "N7.3.6", "N7.3.8", "N7.3.9")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, assault_options(table, self.side, self.declared), "assault")

    @step("N7.3.6", "N7.3.8")
    def hear(self, table: Table, said: Assault | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("withdraw")
        self.declared = with_assault(self.declared, said)
        return Goto("look")

    @step("N7.11.1", "R-7.11")
    def withdraw(self, table: Table) -> Flow:
        self.besieged = tuple(held.target for held in self.declared)
        if self.withdrawing == len(self.declared):
            return Goto("next_assault")
        held = self.declared[self.withdrawing]
        self.withdrawing += 1
        if not table.stack(held.target):
            return Goto("withdraw")
        enemy = table.setting.enemy(self.side)
        return Call(Withdrawals(enemy, held.target, held.units))

    @step("N7.11.1")
    def note_empty(self, table: Table) -> Flow:
        held = self.declared[self.withdrawing - 1]
        if not table.stack(held.target):
            self.emptied = (*self.emptied, held.target)
        return Goto("withdraw")

    @step("N7.1.4", "R-7.3c")
    def next_assault(self, table: Table) -> Flow:
        """The owner chooses which to fight next; targets that others emptied fall away."""
        self.declared = tuple(held for held in self.declared if self._stands(table, held))
        if not self.declared:
            return Done()
        if len(self.declared) == 1:
            self.target = self.declared[0].target
            return Goto("fight")
        return None

    @step("N7.1.4")
    def ask_next(self, table: Table) -> Flow:
        targets = sorted(held.target for held in self.declared)
        return Ask(
            self.side, Choices((Pick(name(at)) for at in targets), "N7.1.4"), "resolve-assault"
        )

    @step("N7.1.4")
    def hear_next(self, table: Table, picked: Pick) -> Flow:
        self.target = int(picked.choice)
        return None

    @step("N7.1.4", "N7.3.3", "N19.3.2")
    def fight(self, table: Table) -> Flow:
        held = next(held for held in self.declared if held.target == self.target)
        self.declared = tuple(other for other in self.declared if other != held)
        units = _still_able(table, held.units)
        if not table.stack(self.target):
            return Call(Advance(self.side, units, self.target), then="next_assault")
        fight = AssaultFight(self.side, units, self.target, self.besieged)
        return Call(fight, then="next_assault")

    @rule("R-7.3c")
    def _stands(self, table: Table, held: Declared) -> bool:
        if not _still_able(table, held.units):
            return False
        enemy = table.setting.enemy(self.side)
        if table.stack(held.target):
            return table.has_unit(held.target, enemy)
        return held.target in self.emptied or bool(table.quarters_at(held.target, enemy))


@rule("N7.7.14", "N20.2.4.2")
def _still_able(table: Table, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Attackers who have not charged in reaction to a withdrawal meanwhile."""
    return tuple(
        unit for unit in units if unit in table.pieces and not table.pieces[unit].has(Mark.CHARGED)
    )


def with_assault(declared: tuple[Declared, ...], said: Assault) -> tuple[Declared, ...]:
    """What is declared with one more; attackers of one hex are joined."""
    found: list[Declared] = []
    joined: tuple[UnitId, ...] = said.units
    for held in declared:
        if held.target == said.target:
            joined = (*held.units, *said.units)
        else:
            found.append(held)
    return (*found, Declared(said.target, joined))
