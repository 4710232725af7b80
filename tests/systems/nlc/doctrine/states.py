"""Battles of Napoleon's Later Campaigns, led to a question."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Ask, State, answer
from grognard.kernel.chance import Stream
from grognard.systems.registry import system_named

NLC = system_named("nlc")
CROSSROADS = NLC.library.setting("crossroads", {})


def asked(purpose: str, side: str) -> State:
    """The opening, led by chance to a question of a side."""
    state, stream = NLC.rules.opening(CROSSROADS), Stream(3)
    while not (
        isinstance(state.pending, Ask)
        and (state.pending.purpose, state.pending.side) == (purpose, side)
    ):
        pending: Any = state.pending
        if isinstance(pending, Ask):
            state = answer(state, pending.options.sample(stream))
        else:
            outcomes = list(pending.outcomes() if hasattr(pending, "outcomes") else pending.cup)
            state = answer(state, outcomes[stream.randrange(len(outcomes))])
    return state
