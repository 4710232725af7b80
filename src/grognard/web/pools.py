"""Pools: each kind of slow work has threads of its own, and a queue that is not endless.

Who uploads, reads the past or guesses passwords waits for others who do the same, and for nobody
else; where too many wait already, the next is turned away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SWITCH: Final = 0.001
"""A thread that computes gives way after so many seconds, so that answers do not wait for it."""


class Busy(Exception):
    """Too many wait for this kind of work already."""


class Pool:
    """Some threads for one kind of work; at most ``most`` works are taken on at once."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self.name, self.most = name, most
        self.held = 0
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do this in one of the threads; its place is held until it is done, heard or not."""
        if self.held >= self.most:
            raise Busy(self.name)
        self.held += 1
        loop = asyncio.get_running_loop()
        future = self._threads.submit(work, *args, **named)
        future.add_done_callback(lambda done: self._let_go(loop, done))
        return await asyncio.wrap_future(future)

    def _let_go(self, loop: asyncio.AbstractEventLoop, done: Future[Any]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._done)

    def _done(self) -> None:
        self.held -= 1

    def close(self) -> None:
        """What has not begun is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Pools:
    """The pools of a server. All else is quick and shares the usual threads."""

    def __init__(self) -> None:
        self.sessions = Pool("sessions", 2, 1000)
        self.passwords = Pool("passwords", 1, 16)
        self.reading = Pool("reading", 1, 200)
        self.uploads = Pool("uploads", 1, 8)
        self.weighing = Pool("weighing", 1, 60)
        self.searching = Pool("searching", 1, 30)

    def close(self) -> None:
        for pool in (
            self.sessions, self.passwords, self.reading, self.uploads, self.weighing, self.searching,
        ):  # fmt: skip
            pool.close()
