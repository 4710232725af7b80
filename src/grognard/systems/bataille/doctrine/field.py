"""The appreciation: goals and their worth, where the enemy can strike, where guns can reach.

All of it follows from the sand table. It is made once and serves until the enemy changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from grognard.mechanics.hexes import Hex, Side, distance, within
from grognard.mechanics.search import Search
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.setting import HALVES, Setting, mover
from grognard.systems.bataille.table import Table

NEAR: Final = 6
"""Troops so many hexes away count for a place."""

CHARGE_BONUS: Final = 3
"""Hexes that horse goes beyond its printed movement when it charges, roughly."""

AT_HAND: Final = 3
"""Troops so many hexes away are at hand."""

STEADY: Final = {Cohesion.GOOD: 1.0, Cohesion.DISORDER: 0.5, Cohesion.ROUT: 0.0}
TRACE: Final = 1e-6
"""Less fire than this is what sums leave over."""

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


class Marks(msgspec.Struct, frozen=True):
    """What one enemy puts on the map: whom he could come at, and where his guns tell."""

    reach: Reach | None
    hexes: frozenset[Hex]
    beside: tuple[Hex, ...]
    guns: Mapping[Hex, float]


NO_MARKS: Final = Marks(None, frozenset(), (), {})


class Field:
    """What a side makes of the situation. ``show`` keeps it up to date by the pieces that changed;
    ``changes`` counts how often the enemy did."""

    def __init__(self, table: Table, side: str) -> None:
        self.table, self.side, self.setting = table, side, table.setting
        self.enemy = table.setting.enemy(side)
        self.changes = 0
        self.strikes: dict[Hex, list[Reach]] = {}
        self.guns: dict[Hex, float] = {}
        self.foe_hexes: set[Hex] = set()
        self._steady_hexes: set[Hex] = set()
        self.formed_beside: dict[Hex, int] = {}
        self._marks: dict[UnitId, tuple[Piece, Marks]] = {}
        self._at_hand: dict[Hex, float] = {}
        self._parts: dict[UnitId, tuple[Piece, float]] = {}
        self._spans: tuple[dict[Hex, int], dict[Hex, int]] = ({}, {})
        self._turn = 0
        self.show(table)

    def show(self, table: Table) -> None:
        """The table as it is now."""
        self.table = table
        self.own = list(table.units_of(self.side))
        self.foes = list(table.units_of(self.enemy))
        for unit in [unit for unit in self._parts if unit not in table.pieces]:
            self._spread(unit, None)
        for unit, piece in table.pieces.items():
            known = self._parts.get(unit)
            if known is None or (known[0] is not piece and known[0] != piece):
                self._spread(unit, piece)
        self._show_enemy(table)

    def _show_enemy(self, table: Table) -> None:
        """Enemies that changed are marked anew; with the turn the weather may, and all guns are."""
        gone = [unit for unit in self._marks if unit not in table.pieces]
        found = [
            unit
            for unit in self.foes
            if unit not in self._marks
            or self._marks[unit][0] != table.pieces[unit]
            or (self._turn != table.turn and self.setting.roster[unit].battery is not None)
        ]
        self._turn = table.turn
        if not gone and not found:
            return
        self.changes += 1
        self._spans = ({}, {})
        foes = [table.pieces[unit] for unit in self.foes]
        self.foe_hexes = {at for piece in foes for at in piece.hexes}
        self._steady_hexes = {
            at for piece in foes if piece.cohesion is not Cohesion.ROUT for at in piece.hexes
        }
        for unit in (*gone, *found):
            if unit in self._marks:
                self._put(self._marks.pop(unit)[1], -1)
        for unit in found:
            self._marks[unit] = (table.pieces[unit], self._marks_of(unit))
            self._put(self._marks[unit][1], 1)

    # --- the enemy's next turn

    def _put(self, marks: Marks, sign: int) -> None:
        """Put an enemy's marks on the map, or take them off."""
        for at in marks.beside:
            self.formed_beside[at] = self.formed_beside.get(at, 0) + sign
        for at, value in marks.guns.items():
            left = self.guns.pop(at, 0.0) + sign * value
            if left > TRACE:
                self.guns[at] = left
        if marks.reach is None:
            return
        for at in marks.hexes:
            if sign > 0:
                self.strikes.setdefault(at, []).append(marks.reach)
            else:
                self.strikes[at].remove(marks.reach)
                if not self.strikes[at]:
                    del self.strikes[at]

    def _marks_of(self, unit: UnitId) -> Marks:
        piece, printed = self.table.pieces[unit], self.setting.roster[unit]
        if piece.cohesion is not Cohesion.GOOD:
            return NO_MARKS
        if printed.arm is Arm.ARTILLERY:
            return Marks(None, frozenset(), (), self._guns_of(unit))
        around = self.setting.ground.around
        beside = tuple(near for at in piece.hexes for near in around[at])
        horse = printed.arm is Arm.CAVALRY
        points = printed.movement + (CHARGE_BONUS if horse else 0)
        strength = float(printed.melee) * (printed.increments - piece.lost)
        reach = Reach(unit, strength / max(1, printed.increments), horse)
        return Marks(reach, struck(self.setting, unit, piece.at, HALVES * points), beside, {})

    def _guns_of(self, unit: UnitId) -> dict[Hex, float]:
        table, piece, battery = (
            self.table,
            self.table.pieces[unit],
            self.setting.roster[unit].battery,
        )
        found: dict[Hex, float] = {}
        if battery is None:
            return found
        ready = 1.0 if piece.formation is Formation.UNLIMBERED else 0.35
        for at in within(piece.at, min(GUN_LOOKS, battery.reach)):
            if not self.setting.ground.on_map(at) or at == piece.at:
                continue
            if ready == 1.0 and not sees(table, unit, piece.at, at).clear:
                continue
            value = battery.short if distance(piece.at, at) <= 2 else battery.medium
            found[at] = ready * float(value)
        return found

    # --- sums

    def _spread(self, unit: UnitId, piece: Piece | None) -> None:
        """A unit's points; those of an enemy on all hexes that he is near to."""
        printed = self.setting.roster[unit]
        held, foe = self._at_hand, printed.side == self.enemy
        known = self._parts.pop(unit, None)
        if known is not None and foe:
            for at in within(known[0].at, AT_HAND):
                held[at] -= known[1]
        if piece is not None:
            part = STEADY[piece.cohesion] * (2.0 if printed.arm is Arm.ARTILLERY else 1.0)
            points = part * (printed.increments - piece.lost)
            self._parts[unit] = (piece, points)
            for at in within(piece.at, AT_HAND) if foe else ():
                held[at] = held.get(at, 0.0) + points

    def at_hand(self, at: Hex) -> float:
        """Points of formed enemies close to a hex."""
        return self._at_hand.get(at, 0.0)

    def points(self, unit: UnitId) -> float:
        """Points of a unit, as far as it is formed."""
        return self._parts[unit][1]

    def strength_near(self, side: str, hexes: Iterable[Hex], far: int = NEAR) -> float:
        """Points of formed troops of a side within so many hexes."""
        targets = list(hexes)
        return sum(
            self.points(unit)
            for unit in (self.own if side == self.side else self.foes)
            if min(distance(self.table.pieces[unit].at, at) for at in targets) <= far
        )

    def nearest_foe(self, at: Hex, steady: bool = True) -> int:
        known = self._spans[steady].get(at)
        if known is None:
            there = self._steady_hexes if steady else self.foe_hexes
            spans = [distance(at, foe) for foe in there]
            known = self._spans[steady][at] = min(spans, default=99)
        return known

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
