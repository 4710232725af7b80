"""The chances of fights, in closed form from the Fire Table: who loses what, who gives way."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

import msgspec

from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc import fire
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.combat.assault_strength import common_whys, defence_parts, terrain_whys
from grognard.systems.nlc.combat.flanking import is_sheltered
from grognard.systems.nlc.fire import Part
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part, strength
from grognard.systems.nlc.horse.charge_strength import charge_parts, flanking, stand_parts
from grognard.systems.nlc.kinds import Arm, Combat
from grognard.systems.nlc.morale import Occasion, morale_of, tester
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

FACES: Final = 6
TWO_DICE: Final = tuple(one + other for one, other in product(range(1, FACES + 1), repeat=2))

Placed = tuple[tuple[UnitId, Hex], ...]
"""Attackers, each with the hex from which he attacks."""


class Outlook(msgspec.Struct, frozen=True):
    """What a fight promises: steps dealt and taken, and the chances of either side giving way.

    ``theirs`` and ``ours`` are the strength points that one step is worth on either side,
    ``guns`` the strength of foot guns that are lost if their place is.
    """

    dealt: float
    taken: float
    carried: float
    repulsed: float
    theirs: float = 0.0
    ours: float = 0.0
    guns: float = 0.0


@lru_cache(maxsize=512)
def spread(total: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2 ... hits at a strength."""
    if total <= 0:
        return (1.0,)
    found = [fire.hits(cards(), total, roll) for roll in TWO_DICE]
    return tuple(found.count(hits) / len(TWO_DICE) for hits in range(max(found) + 1))


def mean(total: int) -> float:
    return sum(hits * chance for hits, chance in enumerate(spread(total)))


def step_worth(table: Table, units: Iterable[UnitId]) -> float:
    """Strength points of a step, averaged over some units; the last steps weigh what is removed."""
    listed = [unit for unit in units if unit in table.pieces]
    steps = sum(steps_left(table, unit) for unit in listed)
    whole = sum(table.printed(unit).strength * _remains(table, unit) for unit in listed)
    return whole / steps if steps else 0.0


def _remains(table: Table, unit: UnitId) -> float:
    """The share of a unit's worth that is still to be lost: a hurt unit is nearer to its end."""
    return 1.0 if not table.pieces[unit].lost else 0.7


def steps_left(table: Table, unit: UnitId) -> int:
    return table.printed(unit).steps - table.pieces[unit].lost


# --- assaults


class Volleys(msgspec.Struct, frozen=True):
    """An assault before the dice: who stands there, the strength of both, and their nerves."""

    defenders: tuple[UnitId, ...]
    ours: int
    theirs: int
    wavers: float
    recoils: float


def volleys(table: Table, placed: Placed, target: Hex, support: int = 0) -> Volleys:
    """The strengths with which an assault is fought from these hexes, and both sides' morale."""
    units = tuple(unit for unit, _ in placed)
    defenders = table.units_in(target, table.setting.enemy(table.side_of(units[0])))
    if not defenders:
        return Volleys((), 0, 0, 1.0, 0.0)
    hexes = tuple(dict.fromkeys(at for _, at in placed))
    ours = fire.total(tuple(_shares(table, placed, target)), table.setting)
    theirs = fire.total(tuple(defence_parts(table, defenders, hexes)), table.setting) + support
    recoils, wavers = nerves(table, units, defenders, flanked(table, target, hexes), support > 0)
    return Volleys(defenders, ours, theirs, wavers, recoils)


def nerves(
    table: Table,
    units: tuple[UnitId, ...],
    defenders: tuple[UnitId, ...],
    in_flank: bool,
    supported: bool = False,
) -> tuple[float, float]:
    """The chances that attackers and defenders fail the test after their losses."""
    by_guns = any(table.arm(unit).artillery for unit in units)
    on_us = any(table.arm(unit).artillery for unit in defenders) or supported
    attacking = Occasion("assault", attacking=True, by_guns=on_us)
    defending = Occasion("assault", flanked=in_flank, by_guns=by_guns)
    return _fails(table, units, attacking), _fails(table, defenders, defending)


def assault(table: Table, placed: Placed, target: Hex, support: int = 0) -> Outlook:
    """What an assault from these hexes promises, if nobody goes back before losses."""
    seen = volleys(table, placed, target, support)
    if not seen.defenders:
        return Outlook(0.0, 0.0, 1.0, 0.0)
    steps = sum(steps_left(table, unit) for unit in seen.defenders)
    carried, repulsed = _ways(
        spread(seen.ours), spread(seen.theirs), steps, seen.wavers, seen.recoils
    )
    return Outlook(
        dealt=min(mean(seen.ours), steps),
        taken=mean(seen.theirs),
        carried=carried,
        repulsed=repulsed,
        theirs=step_worth(table, seen.defenders),
        ours=step_worth(table, tuple(unit for unit, _ in placed)),
        guns=foot_guns(table, seen.defenders),
    )


