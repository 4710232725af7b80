"""Leaders: to their men, and commanders to the headquarters without which nobody hears them."""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel import Action
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.actions import Lead
from grognard.systems.nlc.doctrine.scene import Scene
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.movement import riding
from grognard.systems.nlc.records import Force

BETTER: Final = 0.25
"""A place must be so much better than the present one."""


def ride(scene: Scene, options: Any, ridden: set[str]) -> Action | None:
    """The next ride of a commander or of a leader whose formation acts; each is looked at once."""
    for leader in (*_chiefs(scene), *_leaders(scene)):
        if leader in ridden:
            continue
        ridden.add(leader)
        general = scene.view.leaders.get(leader)
        if general is None or not general.at or general.moved:
            continue
        found = _best(scene, leader, general.at)
        if found is not None and found in options:
            return found
    return None


def bound_for(scene: Scene, leader: str) -> tuple[Hex, ...]:
    """Where a commander belongs: his headquarters, or where it is going."""
    for name, held in scene.setting.headquarters.items():
        if held.commander != leader:
            continue
        now = scene.view.quarters.get(name)
        force = scene.view.forces.get(name)
        if force is not None and force.order.target:
            return force.order.target
        if now is not None and now.at and not now.destroyed_on:
            return (now.at,)
    return ()


def _chiefs(scene: Scene) -> list[str]:
    leaders = scene.setting.leaders.values()
    return [held.id for held in leaders if held.side == scene.side and held.role is Role.OVERALL]


def _leaders(scene: Scene) -> list[str]:
    found = []
    for formation in scene.view.acting:
        leader = scene.setting.formations[formation].leader
        force = scene.view.forces.get(formation)
        if leader and force is not None and force.type is not OrderType.RESERVE:
            found.append(leader)
    return found


def _best(scene: Scene, leader: str, here: Hex) -> Lead | None:
    table = scene.table
    if riding.bar_to_riding(table, scene.side, leader) is not None:
        return None
    ends = [(_value(scene, leader, at), at) for at in riding.ends(table, leader)]
    value, at = max(ends, default=(0.0, 0))
    if not at or value <= _value(scene, leader, here) + BETTER:
        return None
    return Lead(leader, riding.path_to(table, leader, at))


def _value(scene: Scene, leader: str, at: Hex) -> float:
    held = scene.setting.leaders[leader]
    if held.role is Role.OVERALL:
        return -float(min((distance(at, there) for there in bound_for(scene, leader)), default=0))
    return post(scene, scene.view.forces[held.formation], at)


def post(scene: Scene, force: Force, at: Hex) -> float:
    """A leader's place: among his men, in reach of all, nearer to the target than to the rear."""
    men = [u for u in scene.own() if scene.view.under.get(u) == force.id]
    spots = [scene.view.pieces[unit].at for unit in men]
    target = (force.anchor,) if force.anchor else force.order.target
    far = min((distance(at, goal) for goal in target), default=0)
    value = -0.4 * far - 0.5 * sum(distance(at, there) for there in spots) / max(1, len(spots))
    value -= 1.0 * sum(max(0, distance(at, there) - 3) for there in spots) / max(1, len(spots))
    here = [unit for unit in men if scene.view.pieces[unit].at == at]
    if any(scene.setting.roster[unit].arm.foot for unit in here):
        return value + 1.5
    return value + (0.3 if here else -0.1 * scene.threat(at))
