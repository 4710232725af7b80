"""A whole battle as one side imagines it: what it sees, and the orders a sensible enemy would have."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.bots.doctrine_nlc import orders
from grognard.bots.doctrine_nlc.scene import Scene
from grognard.bots.levels import Character
from grognard.bots.planning import HOLD, RESERVE
from grognard.kernel import State, unanswered
from grognard.kernel.chance import Stream
from grognard.mechanics.hexes import distance
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Order, Setting
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.views import View, imagine, view

replace = msgspec.structs.replace


def imagined(seen: View, setting: Setting, judge: Character, seed: int) -> State:
    """A state that fits the view. The enemy's orders are what this side would give in his place."""
    state = imagine(seen, setting, seed)
    enemy = setting.enemy(seen.side)
    table: Table = state.table.draft()
    forces: dict[str, Force] = table.writable("forces")
    plans = _plans(state, setting, enemy, judge, seed)
    for name, force in list(forces.items()):
        if force.side == enemy and name in setting.formations:
            forces[name] = _ordered(table, force, plans)
    return unanswered(table, state.stack)


def _plans(
    state: State, setting: Setting, enemy: str, judge: Character, seed: int
) -> dict[str, Order]:
    """For every enemy formation on the map the order that its task calls for."""
    scene = Scene(view(state, enemy), setting, judge, seed, Stream(seed))
    made = orders.plan(scene)
    found: dict[str, Order] = {}
    for formation, task in made.tasks.items():
        goal = next(goal for goal in scene.goals if goal.id == task.objective)
        at = orders.post(scene, formation)
        target = (min(goal.hexes, key=lambda there: (distance(at, there), there)),)
        ours = all(scene.view.control.get(there) == enemy for there in goal.hexes)
        if task.kind == RESERVE:
            found[formation] = Order(OrderType.RESERVE)
        else:
            kind = OrderType.DEFEND if task.kind == HOLD or ours else OrderType.ATTACK
            found[formation] = Order(kind, target=target)
    return found


def _ordered(table: Table, force: Force, plans: dict[str, Order]) -> Force:
    """A formation under its guessed order; who is not there yet has the order of the scenario."""
    order = plans.get(force.id)
    if order is None:
        printed = table.setting.orders.formations.get(force.id, ())
        return replace(force, order=printed[0], queue=tuple(printed[1:])) if printed else force
    if order.type is OrderType.RESERVE and force.id in table.active:
        order = Order(OrderType.DEFEND, here=True)
    leader: Any = table.leaders.get(force.leader)
    at = leader.at if leader is not None else 0
    radius = table.setting.cards.radius("radius")
    there = bool(at) and any(distance(at, goal) <= radius for goal in order.target)
    held = tuple(goal for goal in order.target if table.control.get(goal) == force.side)
    arrived = order.type is OrderType.DEFEND and there
    return replace(force, order=order, queue=(), arrived=arrived, held=held)
