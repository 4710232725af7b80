"""P1: decisions per second in random play, against python-chess."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from time import perf_counter

from grognard.bench.battles import Choose, fixture, hagelberg, listed, played, sampled
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, Work, paired
from grognard.bench.references import chess_playouts
from grognard.host.game import Game
from grognard.kernel.journal import DICE, DRAW
from grognard.systems.bataille.setting import Setting

SLICE = 0.05
"""Seconds of play between two looks at the clock."""


def measure(pace: Pace) -> Iterator[Figure]:
    """R150, Hagelberg, and R150 with every option written out."""
    yield _against_chess("P1", fixture(150), pace)
    yield _against_chess("P1.hagelberg", hagelberg(), pace)
    yield _against_chess("P1.listed", fixture(150), pace, listed)


def _against_chess(name: str, setting: Setting, pace: Pace, choose: Choose = sampled) -> Figure:
    work = playing(setting, choose) if pace.quick or choose is listed else battles(setting)
    pairs = paired(work, chess_playouts(), pace)
    usual = sorted(pairs.reference)[len(pairs.reference) // 2]
    raw = f"{1 / pairs.usual:,.0f} decisions/s, {1 / usual:,.0f} plies/s"
    return figure(name, pairs.faster(), raw)


def battles(setting: Setting) -> Work:
    """Whole battles, one after the other, each with its own seed; one is one decision."""
    seeds = itertools.count(1)

    def work() -> tuple[float, float]:
        began = perf_counter()
        decisions = battle(setting, next(seeds))
        return decisions, perf_counter() - began

    return work


def battle(setting: Setting, seed: int) -> int:
    """One random battle to its end; gives the decisions in it."""
    decisions = 0
    for game in played(setting, seed):
        decisions += _is_decision(game)
    return decisions


def playing(setting: Setting, choose: Choose) -> Work:
    """Slices of one battle after the other, for what would take too long as a whole."""
    games = itertools.chain.from_iterable(
        played(setting, seed, choose) for seed in itertools.count(1)
    )

    def work() -> tuple[float, float]:
        decisions, began = 0, perf_counter()
        while not decisions or perf_counter() - began < SLICE:
            decisions += _is_decision(next(games))
        return decisions, perf_counter() - began

    return work


def _is_decision(game: Game) -> bool:
    return game.journal.entries[-1].who not in (DICE, DRAW)


def workload() -> None:
    """What ``--profile`` looks at."""
    for seed in (1, 2):
        battle(fixture(150), seed)
