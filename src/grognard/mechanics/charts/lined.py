"""YAML with its line numbers: every value knows the file, line and field it was read from.

Scalars stay the text that was written, so that 12.10 is not 12.1 and 1:2 not a time of day; what
a word means is for the reader of the card to say.
"""

from __future__ import annotations

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

    def swapped(self, key: str, spot: Spot) -> Spot:
        """This place with another value under a key that it already has."""
        return replace(self, below={**dict(self.items()), key: spot})


def read_lined(path: Path) -> Spot:
    """Read a YAML file into places; every fault of its syntax is a ``ChartError``."""
    try:
        return _card(path.read_text(encoding="utf-8"), path.name)
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
    """Read a YAML text into places; ``name`` is what messages call it.

    The reader keeps its place, so that every text has one of its own.
    """
    from ruamel.yaml import YAML  # slow to import, and a game without charts does not need it
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    reader: Any = YAML(typ="safe", pure=True)
    try:
        node = reader.compose(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ChartError(name, line, "", str(error.problem), "mend the YAML") from error
    except YAMLError as error:
        problem = str(error).splitlines()[0]
        raise ChartError(name, 1, "", problem, "mend the YAML") from error
    if node is None:
        raise ChartError(name, 1, "", "the file is empty", "start with 'card: name'")
    return _spot(name, node, "")


def _spot(file: str, node: Any, field: str) -> Spot:
    line = node.start_mark.line + 1
    if node.anchor is not None:
        raise ChartError(file, line, field, "anchors are not used in cards", "write it out")
    if node.id == "scalar":
        empty = node.tag == "tag:yaml.org,2002:null"
        return Spot(file, line, field, None if empty else node.value)
    below: dict[str, Spot] = {}
    if node.id == "sequence":
        for index, child in enumerate(node.value):
            below[str(index)] = _spot(file, child, f"{field}[{index}]")
        return Spot(file, line, field, None, below, listed=True)
    for key_node, child in node.value:
        key, at = str(key_node.value), key_node.start_mark.line + 1
        path = f"{field}.{key}" if field else key
        if key in below:
            raise ChartError(file, at, path, "this name is written twice", "keep one of them")
        # A row is best pointed at by the line of its name, not of its first cell.
        below[key] = replace(_spot(file, child, path), line=at)
    return Spot(file, line, field, None, below)


def text_at(spot: Spot, key: str) -> str:
    """The text under a key, empty where there is none."""
    found = spot.get(key)
    return found.text() if found else ""


def texts_at(spot: Spot, key: str) -> tuple[str, ...]:
    """The list under a key, empty where there is none."""
    found = spot.get(key)
    return tuple(each.text() for each in found.each()) if found else ()
