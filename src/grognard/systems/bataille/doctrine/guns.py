"""Guns: to a place from which they see much, near friends and out of the way; then they fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.kernel import Action
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import OWN_HEX
from grognard.systems.bataille.actions import Form, March
from grognard.systems.bataille.doctrine.routes import FAR, way_home
from grognard.systems.bataille.doctrine.scene import Scene, aims, bearing
from grognard.systems.bataille.doctrine.worth import unit_worth
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.movement import formations
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import Pose
from grognard.systems.bataille.pieces import Cohesion, Formation, UnitId, facing_name
from grognard.systems.bataille.setting import HALVES, mover

March_ = Callable[[UnitId, Pose, int], Action | None]
LOOKED_AT: Final = 14
"""So many hexes are looked at closely for a battery."""

GOOD_RANGE: Final = 4
TOO_MANY: Final = 3
"""So many enemies who can come at guns that nobody covers are too many for their fire."""

ALONE: Final = 0.3
"""The part of itself that a battery fears to lose where the enemy can come and no friend is near."""

LATE: Final = 0.5
"""A place where the guns could not unlimber at once is worth so much less."""

CLOSE: Final = 2
"""Guns do not go so near to formed enemies of their own will."""


def field_of_fire(scene: Scene, unit: UnitId, at: Hex) -> float:
    """How much of the enemy a battery could fire at from a hex, weighed by range."""
    battery = scene.setting.roster[unit].battery
    assert battery is not None
    total = 0.0
    for foe in scene.field.foes:
        piece = scene.table.pieces[foe]
        away = distance(at, piece.at)
        if not 0 < away <= battery.reach or piece.cohesion is Cohesion.ROUT:
            continue
        value = battery.short if away <= 2 else battery.medium if away <= 5 else battery.long
        if not line_of_sight(scene.table, at, piece.at, scene.side).clear:
            continue
        total = max(total, float(value)) + 0.15 * float(value)
    return total


def place_worth(scene: Scene, unit: UnitId, at: Hex) -> float:
    """The worth of a hex as a battery's position."""
    piece = scene.table.pieces[unit]
    worth = 0.12 * scene.mind(unit).guns * field_of_fire(scene, unit, at)
    risk = scene.danger(unit, piece, at) + scene.judgement.guns_at_risk(scene, unit, at)
    worth -= scene.mind(unit).danger * risk
    worth += 0.3 * scene.mind(unit).support * min(2, scene.company(unit, at))
    if scene.field.nearest_foe(at) <= CLOSE:
        worth -= 1.0
    if scene.mind(unit).sight > OWN_HEX and scene.is_threatened(at) and not scene.company(unit, at):
        worth -= ALONE * unit_worth(scene.table, unit)
    return worth


def gun_order(scene: Scene, options: Any, hand: InHand, march: March_) -> Action | None:
    """Stay and face, limber and leave, or go where the fire is better."""
    unit, piece = hand.unit, scene.table.pieces[hand.unit]
    if piece.cohesion is not Cohesion.GOOD:
        return None
    here = place_worth(scene, unit, piece.at)
    if piece.formation is Formation.UNLIMBERED:
        if _must_leave(scene, unit, piece.at):
            return _limber(scene, options, unit)
        if field_of_fire(scene, unit, piece.at) > 0 and scene.field.nearest_foe(piece.at) > 1:
            return _turned(scene, options, unit)
        if here < -2.5 or not _has_work(scene, unit, piece.at):
            return _limber(scene, options, unit)
        return _turned(scene, options, unit)
    if piece.formation is not Formation.LIMBERED:
        return None
    return _better_place(scene, hand, here, march) or unlimber(scene, options, hand)


def _must_leave(scene: Scene, unit: UnitId, at: Hex) -> bool:
    """Nobody covers the guns any more and the enemy can come: they are brought off in time."""
    if scene.mind(unit).sight <= OWN_HEX or scene.field.nearest_foe(at) <= 1:
        return False
    return len(scene.field.strikes.get(at, ())) >= TOO_MANY and not scene.company(unit, at)


