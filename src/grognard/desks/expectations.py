"""Expectations that any system can weigh: who is asked what, what is offered, what a side may see.

Each gives what was found instead, or nothing when it holds. A system adds its own beside these; what
has happened is weighed in ``expected_events``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from grognard.desks.expected_events import (
    HAS,
    Derived,
    Moment,
    Weigher,
    lacks,
    lines_in,
    of_events,
    said_of,
)
from grognard.desks.starting import side_named
from grognard.desks.sums import OR, same
from grognard.kernel import Action, Ask, Draw, MalformedAction, Over, Roll, State, why_not
from grognard.mechanics.places import parse_place

__all__ = ["Moment", "Weigher", "common", "differs", "equation", "reckoned", "waits_for"]

BECAUSE = " because "


def common(
    parse: Callable[[str], Action],
    view: Callable[[State, str], Any],
    rooms: tuple[str, ...],
    derived: Mapping[str, Derived] = {},
) -> dict[str, Weigher]:
    """The expectations every system has; ``rooms`` are where its events are defined."""
    return {
        "asked": _asked,
        "forbidden": lambda text, moment: _forbidden(text, moment, parse),
        "offered": lambda text, moment: _offered(text, moment, parse),
        "over": _over,
        "refused": lambda text, moment: _refused(text, moment, parse),
        "stack": _stack,
        "view": lambda text, moment: _view(text, moment, view),
        **of_events(rooms, derived),
    }


def _asked(text: str, moment: Moment) -> str:
    """Asked french movement; asked dice fire; asked nobody; asked french or coalition."""
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
    wanted = text.replace('"', "").split(OR)
    return "" if found in wanted or who in wanted else found


def _offered(text: str, moment: Moment, parse: Callable[[str], Action]) -> str:
    """Offered march F1 N: the order is among the options."""
    reasons = why_not(moment.state, _action(text, parse))
    return "; ".join(map(str, reasons))


def _refused(text: str, moment: Moment, parse: Callable[[str], Action]) -> str:
    """Refused march F1 S because P18.2: it is not, and this clause is among the reasons."""
    order, _, clauses = text.partition(BECAUSE)
    reasons = why_not(moment.state, _action(order, parse))
    if not reasons:
        return "it allowed"
    wanted = clauses.strip().split(OR)
    if clauses and not any(reason.clause in wanted for reason in reasons):
        return "; ".join(map(str, reasons))
    return ""


def _forbidden(text: str, moment: Moment, parse: Callable[[str], Action]) -> str:
    """Forbidden march F1 S because P18.2: orders of that kind are asked for, and this one is refused."""
    order, mark, _ = text.partition(BECAUSE)
    if not mark:
        raise ValueError("name the clause: forbidden ORDER because CLAUSE")
    pending, action = moment.state.pending, _action(order, parse)
    if not isinstance(pending, Ask) or not isinstance(action, pending.options.kinds):
        return f"that no such order is asked for: {waits_for(moment.state)}"
    return _refused(text, moment, parse)


def _action(text: str, parse: Callable[[str], Action]) -> Action:
    try:
        return parse(text.strip().strip('"'))
    except MalformedAction as problem:
        raise ValueError(str(problem)) from None


def _stack(text: str, moment: Moment) -> str:
    """Stack 0503 F1 F2: who stands in a hex, top first."""
    at, *units = text.split()
    found = moment.table.stack(parse_place(at))
    return "" if list(found) == units else " ".join(found) or "nobody"


def _over(text: str, moment: Moment) -> str:
    """over: nothing more is asked; with a verdict, if one is given."""
    pending = moment.state.pending
    if not isinstance(pending, Over):
        return "that it goes on"
    return "" if not text or text.strip('"') == pending.verdict else pending.verdict


def _view(text: str, moment: Moment, view: Callable[[State, str], Any]) -> str:
    """View french pieces.P1.lost is 2: or hidden, where the side may not see so far; or shown."""
    asked, said = equation(text)
    side, _, path = asked.partition(" ")
    found: Any = view(moment.state, side_named(side, moment.table.setting.sides))
    for part in path.split("."):
        found = _within(found, part, moment)
        if found is None:
            break
    if said == "shown":
        return "" if found is not None else "hidden"
    worded = "hidden" if found is None else said_of(found)
    return "" if same(said, worded) else worded


def _within(value: Any, part: str, moment: Moment) -> Any:
    """What a part of a view holds under a name; nothing for a name that is known and not there."""
    if not isinstance(value, Mapping):
        fields = getattr(value, "__struct_fields__", ())
        if part not in fields:
            raise ValueError(f"nothing there is called {part!r}; known: {', '.join(fields)}")
        return getattr(value, part)
    if part.isdigit():
        return value.get(parse_place(part), value.get(part))
    setting = moment.table.setting
    held = (getattr(setting, field) for field in setting.__struct_fields__)
    if part not in value and not any(isinstance(each, Mapping) and part in each for each in held):
        raise ValueError(f"this battle has no {part!r}")
    return value.get(part)


def waits_for(state: State) -> str:
    """What the game waits for, in words."""
    pending = state.pending
    if isinstance(pending, Ask):
        return f"the game asks {pending.side} for {pending.purpose}"
    if isinstance(pending, Roll):
        return f"the game waits for {pending.dice} for {pending.purpose} {pending.subject}".rstrip()
    if isinstance(pending, Draw):
        return f"the game waits for a draw for {pending.purpose}"
    return f"nothing is asked: {pending.verdict}"


# --- equations


def equation(text: str) -> tuple[str, str]:
    """What is asked, and what it is said to be."""
    asked, mark, said = text.partition(" is ")
    if not mark:
        raise ValueError("write '... is VALUE'")
    return asked, said.strip()


def differs(said: str, found: Fraction | int) -> str:
    """The number found, if it is not the one said."""
    return "" if same(said, str(found)) else str(found)


def reckoned(
    text: str, reckon: Callable[[str], Any], total: Callable[[Any], Fraction | int]
) -> str:
    """``... is 12 * 2`` weighs a sum, ``... has x2 P35.7`` one line of its account."""
    asked, mark, said = text.partition(HAS)
    if mark:
        return lacks(said, lines_in(reckon(asked)))
    asked, said = equation(text)
    return differs(said, total(reckon(asked)))
