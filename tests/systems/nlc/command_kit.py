"""Quatre Bras at chosen moments, for the tests of command."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from grognard.kernel import Procedure, State, answer, start
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.command.order_words import read_orders
from grognard.systems.nlc.opening import opening_table
from grognard.systems.nlc.packs.pack import load
from grognard.systems.nlc.pieces import Fate, Piece
from grognard.systems.nlc.records import Waiting
from grognard.systems.nlc.setting import Sequence, Setting, Turn
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace
DONE = Finish()
QUIET = (DONE, DONE)
"""Both sides let a window pass."""


@lru_cache(maxsize=32)
def _setting(options: tuple[tuple[str, str], ...]) -> Setting:
    return load("quatre-bras", dict(options))


def battle(turn: int = 1, options: Mapping[str, str] | None = None) -> Table:
    """The opening of Quatre Bras in some turn."""
    table = opening_table(_setting(tuple(sorted((options or {}).items()))))
    table.turn = turn
    return table


def with_turns(table: Table, *turns: Turn) -> Table:
    """The same battle under another calendar."""
    table.setting = replace(table.setting, turns=turns)
    return table


def put(table: Table, unit: str, at: int, **more: Any) -> None:
    table.put(Piece(unit, at, **more))


def lose(table: Table, *units: str) -> None:
    """These units are eliminated."""
    for unit in units:
        if unit in table.pieces:
            table.remove(unit)
        table.removed[unit] = Fate("eliminated", table.turn)


def set_force(table: Table, name: str, **changes: Any) -> None:
    table.forces[name] = replace(table.forces[name], **changes)
    table.touched()


def set_leader(table: Table, name: str, **changes: Any) -> None:
    table.leaders[name] = replace(table.leaders[name], **changes)
    table.touched()


def set_quarters(table: Table, name: str, **changes: Any) -> None:
    table.quarters[name] = replace(table.quarters[name], **changes)
    table.touched()


def orders(text: str) -> Sequence:
    return read_orders(text.split())


def give(table: Table, name: str, text: str, **changes: Any) -> None:
    """A body has this order, as if it had complied with it before."""
    sequence = orders(text)
    set_force(table, name, order=sequence[0], queue=sequence[1:], **changes)


def wait_for(table: Table, name: str, text: str, state: str, since: int = 1) -> None:
    set_force(table, name, waiting=Waiting(orders(text), state, since, "ney"))


def dice(total: int) -> tuple[int, int]:
    """Two dice that make this sum."""
    low = max(1, total - 6)
    return low, total - low


def play(table: Table, procedure: Procedure, *answers: Any) -> Any:
    """The state after these answers; its question is whatever the test knows it to be."""
    state = start(table, procedure)
    for value in answers:
        state = answer(state, value)
    return state


def reply(state: Any, value: Any) -> Any:
    return answer(state, value)


def told(state: State, kind: type) -> Any:
    """The one event of a kind in the last answer."""
    found = [event for event in state.happened if isinstance(event, kind)]
    assert len(found) == 1, state.happened
    return found[0]
