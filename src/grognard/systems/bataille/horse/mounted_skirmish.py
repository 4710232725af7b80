"""Mounted skirmishers (rule 20) who fire at what comes next to them, and slip away.

They go after their own defensive fire and before the enemy's, unless enemy light cavalry is next
to them. What their screen does to marches is in ``screens``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.kernel import Action, Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.actions import FallBack, Finish
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.command.leader_moves import settle_company
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.melee import FellBack
from grognard.systems.bataille.horse.readiness import note_fall_back
from grognard.systems.bataille.marks import APPROACHED, NO_MOVE
from grognard.systems.bataille.melee.retreat_before import (
    FREE_HEXES,
    LEAD,
    Refuge,
    no_refuge,
    refuges,
)
from grognard.systems.bataille.movement.screens import is_screen, is_torn, screen_cost, screens_of
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table

__all__ = ["SkirmishersFallBack", "may_fall_back", "note_approach", "screen_cost"]

ONE_HEX = 1
"""How far they go from guns that unlimber beside them (P20.9)."""


# --- slipping away after their fire


@rule("P20.5", "P20.6", "P20.8")
def note_approach(table: Table, mover: UnitId, *, entered: bool) -> None:
    """Remember that a unit came next to enemy mounted skirmishers, or unlimbered there."""
    piece = table.pieces[mover]
    if not entered and piece.formation is not Formation.UNLIMBERED:
        return
    for unit in screens_of(table, table.setting.enemy(table.side_of(mover))):
        if _touch(piece, table.pieces[unit]) and APPROACHED + unit not in piece.marks:
            table.record(Marked(mover, APPROACHED + unit))


def _touch(one: Piece, other: Piece) -> bool:
    return any(distance(at, there) == 1 for at in one.hexes for there in other.hexes)


@rule("P20.5")
def approachers(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies who came next to these mounted skirmishers in this segment and are there."""
    piece = table.pieces[unit]
    return tuple(
        foe
        for foe in table.units_of(table.setting.enemy(table.side_of(unit)))
        if APPROACHED + unit in table.pieces[foe].marks
        and table.pieces[foe].cohesion is not Cohesion.ROUT
        and _touch(piece, table.pieces[foe])
    )


@rule("P20.5", "P20.6", "P20.10", "P20.14", "PR-55", "PR-142")
def may_fall_back(table: Table, unit: UnitId) -> Reason | None:
    """Why mounted skirmishers may not slip away before the enemy's fire, or None."""
    if not is_screen(table, unit):
        return Reason("only mounted skirmishers fire and fall back", "P20.5")
    foes = approachers(table, unit)
    if not foes:
        return Reason("no enemy came next to them", "P20.5")
    if is_torn(table, unit):
        return Reason("enemy light cavalry is next to them", "P20.10")
    swift = [table.printed(foe).movement for foe in foes if _is_swift(table, foe)]
    if swift and table.printed(unit).movement < LEAD + max(swift):
        return Reason("they are not fast enough", "P20.14")
    return None


def _is_swift(table: Table, unit: UnitId) -> bool:
    printed = table.printed(unit)
    return printed.arm is Arm.CAVALRY or printed.is_horse_artillery


@rule("P20.5", "P20.9", "PR-55")
def ways_back(table: Table, unit: UnitId) -> dict[Hex, Refuge]:
    """Where they may go: as in a retreat before melee, but one hex from unlimbering guns."""
    if may_fall_back(table, unit) is not None:
        return {}
    return refuges(table, unit, approachers(table, unit), _furthest(table, unit))


@rule("P20.9", "PR-55")
def _furthest(table: Table, unit: UnitId) -> int:
    """How many hexes they go; 0 is for half their movement."""
    foes = approachers(table, unit)
    only_guns = all(table.pieces[foe].formation is Formation.UNLIMBERED for foe in foes)
    return ONE_HEX if only_guns else 0


class SkirmishersFallBack(Procedure, tag=True):
    """P20.7: after ``side``'s defensive fire its mounted skirmishers may slip away, one by one."""

    side: str
    waiting: tuple[UnitId, ...] = ()

    @step("P20.5", "P20.7")
    def line_up(self, table: Table) -> Flow:
        self.waiting = tuple(screens_of(table, self.side))
        return None

    @step("P20.5", "P20.6", "P20.10")
    def find_a_way(self, table: Table) -> Flow:
        while self.waiting and not ways_back(table, self.waiting[0]):
            self.waiting = self.waiting[1:]
        return None if self.waiting else Goto("forget")

    @step("P20.5", "P20.7")
    def ask(self, table: Table) -> Flow:
        unit = self.waiting[0]
        ways = [FallBack(unit, at) for at in ways_back(table, unit)]
        judge = partial(self._against, table)
        options = Judged(judge, [Finish(), *ways], Finish, FallBack, sifted=True)
        return Ask(self.side, options, "skirmishers-fall-back")

    @step("P20.5", "P20.9", "P29.9", "PR-55")
    def fall_back(self, table: Table, order: Action) -> Flow:
        unit, self.waiting = self.waiting[0], self.waiting[1:]
        if isinstance(order, FallBack):
            self._go(table, unit, ways_back(table, unit)[order.to], approachers(table, unit))
        return Goto("find_a_way")

    @step("P20.5")
    def forget(self, table: Table) -> Flow:
        for foe in table.units_of(table.setting.enemy(self.side)):
            for mark in table.pieces[foe].marks:
                if mark.startswith(APPROACHED):
                    table.record(Unmarked(foe, mark))
        return Done()

    @rule("P2.8", "P20.7")
    def _against(self, table: Table, order: FallBack | Finish) -> Reason | None:
        """What speaks against a fall-back: the unit's turn, its right to go, its refuge."""
        if isinstance(order, Finish):
            return None
        unit, now = order.unit, self.waiting[0]
        barred = not_ours(table, unit, self.side, "P20.7") or may_fall_back(table, unit)
        if barred is None and unit == now:
            foes = approachers(table, unit)
            return no_refuge(table, unit, foes, order.to, _furthest(table, unit))
        return barred or Reason(f"it is {table.printed(now).name} that is asked", "P20.7")

    def _go(self, table: Table, unit: UnitId, refuge: Refuge, foes: Sequence[UnitId]) -> None:
        piece = refuge.piece
        settle_company(table, (unit,))
        table.record(FellBack(unit, piece.hexes, piece.facing, piece.formation))
        clear_way(table, unit, captures=False)
        note_fall_back(table, unit, foes)
        if refuge.steps > FREE_HEXES and NO_MOVE not in table.pieces[unit].marks:
            table.record(Marked(unit, NO_MOVE))
