"""The whole engine: ``answer(state, value) -> State``.

The stack holds the procedures in progress, innermost last; each frame names the step it has come
to. While the game waits, the innermost frame stands at the step that asked, and the answer goes
to the step after it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.kernel.errors import BrokenRules, IllegalAction, Reason
from grognard.kernel.events import Event
from grognard.kernel.procedures import Call, Done, Goto, Procedure, StepInfo
from grognard.kernel.questions import DICE, Ask, Draw, Over, Pending, Roll
from grognard.kernel.tables import Table

MANY_STEPS = 100_000
"""More steps than this without a question means that a rulebook goes in circles."""


class Frame(msgspec.Struct, frozen=True):
    """A procedure in progress and the step it has come to."""

    procedure: Procedure
    step: str

    def __str__(self) -> str:
        return f"{type(self.procedure).__name__}.{self.step}"


class State(msgspec.Struct, frozen=True, eq=False):
    """A game at rest. Fork it by keeping it.

    ``happened`` holds the events of the answer that led here; it is news, not part of the game.
    """

    table: Any
    stack: tuple[Frame, ...]
    pending: Pending
    happened: tuple[Event, ...] = ()

    @property
    def breadcrumb(self) -> str:
        """Where the rulebook lies open, from the outermost procedure to the innermost."""
        return " > ".join(map(str, self.stack))


def start(table: Table, procedure: Procedure) -> State:
    """Begin: run the procedure until it asks something."""
    return _run(table.draft(), [(procedure, procedure.first.name)], None)


def unanswered(table: Table, stack: Sequence[Frame]) -> State:
    """Put the question again: how a state comes back from a save."""
    if not stack:
        return State(table, (), Over("ended"))
    top = stack[-1]
    info = type(top.procedure).find(top.step)
    draft = table.draft()
    flow = info.function(copy.copy(top.procedure), draft)
    if not isinstance(flow, Ask | Roll | Draw | Over) or draft.happened:
        raise BrokenRules(f"{top} is not a step that only asks")
    frames = (*stack[:-1], Frame(top.procedure, info.name))
    return State(draft, frames, flow)


def watched(state: State, events: Sequence[Event]) -> State:
    """The state after what happened in a battle that is only watched: nobody is asked anything."""
    table = state.table.draft()
    for event in events:
        table.record(event)
    return State(table, (), Over(""), tuple(events))


def why_not(state: State, action: object) -> Sequence[Reason]:
    """The reasons against an action; empty when it is allowed.

    A reason that names no clause is of the question itself: it gets the clause that asks it. An
    order of a kind that is not asked is told when it has its turn.
    """
    pending = state.pending
    if isinstance(pending, Over):
        return (Reason("the game is over"),)
    if isinstance(pending, Roll | Draw):
        return () if _falls(pending, action) else (Reason(_wants(pending)),)
    asked = state.stack[-1]
    clauses = type(asked.procedure).find(asked.step).clauses
    reasons: Sequence[Reason] = pending.options.why_not(action)
    if reasons and not isinstance(action, pending.options.kinds):
        reasons = state.table.out_of_turn(action, pending)
    cites = state.table.cites
    return [
        Reason(reason.text, cites(reason.clause or clauses[0]))
        if reason.clause or clauses
        else reason
        for reason in reasons
    ]


def answer(state: State, value: Any) -> State:
    """The next state. Refuses what is not among the options and leaves ``state`` as it was."""
    pending = state.pending
    kind = type(pending)
    if kind is Ask:
        if value not in pending.options:  # type: ignore[union-attr]
            raise IllegalAction(value, why_not(state, value))
    elif kind is Over or not _falls(pending, value):
        raise IllegalAction(value, why_not(state, value))
    stack: list[Frame | Running] = list(state.stack)
    asked = state.stack[-1]
    hearing = type(asked.procedure).find(asked.step).follows
    if hearing is None:
        raise BrokenRules(f"nobody hears the answer to {asked}")
    stack[-1] = Frame(asked.procedure, hearing.name)
    return _run(state.table.draft(), stack, value)


def _falls(pending: Roll | Draw | Ask | Over, value: object) -> bool:
    if isinstance(pending, Draw):
        return value in pending.cup
    if not isinstance(pending, Roll) or not isinstance(value, tuple):
        return False
    return len(value) == DICE[pending.dice] and all(
        type(face) is int and 1 <= face <= 6 for face in value
    )


def _wants(pending: Roll | Draw) -> str:
    if isinstance(pending, Draw):
        return f"one of the chits must be drawn: {', '.join(sorted(set(pending.cup)))}"
    return f"{DICE[pending.dice]} dice of six sides must be thrown for {pending.purpose}"


Running = tuple[Procedure, str]
"""A procedure that belongs to this answer alone, and the step it has come to."""


def _run(table: Table, stack: list[Frame | Running], value: Any) -> State:
    """Go through steps until one asks. Frames of the parent state are copied before they run.

    ``stack`` holds the procedures below the one that runs; only its own are ever changed.
    """
    happened = table.happened
    procedure, info = _resumed(stack)
    for _ in range(MANY_STEPS):
        known = len(happened)
        flow: Any
        if info.hears:
            flow = info.function(procedure, table, value)
        else:
            flow = info.function(procedure, table)
        kind, follows = type(flow), info.follows
        value = None
        if kind is Goto:
            info = procedure.steps[flow.step]
            continue
        if flow is None and follows is not None:
            info = follows
            continue
        if kind is Call:
            following = flow.then or (follows.name if follows else "")
            if following:
                stack.append((procedure, following))
            procedure = flow.procedure
            info = procedure.first
            continue
        if kind is Done:
            value = flow.result
        elif flow is not None:
            if len(happened) != known or info.hears:
                raise BrokenRules(f"{type(procedure).__name__}.{info.name} must only ask")
            stack.append((procedure, info.name))
            frames = [
                held if isinstance(held, Frame) else Frame(held[0], held[1]) for held in stack
            ]
            return State(table, tuple(frames), flow, tuple(happened))
        if not stack:
            return State(table, (), Over("ended"), tuple(happened))
        procedure, info = _resumed(stack)
    stack.append((procedure, info.name))
    at = [held.step if isinstance(held, Frame) else held[1] for held in stack]
    raise BrokenRules("the rulebook goes in circles: " + " > ".join(at))


def _resumed(stack: list[Frame | Running]) -> tuple[Procedure, StepInfo]:
    """The innermost procedure and the step it has come to, taken off the stack to be run."""
    held = stack.pop()
    if isinstance(held, Frame):
        # What ``copy.copy`` comes to, without its looking round for a way.
        procedure: Procedure = held.procedure.__copy__()  # type: ignore[attr-defined]
        return procedure, procedure.steps[held.step]
    return held[0], held[0].steps[held[1]]
