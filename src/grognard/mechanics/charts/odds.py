"""Odds columns: ratios as pairs of whole numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from grognard.mechanics.charts.lined import Spot


@dataclass(frozen=True, slots=True)
class Odds:
    """Columns by ratio. Ratios are pairs of whole numbers: no division, no rounding error."""

    names: tuple[str, ...]
    ratios: tuple[tuple[int, int], ...]
    below: tuple[tuple[int, int, int], ...] = ()

    def column(self, of: int, to: int) -> int:
        """The highest column not above ``of : to``; both ends of the card clamp.

        >>> Odds(("1-1", "1.5-1"), ((1, 1), (3, 2))).column(14, 9)
        1
        """
        column = 0
        for index, (numerator, denominator) in enumerate(self.ratios):
            if numerator * to > of * denominator:
                break
            column = index
        return column

    def dice(self, of: int, to: int) -> int:
        """What a ratio worse than the first column does to the dice."""
        modifier = 0
        for numerator, denominator, dice in self.below:
            if numerator * to > of * denominator:
                modifier = dice
        return modifier


def read_ratio(spot: Spot, text: str) -> tuple[int, int]:
    """A ratio such as "1.5-1" or "1:2" as a pair of whole numbers."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)[-:](\d+(?:\.\d+)?)", text)
    if found is None or not Fraction(found[2]):
        spot.fail(f"'{text}' is no ratio", 'write it quoted, such as "1.5-1" or "1:2"')
    return (Fraction(found[1]) / Fraction(found[2])).as_integer_ratio()


def compile_odds(spot: Spot) -> Odds:
    spot.only("kind", "source", "note", "columns", "below")
    names = tuple(column.text() for column in spot.need("columns").each())
    ratios: list[tuple[int, int]] = []
    for column in spot.need("columns").each():
        ratio = read_ratio(column, column.text())
        if ratios and Fraction(*ratios[-1]) >= Fraction(*ratio):
            column.fail(f"{column.scalar} does not rise above the column before it", "sort them")
        ratios.append(ratio)
    below: list[tuple[int, int, int]] = []
    listed = spot.get("below")
    for step in listed.each() if listed else ():
        step.only("less_than", "dice")
        limit = read_ratio(step, step.need("less_than").text())
        last = below[-1][:2] if below else None
        if Fraction(*limit) > Fraction(*ratios[0]) or (
            last and Fraction(*limit) >= Fraction(*last)
        ):
            step.fail("steps below the card go down from its first column", "sort them")
        below.append((*limit, int(step.need("dice").text())))
    return Odds(names, tuple(ratios), tuple(below))
