"""Collecting garbage where nobody waits for it.

With thousands of states in memory a full collection takes a second, and every table would stand
still meanwhile. States are freed by counting references; what hangs in circles (tables that were let
go, finished tasks) can wait until nothing is being written.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from typing import Final

YOUNG: Final = 10_000
"""New things, after which the youngest are looked through: some milliseconds at most."""

MIDDLE: Final = 5
SELDOM: Final = 100_000
"""Full collections by themselves are left to servers that are never quiet: about one in an hour."""

LOOKS: Final = 20.0
"""So often, in seconds, it is looked whether the server is quiet."""


def settle() -> None:
    """Before serving: what was imported stays for good, full collections become rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, SELDOM)


class QuietCollector:
    """Collects fully when work was done, but none since the last look."""

    def __init__(self, work_done: Callable[[], int]) -> None:
        self._work_done = work_done
        self._seen = self._collected = work_done()

    def look(self) -> bool:
        """Collect, if this is the moment; gives whether it was."""
        now = self._work_done()
        is_quiet, self._seen = now == self._seen, now
        if not is_quiet or now == self._collected:
            return False
        self._collected = now
        gc.collect()
        return True

    def watch(self) -> None:
        """Look again and again, in a thread that ends with the server."""

        def looking() -> None:
            while True:
                time.sleep(LOOKS)
                self.look()

        threading.Thread(target=looking, name="quiet-collector", daemon=True).start()
