"""Horse: whom to charge, how to ride there, when to react; and the infantry's squares."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import Any, Final, NamedTuple

from grognard.kernel import Action, Ask
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.planner import safe_default
from grognard.systems.bataille.actions import Finish, March
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import ROUTS, steadiness, unit_worth
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.horse.charge_actions import Charge, Decline, Ride, Square, Target
from grognard.systems.bataille.horse.charge_end import still_counts
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.gallop import Gallop, after, charge_of
from grognard.systems.bataille.horse.horse_actions import OpportunityCharge, React
from grognard.systems.bataille.horse.ride import Riding
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Readiness, UnitId

EXPOSED: Final = 1.5
"""Horse that has charged stands blown among the enemy: the danger there weighs so much more."""

AGAIN: Final = 0.15
"""A second charge at the same enemy is worth so much of the first."""

SQUARES: Final = (Formation.SQUARE, Formation.COLUMN, Formation.LINE)
"""Foot in these stands in square when horse is upon it, or could."""

LEAD: Final = 1.15
"""Horse meets horse when it is so much stronger."""


def exposure(scene: Scene, units: Sequence[UnitId], there: Hex) -> float:
    """What it costs to stand where the charge ends, beyond what it costs to stay."""
    pieces, total = scene.table.pieces, 0.0
    for unit in units:
        here = scene.danger(unit, pieces[unit], pieces[unit].at)
        total += max(0.0, scene.danger(unit, pieces[unit], there) - here)
    return EXPOSED * scene.character.danger * total


def melee_of(scene: Scene, unit: UnitId, *, attacks: bool = False) -> float:
    printed, piece = scene.setting.roster[unit], scene.table.pieces[unit]
    value = float(printed.melee) * (printed.increments - piece.lost) / max(1, printed.increments)
    if attacks:
        value += float(printed.lance)
    if piece.cohesion is not Cohesion.GOOD:
        value *= 0.4
    if piece.readiness is not Readiness.FRESH:
        value *= 0.6
    return value


def best_target(
    scene: Scene,
    gallop: Gallop,
    struck: Collection[UnitId] = (),
    *,
    owes: bool = False,
) -> tuple[float, UnitId]:
    """The enemy most worth striking of those the charge can reach; not guns beside foot that is in
    square or could be in time, unless one owes it to strike somebody."""
    found = contactable(scene.table, gallop)
    best: tuple[float, UnitId] = (-99.0, "")
    for foe in found:
        if not owes and _is_gun(scene, foe):
            if _beside_square(scene, scene.table.pieces[foe].hexes, foe, SQUARES):
                continue
        worth = scene.judgement.charge(scene, gallop.units, foe)
        if foe in struck:
            worth = AGAIN * worth
        if worth > best[0]:
            best = (worth, foe)
    return best


class Named(NamedTuple):
    """A charge that might be named: what it promises, and at whom."""

    worth: float
    order: Action
    foe: UnitId


def designate(scene: Scene, ask: Ask, struck: Collection[UnitId] = ()) -> Named:
    """The charge that promises most, if one promises enough; seldom two at one enemy."""
    best = Named(scene.character.charges, Finish(), "")
    for order in ask.options:
        if isinstance(order, Charge) and scene.is_led(order.units):
            gallop = charge_of(scene.table, order.units)
            worth, foe = best_target(scene, gallop, struck)
            worth -= scene.mind(order.units[0]).charges - scene.character.charges
            if worth > best.worth:
                best = Named(worth, order, foe)
    return best


def ride(scene: Scene, ask: Ask, view: Any) -> Action:
    """Ride at the best target that can still be struck, by the shortest way that keeps it so."""
    options = ask.options
    gallop, table = options.gallop, scene.table
    target, owes = options.riding.target, _owes(scene, view, options.riding)
    if target not in table.pieces:
        worth, target = best_target(scene, gallop, owes=owes)
        if owes:
            worth += ROUTS * sum(unit_worth(table, unit) for unit in gallop.units)
        if worth < 0 and Finish() in options:
            return Finish()
    legs = options.legs()
    if not legs or (target not in table.pieces and Finish() in options):
        return safe_default(ask)
    piece = table.pieces[gallop.lead]
    ranked = []
    for number, leg in enumerate(legs):
        then, stood = after(table, gallop, piece, leg)
        strikes = target in table.pieces and target in contactable(table, then, stood)
        away = _apart(scene, stood.hexes, target)
        shy = target in table.pieces and _beside_square(scene, stood.hexes, target)
        ranked.append((not strikes, shy, away, leg.cost, number))
    best = min(ranked)
    here = _apart(scene, piece.hexes, target)
    reined = best[1] and _is_gun(scene, target) and not owes
    if (reined or (best[0] and best[2] >= here and here > 1)) and Finish() in options:
        return Finish()
    return Ride(gallop.lead, (legs[best[4]].word,))


def _owes(scene: Scene, view: Any, riding: Riding) -> bool:
    """Would it be a disgrace to end the charge here, with somebody left who could be struck?"""
    rides = (f.procedure for f in reversed(view.stack) if isinstance(f.procedure, ChargeRide))
    reach = next((ride.reach for ride in rides), ())
    return any(still_counts(scene.table, foe, riding) for _, foes in reach for foe in foes)


def _is_gun(scene: Scene, unit: UnitId) -> bool:
    return scene.setting.roster[unit].arm is Arm.ARTILLERY


def _beside_square(
    scene: Scene,
    hexes: tuple[int, ...],
    target: UnitId,
    forms: Container[Formation] = (Formation.SQUARE,),
) -> bool:
    """Would one ride past a steady square, or foot in such a form, that is not the target?"""
    return any(
        piece.formation in forms
        and piece.cohesion is Cohesion.GOOD
        and scene.setting.roster[foe].arm is Arm.INFANTRY
        and _apart(scene, hexes, foe) <= 1
        for foe in scene.field.foes
        if foe != target
        for piece in (scene.table.pieces[foe],)
    )


def _apart(scene: Scene, hexes: tuple[int, ...], target: UnitId) -> int:
    if target not in scene.table.pieces:
        return 99
    there = scene.table.pieces[target].hexes
    return min(distance(at, foe) for at in hexes for foe in there)


def declare(scene: Scene, ask: Ask, view: Any) -> Action:
    """Is he the target? Only if he is worth it."""
    frame = next((f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "foe")), None)
    targets = [order for order in ask.options if isinstance(order, Target)]
    if frame is None or not targets:
        return safe_default(ask)
    worth = scene.judgement.charge(scene, tuple(frame.units), targets[0].unit)
    declines = [order for order in ask.options if isinstance(order, Decline)]
    return targets[0] if worth > 0 or not declines else declines[0]


def square(scene: Scene, ask: Ask, view: Any) -> Action:
    """Form square in time: a column from two hexes on, a line from three."""
    if scene.character.squares <= 0:
        return Finish()
    table, roster = scene.table, scene.setting.roster
    riders = [
        foe
        for foe in scene.field.foes
        if roster[foe].arm is Arm.CAVALRY and "charged" in " ".join(table.pieces[foe].marks)
    ] or [foe for foe in scene.field.foes if roster[foe].arm is Arm.CAVALRY]
    best: tuple[float, Action] = (0.0, Finish())
    for order in ask.options:
        if not isinstance(order, Square):
            continue
        piece = table.pieces[order.unit]
        away = min((_apart(scene, piece.hexes, foe) for foe in riders), default=99)
        least = 3 if piece.formation is Formation.LINE else 2
        worth = unit_worth(table, order.unit) * steadiness(table, order.unit)
        if away >= least and away <= 5 and worth > best[0]:
            best = (worth, order)
    return best[1]


def _chargers(scene: Scene, view: Any) -> list[UnitId]:
    """Who rides at us in the charge that is being answered."""
    frames = (f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "chargers"))
    riding = getattr(next(frames, None), "chargers", ())
    return [unit for unit in riding if unit in scene.table.pieces]


def react(scene: Scene, ask: Ask, view: Any) -> Action:
    """Meet a charge when one is the stronger, or has something behind one to save."""
    chargers = _chargers(scene, view)
    theirs = sum(melee_of(scene, unit, attacks=True) for unit in chargers)
    best: tuple[float, Action] = (LEAD, Finish())
    for order in ask.options:
        if isinstance(order, React):
            mine = sum(melee_of(scene, unit, attacks=True) for unit in order.units)
            ratio = mine / max(1.0, theirs)
            if ratio > best[0]:
                best = (ratio, order)
    return best[1]


def reaction_ride(scene: Scene, ask: Ask, view: Any) -> Action:
    """Ride at the chargers by the shortest way offered."""
    chargers = _chargers(scene, view)
    ways = [order for order in ask.options if isinstance(order, March)]
    if not ways or not chargers:
        return safe_default(ask)

    def gap(order: March) -> tuple[int, str]:
        from grognard.mechanics.hexes import SIDES

        at = scene.table.pieces[order.unit].at
        for word in order.path:
            if word in SIDES:
                at = scene.setting.ground.around[at][SIDES.index(word)] or at
        return min(_apart(scene, (at,), foe) for foe in chargers), str(order)

    return min(ways, key=gap)


def counter(scene: Scene, ask: Ask, view: Any) -> Action:
    """Charge what comes near when it is worth it."""
    frame = next((f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "mover")), None)
    mover = getattr(frame, "mover", "")
    if mover not in scene.table.pieces:
        return Finish()
    best: tuple[float, Action] = (scene.character.charges, Finish())
    for order in ask.options:
        if isinstance(order, OpportunityCharge):
            worth = scene.judgement.charge(scene, (order.unit,), mover)
            if worth > best[0]:
                best = (worth, order)
    return best[1]
