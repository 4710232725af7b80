"""The melee card of Premier from numbers alone."""

from __future__ import annotations

from typing import Final

from grognard.odds.formulas import Answer, Formula, Numbers, positive, whole
from grognard.systems.bataille.desk.formulas import MORALE, Line, added, fire_formula
from grognard.systems.premier.cards import cards
from grognard.systems.premier.melee.melee_card import melee_distribution


def _melee(numbers: Numbers) -> Answer:
    deck = cards()
    attack, defence = positive(numbers, "attack"), positive(numbers, "defence")
    modifier = whole(numbers, "modifier")
    column, dice = deck.melee_column(attack, defence)
    account: list[Line] = [
        (str(attack), "strength of the attack", "P33.12"),
        (str(defence), "strength of the defence", "P33.12"),
    ]
    account += added(dice, "odds beyond the card", "PR-06")
    account += added(modifier, "added to the dice", "P33.13")
    return Answer(
        deck.melee_column_name(column),
        dict(melee_distribution(deck, column, dice + modifier)),
        tuple(account),
    )


FORMULAS: Final = (
    fire_formula(cards),
    Formula("melee", "the result of a melee", ("attack", "defence"), {"modifier": 0}, _melee),
    MORALE,
)
