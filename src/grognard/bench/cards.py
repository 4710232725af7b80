"""P11: how long an odds card takes, for the assaults and charges of battles fought eagerly."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any, Final

from grognard.bench.battles import measured, pack
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, seconds_each
from grognard.bench.references import SEARCH, bare_search
from grognard.bots import eager_bot
from grognard.host.advice import adviser
from grognard.kernel import Action, Ask, Over, State
from grognard.kernel.conformance import RandomGame
from grognard.kernel.errors import GrognardError
from grognard.mechanics.commands import Bent
from grognard.planning.leanings import bent_of
from grognard.systems.plug import System

ATTACKS: Final = (Bent.ASSAULT, Bent.CHARGE, Bent.CLASH)
CARDS: Final = 60
"""So many cards of a battle are worked out, and a tenth of them in a smoke run."""

SLOWEST: Final = 0.95
"""The card that only one in twenty exceeds."""


def measure(pace: Pace) -> Iterator[Figure]:
    """The 95th percentile over a battle; each round is a battle."""
    for system, measures in measured():
        for name, rounds in measures.cards:
            found = [
                _slowest(system, name, seed, pace) for seed in range(1 if pace.quick else rounds)
            ]
            yield figure(f"P11.{name}", found, f"{rounds} of {name}, {CARDS} cards of each at most")


def _slowest(system: System, name: str, seed: int, pace: Pace) -> float:
    """In milliseconds of the machine for which the rungs were chosen."""
    sage, spent, most = adviser(system, pack(system, name)), [], CARDS // (10 if pace.quick else 1)
    for state, order in attacks(system, pack(system, name), seed):
        usual = seconds_each(bare_search(), pace.seconds / CARDS)
        began = process_time()
        try:
            sage.look(state, state.pending.side, "odds", text=str(order))
        except GrognardError:
            continue
        spent.append((process_time() - began) / usual * SEARCH * 1e3)
        if len(spent) == most:
            break
    return sorted(spent)[int(SLOWEST * len(spent))]


def attacks(system: System, setting: Any, seed: int) -> Iterator[tuple[Any, Action]]:
    """The states in which an eager player gives the order to attack, and his orders."""
    found: list[Action] = []

    def noting(view: Any, ask: Ask, chooser: Any) -> Action:
        found[:] = [eager_bot.choose(view, ask, chooser)]
        return found[0]

    game = RandomGame(system.rules, setting, seed, noting)
    while not isinstance(game.state.pending, Over):
        before: State = game.step()
        if isinstance(before.pending, Ask) and bent_of(found[0]) in ATTACKS:
            yield before, found[0]
