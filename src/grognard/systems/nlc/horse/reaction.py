"""Reaction charges (N7.9, A11): a window after every hex that enemies enter."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

import msgspec

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.events import Fact, Marked
from grognard.systems.nlc.horse.charge_actions import React
from grognard.systems.nlc.horse.charge_paths import Path, bar_to_path, paths
from grognard.systems.nlc.judging import bar_to_naming, or_done
from grognard.systems.nlc.morale import MoraleTest, Occasion
from grognard.systems.nlc.movement.zones import zones_closed
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import Setting, SideId, UnitId
from grognard.systems.nlc.table import Table


class ReactionDeclared(Fact, frozen=True, tag=True):
    unit: UnitId
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N7.9.1", "N7.9.6")


class SpendingDeclared(Fact, frozen=True, tag=True):
    """A moving stack said how much it will spend; that is now the most it may (N7.10.7)."""

    units: tuple[UnitId, ...]
    halves: int
    clauses: ClassVar[tuple[str, ...]] = ("N7.10.7",)

    def change(self, table: Table) -> None:
        for unit in self.units:
            table.put(msgspec.structs.replace(table.pieces[unit], ceiling=self.halves))


@rule("N7.9.1", "N7.9.5", "N7.9.8", "R-7.9a")
def candidates(table: Table, movers: tuple[UnitId, ...], at: Hex) -> list[tuple[UnitId, Path]]:
    """Cavalry of the other side that could react to these units in this hex, with their ways."""
    side = table.side_of(movers[0])
    enemy = table.setting.enemy(side)
    horse = table.derived(("horse", enemy), lambda: _horse(table, enemy))
    if not horse or zones_closed(table):
        return []
    far = table.setting.cards.figure("charge_range")
    return [
        (unit, path)
        for unit, there in horse
        if 0 < distance(there, at) <= far and not _has_tested(table, unit, movers)
        for path in paths(table, unit, at)
    ]


def _horse(table: Table, side: SideId) -> list[tuple[UnitId, Hex]]:
    """Cavalry that could charge in reaction, whoever comes near."""
    return [
        (unit, table.pieces[unit].at)
        for unit in all_horse(table.setting, side)
        if unit in table.pieces
        and not table.pieces[unit].disrupted
        and not table.pieces[unit].has(Mark.CHARGED)
        and table.under[unit] not in table.hidden
    ]


@lru_cache(maxsize=64)
def all_horse(setting: Setting, side: SideId) -> tuple[UnitId, ...]:
    """All cavalry of a side, in the order of the roster."""
    return tuple(unit for unit in setting.by_side[side] if setting.roster[unit].arm.cavalry)


@rule("N7.9.1", "N7.9.5", "N7.9.6", "N7.7.14")
def bar_to_reaction(
    table: Table, side: SideId, movers: tuple[UnitId, ...], at: Hex, said: React
) -> Reason | None:
    """Why horse may not charge these units in the hex they have entered."""
    barred = zones_closed(table) or bar_to_naming(table, side, said.unit, "N7.9.1")
    if barred is not None:
        return barred
    piece, name_ = table.pieces[said.unit], table.printed(said.unit).name
    if not table.arm(said.unit).cavalry or piece.disrupted:
        return Reason(f"{name_} is no cavalry in good order", "N7.9.1")
    if piece.has(Mark.CHARGED):
        return Reason(f"{name_} has charged in this turn", "N7.7.14")
    if table.under[said.unit] in table.hidden:
        return Reason(f"{name_} is on a hidden march", "N20.1.1.2")
    if _has_tested(table, said.unit, movers):
        return Reason(f"{name_} has tested against them in this turn", "N7.9.5")
    if said.path[-1] != at:
        return Reason(f"the enemy who moves is in {name(at)}", "N7.9.1")
    return bar_to_path(table, piece.at, said.path)


@rule("N7.9.5")
def _has_tested(table: Table, unit: UnitId, movers: tuple[UnitId, ...]) -> bool:
    marks = table.pieces[unit].marks
    return any(Mark.TESTED + mover in marks for mover in movers)


Ride = tuple[UnitId, Path, Hex]
"""Who rides, by which way, and from where."""


class ReactionWindow(Procedure, tag=True):
    """Enemies near a hex may charge those who entered it. Result: may the movers go on?

    ``kind`` says what the movers were doing; ``homes`` where chargers among them started;
    ``spending`` what a moving stack will spend in all; ``square`` whether a square may be formed.
    """

    movers: tuple[UnitId, ...]
    at: Hex
    kind: str
    homes: tuple[tuple[UnitId, Hex], ...] = ()
    spending: int = 0
    square: bool = True
    declared: tuple[Ride, ...] = ()
    testing: int = 0
    riding: int = 0
    passed: tuple[Ride, ...] = ()
    struck: tuple[UnitId, ...] = ()

    def masked(self, table: Table, side: SideId) -> ReactionWindow:
        """What a stack will spend is said when somebody has declared a reaction, not before; whence he rides is
        seen when he does, for he may lie covered until then."""
        reacts = side == self._side(table)
        told = self.testing or not (reacts or side == "")
        ridden = {unit for unit, _, _ in self.passed[: self.riding]}

        def seen(held: tuple[Ride, ...]) -> tuple[Ride, ...]:
            return tuple(each if reacts or each[0] in ridden else (each[0], (), 0) for each in held)

        return msgspec.structs.replace(
            self, spending=self.spending if told else 0, declared=seen(self.declared),
            passed=seen(self.passed),
        )  # fmt: skip

    @step("N7.9.1", "N7.9.6")
    def look(self, table: Table) -> Flow:
        return None if self._options(table).count() > 1 else Goto("announce")

    @step("N7.9.1", "N7.9.6", "NP.3")
    def ask(self, table: Table) -> Flow:
        return Ask(self._side(table), self._options(table), "react")

    @step("N7.9.6")
    def hear(self, table: Table, said: React | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("announce")
        home = table.pieces[said.unit].at
        self.declared = (*self.declared, (said.unit, said.path, home))
        table.record(ReactionDeclared(said.unit, self.at))
        return Goto("look")

    @step("N7.10.7", "R-7.10a")
    def announce(self, table: Table) -> Flow:
        if not self.declared:
            return Done(True)
        if self.kind == "move" and self.spending:
            table.record(SpendingDeclared(self._present(table), self.spending))
        return Goto("next_test")

    @step("N7.9.5", "N7.9.6")
    def next_test(self, table: Table) -> Flow:
        """All are declared; now each tests by itself."""
        if self.testing == len(self.declared):
            return Goto("next_ride")
        unit = self.declared[self.testing][0]
        for mover in self.movers:
            table.record(Marked(unit, Mark.TESTED + mover))
        return Call(MoraleTest((unit,), Occasion("reaction")))

    @step("N7.9.1", "N7.9.2")
    def hear_test(self, table: Table, passed: bool) -> Flow:
        held = self.declared[self.testing]
        self.testing += 1
        if passed and held[0] in table.pieces:
            table.record(Marked(held[0], Mark.CHARGED))
            self.passed = (*self.passed, held)
        return Goto("next_test")

    @step("N7.9.1", "R-7.9a")
    def next_ride(self, table: Table) -> Flow:
        from grognard.systems.nlc.horse.riding_in import RideIn

        if self.riding == len(self.passed):
            return Goto("fight")
        unit, path, home = self.passed[self.riding]
        self.riding += 1
        if unit not in table.pieces or table.pieces[unit].at != home:
            return Goto("next_ride")
        return Call(RideIn(unit, path, home), then="next_ride")

    @step("N7.9.3", "N7.9.6", "N7.10.6")
    def fight(self, table: Table) -> Flow:
        from grognard.systems.nlc.horse.fight import ChargeFight

        entries = tuple(
            (unit, path[-2] if len(path) > 1 else home)
            for unit, path, home in self.passed
            if unit in table.pieces and table.pieces[unit].at == self.at
        )
        if not entries:
            return Goto("finish")
        homes = (*self.homes, *((unit, home) for unit, _, home in self.passed))
        self.struck = table.units_in(self.at, table.side_of(self.movers[0]))
        return Call(
            ChargeFight(
                self._side(table), entries, self.at, homes, square=self.square,
                backhand=self._is_backhand(table),
            )
        )  # fmt: skip

    @step("N7.9.4", "R-7.8", "R-7.9c")
    def follow_up(self, table: Table, won: bool) -> Flow:
        from grognard.systems.nlc.horse.pursuit import AfterVictory

        units = tuple(
            unit
            for unit, _, _ in self.passed
            if unit in table.pieces and table.pieces[unit].at == self.at
        )
        if not won or not units:
            return None
        homes = tuple((unit, home) for unit, _, home in self.passed)
        return Call(AfterVictory(self._side(table), units, self.at, homes, self.struck))

    @step("N7.7.14", "N7.9.4")
    def finish(self, table: Table) -> Flow:
        from grognard.systems.nlc.horse.pursuit import loosen

        for unit, _, _ in self.passed:
            loosen(table, unit)
        here = self._present(table)
        return Done(here == self.movers)

    # --- helpers

    def _side(self, table: Table) -> SideId:
        return table.setting.enemy(table.side_of(self.movers[0]))

    def _present(self, table: Table) -> tuple[UnitId, ...]:
        return tuple(
            unit
            for unit in self.movers
            if unit in table.pieces and table.pieces[unit].at == self.at
        )

    def _options(self, table: Table) -> Judged:
        here = self._present(table)
        found = candidates(table, here, self.at) if here else []
        return or_done(
            partial(self._bar, table), sorted(React(unit, path) for unit, path in found), React
        )

    def _bar(self, table: Table, said: React) -> Reason | None:
        if said.unit in [unit for unit, _, _ in self.declared]:
            return Reason(f"{table.printed(said.unit).name} reacts already", "N7.9.6")
        return bar_to_reaction(table, self._side(table), self._present(table), self.at, said)

    @rule("N7.10.6", "R-7.10a")
    def _is_backhand(self, table: Table) -> bool:
        """Are they caught pursuing, retreating, or far into a long move?"""
        from grognard.systems.nlc.movement.pace import allowance

        here = self._present(table)
        if self.kind in ("retreat", "pursuit"):
            return any(table.arm(unit).cavalry for unit in here)
        if self.kind != "move":
            return False
        return any(
            not table.arm(unit).cavalry and 2 * self.spending > allowance(table, unit)
            for unit in here
        )
