"""Players by name: random, eager, holding, greedy, and the levels with their temperaments.

What a system's commanders must know stands in its doctrine; a system that has none yet is played by
the simple players alone.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any, Final

from grognard.bots.commander import Commander
from grognard.kernel.errors import GrognardError
from grognard.planning.levels import Character, changed, character, levels
from grognard.planning.planner import Choose
from grognard.systems.plug import System

SIMPLE: Final = {
    "random": "grognard.bots.random_bot",
    "eager": "grognard.bots.eager_bot",
    "holding": "grognard.bots.holding_bot",
}
GREEDY: Final = "greedy"


def names(system: System) -> tuple[str, ...]:
    """The opponents of a system, the weakest first; a temperament may follow after a colon."""
    doctrine = system.doctrine
    greedy = (GREEDY,) if doctrine.greedy is not None else ()
    named = tuple(level.name for level in levels()) if doctrine.commander is not None else ()
    return (*SIMPLE, *greedy, *named)


def player(
    name: str, system: System, setting: Any, side: str, seed: int, held: Character | None = None
) -> Choose:
    """The ``choose`` of a player, who is handed the setting without what his side may not know.

    ``held`` overrides the character of a level, for tuning.
    """
    if name in SIMPLE:
        choose: Choose = import_module(SIMPLE[name]).choose
        return choose
    if name == GREEDY:
        return greedy(system, setting, side, seed)
    return commander(name, system, setting, side, seed, held).choose


def greedy(system: System, setting: Any, side: str, seed: int) -> Choose:
    """The player who looks at one thing at a time."""
    if system.doctrine.greedy is None:
        raise _nobody(system)
    return system.doctrine.greedy(system.rules.masked(setting, side), side, seed)


def judge_of(name: str, system: System) -> Character:
    """The character of a level in a system, which may have figures of its own; ``captain+goal=0.8`` is
    one with a figure changed by hand, to be tried against others."""
    level, *changes = name.split("+")
    return changed(character(level, system.doctrine.figures()), changes)


def commander(
    name: str, system: System, setting: Any, side: str, seed: int, held: Character | None = None
) -> Commander:
    """The commander of a level, who keeps a record of his reasons."""
    if system.doctrine.commander is None:
        raise _nobody(system)
    judge, setting = held or judge_of(name, system), system.rules.masked(setting, side)
    planner = system.doctrine.commander(setting, side, judge, seed, time.monotonic)
    return Commander(planner, side)


def _nobody(system: System) -> GrognardError:
    known = ", ".join(names(system))
    return GrognardError(f"the doctrine of {system.title} has no such player yet; it has: {known}")
