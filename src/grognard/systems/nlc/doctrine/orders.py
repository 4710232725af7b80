"""Orders: a plan for the whole army, written early; later only what has to be put right."""

from __future__ import annotations

from typing import Final

from grognard.kernel import Action, Ask
from grognard.mechanics.commands import Finish
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import PLAN, SECTOR
from grognard.planning.plans import (
    ATTACK,
    HOLD,
    RESERVE,
    SUPPORT,
    Body,
    Objective,
    Plan,
    Task,
    army_plan,
    nearest_plan,
)
from grognard.systems.nlc.command.bodies import PART
from grognard.systems.nlc.command.offers import waypoints
from grognard.systems.nlc.command.order_actions import Record, Send
from grognard.systems.nlc.doctrine.scene import AGGRESSIVE, Goal, Scene, dear_units
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Force, ForceId
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

TRUSTED: Final = 3
"""A leader of this rating acts by himself more often than he blunders."""


def plan(scene: Scene) -> Plan:
    """Who takes, holds or supports what. Whoever is left over attacks what is not ours yet."""
    left = len(scene.setting.turns) - scene.view.turn + 1
    bodies = []
    for name in present(scene):
        if is_spared(scene, name):
            continue
        at = post(scene, name)
        turns = {goal.id: _turns(scene, name, at, goal) for goal in scene.goals}
        power = sum(scene.strength(unit) for unit in men(scene, name))
        bodies.append(Body(name, float(power), turns))
    enemy = _enemy_by_goal(scene)
    objectives = [_objective(scene, goal, enemy[goal.id], left) for goal in scene.goals]
    character = scene.character
    if character.sight < SECTOR:
        return nearest_plan(bodies, objectives)
    reserve = character.reserve if len(bodies) >= MANY else 0.0
    made = army_plan(bodies, objectives, reserve, 1.0 - min(0.5, character.margin))
    return _with_all_hands(made, bodies, objectives) if character.sight >= PLAN else made


def is_spared(scene: Scene, name: ForceId) -> bool:
    """Would the enemy earn points by a mere scratch to this body? Then it is left where it is."""
    dear = dear_units(scene.setting, scene.enemy)
    return any(unit in dear and not scene.view.pieces[unit].lost for unit in men(scene, name))


def _with_all_hands(made: Plan, bodies: list[Body], objectives: list[Objective]) -> Plan:
    """Nobody only stands behind ground that is held while other ground is not."""
    held = {place.id for place in objectives if place.held >= 1.0}
    open_ = [place for place in objectives if place.id not in held]
    tasks = dict(made.tasks)
    for body in bodies:
        task = tasks.get(body.id)
        if task is None or task.kind != SUPPORT or task.objective not in held or not open_:
            continue
        best = max(open_, key=lambda place: (place.worth - body.turns[place.id], place.id))
        tasks[body.id] = Task(ATTACK, best.id)
    return Plan(tasks, made.main, made.why)


def _enemy_by_goal(scene: Scene) -> dict[str, float]:
    """Enemy strength about each place, everybody counted at the nearest."""
    found = {goal.id: 0.0 for goal in scene.goals}
    for at, power, _ in scene.foes:
        far, name = min(
            ((min(distance(at, there) for there in goal.hexes), goal.id) for goal in scene.goals),
            default=(NEAR + 1, ""),
        )
        if far <= NEAR:
            found[name] += power
    return found


def _turns(scene: Scene, formation: FormationId, at: Hex, goal: Goal) -> float:
    """Turns to a place; who is there or on the way already is not sent elsewhere lightly."""
    force = scene.view.forces[formation]
    aims = {there for order in (force.order, *force.queue) for there in order.target}
    near = min(distance(at, there) for there in goal.hexes)
    return near / PACE - (STICKS if aims & set(goal.hexes) else 0.0)


def _objective(scene: Scene, goal: Goal, enemy: float, left: int) -> Objective:
    own = sum(scene.view.control.get(at) == scene.side for at in goal.hexes)
    return Objective(goal.id, goal.worth, own / len(goal.hexes), enemy, left)


def present(scene: Scene) -> list[ForceId]:
    """Whoever of the side can be written to: formations, and divisions that act by themselves."""
    return [
        name
        for name, force in scene.view.forces.items()
        if force.side == scene.side and PART not in name and force.formation and men(scene, name)
    ]


def men(scene: Scene, name: ForceId) -> list[str]:
    """The units on the map that obey a body."""
    force = scene.view.forces.get(name)
    units = scene.setting.formations[force.formation].units if force and force.formation else ()
    return [
        unit for unit in units if unit in scene.view.pieces and scene.view.under.get(unit) == name
    ]


def leader_of(scene: Scene, name: ForceId) -> str:
    """Who leads a body; a division apart has nobody."""
    held = scene.setting.formations.get(name)
    return held.leader if held is not None else ""


def post(scene: Scene, name: ForceId) -> Hex:
    """Where a body is: its leader's hex, or the first of its units."""
    general = scene.view.leaders.get(leader_of(scene, name))
    if general is not None and general.at:
        return general.at
    return scene.view.pieces[men(scene, name)[0]].at


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
    if kind is OrderType.ATTACK and is_late(scene):
        return ()
    if _does(force, kind, goal.hexes) or _is_busy(scene, force):
        return ()
    target = (min(goal.hexes, key=lambda at: (distance(at, post(scene, formation)), at)),)
    return _spelt(scene, formation, kind, target)


def is_late(scene: Scene) -> bool:
    """Would an order to attack only arrive when night falls, or when all is over?"""
    then = scene.setting.turns[scene.view.turn : scene.view.turn + 1]
    return not then or then[0].night


def _kind(scene: Scene, task: Task, goal: Goal, made: Plan) -> OrderType:
    ours = all(scene.view.control.get(at) == scene.side for at in goal.hexes)
    if task.kind == HOLD or (task.kind != ATTACK and ours):
        return OrderType.DEFEND
    return OrderType.ATTACK


def _does(force: Force, kind: OrderType, hexes: tuple[Hex, ...]) -> bool:
    """Does a body do this already, or will it after its march?"""
    waiting = force.waiting.orders if force.waiting is not None else ()
    for order in (force.order, *force.queue, *waiting):
        there = order.here or bool(set(order.target) & set(hexes))
        if there and (order.type is kind or _leads_to(order.type, kind)):
            return True
    return False


def _leads_to(now: OrderType, then: OrderType) -> bool:
    """An attack that has taken its place turns into its defence by itself."""
    return now is OrderType.ATTACK and then is OrderType.DEFEND


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
        for orders in _versions(wanted(scene, formation, made)):
            said = Send(formation, orders)
            if said in ask.options:
                return said, f"{made.why}. {said}"
    return Finish(), ""


def _versions(orders: Sequence) -> list[Sequence]:
    """An order, and without its march if that cannot be written."""
    if not orders:
        return []
    return [orders, orders[-1:]] if len(orders) > 1 else [orders]


def note(scene: Scene, ask: Ask, told: set[tuple[int, str]]) -> Action:
    """What good leaders would do by themselves: the plan, where their order is another."""
    made = plan(scene)
    for formation in present(scene):
        leader = leader_of(scene, formation)
        key = (scene.view.turn, f"{leader} by himself")
        if not leader or key in told or scene.view.leaders[leader].rating < TRUSTED:
            continue
        told.add(key)
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
