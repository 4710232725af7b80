"""Bombardments, charges, assaults and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.mechanics.commands import Finish, Pick
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import ANSWER
from grognard.planning.planner import safe_default
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.doctrine import clash, odds
from grognard.systems.nlc.doctrine.clash import Stakes
from grognard.systems.nlc.doctrine.odds import Outlook, Placed
from grognard.systems.nlc.doctrine.scene import AGGRESSIVE, Scene
from grognard.systems.nlc.movement.extended import hex_towards
from grognard.systems.nlc.setting import UnitId

DRIVEN: Final = 1.5
"""Points for driving a stack from open ground: it is disrupted and its line is open."""

FAIR: Final = 0.6
"""Own losses weigh so much, besides the danger that a character sees."""

SILENT: Final = 0.1
"""A bombardment below so many points is not worth the shot."""

EXPOSED: Final = 0.12
"""Share of the threat that an advance is afraid of."""


def worth(scene: Scene, seen: Outlook, ground: float) -> float:
    """A fight in points: losses of both sides, the place, and what is broken."""
    dealt = seen.dealt * seen.theirs * scene.nerve(scene.enemy)
    taken = seen.taken * seen.ours * scene.nerve(scene.side)
    danger = FAIR + scene.character.danger
    gained = seen.carried * (ground + DRIVEN + seen.guns)
    return dealt - danger * taken + gained - seen.repulsed * DRIVEN * danger


def fear_of_answer(scene: Scene, at: Hex) -> float:
    """What the enemy's answer may cost those who come to a hex; not every level looks so far."""
    if scene.character.sight < ANSWER:
        return 0.0
    return EXPOSED * scene.character.danger * scene.threat(at)


# --- guns


def bombard(scene: Scene, ask: Ask) -> Action:
    """The volley that promises most."""
    best: tuple[float, Action] = (SILENT, Finish())
    for order in ask.options:
        if isinstance(order, Finish):
            continue
        units = getattr(order, "units", None) or (order.unit,)
        if not set(units) <= scene.table.pieces.keys():
            continue
        value = odds.bombardment(scene.table, tuple(units), order.target)
        value *= 1.0 + 0.2 * (scene.ground(order.target) > 0)
        if value > best[0]:
            best = (value, order)
    return best[1]


def fire_at_mover(scene: Scene, ask: Ask) -> Action:
    """Whoever walks into the guns is fired at, by the strongest battery first."""
    orders = [order for order in ask.options if not isinstance(order, Finish)]
    return max(orders, key=lambda order: (scene.strength(order.unit), str(order)), default=Finish())


def support(scene: Scene, ask: Ask) -> Action:
    """Batteries that can help help, the strongest first."""
    orders = [order for order in ask.options if not isinstance(order, Finish)]
    return max(orders, key=lambda order: (scene.strength(order.unit), str(order)), default=Finish())


# --- horse


def charge(scene: Scene, ask: Ask) -> Action:
    """The charge with the best prospects, if they are good enough."""

    def worth_of(order: Any, seen: Outlook) -> float:
        value = worth(scene, seen, 0.3 * scene.ground(order.path[-1]))
        return value - fear_of_answer(scene, order.path[-1])

    return _best_ride(scene, ask, worth_of)


def react(scene: Scene, ask: Ask) -> Action:
    """Ride at those who come near when that promises more than it costs."""
    return _best_ride(scene, ask, lambda _, seen: worth(scene, seen, 0.0))


def _best_ride(scene: Scene, ask: Ask, worth_of: Callable[[Any, Outlook], float]) -> Action:
    """The ride that promises most, if it is more than a charge must promise."""
    best: tuple[float, Action] = (0.5 * scene.character.charges, Finish())
    for order in ask.options:
        if isinstance(order, Finish):
            continue
        value = worth_of(order, odds.charge(scene.table, order.unit, order.path))
        if value > best[0]:
            best = (value, order)
    return best[1]


