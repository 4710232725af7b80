"""Phrases of the rules in another language.

A rule writes its reasons and the items of its sums beside its code, in English, with holes for what
it is about; so they stand in events and journals. Here such a text is found again by its template,
and said by the translation of that template; what fills the holes is said in turn. Names stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from grognard.desks.catalogue import ENGLISH, SHARED
from grognard.desks.library import LIBRARY, base_of, document, names
from grognard.mechanics.charts.lined import values_of

HOLE: Final = re.compile(r"\{(\d*)\}")
MOST_KEPT: Final = 4096
LONGEST_NAME: Final = 50


class Template:
    """A text with holes, and how it is said."""

    def __init__(self, text: str, said: str) -> None:
        self.said = said
        literals = HOLE.split(text)[::2]
        self.weight = sum(map(len, literals))
        self.first = literals[0]
        self.patterns = [
            re.compile(hole.join(map(re.escape, literals)), re.DOTALL) for hole in ("(.+?)", "(.+)")
        ]

    def matches(self, text: str) -> list[re.Match[str]]:
        """The ways to read a text by this template: holes as short, or as long as can be."""
        found = [pattern.fullmatch(text) for pattern in self.patterns]
        return [match for match in found if match is not None]

    def fill(self, held: Sequence[str], say: Callable[[str], str]) -> str:
        order = iter(range(len(held)))
        return HOLE.sub(lambda hole: say(held[int(hole[1]) if hole[1] else next(order)]), self.said)


class Phrasebook:
    """Texts by template. What no template knows is a name and stays as it is."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self.templates = frozenset(phrases)
        self.whole = {text: said for text, said in phrases.items() if not HOLE.search(text)}
        held = [Template(text, said) for text, said in phrases.items() if HOLE.search(text)]
        held.sort(key=lambda each: -each.weight)
        self.by_word: dict[str, list[Template]] = {}
        for each in held:
            self.by_word.setdefault(_word(each.first), []).append(each)
        self.say: Callable[[str], str] = lru_cache(MOST_KEPT)(self._say)

    def _say(self, text: str) -> str:
        said = self.whole.get(text)
        if said is not None:
            return said
        found = self._found(text)
        return text if found is None else found

    def _found(self, text: str) -> str | None:
        candidates: list[Template] = [*self.by_word.get(_word(text), ()), *self.by_word.get("", ())]
        for each in sorted(candidates, key=lambda each: -each.weight):
            ways = [match.groups() for match in each.matches(text)]
            if ways:
                best = max(ways, key=lambda held: sum(hole in self.whole for hole in held))
                return each.fill(best, self.say)
        return None


def _word(text: str) -> str:
    """The first word of a text; none where a hole may be part of it."""
    word, space, _ = text.partition(" ")
    return word if space else ""


@cache
def phrasebook(language: str, folders: tuple[Path, ...], battle: str = "") -> Phrasebook:
    """The phrases of some folders and of a battle of the library; of English, the few that are told otherwise."""
    phrases: dict[str, str] = {}
    packs = (LIBRARY / "words", *(LIBRARY / pack / "words" for pack in reversed(_stack(battle))))
    for folder in (SHARED, *folders, *packs):
        for path in sorted((folder / language).glob("*.yaml")):
            phrases |= _read(path)
    return Phrasebook(phrases)


@cache
def names_of(battle: str, language: str) -> dict[str, str]:
    """How the names of a battle's places and formations are said: the short texts of its packs."""
    packs = (LIBRARY / "words", *(LIBRARY / pack / "words" for pack in reversed(_stack(battle))))
    return {
        text: said
        for folder in (packs if language != ENGLISH else ())
        for path in sorted((folder / language).glob("*.yaml"))
        for text, said in _read(path).items()
        if len(text) <= LONGEST_NAME
    }


def _stack(battle: str) -> list[str]:
    """A battle of the library and those it stands upon."""
    packs: list[str] = []
    while battle:
        packs.append(battle)
        battle = base_of(document(LIBRARY / battle)) if battle in names() else ""
    return packs


@cache
def _read(path: Path) -> dict[str, str]:
    return dict(values_of(path))
