"""States that fit what a side can see; what it may not know is dealt out anew in each."""

from __future__ import annotations

from typing import Any

from grognard.kernel import GrognardError, State
from grognard.kernel.errors import BrokenRules
from grognard.kernel.system import Rules

TRIES = 4
"""For each state wanted so many are drawn at most."""


def guesses(rules: Rules, seen: Any, setting: Any, count: int, first: int = 0) -> list[State]:
    """So many states, always the same for one view.

    One in which the rules would not put the question that the side sees put is none.
    """
    found: list[State] = []
    for seed in range(first, first + TRIES * count):
        try:
            found.append(rules.imagine(seen, setting, seed))
        except BrokenRules:
            continue
        if len(found) == count:
            break
    if not found:
        raise GrognardError("nothing that could be so was found; this cannot be weighed now")
    return found
