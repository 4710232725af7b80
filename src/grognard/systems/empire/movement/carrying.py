"""A way carried out, step by step, with what the enemy makes of it (8.3, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import is_within, overlap
from grognard.mechanics.places import Place
from grognard.systems.empire.actions import March, Move, Primitive
from grognard.systems.empire.command.points import spend
from grognard.systems.empire.events import (
    Activated,
    Marked,
    Moved,
    Revealed,
    Withdrawn,
    secret_of,
)
from grognard.systems.empire.fire.judging import opportunity_aims
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.hiding import revealed, seen_of
from grognard.systems.empire.kinds import Arm
from grognard.systems.empire.movement.giving_way import SweptAside, under
from grognard.systems.empire.movement.judging import cost_of, walked
from grognard.systems.empire.movement.rates import DISTANCES
from grognard.systems.empire.movement.reacting import (
    is_near,
    may_be_asked,
    reactions_of,
)
from grognard.systems.empire.movement.reactions import Reactions
from grognard.systems.empire.movement.stages import Stage, placed, stages
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table, box_of

replace = msgspec.structs.replace

MARCH = 2
"""An operational move counts as more than one."""


class MoveAlong(Procedure, tag=True):
    """A way is paid for and carried out; the enemy may react at every step.

    ``shots`` names, step by step, who has his best occasion to fire there; ``asked`` who has been
    asked for another reaction. ``at`` is the step that was last reached, ``start`` how they stood
    before the first.
    """

    units: tuple[UnitId, ...]
    path: tuple[Primitive, ...]
    march: bool = False
    stages: tuple[Stage, ...] = ()
    shots: tuple[tuple[int, UnitId], ...] = ()
    asked: tuple[UnitId, ...] = ()
    at: int = -1
    shaken: bool = False
    start: Stage | None = None

    def masked(self, table: Table, side: SideId) -> Procedure:
        """How those stand who are seen; not who hides, whence they came, nor where they mean to go."""
        if table.phasing == side:
            return self
        units = seen_of(table, self.units, side)
        numbers = [number for number, unit in enumerate(self.units) if unit in units]
        here = tuple(stage.of(numbers) for stage in self.stages[self.at : self.at + 1])
        return MoveAlong(units, (), self.march, here, (), self.asked, len(here) - 1, self.shaken)

    @step("E24.7", "E30.8", "E30.17", "EM.2")
    def pay(self, table: Table) -> Flow:
        order = March(self.units, self.path) if self.march else Move(self.units, self.path)
        self.stages = stages(walked(table, order))
        pieces = [table.pieces[unit] for unit in self.units]
        self.start = Stage(
            tuple(piece.pose for piece in pieces), tuple(piece.formation for piece in pieces)
        )
        cost = cost_of(table, self.units)
        assert cost is not None
        spend(table, table.printed(self.units[0]).division, cost)
        for unit in self.units:
            moves = MARCH if self.march else 1
            table.record(Activated(unit, moves, secret_of(table, unit)))
        self.shaken = table.pieces[self.units[0]].disordered
        self.shots = tuple(occasions(table, self.units, self.stages))
        return None

    @step("EM.1", "E42.9", "E42.10", "E35.19")
    def advance(self, table: Table) -> Flow:
        """On to the next step at which something happens, or to the end."""
        for number in range(self.at + 1, len(self.stages)):
            stage = self.stages[number]
            seen = placed(table, self.units, stage)
            if leaves(seen, self.units):
                for unit in self.units:
                    withdraw(table, unit)
                return Done()
            if is_blocked(seen, self.units, table):
                break
            if any(under(seen, self.units)):
                self._reach(table, number - 1)
                return Call(SweptAside(self.units, (stage,)), then="advance")
            self.at = number
            found = revealed(seen, self.units)
            if found:
                self._reach(table, number)
                for unit in found:
                    table.record(Revealed(unit))
                self.at = number - 1  # now that they are seen, this step is looked at again
                return Goto("advance")
            reactors, shooters = self._reactors(seen), self._shooters(seen)
            if reactors or shooters:
                self._reach(table, number)
                self.asked += reactors
                return Call(Reactions(reactors, shooters, self.units), then="resume")
        self._reach(table, self.at)
        return Goto("mark" if self.at == len(self.stages) - 1 else "stand_clear")

    @step("E42.9", "E42.12")
    def resume(self, table: Table, charged: bool) -> Flow:
        """Whoever fought, fell into Disorder, fell back or is gone stops all who moved with him."""
        stage = self.stages[self.at]
        whole = all(
            unit in table.pieces
            and table.pieces[unit].pose == pose
            and (table.pieces[unit].good or self.shaken)
            for unit, pose in zip(self.units, stage.poses, strict=True)
        )
        return Goto("advance") if whole and not charged else None

    @step("E30.7", "EG.5")
    def stand_clear(self, table: Table) -> Flow:
        """Whoever is stopped among friends whom he passes stands where he last had room, or next."""
        still = [
            number
            for number, unit in enumerate(self.units)
            if self.at >= 0
            and unit in table.pieces
            and table.pieces[unit].pose == self.stages[self.at].poses[number]
        ]
        units = tuple(self.units[number] for number in still)
        back = (*reversed(self.stages[: self.at + 1]), *filter(None, (self.start,)))
        for stage in (*back, *self.stages[self.at + 1 :]):
            here = stage.of(still)
            if has_room(placed(table, units, here), units):
                put(table, units, here)
                break
        return None

    @step("E22.1", "E30.17")
    def mark(self, table: Table) -> Flow:
        """Whoever made more than one move gets an action marker."""
        for unit in self.units:
            if unit in table.pieces and table.pieces[unit].moves > 1:
                if not table.pieces[unit].marked:
                    table.record(Marked(unit, secret_of(table, unit)))
        return Done()

    # --- on the way

    def _reach(self, table: Table, number: int) -> None:
        if number >= 0:
            self.at = number
            put(table, self.units, self.stages[number], self.stages[: number + 1])

    def _reactors(self, seen: Table) -> tuple[UnitId, ...]:
        """Enemies who have something to do about the move here and were not asked before."""
        side = seen.side_of(self.units[0])
        near = sheet().length(DISTANCES, "tactical")
        found: dict[UnitId, None] = {}
        for mover in self.units:
            for enemy in seen.enemies_within(side, seen.corners(mover), near):
                if enemy in self.asked or not may_be_asked(seen, enemy, mover):
                    continue
                if is_near(seen, enemy, mover) and any(reactions_of(seen, enemy, mover)):
                    found[enemy] = None
        return tuple(found)

    def _shooters(self, seen: Table) -> tuple[UnitId, ...]:
        return tuple(
            unit
            for number, unit in self.shots
            if number == self.at and unit in seen.pieces and not seen.pieces[unit].reacted
        )


# --- who reacts


@rule("E42.10", "E50.15")
def occasions(
    table: Table, units: tuple[UnitId, ...], way: tuple[Stage, ...]
) -> Iterator[tuple[int, UnitId]]:
    """For every enemy who could fire at a mover that does not end in his fire: the nearest step."""
    side = table.side_of(units[0])
    shooters = [
        enemy
        for enemy in table.units_of(table.setting.enemy(side))
        if not table.pieces[enemy].reacted and not table.pieces[enemy].fired
    ]
    best: dict[UnitId, tuple[Fraction, int]] = {}
    for number, stage in enumerate(way):
        seen = placed(table, units, stage)
        for enemy in shooters:
            for mover in units:
                if not may_be_asked(seen, enemy, mover):
                    continue
                aims = list(opportunity_aims(seen, enemy, mover))
                if not aims:
                    continue
                if number == len(way) - 1:
                    best.pop(enemy, None)
                    continue
                far = min(aim.line.squared for aim in aims)
                if enemy not in best or far < best[enemy][0]:
                    best[enemy] = far, number
    yield from sorted((number, enemy) for enemy, (_, number) in best.items())


@rule("EG.5", "E42.9")
def is_blocked(seen: Table, units: tuple[UnitId, ...], before: Table) -> bool:
    """Has somebody come, or come to light, in the way of the next step?"""
    spacing = sheet().length(DISTANCES, "spacing") - 1
    side = seen.side_of(units[0])
    for unit in units:
        corners = seen.corners(unit)
        for enemy in seen.near(box_of(corners), spacing):
            if seen.side_of(enemy) == side or seen.pieces[enemy].hidden:
                continue
            if seen.is_skirmisher(enemy) and seen.is_formed(unit):
                continue
            there = seen.corners(enemy)
            if overlap(corners, there):
                return True
            if seen.is_formed(enemy) and is_within(corners, there, spacing):
                if not is_within(before.corners(unit), there, spacing):
                    return True
    return False


def leaves(seen: Table, units: tuple[UnitId, ...]) -> bool:
    """Does the next step lead over the edge? Only where the battle allows it is it ever so."""
    return not all(seen.setting.terrain.on_table(seen.corners(unit)) for unit in units)


def has_room(seen: Table, units: tuple[UnitId, ...]) -> bool:
    """Does nobody stand in another where they stand?"""
    return not any(any(seen.upon(seen.corners(unit), (unit,))) for unit in units)


@rule("EV.3")
def withdraw(table: Table, unit: UnitId) -> None:
    """A unit leaves by an edge where it may: it is not lost, and may be worth points."""
    from_turn = min(each.scores_from for each in table.setting.exits)
    scores = (
        table.turn >= from_turn
        and table.pieces[unit].good
        and table.arm(unit) is not Arm.CAVALRY
        and unit in table.setting.roster
    )
    table.record(Withdrawn(unit, scores))


@rule("EM.1")
def put(
    table: Table, units: tuple[UnitId, ...], stage: Stage, passed: tuple[Stage, ...] = ()
) -> None:
    """Units stand where a step of their way leads them."""
    for number, unit in enumerate(units):
        pose, formation = stage.poses[number], stage.formations[number]
        piece = table.pieces[unit]
        if (piece.pose, piece.formation) != (pose, formation):
            path = dict.fromkeys(
                (piece.at, *(_place(table, unit, each, number) for each in passed))
            )
            to = _place(table, unit, stage, number)
            secret = secret_of(table, unit)
            table.record(Moved(unit, pose, formation, to, tuple(path), secret))


def _place(table: Table, unit: UnitId, stage: Stage, number: int) -> Place:
    size = size_of(table.printed(unit), stage.formations[number])
    return table.setting.place(Footprint(stage.poses[number], size).centre)
