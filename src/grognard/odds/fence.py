"""A fence around an attack: the rulebook below the procedure that asks is left out of the walk.

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


def fenced(state: State) -> State:
    """The same question, asked above a fence."""
    stack = (Frame(Fence(), "stop"), *state.stack[-1:])
    return State(state.table, stack, state.pending)


def begun(table: Table, procedure: Procedure) -> State:
    """A procedure begun on a table, above a fence."""
    state = start(table, procedure)
    return State(state.table, (Frame(Fence(), "stop"), *state.stack), state.pending, state.happened)
