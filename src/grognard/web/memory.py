"""Collecting garbage where nobody waits for it.

States are freed by counting references; what hangs in circles (tables that were let go, finished
requests) can wait. To look for it among new things alone held everybody up for 10 to 80 ms, since
these hold on to so much, and in play nothing was ever found. So Python never looks by itself here.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from typing import Final

MANY: Final = 2_000_000
"""After so many new things it is looked in the midst of work, too: for a second or two."""

LOOKS: Final = 20.0
"""So often, in seconds, it is looked whether the server is quiet."""


def settle() -> None:
    """Before serving: what was imported stays for good, and nothing is collected in between."""
    gc.disable()
    gc.collect()
    gc.freeze()


class QuietCollector:
    """Collects when work was done, but none since the last look; what stays is then left alone."""

    def __init__(self, work_done: Callable[[], int]) -> None:
        self._work_done = work_done
        self._seen = self._collected = work_done()

    def look(self) -> bool:
        """Collect, if this is the moment; gives whether it was."""
        now = self._work_done()
        is_quiet, self._seen = now == self._seen, now
        if is_quiet and now != self._collected:
            self._collected = now
            gc.unfreeze()
        elif gc.get_count()[0] < MANY:
            return False
        gc.collect()
        gc.freeze()
        return True

    def watch(self) -> None:
        """Look again and again, in a thread that ends with the server."""

        def looking() -> None:
            while True:
                time.sleep(LOOKS)
                self.look()

        threading.Thread(target=looking, name="quiet-collector", daemon=True).start()
