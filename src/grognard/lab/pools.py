"""Where games are played: in this process, in others on this machine, or on a cluster of Ray.

All give the same records. When a worker dies, the games it had in hand are played again and whoever
listens is told which; a game that brings its worker down every time is given up and named.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final

from grognard.kernel.errors import GrognardError
from grognard.lab.plan import Job
from grognard.lab.playing import play_packed
from grognard.lab.record import Simulated, packed

Tell = Callable[[str], None]
Played = Iterator[tuple[Job, bytes]]

MOST_TRIES: Final = 4
PATIENCE: Final = 10.0
"""Seconds a cluster has to open its door."""

LOOKS_UP: Final = 1.0
"""So often, in seconds, a worker looks whether it is still needed."""


def played(jobs: Iterable[Job], workers: int, ray: str, tell: Tell) -> Played:
    """Play them all, in whatever order they finish."""
    if ray:
        return on_ray(jobs, workers, ray, tell)
    if workers <= 1:
        return ((job, play_packed(job)) for job in jobs)
    return on_processes(jobs, workers, tell)


class Again:
    """Keeps count of games whose worker died."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.tries: Counter[int] = Counter()

    def sort(self, jobs: Iterable[Job]) -> tuple[list[Job], list[tuple[Job, bytes]]]:
        """Those to be played again, and those given up with a record that says so."""
        again: list[Job] = []
        given_up: list[tuple[Job, bytes]] = []
        for job in jobs:
            self.tries[job.index] += 1
            if self.tries[job.index] < MOST_TRIES:
                self.tell(f"a worker died: {job} is played again")
                again.append(job)
            else:
                self.tell(f"a worker died {MOST_TRIES} times: {job} is given up")
                failure = f"its worker died {MOST_TRIES} times"
                lost = Simulated(job.index, job.seed, job.options, failure=failure)
                given_up.append((job, packed(lost)))
        return again, given_up


# --- processes of this machine


def on_processes(jobs: Iterable[Job], workers: int, tell: Tell) -> Played:
    """So many games at a time, each in a process; a broken pool is replaced."""
    waiting, deaths = deque(jobs), Again(tell)
    while waiting:
        running: dict[Future[bytes], Job] = {}
        pool = ProcessPoolExecutor(
            min(workers, len(waiting)), get_context("spawn"), leave_with, (os.getpid(),)
        )
        try:
            yield from _rounds(pool, workers, waiting, running)
        except BrokenProcessPool:
            finished = [future for future in running if _is_good(future)]
            for future in finished:
                yield running.pop(future), future.result()
            again, given_up = deaths.sort(sorted(running.values(), key=lambda job: job.index))
            waiting.extendleft(reversed(again))
            yield from given_up
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _rounds(
    pool: ProcessPoolExecutor,
    workers: int,
    waiting: deque[Job],
    running: dict[Future[bytes], Job],
) -> Played:
    while waiting or running:
        while waiting and len(running) < workers:
            job = waiting.popleft()
            try:
                running[pool.submit(play_packed, job)] = job
            except BrokenProcessPool:
                waiting.appendleft(job)
                raise
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            content = future.result()
            yield running.pop(future), content


def _is_good(future: Future[bytes]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def leave_with(parent: int) -> None:
    """In the worker: leave Ctrl-C to the parent, and go when it is gone, even if it was killed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOKS_UP)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


# --- a cluster


def on_ray(jobs: Iterable[Job], workers: int, address: str, tell: Tell) -> Played:
    """The same on Ray. ``local`` begins a cluster on this machine; ``auto`` looks for one."""
    ray = _connected(address, workers)
    try:
        yield from _on_cluster(ray, jobs, workers, Again(tell))
    finally:
        ray.shutdown()


def _connected(address: str, workers: int) -> Any:
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise GrognardError("--ray needs Ray: pip install 'grognard[ray]'") from None
    _knock(address)
    own = {"num_cpus": max(1, workers), "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", **own)
    except Exception as problem:  # Ray raises bare ones, such as when a node begins too slowly
        said = str(problem).partition("\n")[0]
        raise GrognardError(f"there is no cluster at {address!r}: {said}") from None
    return ray


def _knock(address: str) -> None:
    """Is anybody at a host and port? Ray itself would wait for minutes before it says no."""
    import socket

    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as problem:
        raise GrognardError(f"there is no cluster at {address!r}: {problem}") from None


def _on_cluster(ray: Any, jobs: Iterable[Job], workers: int, deaths: Again) -> Played:
    remote = ray.remote(max_retries=0, num_cpus=1)(play_packed)
    waiting: deque[Job] = deque(jobs)
    running: dict[Any, Job] = {}
    while waiting or running:
        while waiting and len(running) < max(1, workers):
            job = waiting.popleft()
            running[remote.remote(job)] = job
        done, _ = ray.wait(list(running), num_returns=1)
        for reference in done:
            job = running.pop(reference)
            try:
                yield job, ray.get(reference)
            except ray.exceptions.RayError:
                again, given_up = deaths.sort([job])
                waiting.extendleft(again)
                yield from given_up
