"""What is seen of a state: by a learner (figures of the table, of its slots, and the mask), where views differ,
and how many pairs of states a long run is to compare."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from grognard.envs.arena import Arena
from grognard.kernel import Over, State
from grognard.kernel.codec import view_document
from grognard.systems.plug import System


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


def differences(system: System, state: State, other: State, who: str) -> list[str]:
    """Where two views are not alike."""
    one, two = (view_document(system.rules.view(each, who)) for each in (state, other))
    return list(_unlike(one, two, "view"))


def wanted_pairs() -> tuple[int, int]:
    """How many pairs a soak compares (``GROGNARD_PAIRS``, 1,000 unless told), and how many it compared before
    (``GROGNARD_FROM``): its battles are drawn from there on, so that a run goes on where the last one stopped."""
    return int(os.environ.get("GROGNARD_PAIRS", "1000")), int(os.environ.get("GROGNARD_FROM", "0"))


def _unlike(one: Any, other: Any, place: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from _unlike(one[key], other[key], f"{place}.{key}")
    elif isinstance(one, (list, tuple)) and isinstance(other, type(one)) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from _unlike(*pair, f"{place}[{index}]")
    elif one != other:
        yield f"{place}: {one} and {other}"
