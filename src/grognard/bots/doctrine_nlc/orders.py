"""Orders: a plan for the whole army, written early; later only what has to be put right."""

from __future__ import annotations

from typing import Final

from grognard.bots.doctrine_nlc.scene import AGGRESSIVE, GRAIN, Goal, Scene
from grognard.bots.planning import ATTACK, HOLD, RESERVE, Body, Objective, Plan, Task, army_plan
from grognard.kernel import Action, Ask
from grognard.mechanics.commands import Finish
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.command.offers import waypoints
from grognard.systems.nlc.command.order_actions import Record, Send
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import FormationId, Order, Sequence

PACE: Final = 4
"""Hexes that a formation marches in a turn, roughly."""

NEAR: Final = 3
"""An enemy within so many hexes of a place is there to be fought."""

ON_THE_ROAD: Final = 7
"""From so many hexes on, a formation marches before it attacks."""

STICKS: Final = 1.0
"""So many turns nearer counts whoever has a place in his order already."""

MANY: Final = 4
"""With fewer formations on the map than that nobody is kept back."""

OVERSIGHT: Final = 6.0
"""Who judges with so much noise always forgets to write."""

TRUSTED: Final = 3
"""A leader of this rating acts by himself more often than he blunders."""


def plan(scene: Scene) -> Plan:
    """Who takes, holds or supports what."""
    left = len(scene.setting.turns) - scene.view.turn + 1
    bodies = []
    for formation in present(scene):
        at = post(scene, formation)
        turns = {goal.id: _turns(scene, formation, at, goal) for goal in scene.goals}
        power = sum(scene.strength(unit) for unit in men(scene, formation))
        bodies.append(Body(formation, float(power), turns))
    objectives = [_objective(scene, goal, left) for goal in scene.goals]
    character = scene.character
    reserve = character.reserve if len(bodies) >= MANY else 0.0
    return army_plan(bodies, objectives, reserve, 1.0 - min(0.5, character.margin))


def _turns(scene: Scene, formation: FormationId, at: Hex, goal: Goal) -> float:
    """Turns to a place; who is there or on the way already is not sent elsewhere lightly."""
    force = scene.view.forces[formation]
    aims = {there for order in (force.order, *force.queue) for there in order.target}
    near = min(distance(at, there) for there in goal.hexes)
    return near / PACE - (STICKS if aims & set(goal.hexes) else 0.0)


def _objective(scene: Scene, goal: Goal, left: int) -> Objective:
    own = sum(scene.view.control.get(at) == scene.side for at in goal.hexes)
    enemy = sum(
        power
        for at, power, _ in scene.foes
        if min(distance(at, there) for there in goal.hexes) <= NEAR
    )
    return Objective(goal.id, goal.worth, own / len(goal.hexes), float(enemy), left)


def present(scene: Scene) -> list[FormationId]:
    """Formations of the side with men on the map."""
    return [
        formation.id
        for formation in scene.setting.formations.values()
        if formation.side == scene.side and men(scene, formation.id)
    ]


def men(scene: Scene, formation: FormationId) -> list[str]:
    units = scene.setting.formations[formation].units
    return [
        unit
        for unit in units
        if unit in scene.view.pieces and scene.view.under.get(unit) == formation
    ]


def post(scene: Scene, formation: FormationId) -> Hex:
    """Where a formation is: its leader's hex, or the first of its units."""
    leader = scene.setting.formations[formation].leader
    general = scene.view.leaders.get(leader) if leader else None
    if general is not None and general.at:
        return general.at
    return scene.view.pieces[men(scene, formation)[0]].at


# --- from tasks to orders


def wanted(scene: Scene, formation: FormationId, made: Plan) -> Sequence:
    """The order that a formation's task calls for; empty if what it does will do."""
    task = made.tasks.get(formation)
    if task is None:
        return ()
    force = scene.view.forces[formation]
    goal = next(goal for goal in scene.goals if goal.id == task.objective)
    if task.kind == RESERVE:
        return ()
    kind = _kind(scene, task, goal, made)
    if _does(force, kind, goal.hexes) or _is_busy(scene, force):
        return ()
    target = (min(goal.hexes, key=lambda at: (distance(at, post(scene, formation)), at)),)
    return _spelt(scene, formation, kind, target)


def _kind(scene: Scene, task: Task, goal: Goal, made: Plan) -> OrderType:
    ours = all(scene.view.control.get(at) == scene.side for at in goal.hexes)
    if task.kind == HOLD or (task.kind != ATTACK and ours):
        return OrderType.DEFEND
    return OrderType.ATTACK


def _does(force: Force, kind: OrderType, hexes: tuple[Hex, ...]) -> bool:
    """Does a body do this already, or will it after its march?"""
    waiting = force.waiting.orders if force.waiting is not None else ()
    for order in (force.order, *force.queue, *waiting):
        if order.type is kind and (order.here or set(order.target) & set(hexes)):
            return True
    return False


