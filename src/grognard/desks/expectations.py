"""Expectations that any system can weigh: who is asked what, what is offered, what has happened.

Each gives what was found instead, or nothing when it holds. A system adds its own beside these.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import msgspec

from grognard.desks.sums import arithmetic, same
from grognard.kernel import Action, Ask, Draw, Event, MalformedAction, Over, Roll, State, why_not
from grognard.kernel.codec import builtins
from grognard.kernel.system import subclasses
from grognard.mechanics.hexes import parse_hex


class Moment(msgspec.Struct, frozen=True):
    """A state, and everything that happened on the way to it."""

    state: State
    happened: tuple[Event, ...]

    @property
    def table(self) -> Any:
        return self.state.table


Weigher = Callable[[str, Moment], str]
"""Weighs the words after an expectation's first."""


def common(parse: Callable[[str], Action], rooms: tuple[str, ...]) -> dict[str, Weigher]:
    """The expectations every system has; ``rooms`` are where its events are defined."""
    return {
        "asked": _asked,
        "event": lambda text, moment: _event(text, moment, rooms),
        "events": lambda text, moment: _events(text, moment, rooms),
        "offered": lambda text, moment: _offered(text, moment, parse),
        "over": _over,
        "refused": lambda text, moment: _refused(text, moment, parse),
        "stack": _stack,
    }


def _asked(text: str, moment: Moment) -> str:
    """Asked french movement; asked dice fire; asked nobody."""
    pending = moment.state.pending
    if isinstance(pending, Ask):
        found = f"{pending.side} {pending.purpose}"
    elif isinstance(pending, Roll):
        found = f"dice {pending.purpose}"
    elif isinstance(pending, Draw):
        found = f"draw {pending.purpose}"
    else:
        found = "nobody"
    who = found.split()[0]
    return "" if text.replace('"', "") in (found, who) else found


def _offered(text: str, moment: Moment, parse: Callable[[str], Action]) -> str:
    """Offered march F1 N: the order is among the options."""
    reasons = why_not(moment.state, _action(text, parse))
    return "; ".join(map(str, reasons))


def _refused(text: str, moment: Moment, parse: Callable[[str], Action]) -> str:
    """Refused march F1 S because P18.2: it is not, and this clause is among the reasons."""
    order, _, clause = text.partition(" because ")
    reasons = why_not(moment.state, _action(order, parse))
    if not reasons:
        return "it allowed"
    if clause and clause.strip() not in [reason.clause for reason in reasons]:
        return "; ".join(map(str, reasons))
    return ""


def _action(text: str, parse: Callable[[str], Action]) -> Action:
    try:
        return parse(text.strip().strip('"'))
    except MalformedAction as problem:
        raise ValueError(str(problem)) from None


def _stack(text: str, moment: Moment) -> str:
    """Stack 0503 F1 F2: who stands in a hex, top first."""
    at, *units = text.split()
    found = moment.table.stack(parse_hex(at))
    return "" if list(found) == units else " ".join(found) or "nobody"


def _over(text: str, moment: Moment) -> str:
    """over: nothing more is asked; with a verdict, if one is given."""
    pending = moment.state.pending
    if not isinstance(pending, Over):
        return "that it goes on"
    return "" if not text or text.strip('"') == pending.verdict else pending.verdict


# --- events


def _event(text: str, moment: Moment, rooms: tuple[str, ...]) -> str:
    """Event FireResolved losses 1: it happened, with these values."""
    kind, wanted = _pattern(text, rooms)
    seen = [event for event in moment.happened if type(event).__name__ == kind]
    if not seen:
        kinds = dict.fromkeys(type(event).__name__ for event in moment.happened)
        return f"only {', '.join(kinds)}" if kinds else "nothing"
    if any(_fits(event, wanted) for event in seen):
        return ""
    return "; ".join(_described(event, wanted) for event in seen)


def _events(text: str, moment: Moment, rooms: tuple[str, ...]) -> str:
    """Events Fired 2: how often it happened, with these values if any are given."""
    pattern, _, count = text.rpartition(" ")
    kind, wanted = _pattern(pattern, rooms)
    found = sum(
        1 for event in moment.happened if type(event).__name__ == kind and _fits(event, wanted)
    )
    return "" if arithmetic(count) == found else str(found)


def _pattern(text: str, rooms: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """The kind of an event, and the values wanted: each runs to the next name of a field."""
    kind, *words = text.split()
    known = {found.__name__: found for found in subclasses(Event, *rooms)}
    if kind not in known:
        near = get_close_matches(kind, known, n=1)
        raise ValueError(f"there is no event {kind!r}" + (f"; {near[0]}?" if near else ""))
    fields = known[kind].__struct_fields__
    wanted: dict[str, list[str]] = {}
    current: list[str] | None = None
    for word in words:
        if word.split(".")[0] in fields:
            current = wanted.setdefault(word, [])
        elif current is None:
            raise ValueError(f"{kind} has no {word!r}; it has {', '.join(fields)}")
        else:
            current.append(word)
    return kind, {field: " ".join(value) for field, value in wanted.items()}


def _fits(event: Event, wanted: dict[str, str]) -> bool:
    return all(same(value, _field(event, field)) for field, value in wanted.items())


def _field(event: Event, field: str) -> str:
    """A value of an event in words: hexes as on the map, lists joined by '+', dotted for parts."""
    value: Any = event
    for part in field.split("."):
        value = getattr(value, part, None)
        if value is None:
            raise ValueError(f"{type(event).__name__} has no {field!r}")
    return _said(value)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return str(value)
    if isinstance(value, tuple):
        return "+".join(map(_said, value)) or "none"
    return str(value) if not isinstance(value, msgspec.Struct) else str(builtins(value))


def _described(event: Event, wanted: dict[str, str]) -> str:
    return ", ".join(f"{field} {_field(event, field)}" for field in wanted)


# --- equations


def equation(text: str) -> tuple[str, str]:
    """What is asked, and what it is said to be."""
    asked, mark, said = text.partition(" is ")
    if not mark:
        raise ValueError("write '... is VALUE'")
    return asked, said.strip()


def differs(said: str, found: Fraction | int) -> str:
    """The number found, if it is not the one said."""
    return "" if arithmetic(said) == found else str(found)
