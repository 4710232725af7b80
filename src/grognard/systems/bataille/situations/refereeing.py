"""Situations of the edition: what its sections draw, how it is started, which dice it throws.

The reading and the playing are the same for every system: ``desks.situations``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from grognard.desks import situations
from grognard.desks.situations import (
    Line,
    Outcome,
    Situation,
    at_rest,
    hexes,
    is_drawn,
    known_words,
    readings,
    road,
    rows,
)
from grognard.desks.tracing import Listener, silent
from grognard.kernel import Event, MalformedFile, State, start
from grognard.mechanics.hexes import SIDES, Hex, Side
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.packs.packaims import USES
from grognard.systems.bataille.situations.coming import arrivals, calendar, organisations
from grognard.systems.bataille.situations.drawing import (
    LEGEND,
    Drawn,
    DrawnLeader,
    field,
    read_leader,
    read_unit,
    stands_well,
)
from grognard.systems.bataille.situations.expectations import unmet
from grognard.systems.bataille.situations.starting import procedure_named
from grognard.systems.bataille.situations.sums import compute, same
from grognard.systems.bataille.special.registry import RULES
from grognard.systems.bataille.table import Table

SECTIONS = (
    "title", "system", "rule", "options", "special", "weather", "turns", "calendar", "turn", "map",
    "levels", "hexsides", "roads", "units", "leaders", "arrivals", "organisations", "morale-levels",
    "start", "script", "expect", "compute",
)  # fmt: skip


def referee(kit: Kit, text: str, name: str, heard: Listener = silent) -> Outcome:
    """Play a situation and weigh its expectations; ``heard`` is told all that is asked and happens."""
    return situations.referee(umpire_of(kit), text, name, heard)


def read(text: str, name: str) -> Situation:
    """The sections of a situation; what cannot be read is told with its line."""
    return situations.read(text, name, SECTIONS)


# --- laying out


def lay_out(kit: Kit, situation: Situation) -> Table:
    """The table as the situation draws it."""
    levels, units = _morale_levels(situation), _units(kit, situation)
    try:
        table = field(
            kit,
            rows(situation, "map", LEGEND),
            units,
            levels=rows(situation, "levels", "0123456789"),
            hexsides=_hexsides(situation, list(kit.dealer.deal().hexsides)),
            roads=[road(situation, "roads", line) for line in situation.lines("roads")],
            options=_options(kit, situation),
            special=known_words(situation, "special", (*RULES, *USES)),
            turns=calendar(kit, situation),
            turn=situation.number("turn", 1),
            leaders=_leaders(situation),
            organisations=tuple(organisations(situation, units)),
            **arrivals(situation, units),
        )
    except MalformedFile:
        raise
    except (ValueError, LookupError) as problem:
        raise MalformedFile(situation.name, f"it cannot be laid out: {problem}") from None
    table.levels.update(levels)
    return table


def _morale_levels(situation: Situation) -> dict[str, int]:
    """The morale level of each organisation that has one, as in: 4th-corps 2."""
    levels = {}
    for line in situation.lines("morale-levels"):
        words = line.text.split()
        if len(words) != 2 or not words[1].isdigit():
            raise situation.fault(line, "morale-levels", "write organisation and level: corps 2")
        levels[words[0]] = int(words[1])
    return levels


def _units(kit: Kit, situation: Situation) -> list[Drawn]:
    units: list[Drawn] = []
    for line in situation.lines("units"):
        try:
            unit = read_unit(line.text, kit.marks)
        except (ValueError, LookupError) as problem:
            raise situation.fault(line, "units", problem) from None
        if any(unit.printed.id == other.printed.id for other in units):
            raise situation.fault(line, "units", f"{unit.printed.id} is there already")
        for at in unit.piece.hexes if unit.piece else ():
            if not is_drawn(situation, at):
                raise situation.fault(line, "units", f"{at:04d} is not on the map")
        if unit.piece and not stands_well(unit.piece):
            hint = "a row from left to right as it faces, a road column from the head"
            raise situation.fault(line, "units", "the unit cannot stand in these hexes so", hint)
        units.append(unit)
    return units


def _leaders(situation: Situation) -> list[DrawnLeader]:
    leaders = list(readings(situation, "leaders", read_leader))
    for line, leader in zip(situation.lines("leaders"), leaders, strict=True):
        if leader.at and not is_drawn(situation, leader.at):
            raise situation.fault(line, "leaders", f"{leader.at:04d} is not on the map")
    return leaders


def _hexsides(situation: Situation, features: list[str]) -> dict[tuple[Hex, Side], str]:
    found = {}
    for line in situation.lines("hexsides"):
        words = line.text.split()
        if len(words) != 3 or words[1] not in SIDES or words[2] not in features:
            problem, hint = "write hex, side and feature: 0302 N wall", ", ".join(features)
            raise situation.fault(line, "hexsides", problem, f"features: {hint}")
        at = hexes(situation, "hexsides", Line(line.number, words[0]))[0]
        found[at, SIDES.index(words[1])] = words[2]
    return found


def _options(kit: Kit, situation: Situation) -> dict[str, str]:
    chosen = situations.options(situation)
    kit.options.resolve(chosen, situation.name)
    return chosen


# --- playing


def begin(kit: Kit, situation: Situation) -> tuple[State, list[Event]]:
    """The state at which the situation starts; at rest when nothing is started."""
    table = lay_out(kit, situation)
    if not situation.lines("start"):
        return at_rest(table)
    line = situation.lines("start")[0]
    try:
        state = start(table, procedure_named(kit, line.text, table))
    except (ValueError, LookupError) as problem:
        raise situation.fault(line, "start", problem) from None
    return state, list(state.happened)


def _faces(text: str) -> tuple[int, ...]:
    if not (text.isascii() and text.isdigit()):
        raise ValueError("dice are written as they lie: 'dice 43', 'die 5'")
    return tuple(int(face) for face in text)


DICE: dict[str, Callable[[str], tuple[int, ...]]] = {"dice": _faces, "die": _faces}


def _sums(kit: Kit, situation: Situation) -> Iterator[str]:
    deck = kit.cards(kit.options.resolve(_options(kit, situation)))
    for line in situation.lines("compute"):
        try:
            said, found = compute(deck, line.text, kit.sums)
        except ValueError as problem:
            raise situation.fault(line, "compute", problem) from None
        if not same(said, found):
            yield f"line {line.number}: expected {line.text}, found {found}"


def umpire_of(kit: Kit) -> situations.Umpire:
    """Who plays the situations of an edition."""
    return situations.Umpire(
        sections=SECTIONS,
        grounds=("map",),
        begin=partial(begin, kit),
        parse=kit.parse,
        unmet=partial(unmet, kit),
        dice=DICE,
        sums=partial(_sums, kit),
    )
