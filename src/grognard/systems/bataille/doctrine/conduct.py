"""Fire, assaults, charges and reactions: decided when they are asked for, by their odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Advance, Assault, FallBack, Finish, Firer, Pick, Shoot
from grognard.systems.bataille.doctrine.assaults import Strike, plan_strikes
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import fire_worth, unit_worth
from grognard.systems.bataille.pieces import UnitId

HELD_BACK: Final = 0.8
"""Ground one gives up freely is worth so much less than what one would lose there."""


def fire(scene: Scene, ask: Ask, bound: Sequence[Strike] = ()) -> Action:
    """The attack that costs the enemy most; those who will assault fire only where they do."""
    aims = {way.unit: strike.target for strike in bound for way in strike.ways}
    best: tuple[float, Action] = (0.0, Finish())
    for target, firers in ask.options.firers.items():
        able = tuple(f for f in firers if aims.get(f.unit, target) == target)
        if not able:
            continue
        for group in _groups(ask, target, able):
            worth = fire_worth(scene.table, target, group)
            if worth > 0:
                worth += 0.002 * scene.hex_worth(target) - scene.judgement.shot(scene, group)
            if worth > best[0]:
                best = (worth, Shoot(target, group))
    return best[1]


def _groups(ask: Ask, target: Hex, able: tuple[Firer, ...]) -> list[tuple[Firer, ...]]:
    """All together if they may, and each alone."""
    groups: list[tuple[Firer, ...]] = [(firer,) for firer in able]
    if len(able) > 1 and Shoot(target, able) in ask.options:
        groups.insert(0, able)
    elif len(able) > 1:
        groups += [
            order.firers
            for order in ask.options._attacks(target)
            if len(order.firers) > 1 and all(firer in able for firer in order.firers)
        ]
    return groups


def assault(scene: Scene, ask: Ask) -> tuple[Action, Strike | None]:
    """The best assault on offer, if it is worth it; where one is bound, the least bad."""
    bound = Finish() not in ask.options
    table = scene.table
    if not bound and ask.purpose == "declare-assault":
        settled = list(table.units_of(scene.side))
        for strike in plan_strikes(scene, {}, settled):
            order = Assault(strike.target, tuple(sorted(way.unit for way in strike.ways)))
            if order in ask.options:
                return order, strike
        return Finish(), None
    best: tuple[float, Action] = (-99.0 if bound else scene.character.margin, Finish())
    for order in ask.options:
        if isinstance(order, Assault):
            odds = scene.judgement.assault(table, table, order.target, order.units)
            if odds is None:
                continue
            worth = odds.gain + odds.carried * scene.hex_worth(order.target)
            if worth > best[0]:
                best = (worth, order)
    return best[1], None


def fall_back(scene: Scene, ask: Ask, view: Any) -> Action:
    """Stand or slip away: what standing costs against the ground given up."""
    frame = next(
        (f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "attackers")), None
    )
    ways = [order for order in ask.options if isinstance(order, FallBack)]
    if frame is None or not ways or Finish() not in ask.options:
        return Finish() if Finish() in ask.options else ways[0]
    attackers = [unit for unit in frame.attackers if unit in scene.table.pieces]
    target = getattr(frame, "target", 0)
    if not attackers or not target:
        return Finish()
    odds = scene.judgement.assault(scene.table, scene.table, target, attackers)
    if odds is None:
        return Finish()
    cost = odds.foe - odds.own
    ground = scene.hex_worth(target) * odds.carried
    if cost < HELD_BACK + scene.hex_worth(target) - ground:
        return Finish()
    unit = ways[0].unit
    piece = scene.table.pieces[unit]

    def worth(order: FallBack) -> float:
        return (
            0.5 * scene.hex_worth(order.to)
            - scene.danger(unit, piece, order.to)
            + 0.1 * scene.company(unit, order.to)
        )

    return max(ways, key=lambda order: (round(worth(order), 6), -order.to))


def advance(scene: Scene, ask: Ask, view: Any) -> Action:
    """Enter ground that decides with the strongest; other ground only where it is safe."""
    ways = [order for order in ask.options if isinstance(order, Advance)]
    if not ways:
        return Finish()
    to = ask.options.to

    def worth(order: Advance) -> float:
        exposed = sum(
            scene.danger(unit, scene.table.pieces[unit], to)
            - scene.danger(unit, scene.table.pieces[unit], scene.table.pieces[unit].at)
            for unit in order.units
        )
        held = sum(unit_worth(scene.table, unit) for unit in order.units)
        ground = scene.hex_worth(to) - _given_up(scene, order.units)
        return ground - scene.character.danger * exposed + 0.01 * held * (1 if ground else -1)

    best = max(ways, key=lambda order: (round(worth(order), 6), str(order)))
    if Finish() in ask.options and worth(best) < 0:
        return Finish()
    return best


def _given_up(scene: Scene, units: Sequence[UnitId]) -> float:
    """The ground that these leave to nobody when they go on."""
    table = scene.table
    left = {table.pieces[unit].at for unit in units}
    return sum(
        scene.hex_worth(at)
        for at in sorted(left)
        if at in scene.field.strikes and all(unit in units for unit in table.stacks[at])
    )


def recover(scene: Scene, ask: Ask, view: Any) -> Action:
    """The most valuable first: the steadier the line, the fewer run with the others."""
    picks = [order for order in ask.options if isinstance(order, Pick)]
    return max(picks, key=lambda order: (unit_worth(scene.table, order.choice), order.choice))
