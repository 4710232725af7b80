"""The worth of a hex to one unit: its task, ground that decides, danger, company, patience."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import ANSWER, OWN_HEX, SECTOR
from grognard.planning.plans import RESERVE, SUPPORT
from grognard.systems.bataille.doctrine.routes import FAR, way_home
from grognard.systems.bataille.doctrine.scene import Scene, aims
from grognard.systems.bataille.doctrine.worth import unit_worth
from grognard.systems.bataille.pieces import Arm, Cohesion, Piece, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES, mover

PER_TURN: Final = 1.0
"""Points for coming one turn nearer to the objective."""

SUPPORT_GAP: Final = 2
RESERVE_GAP: Final = 4
HORSE_GAP: Final = 3
"""Reserves, supports and horse keep so many hexes from the nearest formed enemy."""

COVERED: Final = 0.3
"""The part of themselves that guns gain when foot comes to cover them."""

RESTED: Final = 0.12
"""The part of itself that tired horse gains with every level of its wind."""

CROWD: Final = 9
"""More increments than this in a hex under guns are a target."""


class Judge:
    """The worth of a hex to one unit, that marches there or ``fights`` there."""

    def __init__(self, scene: Scene, unit: UnitId, piece: Piece, fights: bool = False) -> None:
        self.scene, self.unit, self.piece, self.fights = scene, unit, piece, fights
        self.printed = scene.setting.roster[unit]
        self.task, self.mind = scene.task(unit), scene.mind(unit)
        self.home = way_home(scene.setting, mover(self.printed), aims(scene, unit))
        self.pace = HALVES * max(1, self.printed.movement)
        self.horse = self.printed.arm is Arm.CAVALRY
        self.broken = piece.cohesion is not Cohesion.GOOD
        weak = piece.lost * 2 > self.printed.increments
        self.shy = self.broken or weak
        fresh = piece.readiness is Readiness.FRESH
        self.tired = self.horse and not fresh and self.mind.sight >= SECTOR

    def best(self, hexes: Iterable[Hex]) -> float:
        """The worth of the best of these hexes."""
        return max((self.worth(at) for at in hexes), default=0.0)

    def worth(self, at: Hex) -> float:
        scene = self.scene
        total = -PER_TURN * self.mind.goal * self._way(at)
        total += self.ground(at) - self.exposed(at)
        if not self.horse:
            total += 0.15 * self.mind.support * min(3, scene.company(self.unit, at))
            total += self.mind.guns * self._covers(at)
        total -= self._crowd(at)
        return total

    def rested(self, cost: int) -> float:
        """What a march of this price leaves of a rest to tired horse: all, half or nothing of it."""
        if not self.tired:
            return 0.0
        earned = 2 if not cost else 1 if 2 * cost <= self.pace else 0
        wanted = 2 if self.piece.readiness is Readiness.EXHAUSTED else 1
        return RESTED * min(earned, wanted) * unit_worth(self.scene.table, self.unit)

    def exposed(self, at: Hex) -> float:
        """What the enemy may cost the unit in a hex, and what going up to him alone does. Who looks at
        the answer has weighed that in the odds of his fight, and does not pay for it once more."""
        if self.fights and self.mind.sight >= ANSWER:
            return 0.0
        danger = self.scene.danger(self.unit, self.piece, at) * (2.0 if self.shy else 1.0)
        return self.mind.danger * danger + self._forward(at)

    def _covers(self, at: Hex) -> float:
        """What it is worth to stand by guns that the enemy can come at and nobody else covers,
        beside them and not in their fire."""
        scene, table = self.scene, self.scene.table
        if self.broken or self.mind.sight <= OWN_HEX or not scene.batteries:
            return 0.0
        best = 0.0
        for unit, there in scene.batteries:
            near = scene.field.nearest_foe
            if distance(at, there) <= 1 and near(at) >= near(there) and scene.is_threatened(there):
                if not scene.company(unit, there, besides=self.unit):
                    best = max(best, COVERED * unit_worth(table, unit))
        return best

    def _way(self, at: Hex) -> float:
        """Turns still to go; supports, reserves and broken units need not come all the way."""
        left = self.home[at]
        if left >= FAR:
            return 20.0
        turns = left / self.pace
        gap = 0.0
        if self.shy:
            return 0.0
        if self.task is not None and self.task.kind == SUPPORT:
            gap = HALVES * SUPPORT_GAP / self.pace
        if (self.task is not None and self.task.kind == RESERVE) or self.horse:
            gap = HALVES * RESERVE_GAP / self.pace
        return max(0.0, turns - gap)

    def ground(self, at: Hex) -> float:
        """What it is worth to stand on ground that decides: more where nobody of ours is."""
        scene, table = self.scene, self.scene.table
        worth = scene.goals.get(at, 0.0) * self.mind.goal
        if not worth or self.broken:
            return 0.0
        roster = scene.setting.roster
        friends = [
            other
            for other in table.stacks.get(at, ())
            if other != self.unit and roster[other].side == scene.side
        ]
        if table.control.get(at) != scene.side:
            return worth
        if friends:
            return 0.1 * worth
        threatened = at in scene.field.strikes
        return (0.75 if threatened else 0.1) * worth

    def _forward(self, at: Hex) -> float:
        """Do not go up to the enemy where too few friends could come along."""
        scene = self.scene
        near = scene.field.nearest_foe(at)
        shy = HORSE_GAP if self.horse else 2
        if near > shy or self.broken:
            return 0.0
        if scene.goals.get(at) and scene.table.control.get(at) == scene.side:
            return 0.0
        want = scene.field.at_hand(at) * 1.2
        lack = max(0.0, want - scene.could_come(at)) / max(1.0, want)
        cost = self.mind.patience * 1.5 * lack
        if self.horse and scene.turns_left > 1:
            cost += 0.4 * (shy + 1 - near) * self.mind.danger
        return cost

    def _crowd(self, at: Hex) -> float:
        scene, table = self.scene, self.scene.table
        roster = scene.setting.roster
        there = sum(
            roster[other].increments - table.pieces[other].lost
            for other in table.stacks.get(at, ())
            if other != self.unit and roster[other].side == scene.side
        )
        if not there:
            return 0.0
        total = there + self.printed.increments - self.piece.lost
        exposed = scene.field.guns.get(at, 0.0) > 0 or at in scene.field.strikes
        return 0.12 * max(0, total - CROWD) + (0.15 if exposed else 0.02)
