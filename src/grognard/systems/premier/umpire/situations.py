"""Situations: a drawn moment of battle, a script with given dice, and what must come of it.

The format is described for its users in ``docs/how-to/write-a-situation.md``. A file has sections;
each begins at the margin with its name and a colon, and what belongs to it follows on the same line
or indented below. ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from grognard.kernel import (
    Ask,
    Draw,
    Event,
    GrognardError,
    IllegalAction,
    MalformedFile,
    Over,
    Roll,
    State,
    answer,
    start,
)
from grognard.mechanics.hexes import SIDES, Hex, Side, parse_hex
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from grognard.systems.premier.commands import parse
from grognard.systems.premier.options import alternatives, resolve
from grognard.systems.premier.umpire.drawing import (
    LEGEND,
    Drawn,
    DrawnLeader,
    field,
    read_leader,
    read_unit,
    stands_well,
)
from grognard.systems.premier.umpire.expectations import Moment, unmet
from grognard.systems.premier.umpire.starting import procedure_named
from grognard.systems.premier.umpire.sums import compute, same

SECTIONS = (
    "title", "system", "rule", "options", "special", "weather", "turn", "map", "levels",
    "hexsides", "roads", "units", "leaders", "morale-levels", "start", "script", "expect", "compute",
)  # fmt: skip
LARGEST = 200_000
"""A situation is a page or two; nothing longer is read."""

EXPECT = "expect "


class Line(msgspec.Struct, frozen=True):
    """A line of the file, with its number."""

    number: int
    text: str


class Situation(msgspec.Struct, frozen=True):
    """A situation as written: its sections, each a list of lines."""

    name: str
    sections: dict[str, tuple[Line, ...]]

    def lines(self, section: str) -> tuple[Line, ...]:
        return self.sections.get(section, ())

    def words(self, section: str) -> list[str]:
        return [
            word for line in self.lines(section) for word in line.text.replace(",", " ").split()
        ]

    def text(self, section: str) -> str:
        return " ".join(line.text for line in self.lines(section))

    def fault(self, line: Line, section: str, problem: object, hint: str = "") -> MalformedFile:
        return MalformedFile(self.name, str(problem), line=line.number, field=section, hint=hint)


class Outcome(msgspec.Struct, frozen=True):
    """How a situation came out: ``problems`` name line, expectation and what was found instead."""

    file: str
    title: str
    rule: tuple[str, ...]
    passed: bool
    problems: tuple[str, ...] = ()


def referee(text: str, name: str) -> Outcome:
    """Play a situation and weigh its expectations."""
    situation = read(text, name)
    problems = tuple(_problems(situation))
    return Outcome(
        file=name,
        title=situation.text("title"),
        rule=tuple(situation.words("rule")),
        passed=not problems,
        problems=problems,
    )


# --- reading


def read(text: str, name: str) -> Situation:
    """The sections of a situation; what cannot be read is told with its line."""
    if len(text) > LARGEST:
        raise MalformedFile(name, "this is too long for a situation")
    sections: dict[str, list[Line]] = {}
    current: list[Line] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        bare = raw.split("#", 1)[0].rstrip()
        if not bare.strip():
            continue
        if bare[0].isspace():
            if current is None:
                raise MalformedFile(
                    name, "a section must come first", line=number, hint="title: ..."
                )
            current.append(Line(number, bare.strip()))
            continue
        current = sections.setdefault(_section(name, number, bare, sections), [])
        rest = bare.partition(":")[2].strip()
        if rest:
            current.append(Line(number, rest))
    if "title" not in sections:
        raise MalformedFile(name, "a situation needs a title", line=1, field="title")
    if not ("expect" in sections or "compute" in sections):
        raise MalformedFile(name, "nothing is expected", hint="add 'expect:' or 'compute:'")
    return Situation(name, {key: tuple(lines) for key, lines in sections.items()})


def _section(name: str, number: int, bare: str, sections: dict[str, list[Line]]) -> str:
    key, mark, _ = bare.partition(":")
    if not mark or key not in SECTIONS:
        raise MalformedFile(
            name,
            f"{key.strip()[:40]!r} is not a section",
            line=number,
            hint=f"known: {', '.join(SECTIONS)}",
        )
    if key in sections:
        raise MalformedFile(name, "this section is there already", line=number, field=key)
    return key


# --- laying out


def lay_out(situation: Situation) -> Table:
    """The table as the situation draws it."""
    levels = _morale_levels(situation)
    try:
        table = field(
            _rows(situation, "map", LEGEND),
            _units(situation),
            levels=_rows(situation, "levels", "0123456789"),
            hexsides=_hexsides(situation),
            roads=[_hexes(situation, "roads", line) for line in situation.lines("roads")],
            options=_options(situation),
            special=situation.words("special"),
            weather=situation.text("weather") or "clear",
            turn=int(situation.text("turn") or 1),
            leaders=_leaders(situation),
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


def _rows(situation: Situation, section: str, letters: Any) -> list[str]:
    rows: list[str] = []
    for line in situation.lines(section):
        row = line.text.replace(" ", "")
        for letter in row:
            if letter not in letters:
                raise situation.fault(
                    line, section, f"{letter!r} means nothing", f"known: {' '.join(letters)}"
                )
        if rows and len(row) != len(rows[0]):
            raise situation.fault(line, section, f"{len(row)} hexes, the first row {len(rows[0])}")
        rows.append(row)
    if section == "map" and not rows:
        raise MalformedFile(situation.name, "a map must be drawn", field="map")
    return rows


def _units(situation: Situation) -> list[Drawn]:
    units: list[Drawn] = []
    rows = _rows(situation, "map", LEGEND)
    for line in situation.lines("units"):
        try:
            unit = read_unit(line.text)
        except (ValueError, LookupError) as problem:
            raise situation.fault(line, "units", problem) from None
        if any(unit.printed.id == other.printed.id for other in units):
            raise situation.fault(line, "units", f"{unit.printed.id} is there already")
        for at in unit.piece.hexes if unit.piece else ():
            column, row = divmod(at, 100)
            if not (1 <= column <= len(rows[0]) and 1 <= row <= len(rows)):
                raise situation.fault(line, "units", f"{at:04d} is not on the map")
        if unit.piece and not stands_well(unit.piece):
            hint = "a row from left to right as it faces, a road column from the head"
            raise situation.fault(line, "units", "the unit cannot stand in these hexes so", hint)
        units.append(unit)
    return units


def _leaders(situation: Situation) -> list[DrawnLeader]:
    leaders: list[DrawnLeader] = []
    for line in situation.lines("leaders"):
        try:
            leaders.append(read_leader(line.text))
        except ValueError as problem:
            raise situation.fault(line, "leaders", problem) from None
    return leaders


def _hexsides(situation: Situation) -> dict[tuple[Hex, Side], str]:
    found = {}
    for line in situation.lines("hexsides"):
        words = line.text.split()
        if len(words) != 3 or words[1] not in SIDES:
            raise situation.fault(line, "hexsides", "write hex, side and feature: 0302 N wall")
        at = _hexes(situation, "hexsides", Line(line.number, words[0]))[0]
        found[at, SIDES.index(words[1])] = words[2]
    return found


def _hexes(situation: Situation, section: str, line: Line) -> list[Hex]:
    try:
        return [parse_hex(word) for word in line.text.split()]
    except ValueError as problem:
        raise situation.fault(line, section, problem) from None


def _options(situation: Situation) -> dict[str, str]:
    chosen = {}
    for line in situation.lines("options"):
        for pair in line.text.replace(",", " ").split():
            name, mark, value = pair.partition("=")
            if not mark:
                raise situation.fault(line, "options", "write option=value")
            chosen[name] = value
    resolve(chosen, situation.name)
    return chosen


# --- playing


def _problems(situation: Situation) -> Iterator[str]:
    yield from _sums(situation)
    if "map" not in situation.sections:
        if "expect" in situation.sections:
            raise MalformedFile(situation.name, "a map must be drawn", field="map")
        return
    state, happened = begin(situation)
    for line in situation.lines("script"):
        if line.text.startswith(EXPECT):
            wanted = Line(line.number, line.text.removeprefix(EXPECT))
            yield from _weighed(situation, wanted, Moment(state, tuple(happened)))
            continue
        try:
            state = answer(state, _answer(situation, line, state))
        except IllegalAction as problem:
            yield f"line {line.number}: {line.text}: {'; '.join(map(str, problem.reasons))}"
            return
        except _Unexpected as problem:
            yield f"line {line.number}: {line.text}: {problem}"
            return
        happened += state.happened
    for line in situation.lines("expect"):
        yield from _weighed(situation, line, Moment(state, tuple(happened)))


def begin(situation: Situation) -> tuple[State, list[Event]]:
    """The state at which the situation starts; at rest when nothing is started."""
    table = lay_out(situation)
    if not situation.lines("start"):
        return State(table, (), Over("laid out")), []
    line = situation.lines("start")[0]
    try:
        state = start(table, procedure_named(line.text, table))
    except (ValueError, LookupError) as problem:
        raise situation.fault(line, "start", problem) from None
    return state, list(state.happened)


def _weighed(situation: Situation, line: Line, moment: Moment) -> Iterator[str]:
    try:
        found = unmet(line.text, moment)
    except (ValueError, LookupError) as problem:
        raise situation.fault(line, "expect", problem) from None
    if found:
        yield f"line {line.number}: expected {line.text}, found {found}"


class _Unexpected(GrognardError):
    """A line of the script does not answer what the game asks."""


def _answer(situation: Situation, line: Line, state: State) -> Any:
    verb, _, rest = line.text.partition(" ")
    pending = state.pending
    if verb in DICE:
        if not isinstance(pending, Roll):
            raise _Unexpected(waits_for(state))
        try:
            return DICE[verb](rest)
        except ValueError as problem:
            raise situation.fault(line, "script", problem) from None
    if verb == "draw" and isinstance(pending, Draw):
        return rest
    if not isinstance(pending, Ask):
        raise _Unexpected(waits_for(state))
    try:
        return parse(line.text)
    except GrognardError as problem:
        raise situation.fault(line, "script", problem) from None


def _faces(text: str) -> tuple[int, ...]:
    if not (text.isascii() and text.isdigit()):
        raise ValueError("dice are written as they lie: 'dice 43', 'die 5'")
    return tuple(int(face) for face in text)


DICE: dict[str, Callable[[str], tuple[int, ...]]] = {"dice": _faces, "die": _faces}


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


def _sums(situation: Situation) -> Iterator[str]:
    deck = cards(alternatives(resolve(_options(situation))))
    for line in situation.lines("compute"):
        try:
            said, found = compute(deck, line.text)
        except ValueError as problem:
            raise situation.fault(line, "compute", problem) from None
        if not same(said, found):
            yield f"line {line.number}: expected {line.text}, found {found}"
