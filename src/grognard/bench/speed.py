"""P1: decisions per second in random play, against python-chess.

Seconds are those of the processor, so that what else runs on the machine does not count.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from time import process_time
from typing import Any

from grognard.bench.battles import (
    Choose,
    fixture,
    listed,
    measured,
    pack,
    played,
    sampled,
)
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, Work, paired
from grognard.bench.references import chess_playouts
from grognard.host.game import Game
from grognard.kernel.journal import DICE, DRAW
from grognard.systems.plug import System
from grognard.systems.registry import system_named

SLICE = 0.05
"""Seconds of play between two looks at the clock."""


def measure(pace: Pace) -> Iterator[Figure]:
    """R150, the battles that the systems name, and R150 with every option written out."""
    yield _against_chess("P1", fixture(150), pace)
    for system, measures in measured():
        for name in measures.decisions:
            yield _against_chess(f"P1.{name}", pack(system, name), pace, system=system)
        for name, other, twin in measures.beside:
            yield _beside(name, system, system_named(other), twin, pace)
    yield _against_chess("P1.listed", fixture(150), pace, listed)


def _beside(name: str, system: System, other: System, twin: str, pace: Pace) -> Figure:
    """A decision of a battle in times of one of another system's, both played in turns."""
    settings = (pack(system, name), system), (pack(other, twin), other)
    subject, reference = (
        playing(setting, sampled, which) if pace.quick else battles(setting, which)
        for setting, which in settings
    )
    pairs = paired(subject, reference, pace)
    usual = sorted(pairs.reference)[len(pairs.reference) // 2]
    raw = f"{1 / pairs.usual:,.0f} decisions/s, {twin} {1 / usual:,.0f}"
    return figure(f"P1.{name}", pairs.slower(), raw)


def _against_chess(
    name: str,
    setting: Any,
    pace: Pace,
    choose: Choose = sampled,
    system: System | None = None,
) -> Figure:
    slices = pace.quick or choose is listed
    work = playing(setting, choose, system) if slices else battles(setting, system)
    pairs = paired(work, chess_playouts(), pace)
    usual = sorted(pairs.reference)[len(pairs.reference) // 2]
    raw = f"{1 / pairs.usual:,.0f} decisions/s, {1 / usual:,.0f} plies/s"
    return figure(name, pairs.faster(), raw)


def battles(setting: Any, system: System | None = None) -> Work:
    """Whole battles, one after the other, each with its own seed; one is one decision."""
    seeds = itertools.count(1)

    def work() -> tuple[float, float]:
        began = process_time()
        decisions = battle(setting, next(seeds), system)
        return decisions, process_time() - began

    return work


def battle(setting: Any, seed: int, system: System | None = None) -> int:
    """One random battle to its end; gives the decisions in it."""
    decisions = 0
    for game in played(setting, seed, system=system):
        decisions += _is_decision(game)
    return decisions


def playing(setting: Any, choose: Choose, system: System | None = None) -> Work:
    """Slices of one battle after the other, for what would take too long as a whole."""
    games = itertools.chain.from_iterable(
        played(setting, seed, choose, system) for seed in itertools.count(1)
    )

    def work() -> tuple[float, float]:
        decisions, began = 0, process_time()
        while not decisions or process_time() - began < SLICE:
            decisions += _is_decision(next(games))
        return decisions, process_time() - began

    return work


def _is_decision(game: Game) -> bool:
    return game.journal.entries[-1].who not in (DICE, DRAW)


def workload() -> None:
    """What ``--profile`` looks at."""
    for seed in (1, 2):
        battle(fixture(150), seed)
