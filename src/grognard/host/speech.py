"""Words between people at a table: what they are called and what they say. Text only, and not much of it.

What was said is kept with the battle beside its lines: it answers no question and moves no die. Each
word knows the last line that stood when it was said.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.fanout import SAID, Fanout
from grognard.host.refused import Refused
from grognard.host.store import Store
from grognard.host.store_schema import accounts, said
from grognard.kernel.journal import Spoken

LONGEST_NAME: Final = 32
LONGEST_SPEECH: Final = 500
MOST_KEPT: Final = 2000
"""So much is kept of the talk at one table."""

MOST_TOLD: Final = 100
"""So much of it is told to somebody who comes."""

MOST_MARKS: Final = 3
"""So many marks may stand on one letter; more of them cover the lines above."""

UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of characters that show nothing and may turn the line around."""

BLANK: Final = frozenset(
    [*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0)), "\u034f", "\u115f",
     "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180c", "\u180d", "\u180f", "\u2800", "\u3164", "\uffa0"]
)  # fmt: skip
"""Letters and marks that show nothing either."""

TOGETHER: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written together in one word."""

DOUBLES: Final = frozenset("аеорсухіјѕԁһԛԝӏАВЕЅІЈКМНОРСТУХԚԜӀονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""Cyrillic and Greek letters that look like Latin ones."""


ONE_TO_THE_EYE: Final = str.maketrans(
    {"l": "i", "1": "i", "\u0131": "i", "ł": "i", "0": "o", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t",
     "æ": "ae", "œ": "oe", "þ": "p", "ŋ": "n", "ƒ": "f", "\u0251": "a", "\u0261": "g"}
)  # fmt: skip
"""Letters and digits of one alphabet that are taken for one another, small and without their marks."""

PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that together look like one."""


def looks(name: str) -> str:
    """What the eye makes of a name: two names that look alike look the same.

    Case, accents, spaces and points do not tell people apart, nor do ``l``, ``I`` and ``1``.

    >>> looks("Marla O\u2019Neill"), looks("MARIA 0NEI11"), looks("Zo\u00eb") == looks("zoe")
    ('mariaoneiii', 'mariaoneiii', True)
    """
    bare = unicodedata.normalize("NFKD", name).casefold()
    kept = (letter for letter in bare if letter.isalnum() or _is_of_the_letter(letter))
    seen = "".join(kept).translate(ONE_TO_THE_EYE)
    for pair, one in PAIRS:
        seen = seen.replace(pair, one)
    return seen


def _is_of_the_letter(mark: str) -> bool:
    """A mark without which a letter is another one, as those of kana; accents are not."""
    return unicodedata.category(mark)[0] == "M" and not "\u0300" <= mark <= "\u036f"


def plain(text: str, most: int) -> str:
    """One line of text that shows what it is: no control characters, no turned lines.

    >>> plain(" Anna\\u202e \\x1b[31m\\nde  Staël ", 32)
    'Anna [31m de Staël'
    """
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        if letter in BLANK:
            continue
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(" " if kind in UNSEEN and letter.isspace() else letter)
    words = "".join(each for each in kept if unicodedata.category(each) not in UNSEEN)
    return " ".join(words.split())[:most].rstrip()


def honest(text: str) -> str:
    """A name, as it is kept; raises where it could pass for another that is written with other letters.

    >>> honest(" \\uff21nna\\ufe0f  de Staël"), honest("Блюхер")
    ('Anna de Staël', 'Блюхер')
    """
    name = plain(unicodedata.normalize("NFKC", text), LONGEST_NAME)
    letters = [letter for letter in name if letter.isalpha()]
    if not letters:
        raise Refused.because("bad-name", "a name has at least one letter")
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}
    if len(scripts) > 1 and not scripts <= TOGETHER:
        raise Refused.because("bad-name", "the letters of a name are of one alphabet")
    if all(letter in DOUBLES for letter in letters):
        raise Refused.because("bad-name", "this name looks like another in Latin letters")
    return name


class Speeches:
    """What was said at the tables of a store."""

    def __init__(self, store: Store, fanout: Fanout) -> None:
        self.store, self.fanout = store, fanout

    def write(self, game: str, spoken: Spoken) -> Future[Any]:
        """Keep a word; the future has it with its number. A table that talks too much is refused."""

        def work(connection: Connection) -> Spoken:
            counted = sa.select(sa.func.count()).where(said.c.game == game)
            number = connection.execute(counted).scalar_one()
            if number >= MOST_KEPT:
                raise Refused.because("talked-out", "so much was said here that no more is kept")
            kept = Spoken(number, spoken.after, spoken.who, spoken.name, spoken.text, now_ms())
            connection.execute(said.insert(), [row_of(game, kept)])
            self.fanout.word(connection, game, SAID)
            return kept

        return self.store.written(work)

    def of(self, game: str, after: int = -1, most: int | None = None) -> list[Spoken]:
        """What was said at a table after a number, at most the last so many, the oldest first."""
        query = sa.select(said).where(said.c.game == game, said.c.number > after)
        rows = self.store.rows(query.order_by(said.c.number.desc()).limit(most))
        return [
            Spoken(row.number, row.after, row.who, row.name, row.text, row.at)
            for row in reversed(rows)
        ]

    def given(self, name: str) -> str:
        """A name that somebody gives himself or a seat, where it is his to give; else none."""
        try:
            said = honest(name)
        except Refused:
            return ""
        return "" if self.is_account(said) else said

    def is_account(self, name: str) -> bool:
        """Is somebody with an account called so, or so that nobody could tell?"""
        query = sa.select(accounts.c.person).where(accounts.c.looks == looks(name))
        return bool(self.store.rows(query))


def row_of(game: str, spoken: Spoken) -> dict[str, Any]:
    return {
        "game": game, "number": spoken.said, "after": spoken.after, "who": spoken.who,
        "name": spoken.name, "text": spoken.text, "at": spoken.at,
    }  # fmt: skip


def checked(spoken: Sequence[Spoken], lines: int) -> list[Spoken]:
    """Talk that came with a record, as text of ours and in order."""
    return [
        Spoken(number, min(max(each.after, 0), lines), plain(each.who, 64),
               plain(each.name, LONGEST_NAME), plain(each.text, LONGEST_SPEECH), each.at)
        for number, each in enumerate(spoken[:MOST_KEPT])
    ]  # fmt: skip
