"""Rows of the store and what they say: battles in lists, lines, seats, open wishes."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.desks.standing import StandingOrder
from grognard.host.room import Room
from grognard.host.seats import Seat
from grognard.host.take_back import Wish
from grognard.kernel.journal import Entry
from grognard.kernel.reading import decode


class Read(msgspec.Struct, frozen=True):
    """A line as the store has it: its bytes, what they say, and the time that was taken for it."""

    line: bytes
    entry: Entry
    took: int
    timed: str


class GameRow(msgspec.Struct, frozen=True):
    """A battle in a list."""

    id: str
    system: str
    scenario: str
    title: str
    created: int
    touched: int
    waits_for: str
    verdict: str
    lines: int = 0


def game_row(row: Any) -> GameRow:
    return GameRow(
        row.id, row.system, row.scenario, row.title, row.created, row.touched, row.waits_for,
        row.verdict,
    )  # fmt: skip


def seat_row(game: str, seat: Seat) -> dict[str, Any]:
    return {
        "game": game, "side": seat.side, "place": seat.place, "kind": seat.kind,
        "name": seat.name, "person": seat.person, "token": seat.token,
        "standing": msgspec.json.encode(seat.standing).decode(), "seen": seat.seen,
    }  # fmt: skip


def seat_of(row: Any) -> Seat:
    standing = decode(row.standing, tuple[StandingOrder, ...])
    return Seat(
        row.side, row.place, row.kind, row.name, row.person, bytes(row.token), standing, row.seen
    )


def open_wish(said: str, room: Room) -> Wish | None:
    """A wish that has not lapsed: no line was written since it was asked."""
    wish = decode(said, Wish) if said else None
    return wish if wish is not None and wish.asked_at == room.number else None
