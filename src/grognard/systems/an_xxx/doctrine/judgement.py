"""How An XXX weighs its fights: assaults that close from afar, guns that count their shots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from grognard.mechanics.hexes import Hex
from grognard.planning.plans import HOLD
from grognard.systems.an_xxx.assault.close import method_of
from grognard.systems.an_xxx.assault.declare import may_assault
from grognard.systems.an_xxx.doctrine.charges import charge_worth
from grognard.systems.an_xxx.doctrine.guns import wagon_worths
from grognard.systems.an_xxx.doctrine.odds import assault_odds, closing
from grognard.systems.an_xxx.guns.ammunition import shots_left
from grognard.systems.an_xxx.marks import HALTED
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.doctrine.assaults import Way, fire_received, others_near
from grognard.systems.bataille.doctrine.fights import Fight
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import unit_worth
from grognard.systems.bataille.pieces import Arm, Cohesion, UnitId
from grognard.systems.bataille.table import Table

RUNG: Final = 0.03
"""Points that one rung on the Roll to Close is worth to those who will assault."""

SHOT: Final = 0.5
"""Points that the last shots of a battery are worth: they are kept for canister."""

GUNS_LOST: Final = 0.2
"""The part of itself that a battery loses for each enemy battalion that could come at it alone."""

A_TURN: Final = 2
"""Shots that a battery would like to have for each turn to come."""


class ByItsCards:
    """Fights by the cards of An XXX: one declares from afar, closes, fires and fights at the hex."""

    idle_marks: ClassVar[frozenset[str]] = frozenset((HALTED,))

    def may_strike(self, scene: Scene, unit: UnitId) -> bool:
        good = scene.table.pieces[unit].cohesion is Cohesion.GOOD
        return good and may_assault(scene.table, unit) is None

    def assault(
        self, before: Table, table: Table, target: Hex, units: Sequence[UnitId]
    ) -> Fight | None:
        return assault_odds(before, table, target, units)

    def fire(self, scene: Scene, table: Table, target: Hex, group: Sequence[Way]) -> float:
        """Those who are assaulted keep their fire; their neighbours do not."""
        return -fire_received(scene, table, group, others_near(scene, target))

    def elsewhere(self, scene: Scene, target: Hex, way: Way, odds: Fight) -> float:
        """Who does not close is where he was; who closes has left it, and need not fear there whom
        he has driven off."""
        best, here = scene.alternative(way.unit), scene.table.pieces[way.unit].at
        comes = closing(scene.table, (way.unit,), target)
        cost = (1 - comes) * (best - scene.judged(way.unit, here))
        cost += comes * (best - scene.judged(way.unit, way.at))
        return cost - max(0.0, odds.carried) * scene.exposed(way.unit, way.at)

    def stands_off(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        """Beside the enemy nobody closes well: those who will assault stay at a distance. Who stands
        in the hex of a wagon takes it, or keeps it from being taken."""
        wagon = wagon_worths(scene).get(at, 0.0)
        alone = wagon and all(other == unit for other in scene.table.stack(at))
        return self._closes_worse(scene, unit, at) - (wagon if alone else 0.0)

    def _closes_worse(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        printed, task = scene.setting.roster[unit], scene.task(unit)
        holds = task is not None and task.kind == HOLD
        if printed.arm is not Arm.INFANTRY or holds or scene.goals.get(at):
            return 0.0
        near, cards = scene.field.nearest_foe(at), scene.setting.cards
        if not 0 < near <= cards.row("limits", "declare_at"):
            return 0.0  # too far, or a square that horse has ridden upon
        dice: int = cards.distance_dice(method_of(scene.table, printed), near)
        return -RUNG * min(0, dice)

    def shot(self, scene: Scene, firers: Sequence[Firer]) -> float:
        """The fewer shots are left for the turns to come, the better must a target be."""
        want, cost = A_TURN * max(1, scene.turns_left), 0.0
        for unit in dict.fromkeys(firer.unit for firer in firers):
            left = shots_left(scene.table, unit) if scene.setting.roster[unit].battery else None
            if left is not None:
                cost += SHOT * max(0.0, 1 - left / want)
        return cost

    def guns_at_risk(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        """Guns that do not stand are lost: they want foot with them or before them."""
        strikers = [reach for reach in scene.field.strikes.get(at, ()) if not reach.horse]
        if not strikers:
            return 0.0
        table, roster = scene.table, scene.setting.roster
        near = scene.field.nearest_foe
        before = [a for a in scene.setting.ground.around[at] if a and near(a) < near(at)]
        foot = sum(
            roster[other].side == scene.side
            and roster[other].arm is Arm.INFANTRY
            and table.pieces[other].cohesion is Cohesion.GOOD
            for there in (at, at, *before)
            for other in table.stacks.get(there, ())
        )
        lost = GUNS_LOST * unit_worth(table, unit) * min(2, len(strikers))
        return lost / (1 + foot)

    def charge(self, scene: Scene, units: Sequence[UnitId], foe: UnitId) -> float:
        return charge_worth(scene, units, foe)
