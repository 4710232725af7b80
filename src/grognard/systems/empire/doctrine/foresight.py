"""Playing a turn through in the head: a few postures, the same dice for each, the enemy's answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.kernel import Ask, State, answer, unanswered
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Draw, Over, Roll
from grognard.planning.levels import SECTOR, Character
from grognard.planning.planner import Clock, obeyed, safe_default
from grognard.planning.race import Budget, Raced, race
from grognard.systems.empire.doctrine.value import value
from grognard.systems.empire.views import guess

if TYPE_CHECKING:
    from grognard.systems.empire.doctrine.commander import Commander

MANY: Final = 1 << 20
PLAYED: Final = 2
"""So many player turns are played through: its own, and the answer."""
replace = msgspec.structs.replace


def postures(held: Character) -> Mapping[str, Character]:
    """How a turn may be fought: as usual, pressing on, holding back."""
    return {
        "steady": held,
        "press on": replace(held, goal=held.goal * 1.4, danger=held.danger * 0.7, margin=0.0),
        "hold back": replace(held, goal=held.goal * 0.5, danger=held.danger * 1.5, margin=0.4),
    }


def foreseen(commander: Commander, view: Any, seed: int, clock: Clock) -> Raced:
    """The posture that comes out best when this turn and what answers it are played through."""
    held = commander.level
    budget = Budget(held.ticks, held.forks, held.seconds)

    def trial(posture: Character, sample: int) -> tuple[float, int]:
        state = unanswered(guess(view, commander.setting, sample), view.stack)
        dice = Stream((seed * 7919 + view.turn * 31 + sample) % MANY)
        return _played(state, commander, posture, dice)

    return race(postures(held), trial, budget, clock)


def _played(
    state: State, commander: Commander, posture: Character, dice: Stream
) -> tuple[float, int]:
    """What comes of a posture, and how many answers it took to see that."""
    side, setting = commander.side, state.table.setting
    players = {
        side: commander.imagined(side, replace(posture, sight=SECTOR)),
        setting.enemy(side): commander.imagined(
            setting.enemy(side), replace(commander.level, sight=SECTOR)
        ),
    }
    turns = _Turns(state, PLAYED)
    answers = 0
    while not isinstance(state.pending, Over) and not turns.are_over(state):
        pending = state.pending
        if isinstance(pending, Ask):
            found = players[pending.side].conducted(state.table, pending)
            if found is None or found not in pending.options:
                found = safe_default(pending)
            _, state = obeyed(state, found)
            answers += 1
        elif isinstance(pending, Roll):
            outcomes = list(pending.outcomes())
            state = answer(state, outcomes[dice.randrange(len(outcomes))])
        else:
            assert isinstance(pending, Draw)
            state = answer(state, pending.cup[dice.randrange(len(pending.cup))])
    return value(state.table, side), answers


class _Turns:
    """Counts player turns until enough are played."""

    def __init__(self, state: State, most: int) -> None:
        self.here, self.left = (state.table.turn, state.table.phasing), most

    def are_over(self, state: State) -> bool:
        now = (state.table.turn, state.table.phasing)
        if now != self.here and state.table.phasing:
            self.here, self.left = now, self.left - 1
        return self.left <= 0
