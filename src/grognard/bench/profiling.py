"""``--profile``: where the time of a benchmark goes."""

from __future__ import annotations

import cProfile
import io
import pstats
from collections.abc import Callable

from grognard.bench import BENCHMARKS
from grognard.kernel.errors import GrognardError

LINES = 30


def profiled(*names: str) -> str:
    """The functions that take most time by themselves, then those that take most in all."""
    return "".join(_one(name) for name in names)


def _one(name: str) -> str:
    workload = BENCHMARKS[name].workload
    if workload is None:
        raise GrognardError(f"{name} runs in processes of its own: there is nothing to profile")
    return f"{name}\n{functions(workload)}"


def functions(workload: Callable[[], None], lines: int = LINES) -> str:
    """Run it twice, the second time watched; what is worked out once is not counted."""
    workload()
    watch = cProfile.Profile()
    watch.runcall(workload)
    told = io.StringIO()
    stats = pstats.Stats(watch, stream=told).strip_dirs()
    for order in ("tottime", "cumulative"):
        stats.sort_stats(order).print_stats(lines)
    return told.getvalue()
