"""Odds of La Bataille Premier from numbers alone: fire, melee, a check of morale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import GrognardError
from grognard.mechanics.d66 import D66, RUNGS, exceeds, rung_of
from grognard.odds.formulas import Answer, Formula, Numbers, positive, spread, whole
from grognard.systems.bataille.fire.fire import fire_distribution
from grognard.systems.premier.cards import cards
from grognard.systems.premier.melee.melee_card import melee_distribution

Line = tuple[str, str, str]


def _fire(numbers: Numbers) -> Answer:
    deck = cards()
    strength, defence = positive(numbers, "fire"), whole(numbers, "defence", 1)
    shift, modifier = whole(numbers, "shift"), whole(numbers, "modifier")
    column = deck.fire_column(strength, defence, shift)
    account: list[Line] = [
        (str(strength), "strength of the fire", "P21.4"),
        (str(defence), "defence against fire", "P21.4"),
    ]
    account += _added(shift, "columns to the right", "P26.4")
    account += _added(modifier, "added to the dice", "P21.6")
    return Answer(
        deck.fire_column_name(column), fire_distribution(deck, column, modifier), tuple(account)
    )


def _melee(numbers: Numbers) -> Answer:
    deck = cards()
    attack, defence = positive(numbers, "attack"), positive(numbers, "defence")
    modifier = whole(numbers, "modifier")
    column, dice = deck.melee_column(attack, defence)
    account: list[Line] = [
        (str(attack), "strength of the attack", "P33.12"),
        (str(defence), "strength of the defence", "P33.12"),
    ]
    account += _added(dice, "odds beyond the card", "PR-06")
    account += _added(modifier, "added to the dice", "P33.13")
    return Answer(
        deck.melee_column_name(column),
        dict(melee_distribution(deck, column, dice + modifier)),
        tuple(account),
    )


def _morale(numbers: Numbers) -> Answer:
    printed, modifier = whole(numbers, "morale", 1), whole(numbers, "modifier")
    try:
        value = rung_of(printed)
    except ValueError:
        raise GrognardError(f"--morale is two dice as printed, 11 to 66, not {printed}") from None
    found = spread(
        "passes" if exceeds(D66(rung), modifier, value) else "fails"
        for rung in reversed(range(RUNGS))
    )
    account = [
        (str(printed), "morale as printed", "P31.1"),
        *_added(modifier, "modifiers", "P31.1"),
    ]
    return Answer(str(printed), found, tuple(account))


def _added(amount: int, reason: str, clause: str) -> Iterator[Line]:
    if amount:
        yield f"{amount:+d}", reason, clause


FORMULAS: Final = (
    Formula(
        "fire",
        "increments lost to fire",
        ("fire", "defence"),
        {"shift": 0, "modifier": 0},
        _fire,
    ),
    Formula("melee", "the result of a melee", ("attack", "defence"), {"modifier": 0}, _melee),
    Formula("morale", "a check of morale", ("morale",), {"modifier": 0}, _morale),
)
