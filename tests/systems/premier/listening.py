"""Runs a procedure by itself in a test and keeps its result."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Action, Call, Done, Flow, Procedure, State, step
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import begin

HEARD: list[Any] = []


class Overhear(Procedure):
    """Calls a procedure and writes down what it gives back."""

    called: Any

    @step("P2.14")
    def run(self, table: Table) -> Flow:
        return Call(self.called)

    @step("P2.14")
    def hear(self, table: Table, result: Any) -> Flow:
        HEARD.append(result)
        return Done()


def listen(table: Table, procedure: Procedure) -> State:
    """Begin a procedure; ``heard()`` tells its result once it is over."""
    HEARD.clear()
    return begin(table, Overhear(procedure))


def heard() -> Any:
    assert len(HEARD) == 1, "it is not over yet"
    return HEARD[0]


def offered(state: State) -> list[str]:
    """The options of the pending question, as text; nothing if none is asked."""
    options = getattr(state.pending, "options", ())
    return [str(action) for action in options]


def option(state: State, text: str) -> Action:
    """The option with this text."""
    found: Action = next(a for a in state.pending.options if str(a) == text)  # type: ignore[union-attr]
    return found
