"""The chances of fire, melee and morale on imagined tables (first version: each link for itself)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from grognard.kernel import Account, Item, Reason
from grognard.kernel.errors import GrognardError
from grognard.mechanics.d66 import D66, RUNGS
from grognard.mechanics.hexes import name
from grognard.systems.bataille.actions import Assault, Shoot
from grognard.systems.bataille.fire.fire import aimed, fire_distribution
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.melee import melee as fight
from grognard.systems.bataille.melee.giving_way import (
    attacking_increments,
    defending_increments,
    is_between_foot,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.morale import morale
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee import melee_card
from grognard.systems.premier.melee.premelee import attackers_who_check, defenders_who_check
from grognard.systems.premier.melee.premelee_account import attacker_items, defender_items

DIGITS: Final = 6


def fire_odds(tables: Sequence[Table], side: str, order: Shoot) -> dict[str, Any]:
    """The strength, the defence, the column and the chance of every loss."""
    table = tables[0]
    for firer in order.firers:
        piece = table.pieces.get(firer.unit)
        if piece is None or firer.at not in piece.hexes:
            raise GrognardError(f"{firer.unit} does not stand in {name(firer.at)}")
        mute = silence(table, firer.unit, firer.at)
        if isinstance(mute, Reason):
            raise GrognardError(str(mute))
    shooter = table.side_of(order.firers[0].unit)
    if not table.has_enemy(order.target, shooter):
        raise GrognardError(f"there is no enemy in {name(order.target)}")
    attacks = [aimed(each, order.target, order.firers) for each in tables]
    spread = [
        fire_distribution(each.setting.cards, attack.column, attack.modifiers.total)
        if not attack.below_chart
        else {0: Fraction(1)}
        for each, attack in zip(tables, attacks, strict=True)
    ]
    first, own = attacks[0], shooter == side
    chances = averaged(spread)
    return {
        "kind": "fire",
        "target": order.target,
        "estimated": not own,
        "strength": str(first.strength) if own else "",
        "shares": [_share(share) for share in first.shares] if own else [],
        "defence": items(tables[0], first.defence),
        "column": table.setting.cards.fire_column_name(first.column) if own else "",
        "shift": first.shift,
        "modifiers": items(tables[0], first.modifiers) if own else [],
        "outcomes": [
            {"result": str(result), "chance": chance} for result, chance in chances.items()
        ],
        "chance": rounded(sum(chance for result, chance in chances.items() if result > 0)),
    }


def _share(share: Any) -> dict[str, Any]:
    return {"unit": share.unit, "at": share.at, "value": str(share.value), "text": str(share)}


def melee_odds(tables: Sequence[Table], side: str, order: Assault) -> dict[str, Any]:
    """The checks before melee on both sides, and the melee if all of them stand."""
    table = tables[0]
    for unit in order.units:
        if unit not in table.pieces:
            raise GrognardError(f"{unit!r} is not on the map")
    attacker = table.side_of(order.units[0]) if order.units else ""
    if not attacker or any(table.side_of(unit) != attacker for unit in order.units):
        raise GrognardError("an assault is made by units of one side")
    if not fight.defenders_of(table, order.target, attacker):
        raise GrognardError(f"there is no enemy to assault in {name(order.target)}")
    if not all(fight.engaged_hexes(table, unit, order.target) for unit in order.units):
        raise GrognardError(f"not all of them touch {name(order.target)} with their front")
    return {
        "kind": "assault",
        "target": order.target,
        "estimated": True,
        "checks": _checks(tables, side, order),
        "melee": _melee(tables, side, attacker, order),
    }


def _melee(tables: Sequence[Table], side: str, attacker: str, order: Assault) -> dict[str, Any]:
    spreads, strengths, columns = [], [], []
    for table in tables:
        melee = Melee(order.target, order.units)
        attack, defence = fight.attack_strength(table, melee), fight.defence_strength(table, melee)
        odds = melee_card.melee_odds(table.setting.cards, attack.total, defence.total)
        account = melee_card.melee_account(table, melee, odds)
        cards = table.setting.cards
        spreads.append(melee_card.melee_distribution(cards, odds.column, account.total))
        strengths.append((attack, defence))
        columns.append(odds.name)
    own = 0 if attacker == side else 1
    mine = strengths[0][own]
    chances = averaged(spreads)
    return {
        "own_strength": str(mine.total),
        "own": [str(fighter) for fighter in mine.fighters],
        "odds": sorted(set(columns)),
        "outcomes": [
            {"result": str(result), "chance": chance} for result, chance in chances.items()
        ],
    }


def _checks(tables: Sequence[Table], side: str, order: Assault) -> list[dict[str, Any]]:
    table = tables[0]
    if not is_between_foot(table, order.units, order.target):
        return []
    attacker = table.side_of(order.units[0])
    attacking = attacking_increments(table, order.units, order.target)
    defending = defending_increments(table, order.target, attacker)
    plus, minus, odds = table.setting.cards.premelee_odds(attacking, defending)
    found = []
    for unit in defenders_who_check(table, order.units, order.target):
        accounts = [
            Account.of(defender_items(each, unit, order.units, order.target, minus, odds))
            for each in tables
        ]
        found.append({"role": "defender", **_check(tables, side, unit, accounts)})
    for unit in attackers_who_check(table, order.units, order.target):
        accounts = [
            Account.of(attacker_items(each, unit, order.target, plus, odds)) for each in tables
        ]
        found.append({"role": "attacker", **_check(tables, side, unit, accounts)})
    return found


def morale_odds(tables: Sequence[Table], side: str, unit: str) -> dict[str, Any]:
    """A plain check of morale."""
    accounts = [Account.of(morale.general_items(table, unit)) for table in tables]
    return {"kind": "morale", **_check(tables, side, unit, accounts)}


def _check(
    tables: Sequence[Table], side: str, unit: str, accounts: Sequence[Account]
) -> dict[str, Any]:
    chances = [
        Fraction(
            sum(
                morale.passes(table, D66(rung), account.total, morale.morale_value(table, unit))
                for rung in range(RUNGS)
            ),
            RUNGS,
        )
        for table, account in zip(tables, accounts, strict=True)
    ]
    own = tables[0].side_of(unit) == side
    value = morale.morale_value(tables[0], unit)
    return {
        "unit": unit,
        "chance": rounded(sum(chances, Fraction(0)) / len(chances)),
        "estimated": not own,
        "needed": morale.lowest_dice(tables[0], accounts[0].total, value) if own else 0,
        "account": items(tables[0], accounts[0]) if own else [],
    }


# --- plain numbers


def averaged(spreads: Sequence[Mapping[Any, Fraction]]) -> dict[Any, float]:
    """The mean chance of every outcome; the outcomes in their order."""
    outcomes = list(dict.fromkeys(outcome for spread in spreads for outcome in spread))
    if all(isinstance(outcome, int) for outcome in outcomes):
        outcomes.sort()
    return {
        outcome: rounded(
            sum((spread.get(outcome, Fraction(0)) for spread in spreads), Fraction(0))
            / len(spreads)
        )
        for outcome in outcomes
    }


def rounded(chance: Fraction | float) -> float:
    return round(float(chance), DIGITS)


def items(table: Table, account: Iterable[Item]) -> list[dict[str, Any]]:
    """An account as it is told."""
    return [
        {"amount": item.amount, "reason": item.reason, "clause": table.cites(item.clause)}
        for item in account
    ]
