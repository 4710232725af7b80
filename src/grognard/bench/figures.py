"""Figures and their rungs: what was measured, and how it stands against what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import median

import msgspec

from grognard.kernel.reading import convert
from grognard.mechanics.charts.lined import values_of

RUNGS = Path(__file__).with_name("rungs.yaml")
LADDER = ("must", "goal", "moonshot")
BELOW, UNASKED = "below", "none"


class Rungs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of one figure. ``better`` is "more" or "less"."""

    what: str
    unit: str
    better: str
    must: float | None = None
    goal: float | None = None
    moonshot: float | None = None

    def reached(self, value: float) -> str:
        """The highest rung a value stands on; "below" the lowest asked for, or "none".

        >>> Rungs("speed", "pc", "more", must=0.15, goal=0.67).reached(0.2)
        'must'
        >>> Rungs("time", "us", "less", goal=0.3).reached(0.4)
        'none'
        """
        stands = BELOW if self.must is not None else UNASKED
        for name in LADDER:
            asked = getattr(self, name)
            if asked is not None and self.is_met(value, asked):
                stands = name
        return stands

    def is_met(self, value: float, asked: float) -> bool:
        return value >= asked if self.better == "more" else value <= asked

    def distance(self, value: float, asked: float) -> float:
        """How many times better it would have to be; 1 or less when it is there.

        >>> Rungs("time", "ms", "less", must=25).distance(100, 25)
        4.0
        """
        if self.better == "more":
            return asked / value if value else float("inf")
        return value / asked


@cache
def rungs() -> dict[str, Rungs]:
    """All that is asked, by id."""
    return convert(values_of(RUNGS), dict[str, Rungs])


class Figure(msgspec.Struct, frozen=True):
    """One figure: the median of its rounds, the least and the most, and its rung.

    ``raw`` says in words what the clock showed, before it was set against the reference.
    """

    id: str
    value: float
    low: float
    high: float
    raw: str = ""

    @property
    def asked(self) -> Rungs:
        return rungs()[self.id]

    @property
    def rung(self) -> str:
        return self.asked.reached(self.value)


def figure(name: str, rounds: Sequence[float], raw: str = "") -> Figure:
    """The figure of some rounds: the median counts.

    >>> figure("P4", [3.0, 1.0, 2.0]).value
    2.0
    """
    return Figure(name, median(rounds), min(rounds), max(rounds), raw)


def document(figures: Sequence[Figure]) -> dict[str, dict[str, float | str]]:
    """The figures as ``--json`` prints them."""
    return {
        each.id: {
            "value": _short(each.value),
            "unit": each.asked.unit,
            "min": _short(each.low),
            "max": _short(each.high),
            "rung": each.rung,
        }
        for each in figures
    }


def _short(value: float) -> float:
    return float(f"{value:.4g}")
