"""Odds from numbers alone, by the shared cards: fire, a check of morale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from grognard.kernel import GrognardError
from grognard.mechanics.d66 import D66, RUNGS, exceeds, rung_of
from grognard.odds.formulas import Answer, Formula, Numbers, positive, spread, whole
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.fire.fire import fire_distribution

Line = tuple[str, str, str]


def _fire(deal: Callable[[], Deck], numbers: Numbers) -> Answer:
    deck = deal()
    strength, defence = positive(numbers, "fire"), whole(numbers, "defence", 1)
    shift, modifier = whole(numbers, "shift"), whole(numbers, "modifier")
    column = deck.fire_column(strength, defence, shift)
    account: list[Line] = [
        (str(strength), "strength of the fire", "P21.4"),
        (str(defence), "defence against fire", "P21.4"),
    ]
    account += added(shift, "columns to the right", "P26.4")
    account += added(modifier, "added to the dice", "P21.6")
    return Answer(
        deck.fire_column_name(column), fire_distribution(deck, column, modifier), tuple(account)
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
        *added(modifier, "modifiers", "P31.1"),
    ]
    return Answer(str(printed), found, tuple(account))


def added(amount: int, reason: str, clause: str) -> Iterator[Line]:
    """A line for what is added, if anything is."""
    if amount:
        yield f"{amount:+d}", reason, clause


def fire_formula(deal: Callable[[], Deck]) -> Formula:
    """Fire by the cards of an edition."""
    return Formula(
        "fire",
        "increments lost to fire",
        ("fire", "defence"),
        {"shift": 0, "modifier": 0},
        partial(_fire, deal),
    )


MORALE: Final = Formula("morale", "a check of morale", ("morale",), {"modifier": 0}, _morale)
