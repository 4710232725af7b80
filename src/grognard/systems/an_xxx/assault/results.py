"""The results of a melee (X16.7): surrender, rout, disorder and recoil, of one side or the other."""

from __future__ import annotations

from typing import Final

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.recoil import FallBack, lose
from grognard.systems.an_xxx.assault.structures import structure_at
from grognard.systems.an_xxx.guns.overrun import LoseGuns
from grognard.systems.bataille.melee.giving_way import disorder_in_place
from grognard.systems.bataille.melee.melee import units_against
from grognard.systems.bataille.melee.taking_part import TakePrisoner, present
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

BLANK: Final = "-"
ATTACKER: Final = "A"
SURRENDER, ROUT, DISORDER = "S", "R", "D"


class Suffer(Procedure, tag=True):
    """X16.7: a result befalls the beaten: every stack of the attackers, or the hex they fought for.

    ``result`` is a word of the chart: AS, AR, AD1 to AD3, DD1 to DD3, DR, DS.
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    result: str
    stacks: tuple[tuple[UnitId, ...], ...] = ()
    going: tuple[UnitId, ...] = ()
    runners: tuple[UnitId, ...] = ()
    at: Hex = 0

    @step("X16.7.1")
    def see_who(self, table: Table) -> Flow:
        self.stacks = beaten(table, self.target, self.attackers, self.result)
        return None

    @step("X16.7.2", "X16.7.3", "X16.7.4", "X16.7.5", "X18.4")
    def next_stack(self, table: Table) -> Flow:
        if not self.stacks:
            return Done()
        units, self.stacks = self.stacks[0], self.stacks[1:]
        units = present(table, units)
        if not units:
            return Goto("next_stack")
        self.at = self.target if self._defends() else table.pieces[units[0]].at
        if self.result[1] == SURRENDER:
            return Call(TakePrisoner(units), then="next_stack")
        self.runners = self._runners(table, units)
        if self._stays(table):
            for unit in units:
                if unit not in self.runners:
                    disorder_in_place(table, unit, self.at)
            units = self.runners
        self.going = units
        guns = tuple(unit for unit in units if in_battery(table, unit))
        return Call(LoseGuns(guns, self._by(table))) if guns else None

    @step("X16.7.2")
    def go_back(self, table: Table) -> Flow:
        units, self.runners = present(table, self.going), present(table, self.runners)
        back = tuple(unit for unit in units if unit not in self.runners)
        if not back:
            return None
        ignored = self.attackers if self._defends() else ()
        return Call(FallBack(back, int(self.result[2:]), self.at, ignored=ignored))

    @step("X16.7.3", "X16.7.6", "X12.12.5")
    def run(self, table: Table) -> Flow:
        """Routed defenders lose half of what is left of them as they run on."""
        self.runners = present(table, self.runners)
        if not self.runners:
            return Goto("next_stack")
        unit, self.runners = self.runners[0], self.runners[1:]
        if self._defends() and table.pieces[unit].cohesion is Cohesion.ROUT:
            lose(table, (unit,), max(1, table.strength(unit) // 2), "melee", "X16.7.6")
        if unit not in table.pieces:
            return Goto("run")
        return Call(Rout(unit, "melee", self.at, exempt=self.runners), then="run")

    def _by(self, table: Table) -> str:
        """The arm to which guns are lost: that of the attackers."""
        return str(table.setting.roster[self.attackers[0]].arm.value)

    def _defends(self) -> bool:
        return not self.result.startswith(ATTACKER)

    @rule("X16.5.4")
    def _stays(self, table: Table) -> bool:
        """Defenders of a special structure do not leave it by recoil."""
        return self._defends() and structure_at(table, self.target) is not None

    @rule("X16.7.1", "X16.7.2", "X16.7.6")
    def _runners(self, table: Table, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        """Who routs: all by the word of the chart; attackers of a stack in disorder; the routed."""
        states = [table.pieces[unit].cohesion for unit in units]
        if self.result[1] == ROUT:
            return units
        if not self._defends():
            return () if all(state is Cohesion.GOOD for state in states) else units
        return tuple(
            unit for unit, state in zip(units, states, strict=True) if state is Cohesion.ROUT
        )


@rule("X16.7.1")
def beaten(
    table: Table, target: Hex, attackers: tuple[UnitId, ...], result: str
) -> tuple[tuple[UnitId, ...], ...]:
    """The stacks that a result befalls, each top first."""
    if result == BLANK:
        return ()
    if not result.startswith(ATTACKER):
        side = table.side_of(attackers[0])
        return (units_against(table, target, side),)
    there = present(table, attackers)
    hexes = sorted({table.pieces[unit].at for unit in there})
    return tuple(
        tuple(unit for unit in table.stack(at) if unit in there and table.pieces[unit].at == at)
        for at in hexes
    )


def in_battery(table: Table, unit: UnitId) -> bool:
    return table.pieces[unit].formation is Formation.UNLIMBERED
