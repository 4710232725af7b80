"""P8: cold starts, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, Work, paired, timed
from grognard.bench.references import PROCESS
from grognard.bench.server_stage import new_store, start
from grognard.host.store import Store
from grognard.systems.registry import USUAL

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
ENGINE = f"from grognard.systems.registry import system_named; system_named({USUAL!r}).rules"
FIRST_OPTIONS = f"""
from grognard.kernel.chance import Stream
from grognard.systems.registry import system_named
system = system_named({USUAL!r})
fixture = system.library.measures().workbench.fixture(150)
system.rules.opening(fixture).pending.options.sample(Stream(1))
"""

STARTS = {
    "P8": ("-c", ENGINE),
    "P8.options": ("-c", FIRST_OPTIONS),
    "P8.help": ("-m", "grognard", "--help"),
}


def measure(pace: Pace) -> Iterator[Figure]:
    """Whole processes from start to end, against one that only imports msgspec."""
    with as_installed() as environment, new_store() as url:
        Store(url).close()
        works = {name: fresh_process(words, environment) for name, words in STARTS.items()}
        works["P8.server"] = lambda: _accepting(url, environment)
        bare = fresh_process(("-c", "import msgspec"), environment)
        for name, work in works.items():
            pairs = paired(work, bare, pace)
            ratios = pairs.slower()
            raw = f"{pairs.usual:.3f} s by the clock, {median(ratios):.1f} times the bare process"
            yield figure(name, [ratio * PROCESS for ratio in ratios], raw)


@contextmanager
def as_installed() -> Iterator[dict[str, str]]:
    """The environment of processes that keep their bytecode, as an installed package has it."""
    environment = {word: held for word, held in os.environ.items() if word != NO_BYTECODE}
    with TemporaryDirectory() as folder:
        yield {**environment, "PYTHONPYCACHEPREFIX": folder}


def fresh_process(words: Sequence[str], environment: dict[str, str]) -> Work:
    """A new interpreter that is told something, from start to end."""
    command = [sys.executable, *words]
    return timed(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    )


def _accepting(url: str, environment: dict[str, str]) -> tuple[float, float]:
    """Start the server over a store that is there, until it accepts; then end it."""
    began = perf_counter()
    server = start(url, environment)
    took = perf_counter() - began
    server.stop()
    return 1, took
