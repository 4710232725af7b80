"""Choosing between ways to act by playing them through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from grognard.bots.doctrine_nlc.forks import Answers, Choice, Players, compare
from grognard.bots.doctrine_nlc.guesses import imagined
from grognard.bots.doctrine_nlc.moves import stage_of
from grognard.bots.levels import Character
from grognard.kernel.engine import State
from grognard.systems.nlc.setting import Setting
from grognard.systems.nlc.views import View

SURE: Final = 0.15
"""Another way must promise so many points more than the plain one."""

DOUBT: Final = 0.5
"""So many standard errors of the gain are taken off it."""

AHEAD: Final = 1
"""Turns after the present one that are played through."""

Make = Callable[[str, Character], Answers]
"""Makes the answers of a side that thinks no further ahead."""


def postures(held: Character) -> dict[str, Character]:
    """The ways in which a stage could be played, the plain one first."""

    def leaning(**figures: float) -> Character:
        return msgspec.structs.replace(held, **figures)

    return {
        "as planned": held,
        "pressing on": leaning(danger=0.2 * held.danger, margin=held.margin - 2.0),
        "standing off": leaning(danger=4.0 * held.danger, margin=held.margin + 8.0),
        "for the ground": leaning(goal=2.5 * held.goal),
    }


class Deliberation:
    """One side's playing through. ``plain`` is a judge without forks, of either side."""

    def __init__(
        self, setting: Setting, side: str, plain: Character, make: Make, seed: int
    ) -> None:
        self.setting, self.side, self.plain, self.make, self.seed = setting, side, plain, make, seed

    def states(self, seen: View, count: int) -> list[State]:
        """So many states that fit a view."""
        return [
            imagined(seen, self.setting, self.plain, self.seed + 7919 * index)
            for index in range(count)
        ]

    def posture(self, seen: View, count: int) -> tuple[Character, str]:
        """The way to play this stage that leaves the side best off, and why."""
        choices = postures(self.plain)
        played = [self._as(posture, stage_of(seen)) for posture in choices.values()]
        found = compare(self.states(seen, count), played, self.side, seen.turn + AHEAD)
        best = preferred(found)
        names = list(choices)
        told = ", ".join(f"{n} {_mean(v):+.1f}" for n, v in zip(names, found, strict=True))
        return choices[names[best]], f"{names[best]} ({told})" if found[0] else ""

    def _as(self, posture: Character, stage: object) -> Choice:
        """To play this stage in a posture, and everything after it plainly."""
        enemy = self.setting.enemy(self.side)

        def begin(state: State) -> tuple[State, Players]:
            first, then = self.make(self.side, posture), self.make(self.side, self.plain)

            def choose(view: Any, ask: Any, chooser: Any) -> Any:
                return (first if stage_of(view) == stage else then)(view, ask, chooser)

            return state, {self.side: choose, enemy: self.make(enemy, self.plain)}

        return begin


def preferred(found: Sequence[Sequence[float]]) -> int:
    """Which choice is taken: the first, unless another is better beyond what chance explains."""
    best, most = 0, 0.0
    for index, values in enumerate(found[1:], 1):
        if len(values) < len(found[0]):
            continue  # it fell behind
        gains = [value - plain for value, plain in zip(values, found[0], strict=True)]
        sure = _mean(gains) - SURE - DOUBT * _error(gains)
        if sure > most:
            best, most = index, sure
    return best


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    if len(values) < 2:
        return 0.0
    mean = _mean(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return float((spread / len(values)) ** 0.5)
