"""The melee card of Premier: odds, dice and results (P33.12, P33.13)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Account, Item, rule
from grognard.mechanics.d66 import D66, RUNGS
from grognard.systems.bataille.horse.contacts import is_opportunity_melee
from grognard.systems.bataille.melee.melee import attacking_side, defenders_of, leading
from grognard.systems.bataille.melee.melee_values import Melee, Odds
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import Cards

BELOW = "1:2"
"""Odds below the first column of the card, where the dice suffer (PR-06)."""


@rule("P33.12", "PR-05", "PR-06")
def melee_odds(cards: Cards, attack: Fraction, defence: Fraction) -> Odds:
    """The column not above the ratio, rounded down; below 1:2 and 1:3 the dice suffer."""
    column, dice = cards.melee_column(attack, defence)
    return Odds(column, cards.melee_column_name(column), dice)


@rule("P40.16", "PR-76")
def routs_unrolled(table: Table, odds: Odds, melee: Melee | None = None) -> bool:
    """Do odds below 1:2 rout the attacker without a roll? After an opportunity charge they do,
    and where the table says so in every melee."""
    if not odds.is_below_card:
        return False
    if table.setting.options.get("auto_ar_everywhere") == "on":
        return True
    if melee is None:
        return False
    there = defenders_of(table, melee.target, attacking_side(table, melee))
    return is_opportunity_melee(table, melee.attackers, there)


@rule("P33.13", "PR-06")
def melee_account(table: Table, melee: Melee, odds: Odds) -> Account:
    """Everything that is added to the melee dice."""
    items = [Item(odds.dice, f"odds below {BELOW}", "PR-06")] if odds.dice else []
    items += leading(table, melee)
    return Account.of(items)


@rule("P33.13", "PR-01", "PR-02")
def melee_distribution(cards: Cards, column: int, modifier: int = 0) -> dict[str, Fraction]:
    """How likely each printed result is, in the order in which rising dice meet them."""
    chances: dict[str, Fraction] = {}
    for rung in range(RUNGS):
        result = cards.melee_result(column, (D66(rung) + modifier).rung).printed
        chances[result] = chances.get(result, Fraction(0)) + Fraction(1, RUNGS)
    return chances
