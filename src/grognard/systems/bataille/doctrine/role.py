"""The part that a battle gives to a side: who holds the ground in the morning, who comes for it."""

from __future__ import annotations

import msgspec

from grognard.planning.levels import Character
from grognard.systems.bataille.doctrine.field import places
from grognard.systems.bataille.setting import Setting

HOLDER, TAKER = 0.3, -0.2
"""Points asked of an assault beyond the usual margin by who holds, and by who must attack."""

WAITS, GOES = 1.4, 0.5
"""How patiently either waits for friends before going up to the enemy."""

MINDS, DARES = 1.15, 0.85
"""How much either minds the enemy's answer."""


def part(setting: Setting, side: str) -> float:
    """1 for who holds all places that decide when the battle opens, -1 for who comes to take them."""
    hexes = [at for place in places(setting) for at in place.hexes]
    held = [setting.control.get(at, "") for at in hexes]
    mine, theirs = held.count(side), held.count(setting.enemy(side))
    return (mine - theirs) / len(hexes) if hexes else 0.0


def in_role(held: Character, setting: Setting, side: str) -> Character:
    """The character as it plays the part of its side; one without a sense of role is unchanged."""
    share = held.role * part(setting, side)
    if not share:
        return held
    holds = share > 0
    weight = abs(share)
    return msgspec.structs.replace(
        held,
        margin=held.margin + weight * (HOLDER if holds else TAKER),
        patience=held.patience * (1 + weight * ((WAITS if holds else GOES) - 1)),
        danger=held.danger * (1 + weight * ((MINDS if holds else DARES) - 1)),
    )
