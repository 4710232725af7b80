"""Throws that a take-back undid: each falls again as it fell, when its very question comes again.

The question of a throw is told by the journal alone, so that anybody can check it: the decision
that led to the throw, in its words, and how many throws came between. Another attack, or the same
one by other units, is another question and has dice of its own. What was undone lapses when the
other side decides on the same purpose: that part of the turn is past.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from grognard.kernel.journal import DICE, DRAW, NOTES, OPENING, Entry
from grognard.kernel.questions import DICE as COUNT
from grognard.kernel.questions import Draw, Roll

AGREED = "agreed"
"""The purpose of a line that goes back by consent; a free one has none."""

CONSENT = "consent"
"""What it is called in old journals: there an undone throw fell again for its purpose alone."""


NOBODY = (OPENING, *NOTES)
"""Lines in which nobody decides and nothing falls."""


class Cause(msgspec.Struct, frozen=True):
    """The last decision in force, and how many throws have fallen since."""

    who: str = ""
    purpose: str = ""
    words: str = ""
    throws: int = 0

    def after(self, entry: Entry) -> Cause:
        """The cause of what comes after a line that does not go back."""
        if entry.who in (DICE, DRAW):
            return Cause(self.who, self.purpose, self.words, self.throws + 1)
        if entry.who in NOBODY:
            return self
        return Cause(entry.who, entry.purpose, entry.answer)


class Undone(msgspec.Struct, frozen=True):
    """A throw that was taken back, with its cause; with none in old journals."""

    entry: Entry
    cause: Cause | None

    def is_for(self, cause: Cause, fallen: Entry | Roll | Draw) -> bool:
        """Is a throw the answer to the very same question?"""
        entry = self.entry
        if self.cause not in (None, cause) or entry.purpose != fallen.purpose:
            return False
        if isinstance(fallen, Roll):
            return entry.who == DICE and len(entry.dice) == COUNT[fallen.dice]
        if isinstance(fallen, Draw):
            return entry.who == DRAW and entry.answer in fallen.cup
        if entry.who != fallen.who:
            return False
        return (
            entry.answer in fallen.cup if entry.who == DRAW else len(entry.dice) == len(fallen.dice)
        )

    @property
    def value(self) -> Any:
        return self.entry.answer if self.entry.who == DRAW else self.entry.dice


Undones = tuple[Undone, ...]


def undone_by(back: Entry, cause: Cause, lines: Iterable[Entry]) -> Undones:
    """The throws among the lines that are gone back over; ``cause`` is that of the first line."""
    found = []
    for entry in lines:
        if entry.who in (DICE, DRAW):
            found.append(Undone(entry, None if back.purpose == CONSENT else cause))
        cause = cause.after(entry)
    return tuple(found)


def again(undone: Undones, cause: Cause, fallen: Entry | Roll | Draw) -> Undone | None:
    """The throw that must fall again here, if one must."""
    return next((each for each in undone if each.is_for(cause, fallen)), None)


def left(undone: Undones, cause: Cause, entry: Entry) -> Undones:
    """What is still undone after a line: a throw has fallen again, a part of the turn is past."""
    if entry.who in (DICE, DRAW):
        fell = again(undone, cause, entry)
        return tuple(each for each in undone if each is not fell)
    if entry.who in NOBODY:
        return undone
    return tuple(
        each
        for each in undone
        if each.cause is None or each.cause.purpose != entry.purpose or each.cause.who == entry.who
    )
