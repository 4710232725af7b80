"""A race of plans: each is tried with the same chances, losers drop out, the best is taken.

Of no system. A trial is told the plan and the number of the sample and gives what the plan was worth
and what it cost in ticks, the units of work. The budget is a number of ticks, so that the same seed
gives the same answer on any machine; the clock only guards, and what it cuts is told.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from grognard.planning.planner import Clock, no_clock

T = TypeVar("T")
Trial = Callable[[T, int], tuple[float, int]]

GRACE: Final = 1.05
"""The clock cuts when so much of the time allowed is gone."""

LEAST: Final = 3
"""After so many samples plans begin to drop out."""

SURE: Final = 1.0
"""The first plan is left only for one that leads it by so many times that error."""

BEHIND: Final = 1.5
"""A plan drops out when it is behind by so many times the error of the difference."""


class Budget(msgspec.Struct, frozen=True):
    """What may be spent on one race: ticks by rule, seconds by the clock (0: no limit), rounds."""

    ticks: int
    rounds: int
    seconds: float = 0.0


class Raced(msgspec.Struct, frozen=True):
    """The winner, what every plan was worth, the ticks spent, and whether the clock cut it."""

    best: str
    worths: Mapping[str, float]
    ticks: int
    cut: bool


def race(
    plans: Mapping[str, T],
    trial: Trial[T],
    budget: Budget,
    clock: Clock = no_clock,
) -> Raced:
    """Race the plans; the first is the answer that is always ready and wins when all are equal."""
    names = list(plans)
    found: dict[str, list[float]] = {name: [] for name in names}
    running, spent, began = list(names), 0, clock()
    for sample in range(budget.rounds):
        gone: dict[str, float] = {}
        for name in tuple(running):
            if name not in running:
                continue
            worth, cost = trial(plans[name], sample)
            gone[name], spent = worth, spent + cost
            if len(gone) == 1 and sample == 0:
                running = _affordable(running, cost, budget)
            if budget.seconds > 0 and clock() - began > GRACE * budget.seconds:
                return Raced(_winner(running, found, names), _means(found), spent, cut=True)
        for name, worth in gone.items():
            found[name].append(worth)
        if sample == 0:
            running = _unlike(running, gone)
        running = _kept(running, found, names)
        if len(running) < 2 or spent >= budget.ticks:
            break
    return Raced(_winner(running, found, names), _means(found), spent, cut=False)


def _unlike(running: list[str], gone: Mapping[str, float]) -> list[str]:
    """One of those that came to exactly the same: they did the same, and are one plan."""
    first: dict[float, str] = {}
    for name in running:
        first.setdefault(gone[name], name)
    return [name for name in running if first[gone[name]] == name]


def _affordable(running: list[str], cost: int, budget: Budget) -> list[str]:
    """As many plans as can be tried often enough to be told apart, if the first was typical."""
    return running[: max(1, budget.ticks // max(1, LEAST * cost))]


def _leader(running: Sequence[str], found: Mapping[str, list[float]], names: list[str]) -> str:
    means = _means(found)
    tried = [name for name in running if name in means]
    if not tried:
        return names[0]
    return max(tried, key=lambda name: (round(means[name], 6), -names.index(name)))


def _kept(running: list[str], found: Mapping[str, list[float]], names: list[str]) -> list[str]:
    """Those not clearly behind the leader, by the differences in the samples they share."""
    best = _leader(running, found, names)
    if len(found[best]) < LEAST:
        return running
    kept = []
    for name in running:
        mean, error = _gap(found[best], found[name])
        if name == best or mean <= BEHIND * error:
            kept.append(name)
    return kept


def _winner(running: Sequence[str], found: Mapping[str, list[float]], names: list[str]) -> str:
    """The leader, if it is surely better than the plan that was ready from the start."""
    best = _leader(running, found, names)
    if len(found[names[0]]) < LEAST or best == names[0]:
        return names[0]
    mean, error = _gap(found[best], found[names[0]])
    return best if mean > SURE * error else names[0]


def _gap(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much one is ahead in the samples that both have, and the error of that."""
    gaps = [a - b for a, b in zip(one, other, strict=False)]
    mean, count = sum(gaps) / len(gaps), len(gaps)
    square = sum((gap - mean) ** 2 for gap in gaps) / max(1, count - 1)
    return mean, math.sqrt(square / count)


def _means(found: Mapping[str, list[float]]) -> dict[str, float]:
    return {name: sum(worths) / len(worths) for name, worths in found.items() if worths}
