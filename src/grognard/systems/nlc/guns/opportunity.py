"""Opportunity fire (N20.13): guns that have not moved fire at whoever comes into their field."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    MalformedAction,
    Procedure,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.actions import Command, Finish
from grognard.systems.nlc.events import Marked
from grognard.systems.nlc.guns.bombardment import Bombardment
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.kinds import Terrain
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

FIRED_AT = "fired-at:"
"""Begins the mark of a battery that has fired at a moving unit this turn."""


class FireAtMover(Command, frozen=True, order=True, tag="nlc-fire"):
    """Fire a battery at the moving stack: ``fire guns``."""

    unit: UnitId
    verb: ClassVar[str] = "fire"

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> FireAtMover:
        if len(words) != 1:
            raise MalformedAction("fire needs a battery, as in: fire guns")
        return cls(words[0])


@rule("N20.13.1", "N20.13.2", "N20.13.3", "N16.2")
def batteries(table: Table, movers: tuple[UnitId, ...], at: Hex) -> list[UnitId]:
    """Enemy guns that may fire at these units in a hex they have entered."""
    if table.setting.turns[table.turn - 1].night:
        return []
    enemy = table.setting.enemy(table.side_of(movers[0]))
    if table.setting.ground.terrain[at] == Terrain.CHATEAU:
        return []
    reach = table.setting.cards.figure("bombardment_range")
    return [
        unit
        for unit in table.units_of(enemy)
        if table.arm(unit).artillery and _may_fire(table, unit, at, movers, reach)
    ]


def _may_fire(table: Table, unit: UnitId, at: Hex, movers: tuple[UnitId, ...], reach: int) -> bool:
    piece = table.pieces[unit]
    far = distance(piece.at, at)
    if not 1 <= far <= reach or piece.spent or table.under[unit] in table.hidden:
        return False
    if any(FIRED_AT + mover in piece.marks for mover in movers):
        return False
    if piece.faced and far == 1 and at not in piece.faced:
        return False
    return fires(table, piece.at, at).clear


class OpportunityFire(Procedure, tag=True):
    """The owner of the guns may fire one after another; the stack then goes on if it can."""

    movers: tuple[UnitId, ...]
    at: Hex

    @step("N20.13.1")
    def look(self, table: Table) -> Flow:
        return None if self._able(table) else Done()

    @step("N20.13.1")
    def ask(self, table: Table) -> Flow:
        offers = [FireAtMover(unit) for unit in sorted(self._able(table))]
        return Ask(self._side(table), Choices((*offers, Finish())), "opportunity-fire")

    @step("N20.13.1", "N20.13.2")
    def hear(self, table: Table, said: FireAtMover | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("finish")
        for mover in self.movers:
            table.record(Marked(said.unit, FIRED_AT + mover))
        fire = Bombardment(self._side(table), (said.unit,), self.at, opportunity=True)
        return Call(fire, then="look")

    @step("N20.13.1")
    def finish(self, table: Table) -> Flow:
        return Done()

    def _side(self, table: Table) -> SideId:
        return table.setting.enemy(table.side_of(self.movers[0]))

    def _able(self, table: Table) -> list[UnitId]:
        here = tuple(
            unit
            for unit in self.movers
            if unit in table.pieces and self.at in table.pieces[unit].hexes
        )
        return batteries(table, here, self.at) if here else []
