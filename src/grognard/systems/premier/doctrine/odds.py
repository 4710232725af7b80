"""What a fight is worth, summed over its dice by the rules' own cards, in points of increments.

A point is one increment of foot. Losses count as they are; a unit that disorders or routs counts
as part of itself lost. Chances are exact for each link of a fight; the chain is shortened: what
follows a retreat (zones crossed, friends shaken) is in the price of breaking.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import msgspec

from grognard.kernel import Account
from grognard.mechanics.d66 import RUNGS
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.doctrine.fights import NO_FIGHT, Fight
from grognard.systems.bataille.doctrine.worth import BREAKS, ROUTS, harm, pass_chance, unit_worth
from grognard.systems.bataille.melee import melee as fight
from grognard.systems.bataille.melee.giving_way import (
    attacking_increments,
    defending_increments,
    is_between_foot,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.morale import morale
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee import melee_card
from grognard.systems.premier.melee.premelee import attackers_who_check, defenders_who_check
from grognard.systems.premier.melee.premelee_account import attacker_items, defender_items

JOINED: Final = 3
"""So many attackers' checks are summed one by one; of more the rest are taken to stand."""


class Column(msgspec.Struct, frozen=True):
    """A column of the melee card at a modifier: chances by kind, and mean losses."""

    routed: float
    broken: float
    repulsed: float
    fled: float
    own: float
    foe: float


# --- melee


@lru_cache(maxsize=1024)
def _melee_column(cards: Any, column: int, modifier: int) -> Column:
    routed = broken = repulsed = fled = own = foe = 0.0
    for rung in range(RUNGS):
        at = min(RUNGS - 1, max(0, rung + modifier))
        result = cards.melee_result(column, at)
        routed += result.kind in ("DR", "DS")
        broken += result.kind == "DD"
        repulsed += result.kind == "AD"
        fled += result.kind == "AR"
        own += result.attacker_loss
        foe += result.defender_loss
    found = (part / RUNGS for part in (routed, broken, repulsed, fled, own, foe))
    return Column(*found)


def assault_odds(table: Table, target: Hex, units: Sequence[UnitId]) -> Fight:
    """The prospect of an assault by these units as they stand on this table."""
    side = table.side_of(units[0])
    foes = fight.defenders_of(table, target, side)
    if not foes:
        return NO_FIGHT
    give_way, stand = 0.0, [1.0] * len(units)
    if is_between_foot(table, units, target):
        give_way, stand = _checks(table, target, units)
    mine = [unit_worth(table, unit) for unit in units]
    gives, beaten, routed = harm(table, foes)
    carried, repulsed, own, foe = give_way, 0.0, 0.0, give_way * gives
    melee = Melee(target, tuple(sorted(units)))
    strength: dict[UnitId, float] = {}
    for fighter in fight.attack_strength(table, melee).fighters:
        strength[fighter.unit] = strength.get(fighter.unit, 0.0) + float(fighter.total)
    defence = float(fight.defence_strength(table, melee).total)
    for chance, standing in _subsets(units, stand):
        weight = (1 - give_way) * chance
        falls = sum(worth for unit, worth in zip(units, mine, strict=True) if unit not in standing)
        own += weight * BREAKS * falls
        if not standing:
            repulsed += weight
            continue
        attack = sum(strength.get(unit, 0.0) for unit in standing)
        column = _column(table, melee, attack, defence)
        engaged = sum(w for unit, w in zip(units, mine, strict=True) if unit in standing)
        carried += weight * (column.routed + column.broken)
        repulsed += weight * (column.repulsed + column.fled)
        foe += weight * (column.foe + routed * column.routed + beaten * column.broken)
        own += weight * (column.own + engaged * (BREAKS * column.repulsed + ROUTS * column.fled))
    return Fight(carried, repulsed, own, foe)


def _column(table: Table, melee: Melee, attack: float, defence: float) -> Column:
    from fractions import Fraction

    cards = table.setting.cards
    ratio = Fraction(max(attack, 0.01)).limit_denominator(100)
    odds = melee_card.melee_odds(cards, ratio, Fraction(max(defence, 0.01)).limit_denominator(100))
    return _melee_column(cards, odds.column, odds.dice)


def _checks(table: Table, target: Hex, units: Sequence[UnitId]) -> tuple[float, list[float]]:
    """The chance that the whole defence gives way, and for each attacker that he comes on."""
    side = table.side_of(units[0])
    attacking = attacking_increments(table, units, target)
    defending = max(1, defending_increments(table, target, side))
    plus, minus, odds = table.setting.cards.premelee_odds(attacking, defending)
    checking = defenders_who_check(table, units, target)
    foot = [
        foe
        for foe in fight.defenders_of(table, target, side)
        if table.setting.roster[foe].arm is Arm.INFANTRY
    ]
    give_way = 1.0 if checking and all(foe in checking for foe in foot) else 0.0
    for foe in checking:
        total = Account.of(defender_items(table, foe, tuple(units), target, minus, odds)).total
        give_way *= 1 - pass_chance(morale.morale_value(table, foe), total)
    coming = attackers_who_check(table, units, target)
    stand = []
    for unit in units:
        if unit in coming:
            total = Account.of(attacker_items(table, unit, target, plus, odds)).total
            stand.append(pass_chance(morale.morale_value(table, unit), total))
        else:
            stand.append(1.0)
    return give_way, stand


def _subsets(
    units: Sequence[UnitId], stand: Sequence[float]
) -> list[tuple[float, tuple[UnitId, ...]]]:
    """Every set of attackers that may come on, with its chance."""
    tried = [unit for unit, chance in zip(units, stand, strict=True) if chance < 1.0][:JOINED]
    sure = tuple(unit for unit in units if unit not in tried)
    chances = dict(zip(units, stand, strict=True))
    found = []
    for count in range(len(tried) + 1):
        for some in combinations(tried, count):
            chance = 1.0
            for unit in tried:
                chance *= chances[unit] if unit in some else 1 - chances[unit]
            if chance > 0:
                found.append((chance, (*sure, *some)))
    return found
