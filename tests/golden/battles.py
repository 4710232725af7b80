"""The golden battles: which are recorded, how they are played, and what is kept of each.

A battle is a journal, ``<name>.journal``: it can be read, replayed and verified like any other.
Beside it ``views.json`` keeps a digest of what each side was shown in each turn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.bots import eager_bot, random_bot
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import State
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode, view_document
from grognard.kernel.questions import Ask
from grognard.systems.plug import System
from grognard.systems.registry import system_named

FOLDER = Path(__file__).parent
VIEWS = FOLDER / "views.json"
DIGITS = 16
LISTED_EVERY = 10
"""Options are listed, as they are sent, at every so many states: that takes its time."""


class Recipe(NamedTuple):
    """How a battle came about: the seed of its dice, who played it, and by which rulebook."""

    dice: str
    bot: Any
    system: str = "premier"


BATTLES: dict[str, Recipe] = {
    "duel": Recipe("golden 1", eager_bot),
    "village": Recipe("golden 1", eager_bot),
    "charge": Recipe("golden 1", eager_bot),
    "first-shots": Recipe("golden 1", eager_bot),
    "bridgehead": Recipe("golden 1", eager_bot),
    "hagelberg": Recipe("golden 1", random_bot),
    "crossroads": Recipe("golden 1", random_bot, "nlc"),
    "village-xxx": Recipe("golden 1", eager_bot, "an-xxx"),
    "charge-xxx": Recipe("golden 1", eager_bot, "an-xxx"),
    "first-assault-xxx": Recipe("golden 1", eager_bot, "an-xxx"),
    "manor-xxx": Recipe("golden 1", eager_bot, "an-xxx"),
    "hagelberg-xxx": Recipe("golden 1", random_bot, "an-xxx"),
    "first-lines": Recipe("golden 1", eager_bot, "empire"),
    "outpost": Recipe("golden 1", random_bot, "empire"),
}
"""One for each scenario. The largest are played by the bot that gives the fewest orders."""


def system_of(name: str) -> System:
    """The rulebook of a recorded battle."""
    return system_named(BATTLES[name].system)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.journal"


def record(name: str) -> None:
    """Play a battle anew and keep it."""
    recipe, system = BATTLES[name], system_of(name)
    setting = system.library.setting(name, {})
    seats = dict.fromkeys(setting.sides, recipe.bot.__name__.rpartition(".")[2])
    game = Game(system, setting, seats, DiceSource.seeded(recipe.dice))
    states, stream = [game.state], Stream(1)
    while not game.is_over:
        states += game.roll_on()
        ask = game.state.pending
        if isinstance(ask, Ask):
            action = recipe.bot.choose(game.view(ask.side), ask, stream)
            states.append(game.answer(ask.side, action))
    game.save(path_of(name))
    known = json.loads(VIEWS.read_text(encoding="utf-8")) if VIEWS.is_file() else {}
    known[name] = views_by_turn(system, states)
    ordered = {each: known[each] for each in BATTLES if each in known}
    VIEWS.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def views_by_turn(system: System, states: Iterable[State]) -> dict[str, dict[str, str]]:
    """For each turn and side, a digest of all that the side was shown."""
    found: dict[str, dict[str, Any]] = {}
    for place, state in enumerate(states):
        turn = found.setdefault(f"turn {state.table.turn}", {})
        for side in state.table.setting.sides:
            view = system.rules.view(state, side)
            if place % LISTED_EVERY:
                view = msgspec.structs.replace(view, options=None)
            turn.setdefault(side, hashlib.sha256()).update(encode(view_document(view)))
    return {
        turn: {side: digest.hexdigest()[:DIGITS] for side, digest in sides.items()}
        for turn, sides in found.items()
    }
