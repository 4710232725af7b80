"""Playing on in the head: each thing that could be done, the enemy's answer, and what is left.

Forks start from imagined states, never from the real one. All of them meet the same dice: a die is
a function of the sample, of what is rolled for and of how often it was rolled before, and a cup
gives its chits in one order, so that the difference of two forks is their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final
from zlib import crc32

from grognard.bots.doctrine_nlc.weighing import lead
from grognard.kernel import Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.errors import GrognardError
from grognard.kernel.questions import Draw, Over, Roll
from grognard.systems.nlc.views import view

MOST_ANSWERS: Final = 1200

Answers = Callable[[Any, Ask, Any], Any]
Players = dict[str, Answers]
Choice = Callable[[State], tuple[State, Players]]
"""Something that could be done in a state: what it leads to, and who plays on from there."""


class Dice:
    """Dice and draws of one sample."""

    def __init__(self, sample: int) -> None:
        self._sample = sample
        self._thrown: dict[str, int] = {}

    def fall(self, pending: Roll | Draw, turn: int) -> Any:
        if isinstance(pending, Draw):
            return min(pending.cup, key=lambda chit: (self._number(f"{turn} {chit}"), chit))
        what = f"{turn} {pending.purpose} {pending.subject}"
        times = self._thrown[what] = self._thrown.get(what, 0) + 1
        outcomes = list(pending.outcomes())
        return outcomes[self._number(f"{what} {times}") % len(outcomes)]

    def _number(self, what: str) -> int:
        return Stream(crc32(f"{self._sample} {what}".encode())).randrange(1 << 30)


def played_on(state: State, players: Players, sample: int, last: int) -> State:
    """The state at the end of turn ``last``, or of the battle."""
    dice, chooser = Dice(sample), Stream(sample)
    for _ in range(MOST_ANSWERS):
        pending = state.pending
        turn = state.table.turn
        if isinstance(pending, Over) or turn > last:
            break
        if isinstance(pending, Ask):
            order = players[pending.side](view(state, pending.side), pending, chooser)
            state = answer(state, order)
        else:
            state = answer(state, dice.fall(pending, turn))
    return state


def compare(
    begins: Sequence[State], choices: Sequence[Choice], side: str, last: int
) -> list[list[float]]:
    """For every choice the lead it leaves, sample by sample; all choices meet each sample's dice.

    A choice that falls behind the first one is not tried again: its list ends there.
    """
    found: list[list[float]] = [[] for _ in choices]
    racing = list(range(len(choices)))
    for sample, begin in enumerate(begins):
        try:
            values = {at: _outcome(choices[at], begin, side, sample, last) for at in racing}
        except GrognardError:
            continue  # this guess does not hold together: it says nothing about any choice
        for at, value in values.items():
            found[at].append(value)
        racing = [at for at in racing if not at or sum(found[at]) > sum(found[0])]
        if racing == [0]:
            break
    return found


def _outcome(choice: Choice, begin: State, side: str, sample: int, last: int) -> float:
    state, players = choice(begin)
    return lead(played_on(state, players, sample, last).table, side)
