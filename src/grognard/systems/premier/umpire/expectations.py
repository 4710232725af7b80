"""Expectations: what a situation says must be true, one line each.

``unmet`` gives what was found instead, or nothing when the expectation holds.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Ask, Draw, Event, MalformedAction, Over, Roll, State, why_not
from grognard.kernel.codec import builtins
from grognard.kernel.system import subclasses
from grognard.mechanics.hexes import name, parse_hex
from grognard.systems.bataille.actions import read_firer
from grognard.systems.bataille.pieces import Piece, facing_name
from grognard.systems.bataille.table import Table
from grognard.systems.premier.commands import parse
from grognard.systems.premier.fire.firepower import total, volley
from grognard.systems.premier.fire.sight import line_of_sight
from grognard.systems.premier.melee.melee import attack_strength, defence_strength
from grognard.systems.premier.melee.melee_values import Melee
from grognard.systems.premier.umpire.sums import arithmetic, same

ROOMS = ("grognard.systems.premier", "grognard.systems.bataille")


class Moment(msgspec.Struct, frozen=True):
    """A state, and everything that happened on the way to it."""

    state: State
    happened: tuple[Event, ...]

    @property
    def table(self) -> Table:
        table: Table = self.state.table
        return table


def unmet(text: str, moment: Moment) -> str:
    """What was found instead of what the line expects; empty when it holds."""
    first, _, rest = text.partition(" ")
    if first in OF_THE_MOMENT:
        return OF_THE_MOMENT[first](rest.strip(), moment)
    if first in moment.table.setting.leaders:
        return _leader(first, rest.strip(), moment.table)
    if first not in moment.table.setting.roster:
        known = ", ".join(OF_THE_MOMENT)
        raise ValueError(f"{first!r} is neither a unit nor one of: {known}")
    word, _, value = rest.partition(" ")
    if word == "gone":
        return _gone(first, value.strip(), moment)
    if word not in OF_A_UNIT:
        raise ValueError(f"a unit has no {word!r}; known: gone, {', '.join(OF_A_UNIT)}")
    piece = moment.table.pieces.get(first)
    if piece is None:
        return f"that it is {moment.table.removed.get(first, 'not on the map')}"
    found = OF_A_UNIT[word](moment.table, piece)
    return "" if same(value.strip(), found) else found or "nothing"


# --- of a unit

OF_A_UNIT: dict[str, Callable[[Table, Piece], str]] = {
    "at": lambda table, piece: "+".join(map(name, piece.hexes)),
    "facing": lambda table, piece: facing_name(piece.formation, piece.facing),
    "formation": lambda table, piece: piece.formation.value,
    "order": lambda table, piece: piece.order.value,
    "lost": lambda table, piece: str(piece.lost),
    "strength": lambda table, piece: str(table.strength(piece.id)),
    "readiness": lambda table, piece: piece.readiness.value,
    "marks": lambda table, piece: " ".join(piece.marks) or "none",
    "zone": lambda table, piece: (
        "+".join(sorted(map(name, table.zone_of_unit(piece.id)))) or "none"
    ),
}


def _gone(unit: str, fate: str, moment: Moment) -> str:
    if unit in moment.table.pieces:
        return f"it in {name(moment.table.pieces[unit].at)}"
    found = moment.table.removed.get(unit, "not there from the start")
    return "" if not fate or fate == found else found


def _leader(who: str, text: str, table: Table) -> str:
    """LF1 at 0503; LF1 with F1, or with nobody; LF1 gone captured."""
    word, _, value = text.partition(" ")
    if word not in ("at", "with", "gone"):
        raise ValueError(f"a leader has no {word!r}; known: at, with, gone")
    fate = table.removed.get(who, "not on the map")
    if word == "gone":
        here = who in table.leaders
        return f"him in {name(table.leaders[who])}" if here else "" if value in ("", fate) else fate
    if who not in table.leaders:
        return f"that he is {fate}"
    found = name(table.leaders[who]) if word == "at" else table.attached.get(who, "nobody")
    return "" if value == found else found


# --- of the moment


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


def _offered(text: str, moment: Moment) -> str:
    """Offered march F1 N: the order is among the options."""
    reasons = why_not(moment.state, _action(text))
    return "; ".join(map(str, reasons))


def _refused(text: str, moment: Moment) -> str:
    """Refused march F1 S because P18.2: it is not, and this clause is among the reasons."""
    order, _, clause = text.partition(" because ")
    reasons = why_not(moment.state, _action(order))
    if not reasons:
        return "it allowed"
    if clause and clause.strip() not in [reason.clause for reason in reasons]:
        return "; ".join(map(str, reasons))
    return ""


def _action(text: str) -> object:
    try:
        return parse(text.strip().strip('"'))
    except MalformedAction as problem:
        raise ValueError(str(problem)) from None


def _stack(text: str, moment: Moment) -> str:
    """Stack 0503 F1 F2: who stands in a hex, top first."""
    at, *units = text.split()
    found = moment.table.stack(parse_hex(at))
    return "" if list(found) == units else " ".join(found) or "nobody"


def _event(text: str, moment: Moment) -> str:
    """Event FireResolved losses 1: it happened, with these values."""
    kind, wanted = _pattern(text)
    seen = [event for event in moment.happened if type(event).__name__ == kind]
    if not seen:
        kinds = dict.fromkeys(type(event).__name__ for event in moment.happened)
        return f"only {', '.join(kinds)}" if kinds else "nothing"
    if any(_fits(event, wanted) for event in seen):
        return ""
    return "; ".join(_described(event, wanted) for event in seen)


def _events(text: str, moment: Moment) -> str:
    """Events Fired 2: how often it happened, with these values if any are given."""
    pattern, _, count = text.rpartition(" ")
    kind, wanted = _pattern(pattern)
    found = sum(
        1 for event in moment.happened if type(event).__name__ == kind and _fits(event, wanted)
    )
    return "" if arithmetic(count) == found else str(found)


def _pattern(text: str) -> tuple[str, dict[str, str]]:
    """The kind of an event, and the values wanted: each runs to the next name of a field."""
    kind, *words = text.split()
    known = {found.__name__: found for found in subclasses(Event, *ROOMS)}
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


def _level(text: str, moment: Moment) -> str:
    """``level corps 2``: the morale level an organisation has."""
    body, _, said = text.partition(" ")
    found = str(moment.table.levels.get(body, 0))
    return "" if same(said, found) else found


def _attack(text: str, moment: Moment) -> str:
    """Attack 0505 F1 F2 is 12 * 2: strength in melee; 'sparing F2' keeps a horse's wind."""
    melee, said = _melee(text)
    return _differs(said, attack_strength(moment.table, melee).total)


