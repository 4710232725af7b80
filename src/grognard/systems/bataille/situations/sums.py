"""Sums: the arithmetic of the cards, asked in words, for situations and for rules questions.

Each sum is a line such as ``fire-odds 14 : 9``. Figures come from the cards, by the functions that
play use. Four sums belong to rules of part 2 and do their own arithmetic on the card's figures, so
they prove the card and not a rule in play: ``charge-turn``, ``forced-march``, ``trampled``, ``wound``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from grognard.desks import sums
from grognard.desks.sums import arithmetic, same
from grognard.mechanics.d66 import D66, rung_of
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.events.morale import lowest_passing

__all__ = ["SUMS", "arithmetic", "compute", "same"]

Sum = Callable[[Any, list[str]], str]
"""Cards, words -> what the sum comes to."""


def compute(cards: Deck, line: str, more: Mapping[str, Sum]) -> tuple[str, str]:
    """What a line of sums says it is, and what it is: ``fire-odds 14 : 9 = 1.5-1``."""
    return sums.compute(cards, line, {**SUMS, **more})


# --- the sums


def _number(cards: Deck, words: list[str]) -> str:
    return str(arithmetic(" ".join(words)))


def _ladder(cards: Deck, words: list[str]) -> str:
    """Ladder 43 + 4: the dice moved by so many rungs, as a chart reads them (P9.2)."""
    return str(D66.of(int(words[0])) + int(arithmetic(" ".join(words[1:]))))


def _fire_odds(cards: Deck, words: list[str]) -> str:
    """fire-odds 7 + 7 : 9: the column of the fire chart; shift 1 moves it to the right."""
    column = _fire_column(cards, words)
    return cards.fire_column_name(column)


def _fire_column(cards: Deck, words: list[str]) -> int:
    shift = 0
    if "shift" in words:
        at = words.index("shift")
        shift, words = int(words[at + 1]), words[:at]
    fire, defence = ratio(words)
    return cards.fire_column(fire, int(defence), shift)


def ratio(words: list[str]) -> tuple[Fraction, Fraction]:
    """Odds as they are written."""
    one, mark, other = " ".join(words).partition(":")
    if not mark:
        raise ValueError("odds are written as in 14 : 9")
    return arithmetic(one), arithmetic(other)


def _fire(cards: Deck, words: list[str]) -> str:
    """Fire 1.5-1 at 43: increments lost."""
    column = cards.fire_odds.names.index(words[0])
    return str(cards.fire_losses(column, rung_of(int(words[2]))))


def _fire_defence(cards: Deck, words: list[str]) -> str:
    """fire-defence line in clear with 6: the defence of so many increments."""
    increments = int(words[4]) if len(words) > 4 else 0
    return str(cards.fire_defence(words[2], words[0], increments))


def _density(cards: Deck, words: list[str]) -> str:
    """Density 24: what so many increments in the target hex add to the fire dice (P22.1)."""
    return str(cards.density_dice(int(arithmetic(" ".join(words)))))


def _needed(cards: Deck, words: list[str]) -> str:
    """Needed 32 -3: the lowest dice with which a unit of that morale passes (P31.1)."""
    modifiers = int(arithmetic(" ".join(words[1:]) or "0"))
    return str(lowest_passing(modifiers, rung_of(int(words[0]))))


def _guns_lose(cards: Deck, words: list[str]) -> str:
    """guns-lose 4: what guns standing alone lose of a fire result (P16.86)."""
    return str(cards.loss_share(int(words[0]))[0])


def _together_lose(cards: Deck, words: list[str]) -> str:
    """together-lose 5: what infantry and the guns with it lose of a fire result (P16.87)."""
    _, infantry, guns = cards.loss_share(int(words[0]))
    return f"infantry {infantry} guns {guns}"


def _trampled(cards: Deck, words: list[str]) -> str:
    """Trampled 10: increments that cavalry of that movement tramples (P40.19)."""
    left = int(words[0]) - cards.count("trample_opportunity_less")
    return str(left // cards.count("trample_routed_points"))


def _charge_turn(cards: Deck, words: list[str]) -> str:
    """charge-turn 6: movement points to turn so many hexsides in a charge (P38.5)."""
    return str(int(words[0]) * cards.count("charge_facing_points"))


def _wound(cards: Deck, words: list[str]) -> str:
    """Wound 3 with 3 3: what a leader's casualty die means, with the dice for his hours (P7.13)."""
    card = cards.leader_casualty(int(words[0]))
    dice = [int(word) for word in words[2:]]
    if len(dice) != card.hours_dice:
        raise ValueError(f"this wound takes {card.hours_dice} dice")
    return f"{card.fate} {sum(dice)} hours" if dice else card.fate


def _forced_march(cards: Deck, words: list[str]) -> str:
    """forced-march 2: what the check of the second turn in a row suffers (P44.10)."""
    return str(cards.morale_modifier(f"forced_march_{int(words[0])}"))


def _check_due(cards: Deck, words: list[str]) -> str:
    """check-due even 1 to 2: do losses that rise so call for a check? (P31.11)"""
    due = cards.fire_check_due(words[0], int(words[1]), int(words[3]))
    return "yes" if due else "no"


SUMS: dict[str, Sum] = {
    "charge-turn": _charge_turn,
    "check-due": _check_due,
    "density": _density,
    "fire": _fire,
    "fire-defence": _fire_defence,
    "fire-odds": _fire_odds,
    "forced-march": _forced_march,
    "guns-lose": _guns_lose,
    "ladder": _ladder,
    "needed": _needed,
    "number": _number,
    "together-lose": _together_lose,
    "trampled": _trampled,
    "wound": _wound,
}
