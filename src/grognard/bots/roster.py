"""Players by name: random, eager, holding, greedy, and the levels with their temperaments.

What a system's commanders must know stands in a doctrine of its own; this room finds it by the
system's name, so that another system brings its doctrine and nothing here changes.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any, Final

from grognard.bots.commander import Commander
from grognard.kernel.errors import GrognardError
from grognard.kernel.system import System
from grognard.planning.habit import ByHabit
from grognard.planning.levels import Character, character, levels
from grognard.planning.planner import Choose, Planner

DOCTRINES: Final = {
    "nlc": "grognard.systems.nlc.doctrine.doctrine",
    "premier": "grognard.systems.premier.doctrine.doctrine",
}
"""System -> the module with its ``commander``, ``greedy``, ``score`` and ``losses_of``, and ``figures``
of its levels where it has its own."""

SIMPLE: Final = {
    "random": "grognard.bots.random_bot",
    "eager": "grognard.bots.eager_bot",
    "holding": "grognard.bots.holding_bot",
}
GREEDY: Final = "greedy"


def doctrine_of(system: System) -> Any:
    """The doctrine of a system; there may be none yet."""
    module = DOCTRINES.get(system.name)
    if module is None:
        raise GrognardError(
            f"there is no doctrine for {system.title} yet: its bots are random, eager"
        )
    return import_module(module)


def names(system: System) -> tuple[str, ...]:
    """The opponents of a system, the weakest first; a temperament may follow after a colon."""
    if system.name not in DOCTRINES:
        return tuple(SIMPLE)
    return (*SIMPLE, GREEDY, *(level.name for level in levels()))


def player(
    name: str, system: System, setting: Any, side: str, seed: int, held: Character | None = None
) -> Choose:
    """The ``choose`` of a player. ``held`` overrides the character of a level, for tuning."""
    if name in SIMPLE:
        choose: Choose = import_module(SIMPLE[name]).choose
        return choose
    if name == GREEDY:
        greedy: Choose = doctrine_of(system).greedy(setting, side, seed).choose
        return greedy
    return commander(name, system, setting, side, seed, held).choose


def judge_of(name: str, system: System) -> Character:
    """The character of a level in a system, which may have figures of its own."""
    return character(name, getattr(doctrine_of(system), "figures", dict)())


def commander(
    name: str, system: System, setting: Any, side: str, seed: int, held: Character | None = None
) -> Commander:
    """The commander of a level, who keeps a record of his reasons."""
    room = doctrine_of(system)
    judge = held or judge_of(name, system)
    doctrine: Planner = room.commander(setting, side, judge, seed, time.monotonic)
    if judge.habit:
        plain = room.greedy(setting, side, seed)
        doctrine = ByHabit(doctrine, plain.choose, judge.habit, seed)
    return Commander(doctrine, side)
