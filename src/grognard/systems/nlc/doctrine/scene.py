"""A side's picture of a battle: what decides it, who can strike where, in strength points."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import NEIGHBOURS, OWN_HEX, Character
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import AimKind, Setting, SideId, UnitId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.views import View, guess

AGGRESSIVE: Final = (OrderType.ATTACK, OrderType.PROBE)
HOLDING: Final = (OrderType.DEFEND, OrderType.DELAY)
USUAL_RATE: Final = 3
"""Strength points for a point of victory, where the battle does not say."""

KEPT: Final = 0.7
"""The chance that ground is kept for another turn."""

MELEE_REACH: Final = 2


class Goal(msgspec.Struct, frozen=True):
    """Hexes that earn points, and how much they are worth from now on."""

    id: str
    hexes: tuple[Hex, ...]
    worth: float


def rate(setting: Setting) -> int:
    """Strength points that earn a point of victory."""
    aims = setting.victory.aims
    return next((a.per for a in aims if a.kind is AimKind.ELIMINATED_STRENGTH), USUAL_RATE)


@lru_cache(maxsize=256)
def goals(setting: Setting, side: SideId, turn: int) -> tuple[Goal, ...]:
    """The places that earn points; the weightiest first."""
    left = max(1, len(setting.turns) - turn + 1)
    found = [
        Goal(aim.text or str(aim.hexes[0]), aim.hexes, rate(setting) * aim.points * times)
        for aim in setting.victory.aims
        if aim.kind is AimKind.CONTROL and aim.hexes
        for times in (left if aim.every_turn else 1,)
    ]
    return tuple(sorted(found, key=lambda goal: (-goal.worth, goal.id)))


def dear_units(setting: Setting, side: SideId) -> frozenset[UnitId]:
    """Units by whose first loss a side earns points."""
    return frozenset(
        unit
        for aim in setting.victory.aims
        if aim.kind is AimKind.STEP_LOST and aim.side == side
        for unit in aim.units
    )


class Scene:
    """One question: the view, a table imagined from it, and the one who judges."""

    def __init__(
        self, view: View, setting: Setting, character: Character, seed: int, chooser: Chooser
    ) -> None:
        self.view, self.setting, self.side = view, setting, view.side
        self.character, self.chooser = character, chooser
        self.enemy = setting.enemy(view.side)
        self.goals = goals(setting, view.side, view.turn)
        self._seed = seed
        self._table: Table | None = None
        self._threat: dict[Hex, float] = {}
        self._nerve: dict[SideId, float] = {}
        self.foes = [
            (piece.at, strength_of(setting, piece), setting.roster[unit])
            for unit, piece in view.pieces.items()
            if unit in view.enemy
        ]

    @property
    def table(self) -> Table:
        """A table that fits what is seen; what is not seen is dealt out by the seed."""
        if self._table is None:
            self._table = guess(self.view, self.setting, self._seed)
        return self._table

    def nerve(self, side: SideId) -> float:
        """How much more than itself a strength point is worth while an army can still be broken."""
        if side not in self._nerve:
            self._nerve[side] = self._nerve_of(side)
        return self._nerve[side]

    def _nerve_of(self, side: SideId) -> float:
        aims = self.setting.victory.aims
        points = sum(aim.points for aim in aims if aim.kind is AimKind.ARMY_DEMORALIZED)
        level = max(1, self.setting.armies[side].level)
        roster = self.setting.roster
        lost = sum(roster[u].strength for u in self.view.removed if roster[u].side == side)
        if lost >= level:
            return 1.0
        return 1.0 + points * rate(self.setting) / level * (0.5 + lost / level)

    # --- who is where

    def force(self, unit: UnitId) -> Force | None:
        name = self.view.under.get(unit, self.setting.roster[unit].formation)
        return self.view.forces.get(name)

    def strength(self, unit: UnitId) -> int:
        return strength_of(self.setting, self.view.pieces[unit])

    def own(self) -> list[UnitId]:
        return [unit for unit in self.view.own if unit in self.view.pieces]

    def nearest_foe(self, at: Hex) -> int:
        return min((distance(at, there) for there, _, _ in self.foes), default=99)

    def threat(self, at: Hex) -> float:
        """Enemy strength that could fall upon a hex before long, as far as the character sees."""
        if self.character.sight <= OWN_HEX:
            return 0.0
        found = self._threat.get(at)
        if found is None:
            found = self._threat[at] = sum(
                power * _nearness(distance(at, there), printed.movement)
                for there, power, printed in self.foes
                if not printed.arm.artillery and self._sees(distance(at, there))
            )
        return found

    def _sees(self, far: int) -> bool:
        """Who looks no further than his neighbours does not see who must march first."""
        return far <= MELEE_REACH or self.character.sight > NEIGHBOURS

    def support(self, at: Hex, besides: UnitId = "") -> float:
        """Own strength in a hex and beside it."""
        return sum(
            self.strength(unit) * (1.0 if far == 0 else 0.6)
            for unit in self.own()
            if unit != besides and (far := distance(at, self.view.pieces[unit].at)) <= 1
        )

    def cover(self, at: Hex) -> float:
        """The share of an assault that the ground takes off."""
        ground = self.setting.ground
        return (self.setting.cards.terrain(ground.terrain[at]).assault or 0) / 100

    def ground(self, at: Hex) -> float:
        """What it is worth to hold a hex, by the points it earns."""
        return self.character.goal * sum(
            goal.worth / len(goal.hexes) for goal in self.goals if at in goal.hexes
        )

    def stake(self, at: Hex) -> float:
        """What it is worth to have a hex rather than leave it to the enemy, in strength points."""
        left = len(self.setting.turns) - self.view.turn + 1
        total = 0.0
        for aim in self.setting.victory.aims:
            if aim.kind is AimKind.CONTROL and at in aim.hexes:
                turns = (1.0 - KEPT**left) / (1.0 - KEPT) if aim.every_turn else 1.0
                share = 1.0 if aim.otherwise else 1.0 / len(aim.hexes)
                total += 2.0 * aim.points * turns * share
        return self.character.goal * rate(self.setting) * total

    def frame(self, kind: str) -> Any:
        """The innermost open procedure of a kind."""
        for frame in reversed(self.view.stack):
            if type(frame.procedure).__name__ == kind:
                return frame.procedure
        return None


def strength_of(setting: Setting, piece: Any) -> int:
    strength: int = setting.roster[piece.id].strengths[piece.lost]
    return strength


def _nearness(far: int, movement: int) -> float:
    """1 for who stands beside, less for who must march, nothing beyond his reach."""
    if far <= MELEE_REACH:
        return 1.0
    return max(0.0, 1.0 - (far - MELEE_REACH) / max(1, movement))
