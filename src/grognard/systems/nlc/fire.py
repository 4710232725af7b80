"""The one fire procedure behind every combat (N7.1): strength in groups, a row, dice, hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from grognard.kernel import rule
from grognard.systems.nlc.cards import Cards, half_up
from grognard.systems.nlc.setting import Setting, UnitId


class Why(msgspec.Struct, frozen=True):
    """A factor on a unit's strength, with its reason and clause."""

    factor: Fraction
    reason: str
    clause: str

    def __str__(self) -> str:
        return f"x{self.factor} {self.reason} ({self.clause})"


class Part(msgspec.Struct, frozen=True):
    """A unit's share in a volley: its strength and what multiplies it."""

    unit: UnitId
    strength: int
    whys: tuple[Why, ...] = ()

    @property
    def factor(self) -> Fraction:
        product = Fraction(1)
        for why in self.whys:
            product *= why.factor
        return product


class Volley(msgspec.Struct, frozen=True):
    """One side's fire: who takes part, the strength it comes to, the dice and the hits."""

    parts: tuple[Part, ...] = ()
    strength: int = 0
    dice: tuple[int, ...] = ()
    hits: int = 0


@rule("N7.1.8", "N7.3.11", "N7.6.5", "R-7.1a", "NT.8")
def total(parts: Iterable[Part], setting: Setting) -> int:
    """The firing strength: units with one factor are added, multiplied and rounded as a group."""
    groups: dict[Fraction, int] = {}
    for part in parts:
        groups[part.factor] = groups.get(part.factor, 0) + part.strength
    if setting.on("round_once"):
        return half_up(sum((factor * held for factor, held in groups.items()), Fraction(0)))
    return sum(half_up(factor * held) for factor, held in groups.items())


@rule("N7.1.1", "N7.1.9", "N7.1.10", "R-7.1b", "R-7.1c", "R-7.1e", "NT.9")
def hits(cards: Cards, strength: int, roll: int) -> int:
    """The hits of a strength on a sum of two dice; beyond the last row it is read again and again."""
    return sum(cards.hits(row, roll) for row in rows(cards, strength))


def rows(cards: Cards, strength: int) -> Iterator[int]:
    """The rows of the Fire Table that a strength reads."""
    while strength > cards.strongest_row:
        yield cards.strongest_row
        strength -= cards.strongest_row
    if strength > 0:
        yield strength
