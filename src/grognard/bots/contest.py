"""A battle between two players that are not people, from the opening to the verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from grognard.kernel import Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.questions import Draw, Over, Roll
from grognard.kernel.seeing import see
from grognard.planning.planner import Choose, obeyed
from grognard.systems.plug import System

Watch = Callable[[State, Any, State], None]
"""Told of every answer: the state before, what was given, the state after."""

TOO_LONG: Final = 60_000


class Ended(msgspec.Struct, frozen=True):
    """How a battle ended: the last state, and the seconds each side thought, turn by turn."""

    state: State
    seconds: dict[str, list[float]]
    answers: int


def play(
    system: System,
    state: State,
    players: Mapping[str, Choose],
    seed: int,
    watch: Watch | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Ended:
    """Play to the end. Dice come from the seed alone, and so do the players' own choices."""
    dice, minds = Stream(seed * 2 + 1), {}
    for number, side in enumerate(players):
        minds[side] = Stream((seed + 1) * 7919 + number * 104729)
    seconds: dict[str, list[float]] = {side: [] for side in players}
    spent: dict[str, float] = dict.fromkeys(players, 0.0)
    answers, turn = 0, (0, "")
    while not isinstance(state.pending, Over):
        pending = state.pending
        if answers > TOO_LONG:
            raise RuntimeError("the battle does not end")
        if isinstance(pending, Ask):
            here = (state.table.turn, getattr(state.table, "phasing", ""))
            if here != turn:
                turn = here
                for side in players:
                    seconds[side].append(spent[side])
                    spent[side] = 0.0
            began = clock()
            seen = see(system.rules, state, pending.side)
            given: Any = players[pending.side](seen.view, seen.ask, minds[pending.side])
            spent[pending.side] += clock() - began
            after = obeyed(state, given)
            answers += 1
        elif isinstance(pending, Roll):
            outcomes = list(pending.outcomes())
            given = outcomes[dice.randrange(len(outcomes))]
            after = answer(state, given)
        else:
            assert isinstance(pending, Draw)
            given = pending.cup[dice.randrange(len(pending.cup))]
            after = answer(state, given)
        before, state = state, after
        if watch is not None:
            watch(before, given, state)
    for side in players:
        seconds[side].append(spent[side])
    return Ended(state, seconds, answers)