def _defence(text: str, moment: Moment) -> str:
    """Defence 0505 F1 is 13: the strength of those whom F1 assaults there."""
    melee, said = _melee(text)
    return _differs(said, defence_strength(moment.table, melee).total)


def _melee(text: str) -> tuple[Melee, str]:
    asked, said = _equation(text)
    target, *units = asked.split()
    sparing: list[str] = []
    if "sparing" in units:
        at = units.index("sparing")
        units, sparing = units[:at], units[at + 1 :]
    return Melee(parse_hex(target), (*units, *sparing), sparing=tuple(sparing)), said


def _volley(text: str, moment: Moment) -> str:
    """Fire 0505 F1@0503 F2@0503 is 7 + 7: the strength of a volley."""
    asked, said = _equation(text)
    target, *firers = asked.split()
    shares = volley(moment.table, parse_hex(target), map(read_firer, firers))
    return _differs(said, total(shares))


def _sight(text: str, moment: Moment) -> str:
    """Sight french 0303 0306 is clear: or hidden, with the clause that says so."""
    asked, said = _equation(text)
    side, origin, target = asked.split()
    seen = line_of_sight(moment.table, parse_hex(origin), parse_hex(target), side)
    found = "clear" if seen.clear else f"hidden {seen.clause}"
    return "" if found.startswith(said) else f"{found} {seen.reason}".rstrip()


def _equation(text: str) -> tuple[str, str]:
    asked, mark, said = text.partition(" is ")
    if not mark:
        raise ValueError("write '... is VALUE'")
    return asked, said.strip()


def _differs(said: str, found: Fraction) -> str:
    return "" if arithmetic(said) == found else str(found)


def _over(text: str, moment: Moment) -> str:
    """over: nothing more is asked; with a verdict, if one is given."""
    pending = moment.state.pending
    if not isinstance(pending, Over):
        return "that it goes on"
    return "" if not text or text.strip('"') == pending.verdict else pending.verdict


OF_THE_MOMENT: dict[str, Callable[[str, Moment], str]] = {
    "asked": _asked,
    "attack": _attack,
    "defence": _defence,
    "event": _event,
    "events": _events,
    "fire": _volley,
    "level": _level,
    "offered": _offered,
    "over": _over,
    "refused": _refused,
    "sight": _sight,
    "stack": _stack,
}
