"""Dice of two sides that never meet: each puts in its part, and neither can choose what falls.

A side plays its part of the battle alone, so its dice must be fixed before it sees what it could do with
them, and not by itself alone:

* it has *pledged* a secret, by its commitment, in the file it sent before;
* the other side, which did not know that secret, has *given* one of its own in its answer;
* when it goes on it *unseals* what it pledged; from the two secrets come the dice until the next unsealing:
  key = SHA-256(the header up to ``,"commitment":``, newline, what was unsealed, newline, what was given)

The three are lines of the journal, ``pledge``, ``given`` and ``unsealed``, each with the side and a number in
hexadecimal; so anybody can check every die in any file. Who goes on by file from a host that threw the dice
before has a line ``unsealed host`` with the secret behind those.
"""

from __future__ import annotations

import hashlib
from typing import Final

from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import GIVEN, PLEDGE, SEAL, UNSEALED, Entry

HOST: Final = "host"
DIGITS: Final = 64


def commitment(secret: str, bound: bytes) -> str:
    """Binds a secret to a battle without showing it."""
    return hashlib.sha256(secret.encode() + b"\n" + bound).hexdigest()


class Pledges:
    """What the sides have put into the dice of a journal, line by line."""

    def __init__(self, bound: bytes) -> None:
        self._bound = bound
        self.is_in_use = False
        self.key: bytes | None = None
        self.opened_by = ""
        self.pledged: dict[str, tuple[int, str]] = {}
        """Pledges that are not unsealed yet, by side: the line and the commitment."""
        self.given: dict[str, str] = {}
        """What was given to a side since it pledged, by the side that gave it."""

    def note(self, entry: Entry) -> None:
        """A line of the journal; raises where a side does what it may not at this point."""
        if entry.who == SEAL:  # a host throws from here on
            self.is_in_use, self.key, self.opened_by = False, None, ""
            self.pledged, self.given = {}, {}
        if entry.who not in (PLEDGE, GIVEN, UNSEALED):
            return
        side, _, number = entry.answer.partition(" ")
        if side == HOST:
            return
        if len(number) != DIGITS or number.strip("0123456789abcdef"):
            raise GrognardError(f"a part of the dice has {DIGITS} hexadecimal digits")
        if entry.who == PLEDGE:
            self._pledge(side, entry.number, number)
        elif entry.who == GIVEN:
            self._give(side, number)
        else:
            self._unseal(side, number)

    def _pledge(self, side: str, line: int, number: str) -> None:
        if side in self.pledged:
            raise GrognardError(f"{side} has pledged already")
        self.is_in_use, self.pledged[side] = True, (line, number)

    def _give(self, side: str, number: str) -> None:
        if not self.awaits(side):
            raise GrognardError(f"{side} gives a part that nobody waits for")
        self.given[side] = number

    def awaits(self, side: str) -> bool:
        """Does another side wait for this one's part?"""
        return any(other != side for other in self.pledged) and side not in self.given

    def is_agreed(self, side: str) -> bool:
        """Has a side pledged, and the other given its part since?"""
        return side in self.pledged and any(other != side for other in self.given)

    def _unseal(self, side: str, secret: str) -> None:
        if not self.is_agreed(side):
            raise GrognardError(f"{side} unseals before the other side has given its part")
        if commitment(secret, self._bound) != self.pledged[side][1]:
            raise GrognardError(f"{side} unseals another secret than it pledged")
        (giver,) = (other for other in self.given if other != side)
        parts = (self._bound, secret.encode(), self.given.pop(giver).encode())
        self.key = hashlib.sha256(b"\n".join(parts)).digest()
        self.opened_by = side
        del self.pledged[side]