def pursue(scene: Scene, ask: Ask) -> Action:
    """Hold the horsemen back, unless nothing near could strike them."""
    frame = scene.frame("AfterVictory")
    unit = frame.units[frame.asked] if frame and frame.asked < len(frame.units) else ""
    fresh = unit in scene.view.pieces and not scene.view.pieces[unit].lost
    safe = bool(frame) and scene.threat(frame.at) < 2 * (scene.strength(unit) if fresh else 0)
    return Pick("pursue") if fresh and safe else Pick("hold")


def stay(scene: Scene, ask: Ask) -> Action:
    """Back to where they came from, unless the place earns points."""
    frame = scene.frame("AfterVictory")
    return Pick("stay") if frame and scene.ground(frame.at) > 0 else Pick("return")


# --- assaults


def assault(scene: Scene, ask: Ask) -> tuple[Action, str]:
    """The next assault to declare, with its reason; none below the margin unless duty demands it."""
    offers = [order for order in ask.options if isinstance(order, Assault)]
    if not offers:
        return safe_default(ask), ""
    segment = scene.frame("AssaultSegment")
    declared = {held.target: held.units for held in segment.declared} if segment else {}
    valued = [(_gain(scene, order, offers, declared), order) for order in offers]
    gain, order = max(valued, key=lambda held: (held[0], str(held[1])))
    if gain < scene.character.margin and Finish() in ask.options:
        return Finish(), ""
    return order, f"{order}: {gain:+.1f} points"


def _gain(
    scene: Scene, order: Assault, offers: list[Assault], declared: dict[Hex, tuple[UnitId, ...]]
) -> float:
    """What an assault adds to what is declared already, and with those who can still join."""
    already = declared.get(order.target, ())
    if already:
        both = (*already, *order.units)
        return _worth_of(scene, both, order.target) - _worth_of(scene, already, order.target)
    units = [*order.units]
    for other in _joiners(scene, order, offers)[: scene.character.joint - 1]:
        units += other.units
    return _worth_of(scene, tuple(units), order.target)


def _joiners(scene: Scene, order: Assault, offers: list[Assault]) -> list[Assault]:
    """Other stacks that could only attack the same hex: they would join."""
    at = scene.view.pieces[order.units[0]].at
    by_hex: dict[Hex, list[Assault]] = {}
    for other in offers:
        by_hex.setdefault(scene.view.pieces[other.units[0]].at, []).append(other)
    found = []
    for there, listed in by_hex.items():
        if there != at and {other.target for other in listed} == {order.target}:
            found.append(max(listed, key=lambda other: len(other.units)))
    return found


def _worth_of(scene: Scene, units: tuple[UnitId, ...], target: Hex) -> float:
    table = scene.table
    placed = tuple((unit, hex_towards(table, unit, target)) for unit in units)
    return assault_worth(scene, placed, target)


def assault_worth(scene: Scene, placed: Placed, target: Hex) -> float:
    """What an assault from these hexes is worth, all its endings weighed."""
    seen = odds.volleys(scene.table, placed, target)
    if not seen.defenders:
        return scene.stake(target)
    units = tuple(unit for unit, _ in placed)
    stakes = stakes_of(scene, units, seen.defenders, target, (seen.recoils, seen.wavers))
    return clash.value(stakes, odds.spread(seen.ours), odds.spread(seen.theirs))


def stakes_of(
    scene: Scene,
    units: tuple[UnitId, ...],
    defenders: tuple[UnitId, ...],
    target: Hex,
    nerves: tuple[float, float],
) -> Stakes:
    """What is at stake in an assault by ``units``, whoever of the two sides we are."""
    table = scene.table
    attacking = table.side_of(units[0])
    fear = FAIR + scene.character.danger
    nerve = {side: scene.nerve(side) for side in scene.setting.sides}
    nerve[scene.side] *= fear
    ours = tuple(nerve[attacking] * price for price in clash.prices(table, units))
    enemy = scene.setting.enemy(attacking)
    theirs = tuple(nerve[enemy] * price for price in clash.prices(table, defenders))
    guns = nerve[enemy] * odds.foot_guns(table, defenders)
    carry = DRIVEN + scene.stake(target) + guns
    return Stakes(ours, theirs, carry, DRIVEN * fear, *nerves)


