"""How much faster are two workers than one? By the clock, and by the processor's time.

    python bench/simulation/workers.py [--scenario village] [--games 24] [--seats captain,captain]

Plays the same games with one worker and with two, each in fresh processes. By the clock the ratio is
only worth something on a machine with nothing else to do. By the processor's time it is an estimate
that holds on a busy one, too: one worker needs all of its time in a row; of two, the busier one's
time and the parent's come in a row, if they never wait for each other.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from grognard.lab import simulation
from grognard.lab.folder import Folder
from grognard.lab.plan import Plan, make_plan
from grognard.lab.pools import on_processes


class Spent(NamedTuple):
    """Seconds: by the clock, of the parent, of all workers."""

    clock: float
    parent: float
    workers: float


def seconds(who: int) -> float:
    held = resource.getrusage(who)
    return held.ru_utime + held.ru_stime


def spent(plan: Plan, games: int, workers: int) -> Spent:
    """Play in processes, also with one worker, and keep every game as ``simulate`` does."""
    with tempfile.TemporaryDirectory() as root:
        folder = Folder(Path(root))
        folder.open(plan)
        jobs = simulation.missing(folder, plan, games)
        clock, own = time.perf_counter(), seconds(resource.RUSAGE_SELF)
        others = seconds(resource.RUSAGE_CHILDREN)
        for job, content in on_processes(jobs, workers, print):
            folder.keep(job.index, content)
        took = time.perf_counter() - clock
        parent = seconds(resource.RUSAGE_SELF) - own
        while seconds(resource.RUSAGE_CHILDREN) == others:
            time.sleep(0.1)  # a worker's time is known when it has left
        time.sleep(1)
        return Spent(took, parent, seconds(resource.RUSAGE_CHILDREN) - others)


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--scenario", default="village")
    words.add_argument("--games", type=int, default=24)
    words.add_argument("--seats", default="captain,captain")
    asked = words.parse_args()
    plan = make_plan(asked.scenario, asked.seats, 1, [])
    one, two = (spent(plan, asked.games, workers) for workers in (1, 2))
    for number, each in ((1, one), (2, two)):
        print(
            f"{number} workers: {each.clock:.1f} s by the clock; parent {each.parent:.2f} s, "
            f"workers {each.workers:.1f} s of processor"
        )
    by_time = (one.workers + one.parent) / (two.workers / 2 + two.parent)
    print(f"two are {one.clock / two.clock:.2f} times one by the clock, {by_time:.2f} by processor")


if __name__ == "__main__":
    main()
