"""P5 and P6: how long the default opponent thinks over a turn, and a battle of two of them lasts.

Seconds are those of the processor, so that what else runs on the machine does not count. A side's
turn is everything it answers between two changes of turn or phasing side.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any, Final

from grognard.bench.battles import fixture, home, measured, pack
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace
from grognard.bots.contest import Ended, play
from grognard.bots.roster import player
from grognard.planning.levels import default_level
from grognard.systems.plug import System
from grognard.systems.registry import system_named

SLOWEST: Final = 0.95
"""The turn that only one in twenty exceeds."""


PAIRS: Final = 3
"""So many battles are fought by two systems in turns."""


def measure_turns(pace: Pace) -> Iterator[Figure]:
    """The 95th percentile of a side's turn; each round is a battle."""
    if pace.quick:
        yield _turns("P5", home(), _quick(), 1)
        return
    yield _turns("P5", home(), fixture(150), 1)
    for system, measures in measured():
        for name, rounds in measures.turns:
            yield _turns(f"P5.{name}", system, pack(system, name), rounds)
        for name, other, twin in measures.beside:
            yield _beside(name, system, system_named(other), twin)


def _beside(name: str, system: System, other: System, twin: str) -> Figure:
    """The slowest turns of a battle in times of those of another system's, fought in turns."""
    found = []
    for seed in range(1, PAIRS + 1):
        ours = _slowest(_fought(system, pack(system, name), seed)[0])
        found.append(ours / _slowest(_fought(other, pack(other, twin), seed)[0]))
    return figure(f"P5.{name}", found, f"{PAIRS} of each, {default_level()} on both sides")


def measure_battles(pace: Pace) -> Iterator[Figure]:
    """Whole battles, bot against bot."""
    if pace.quick:
        yield _battles("P6", home(), _quick(), 1)
        return
    yield _battles("P6", home(), fixture(60), 3)
    yield _battles("P6.150", home(), fixture(150), 1)
    yield _battles("P6.300", home(), fixture(300), 1)
    for system, measures in measured():
        for name, rounds in measures.battles:
            yield _battles(f"P6.{name}", system, pack(system, name), rounds)


def _quick() -> Any:
    return pack(home(), home().library.measures().quick)


def _turns(name: str, system: System, setting: Any, rounds: int) -> Figure:
    found = [_slowest(_fought(system, setting, seed)[0]) for seed in range(1, rounds + 1)]
    return figure(name, found, f"{rounds} of {setting.id}, {default_level()} on both sides")


def _slowest(ended: Ended) -> float:
    spent = sorted(each for side in ended.seconds.values() for each in side if each > 0)
    return spent[min(len(spent) - 1, int(SLOWEST * len(spent)))]


def _battles(name: str, system: System, setting: Any, rounds: int) -> Figure:
    found = [_fought(system, setting, seed)[1] for seed in range(1, rounds + 1)]
    return figure(name, found, f"{rounds} of {setting.id}, {default_level()} on both sides")


def _fought(system: System, setting: Any, seed: int) -> tuple[Ended, float]:
    players = {
        side: player(default_level(), system, setting, side, seed)
        for side in system.rules.sides(setting)
    }
    began = process_time()
    ended = play(system, system.rules.opening(setting), players, seed, clock=process_time)
    return ended, process_time() - began
