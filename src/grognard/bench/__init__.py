"""The benchmarks: ``grognard bench``. A front end like the command line; nothing imports it.

Every figure is measured beside a reference in the same run and set against its rungs, which stand
in ``rungs.yaml``. How it is measured is in ``protocol.py``, what in the module of each benchmark.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import msgspec

from grognard.bench.figures import Figure, document
from grognard.bench.protocol import FULL, QUICK, Pace
from grognard.kernel.errors import GrognardError

RECORD = Path("bench") / "results.md"

__all__ = ["BENCHMARKS", "Benchmark", "run"]


class Benchmark(msgspec.Struct, frozen=True):
    """How a benchmark is measured, and the work that its profile looks at."""

    measure: Callable[[Pace], Iterator[Figure]]
    workload: Callable[[], None] | None = None


def _benchmarks() -> dict[str, Benchmark]:
    from grognard.bench import (
        agreement,
        cards,
        forks,
        memory,
        moves,
        opponents,
        server,
        server_memory,
        sights,
        speed,
        starts,
    )

    return {
        "P1": Benchmark(speed.measure, speed.workload),
        "P2": Benchmark(moves.measure_listing, moves.workload),
        "P3": Benchmark(sights.measure, sights.workload),
        "P4": Benchmark(forks.measure, forks.workload),
        "P5": Benchmark(opponents.measure_turns),
        "P6": Benchmark(opponents.measure_battles),
        "P7": Benchmark(moves.measure_growth, moves.workload),
        "P8": Benchmark(starts.measure),
        "P9": Benchmark(
            lambda pace: chain(memory.measure(pace), server_memory.measure(pace)), memory.workload
        ),
        "P10": Benchmark(agreement.measure, agreement.workload),
        "P11": Benchmark(cards.measure),
        "S1": Benchmark(server.measure_answers),
        "S2": Benchmark(server.measure_delays),
        "S4": Benchmark(server.measure_beside_bots),
    }


BENCHMARKS = _benchmarks()


def run(
    *,
    only: str = "",
    quick: bool = False,
    as_json: bool = False,
    record: bool = False,
    date: str = "",
    profile: str = "",
) -> None:
    """Measure, and print a table or JSON. ``record`` keeps the figures in ``bench/results.md``.

    ``date`` is written there, today's if it is empty. ``profile`` measures nothing and prints
    where the time of one benchmark goes.
    """
    from grognard.bench import report

    if profile:
        from grognard.bench.profiling import profiled

        sys.stdout.write(profiled(*chosen(profile)))
        return
    if record and (quick or only):
        raise GrognardError("a record is made of a full run: leave out --quick and --only")
    if record and not RECORD.parent.is_dir():
        raise GrognardError(f"there is no folder {RECORD.parent} here to keep the record in")
    pace = QUICK if quick else FULL
    figures, failures = measured(chosen(only), pace)
    if as_json:
        sys.stdout.write(msgspec.json.encode(document(figures)).decode() + "\n")
    else:
        sys.stdout.write(report.table(figures))
    if record:
        report.keep(RECORD, figures, failures, date)
    if failures:
        raise GrognardError(f"not all could be measured. {' '.join(failures)}")


def measured(names: list[str], pace: Pace) -> tuple[list[Figure], list[str]]:
    """The figures of some benchmarks, and what went wrong: one that breaks does not stop the rest."""
    figures: list[Figure] = []
    failures: list[str] = []
    for name in names:
        sys.stderr.write(f"{name} ...\n")
        try:
            for each in BENCHMARKS[name].measure(pace):
                figures.append(each)  # noqa: PERF402 - those before a failure are kept
        except GrognardError as problem:
            failures.append(f"{name}: {problem}.")
        except Exception as problem:
            place = traceback.extract_tb(problem.__traceback__)[-1]
            what = f"{type(problem).__name__} in {Path(place.filename).name}, line {place.lineno}"
            failures.append(f"{name}: {what}: {problem}.")
    return figures, failures


def chosen(only: str) -> list[str]:
    """The benchmarks named, in their own order; all of them when none is.

    >>> chosen("P4, p1")
    ['P1', 'P4']
    """
    named = [word.strip().upper() for word in only.split(",") if word.strip()]
    for name in named:
        if name not in BENCHMARKS:
            raise GrognardError(
                f"there is no benchmark {name!r}; there are {', '.join(BENCHMARKS)}"
            )
    return [name for name in BENCHMARKS if not named or name in named]
