"""The critic: what a grognard would laugh at, counted in a battle as it is played or read again.

Of no system. A system names its habits, each with the share of its chances that is still forgiven,
and brings somebody who watches; whoever is watched is told nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Protocol

import msgspec

from grognard.kernel.engine import State

FEW: Final = 3
"""Up to so many times in all a habit is bad luck."""

BACK: Final = 3
"""Who ends nearer to where he came from than this part of his way has marched to and fro."""

A_MARCH: Final = 2
"""Hexes from which on a move is a march."""


class Habit(msgspec.Struct, frozen=True):
    """A bad habit: what it is called and means, and the share of its chances that is forgiven."""

    name: str
    text: str
    most: float


class Count(msgspec.Struct, frozen=True):
    """How often a side had a chance for a habit, and how often it fell into it."""

    habit: str
    side: str
    times: int
    chances: int


class Tally:
    """Counts by habit and side."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[int, int]] = {}

    def note(self, habit: str, side: str, bad: bool) -> None:
        times, chances = self._found.get((habit, side), (0, 0))
        self._found[habit, side] = (times + bad, chances + 1)

    def counts(self) -> tuple[Count, ...]:
        return tuple(
            Count(habit, side, *held) for (habit, side), held in sorted(self._found.items())
        )


class Critic(Protocol):
    """Watches one battle, state by state; ``close`` after the last of them."""

    tally: Tally

    def watch(self, before: State, after: State) -> None: ...

    def close(self, last: State) -> None: ...


class Criticism(msgspec.Struct, frozen=True, eq=False):
    """What a system's critic looks for, and the maker of one for a battle."""

    habits: tuple[Habit, ...] = ()
    critic: Callable[[Any], Critic] | None = None


class Sum(msgspec.Struct, frozen=True):
    """One habit over some battles, both sides together."""

    habit: str
    text: str
    times: int
    chances: int
    most: float

    @property
    def forgiven(self) -> bool:
        return self.times <= max(FEW, self.most * self.chances)


def summed(habits: Iterable[Habit], counts: Iterable[Count]) -> tuple[Sum, ...]:
    """The counts of some battles by habit, in the order in which the habits are named."""
    total: dict[str, tuple[int, int]] = {}
    for count in counts:
        times, chances = total.get(count.habit, (0, 0))
        total[count.habit] = (times + count.times, chances + count.chances)
    return tuple(
        Sum(habit.name, habit.text, *total.get(habit.name, (0, 0)), habit.most) for habit in habits
    )


class Marches:
    """Who marched in which turn from where: two marches that undo each other are to and fro."""

    def __init__(self, apart: Callable[[int, int], int]) -> None:
        self._apart, self._last = apart, dict[str, tuple[int, int, int]]()

    def ended(self, turn: int, came: Mapping[str, tuple[int, int]]) -> list[tuple[str, bool]]:
        """Told of every march of a turn, from and to; of those who marched twice, who came back."""
        found, apart = [], self._apart
        for unit, (start, end) in came.items():
            known = self._last.pop(unit, None)
            if apart(start, end) < A_MARCH:
                continue
            if known is not None and known[0] == turn - 1 and known[2] == start:
                walked = apart(known[1], start) + apart(start, end)
                found.append((unit, apart(known[1], end) * BACK <= walked))
            self._last[unit] = (turn, start, end)
        return found
