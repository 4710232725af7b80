"""Expectations of what has happened: events by their values, and accounts line by line.

A value that an event does not hold, but that follows from what it holds, is worked out by the system:
its ``derived`` values are asked for like the event's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import msgspec

from grognard.desks.starting import side_named
from grognard.desks.sums import arithmetic, same
from grognard.kernel import Event, State
from grognard.kernel.codec import builtins
from grognard.kernel.system import subclasses
from grognard.kernel.views import told

HAS = " has "
IS = " is "


class Moment(msgspec.Struct, frozen=True):
    """A state, and everything that happened on the way to it."""

    state: State
    happened: tuple[Event, ...]

    @property
    def table(self) -> Any:
        return self.state.table


Weigher = Callable[[str, Moment], str]
"""Weighs the words after an expectation's first."""


Derived = Callable[[Any, Any], object]
"""Works a value out from the table's setting and an event."""


class Pattern(msgspec.Struct, frozen=True):
    """A kind of event, the values wanted of it, and the fields that are only named."""

    kind: str
    wanted: Mapping[str, str]
    named: tuple[str, ...]
    derived: Mapping[str, Derived]

    def seen(self, moment: Moment) -> list[Event]:
        """The events of that kind."""
        return [event for event in moment.happened if type(event).__name__ == self.kind]

    def fits(self, event: Event, moment: Moment) -> bool:
        return all(
            same(value, self.said(event, field, moment)) for field, value in self.wanted.items()
        )

    def value(self, event: Event, field: str, moment: Moment) -> Any:
        """A value of an event, its own or derived; dotted for parts of it."""
        if field in self.derived:
            return self.derived[field](moment.table.setting, event)
        value: Any = event
        for part in field.split("."):
            value = getattr(value, part, None)
            if value is None:
                raise ValueError(f"{self.kind} has no {field!r}")
        return value

    def said(self, event: Event, field: str, moment: Moment) -> str:
        return said_of(self.value(event, field, moment))

    def described(self, event: Event, moment: Moment) -> str:
        return ", ".join(f"{field} {self.said(event, field, moment)}" for field in self.wanted)


def of_events(rooms: tuple[str, ...], derived: Mapping[str, Derived]) -> dict[str, Weigher]:
    """The expectations of events that every system has.

    ``derived`` holds values by ``Kind.field``.
    """

    def pattern(text: str) -> Pattern:
        return _pattern(text, rooms, derived)

    weighers: dict[str, Weigher] = {
        "account": lambda text, moment: _account(text, moment, pattern),
        "event": lambda text, moment: _event(pattern(text), moment),
        "events": lambda text, moment: _events(text, moment, pattern),
    }
    return {**weighers, "told": lambda text, moment: _told(text, moment, weighers)}


def _event(pattern: Pattern, moment: Moment) -> str:
    """Event FireResolved losses 1: it happened, with these values."""
    seen = pattern.seen(moment)
    if not seen:
        kinds = dict.fromkeys(type(event).__name__ for event in moment.happened)
        return f"only {', '.join(kinds)}" if kinds else "nothing"
    if any(pattern.fits(event, moment) for event in seen):
        return ""
    return "; ".join(pattern.described(event, moment) for event in seen)


def _events(text: str, moment: Moment, read: Callable[[str], Pattern]) -> str:
    """Events Fired 2: how often it happened, with these values if any are given."""
    asked, _, count = text.rpartition(" ")
    pattern = read(asked)
    found = sum(1 for event in pattern.seen(moment) if pattern.fits(event, moment))
    return "" if arithmetic(count) == found else str(found)


def _told(text: str, moment: Moment, weighers: Mapping[str, Weigher]) -> str:
    """Told french events OrderSent 0: what a side was told of what happened."""
    side, _, rest = text.partition(" ")
    word, _, asked = rest.partition(" ")
    if word not in weighers:
        raise ValueError(f"write 'told {side}' and one of: {', '.join(weighers)}")
    heard = told(moment.happened, side_named(side, moment.table.setting.sides))
    return weighers[word](asked.strip(), Moment(moment.state, heard))


# --- accounts