def foot_guns(table: Table, units: Iterable[UnitId]) -> float:
    """The strength of foot guns among some units: they are lost with their place."""
    guns = [unit for unit in units if table.arm(unit) is Arm.FOOT_ARTILLERY]
    return float(sum(table.strength(unit) for unit in guns))


def _shares(table: Table, placed: Placed, target: Hex) -> Iterable[Part]:
    for unit, at in placed:
        whys = (*common_whys(table, unit), *terrain_whys(table, at, target, Combat.ASSAULT))
        yield Part(unit, table.strength(unit), whys)


def flanked(table: Table, target: Hex, hexes: tuple[Hex, ...]) -> bool:
    """Do two attacking hexes lie apart from each other, round a defender with open flanks?"""
    if len(hexes) < 2 or is_sheltered(table, target):
        return False
    defender = table.held_by(target)
    around = [at for at in table.setting.ground.around[target] if at]
    friends = sum(table.has_unit(at, defender) for at in around)
    if friends > table.setting.cards.figure("flank_friends"):
        return False
    return any(distance(one, other) > 1 for one in hexes for other in hexes)


def _fails(table: Table, units: tuple[UnitId, ...], occasion: Occasion) -> float:
    """The chance that a group fails its morale after its first loss."""
    morale = morale_of(table, tester(table, units, occasion), occasion)
    return min(1.0, max(0.0, (FACES - morale) / FACES))


def _ways(
    dealt: tuple[float, ...], taken: tuple[float, ...], steps: int, wavers: float, recoils: float
) -> tuple[float, float]:
    """The chances that the defenders go, and that the attackers do."""
    none, lost = dealt[0], sum(dealt[steps:])
    gives = lost + (1.0 - none - lost if steps else 0.0) * wavers
    back = (1.0 - taken[0]) * recoils
    return gives * (1.0 - back / 2), back * (1.0 - gives / 2)


# --- charges


def charge(table: Table, unit: UnitId, path: tuple[Hex, ...], backhand: bool = False) -> Outlook:
    """What a charge promises, squares included."""
    side, target = table.side_of(unit), path[-1]
    defenders = table.units_in(target, table.setting.enemy(side))
    if not defenders:
        return Outlook(0.0, 0.0, 0.0, 0.0)
    entry = path[-2] if len(path) > 1 else table.pieces[unit].at
    entries = ((unit, entry),)
    foot = tuple(other for other in defenders if table.arm(other) is Arm.INFANTRY)
    formed = 0.0
    if foot and not any(table.pieces[other].disrupted for other in foot):
        formed = 1.0 - _fails(table, defenders, Occasion("square"))
    dealt = taken = won = 0.0
    for square, chance in ((False, 1.0 - formed), (True, formed)):
        if not chance:
            continue
        flanks = flanking(table, entries, target, square)
        ours = tuple(charge_parts(table, entries, target, square, flanks, backhand))
        theirs = tuple(stand_parts(table, defenders, entries, flanks, ()))
        attack, defence = fire.total(ours, table.setting), fire.total(theirs, table.setting)
        dealt += chance * mean(attack)
        taken += chance * mean(defence)
        won += chance * _more(spread(attack), spread(defence))
    guns = [other for other in defenders if table.arm(other).artillery]
    return Outlook(
        dealt=min(dealt, sum(steps_left(table, other) for other in defenders)),
        taken=taken,
        carried=won,
        repulsed=1.0 - won,
        theirs=step_worth(table, defenders),
        ours=step_worth(table, (unit,)),
        guns=float(sum(table.strength(other) for other in guns)),
    )


def _more(ours: tuple[float, ...], theirs: tuple[float, ...]) -> float:
    return sum(
        one * other
        for dealt, one in enumerate(ours)
        for taken, other in enumerate(theirs)
        if dealt > taken
    )


# --- guns


def bombardment(table: Table, units: tuple[UnitId, ...], target: Hex) -> float:
    """What a bombardment is worth: disorder, and steps beyond it, in strength points."""
    parts = tuple(bombardment_part(table, unit, target) for unit in units)
    total = strength(table, parts, target)
    there = table.stack(target)
    steady = [unit for unit in there if not table.pieces[unit].disrupted]
    shaken = sum(float(Fraction(table.strength(unit), 4)) for unit in steady)
    chances = spread(total)
    steps = sum((hits - 1) * chance for hits, chance in enumerate(chances) if hits > 1)
    return (1.0 - chances[0]) * min(shaken, 2.0) + steps * step_worth(table, there)
