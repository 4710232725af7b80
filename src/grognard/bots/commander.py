"""A commander: a doctrine that answers, checked, with a record of the reasons."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.planning.planner import Planner, safe_default


class Reason(msgspec.Struct, frozen=True):
    """Why a major decision was made; it is its side's secret until the battle is over."""

    turn: int
    side: str
    purpose: str
    order: str
    why: str


class Commander:
    """Answers the questions of one side by its doctrine. ``repaired`` counts answers it had to mend."""

    def __init__(self, doctrine: Planner, side: str) -> None:
        self.doctrine, self.side = doctrine, side
        self.record: list[Reason] = []
        self.repaired = 0

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        order = self.doctrine.answer(view, ask, chooser)
        if order not in ask.options:
            self.repaired += 1
            order = safe_default(ask)
        if self.doctrine.why:
            why = Reason(view.turn, self.side, ask.purpose, str(order), self.doctrine.why)
            self.record.append(why)
        return order
