"""What is English in a French text: words of our English that our French does not have.

English is what the rule books, the catalogues and the packs are written in. Names stay as they are:
of units, leaders and places, of sides and groups, and the words of orders, which are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import grognard
from grognard.desks.catalogue import SHARED
from grognard.desks.library import LIBRARY
from grognard.desks.phrases import _read

SOURCE = Path(grognard.__file__).parent
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
HELD = re.compile(r"\{[^{}]*->|\[[\w-]+\]|\{[^{}]*\}|^[\w-]+ =|[{}]", re.MULTILINE)
"""What is not text in a catalogue: slots, variants and names of messages."""

NAMES = frozenset(
    {
        "corps", "landwehr", "division", "brigade", "battery", "horse", "artillerie",
    }
)  # fmt: skip
"""Words of both languages, and of the names of units."""


def words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def _folders() -> Iterator[Path]:
    yield SHARED
    yield from (SOURCE / "systems").glob("*/words")
    yield LIBRARY / "words"
    yield from LIBRARY.glob("*/words")


def _told(language: str) -> Iterator[str]:
    for folder in _folders():
        for path in (folder / language).glob("*.ftl"):
            yield HELD.sub(" ", re.sub(r"^#.*", "", path.read_text("utf-8"), flags=re.MULTILINE))


@cache
def english() -> frozenset[str]:
    """English words that are no French ones."""
    pairs = [_read(path) for folder in _folders() for path in (folder / "fr").glob("*.yaml")]
    books = [path.read_text("utf-8") for path in (SOURCE / "systems").rglob("rules.yaml")]
    said = words(" ".join([*books, *_told("en"), *(key for pair in pairs for key in pair)]))
    french = words(" ".join([*_told("fr"), *(text for pair in pairs for text in pair.values())]))
    return frozenset(each for each in said - french - NAMES if len(each) > 2)


def names(setting: Any) -> set[str]:
    """Every word of a name in a battle, and the ids of units, sides and groups."""
    found: set[str] = set()
    for field in ("roster", "leaders", "formations", "headquarters"):
        for key, held in getattr(setting, field, {}).items():
            found |= words(f"{key} {getattr(held, 'name', '')}")
    for each in getattr(setting, "arrivals", ()):
        found |= words(f"{each.id} {getattr(each, 'zone', '')}")
    for place in getattr(setting, "places", ()):
        found |= words(getattr(place, "name", place))
    return found | set(getattr(setting, "sides", ()))


def strange(text: str, known: Iterable[str]) -> set[str]:
    """The English words of a text, names left out."""
    return (words(text) & english()) - set(known)
