"""The enemy's answer to a march, by the rules' own odds: who could come at a unit where it would stand.

The danger of a hex (``Scene.danger``) is a mean over many battles. Who looks at the enemy's answer asks
for the few places that he has in mind what the best assault there would bring the enemy, through the
flank if the unit shows him one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import msgspec

from grognard.mechanics.hexes import SIDES, Hex, distance, side_towards
from grognard.systems.bataille.doctrine.outlook import turns_left
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.melee.melee import direction
from grognard.systems.bataille.pieces import Piece, UnitId
from grognard.systems.bataille.table import Table

STRONGEST: Final = 3
"""So many enemies who could come are looked at."""

COUNT: Final = 3
"""With fewer turns to come men count for less."""


def answered(scene: Scene, stood: Piece) -> float:
    """Points that the enemy's best assault on a unit would bring him, if it stood so."""
    if not turns_left(scene.table, scene.field.enemy):
        return 0.0
    reaches = [reach for reach in scene.field.strikes.get(stood.at, ()) if not reach.horse]
    table = scene.table.draft()
    table.put(stood)
    alone: list[tuple[float, Piece]] = []
    for reach in sorted(reaches, key=lambda reach: (-reach.strength, reach.unit))[:STRONGEST]:
        ways = [
            (_gain(scene, table, stood.at, come), come)
            for come in _ways(scene, table, stood, reach.unit)
        ]
        alone += [max(ways, key=lambda way: way[0])] if ways else []
    pairs = (
        _gain(scene, table, stood.at, one, other) for (_, one), (_, other) in combinations(alone, 2)
    )
    return max((0.0, *(gain for gain, _ in alone), *pairs))


def _ways(scene: Scene, table: Table, stood: Piece, foe: UnitId) -> Iterator[Piece]:
    """An enemy as he would stand before front, flank and rear of the unit, by the nearest way."""
    piece, reach = table.pieces[foe], scene.field.reach_of(foe)
    seen: set[str] = set()
    around = (at for at in scene.setting.ground.around[stood.at] if at in reach)
    for near in sorted(around, key=lambda at: (distance(at, piece.at), at)):
        struck = direction(table, scene.field.enemy, stood.at, near)
        taken = any(table.side_of(unit) == scene.side for unit in table.stack(near))
        come = None if taken or struck in seen else _facing(table, piece, near, stood.at)
        if come is not None:
            seen.add(struck)
            yield come


def _facing(table: Table, piece: Piece, at: Hex, target: Hex) -> Piece | None:
    """A unit in a hex, with another before its front."""
    side, there = side_towards(at, target), table.draft()
    for facing in range(len(SIDES)):
        come = msgspec.structs.replace(piece, hexes=(at,), facing=facing, main=0)
        there.put(come)
        if side is not None and front_mask(there, piece.id, at) >> side & 1:
            return come
    return None


def _gain(scene: Scene, table: Table, at: Hex, *group: Piece) -> float:
    """What an assault brings the enemy: men, the less the nearer the end, and the ground."""
    there = table.draft()
    for piece in group:
        there.put(piece)
    odds = scene.judgement.assault(table, there, at, tuple(sorted(piece.id for piece in group)))
    if odds is None:
        return 0.0
    men = min(1.0, scene.turns_left / COUNT)
    return men * odds.gain + odds.carried * scene.hex_worth(at)
