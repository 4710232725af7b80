"""Acting by habit: now and then a commander looks at one thing at a time, as the greedy player does.

Of no system. A level acts so in a share of its stages (a turn and a kind of question), drawn by the
seed alone: less judgement, never other dice, sight or strength.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.planning.planner import Choose, Planner

MANY: Final = 1 << 32


class ByHabit:
    """A doctrine that leaves a share of its stages to a plainer player."""

    def __init__(self, thinking: Planner, plain: Choose, share: float, seed: int) -> None:
        self.thinking, self._plain = thinking, plain
        self._share, self._seed = share, seed
        self.why = ""

    def answer(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        if self._is_habit(view.turn, ask.purpose):
            self.why = ""
            return self._plain(view, ask, chooser)
        order = self.thinking.answer(view, ask, chooser)
        self.why = self.thinking.why
        return order

    def _is_habit(self, turn: int, purpose: str) -> bool:
        words = f"{self._seed} {turn} {purpose}".encode()
        drawn = int.from_bytes(hashlib.blake2b(words, digest_size=4).digest(), "big")
        return drawn < self._share * MANY