def _account(text: str, moment: Moment, read: Callable[[str], Pattern]) -> str:
    """Account MoraleChecked unit F1 has -3 P30.3; ... is -3 P30.3, +6 P16.46; ... is nothing."""
    asked, mark, said = text.partition(HAS)
    if not mark:
        asked, mark, said = text.partition(IS)
    if not mark:
        raise ValueError("write 'account EVENT has -3 P30.3', or 'is' and every line of it")
    pattern = read(asked)
    accounts = [
        [
            line
            for field in pattern.named or [""]
            for line in _lines_at(pattern, event, field, moment)
        ]
        for event in pattern.seen(moment)
        if pattern.fits(event, moment)
    ]
    if not accounts:
        return _event(pattern, moment) or "no such event"
    weigh = lacks if mark == HAS else _is_not
    found = [weigh(said, lines) for lines in accounts]
    return "" if "" in found else "; ".join(found)


def _lines_at(
    pattern: Pattern, event: Event, field: str, moment: Moment
) -> Iterator[tuple[str, str]]:
    return lines_in(pattern.value(event, field, moment) if field else event)


def lines_in(value: Any) -> Iterator[tuple[str, str]]:
    """Every line of the accounts inside a value: its amount (``+3``, ``x2``) with clause, its reason."""
    if isinstance(value, msgspec.Struct):
        fields = value.__struct_fields__
        if {"reason", "clause"} < set(fields):
            yield from _line(value)
        value = tuple(getattr(value, field) for field in fields)
    if isinstance(value, tuple | list):
        for each in value:
            yield from lines_in(each)


def _line(value: Any) -> Iterator[tuple[str, str]]:
    """An amount that is added, a factor, or the base that factors multiply, with its clause."""
    for field, form in (("amount", "{:+d}"), ("times", "x{}"), ("factor", "x{}"), ("base", "{}")):
        if field in value.__struct_fields__ and value.clause:
            yield f"{form.format(getattr(value, field))} {value.clause}", value.reason


def lacks(said: str, lines: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    """The lines there are, if the one that is said is not among them."""
    found = list(lines)
    return "" if any(_agrees(said, line) for line, _ in found) else _listed(found)


def _is_not(said: str, lines: list[tuple[str, str]]) -> str:
    """The lines there are, if they are not those that are said, in any order."""
    wanted = [] if said.strip() == "nothing" else [each.strip() for each in said.split(",")]
    left = list(lines)
    for each in wanted:
        match = next((line for line in left if _agrees(each, line[0])), None)
        if match is None:
            return _listed(lines)
        left.remove(match)
    return _listed(lines) if left else ""


def _agrees(said: str, line: str) -> bool:
    """Is a line meant? Its amount may be written as a sum: ``+3 * 2 P7.1``."""
    amount, _, clause = said.strip().rpartition(" ")
    found, _, cited = line.partition(" ")
    times = amount.startswith("x") and found.startswith("x")
    return (
        clause == cited
        and same(amount.removeprefix("x"), found.removeprefix("x"))
        and (times or not (amount.startswith("x") or found.startswith("x")))
    )


def _listed(lines: list[tuple[str, str]]) -> str:
    return ", ".join(f"{line} ({reason})" for line, reason in lines) or "nothing"


# --- reading


def _pattern(text: str, rooms: tuple[str, ...], derived: Mapping[str, Derived]) -> Pattern:
    """The kind of an event, and the values wanted: each runs to the next name of a field."""
    kind, *words = text.split()
    known = {found.__name__: found for found in subclasses(Event, *rooms)}
    if kind not in known:
        near = get_close_matches(kind, known, n=1)
        raise ValueError(f"there is no event {kind!r}" + (f"; {near[0]}?" if near else ""))
    worked = {
        name.partition(".")[2]: value
        for name, value in derived.items()
        if name.partition(".")[0] == kind
    }
    fields = (*known[kind].__struct_fields__, *worked)
    wanted: dict[str, list[str]] = {}
    current: list[str] | None = None
    for word in words:
        if word.split(".")[0] in fields:
            current = wanted.setdefault(word, [])
        elif current is None:
            raise ValueError(f"{kind} has no {word!r}; it has {', '.join(fields)}")
        else:
            current.append(word)
    return Pattern(
        kind,
        {field: " ".join(value) for field, value in wanted.items() if value},
        tuple(field for field, value in wanted.items() if not value),
        worked,
    )


def said_of(value: Any) -> str:
    """A value in words: hexes as on the map, lists joined by '+'."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return str(value)
    if isinstance(value, tuple):
        return "+".join(map(said_of, value)) or "none"
    return str(value) if not isinstance(value, msgspec.Struct) else str(builtins(value))
