"""Odds of Napoleon's Later Campaigns from numbers alone: fire of all kinds, and command."""

from __future__ import annotations

from itertools import product
from typing import Final

from grognard.kernel.questions import FACES
from grognard.odds.formulas import Answer, Formula, Numbers, spread, whole
from grognard.systems.nlc import fire
from grognard.systems.nlc.cards import Cards, cards

TWO_DICE: Final = tuple(one + other for one, other in product(FACES, repeat=2))


def _hits(deck: Cards, strength: int) -> list[int]:
    """The hits of every way two dice can fall."""
    if not strength:
        return [0] * len(TWO_DICE)
    return [fire.hits(deck, strength, roll) for roll in TWO_DICE]


def _both(numbers: Numbers) -> tuple[list[tuple[int, int]], Numbers]:
    deck = cards()
    attack, defence = whole(numbers, "attack", 0), whole(numbers, "defence", 0)
    return list(product(_hits(deck, attack), _hits(deck, defence))), numbers


def _sides(numbers: Numbers, clause: str) -> tuple[tuple[str, str, str], ...]:
    return (
        (str(numbers["attack"]), "strength of the attack", clause),
        (str(numbers["defence"]), "strength of the defence", clause),
    )


def _assault(numbers: Numbers) -> Answer:
    pairs, _ = _both(numbers)
    found = spread(f"{dealt} dealt, {taken} taken" for dealt, taken in sorted(pairs))
    column = f"{numbers['attack']} against {numbers['defence']}"
    return Answer(column, found, _sides(numbers, "N7.1.1"))


def _charge(numbers: Numbers) -> Answer:
    """The side that loses more gives way; every hit is taken to find a step."""
    pairs, _ = _both(numbers)
    found = spread("carries" if dealt > taken else "beaten off" for dealt, taken in sorted(pairs))
    column = f"{numbers['attack']} against {numbers['defence']}"
    return Answer(column, found, _sides(numbers, "N7.7.6"))


def _bombardment(numbers: Numbers) -> Answer:
    strength = whole(numbers, "strength", 0)
    found = spread(sorted(_hits(cards(), strength)))
    return Answer(str(strength), found, ((str(strength), "strength of the guns", "N8.1.1"),))


def _compliance(numbers: Numbers) -> Answer:
    deck, column = cards(), whole(numbers, "column")
    found = spread(deck.compliance(column, roll).value for roll in sorted(TWO_DICE))
    return Answer(str(column), found, ((str(column), "ability and shifts together", "N12.6.1"),))


def _confidence(numbers: Numbers) -> Answer:
    value = whole(numbers, "value")
    found = spread("goes on" if die <= value else "gives up" for die in FACES)
    return Answer(str(value), found, ((str(value), "confidence", "N12.9.1"),))


def _local(numbers: Numbers) -> Answer:
    deck, ability = cards(), whole(numbers, "ability", 0)
    bonus = deck.local_decision_reserve if numbers["reserve"] else 0
    found = spread(deck.local_decision(ability, roll + bonus).value for roll in sorted(TWO_DICE))
    account = [(str(ability), "the leader's ability", "N12.8.1")]
    if bonus:
        account.append((f"{bonus:+d}", "in reserve", "N12.8.1"))
    return Answer(str(ability), found, tuple(account))


FORMULAS: Final = (
    Formula("assault", "hits of both sides", ("attack", "defence"), {}, _assault),
    Formula("charge", "who gives way", ("attack", "defence"), {}, _charge),
    Formula("bombardment", "hits of guns", ("strength",), {}, _bombardment),
    Formula("compliance", "what becomes of an order", ("column",), {}, _compliance),
    Formula("confidence", "will he go on?", ("value",), {}, _confidence),
    Formula("local-decision", "will he act?", ("ability",), {"reserve": 0}, _local),
)
