"""Slipping away before melee (rule 29).

After the fire and before any check, skirmishers, horsemen and limbered horse guns may leave a hex
that is assaulted: in order, up to half their movement, through hexes free of enemy zones, and
never nearer to those who attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.actions import FallBack, Finish
from grognard.systems.bataille.command.leader_escape import LeadersSlipAway, clear_way, may_leave
from grognard.systems.bataille.command.leader_moves import settle_company
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.events.melee import FellBack
from grognard.systems.bataille.horse.readiness import note_fall_back
from grognard.systems.bataille.marks import NO_MOVE
from grognard.systems.bataille.melee.melee import units_against
from grognard.systems.bataille.movement.march import formation_on, step_cost
from grognard.systems.bataille.movement.stacking import may_end, may_pass
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import (
    Arm,
    Cohesion,
    Formation,
    Piece,
    Readiness,
    UnitId,
)
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

LEAD = 2
"""How many printed movement points more a unit needs to outrun its attackers (P29.3)."""

FREE_HEXES = 1
"""A retreat of more hexes than this costs the next move (P29.9)."""


# --- who may


@rule("P29.2", "P29.3", "P29.4", "P29.6", "P20.14", "P36.9", "PR-55", "PR-92")
def may_slip_away(table: Table, unit: UnitId, attackers: Sequence[UnitId]) -> Reason | None:
    """Why a unit may not retreat before melee, or None.

    Skirmishers and cavalry before infantry; cavalry and limbered horse guns that are clearly
    faster than the fastest attacker; exhausted cavalry never from fresh cavalry.
    """
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    foes = [table.setting.roster[foe] for foe in attackers]
    if piece.cohesion is not Cohesion.GOOD or piece.formation is Formation.ROAD:
        return Reason(f"{printed.name} is in no state to slip away", "P29.1")
    before_foot = all(foe.arm is Arm.INFANTRY for foe in foes)
    if printed.arm is Arm.INFANTRY:
        if before_foot and piece.formation is Formation.SKIRMISH:
            return None
        return Reason("only skirmishers slip away, and only from infantry", "P29.2")
    if printed.arm is Arm.CAVALRY and before_foot:
        return None
    if printed.arm is Arm.ARTILLERY and not (
        printed.is_horse_artillery and piece.formation is Formation.LIMBERED
    ):
        return Reason("of guns only limbered horse artillery slips away", "P29.3")
    if piece.readiness is Readiness.EXHAUSTED and _any_fresh_horse(table, attackers):
        return Reason("exhausted cavalry cannot slip away from fresh cavalry", "P36.9")
    if printed.movement < LEAD + max(foe.movement for foe in foes):
        return Reason(f"{printed.name} is not fast enough to slip away", "P29.3")
    return None


def _any_fresh_horse(table: Table, attackers: Sequence[UnitId]) -> bool:
    roster = table.setting.roster
    return any(
        roster[foe].arm is Arm.CAVALRY and table.pieces[foe].readiness is Readiness.FRESH
        for foe in attackers
    )


# --- where to


class Refuge(msgspec.Struct, frozen=True):
    """Where a retreat can end: the unit as it would stand there, and the hexes on the way."""

    piece: Piece
    steps: int
    cost: int


@rule("P29.7", "P29.8", "P29.13", "PR-91", "PR-92")
def refuges(
    table: Table, unit: UnitId, attackers: Sequence[UnitId], furthest: int = 0
) -> dict[Hex, Refuge]:
    """Every hex in which a retreat before melee can end, with the fewest steps that lead there.

    ``furthest`` limits the steps; otherwise half the printed movement does. The first hexes, in
    the enemy's zone of necessity, are left out of account. Keys are where the main hex comes to.
    """
    key = ("refuges", unit, tuple(attackers), furthest)
    return table.derived(key, lambda: _refuges(table, unit, attackers, furthest))


def _refuges(
    table: Table, unit: UnitId, attackers: Sequence[UnitId], furthest: int
) -> dict[Hex, Refuge]:
    start, printed = table.pieces[unit], table.setting.roster[unit]
    points = HALVES * (printed.movement // 2)
    foes = [table.pieces[foe].hexes for foe in attackers]
    found: dict[Hex, Refuge] = {}
    reached = {start.at: Refuge(start, 0, 0)}
    least = {start.at: 0}  # whoever comes to a hex later and no cheaper leads to nothing new
    steps = 0
    while reached and (not furthest or steps < furthest):
        steps += 1
        further: dict[Hex, Refuge] = {}
        for refuge in reached.values():
            for step_ in _steps_from(table, refuge, foes):
                best, at = further.get(step_.piece.at), step_.piece.at
                if step_.cost <= points and step_.cost < least.get(at, points + 1):
                    if best is None or step_.cost < best.cost:
                        further[at] = step_
        least |= {at: refuge.cost for at, refuge in further.items()}
        for at, refuge in further.items():
            if at not in found and at != start.at and may_end(table, refuge.piece) is None:
                found[at] = refuge
        reached = further
    return dict(sorted(found.items()))


@rule("P20.9", "P29.7", "P29.8", "PR-91", "PR-92")
def no_refuge(
    table: Table, unit: UnitId, attackers: Sequence[UnitId], to: Hex, furthest: int = 0
) -> Reason | None:
    """Why a retreat before melee cannot end in a hex, or None."""
    if to in refuges(table, unit, attackers, furthest):
        return None
    piece, printed, there = table.pieces[unit], table.printed(unit), name(to)
    if not table.setting.ground.on_map(to):
        return Reason(f"{there} is not on the map", "P29.8")
    if table.has_enemy(to, printed.side):
        return Reason(f"the enemy stands in {there}", "P29.7")
    if table.is_covered(to, table.setting.enemy(printed.side)):
        return Reason(f"{there} lies in an enemy zone of influence", "P29.7")
    moved = msgspec.structs.replace(piece, hexes=(to,))
    foes = [table.pieces[foe].hexes for foe in attackers]
    if any(_apart(moved.hexes, foe) < _apart(piece.hexes, foe) for foe in foes):
        return Reason(f"{there} is nearer to the enemy", "P29.8")
    if furthest and distance(piece.at, to) > furthest:
        return Reason(f"from guns that unlimber it goes {furthest} hex only", "P20.9")
    half = printed.movement // 2
    if to == piece.at or distance(piece.at, to) > half:
        return Reason(f"it goes up to half its movement, {half} points", "P29.8")
    barred = None if len(piece.hexes) > 1 else may_end(table, moved)
    return barred or Reason(f"no clear path of {half} points leads to {there}", "P29.7")


def _steps_from(table: Table, refuge: Refuge, foes: Sequence[tuple[Hex, ...]]) -> list[Refuge]:
    """One more step in every direction; facing is kept and does not matter (P29.13)."""
    piece, ground = refuge.piece, table.setting.ground
    printed = table.setting.roster[piece.id]
    found = []
    away = [(foe, _apart(piece.hexes, foe)) for foe in foes]
    for side in range(6):
        hexes = tuple([ground.around[at][side] for at in piece.hexes])
        if not all(hexes) or any(_apart(hexes, foe) < apart for foe, apart in away):
            continue
        if not _are_safe(table, piece, hexes):
            continue
        costs = [step_cost(table, printed, piece, at, side) for at in piece.hexes]
        formation = _formation(table, piece, hexes)
        if not all(costs) or formation is None:
            continue
        after = msgspec.structs.replace(piece, hexes=hexes, formation=formation)
        found.append(Refuge(after, refuge.steps + 1, refuge.cost + max(costs)))
    return found


def _are_safe(table: Table, piece: Piece, hexes: tuple[Hex, ...]) -> bool:
    side = table.side_of(piece.id)
    enemy = table.setting.enemy(side)
    return not any(
        table.has_enemy(at, side)
        or table.is_covered(at, enemy)
        or may_pass(table, piece, at) is not None
        for at in hexes
    )


def _formation(table: Table, piece: Piece, hexes: tuple[Hex, ...]) -> Formation | None:
    """The formation in the hexes entered, the same for all of them; None where it cannot be."""
    formations = [formation_on(table, piece, at) for at in hexes]
    first = formations[0]
    if isinstance(first, Reason) or any(other is not first for other in formations):
        return None
    return first


def _apart(some: tuple[Hex, ...], others: tuple[Hex, ...]) -> int:
    return min([SPANS[PLACES[at] - PLACES[there]] for at in some for there in others])


# --- the procedure


@rule("P29.8", "P29.9", "P29.13")
def go_back(table: Table, unit: UnitId, refuge: Refuge, attackers: Sequence[UnitId]) -> None:
    """A unit slips away to a refuge; a long way costs it its next move."""
    settle_company(table, (unit,))
    piece = refuge.piece
    table.record(FellBack(unit, piece.hexes, piece.facing, piece.formation))
    clear_way(table, unit, captures=False)
    note_fall_back(table, unit, attackers)
    if refuge.steps > FREE_HEXES:
        table.record(Marked(unit, NO_MOVE))


class RetreatBeforeMelee(Procedure, tag=True):
    """P29, P33.2: each eligible defender is asked in turn. Result: the units that left.

    ``barred`` units have slipped away from this assault already and may not do so again (PR-153).
    Fire and checks have no place here: P29.12 draws none.
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    barred: tuple[UnitId, ...] = ()
    waiting: tuple[UnitId, ...] = ()
    gone: tuple[UnitId, ...] = ()

    @step("P29.1", "P33.2")
    def line_up(self, table: Table) -> Flow:
        side = table.side_of(self.attackers[0])
        self.waiting = tuple(
            unit
            for unit in units_against(table, self.target, side)
            if unit not in self.barred and may_slip_away(table, unit, self.attackers) is None
        )
        return None

    @step("P29.7")
    def find_a_way(self, table: Table) -> Flow:
        while self.waiting and not refuges(table, self.waiting[0], self.attackers):
            self.waiting = self.waiting[1:]
        return None if self.waiting else Goto("leaders_slip_away")

    @step("P33.2")
    def ask(self, table: Table) -> Flow:
        unit = self.waiting[0]
        ways = [FallBack(unit, at) for at in refuges(table, unit, self.attackers)]
        judge = partial(self._against, table)
        options = Judged(judge, [Finish(), *ways], Finish, FallBack, sifted=True)
        return Ask(table.side_of(unit), options, "retreat-before-melee")

    @step("P29.8", "P29.9", "P29.12", "P29.13")
    def slip_away(self, table: Table, order: Action) -> Flow:
        unit = self.waiting[0]
        if isinstance(order, FallBack):
            go_back(table, unit, refuges(table, unit, self.attackers)[order.to], self.attackers)
            self.gone = (*self.gone, unit)
        self.waiting = self.waiting[1:]
        return Goto("find_a_way")

    @rule("P7.21", "P29.1", "P29.7", "P33.2", "PR-153")
    def _against(self, table: Table, order: FallBack | Finish) -> Reason | None:
        """What speaks against a fall-back: the unit's turn, its right to go, its refuge."""
        if isinstance(order, Finish):
            return None
        unit, now = order.unit, self.waiting[0]
        if unit == now:
            return no_refuge(table, unit, self.attackers, order.to)
        if unit in table.setting.leaders:
            barred = may_leave(table, unit, self.attackers)
            return barred or Reason("leaders ride off after their men", "P29.5")
        barred = not_ours(table, unit, table.side_of(now), "P33.2")
        if barred is None and self.target not in table.pieces[unit].hexes:
            barred = Reason(f"{table.printed(unit).name} is not assaulted", "P29.1")
        if barred is None and unit in self.barred:
            barred = Reason(f"{table.printed(unit).name} has slipped away once", "PR-153")
        barred = barred or may_slip_away(table, unit, self.attackers)
        if barred is None and not refuges(table, unit, self.attackers):
            barred = Reason(f"no path clear of enemy zones is open to {unit}", "P29.7")
        return barred or Reason(f"it is {table.printed(now).name} that is asked", "P33.2")

    @step("P7.20", "P29.5")
    def leaders_slip_away(self, table: Table) -> Flow:
        return Call(LeadersSlipAway(self.target, self.attackers)) if table.leaders else None

    @step("P29.1")
    def over(self, table: Table) -> Flow:
        return Done(self.gone)
