"""The appreciation: goals and their worth, where the enemy can strike, where guns can reach.

All of it follows from the sand table. It is made once and serves until the enemy changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from grognard.mechanics.hexes import Hex, Side, distance, within
from grognard.mechanics.search import Search
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.setting import HALVES, Setting, mover
from grognard.systems.bataille.table import Table

NEAR: Final = 6
"""Troops so many hexes away count for a place."""

CHARGE_BONUS: Final = 3
"""Hexes that horse goes beyond its printed movement when it charges, roughly."""

GUN_LOOKS: Final = 5
"""Guns are taken to command so many hexes; beyond that their fire is slight."""


class Place(msgspec.Struct, frozen=True):
    """A place that decides the battle: its hexes, its worth in points, and for whom all must hold."""

    name: str
    hexes: tuple[Hex, ...]
    worth: float


@lru_cache(maxsize=64)
def places(setting: Setting) -> tuple[Place, ...]:
    """The places named by the levels of victory, the weightiest first."""
    levels = setting.victory.get("levels", ())
    named: dict[str, float] = {}
    for level in levels:
        for place in level.places:
            named[place] = named.get(place, 0.0) + 1.0
    most = max(named.values(), default=1.0)
    found = [
        Place(place, setting.places[place], 12.0 * count / most) for place, count in named.items()
    ]
    return tuple(sorted(found, key=lambda place: (-place.worth, place.name)))


class Reach(msgspec.Struct, frozen=True):
    """A unit of the enemy that could come at a hex next turn."""

    unit: UnitId
    strength: float
    horse: bool


class Field:
    """What a side makes of the situation."""

    def __init__(self, table: Table, side: str) -> None:
        setting = table.setting
        self.table, self.side, self.setting = table, side, setting
        self.enemy = setting.enemy(side)
        self.foes = list(table.units_of(self.enemy))
        self.own = list(table.units_of(side))
        self.foe_hexes = {at for unit in self.foes for at in table.pieces[unit].hexes}
        self.strikes: dict[Hex, list[Reach]] = {}
        self.guns: dict[Hex, float] = {}
        self.formed_beside: dict[Hex, int] = {}
        self._strikes()
        self._guns()

    # --- the enemy's next turn

    def _strikes(self) -> None:
        table, roster = self.table, self.setting.roster
        for unit in self.foes:
            piece, printed = table.pieces[unit], roster[unit]
            if printed.arm is Arm.ARTILLERY or piece.cohesion is not Cohesion.GOOD:
                continue
            for at in piece.hexes:
                for near in self.setting.ground.around[at]:
                    self.formed_beside[near] = self.formed_beside.get(near, 0) + 1
            horse = printed.arm is Arm.CAVALRY
            points = printed.movement + (CHARGE_BONUS if horse else 0)
            strength = float(printed.melee) * (printed.increments - piece.lost)
            reach = Reach(unit, strength / max(1, printed.increments), horse)
            for at in struck(self.setting, unit, piece.at, HALVES * points):
                self.strikes.setdefault(at, []).append(reach)

    def _guns(self) -> None:
        table, roster = self.table, self.setting.roster
        for unit in self.foes:
            piece, battery = table.pieces[unit], roster[unit].battery
            if battery is None or piece.cohesion is not Cohesion.GOOD:
                continue
            ready = 1.0 if piece.formation is Formation.UNLIMBERED else 0.35
            far = min(GUN_LOOKS, battery.reach)
            for at in within(piece.at, far):
                if not self.setting.ground.on_map(at) or at == piece.at:
                    continue
                if ready == 1.0 and not sees(table, unit, piece.at, at).clear:
                    continue
                away = distance(piece.at, at)
                value = battery.short if away <= 2 else battery.medium
                self.guns[at] = self.guns.get(at, 0.0) + ready * float(value)

    # --- sums

    def strength_near(self, side: str, hexes: Iterable[Hex], far: int = NEAR) -> float:
        """Points of formed troops of a side within so many hexes."""
        table, roster = self.table, self.setting.roster
        total, targets = 0.0, list(hexes)
        for unit in self.own if side == self.side else self.foes:
            piece, printed = table.pieces[unit], roster[unit]
            if min(distance(piece.at, at) for at in targets) > far:
                continue
            part = {Cohesion.GOOD: 1.0, Cohesion.DISORDER: 0.5, Cohesion.ROUT: 0.0}[piece.cohesion]
            weight = 2.0 if printed.arm is Arm.ARTILLERY else 1.0
            total += part * weight * (printed.increments - piece.lost)
        return total

    def nearest_foe(self, at: Hex, steady: bool = True) -> int:
        pieces = self.table.pieces
        spans = [
            distance(at, there)
            for unit in self.foes
            if not steady or pieces[unit].cohesion is not Cohesion.ROUT
            for there in pieces[unit].hexes
        ]
        return min(spans, default=99)

    def covered(self, at: Hex) -> bool:
        """Is the hex such ground that horse cannot charge into it?"""
        return bool(self.setting.general_order[at])


@lru_cache(maxsize=64)
def _steps(setting: Setting, mover: str) -> list[tuple[tuple[Hex, int, Side], ...]]:
    return setting.ground.steps(setting.passage[mover])


@lru_cache(maxsize=4096)
def struck(setting: Setting, unit: UnitId, start: Hex, budget: int) -> frozenset[Hex]:
    """The hexes next to those that a unit could come to with so many half points."""
    around = setting.ground.around
    steps = _steps(setting, mover(setting.roster[unit]))
    cost = Search([start], steps.__getitem__, budget).all()
    return frozenset(near for at in cost for near in around[at] if near) | frozenset(cost)
