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

SLOWEST: Final = 0.95
"""The turn that only one in twenty exceeds."""


def measure_turns(pace: Pace) -> Iterator[Figure]:
    """The 95th percentile of a side's turn; each round is a battle."""
    if pace.quick:
        yield _turns("P5", home(), _quick(), 1)
        return
    yield _turns("P5", home(), fixture(150), 1)
    for system, measures in measured():
        for name, rounds in measures.turns:
            yield _turns(f"P5.{name}", system, pack(system, name), rounds)


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
    found = []
    for seed in range(1, rounds + 1):
        ended, _ = _fought(system, setting, seed)
        spent = sorted(each for side in ended.seconds.values() for each in side if each > 0)
        found.append(spent[min(len(spent) - 1, int(SLOWEST * len(spent)))])
    return figure(name, found, f"{rounds} of {setting.id}, {default_level()} on both sides")


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
