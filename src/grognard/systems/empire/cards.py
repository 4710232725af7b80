"""The figures of movement, asked by name; lengths in mils."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from grognard.mechanics.charts.lined import Spot, read_lined
from grognard.mechanics.measured.footprints import Size
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.kinds import Drill, Going

FIGURES = Path(__file__).parent / "movement" / "figures.yaml"


def mils(spot: Spot) -> int:
    """A figure of a card in UD as mils."""
    return int(Fraction(spot.text()) * MIL)


class Cards(msgspec.Struct, frozen=True, eq=False):
    """Figures as they are asked for. A rate that is missing is ground that may not be entered."""

    footprints: Mapping[str, Size]
    rates: Mapping[str, Mapping[Going, int]]
    lengths: Mapping[str, int]
    changes: Mapping[str, str]

    def footprint(self, kind: str) -> Size:
        return self.footprints[kind]

    def rate(self, row: str, going: Going) -> int | None:
        """What a row of the table moves in a going, in UD."""
        return self.rates[row].get(going)

    def length(self, name: str) -> int:
        """A length, in mils."""
        return self.lengths[name]

    def count(self, name: str) -> int:
        """A figure that is no length: points, moves, degrees."""
        return self.lengths[name] // MIL

    def about_face(self, drill: Drill) -> int:
        return self.lengths[f"about_face.{drill}"]


@cache
def cards() -> Cards:
    """The whole deck, read once."""
    top = read_lined(FIGURES)
    sizes = {
        kind: Size(*(mils(each) for each in spot.each()))
        for kind, spot in top.need("footprint").items()
    }
    rates = {
        row: {Going(word): int(held.text()) for word, held in spot.items()}
        for row, spot in top.need("rate").items()
    }
    lengths, changes = {}, {}
    for name, spot in top.items():
        if name == "change":
            changes = {word: held.text() for word, held in spot.items()}
        elif spot.below is None:
            lengths[name] = mils(spot)
        elif name not in ("footprint", "rate"):
            lengths.update({f"{name}.{word}": mils(held) for word, held in spot.items()})
    return Cards(sizes, rates, lengths, changes)
