"""A battle between two players that are not people, from the opening to the verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from grognard.kernel import Action, Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.errors import GrognardError
from grognard.kernel.questions import Chooser, Draw, Over, Roll
from grognard.kernel.seeing import see
from grognard.planning.planner import Choose, obeyed
from grognard.systems.plug import System

Watch = Callable[[State, Any, State], None]
"""Told of every answer: the state before, what was given, the state after."""

TOO_LONG: Final = 100_000
"""A battle with so many decisions does not end."""

Step = tuple[State, Any, State]
"""The state before an answer, the answer, the state after it."""


def steps(
    system: System,
    state: State,
    players: Mapping[str, Choose],
    dice: Chooser,
    minds: Mapping[str, Chooser],
) -> Iterator[Step]:
    """A battle answer by answer to its end: players see what their sides may, chance comes of ``dice``."""
    decisions = 0
    while not isinstance(state.pending, Over):
        pending, before = state.pending, state
        if isinstance(pending, Ask):
            decisions += 1
            if decisions > TOO_LONG:
                raise GrognardError("the battle does not end")
            seen = see(system.rules, state, pending.side)
            order = players[pending.side](seen.view, seen.ask, minds[pending.side])
            given, state = obeyed(state, order)
            yield before, given, state
        else:
            fell = thrown(pending, dice)
            state = answer(state, fell)
            yield before, fell, state


def thrown(pending: Any, dice: Chooser) -> Any:
    """What chance answers."""
    if isinstance(pending, Roll):
        outcomes = list(pending.outcomes())
        return outcomes[dice.randrange(len(outcomes))]
    assert isinstance(pending, Draw)
    return pending.cup[dice.randrange(len(pending.cup))]


class Ended(msgspec.Struct, frozen=True):
    """How a battle ended: the last state, and the seconds each side thought, turn by turn."""

    state: State
    seconds: dict[str, list[float]]
    answers: int


class Timed:
    """A player whose thinking is timed, turn by turn."""

    def __init__(self, choose: Choose, clock: Callable[[], float]) -> None:
        self._choose, self._clock = choose, clock
        self.turns: list[float] = []
        self.answers, self._spent = 0, 0.0

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        began = self._clock()
        try:
            return self._choose(view, ask, chooser)
        finally:
            self.answers, self._spent = self.answers + 1, self._spent + self._clock() - began

    def turn_over(self) -> None:
        self.turns.append(self._spent)
        self._spent = 0.0


def play(
    system: System,
    state: State,
    players: Mapping[str, Choose],
    seed: int,
    watch: Watch | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Ended:
    """Play to the end. Dice come from the seed alone, and so do the players' own choices."""
    minds = {
        side: Stream((seed + 1) * 7919 + number * 104729) for number, side in enumerate(players)
    }
    timed = {side: Timed(choose, clock) for side, choose in players.items()}
    seats = {side: each.choose for side, each in timed.items()}
    turn = _turn(state)
    for before, given, after in steps(system, state, seats, Stream(seed * 2 + 1), minds):
        state = after
        if _turn(after) != turn:
            turn = _turn(after)
            for each in timed.values():
                each.turn_over()
        if watch is not None:
            watch(before, given, after)
    for each in timed.values():
        each.turn_over()
    seconds = {side: each.turns for side, each in timed.items()}
    return Ended(state, seconds, sum(each.answers for each in timed.values()))


def _turn(state: State) -> tuple[int, str]:
    return state.table.turn, getattr(state.table, "phasing", "")
