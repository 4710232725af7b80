"""Counting the fan of a state: every sequence of answers to a depth, dice and draws included.

``python -m tests.fan.counting`` writes ``fan.json`` anew: do so when a rule was changed on purpose,
and look at the difference.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grognard.kernel import Over, State, answer
from grognard.kernel.questions import Ask, Draw
from grognard.systems.premier.situations import begin, read
from tests.fan.positions import POSITIONS, Position

FILE = Path(__file__).with_name("fan.json")
DIGITS = 16


class Fan:
    """How many states lie at each depth, in which order the answers that lead there stand."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.counts = [0] * depth
        self._digest = hashlib.sha256()

    def spread(self, state: State, at: int) -> int:
        """Count below a state; gives how many sequences end at the full depth or with the game."""
        if at == self.depth or isinstance(state.pending, Over):
            return 1
        return sum(self.below(state, value, at) for value in answers(state))

    def below(self, state: State, value: Any, at: int) -> int:
        """Count one answer, and below it."""
        self.counts[at] += 1
        self._digest.update(f"{at} {value}\n".encode())
        return self.spread(answer(state, value), at + 1)

    @property
    def digest(self) -> str:
        """Of every answer at every state, in canonical order."""
        return self._digest.hexdigest()[:DIGITS]


def answers(state: State) -> Iterator[Any]:
    """Every answer to what is pending, in canonical order."""
    pending = state.pending
    if isinstance(pending, Ask):
        yield from pending.options
    elif isinstance(pending, Draw):
        yield from dict.fromkeys(pending.cup)
    elif not isinstance(pending, Over):
        yield from pending.outcomes()


def counted(position: Position) -> dict[str, Any]:
    """The fan of a position as it is pinned, with the leaves below each first answer."""
    state = opened(position)
    fan = Fan(position.depth)
    divide = {str(value): fan.below(state, value, 0) for value in answers(state)}
    return {"counts": fan.counts, "order": fan.digest, "divide": divide}


def opened(position: Position) -> State:
    """The position at its first question."""
    return begin(read(position.drawing + "expect: P1 lost 0\n", "position"))[0]


def main() -> None:
    found = {name: counted(position) for name, position in POSITIONS.items()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
