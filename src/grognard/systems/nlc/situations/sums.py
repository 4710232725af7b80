"""Sums: the arithmetic of the cards and of the rules that need no map, asked in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from grognard.desks.situations import Situation
from grognard.desks.sums import arithmetic, compute, same
from grognard.systems.nlc import fire
from grognard.systems.nlc.cards import Cards, half_up
from grognard.systems.nlc.kinds import HALVES, Compliance
from grognard.systems.nlc.packs.troops import usual_defence, usual_morale, usual_pursuit
from grognard.systems.nlc.situations.reading import ARMS

Sum = Callable[[Cards, list[str]], str]


def sums(situation: Situation, deck: Cards) -> Iterator[str]:
    """The sums of a situation that do not come out."""
    for line in situation.lines("compute"):
        try:
            said, found = compute(deck, line.text, SUMS)
        except ValueError as problem:
            raise situation.fault(line, "compute", problem) from None
        if not same(said, found):
            yield f"line {line.number}: expected {line.text}, found {found}"


def _number(cards: Cards, words: list[str]) -> str:
    return str(arithmetic(" ".join(words)))


def _round(cards: Cards, words: list[str]) -> str:
    """Round 9/2: to the nearest whole number, halves up (N1.1)."""
    return str(half_up(arithmetic(" ".join(words))))


def _fire(cards: Cards, words: list[str]) -> str:
    """Fire 30 at 7: hits of a strength on a roll, beyond the table too (N7.1.9)."""
    return str(fire.hits(cards, int(arithmetic(words[0])), int(words[2])))


def _reduced(cards: Cards, words: list[str]) -> str:
    """Reduced 13 by 25: strength left after a percentage (NT.8)."""
    return str(cards.reduced(int(words[0]), int(words[2])))


def _groups(cards: Cards, words: list[str]) -> str:
    """Groups 3*1/2 5*3/4: groups of one factor, each rounded, then added (R-7.1a)."""
    held = [word.split("*", 1) for word in words]
    return str(sum(half_up(int(number) * Fraction(factor)) for number, factor in held))


def _compliance(cards: Cards, words: list[str]) -> str:
    """Compliance 1+1-2 at 6: what a leader makes of an order (N12.7)."""
    return cards.compliance(int(arithmetic(words[0])), int(words[2])).value


def _demoralized(cards: Cards, words: list[str]) -> str:
    """Demoralized C: what a demoralized formation makes of a result (N15.3)."""
    return cards.demoralized(Compliance(words[0])).value


def _local(cards: Cards, words: list[str]) -> str:
    """Local 3 at 7+1: a leader's own decision by rating and roll (N12.11)."""
    return cards.local_decision(int(words[0]), int(arithmetic(words[2]))).value


def _delay(cards: Cards, words: list[str]) -> str:
    """Delay 9, delay 9 seen: turns that an order needs over so many points (N12.6)."""
    halves = arithmetic(words[0]) * HALVES
    if words[1:] == ["seen"]:
        halves *= cards.share("seen")
    rate = cards.points("order_rate")
    return "0" if halves <= cards.points("instant") else str(half_up(halves / rate))


def _hidden(cards: Cards, words: list[str]) -> str:
    """Hidden 2 at 5: a hidden march in its second turn (N20.1.2)."""
    return cards.discovery(int(words[0]), int(arithmetic(words[2]))).value


def _leader_lost(cards: Cards, words: list[str]) -> str:
    return "yes" if cards.leader_lost(int(words[0])) else "no"


def _morale(cards: Cards, words: list[str]) -> str:
    """Morale inf prussian 3, morale inf french 7 old_guard defending: what a counter is worth."""
    arm, nation, strength = ARMS[words[0]], words[1], int(words[2])
    morale = usual_morale(cards, nation, arm, strength, frozenset(words[3:]) - {"defending"})
    return str(usual_defence(cards, nation, arm, morale) if "defending" in words else morale)


def _pursuit(cards: Cards, words: list[str]) -> str:
    """Pursuit lcav french guard: the value above which horsemen cannot be held (N2.2.8)."""
    return str(usual_pursuit(cards, words[1], ARMS[words[0]], frozenset(words[2:])))


SUMS: Final[dict[str, Sum]] = {
    "compliance": _compliance,
    "delay": _delay,
    "demoralized": _demoralized,
    "fire": _fire,
    "groups": _groups,
    "hidden": _hidden,
    "leader-lost": _leader_lost,
    "local": _local,
    "morale": _morale,
    "number": _number,
    "pursuit": _pursuit,
    "reduced": _reduced,
    "round": _round,
}
