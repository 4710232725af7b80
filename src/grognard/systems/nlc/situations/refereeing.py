"""Situations of Napoleon's Later Campaigns: drawn, or taken from a battle of the library.

The reading and the playing are the same for every system: ``desks.situations``. A situation with
``pack`` begins with the opening of that battle; its other sections change what they name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.desks import situations
from grognard.desks.situations import (
    Line,
    Outcome,
    Situation,
    hexes,
    is_drawn,
    known_words,
    readings,
    road,
    rows,
)
from grognard.desks.tracing import Listener, silent
from grognard.kernel import Event, GrognardError, MalformedFile, State
from grognard.mechanics.hexes import SIDES, Hex, neighbour
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.combat.guard import SPECIAL as GUARD_LEVEL
from grognard.systems.nlc.kinds import Hexside, Way, Weather
from grognard.systems.nlc.opening import opening_table
from grognard.systems.nlc.options import OPTIONS
from grognard.systems.nlc.rules import parse
from grognard.systems.nlc.situations import reading
from grognard.systems.nlc.situations.arranging import arrange
from grognard.systems.nlc.situations.drawing import LEGEND, TURNS, Drawing, DrawnUnit, draw
from grognard.systems.nlc.situations.expectations import unmet
from grognard.systems.nlc.situations.reached import all_cells, cells
from grognard.systems.nlc.situations.starting import begin_at
from grognard.systems.nlc.situations.sums import sums
from grognard.systems.nlc.table import Table

SECTIONS = (
    "title", "system", "rule", "pack", "options", "special", "weather", "turns", "calendar",
    "supply-turns", "turn", "map", "levels", "hexsides", "roads", "places", "supply", "limits", "units", "leaders",
    "quarters", "arrivals", "orders", "control", "tally", "pairs", "hidden", "start", "script", "expect",
    "compute",
)  # fmt: skip


def referee(text: str, name: str, heard: Listener = silent) -> Outcome:
    """Play a situation and weigh its expectations; ``heard`` is told all that is asked and happens."""
    return situations.referee(UMPIRE, text, name, heard)


def read(text: str, name: str) -> Situation:
    return situations.read(text, name, SECTIONS)


# --- laying out


def lay_out(situation: Situation) -> Table:
    """The table as the situation draws it, or as its battle opens with what it changes."""
    try:
        table = _opened(situation) if "pack" in situation.sections else draw(_drawing(situation))
        table.turn = situation.number("turn", table.turn)
    except MalformedFile:
        raise
    except (ValueError, LookupError, GrognardError) as problem:
        raise MalformedFile(situation.name, f"it cannot be laid out: {problem}") from None
    arrange(situation, table)
    return table


def _opened(situation: Situation) -> Table:
    from grognard.systems.nlc.packs.pack import load

    table = opening_table(load(situation.text("pack"), _options(situation)))
    table.turn = 1
    return table


def _drawing(situation: Situation) -> Drawing:
    return Drawing(
        rows=tuple(rows(situation, "map", LEGEND)),
        units=tuple(_units(situation)),
        leaders=tuple(reading.drawn_leader(words) for words in _leaders(situation)),
        levels=tuple(rows(situation, "levels", "0123456789")),
        hexsides=tuple(_hexsides(situation)),
        ways=tuple(_ways(situation)),
        options=_options(situation),
        weather=next(iter(known_words(situation, "weather", list(Weather))), "clear"),
        quarters=_quarters(situation),
        limits=_numbers(situation, "limits"),
        levels_of_armies=_numbers(situation, "limits"),
        supply=_places(situation, "supply"),
        places=_places(situation, "places"),
        turn=situation.number("turn", 1),
        turns=situation.number("turns", TURNS),
        calendar=_calendar(situation),
        supply_turns=tuple(int(word) for word in situation.words("supply-turns")),
        arrivals=tuple(readings(situation, "arrivals", reading.read_arrival)),
        special=frozenset(known_words(situation, "special", (GUARD_LEVEL,))),
    )


def _units(situation: Situation) -> Iterator[DrawnUnit]:
    seen = set()
    for line in situation.lines("units"):
        try:
            unit = reading.drawn_unit(reading.read_unit(line.text))
        except (ValueError, LookupError) as problem:
            raise situation.fault(line, "units", problem) from None
        if unit.id in seen:
            raise situation.fault(line, "units", f"{unit.id} is there already")
        seen.add(unit.id)
        for at in (unit.at, unit.also):
            if at and not is_drawn(situation, at):
                raise situation.fault(line, "units", f"{at:04d} is not on the map")
        yield unit


def _leaders(situation: Situation) -> list[reading.LeaderWords]:
    return list(readings(situation, "leaders", reading.read_leader))


def _hexsides(situation: Situation) -> Iterator[tuple[Hex, Hex, str]]:
    """``0302 N stream``; the first hex of a crest is its upper one."""
    kinds = [kind.value for kind in Hexside]
    for line in situation.lines("hexsides"):
        words = line.text.split()
        if len(words) != 3 or words[1] not in SIDES or words[2] not in kinds:
            hint = f"features: {', '.join(kinds)}"
            raise situation.fault(
                line, "hexsides", "write hex, side and feature: 0302 N stream", hint
            )
        at = hexes(situation, "hexsides", Line(line.number, words[0]))[0]
        yield at, neighbour(at, SIDES.index(words[1])), words[2]


def _ways(situation: Situation) -> Iterator[tuple[str, tuple[Hex, ...]]]:
    for line in situation.lines("roads"):
        kind, _, rest = line.text.partition(" ")
        if kind not in [way.value for way in Way]:
            raise situation.fault(line, "roads", "write road or trail and hexes: road 0301 0302")
        yield kind, tuple(road(situation, "roads", Line(line.number, rest)))


def _quarters(situation: Situation) -> dict[str, tuple[Hex, str]]:
    """``hq_LF1 at 0305 nation austrian``; what follows is read when the table is arranged."""
    return dict(readings(situation, "quarters", reading.read_quarters))


def _numbers(situation: Situation, section: str) -> dict[str, int]:
    found = {}
    for line in situation.lines(section):
        name, _, number = line.text.rpartition(" ")
        if not name or not number.isdigit():
            raise situation.fault(line, section, "write a name and a number")
        found[name] = int(number)
    return found


def _places(situation: Situation, section: str) -> dict[str, tuple[Hex, ...]]:
    found = {}
    for line in situation.lines(section):
        name, _, rest = line.text.partition(" ")
        found[name] = tuple(hexes(situation, section, Line(line.number, rest)))
    return found


def _calendar(situation: Situation) -> dict[int, str]:
    """``3 night``: the weather of a turn that differs."""
    return dict(readings(situation, "calendar", _day))


def _day(text: str) -> tuple[int, str]:
    number, _, weather = text.partition(" ")
    known = [each.value for each in Weather]
    if not number.isdigit() or weather.strip() not in known:
        raise ValueError(f"write the number of a turn and its weather: {', '.join(known)}")
    return int(number), weather.strip()


def _options(situation: Situation) -> dict[str, str]:
    chosen = situations.options(situation)
    OPTIONS.resolve(chosen, situation.name)
    return chosen


# --- playing


def begin(situation: Situation) -> tuple[State, list[Event]]:
    """The state at which the situation starts; at rest when nothing is started."""
    return situations.started(situation, lay_out(situation), begin_at)


def _sums(situation: Situation) -> Iterator[str]:
    return sums(situation, cards())


UMPIRE = situations.Umpire(
    sections=SECTIONS,
    grounds=("map", "pack"),
    begin=begin,
    parse=parse,
    unmet=unmet,
    dice={"2d6": situations.faces(2), "d6": situations.faces(1)},
    sums=_sums,
)

SITUATIONS: Final = situations.Situations(referee=referee, cells=cells, all_cells=all_cells)
"""The part of the plug: what is refereed, and what a soak counts in its battles."""