def stand(scene: Scene, ask: Ask) -> Action:
    """Stand, or go back and save half the losses: by what either is worth to the end."""
    fight = scene.frame("AssaultFight")
    table = scene.table
    if fight is None or not {*fight.units, *fight.defenders} <= table.pieces.keys():
        return Pick("stand")
    nerves = odds.nerves(table, fight.units, fight.defenders, fight.flanked)
    stakes = stakes_of(scene, fight.units, fight.defenders, fight.target, nerves)
    hits = (fight.attack.hits, fight.defence.hits)
    if fight.side == scene.side:
        gain = clash.attackers_stand(stakes, *hits) - clash.attackers_go(stakes, *hits)
    else:
        gain = clash.defenders_go(stakes, *hits) - clash.defenders_stand(stakes, *hits)
    return Pick("stand") if gain >= 0 else Pick("retreat")


def allocate(scene: Scene, ask: Ask) -> Action:
    """The hit goes where it costs least: to men before guns, and to nobody's last step."""
    cheapest: Action = min(ask.options, key=lambda order: (_cost(scene, order), str(order)))
    return cheapest


def _cost(scene: Scene, order: Any) -> float:
    piece, printed = scene.view.pieces[order.choice], scene.setting.roster[order.choice]
    last = piece.lost + 1 >= printed.steps
    after = 0 if last else printed.strengths[piece.lost + 1]
    drop = printed.strengths[piece.lost] - after
    return drop + (printed.strength if last else 0) + (1.0 if printed.arm.artillery else 0.0)


def withdraw(scene: Scene, ask: Ask) -> Action:
    """Horsemen slip away from an assault, unless the place is worth their while."""
    for order in ask.options:
        if isinstance(order, Pick) and order.choice in scene.view.pieces:
            if scene.ground(scene.view.pieces[order.choice].at) < DRIVEN:
                return order
    return Finish()


def advance(scene: Scene, ask: Ask) -> Action:
    """Take the place that fell, with the strongest foot, if it can be kept."""
    frame = scene.frame("Advance")
    offers = [order for order in ask.options if not isinstance(order, Finish)]
    if frame is None or not offers:
        return safe_default(ask)
    best = max(offers, key=lambda order: (_weight(scene, order.units), str(order)))
    force = scene.force(best.units[0])
    keen = force is not None and force.type in AGGRESSIVE
    fear = fear_of_answer(scene, frame.target)
    holds = 0.3 * sum(scene.strength(unit) for unit in best.units)
    gain = scene.ground(frame.target) + (1.0 if keen else 0.0) + holds - fear
    return best if gain > 0 else Finish()


def _weight(scene: Scene, units: tuple[UnitId, ...]) -> float:
    return sum(
        scene.strength(unit) * (1.0 if scene.setting.roster[unit].arm.foot else 0.4)
        for unit in units
    )


def way_back(scene: Scene, ask: Ask) -> Action:
    """Back to cover and friends, away from the enemy; to stop where that is allowed and safe."""
    picks = [order for order in ask.options if isinstance(order, Pick)]
    if not picks:
        return safe_default(ask)
    return max(picks, key=lambda order: (_shelter(scene, order.choice), order.choice))


def _shelter(scene: Scene, choice: str) -> float:
    at = int(choice.partition("+")[0])
    friends = min(scene.support(at), 12.0)
    goal = min((distance(at, there) for held in scene.goals for there in held.hexes), default=0)
    return 0.5 * min(scene.nearest_foe(at), 4) + 0.1 * friends + scene.cover(at) - 0.2 * goal
