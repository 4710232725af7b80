"""The chances of fire, melee and morale on imagined tables (first version: each link for itself)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from grognard.kernel import Account, Item, Reason
from grognard.kernel.errors import GrognardError
from grognard.mechanics.d66 import D66, RUNGS
from grognard.mechanics.hexes import name
from grognard.systems.bataille.actions import Shoot
from grognard.systems.bataille.fire.fire import aimed, fire_distribution
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.morale import morale
from grognard.systems.bataille.table import Table

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


def morale_odds(tables: Sequence[Table], side: str, unit: str) -> dict[str, Any]:
    """A plain check of morale."""
    accounts = [morale.account_of(table, unit) for table in tables]
    return {"kind": "morale", **check(tables, side, unit, accounts)}


def check(
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
