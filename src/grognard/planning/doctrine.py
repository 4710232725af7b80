"""The doctrine of a system: how its computer opponents think, and how their battles are judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from grognard.kernel.engine import State
from grognard.kernel.events import Event
from grognard.kernel.questions import Over
from grognard.planning.critic import Criticism
from grognard.planning.levels import Character, Figures
from grognard.planning.planner import Choose, Clock, Planner

Packs = tuple[tuple[str, int], ...]
"""Scenarios, and how many pairs of battles are played on each."""

Repulses = Callable[[Iterable[Event]], Iterator[str]]
"""Told of all events in their order, it names the side whenever its assault was thrown back."""

Named = Mapping[str, Sequence[str]]


class Command(Protocol):
    """Makes the planner of a side, of a character and a seed."""

    def __call__(
        self, setting: Any, side: str, character: Character, seed: int, clock: Clock
    ) -> Planner: ...


class Ladder(msgspec.Struct, frozen=True):
    """On what a system's ladder is played, as a whole and when it must be quick.

    On ``top`` the top level meets those at the bottom besides. Where it plays turns through, its
    match with its neighbour is ``slow`` times shorter.
    """

    packs: Packs = ()
    quick: Packs = ()
    top: Packs = ()
    top_quick: Packs = ()
    slow: int = 1


def by_verdict(state: State, side: str) -> float:
    """The winner has all of the victory; nobody's is halved."""
    assert isinstance(state.pending, Over)
    outcome = state.pending.outcome
    return float(outcome.side == side) if outcome is not None and outcome.side else 0.5


def never(events: Iterable[Event]) -> Iterator[str]:
    """Nobody is seen thrown back."""
    return iter(())


class Doctrine(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What a system brings; without ``commander`` and ``greedy`` it is played by simple bots alone.

    ``figures`` are those of the levels that are other here than elsewhere. ``score(state, side)``
    is a side's share of the victory from 0 to 1, ``losses`` what it has lost. ``repulses`` makes
    somebody who counts repulses, ``criticism`` somebody who counts bad habits. ``position`` sets up a puzzle: its drawn situation, its name, the
    places worth holding and who holds what.
    """

    commander: Command | None = None
    greedy: Callable[[Any, str, int], Choose] | None = None
    figures: Callable[[], Figures] = dict
    score: Callable[[State, str], float] = by_verdict
    losses: Callable[[State, str], int] = lambda state, side: 0
    repulses: Callable[[], Repulses] = lambda: never
    criticism: Criticism = Criticism()
    position: Callable[[str, str, Named, Named], State] | None = None
    ladder: Ladder = Ladder()
