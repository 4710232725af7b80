"""Advance into a hex the enemy has left (N7.5, A14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

import msgspec

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
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.nlc import leaders
from grognard.systems.nlc.actions import Command, Finish, joined, split_units
from grognard.systems.nlc.events import Fact, LeaderMoved, Marked
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.kinds import Hexside
from grognard.systems.nlc.movement.stacking import overstacked
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class Occupy(Command, frozen=True, order=True, tag="nlc-occupy"):
    """Advance units of one attacking stack into the hex: ``occupy gauthier+jamin``."""

    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "occupy"

    def words(self) -> list[str]:
        return [joined(self.units)]

    @classmethod
    def read(cls, words: list[str]) -> Occupy:
        if len(words) != 1:
            raise MalformedAction("occupy needs units, as in: occupy gauthier+jamin")
        return cls(split_units(words[0]))


class Advanced(Fact, frozen=True, tag=True):
    """Units took the place of a beaten enemy."""

    units: tuple[UnitId, ...]
    to: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N7.5.1",)

    def change(self, table: Table) -> None:
        for unit in reversed(self.units):
            piece = table.pieces[unit]
            table.put(msgspec.structs.replace(piece, at=self.to, also=0))


class Advance(Procedure, tag=True):
    """A14: one stack, or part of it, may go in if the attackers held and the hex fell empty."""

    side: SideId
    units: tuple[UnitId, ...]
    target: Hex
    gone: tuple[UnitId, ...] = ()

    @step("N7.5.1", "N7.5.5", "R-7.5")
    def look(self, table: Table) -> Flow:
        if table.stack(self.target) or not list(self._offers(table)):
            return Done()
        return None

    @step("N7.5.1", "N7.5.2", "N7.5.3", "N7.5.4")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, Choices((*sorted(self._offers(table)), Finish())), "advance")

    @step("N7.5.1", "N7.5.2", "N12.2A.3")
    def hear(self, table: Table, said: Occupy | Finish) -> Flow:
        if isinstance(said, Finish):
            return Done()
        self.gone = said.units
        origin = table.pieces[said.units[0]].at
        led = table.leaders_at(origin, self.side)
        emptied = set(table.units_in(origin, self.side)) <= set(said.units)
        table.record(Advanced(said.units, self.target))
        if emptied:
            for leader in led:
                table.record(LeaderMoved(leader, self.target))
        for unit in said.units:
            table.record(Marked(unit, Mark.ENTERED_ZONE))
        return leaders.drive_off(table, self.target, self.side)

    @step("N7.9.1")
    def look_round(self, table: Table) -> Flow:
        here = tuple(unit for unit in self.gone if unit in table.pieces)
        if here and reaction.candidates(table, here, self.target):
            return Call(reaction.ReactionWindow(here, self.target, "move"))
        return Goto("finish")

    @step("N7.5.1")
    def finish(self, table: Table) -> Flow:
        return Done()

    @rule("N7.5.2", "N7.5.3", "N7.5.4", "R-7.5")
    def _offers(self, table: Table) -> Iterator[Occupy]:
        """Who may go in: one unit that is no battery; a stack with a leader; units of one division."""
        here = [unit for unit in self.units if unit in table.pieces]
        for at in sorted({table.pieces[unit].at for unit in here}):
            if not _is_passable(table, at, self.target):
                continue
            stack = sorted(unit for unit in here if table.pieces[unit].at == at)
            for size in range(1, len(stack) + 1):
                for group in combinations(stack, size):
                    if self._may_go(table, at, group, stack):
                        yield Occupy(group)

    def _may_go(
        self, table: Table, at: Hex, group: tuple[UnitId, ...], stack: list[UnitId]
    ) -> bool:
        if all(table.arm(unit).artillery for unit in group):
            return False
        if overstacked(table, self.target, group) is not None:
            return False
        if len(group) == 1:
            return True
        led = bool(table.leaders_at(at, self.side)) and len(group) == len(stack)
        printed = [table.printed(unit) for unit in group]
        return led or len({(unit.formation, unit.division) for unit in printed}) == 1


def _is_passable(table: Table, at: Hex, target: Hex) -> bool:
    edge = side_towards(at, target)
    return edge is not None and table.setting.ground.hexsides.get((at, edge)) != Hexside.IMPASSABLE
