"""Opportunity fire (N20.13): guns that have not moved fire at whoever comes into their field."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import (
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    MalformedAction,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.commands import Bent
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.actions import Command, Finish
from grognard.systems.nlc.events import Marked
from grognard.systems.nlc.guns.bombardment import Bombardment
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.judging import bar_to_naming, or_done
from grognard.systems.nlc.kinds import Terrain
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class FireAtMover(Command, frozen=True, order=True, tag="nlc-fire"):
    """Fire a battery at the moving stack: ``fire guns``."""

    unit: UnitId
    verb: ClassVar[str] = "fire"
    bent: ClassVar[Bent | None] = Bent.FIRE

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> FireAtMover:
        if len(words) != 1:
            raise MalformedAction("fire needs a battery, as in: fire guns")
        return cls(words[0])


def batteries(table: Table, movers: tuple[UnitId, ...], at: Hex) -> list[UnitId]:
    """Enemy guns that may fire at these units in a hex they have entered."""
    enemy = table.setting.enemy(table.side_of(movers[0]))
    return [
        unit
        for unit in table.units_of(enemy)
        if table.arm(unit).artillery and bar_to_firing(table, unit, at, movers) is None
    ]


@rule("N20.13.1", "N20.13.2", "N20.13.3", "N16.2", "N10.1")
def bar_to_firing(table: Table, unit: UnitId, at: Hex, movers: tuple[UnitId, ...]) -> Reason | None:
    """Why a battery may not fire at units that have entered a hex."""
    piece, name_ = table.pieces[unit], table.printed(unit).name
    far, reach = distance(piece.at, at), table.setting.cards.figure("bombardment_range")
    if not table.arm(unit).artillery or not 1 <= far <= reach:
        return Reason(f"{name_} has no guns within {reach} hexes of them", "N20.13.1")
    if table.setting.turns[table.turn - 1].night:
        return Reason("no guns fire at night", "N16.2")
    if table.setting.ground.terrain[at] == Terrain.CHATEAU:
        return Reason("who is in a chateau is not fired at", "N10.1")
    if piece.spent or table.under[unit] in table.hidden:
        return Reason(f"{name_} has moved", "N20.13.1")
    if any(Mark.FIRED_AT + mover in piece.marks for mover in movers):
        return Reason(f"{name_} has fired at them already", "N20.13.2")
    if piece.faced and far == 1 and at not in piece.faced:
        return Reason("its guns are turned to other enemies beside it", "N20.13.3")
    sight = fires(table, piece.at, at)
    return None if sight.clear else Reason(f"no line of fire: {sight.why}", sight.clause)


class OpportunityFire(Procedure, tag=True):
    """The owner of the guns may fire one after another; the stack then goes on if it can."""

    movers: tuple[UnitId, ...]
    at: Hex

    @step("N20.13.1")
    def look(self, table: Table) -> Flow:
        return None if self._options(table).count() > 1 else Done()

    @step("N20.13.1")
    def ask(self, table: Table) -> Flow:
        return Ask(self._side(table), self._options(table), "opportunity-fire")

    @step("N20.13.1", "N20.13.2")
    def hear(self, table: Table, said: FireAtMover | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("finish")
        for mover in self.movers:
            table.record(Marked(said.unit, Mark.FIRED_AT + mover))
        fire = Bombardment(self._side(table), (said.unit,), self.at, opportunity=True)
        return Call(fire, then="look")

    @step("N20.13.1")
    def finish(self, table: Table) -> Flow:
        return Done()

    def _side(self, table: Table) -> SideId:
        return table.setting.enemy(table.side_of(self.movers[0]))

    def _options(self, table: Table) -> Judged:
        here = tuple(
            unit
            for unit in self.movers
            if unit in table.pieces and self.at in table.pieces[unit].hexes
        )
        guns = sorted(batteries(table, here, self.at)) if here else []

        def judge(said: FireAtMover) -> Reason | None:
            barred = bar_to_naming(table, self._side(table), said.unit, "N20.13.1")
            return barred or bar_to_firing(table, said.unit, self.at, here)

        return or_done(judge, map(FireAtMover, guns), FireAtMover)
