"""When are two states of one walk alike? A key that is cheap and exact.

It holds what differs from the state at which the walk began: entries of the table's dictionaries,
its plain fields, and the frames above the fence.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import compress
from operator import is_not
from typing import Any

from grognard.kernel import State
from grognard.odds.officer import Officer

MISSING = object()
NOBODY: frozenset[Any] = frozenset()


def state_key(officer: Officer, root: State, state: State) -> Hashable:
    """Equal for states that the rules cannot tell apart."""
    return (table_key(officer, root.table, state.table), frames_key(officer, state))


def table_key(officer: Officer, root: Any, table: Any) -> Hashable:
    """What has changed on the table."""
    found: list[Hashable] = []
    for name in officer.kept:
        held, was = getattr(table, name), getattr(root, name)
        if held is not was:
            found.append((name, _difference(held, was)))
    plain = tuple([getattr(table, name) for name in officer.plain])
    return (plain, *found)


def _difference(held: dict[Any, Any], was: dict[Any, Any]) -> Hashable:
    if list(held) == list(was):
        # Mostly so, and then what was put in its place stands where the other stood.
        other = compress(held.items(), map(is_not, held.values(), was.values()))
        replaced = [item for item in other if was[item[0]] != item[1]]
        return hashable((frozenset(map(hashable, replaced)), NOBODY))
    before = was.get
    changed = [item for item in held.items() if before(item[0], MISSING) != item[1]]
    return hashable((frozenset(map(hashable, changed)), frozenset(was.keys() - held.keys())))


def frames_key(officer: Officer, state: State) -> Hashable:
    """Where the rulebook lies open above the fence, and what its procedures remember."""
    return tuple(
        [
            (type(frame.procedure), frame.step, hashable(officer.fields(frame.procedure)))
            for frame in state.stack[1:]
        ]
    )


def hashable(value: Any) -> Hashable:
    """The value itself, or in words where it cannot be a key."""
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value  # type: ignore[no-any-return]
