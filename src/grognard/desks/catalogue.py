"""The catalogue of a system in one language: messages in Project Fluent, one file a chapter.

A folder of words holds a folder for each language. A teller names its folders, the family's before
the edition's: a message of a later folder wins. A message is parsed when it is first said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from babel import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType

from grognard.desks.filling import Filling, filling
from grognard.desks.telling import mark

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "fr")
"""Languages in which every catalogue is complete; the first is what the rules are written in."""

SHARED: Final = Path(__file__).parent / "words"
"""Small words of any table."""

ENTRY: Final = re.compile(r"^(?=-?[A-Za-z][\w-]* *=)", re.MULTILINE)
LABEL: Final = "label-"
"""How the name of a message begins that is a word by itself, without slots: ``label-formation-line``."""

NOTHING: Final[Mapping[str, Any]] = {}
SAID: Final = 8192
"""So many sentences of a language are kept."""


class Figure(FluentType, int):
    """A number as it is counted: it chooses plurals and is a part of the sentence."""

    def format(self, locale: Locale) -> str:
        return mark("number", "", str(int(self)))


class Points(FluentType, float):
    """Movement points, given in halves."""

    @classmethod
    def of(cls, halves: int) -> Points:
        return cls(halves / 2)

    def format(self, locale: Locale) -> str:
        said = f"{float(self):g}"
        return mark("number", "", said.replace(".", ",") if locale.language != ENGLISH else said)


class Catalogue:
    """What can be said in a language."""

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        self.language = language
        self.bundle = FluentBundle([language], use_isolating=False)
        self.sources: dict[str, str] = {}
        self._ready: dict[str, Filling] = {}
        # Figures and movement points are told otherwise than the plain numbers they are equal to.
        self._said = lru_cache(maxsize=SAID, typed=True)(self._fill)
        for folder in folders:
            for path in sorted((folder / language).glob("*.ftl")):
                self.sources |= _entries(path.read_text(encoding="utf-8"))

    def has(self, message: str) -> bool:
        return message in self.sources

    @cached_property
    def labels(self) -> dict[str, dict[str, str]]:
        """The words that a front end sets beside buttons, hexes and figures: kind -> name -> word."""
        found: dict[str, dict[str, str]] = {}
        for message, source in self.sources.items():
            if message.startswith(LABEL):
                kind, _, name = message.removeprefix(LABEL).partition("-")
                found.setdefault(kind, {})[name] = source.partition("=")[2].strip()
        return found

    def say(self, message: str, arguments: Mapping[str, Any] = NOTHING) -> str:
        """A message with its slots filled, as marked text; what was said lately is at hand."""
        return self._said(message, tuple(arguments), *arguments.values())

    def _fill(self, message: str, names: tuple[str, ...], *values: Any) -> str:
        fill = self._ready.get(message) or self._made_ready(message)
        try:
            return fill(dict(zip(names, values, strict=True)))
        except LookupError as missing:
            raise LookupError(f"{self.language} {message}: {missing}") from None

    def _made_ready(self, message: str) -> Filling:
        if not self.bundle.has_message(message):
            self._add(message)
        made = self._ready[message] = filling(self.bundle, message)
        return made

    def _add(self, message: str) -> None:
        """Parse a message and those it refers to."""
        source = self.sources[message]
        self.bundle.add_resource(FluentResource(source))
        for other in re.findall(r"\{ *([a-z][\w-]*|-[a-z][\w-]*)[ (}]", source):
            if other in self.sources and not self.bundle.has_message(other):
                self._add(other)


def _entries(text: str) -> dict[str, str]:
    """The source of every message and term of a file, by its name."""
    return dict(_named(ENTRY.split(text)[1:]))


def _named(entries: list[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        yield entry.partition("=")[0].strip(), entry


@cache
def catalogue(language: str, folders: tuple[Path, ...]) -> Catalogue:
    """The catalogue of some folders in a language, English where there is none."""
    known = language if language in LANGUAGES else ENGLISH
    return Catalogue(known, (SHARED, *folders))


def language_of(wish: str) -> str:
    """The language we have that answers best to what somebody asks for.

    >>> language_of("fr-CA,fr;q=0.9,en;q=0.8"), language_of("fr_FR.UTF-8"), language_of("de")
    ('fr', 'fr', 'en')
    """
    for word in re.split(r"[,:]", wish):
        short = re.split(r"[-_.;]", word.strip().lower())[0]
        if short in LANGUAGES:
            return short
    return ENGLISH
