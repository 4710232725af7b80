"""Playing a turn through in the head: each posture, the enemy's answer, and what is left of both.

The forks start from the sand table, never from the real one. All postures meet the same dice, so
that their difference is theirs. The enemy is taken to be greedy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from grognard.bots.doctrine_premier.field import places
from grognard.bots.doctrine_premier.greedy import Greedy
from grognard.bots.doctrine_premier.odds import unit_worth
from grognard.bots.levels import Character
from grognard.kernel import Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.questions import Draw, Over, Roll
from grognard.systems.bataille.table import Table
from grognard.systems.premier.packs.victory import verdict

TICKS: Final = 220
"""Units that are moved in one level of forks, all postures and samples together."""

MOST_ANSWERS: Final = 900
WINS: Final = 30.0
"""What the verdict is worth, in points, when a fork reaches the end of the battle."""

Answers = Callable[[Any, Ask, Any], Any]
Make = Callable[[Table, Character], Answers]


def postures(held: Character) -> dict[str, Character]:
    """The ways in which a turn could be played, the plain one first."""
    return {
        "as planned": held,
        "pressing on": msgspec.structs.replace(
            held,
            danger=0.4 * held.danger,
            margin=held.margin - 0.3,
            patience=0.3 * held.patience,
            reserve=0.0,
        ),
        "holding back": msgspec.structs.replace(
            held, danger=1.8 * held.danger, margin=held.margin + 0.6, patience=1.5 * held.patience
        ),
        "for the ground": msgspec.structs.replace(held, goal=2.2 * held.goal),
    }


def samples(table: Table, forks: int) -> int:
    """How often each posture is played: as the level has it, less with large armies."""
    return max(1, min(forks, TICKS * forks // (8 * max(1, len(table.pieces)))))


def best_posture(
    state: State, side: str, held: Character, make: Make, view: Callable[[State, str], Any]
) -> tuple[Character, str]:
    """The posture that leaves its side best off after the enemy's answer, and why."""
    found: dict[str, float] = {}
    choices = postures(held)
    count = samples(state.table, held.forks)
    for name, posture in choices.items():
        total = 0.0
        for sample in range(count):
            total += worth(played(state, side, posture, make, view, sample), side)
        found[name] = total / count
    best = max(choices, key=lambda name: (round(found[name], 6), name == "as planned"))
    told = ", ".join(f"{name} {value:+.1f}" for name, value in found.items())
    return choices[best], f"{best} ({told})"


def played(
    state: State,
    side: str,
    posture: Character,
    make: Make,
    view: Callable[[State, str], Any],
    sample: int,
) -> State:
    """The state after one's own turn and the enemy's answer to it."""
    setting = state.table.setting
    enemy = setting.enemy(side)
    foe = Greedy(setting, enemy, sample, guess=setting)
    players: dict[str, Answers] = {side: make(state.table, posture), enemy: foe.choose}
    dice, chooser = Stream(977 * sample + 13), Stream(sample)
    began = (state.table.turn, state.table.phasing)
    passed = False
    for _ in range(MOST_ANSWERS):
        pending = state.pending
        if isinstance(pending, Over):
            break
        if isinstance(pending, Ask):
            now = (state.table.turn, state.table.phasing)
            passed = passed or now != began
            if passed and state.table.phasing == side:
                break
            order = players[pending.side](view(state, pending.side), pending, chooser)
            state = answer(state, order)
        elif isinstance(pending, Roll):
            outcomes = list(pending.outcomes())
            state = answer(state, outcomes[dice.randrange(len(outcomes))])
        else:
            assert isinstance(pending, Draw)
            state = answer(state, pending.cup[dice.randrange(len(pending.cup))])
    return state


def worth(state: State, side: str) -> float:
    """A position in points: troops, ground, and the verdict if it has fallen."""
    table: Table = state.table
    total = sum(
        unit_worth(table, unit) * (1 if table.side_of(unit) == side else -1)
        for unit in table.pieces
    )
    share = 0.4 + 0.6 * table.turn / max(1, len(table.setting.turns))
    for place in places(table.setting):
        for at in place.hexes:
            holder = table.control.get(at, "")
            if holder in table.setting.sides:
                weight = share * place.worth / len(place.hexes) ** 0.8
                total += weight if holder == side else -weight
    if isinstance(state.pending, Over):
        won = verdict(table).side
        total += 0.0 if not won else WINS if won == side else -WINS
    return total
