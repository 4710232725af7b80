"""A situation told as it is played: every question, every event with its values, every account."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from grognard.desks.expectations import waits_for
from grognard.desks.expected_events import lines_in, said_of
from grognard.kernel import Account, Ask, Event, State
from grognard.mechanics.places import name

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


def _fields(value: msgspec.Struct, within: str = "") -> Iterator[tuple[str, str]]:
    """The values of an event, hexes as on the map; what has an account is told line by line."""
    usual = {field.name: field.default for field in msgspec.structs.fields(value)}
    hints = {field: hint for kind in type(value).__mro__ for field, hint in _hints(kind)}
    for field in value.__struct_fields__:
        held = getattr(value, field)
        if isinstance(held, Account) or next(lines_in(held), None) or held in ((), "", None):
            continue
        if within and held == usual[field]:
            continue
        if isinstance(held, msgspec.Struct):
            yield from _fields(held, f"{within}{field}.")
            continue
        several = held if isinstance(held, tuple) else (held,)
        hint = hints.get(field, "")
        placed = ("Hex" in hint or "Place" in hint) and all(type(each) is int for each in several)
        yield f"{within}{field}", "+".join(map(name, several)) if placed else said_of(held)


def _hints(kind: type) -> Iterator[tuple[str, str]]:
    for field, hint in vars(kind).get("__annotations__", {}).items():
        yield field, str(hint)


def _kinds(state: State) -> str:
    if not isinstance(state.pending, Ask):
        return ""
    kinds = state.pending.options.kinds
    return f" ({', '.join(sorted(getattr(kind, 'verb', kind.__name__) for kind in kinds))})"
