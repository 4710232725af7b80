"""What a learner of a side observes of a state: figures of the table, of its slots, and the mask."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.envs.arena import Arena
from grognard.kernel import Over, State


@cache
def _arena(pack: str) -> Arena:
    return Arena(pack)


def observed(pack: str, state: State, side: str) -> list[bytes]:
    """The observation of a side, as bytes; nothing at the end."""
    if isinstance(state.pending, Over):
        return []
    arena: Any = _arena(pack)
    arena.state, arena._menu, arena.questions = state, None, 7
    seen = arena.observe(side)
    return [seen[name].tobytes() for name in sorted(seen)]
