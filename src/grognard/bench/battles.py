"""The battles that are measured: fixtures and those the systems name, and random play on them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from grognard.bots.random_bot import choose as bot
from grognard.desks.measures import Measures, Workbench
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Action, Ask, State
from grognard.kernel.questions import Chooser
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named

Choose = Callable[[Any, Ask, Chooser], Action]

MIDDLE = 8
"""The turn at which R150 counts as being in mid-battle."""

BOTS_SEED = 3


@cache
def measured() -> tuple[tuple[System, Measures], ...]:
    """Every system with what is measured of it."""
    return tuple((system_named(name), system_named(name).library.measures()) for name in SYSTEMS)


@cache
def home() -> System:
    """The system whose engine is measured from inside: the first that has a workbench."""
    return next(system for system, measures in measured() if measures.workbench is not None)


@cache
def workbench() -> Workbench:
    bench = home().library.measures().workbench
    assert bench is not None
    return bench


@cache
def fixture(units: int) -> Any:
    """R60, R150 or R300."""
    return workbench().fixture(units)


@cache
def pack(system: System, name: str) -> Any:
    """A battle of the library."""
    return system.library.setting(name, {})


def sampled(view: Any, ask: Ask, chooser: Chooser) -> Action:
    """Any option, found lazily."""
    drawn: Action = view.options.sample(chooser)
    return drawn


def listed(view: Any, ask: Ask, chooser: Chooser) -> Action:
    """Any option, all of them written out first."""
    options: list[Action] = list(view.options)
    return options[chooser.randrange(len(options))]


def played(
    setting: Any, seed: int, choose: Choose = sampled, system: System | None = None
) -> Iterator[Game]:
    """Random play to the end: gives the game after every answer.

    What a decision is: the view of the side asked is made with its options, one is chosen, checked
    and applied, and the journal in memory gets its line. Dice come from a keyed counter.
    """
    game = Game(system or home(), setting, {}, DiceSource.seeded(str(seed)))
    chooser = random.Random(seed)
    while not game.is_over:
        side = game.asked
        if side:
            ask = game.state.pending
            assert isinstance(ask, Ask)
            game.answer(side, choose(game.view(side), ask, chooser))
        else:
            game.throw()
        yield game


class Moment(msgspec.Struct, frozen=True):
    """A state in mid-battle and an answer that was given to it."""

    state: State
    value: Any
    purpose: str


def moments(setting: Any, seed: int = BOTS_SEED, choose: Choose = bot) -> Iterator[Moment]:
    """Every state of a random battle with its answer, from mid-battle on."""
    values: list[Any] = []

    def noting(view: Any, ask: Ask, chooser: Chooser) -> Action:
        chosen = choose(view, ask, chooser)
        values.append(chosen)
        return chosen

    before: State | None = None
    for game in played(setting, seed, noting):
        entry = game.journal.entries[-1]
        if before is not None and before.table.turn >= MIDDLE:
            value = values[-1] if isinstance(before.pending, Ask) else entry.dice or entry.answer
            yield Moment(before, value, entry.purpose)
        before = game.state


@cache
def mid_battle() -> Moment:
    """The first state of R150's middle turn at which a side orders its units."""
    return next(each for each in moments(fixture(150)) if each.purpose == "movement")
