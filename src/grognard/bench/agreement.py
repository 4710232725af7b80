"""P10: the fast paths give the same bytes as the plain ones they stand in for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from grognard.bench.battles import fixture, home, pack, played, workbench
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace
from grognard.desks.measures import Costs
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import name
from grognard.mechanics.sight import build_sight_table, slow_sight_table

STATES, QUICK_STATES = 10_000, 100
RADIUS, QUICK_RADIUS = 12, 3
TRIES = 20


class Disagreement(GrognardError):
    """A fast path and its reference differ; the message says where."""


def measure(pace: Pace) -> Iterator[Figure]:
    """States of random battles, one unit of each; and every line of the smallest fixture."""
    states = QUICK_STATES if pace.quick else STATES
    lines = compare_sight(fixture(60), QUICK_RADIUS if pace.quick else RADIUS)
    agreed = 0
    large = (pack(home(), name) for name in home().library.measures().decisions)
    settings = itertools.cycle((fixture(60), fixture(150), *large))
    for seed, setting in enumerate(settings, start=1):
        if agreed >= states:
            break
        agreed += sum(1 for _ in itertools.islice(compared(setting, seed), states - agreed))
    yield figure("P10", [float(agreed)], f"{lines:,} boards of sight alike as well")


def compared(setting: Any, seed: int) -> Iterator[str]:
    """Compare a unit's moves in every state of a battle; gives the unit."""
    chooser = Random(seed)
    for number, game in enumerate(played(setting, seed)):
        found = _any_quick(game.state.table, chooser)
        if found is None:
            continue
        unit, fast, plain = found
        if _bytes(fast) != _bytes(plain):
            raise Disagreement(
                f"P10: the moves of {unit} differ in {setting.id}, seed {seed}, answer {number + 1}"
            )
        yield unit


def _any_quick(table: Any, chooser: Random) -> tuple[str, Costs, Costs] | None:
    """Some unit whose moves come by the fast path: its moves by that, and by the plain one."""
    units = list(table.pieces)
    for _ in range(min(TRIES, len(units))):
        unit = units[chooser.randrange(len(units))]
        found = workbench().twice(table, unit)
        if found is not None:
            return unit, *found
    return None


def _bytes(costs: Costs) -> bytes:
    return msgspec.json.encode(sorted(costs.items()))


def compare_sight(setting: Any, radius: int) -> int:
    """Build the table of sight both ways; gives the boards compared."""
    ground, view = setting.ground, workbench().outlook(setting)
    fast = build_sight_table(ground, view.blocking, radius, view.walls)
    plain = slow_sight_table(ground, view.blocking, radius, view.walls)
    for at in ground.hexes:
        for key in plain.boards:
            if (fast.boards[key][at >> 3] ^ plain.boards[key][at >> 3]) >> (at & 7) & 1:
                raise Disagreement(f"P10: sight from {name(at)} of {setting.id} differs")
    return len(plain.boards)


def workload() -> None:
    """What ``--profile`` looks at."""
    for _ in itertools.islice(compared(fixture(60), 1), QUICK_STATES):
        pass
