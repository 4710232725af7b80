"""Situations of Bataille Empire: laid out by positions, started, weighed.

The reading and the playing are the same for every system: ``desks.situations``.
"""

from __future__ import annotations

from typing import Final

from grognard.desks import situations
from grognard.desks.situations import Outcome, Situation, readings
from grognard.desks.starting import procedures, side_named, with_fields
from grognard.desks.tracing import Listener, silent
from grognard.kernel import Event, GrognardError, MalformedFile, Procedure, State
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.opening import opening_table
from grognard.systems.empire.options import OPTIONS
from grognard.systems.empire.rules import parse
from grognard.systems.empire.sequence import Battle
from grognard.systems.empire.situations import reading
from grognard.systems.empire.situations.drawing import SIDES, Base, Drawing, division_of, draw
from grognard.systems.empire.situations.expectations import unmet
from grognard.systems.empire.system import ROOMS
from grognard.systems.empire.table import Table

SECTIONS = (
    "title", "system", "rule", "pack", "options", "weather", "table", "ground", "buildings", "lines",
    "units", "generals", "orders", "active", "start", "script", "expect",
)  # fmt: skip

STEPS: Final = {
    "preparatory-fire": ("FireStep", "preparatory=yes"),
    "final-fire": ("FireStep", "preparatory=no"),
    "charges": ("ChargeStep",),
    "movement": ("MovementStep",),
}
"""Steps of an activation by name; each takes the division of the active side."""


def referee(text: str, name: str, heard: Listener = silent) -> Outcome:
    """Play a situation and weigh its expectations; ``heard`` is told all that is asked and happens."""
    return situations.referee(UMPIRE, text, name, heard)


# --- laying out


def lay_out(situation: Situation) -> Table:
    """The table as the situation draws it, or as its battle opens."""
    try:
        return _opened(situation) if "pack" in situation.sections else draw(_drawing(situation))
    except MalformedFile:
        raise
    except (ValueError, LookupError, GrognardError) as problem:
        raise MalformedFile(situation.name, f"it cannot be laid out: {problem}") from None


def _opened(situation: Situation) -> Table:
    from grognard.systems.empire.packs.pack import load

    return opening_table(load(situation.text("pack"), situations.options(situation)))


def _drawing(situation: Situation) -> Drawing:
    chosen = situations.options(situation)
    OPTIONS.resolve(chosen, situation.name)
    width, _, height = (situation.text("table") or "40 x 40").partition(" x ")
    return Drawing(
        bases=tuple(_bases(situation)),
        patches=tuple(readings(situation, "ground", reading.read_ground)),
        buildings=tuple(readings(situation, "buildings", reading.read_building)),
        ways=tuple(readings(situation, "lines", reading.read_line)),
        orders=dict(readings(situation, "orders", _order)),
        generals=dict(readings(situation, "generals", reading.read_general)),
        phasing=side_named(situation.text("active") or "french", tuple(SIDES.values())),
        options=chosen,
        soaked=situation.text("weather") == "soaked",
        width=reading.mils(width),
        height=reading.mils(height),
    )


def _bases(situation: Situation) -> list[Base]:
    found: dict[str, Base] = {}
    for line, base in zip(
        situation.lines("units"), readings(situation, "units", reading.read_unit), strict=True
    ):
        if base.card.id in found:
            raise situation.fault(line, "units", f"{base.card.id} is there already")
        found[base.card.id] = base
    return list(found.values())


def _order(text: str) -> tuple[str, Order]:
    side, _, order = text.partition(" ")
    return side_named(side, tuple(SIDES.values())), Order(order.strip())


# --- playing


def begin(situation: Situation) -> tuple[State, list[Event]]:
    """The state at which the situation starts; at rest when nothing is started."""
    return situations.started(situation, lay_out(situation), begin_at)


def begin_at(text: str, table: Table) -> Procedure:
    """``battle``, ``movement``, ``final-fire``, or a procedure: ``FallBack unit=F1 source=P1 ...``."""
    first, *rest = text.split()
    if first == "battle":
        table.turn = 0
        return Battle()
    known = procedures(*ROOMS)
    if first in STEPS:
        kind, *fields = STEPS[first]
        table.segment = first
        return with_fields(known[kind], [f"division={division_of(table.phasing)}", *fields], {})
    if first not in known:
        steps = ", ".join(STEPS)
        raise ValueError(
            f"cannot start at {text!r}; start a battle, a step ({steps}), or a procedure with "
            "field=value"
        )
    return with_fields(known[first], _placed(rest), {})


def _placed(words: list[str]) -> list[str]:
    """Points in UD as mils, joined as lists are."""
    found = []
    for word in words:
        name, _, value = word.partition("=")
        if "," in value and "+" not in value:
            value = "+".join(map(str, reading.read_point(value)))
        found.append(f"{name}={value}")
    return found


UMPIRE = situations.Umpire(
    sections=SECTIONS,
    grounds=("units", "pack"),
    begin=begin,
    parse=parse,
    unmet=unmet,
    dice={"2d6": situations.faces(2), "d6": situations.faces(1)},
)

SITUATIONS: Final = situations.Situations(referee=referee)
"""The part of the plug: what is refereed."""
