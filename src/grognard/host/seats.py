"""Seats: who decides for a side, by which invitation, and tokens nobody can guess."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Final

import msgspec

from grognard.desks.standing import StandingOrder

HUMAN: Final = "human"
OUTSIDE: Final = "outside"
"""A bot from elsewhere drives the seat over a line of its own."""

AFAR: Final = "afar"
"""Somebody who never comes here: what he decides comes as a file."""

TOKEN_BYTES: Final = 16
"""Invitations and sessions are numbers of 128 bits."""

LONGEST_TOKEN: Final = 64

BURNT: Final = b""
"""What is left of an invitation that was taken up: nothing opens the seat but being its person."""


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. ``kind`` is ``human``, ``outside`` or the name of a bot; ``person`` holds it.

    Several people may share a side: they have different ``place`` numbers. ``token`` is the hash of
    the invitation until it is taken up, or of the key of a bot from elsewhere. ``seen`` is the last
    line that was shown there.
    """

    side: str
    place: int
    kind: str
    name: str = ""
    person: str = ""
    token: bytes = b""
    standing: tuple[StandingOrder, ...] = ()
    seen: int = -1

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN


def sits_for_both(seats: Iterable[Seat]) -> bool:
    """Would somebody have seats of two sides where another person sits, too? He would see what both hide."""
    sides: dict[str, set[str]] = {}
    for seat in seats:
        if seat.person:
            sides.setdefault(seat.person, set()).add(seat.side)
    return len(sides) > 1 and any(len(held) > 1 for held in sides.values())


def new_token() -> str:
    """A token for a link or a cookie.

    >>> len(bytes.fromhex(new_token())) * 8
    128
    """
    return secrets.token_hex(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """What the store keeps of a token. A number of 128 bits needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")[:LONGEST_TOKEN]).digest()
