"""Opportunity fire (rules 14 and 28): fire at a unit that moves, turns or changes under threat.

Whoever moves calls ``OpportunityFire`` before the action takes effect, so that the mover is fired
at in its old hex, formation and facing. Each trigger is a small fire segment of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Ask, Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Finish, Shoot
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.firing import OPPORTUNITY
from grognard.systems.bataille.fire.targets import FieldOfFire, FireOptions
from grognard.systems.bataille.pieces import Cohesions, Forms, UnitId
from grognard.systems.bataille.table import Table


@rule("P14.6", "P14.14", "P28.1", "P28.5", "P28.6", "PR-179")
def threatened(table: Table, unit: UnitId, hexes: Sequence[Hex]) -> tuple[Hex, ...]:
    """The hexes of a unit that lie in an enemy zone, or next to or upon an enemy square."""
    setting = table.setting
    index = 1 if setting.roster[unit].side == setting.sides[0] else 0
    zones, enemy, found = table.zones[index], setting.sides[index], tuple[Hex, ...]()
    for at in hexes:
        if at in zones or squares_beside(table, at, enemy):
            found = (*found, at)
    return found


def squares_beside(table: Table, at: Hex, side: str) -> list[UnitId]:
    """The squares of this side that stand in the hex or next to it."""
    stacks, pieces, found = table.stacks, table.pieces, list[UnitId]()
    for near in (at, *table.setting.ground.around[at]):
        if near in stacks:
            for other in stacks[near]:
                piece = pieces[other]
                if piece.formation is Forms.SQUARE and piece.cohesion is Cohesions.GOOD:
                    if table.side_of(other) == side:
                        found.append(other)
    return found


class OpportunityFire(Procedure, tag=True):
    """P28: the other side may make one attack on one of the mover's threatened hexes.

    ``trigger`` says what drew it: leaving, a change of formation, a turn (PR-45).
    """

    mover: UnitId
    at: tuple[Hex, ...]
    trigger: str

    @step("P14.11", "P14.14", "P14.15", "P14.16", "P28.1", "PR-45", "PR-46", "PR-47", "PR-179")
    def choose(self, table: Table) -> Flow:
        options = self._offered(table)
        side = table.setting.enemy(table.side_of(self.mover))
        return Ask(side, options, "opportunity-fire") if options.firers else Done()

    @step("P14.18", "P28.2", "P28.3", "P28.4", "PR-50")
    def fire(self, table: Table, answer: Shoot | Finish) -> Flow:
        firers = tuple(sorted(answer.firers)) if isinstance(answer, Shoot) else ()
        if table.setting.reglement.fire_offered is not None:
            table.setting.reglement.fire_offered(table, self.mover, self._offered(table), firers)
        if isinstance(answer, Finish):
            return Done()
        return Call(FireAttack(answer.target, firers, OPPORTUNITY), then="over")

    @step("P28.1")
    def over(self, table: Table) -> Flow:
        return Done()

    def _offered(self, table: Table) -> FireOptions:
        side = table.setting.enemy(table.side_of(self.mover))
        return FireOptions(FieldOfFire(table, side, OPPORTUNITY, at=self.at))
