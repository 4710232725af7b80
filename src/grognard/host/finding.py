"""Finding a rule: by its name, or by a question in a player's own words.

Words are searched by their stems over the clauses, the rulings on them and what was settled about
them, best first. The index is SQLite's full text search, in memory, built once for each book; what
players call a thing otherwise than the book does stands in ``synonyms.yaml`` beside the book.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from grognard.host.reading import book_of
from grognard.mechanics.rulebooks import Clause, Rulebook

ONE_SEARCHER: Final = threading.Lock()
"""Held while an index is built or asked. Who opens a battle meanwhile does not wait for it."""

BEST: Final = 20
"""So many clauses answer a question; what lies below them has too little to do with it."""

WEIGHTS: Final = {"headings": 3, "text": 8, "titles": 12, "rulings": 2, "readings": 2}
"""How much a word counts in each column: titles are those of the rulings."""

NEARBY: Final = 6
"""Words so close together are taken for one expression."""

ASKING: Final = (
    "a about all am an and any are as at be been but by can could did do does each ever every for "
    "from get had happen has have he her him his how i if in into is it its just let many may me "
    "might much my of off on or other our out shall should so some such than that the their them then "
    "there these they this those to too up was we were what when where which while who whom whose why "
    "will with would you your"
)
"""Words of a question that say nothing of what is asked."""


def look_up(system: str, asked: str) -> tuple[Clause, ...]:
    """What is named, else the clauses nearest to the words, best first; refused if there is none."""
    book: Rulebook = book_of(system)
    words = "" if book.is_name(asked) else asked
    return book.named(asked) or search(system, words) or book.look_up(asked)


def search(system: str, words: str) -> tuple[Clause, ...]:
    """The clauses nearest to some words or a whole question, best first."""
    with ONE_SEARCHER:
        return _index(system).search(words)


@lru_cache(maxsize=8)
def _index(system: str) -> Index:
    return Index(book_of(system))


class Index:
    """The full text of one book; for one reader at a time.

    Words are taken by their stems, and every synonym for the first of its set, in the book as in
    the question, so that no word counts twice.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.store = sqlite3.connect(":memory:", check_same_thread=False)
        self.store.executescript(
            "CREATE VIRTUAL TABLE words USING fts5(text, tokenize = porter);"
            "CREATE VIRTUAL TABLE stems USING fts5vocab(words, instance);"
            f"CREATE VIRTUAL TABLE clauses USING fts5({', '.join(WEIGHTS)});"
        )
        self.asking = frozenset(self._stems([ASKING])[0])
        self.synonyms = self._synonyms()
        texts = self._stems(
            [text for clause in book.clauses.values() for text in self._row(clause)]
        )
        meant = (" ".join(self._meant(stems)) for stems in texts)
        rows = zip(*[meant] * len(WEIGHTS), strict=True)
        marks = ", ".join("?" * len(WEIGHTS))
        self.store.executemany(f"INSERT INTO clauses VALUES ({marks})", rows)
        self.ids = tuple(book.clauses)

    def search(self, words: str) -> tuple[Clause, ...]:
        """The clauses nearest to the words, best first."""
        meant = self._meant(self._stems([words])[0])
        said = [f'"{word}"' for word in meant if word not in self.asking]
        if not said:
            return ()
        together = f"NEAR({' '.join(said)}, {NEARBY})"
        found = self.store.execute(
            "SELECT rowid FROM clauses WHERE clauses MATCH ? "
            f"ORDER BY bm25(clauses, {', '.join(map(str, WEIGHTS.values()))}), rowid LIMIT {BEST}",
            (" OR ".join((*said, together)),),
        )
        return tuple(self.book.clauses[self.ids[row - 1]] for (row,) in found)

    def _row(self, clause: Clause) -> tuple[str, ...]:
        """A clause by the columns of the index."""
        rulings = self.book.rulings_on(clause.id)
        about = (clause.id, *clause.rulings)
        return (
            f"{self.book.rules[clause.rule]} {clause.topic}",
            f"{clause.text} {clause.example} {clause.chart}",
            " ".join(each.title for each in rulings),
            " ".join(f"{each.ruling} {each.why}" for each in rulings),
            " ".join(reading for each in about for reading in self.book.readings_on(each)),
        )

    def _synonyms(self) -> dict[str, list[tuple[list[str], str]]]:
        """By their first stem: the stems of every synonym, longest first, and what its set means."""
        found: dict[str, list[tuple[list[str], str]]] = {}
        for group in self.book.synonyms:
            for stems in self._stems(group):
                found.setdefault(stems[0], []).append((stems, "".join(group[0].split())))
        return {first: sorted(each, key=lambda one: -len(one[0])) for first, each in found.items()}

    def _meant(self, stems: list[str]) -> Iterator[str]:
        at = 0
        while at < len(stems):
            known = self.synonyms.get(stems[at], ())
            here = (each for each in known if stems[at : at + len(each[0])] == each[0])
            said, meant = next(here, (stems[at : at + 1], stems[at]))
            yield meant
            at += len(said)

    def _stems(self, texts: Sequence[str]) -> list[list[str]]:
        """The stems of some texts, in order."""
        self.store.execute("DELETE FROM words")
        self.store.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts))
        found: list[list[str]] = [[] for _ in texts]
        for text, stem in self.store.execute('SELECT doc, term FROM stems ORDER BY doc, "offset"'):
            found[text].append(stem)
        return found
