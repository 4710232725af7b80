"""The guard: a bot that crashes, answers illegally or too late forfeits that decision.

The decision then falls to a safe default: to end or decline where that is allowed, otherwise the
first thing offered. The fault is told, with the bot's name, to whoever keeps the log.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.planning.planner import Choose, safe_default

PATIENCE: Final = 30.0
"""Seconds a bot may think about one decision, unless told otherwise."""

CRASHED: Final = "crashed"
ILLEGAL: Final = "answered illegally"
LATE: Final = "answered late"


class Fault(msgspec.Struct, frozen=True):
    """A decision that a bot forfeited: who, about what, how."""

    bot: str
    purpose: str
    kind: str
    detail: str = ""

    def __str__(self) -> str:
        told = f"the bot {self.bot} {self.kind} ({self.purpose})"
        return f"{told}: {self.detail}" if self.detail else told


class Guard:
    """Stands between a bot and the table. ``tell`` hears of every fault."""

    def __init__(
        self,
        name: str,
        choose: Choose,
        tell: Callable[[Fault], None],
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self._choose, self._tell = name, choose, tell
        self._patience, self._clock = patience, clock

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        """The bot's answer if it is legal and in time, the safe default otherwise."""
        began = self._clock()
        try:
            order = self._choose(view, ask, chooser)
        except Exception as problem:
            return self._forfeit(ask, CRASHED, f"{type(problem).__name__}: {problem}")
        if self._clock() - began > self._patience:
            return self._forfeit(ask, LATE, f"after {self._patience:g} seconds")
        if order not in ask.options:
            return self._forfeit(ask, ILLEGAL, str(order))
        return order

    def _forfeit(self, ask: Ask, kind: str, detail: str) -> Action:
        self._tell(Fault(self.name, ask.purpose, kind, detail))
        return safe_default(ask)
