"""P8: cold starts, each in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, paired
from grognard.bench.references import PROCESS, fresh_process

ENGINE = "from grognard.systems.registry import system_named; system_named('premier')"
FIRST_OPTIONS = """
from grognard.kernel.chance import Stream
from grognard.systems.premier.packs.fixtures import build
from grognard.systems.registry import system_named
system_named("premier").opening(build(150)).pending.options.sample(Stream(1))
"""

STARTS = {
    "P8": ("-c", ENGINE),
    "P8.options": ("-c", FIRST_OPTIONS),
    "P8.help": ("-m", "grognard", "--help"),
}


def measure(pace: Pace) -> Iterator[Figure]:
    """Whole processes from start to end, against one that only imports msgspec."""
    bare = fresh_process("-c", "import msgspec")
    for name, words in STARTS.items():
        pairs = paired(fresh_process(*words), bare, pace)
        ratios = pairs.slower()
        raw = f"{pairs.usual:.3f} s by the clock, {median(ratios):.1f} times the bare process"
        yield figure(name, [ratio * PROCESS for ratio in ratios], raw)
