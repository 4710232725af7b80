"""Leaders: with the troops they command, where the next checks will be made."""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel import Action
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.command.leader_actions import LeadTo
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import unit_worth
from grognard.systems.bataille.pieces import Cohesion, LeaderId

BETTER: Final = 1.0
"""A leader leaves his troops only for a place so many points better."""


def lead_order(scene: Scene, options: Any) -> Action | None:
    """Send a leader to where he is needed more than here, if any is."""
    table, leaders = scene.table, options.leaders
    for leader in sorted(leaders.free()):
        here = table.leaders[leader]
        stay = _need(scene, leader, here)
        best: tuple[float, Hex] = (stay + BETTER, 0)
        for at in {table.pieces[unit].at for unit in scene.field.own}:
            if distance(at, here) <= 12 and at != here:
                need = _need(scene, leader, at)
                if (need, at) > best:
                    best = (need, at)
        if best[1]:
            order = LeadTo(leader, best[1])
            if order in options:
                return order
    return None


def _need(scene: Scene, leader: LeaderId, at: Hex) -> float:
    table, roster = scene.table, scene.setting.roster
    printed = scene.setting.leaders[leader]
    total = 0.0
    for unit in table.stacks.get(at, ()):
        held = roster[unit]
        if held.side != scene.side or held.nation != printed.nation:
            continue
        weight = {Cohesion.GOOD: 0.6, Cohesion.DISORDER: 1.0, Cohesion.ROUT: 0.7}[
            table.pieces[unit].cohesion
        ]
        total += weight * unit_worth(table, unit)
    near = scene.field.nearest_foe(at)
    others = sum(
        1
        for other, there in table.leaders.items()
        if other != leader and there == at and scene.setting.leaders[other].side == scene.side
    )
    return total * (1.0 if near <= 4 else 0.5) / (1 + 2 * others)