def _has_work(scene: Scene, unit: UnitId, at: Hex) -> bool:
    """Is an enemy within the battery's reach, seen or not?"""
    battery = scene.setting.roster[unit].battery
    return battery is not None and scene.field.nearest_foe(at) <= battery.reach


def _in_time(scene: Scene, hand: InHand, cost: int) -> bool:
    """Could the battery still unlimber after a march of this price?"""
    piece, printed = scene.table.pieces[hand.unit], scene.setting.roster[hand.unit]
    price = formations.change_cost(
        scene.table, printed, piece, Formation.UNLIMBERED, piece.facing, piece.hexes
    )
    return cost + price <= hand.left


def _better_place(scene: Scene, hand: InHand, here: float, march: March_) -> Action | None:
    unit, piece = hand.unit, scene.table.pieces[hand.unit]
    printed = scene.setting.roster[unit]
    home = way_home(scene.setting, mover(printed), aims(scene, unit))
    best: dict[Hex, tuple[int, Pose]] = {}
    for pose, cost in Marches(scene.table, hand).costs.items():
        at = pose[0][0]
        if at not in best or (cost, pose) < best[at]:
            best[at] = (cost, pose)
    span = scene.field.nearest_foe
    near = sorted(
        (at for at in best if home[at] < FAR),
        key=lambda at: (abs(span(at) - GOOD_RANGE), home[at], at),
    )[:LOOKED_AT]
    pace = HALVES * max(1, printed.movement)

    def worth(at: Hex) -> float:
        left = max(0.0, home[at] - 4 * HALVES) / pace
        late = 0.0 if _in_time(scene, hand, best[at][0]) else LATE
        return place_worth(scene, unit, at) - 1.2 * left - late

    stay = here - 1.2 * max(0.0, home[piece.at] - 4 * HALVES) / pace
    if not near:
        return None
    goal = max(near, key=lambda at: (round(worth(at), 6), -at))
    if worth(goal) <= stay + 0.3:
        return None
    cost, pose = best[goal]
    return march(unit, pose, cost)


def unlimber(scene: Scene, options: Any, hand: InHand) -> Action | None:
    """Unlimber where there is something to fire at."""
    piece = scene.table.pieces[hand.unit]
    if piece.formation is not Formation.LIMBERED:
        return None
    if field_of_fire(scene, hand.unit, piece.at) <= 0:
        return None
    if _must_leave(scene, hand.unit, piece.at):
        return None
    side = _best_side(scene, hand.unit, piece.at)
    for turn in (0, 1, 5, 2, 4, 3):
        order = Form(hand.unit, Formation.UNLIMBERED, (side + turn) % 6, piece.hexes)
        if order in options:
            return order
    return None


def _best_side(scene: Scene, unit: UnitId, at: Hex) -> int:
    weights = [0.0] * 6
    for foe in scene.field.foes:
        there = scene.table.pieces[foe].at
        away = distance(at, there)
        if away and line_of_sight(scene.table, at, there, scene.side).clear:
            weights[bearing(scene.table, at, there)] += 1.0 / away
    spread = [weights[s] + 0.6 * (weights[s - 1] + weights[(s + 1) % 6]) for s in range(6)]
    return spread.index(max(spread))


def _limber(scene: Scene, options: Any, unit: UnitId) -> Action | None:
    piece = scene.table.pieces[unit]
    for turn in range(6):
        order = Form(unit, Formation.LIMBERED, (piece.facing + turn) % 6, piece.hexes)
        if order in options:
            return order
    return None


def _turned(scene: Scene, options: Any, unit: UnitId) -> Action | None:
    """Turn guns whose targets lie outside their front."""
    piece = scene.table.pieces[unit]
    side = _best_side(scene, unit, piece.at)
    if min((side - piece.facing) % 6, (piece.facing - side) % 6) <= 1:
        return None
    order = March(unit, (f"face:{facing_name(piece.formation, side)}",))
    return order if order in options else None
