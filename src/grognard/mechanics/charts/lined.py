"""YAML with its line numbers: every value knows the file, line and field it was read from.

Scalars stay the text that was written, so that 12.10 is not 12.1 and 1:2 not a time of day; what
a word means is for the reader of the card to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NoReturn

from grognard.kernel.errors import MalformedFile


class ChartError(MalformedFile):
    """A card cannot be used; one line says where, what and how to mend it."""

    def __init__(self, file: str, line: int, field: str, problem: str, hint: str = "") -> None:
        super().__init__(file, problem, line=line, field=field, hint=hint)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One place in a file: a scalar's text, or the places below it."""

    file: str
    line: int
    field: str
    scalar: str | None = None
    below: dict[str, Spot] | None = None
    listed: bool = False
    quoted: bool = False

    def fail(self, problem: str, hint: str = "") -> NoReturn:
        raise ChartError(self.file, self.line, self.field, problem, hint)

    def text(self) -> str:
        """The scalar written here; an empty one is refused."""
        if self.below is not None:
            self.fail("one value is wanted here, not several", "write it on one line")
        if self.scalar is None:
            self.fail("nothing is written here", "write a value, or leave the field out")
        return self.scalar

    def items(self) -> Iterator[tuple[str, Spot]]:
        """The named places below this one, in the order of the file."""
        if self.below is None or self.listed:
            self.fail("named values are wanted here", "write 'name: value' lines")
        return iter(self.below.items())

    def each(self) -> Iterator[Spot]:
        """The listed places below this one; a single scalar counts as a list of one."""
        if self.below is None:
            return iter((self,))
        if not self.listed:
            self.fail("a list is wanted here", "write '- value' lines or [a, b]")
        return iter(self.below.values())

    def get(self, key: str) -> Spot | None:
        if self.below is None or self.listed:
            self.fail("named values are wanted here", "write 'name: value' lines")
        return self.below.get(key)

    def need(self, key: str) -> Spot:
        found = self.get(key)
        if found is None:
            self.fail(f"'{key}' is missing", f"add '{key}:' here")
        return found

    def only(self, *known: str) -> None:
        """Refuse names that mean nothing here."""
        for key, spot in self.items():
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"
                spot.fail(f"'{key}' means nothing here", hint)

    def content(self) -> object:
        """What is written here and below, without places."""
        if self.below is None:
            return self.scalar
        return [(key, spot.content()) for key, spot in self.below.items()]

    def value(self) -> Any:
        """What is written here and below as YAML 1.2 means it: numbers, words, lists and names."""
        if self.below is None:
            return self.scalar if self.quoted else _meaning(self.scalar)
        if self.listed:
            return [spot.value() for spot in self.below.values()]
        return {key: spot.value() for key, spot in self.below.items()}

    def swapped(self, key: str, spot: Spot) -> Spot:
        """This place with another value under a key that it already has."""
        return replace(self, below={**dict(self.items()), key: spot})


NOTHING: Final = frozenset(("", "~", "null", "Null", "NULL"))
TRUTHS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
WHOLE: Final = re.compile(r"[-+]?[0-9]{1,300}")
BROKEN: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def _meaning(scalar: str | None) -> str | int | float | bool | None:
    """A scalar without quotes: a number or a truth where it is written as one.

    >>> _meaning("12"), _meaning("1.5"), _meaning("true"), _meaning("no"), _meaning("1:2")
    (12, 1.5, True, 'no', '1:2')
    """
    if scalar is None or scalar in TRUTHS:
        return None if scalar is None else TRUTHS[scalar]
    if WHOLE.fullmatch(scalar):
        return int(scalar)
    return float(scalar) if BROKEN.fullmatch(scalar) else scalar


def written(values: Any) -> str:
    """Plain values as a YAML text that says them."""
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(values, Dumper=dumper, allow_unicode=True, sort_keys=False)
    return text


def read_lined(path: Path) -> Spot:
    """Read a YAML file into places; every fault of its syntax is a ``ChartError``."""
    return _card(_text(path), path.name)


