"""Lines numbered for those who hear them.

What a side settles in secret is written line by line. Another side is told nothing of such a line, not
even that it was written: lines are numbered for each side without those that it never hears of, so
that hidden orders cannot be counted. Who may see the whole battle is told the numbers of the journal.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Final

from grognard.kernel.events import Event
from grognard.kernel.journal import Entry
from grognard.kernel.seeing import PUBLIC
from grognard.kernel.views import told

WHOLE: Final = "*"
"""Whose numbers are those of the journal: one from whom nothing is hidden."""


class Numbering:
    """The lines that each side never hears of."""

    __slots__ = ("_secret", "_silent")

    def __init__(self, sides: Iterable[str], secret: frozenset[str]) -> None:
        self._secret = secret
        self._silent: Mapping[str, list[int]] = {side: [] for side in (*sides, PUBLIC)}

    def copy(self) -> Numbering:
        twin = Numbering((), self._secret)
        twin._silent = {side: list(held) for side, held in self._silent.items()}
        return twin

    def may_be_silent(self, entry: Entry) -> bool:
        """Is this a line of which somebody perhaps hears nothing? Only then its events matter."""
        return entry.purpose in self._secret or entry.back is not None

    def note(self, entry: Entry, events: Iterable[Event]) -> None:
        """A line was written."""
        if not self._secret or not self.may_be_silent(entry):
            return
        happened = tuple(events)
        for side, silent in self._silent.items():
            if entry.who == side or entry.who not in self._silent:
                continue
            if entry.back is not None:
                undone = range(entry.back + 1, entry.number)
                hidden = bool(undone) and all(self.is_silent(side, each) for each in undone)
            else:
                hidden = not told(happened, side)
            if hidden:
                silent.append(entry.number)

    def is_silent(self, whose: str, number: int) -> bool:
        """Does somebody hear nothing of a line?"""
        silent = self._silent.get(whose, ())
        place = bisect_right(silent, number)
        return bool(place) and silent[place - 1] == number

    def told(self, whose: str, number: int) -> int:
        """The number under which somebody knows a line, or the last one before it."""
        return number - bisect_right(self._silent.get(whose, ()), number)

    def line(self, whose: str, number: int) -> int:
        """The last line of the journal that somebody knows under a number."""
        found = number
        for silent in self._silent.get(whose, ()):
            if silent > found + 1:
                break
            found += 1
        return found
