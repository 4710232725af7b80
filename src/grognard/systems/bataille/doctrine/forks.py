"""Playing a turn through in the head: each posture, the enemy's answer, and what is left of both.

The forks start from the sand table, never from the real one. All postures meet the same dice: a die
depends on the sample, on what it is thrown for and for whom, so that two postures that fight the
same fight throw the same. The enemy is played by a deputy who thinks as one does oneself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from grognard.kernel import Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.questions import Over
from grognard.planning.levels import Character
from grognard.planning.sampled import Dice
from grognard.systems.bataille.doctrine.field import places
from grognard.systems.bataille.doctrine.outlook import expected, prize_in_points
from grognard.systems.bataille.doctrine.score import score
from grognard.systems.bataille.doctrine.worth import unit_worth
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table

MOST_ANSWERS: Final = 1200
MEN: Final = 0.35
"""Points of troops count for so much beside the verdict when forks are compared."""

LAST: Final = 1
"""With so many turns to come a fork is played to the end of the battle."""

Answers = Callable[[Any, Ask, Any], Any]
Make = Callable[[Table, str, Character], Answers]


def postures(held: Character, table: Table, units: Iterable[UnitId]) -> dict[str, Character]:
    """The ways in which these units could fight a turn, the plain one first."""
    change = msgspec.structs.replace
    found = {
        "as planned": held,
        "holding back": change(
            held,
            danger=1.8 * held.danger,
            margin=held.margin + 0.6,
            patience=1.5 * held.patience,
            charges=2.5 * held.charges,
        ),
        "pressing on": change(
            held,
            danger=0.4 * held.danger,
            margin=held.margin - 0.3,
            patience=0.3 * held.patience,
            reserve=0.0,
        ),
    }
    if places(table.setting):
        found["for the ground"] = change(held, goal=2.2 * held.goal)
        found["for the men"] = change(held, goal=0.4 * held.goal)
        found["all for the ground"] = change(
            held, goal=4.0 * held.goal, danger=0.3 * held.danger, margin=held.margin - 0.5
        )
    found["without assaults"] = change(held, margin=held.margin + 8.0)
    found["waiting for friends"] = change(held, patience=3.0 * held.patience)
    found["at any price"] = change(held, margin=held.margin - 1.5)
    roster = table.setting.roster
    if any(roster[unit].arm is Arm.CAVALRY for unit in units):
        found["horse let loose"] = change(held, charges=0.3 * held.charges)
    return found


def played(
    state: State,
    side: str,
    posture: Character,
    make: Make,
    view: Callable[[State, str], Any],
    sample: int,
) -> tuple[State, int]:
    """The state after one's own turn and the enemy's answer to it, and the answers it took."""
    setting = state.table.setting
    enemy = setting.enemy(side)
    players = {side: make(state.table, side, posture), enemy: make(state.table, enemy, posture)}
    dice, chooser = Dice(sample), Stream(sample)
    began = (state.table.turn, state.table.phasing)
    to_the_end = len(setting.turns) - state.table.turn <= LAST
    answers, passed = 0, False
    for _ in range(MOST_ANSWERS):
        pending = state.pending
        if isinstance(pending, Over):
            break
        if isinstance(pending, Ask):
            now = (state.table.turn, state.table.phasing)
            passed = passed or now != began
            if passed and state.table.phasing == side and not to_the_end:
                break
            answers += 1
            order = players[pending.side](view(state, pending.side), pending, chooser)
            state = answer(state, order)
        else:
            state = answer(state, dice.fall(state, pending))
    return state, answers


def worth(state: State, side: str) -> float:
    """A position in points: how the battle will be judged, and the troops that are left."""
    table: Table = state.table
    prize = prize_in_points(table.setting, side)
    if isinstance(state.pending, Over):
        return prize * score(state, side)
    total = prize * expected(table, side)
    men = sum(
        unit_worth(table, unit) * (1 if table.side_of(unit) == side else -1)
        for unit in table.pieces
    )
    return total + MEN * men
