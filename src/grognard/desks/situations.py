"""Situations: a moment of battle, a script with given dice, and what must come of it.

The format is described for its users in ``docs/how-to/write-a-situation.md``. A file has sections;
each begins at the margin with its name and a colon, and what belongs to it follows on the same line
or indented below. ``#`` begins a comment. Which sections there are, and what they mean, each system
says for itself in an ``Umpire``.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import pairwise
from typing import Any, TypeVar

import msgspec

from grognard.desks.expectations import Moment, waits_for
from grognard.desks.tracing import Listener, silent, told_events
from grognard.kernel import (
    Action,
    Ask,
    Draw,
    Event,
    GrognardError,
    IllegalAction,
    MalformedFile,
    Over,
    Procedure,
    Roll,
    State,
    answer,
    start,
)
from grognard.mechanics.hexes import Hex, parse_hex, side_towards

T = TypeVar("T")

LARGEST = 200_000
"""A situation is a page or two; nothing longer is read."""

EXPECT = "expect "
EITHER, ELSE = "either ", " or else "


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

    def number(self, section: str, usual: int) -> int:
        """The number that a section holds."""
        for line in self.lines(section):
            if not line.text.isdigit():
                raise self.fault(line, section, f"{line.text!r} is not a number")
            return int(line.text)
        return usual

    def fault(self, line: Line, section: str, problem: object, hint: str = "") -> MalformedFile:
        return MalformedFile(self.name, str(problem), line=line.number, field=section, hint=hint)


class Outcome(msgspec.Struct, frozen=True):
    """How a situation came out: ``problems`` name line, expectation and what was found instead."""

    file: str
    title: str
    rule: tuple[str, ...]
    passed: bool
    problems: tuple[str, ...] = ()


class Umpire(msgspec.Struct, frozen=True):
    """What a system brings to the playing of situations.

    ``begin`` lays a situation out and starts it, ``parse`` reads an order, ``unmet`` weighs an
    expectation, ``dice`` reads thrown dice by their word, ``sums`` weighs what is computed without
    a map. ``grounds`` are the sections of which one must be there if anything is expected of play.
    """

    sections: tuple[str, ...]
    grounds: tuple[str, ...]
    begin: Callable[[Situation], tuple[State, list[Event]]]
    parse: Callable[[str], Action]
    unmet: Callable[[str, Moment], str]
    dice: dict[str, Callable[[str], tuple[int, ...]]]
    sums: Callable[[Situation], Iterable[str]] = lambda situation: ()


def referee(umpire: Umpire, text: str, name: str, heard: Listener = silent) -> Outcome:
    """Play a situation and weigh its expectations; ``heard`` is told all that is asked and happens."""
    situation = read(text, name, umpire.sections)
    problems = tuple(_problems(umpire, situation, heard))
    return Outcome(
        file=name,
        title=situation.text("title"),
        rule=tuple(situation.words("rule")),
        passed=not problems,
        problems=problems,
    )


# --- reading


def open_ended(text: str) -> str:
    """A drawn situation of which nothing is expected: what must follow is said elsewhere."""
    return f"{text.rstrip()}\nexpect:\n  nothing\n"


def read(text: str, name: str, known: tuple[str, ...]) -> Situation:
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
        current = sections.setdefault(_section(name, number, bare, sections, known), [])
        rest = bare.partition(":")[2].strip()
        if rest:
            current.append(Line(number, rest))
    if "title" not in sections:
        raise MalformedFile(name, "a situation needs a title", line=1, field="title")
    if not ("expect" in sections or "compute" in sections):
        hint = "add 'expect:' or 'compute:'" if "compute" in known else "add 'expect:'"
        raise MalformedFile(name, "nothing is expected", hint=hint)
    return Situation(name, {key: tuple(lines) for key, lines in sections.items()})


def _section(
    name: str, number: int, bare: str, sections: Container[str], known: tuple[str, ...]
) -> str:
    key, mark, _ = bare.partition(":")
    if not mark or key not in known:
        raise MalformedFile(
            name,
            f"{key.strip()[:40]!r} is not a section",
            line=number,
            hint=f"known: {', '.join(known)}",
        )
    if key in sections:
        raise MalformedFile(name, "this section is there already", line=number, field=key)
    return key


def rows(situation: Situation, section: str, letters: Any) -> list[str]:
    """The rows of a drawing, all of one length and of known letters only."""
    found: list[str] = []
    for line in situation.lines(section):
        row = line.text.replace(" ", "")
        for letter in row:
            if letter not in letters:
                raise situation.fault(
                    line, section, f"{letter!r} means nothing", f"known: {' '.join(letters)}"
                )
        if found and len(row) != len(found[0]):
            raise situation.fault(line, section, f"{len(row)} hexes, the first row {len(found[0])}")
        found.append(row)
    ground = situation.lines("map")
    if found and len(found) != len(ground):
        problem = f"{len(found)} rows, the map {len(ground)}"
        raise situation.fault(situation.lines(section)[-1], section, problem)
    if section == "map" and not found:
        raise MalformedFile(situation.name, "a map must be drawn", field="map")
    return found


def readings(situation: Situation, section: str, reader: Callable[[str], T]) -> Iterator[T]:
    """What each line of a section says; a fault is told with its line."""
    for line in situation.lines(section):
        try:
            yield reader(line.text)
        except (ValueError, LookupError) as problem:
            raise situation.fault(line, section, problem) from None


def paired(text: str, known: Iterable[str], example: str) -> tuple[str, dict[str, str]]:
    """A name, and words each with its value."""
    name, *words = text.split()
    if len(words) % 2 or not words:
        raise ValueError(f"write a name and words with their values, as in: {example}")
    found = dict(zip(words[::2], words[1::2], strict=True))
    for word in found:
        if word not in known:
            raise ValueError(f"{word!r} means nothing here; known: {', '.join(known)}")
    return name, found


def hexes(situation: Situation, section: str, line: Line) -> list[Hex]:
    """The hexes that a line names, all of them on the map that is drawn."""
    try:
        found = [parse_hex(word) for word in line.text.split()]
    except ValueError as problem:
        raise situation.fault(line, section, problem) from None
    for at in found:
        if not is_drawn(situation, at):
            raise situation.fault(line, section, f"{at:04d} is not on the map")
    return found


def road(situation: Situation, section: str, line: Line) -> list[Hex]:
    """The hexes of a way, each next to the one before."""
    found = hexes(situation, section, line)
    for one, other in pairwise(found):
        if side_towards(one, other) is None:
            raise situation.fault(line, section, f"{other:04d} is not next to {one:04d}")
    return found


def is_drawn(situation: Situation, at: Hex) -> bool:
    """Does a hex lie on the map that is drawn? On that of a battle any does."""
    drawn = situation.lines("map")
    column, row = divmod(at, 100)
    return not drawn or (
        1 <= column <= len(drawn[0].text.replace(" ", "")) and 1 <= row <= len(drawn)
    )


def known_words(situation: Situation, section: str, known: Iterable[str]) -> list[str]:
    """The words of a section; one that means nothing is told with its line."""
    for line in situation.lines(section):
        for word in line.text.replace(",", " ").split():
            if word not in known:
                hint = f"known: {', '.join(sorted(known))}"
                raise situation.fault(line, section, f"{word!r} means nothing here", hint)
    return situation.words(section)


def options(situation: Situation) -> dict[str, str]:
    """The options that a situation chooses, as written."""
    chosen = {}
    for line in situation.lines("options"):
        for pair in line.text.replace(",", " ").split():
            name, mark, value = pair.partition("=")
            if not mark:
                raise situation.fault(line, "options", "write option=value")
            chosen[name] = value
    return chosen


# --- playing


def _problems(umpire: Umpire, situation: Situation, heard: Listener) -> Iterator[str]:
    yield from umpire.sums(situation)
    if not any(ground in situation.sections for ground in umpire.grounds):
        if "expect" in situation.sections:
            raise MalformedFile(situation.name, "a map must be drawn", field="map")
        return
    state, happened = umpire.begin(situation)
    told_events(state, happened, heard)
    for line in situation.lines("script"):
        if line.text.startswith(EXPECT):
            wanted = Line(line.number, line.text.removeprefix(EXPECT))
            yield from _weighed(umpire, situation, wanted, Moment(state, tuple(happened)))
            continue
        try:
            state = answer(state, _answer(umpire, situation, line, state))
        except IllegalAction as problem:
            yield f"line {line.number}: {line.text}: {'; '.join(map(str, problem.reasons))}"
            return
        except _Unexpected as problem:
            yield f"line {line.number}: {line.text}: {problem}"
            return
        happened += state.happened
        heard(f"> {line.text}")
        told_events(state, state.happened, heard)
    for line in situation.lines("expect"):
        yield from _weighed(umpire, situation, line, Moment(state, tuple(happened)))


def started(
    situation: Situation, table: Any, begin_at: Callable[[str, Any], Procedure]
) -> tuple[State, list[Event]]:
    """The state at which a situation starts; at rest when nothing is started."""
    if not situation.lines("start"):
        return at_rest(table)
    line = situation.lines("start")[0]
    try:
        state = start(table, begin_at(line.text, table))
    except (ValueError, LookupError, msgspec.ValidationError) as problem:
        raise situation.fault(line, "start", problem) from None
    return state, list(state.happened)


def led_up(umpire: Umpire, situation: Situation, state: State) -> State:
    """The state after the script of a situation; what it expects on the way is not weighed."""
    for line in situation.lines("script"):
        if not line.text.startswith(EXPECT):
            state = answer(state, _answer(umpire, situation, line, state))
    return state


def faces(count: int) -> Callable[[str], tuple[int, ...]]:
    """Reads so many dice as they lie."""

    def read_faces(text: str) -> tuple[int, ...]:
        words = text.split()
        if len(words) != count or not all(word in "123456" and len(word) == 1 for word in words):
            raise ValueError("dice are written as they lie: '2d6 3 4', 'd6 5'")
        return tuple(map(int, words))

    return read_faces


def at_rest(table: Any) -> tuple[State, list[Event]]:
    """A table on which nothing was started."""
    return State(table, (), Over("laid out")), []


def _weighed(umpire: Umpire, situation: Situation, line: Line, moment: Moment) -> Iterator[str]:
    either = line.text.removeprefix(EITHER)
    wanted = either.split(ELSE) if either != line.text else [line.text]
    try:
        found = [umpire.unmet(each.strip(), moment) for each in wanted]
    except (ValueError, LookupError) as problem:
        raise situation.fault(line, "expect", problem) from None
    if all(found):
        yield f"line {line.number}: expected {line.text}, found {' and '.join(found)}"


class _Unexpected(GrognardError):
    """A line of the script does not answer what the game asks."""


def _answer(umpire: Umpire, situation: Situation, line: Line, state: State) -> Any:
    verb, _, rest = line.text.partition(" ")
    pending = state.pending
    if verb in umpire.dice:
        if not isinstance(pending, Roll):
            raise _Unexpected(waits_for(state))
        try:
            return umpire.dice[verb](rest)
        except ValueError as problem:
            raise situation.fault(line, "script", problem) from None
    if verb == "draw" and isinstance(pending, Draw):
        return rest
    if not isinstance(pending, Ask):
        raise _Unexpected(waits_for(state))
    try:
        return umpire.parse(line.text)
    except GrognardError as problem:
        raise situation.fault(line, "script", problem) from None


# --- what a system brings


def no_referee(text: str, name: str, heard: Listener) -> Outcome:
    """A system whose situations nobody can play yet."""
    raise MalformedFile(name, "the system of this situation plays none")


class Situations(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A system's part in situations and soaks.

    ``referee`` plays a situation from its text and file name, and tells a
    listener what is asked and happens. ``scrambled`` begins a setting from
    somewhere else, by a seed. ``cells(table, event)`` are the cells of the cards an event was read
    from, and ``all_cells`` those that battles of some settings could reach.
    """

    referee: Callable[[str, str, Listener], Outcome] = no_referee
    scrambled: Callable[[Any, int], Any] | None = None
    cells: Callable[[Any, Event], Iterable[str]] = lambda table, event: ()
    all_cells: Callable[[Iterable[Any]], list[str]] = lambda settings: []
