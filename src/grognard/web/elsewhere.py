"""Work that would hold up every table is done elsewhere: in processes of our own.

Where processes cannot be started it is done in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from typing import Final, ParamSpec, TypeVar

log = logging.getLogger("grognard.elsewhere")

P = ParamSpec("P")
T = TypeVar("T")

LOOKS_UP: Final = 1.0
"""So often, in seconds, a process looks whether its server is still there."""


def leave_with(server: int) -> None:
    """In the other process: go when the server is gone, even if it was killed."""

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(LOOKS_UP)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Elsewhere:
    """Some processes for one kind of work, started when they are first needed."""

    def __init__(self, name: str, processes: int = 1) -> None:
        self.name, self.processes = name, processes
        self._pool: Executor | None = None

    @property
    def pool(self) -> Executor:
        if self._pool is None:
            if self.processes > 0:
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    self.processes, spawn, initializer=leave_with, initargs=(os.getpid(),)
                )
            else:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix=self.name)
        return self._pool

    def begin(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> Future[T]:
        """Have this done; nobody waits for it."""
        try:
            return self.pool.submit(work, *args, **named)
        except (BrokenExecutor, OSError):
            self._give_up_processes()
            return self.pool.submit(work, *args, **named)

    def wait(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Have this done, and wait for it in this thread."""
        try:
            return self.begin(work, *args, **named).result()
        except BrokenExecutor:
            self._give_up_processes()
            return self.begin(work, *args, **named).result()

    async def run(self, patience: float, work: Callable[..., T], *args: object) -> T:
        """Have this done within so many seconds."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self.begin(work, *args)), patience)
        except BrokenExecutor:
            self._give_up_processes()
            return await asyncio.wrap_future(self.begin(work, *args))

    def _give_up_processes(self) -> None:
        log.warning("%s cannot work in processes here; a thread does it", self.name)
        self._pool, self.processes = None, 0

    def close(self) -> None:
        """What waits is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def send_away() -> None:
    """The server ends: whoever is still at work for it is not waited for."""
    for each in multiprocessing.active_children():
        each.terminate()
