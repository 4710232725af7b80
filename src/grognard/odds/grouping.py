"""Dice that make no difference are counted together.

Every way the dice can fall is put to the one step that hears them, on a draft; ways after which
that step remembers and returns the same, and the table has changed alike, go on together. What is
only told (dice in an event) does not keep them apart, but what is counted on the way does.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from grognard.kernel import Call, Done, Draw, Roll, State
from grognard.odds.keys import hashable, table_key
from grognard.odds.officer import Fallen, Officer


def fallen(officer: Officer, state: State) -> Sequence[Fallen]:
    """The ways chance can fall here, in classes."""
    pending = state.pending
    if isinstance(pending, Draw):
        return list(Counter(pending.cup).items())
    assert isinstance(pending, Roll)
    over = officer.passed_over(state)
    known = officer.classes(state) if over is None else [(over, 1)]
    return known if known is not None else tried(officer, state)


def tried(officer: Officer, state: State) -> list[Fallen]:
    """Classes of dice, found by trying all of them on the step that hears them."""
    roll = state.pending
    assert isinstance(roll, Roll)
    frame = state.stack[-1]
    hearing = type(frame.procedure).find(frame.step).follows
    assert hearing is not None
    falls: dict[Hashable, list[Any]] = {}
    for dice in roll.outcomes():
        falls.setdefault(officer.alike(roll, dice), []).append(dice)
    groups: dict[Hashable, list[Any]] = {}
    for dice, *others in falls.values():
        draft, procedure = state.table.draft(), copy.copy(frame.procedure)
        flow = hearing.function(procedure, draft, dice)
        effect = (
            _flow(officer, flow),
            officer.fields(procedure),
            table_key(officer, state.table, draft),
            tuple([label for event in draft.happened for label in officer.labels(event)]),
        )
        groups.setdefault(hashable(effect), []).extend((dice, *others))
    return [(ways[0], len(ways)) for ways in groups.values()]


def _flow(officer: Officer, flow: Any) -> Hashable:
    if isinstance(flow, Call):
        return (type(flow.procedure), officer.fields(flow.procedure), flow.then)
    if isinstance(flow, Done):
        return (Done, flow.result)
    return (type(flow), flow)
