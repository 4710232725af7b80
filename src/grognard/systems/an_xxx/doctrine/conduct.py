"""The smaller questions of An XXX: how to close, when to hold fire, whither the impetus leads."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from grognard.kernel import Action, Ask, Procedure
from grognard.mechanics.hexes import SIDES, Hex, parse_hex
from grognard.planning.planner import safe_default
from grognard.systems.an_xxx.assault.closing import FireOnArrival, PasDeCharge, ways
from grognard.systems.an_xxx.assault.impetus import Occupation
from grognard.systems.an_xxx.assault.volley import Volleys, firers_in
from grognard.systems.an_xxx.doctrine.odds import fight_for, horse_words
from grognard.systems.an_xxx.fire import VOLLEY
from grognard.systems.an_xxx.marks import closers
from grognard.systems.bataille.actions import Assault, Finish, March, Pick, Shoot
from grognard.systems.bataille.doctrine.assaults import moved
from grognard.systems.bataille.doctrine.scene import Scene
from grognard.systems.bataille.doctrine.worth import BREAKS, ROUTS, fire_worth, harm, unit_worth
from grognard.systems.bataille.fire.firing import OPPORTUNITY
from grognard.systems.bataille.melee.melee import defenders_of

P = TypeVar("P", bound=Procedure)

HELD: Final = 0.08
"""The part of a unit's harm that fire held for the closing enemy saves it: three rungs to stand."""


def frame_of(view: Any, kind: type[P]) -> P | None:
    """The innermost procedure of this kind."""
    found = (f.procedure for f in reversed(view.stack) if isinstance(f.procedure, kind))
    return next(found, None)


# --- closing


def closing(scene: Scene, ask: Ask, view: Any) -> Action:
    """Close where the fight promises most, friends who have closed already counted."""
    frame, table = frame_of(view, PasDeCharge), scene.table
    if frame is None:
        return safe_default(ask)
    units = [hand.unit for hand in frame.hands if hand.unit in table.pieces]
    best: tuple[float, Action] = (-99.0, safe_default(ask))
    for pose, path in sorted(ways(table, frame.hands[0], frame.target).items()):
        order = March(frame.hands[0].unit, path)
        if not path or order not in ask.options:
            continue
        near = table.draft()
        for unit in units:
            near.put(moved(near, near.pieces[unit], pose))
        there = tuple(sorted({*units, *closers(table, frame.target)}))
        found = fight_for(near, frame.target, there, table)
        worth = found.gain + found.carried * scene.hex_worth(frame.target)
        if worth > best[0]:
            best = (worth, order)
    return best[1]


def on_arrival(scene: Scene, ask: Ask, frame: FireOnArrival) -> Action:
    """Fire at those who have come, or hold it: what the volley costs them against standing better."""
    there = [unit for unit in frame.able if unit in scene.table.pieces]
    gives, _, _ = harm(scene.table, there)
    best: tuple[float, Action] = (HELD * gives, Finish())
    for order in ask.options:
        if isinstance(order, Shoot):
            worth = fire_worth(scene.table, order.target, order.firers, OPPORTUNITY)
            worth -= scene.judgement.shot(scene, order.firers)
            if worth > best[0]:
                best = (worth, order)
    return best[1]


# --- in the assault


def volley(scene: Scene, ask: Ask, view: Any) -> Action:
    """At the hex where it hurts most."""
    frame = frame_of(view, Volleys)
    picks = [order for order in ask.options if isinstance(order, Pick)]
    if frame is None:
        return picks[0]
    here = tuple(unit for unit in frame.defenders if unit in scene.table.pieces)

    def worth(order: Pick) -> tuple[float, str]:
        at = parse_hex(order.choice)
        firers = firers_in(scene.table, here, (frame.target,), at)
        return (fire_worth(scene.table, at, firers, VOLLEY) if firers else 0.0, order.choice)

    return max(picks, key=worth)


def first_assault(scene: Scene, ask: Ask, view: Any) -> Action:
    """The ground that decides first."""
    picks = [order for order in ask.options if isinstance(order, Pick)]
    return max(picks, key=lambda order: (scene.hex_worth(parse_hex(order.choice)), order.choice))


def cry(scene: Scene, ask: Ask, view: Any) -> Action:
    """A cry costs nothing."""
    return max((order for order in ask.options if isinstance(order, Pick)), key=str)


def impetus(scene: Scene, ask: Ask, view: Any) -> Action:
    """On to where it is worth most to stand, and least dangerous."""
    frame = frame_of(view, Occupation)
    picks = [order for order in ask.options if isinstance(order, Pick)]
    if frame is None:
        return picks[0]
    unit = frame.attackers[0]
    piece = scene.table.pieces[unit]

    def worth(order: Pick) -> tuple[float, str]:
        to: Hex = scene.setting.ground.around[piece.at][SIDES.index(order.choice)]
        return round(scene.hex_worth(to) - scene.danger(unit, piece, to), 6), order.choice

    return max(picks, key=worth)


def cavalry_attack(scene: Scene, ask: Ask, view: Any) -> Action:
    """Horse that has not charged attacks whom it is likely to beat."""
    best: tuple[float, Action] = (scene.character.charges, Finish())
    for order in ask.options:
        if isinstance(order, Assault):
            worth = attack_worth(scene, order)
            if worth > best[0]:
                best = (worth, order)
    return best[1]


def attack_worth(scene: Scene, order: Assault) -> float:
    """What an attack of horse without a charge promises."""
    table = scene.table
    foes = defenders_of(table, order.target, scene.side)
    _, beaten, routed = harm(table, foes)
    whole = sum(unit_worth(table, foe) for foe in foes)
    mine = sum(unit_worth(table, unit) for unit in order.units)
    words = horse_words(table, order)
    won = words.taken * whole + words.routed * routed + words.beaten * beaten
    return won - mine * (words.lost + ROUTS * words.fled + BREAKS * words.repulsed)
