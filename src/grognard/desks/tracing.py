"""A situation told as it is played: every question, every event with its values, every account."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grognard.desks.expectations import waits_for
from grognard.desks.expected_events import lines_in, said_of
from grognard.kernel import Account, Ask, Event, State
from grognard.mechanics.hexes import name

Listener = Callable[[str], None]
"""Is told one line after another."""


def silent(line: str) -> None:
    """Nobody listens."""


def told_events(state: State, events: Iterable[Event], heard: Listener) -> None:
    """What happened, in the words in which a situation expects it, and what is asked now."""
    if heard is silent:
        return
    for event in events:
        worded = " ".join(f"{field} {said}" for field, said in _fields(event))
        heard(f"  event {type(event).__name__} {worded}".rstrip())
        for line, reason in lines_in(event):
            heard(f"      {line} {reason}")
    heard(f"? {waits_for(state)}{_kinds(state)}")


def _fields(event: Event) -> Iterator[tuple[str, str]]:
    """The values of an event, hexes as on the map; what has an account is told line by line."""
    kinds = {field: kind for each in type(event).__mro__ for field, kind in _hints(each)}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, Account) or next(lines_in(value), None) or value in ((), ""):
            continue
        held = value if isinstance(value, tuple) else (value,)
        if "Hex" in kinds.get(field, "") and all(type(each) is int for each in held):
            yield field, "+".join(map(name, held))
        else:
            yield field, said_of(value)


def _hints(kind: type) -> Iterable[tuple[str, str]]:
    return ((field, str(hint)) for field, hint in vars(kind).get("__annotations__", {}).items())


def _kinds(state: State) -> str:
    if not isinstance(state.pending, Ask):
        return ""
    kinds = state.pending.options.kinds
    return f" ({', '.join(sorted(getattr(kind, 'verb', kind.__name__) for kind in kinds))})"
