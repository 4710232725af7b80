"""A fence around an attack: the rulebook below the procedure that fights it out is left out.

Procedures do not see the stack, so what happens above the fence is what would happen in the battle;
when the asking segment is over the walk ends there and does not run on into the next one.
"""

from __future__ import annotations

from grognard.kernel import Flow, Frame, Over, Procedure, State, step
from grognard.kernel.engine import start
from grognard.kernel.tables import Table

FENCED = "fenced"


class Fence(Procedure, tag="Fence"):
    """The outermost procedure of a walk: whoever comes back to it is through."""

    @step()
    def stop(self, table: Table) -> Flow:
        return Over(FENCED)


def fenced(state: State, base: int = -1) -> State:
    """The same question, asked above a fence below the frame ``base``."""
    stack = (Frame(Fence(), "stop"), *state.stack[base:])
    return State(state.table, stack, state.pending)


def above(state: State, *segments: type[Procedure]) -> int:
    """The first frame above a segment; the uppermost, if the segment itself asks or none is on."""
    top = len(state.stack) - 1
    found = [i for i, held in enumerate(state.stack) if isinstance(held.procedure, segments)]
    return min(found[-1] + 1, top) if found else top


def begun(table: Table, procedure: Procedure) -> State:
    """A procedure begun on a table, above a fence."""
    state = start(table, procedure)
    return State(state.table, (Frame(Fence(), "stop"), *state.stack), state.pending, state.happened)
