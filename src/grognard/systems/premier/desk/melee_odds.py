"""The chances of an assault by the cards of Premier, on imagined tables: the checks before it, and the melee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Account
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import name
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.desk.odds import averaged, check
from grognard.systems.bataille.melee import melee as fight
from grognard.systems.bataille.melee.giving_way import (
    attacking_increments,
    defending_increments,
    is_between_foot,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee import melee_card
from grognard.systems.premier.melee.premelee import attackers_who_check, defenders_who_check
from grognard.systems.premier.melee.premelee_account import attacker_items, defender_items


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
        "own": list(mine.fighters),
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
        found.append({"role": "defender", **check(tables, side, unit, accounts)})
    for unit in attackers_who_check(table, order.units, order.target):
        accounts = [
            Account.of(attacker_items(each, unit, order.target, plus, odds)) for each in tables
        ]
        found.append({"role": "attacker", **check(tables, side, unit, accounts)})
    return found
