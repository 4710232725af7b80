"""Advance into a hex the enemy has left (N7.5, A14)."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import ClassVar

import msgspec

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
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.nlc import leaders
from grognard.systems.nlc.actions import Command, Finish, joined, split_units
from grognard.systems.nlc.events import Fact, LeaderMoved, Marked
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.judging import bar_to_group, bar_to_naming, or_done
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
        if table.stack(self.target) or self._options(table).count() == 1:
            return Done()
        return None

    @step("N7.5.1", "N7.5.2", "N7.5.3", "N7.5.4")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, self._options(table), "advance")

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

    def _options(self, table: Table) -> Judged:
        """Units of one attacking stack, alone and together, or nobody."""
        stacks: dict[Hex, list[UnitId]] = {}
        for unit in self.units:
            if unit in table.pieces:
                stacks.setdefault(table.pieces[unit].at, []).append(unit)
        groups = sorted(
            Occupy(group)
            for stack in stacks.values()
            for size in range(1, len(stack) + 1)
            for group in combinations(sorted(stack), size)
        )
        return or_done(partial(self._bar, table), groups, Occupy)

    @rule("N7.5.1", "N7.5.2", "N7.5.3", "N7.5.4", "N7.5.5", "R-7.5")
    def _bar(self, table: Table, said: Occupy) -> Reason | None:
        """Why these may not go in: one that is no battery does, a stack with a leader, a division."""
        for unit in said.units:
            barred = bar_to_naming(table, self.side, unit, "N7.5.1")
            if barred is not None:
                return barred
            if unit not in self.units:
                name_ = table.printed(unit).name
                return Reason(f"{name_} has no part in this assault, or gave way in it", "N7.5.5")
        barred = bar_to_group(table, said.units, "N7.5.1") or _bar_to_side(table, self.target, said)
        if barred is not None:
            return barred
        if all(table.arm(unit).artillery for unit in said.units):
            return Reason("guns advance only together with other arms", "N7.5.4")
        return overstacked(table, self.target, said.units) or self._bar_to_stack(table, said)

    def _bar_to_stack(self, table: Table, said: Occupy) -> Reason | None:
        """Several go in together by a leader's word, or as men of one division."""
        at = table.pieces[said.units[0]].at
        stack = [
            unit for unit in self.units if unit in table.pieces and table.pieces[unit].at == at
        ]
        printed = [table.printed(unit) for unit in said.units]
        if len({(unit.formation, unit.division) for unit in printed}) == 1:
            return None
        if not table.leaders_at(at, self.side):
            return Reason("without a leader only units of one division advance together", "N7.5.3")
        whole = len(said.units) == len(stack)
        return None if whole else Reason("a leader takes the whole stack along", "N7.5.2")


def _bar_to_side(table: Table, target: Hex, said: Occupy) -> Reason | None:
    at = table.pieces[said.units[0]].at
    edge = side_towards(at, target)
    if edge is None or table.setting.ground.hexsides.get((at, edge)) == Hexside.IMPASSABLE:
        return Reason("the hexside cannot be crossed", "N7.3.2")
    return None
