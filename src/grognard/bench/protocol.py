"""How things are measured: in rounds, each beside a reference, on a machine that is never quiet.

A round measures the reference and the subject one after the other, in an order that alternates;
what counts is the ratio of the two, and of those the median. Work says how much it did and how
long the part took that counts, so that it may prepare something in between.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from math import log
from statistics import fmean, median
from time import perf_counter

import msgspec

Work = Callable[[], tuple[float, float]]
"""Does something; gives how much and in how many seconds."""


class Pace(msgspec.Struct, frozen=True):
    """How many rounds, and how long a part of a round takes at least."""

    rounds: int
    seconds: float
    quick: bool = False


FULL = Pace(7, 1.0)
QUICK = Pace(3, 0.05, quick=True)


def timed(job: Callable[[], object], much: float = 1) -> Work:
    """Work that is all of it to be measured and does always as much."""

    def work() -> tuple[float, float]:
        began = perf_counter()
        job()
        return much, perf_counter() - began

    return work


def seconds_each(work: Work, at_least: float) -> float:
    """Seconds for one, measured for at least so long."""
    gc.collect()
    much = spent = 0.0
    while spent < at_least or not much:
        done, took = work()
        much += done
        spent += took
    return spent / much


class Pairs(msgspec.Struct, frozen=True):
    """The rounds of a subject and of its reference: seconds for one of each."""

    subject: tuple[float, ...]
    reference: tuple[float, ...]

    def slower(self) -> list[float]:
        """In each round, how many times the reference's time the subject took."""
        return [ours / theirs for ours, theirs in zip(self.subject, self.reference, strict=True)]

    def faster(self) -> list[float]:
        """In each round, how many of the subject were done in the time of one reference."""
        return [theirs / ours for ours, theirs in zip(self.subject, self.reference, strict=True)]

    @property
    def usual(self) -> float:
        """Seconds for one of the subject, in the median round."""
        return median(self.subject)


def paired(subject: Work, reference: Work, pace: Pace) -> Pairs:
    """Measure subject and reference in turns; who is first alternates.

    Each is done once before the clock starts, for what is worked out once and kept.
    """
    reference(), subject()
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(pace.rounds):
        turns = [(theirs, reference), (ours, subject)]
        for found, work in turns if number % 2 == 0 else turns[::-1]:
            found.append(seconds_each(work, pace.seconds))
    return Pairs(tuple(ours), tuple(theirs))


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """How a time grows with size: the slope of the straight line through the logarithms.

    >>> round(exponent([60, 150, 300], [60**1.5, 150**1.5, 300**1.5]), 6)
    1.5
    """
    across, up = [log(size) for size in sizes], [log(time) for time in times]
    middle, height = fmean(across), fmean(up)
    spread = sum((x - middle) ** 2 for x in across)
    return sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / spread