def values_of(path: Path) -> Any:
    """What a YAML file says, as plain values."""
    return lined(_text(path), path.name).value()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problem = f"cannot be read: {error}"
        raise ChartError(path.name, 1, "", problem, "is it a UTF-8 text?") from error


@lru_cache(maxsize=128)
def _card(text: str, name: str) -> Spot:
    """Cards are read twice: for what they say, and for their revision."""
    return lined(text, name)


MOST_KEPT: Final = 800_000
"""Characters of texts whose places are kept: the packs of the library, not all that anybody sends."""

_kept: dict[tuple[str, str], Spot] = {}


def lined_once(text: str, name: str) -> Spot:
    """The same as ``lined``; of the last texts it is remembered."""
    found = _kept.get((text, name))
    if found is None:
        found = lined(text, name)
        kept = dict(_kept) | {(text, name): found}
        while sum(len(each) for each, _ in kept) > MOST_KEPT:
            del kept[next(iter(kept))]
        _kept.clear()
        _kept.update(kept)
    return found


def lined(text: str, name: str) -> Spot:
    """Read a YAML text into places; ``name`` is what messages call it."""
    from yaml import MarkedYAMLError, YAMLError  # a game without charts does not need it

    try:
        return _top(text, name)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ChartError(name, line, "", str(error.problem), "mend the YAML") from error
    except YAMLError as error:
        problem = str(error).splitlines()[0]
        raise ChartError(name, 1, "", problem, "mend the YAML") from error


def _top(text: str, name: str) -> Spot:
    """The place of the one document that a text holds."""
    import yaml

    events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    found: Spot | None = None
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            line = event.start_mark.line + 1
            if found is not None:
                raise ChartError(name, line, "", "a second document begins here", "keep one")
            found = _spot(name, events, next(events), "", None, 0)
    if found is None or (found.scalar is None and found.below is None):
        raise ChartError(name, 1, "", "the file is empty", "start with 'card: name'")
    return found


DEEPEST: Final = 64
"""So many values may lie in one another."""


def _spot(file: str, events: Any, event: Any, field: str, at: int | None, depth: int) -> Spot:
    """The place that begins with an event of the reader, with all below it.

    A row is best pointed at by the line of its name (``at``), not of its first cell.
    """
    import yaml

    line = event.start_mark.line + 1
    if event.anchor is not None:
        raise ChartError(file, line, field, "anchors are not used in cards", "write it out")
    if isinstance(event, yaml.ScalarEvent):
        plain = event.implicit[0]
        empty = plain and event.value in NOTHING
        return Spot(file, at or line, field, None if empty else event.value, quoted=not plain)
    if depth == DEEPEST:
        problem, hint = "values lie too deep in one another", "a card needs few levels"
        raise ChartError(file, line, field, problem, hint)
    below: dict[str, Spot] = {}
    if isinstance(event, yaml.SequenceStartEvent):
        while not isinstance(child := next(events), yaml.SequenceEndEvent):
            key = str(len(below))
            below[key] = _spot(file, events, child, f"{field}[{key}]", None, depth + 1)
        return Spot(file, at or line, field, None, below, listed=True)
    while not isinstance(named := next(events), yaml.MappingEndEvent):
        key, place = _name(file, named, field)
        if key in below:
            problem, hint = "this name is written twice", "keep one of them"
            raise ChartError(file, named.start_mark.line + 1, place, problem, hint)
        below[key] = _spot(file, events, next(events), place, named.start_mark.line + 1, depth + 1)
    return Spot(file, at or line, field, None, below)


def _name(file: str, event: Any, field: str) -> tuple[str, str]:
    """The name that an event gives to a value, and the field that it makes."""
    key = getattr(event, "value", None)
    if key is None or event.anchor is not None:
        line = event.start_mark.line + 1
        raise ChartError(file, line, field, "a name is one word or text", "write 'name: value'")
    return key, f"{field}.{key}" if field else key


def text_at(spot: Spot, key: str) -> str:
    """The text under a key, empty where there is none."""
    found = spot.get(key)
    return found.text() if found else ""


def texts_at(spot: Spot, key: str) -> tuple[str, ...]:
    """The list under a key, empty where there is none."""
    found = spot.get(key)
    return tuple(each.text() for each in found.each()) if found else ()
