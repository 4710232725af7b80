"""What a melee is reckoned with: factors, fighters, strengths, and who fights for a hex."""

from __future__ import annotations

from fractions import Fraction
from math import floor, prod

import msgspec

from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.pieces import LeaderId, UnitId


class Fighter(msgspec.Struct, frozen=True):
    """What one unit brings to a melee from one of its hexes.

    >>> half = Factor(Fraction(4, 5), "4 of 5 increments left", "P12.1")
    >>> Fighter("F01", 101, Fraction(15), (half,)).total
    Fraction(12, 1)
    """

    unit: UnitId
    at: Hex
    printed: Fraction
    factors: tuple[Factor, ...] = ()
    lance: Fraction = Fraction(0)
    least: Fraction = Fraction(0)
    whole: bool = False

    @property
    def total(self) -> Fraction:
        product = prod((factor.times for factor in self.factors), start=self.printed)
        total = max(product + self.lance, self.least)
        return Fraction(floor(total)) if self.whole else total

    def __str__(self) -> str:
        words = [f"{self.unit} in {name(self.at)}: {self.printed}", *map(str, self.factors)]
        if self.lance:
            words.append(f"+ {self.lance} lances (P35.9)")
        return " ".join([*words, f"= {self.total}"])


class Strength(msgspec.Struct, frozen=True):
    """One side's strength in a melee, fighter by fighter."""

    fighters: tuple[Fighter, ...]

    @property
    def total(self) -> Fraction:
        return sum((fighter.total for fighter in self.fighters), start=Fraction(0))


class Melee(msgspec.Struct, frozen=True):
    """Who fights for a hex, and what is particular to this fight.

    ``sparing`` horses fight at a third to keep their wind (P36.10). ``running`` and ``unrecalled``
    cavalry comes out of a charge (P38.14, P42.5); ``counter_charging`` defenders lower their
    lances (P35.9). The leaders are those whose bonus is applied, one for a side (PR-12).
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    sparing: tuple[UnitId, ...] = ()
    running: tuple[UnitId, ...] = ()
    unrecalled: tuple[UnitId, ...] = ()
    counter_charging: tuple[UnitId, ...] = ()
    attack_leader: LeaderId = ""
    defence_leader: LeaderId = ""


class Odds(msgspec.Struct, frozen=True):
    """A column of the melee card, and what odds below the card do to the dice."""

    column: int
    name: str
    dice: int

    @property
    def is_below_card(self) -> bool:
        return self.dice != 0
