"""A telling: something that happened or is, in parts, already in the reader's language.

Sentences are made as *marked text*: words in which units, places, dice, clauses and numbers are
fenced, so that a sentence can be put together like any other text and taken apart at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from grognard.desks.documents import Part, Telling

Kind = Literal["words", "unit", "place", "die", "clause", "number"]
Parts = tuple[Part, ...]

OPEN, THEN, CLOSE = "\ue000", "\ue001", "\ue002"
"""Characters of private use: they fence a part of a marked text."""

KINDS: Final[dict[str, Kind]] = {
    "u": "unit", "p": "place", "d": "die", "c": "clause", "n": "number",
}  # fmt: skip
LETTERS: Final = {kind: letter for letter, kind in KINDS.items()}
FENCED: Final = re.compile(f"{OPEN}(.):([^{THEN}]*){THEN}([^{CLOSE}]*){CLOSE}")


def mark(kind: Kind, of: str, text: str) -> str:
    """A part of a marked text."""
    return f"{OPEN}{LETTERS[kind]}:{of}{THEN}{text}{CLOSE}"


def plain(marked: str) -> str:
    """The words alone.

    >>> plain(f"{mark('unit', 'F1', 'F1 Line')} marches to {mark('place', '503', '0503')}")
    'F1 Line marches to 0503'
    """
    return FENCED.sub(r"\3", marked) if OPEN in marked else marked


def parts_of(marked: str) -> Parts:
    """A marked text in parts.

    >>> parts_of(f"{mark('unit', 'F1', 'F1 Line')} routs")
    (Part(text='F1 Line', kind='unit', of='F1'), Part(text=' routs', kind='words', of=''))
    """
    return tuple(_split(marked))


def _split(marked: str) -> Iterator[Part]:
    end = 0
    for found in FENCED.finditer(marked):
        if found.start() > end:
            yield Part(marked[end : found.start()])
        letter, of, text = found.groups()
        yield Part(text, KINDS[letter], of)
        end = found.end()
    if end < len(marked):
        yield Part(marked[end:])


def cited(clause: str) -> str:
    """A clause, marked."""
    return mark("clause", clause, clause)


def joined(tellings: Iterable[Telling]) -> Iterator[str]:
    """Every line of some tellings."""
    for telling in tellings:
        yield from telling.lines()
