"""P3: the table of lines of sight, built and looked up."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard.bench.battles import fixture, workbench
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, paired, timed
from grognard.bench.references import SEARCH, bare_search
from grognard.mechanics.hexes import Hex, distance, within
from grognard.mechanics.sight import SightTable, build_sight_table

RADIUS = 12
PAIRS = 20_000


def measure(pace: Pace) -> Iterator[Figure]:
    """Build it; look up lines all over the map."""
    pairs = paired(timed(built), bare_search(), pace)
    times = [ratio * SEARCH * 1e3 for ratio in pairs.slower()]
    yield figure("P3", times, f"{pairs.usual * 1e3:.0f} ms by the clock")
    table, lines = built(), _lines()
    pairs = paired(timed(lambda: _look(table, lines), len(lines)), bare_search(), pace)
    times = [ratio * SEARCH * 1e6 for ratio in pairs.slower()]
    yield figure("P3.look-up", times, f"{pairs.usual * 1e6:.3f} us by the clock")


def built() -> SightTable:
    setting = fixture(150)
    view = workbench().outlook(setting)
    return build_sight_table(setting.ground, view.blocking, RADIUS, view.walls)


def _lines() -> list[tuple[Hex, Hex]]:
    """Pairs of hexes at most the radius apart."""
    ground, chooser = fixture(150).ground, random.Random(1)
    found: list[tuple[Hex, Hex]] = []
    while len(found) < PAIRS:
        origin = ground.hexes[chooser.randrange(len(ground.hexes))]
        near = [
            there
            for there in within(origin, RADIUS)
            if ground.on_map(there) and distance(origin, there) <= RADIUS
        ]
        found += [(origin, there) for there in near]
    return chooser.sample(found, PAIRS)


def _look(table: SightTable, lines: list[tuple[Hex, Hex]]) -> None:
    clear = table.clear
    for origin, target in lines:
        clear(origin, target)


def workload() -> None:
    """What ``--profile`` looks at."""
    built()
