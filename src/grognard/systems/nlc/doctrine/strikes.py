"""Attacks planned before anybody moves: which hexes, by whom, from where, all together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.doctrine import fights
from grognard.systems.nlc.doctrine.odds import Placed
from grognard.systems.nlc.doctrine.scene import Scene
from grognard.systems.nlc.kinds import Hexside
from grognard.systems.nlc.setting import UnitId

MOST: Final = 8
"""So many enemy hexes are looked at in a stage."""

Ends = Mapping[UnitId, frozenset[Hex]]
"""Where each unit can be: where it stands, and where a move may end."""


class Strike(msgspec.Struct, frozen=True):
    """An assault that is being prepared, and what it is worth."""

    target: Hex
    placed: Placed
    worth: float


def plan(scene: Scene, ends: Ends) -> list[Strike]:
    """The best assaults that do not need the same unit twice, the best first."""
    targets = sorted(
        {at for at, _, _ in scene.foes},
        key=lambda at: (-scene.ground(at), _far(scene, at, ends), at),
    )
    free = dict(ends)
    found: list[Strike] = []
    while True:
        tried = [best for at in targets[:MOST] if (best := _best(scene, at, free)) is not None]
        if not tried:
            return found
        strike = max(tried, key=lambda held: (held.worth, -held.target))
        found.append(strike)
        targets.remove(strike.target)
        for unit, _ in strike.placed:
            del free[unit]


def _far(scene: Scene, target: Hex, ends: Ends) -> int:
    around = set(scene.setting.ground.around[target])
    return -sum(1 for hexes in ends.values() if hexes & around)


def _best(scene: Scene, target: Hex, free: Ends) -> Strike | None:
    """Add the unit that helps most, until nobody does."""
    slots = _slots(scene, target)
    able = [(unit, at) for unit in sorted(free) for at in slots if at in free[unit]]
    placed: Placed = ()
    worth = 0.0
    first = True
    while able and len(placed) < max(1, scene.character.joint):
        tried = [(fights.assault_worth(scene, (*placed, one), target), one) for one in able]
        value, one = max(tried)
        if not first and value <= worth:
            break
        placed, worth, first = (*placed, one), value, False
        able = [(u, at) for u, at in able if u != one[0] and _has_room(scene, at, placed, u)]
    if not placed or worth <= scene.character.margin:
        return None
    return Strike(target, placed, worth)


def _slots(scene: Scene, target: Hex) -> list[Hex]:
    ground = scene.setting.ground
    return [
        at
        for side, at in enumerate(ground.around[target])
        if at
        and ground.hexsides.get((target, side)) != Hexside.IMPASSABLE
        and not scene.table.has_unit(at, scene.enemy)
    ]


def _has_room(scene: Scene, at: Hex, placed: Placed, unit: UnitId) -> bool:
    coming = {other for other, there in placed if there == at} | {unit}
    here = coming | set(scene.view.stacks.get(at, ()))
    room: int = scene.setting.cards.stacking(scene.setting.ground.terrain[at])
    return len(here) <= room
