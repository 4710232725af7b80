"""Who answers for a side that no person plays, and what is answered where nobody has an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from grognard.kernel import Action, Ask, IllegalAction, State, answer
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish

Choose = Callable[[Any, Ask, Any], Action]
"""A player: its view, the question and a source of chance give the answer."""

Clock = Callable[[], float]
"""Seconds. Whoever plays winds it; plans are made by counting work, and the clock only guards."""


def no_clock() -> float:
    """No time passes."""
    return 0.0


class Planner(Protocol):
    """What a doctrine brings: an answer to every question, and why if it is a major decision."""

    why: str

    def answer(self, view: Any, ask: Ask, chooser: Chooser) -> Action: ...


def safe_default(ask: Ask) -> Action:
    """What is answered for a player that has no answer: nothing more, or the first thing offered."""
    if Finish() in ask.options:
        return Finish()
    first: Action = next(iter(ask.options))
    return first


def obeyed(state: State, order: Action) -> tuple[Action, State]:
    """What was done by a player's order, and the state after it. He saw no more than his view:
    should the order not be possible after all, the safe default is done for him."""
    try:
        return order, answer(state, order)
    except IllegalAction:
        assert isinstance(state.pending, Ask)
        safe = safe_default(state.pending)
        return safe, answer(state, safe)