def _is_busy(scene: Scene, force: Force) -> bool:
    """An attack that goes on, or an order on its way, is let be."""
    if (
        any(held.to == force.id and held.due for held in scene.view.transit)
        or force.waiting is not None
    ):
        return True
    taken = all(scene.view.control.get(at) == scene.side for at in force.order.target)
    return force.type is OrderType.ATTACK and not taken


def _spelt(
    scene: Scene, formation: FormationId, kind: OrderType, target: tuple[Hex, ...]
) -> Sequence:
    at = post(scene, formation)
    last = Order(kind, target=target)
    if distance(at, target[0]) < ON_THE_ROAD:
        return (last,)
    route = waypoints(scene.setting, at, target[0])
    return (Order(OrderType.MARCH, target=target, route=route), last)


# --- what is said


def write(scene: Scene, ask: Ask, told: set[tuple[int, str]]) -> tuple[Action, str]:
    """The next order of the plan, or nothing more. ``told`` keeps whom we wrote to in which turn."""
    made = plan(scene)
    ranked = sorted(present(scene), key=lambda name: (not made.tasks.get(name), name))
    for formation in ranked:
        if (scene.view.turn, formation) in told:
            continue
        told.add((scene.view.turn, formation))
        if _forgets(scene):
            continue
        for orders in _versions(wanted(scene, formation, made)):
            said = Send(formation, orders)
            if said in ask.options:
                return said, f"{made.why}. {said}"
    return Finish(), ""


def _forgets(scene: Scene) -> bool:
    """A poor commander does not think of everybody in time."""
    chance = scene.character.noise / OVERSIGHT
    return chance > 0 and scene.chooser.randrange(GRAIN) < chance * GRAIN


def _versions(orders: Sequence) -> list[Sequence]:
    """An order, and without its march if that cannot be written."""
    if not orders:
        return []
    return [orders, orders[-1:]] if len(orders) > 1 else [orders]


def note(scene: Scene, ask: Ask, told: set[tuple[int, str]]) -> Action:
    """What good leaders would do by themselves: the plan, where their order is another."""
    made = plan(scene)
    for formation in present(scene):
        leader = scene.setting.formations[formation].leader
        key = (scene.view.turn, f"{leader} by himself")
        if not leader or key in told or scene.view.leaders[leader].rating < TRUSTED:
            continue
        told.add(key)
        if _forgets(scene):
            continue
        for orders in _versions(wanted(scene, formation, made)):
            said = Record(leader, orders)
            if said in ask.options:
                return said
    return Finish()


def mislead(scene: Scene, ask: Ask) -> Action:
    """A bad move for an enemy: the order that takes him farthest from what decides the battle."""
    best: tuple[float, str, Action] = (-1.0, "", Finish())
    for order in ask.options:
        if isinstance(order, Finish):
            continue
        first = order.orders[0]
        if first.type in AGGRESSIVE or not first.target:
            continue
        away = min(
            (distance(first.target[0], at) for goal in scene.goals for at in goal.hexes), default=0
        )
        stirs = first.type in (OrderType.MARCH, OrderType.FALL_BACK)
        value = float(away) + (2.0 if stirs else 0.0)
        if (value, str(order)) > best[:2]:
            best = (value, str(order), order)
    return best[2]


# --- who acts when


def first(scene: Scene, ask: Ask) -> Action:
    """The initial action goes to who attacks with most."""
    best: tuple[float, Action] = (0.0, Finish())
    for order in ask.options:
        if isinstance(order, Finish):
            continue
        named = [n for n in scene.setting.formations if n == order.choice]
        held = named or [name for _, *both in scene.view.pairs for name in both]
        value = sum(_eagerness(scene, name) for name in held if name in scene.view.forces)
        if value > best[0]:
            best = (value, order)
    return best[1]


def pair(scene: Scene, ask: Ask) -> Action:
    """Two formations that attack together."""
    best: tuple[float, Action] = (0.0, Finish())
    for order in ask.options:
        if isinstance(order, Finish):
            continue
        both = [_eagerness(scene, order.one), _eagerness(scene, order.other)]
        if min(both) > 0 and sum(both) > best[0]:
            best = (sum(both), order)
    return best[1]


def _eagerness(scene: Scene, formation: FormationId) -> float:
    force = scene.view.forces.get(formation)
    if force is None or force.type not in AGGRESSIVE or not men(scene, formation):
        return 0.0
    near = min(scene.nearest_foe(scene.view.pieces[u].at) for u in men(scene, formation))
    return sum(scene.strength(u) for u in men(scene, formation)) / (1.0 + near)
