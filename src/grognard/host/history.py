"""The lines of a battle played again, take-backs included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import msgspec

from grognard.host.room import Refused, Room
from grognard.host.take_back import Bookmark, take_back, went_back
from grognard.host.throws import AGREED, CONSENT, Cause
from grognard.kernel.journal import Entry, read_events
from grognard.systems.plug import System

Line = tuple[bytes, Entry]
"""A line as it was written, and read."""


def replay_all(room: Room, lines: Sequence[Line]) -> None:
    """Play lines again on a room that stands before them."""
    _replayed(room, lines, set())


def place_at(room: Room, lines: Sequence[Line], to: int) -> Bookmark:
    """The place after a line, from the opening on; ``lines`` are all of the battle."""
    system, setting = room.system, room.setting
    fresh = Room(room.id, system, setting, room.header, room.dice, system.rules.opening(setting))
    kept = _replayed(fresh, lines[: to + 1], {to})
    if to not in kept:
        raise Refused.because("no-take-back", f"there is no line {to} to go back to")
    return kept[to]


def _replayed(room: Room, lines: Sequence[Line], wanted: set[int]) -> dict[int, Bookmark]:
    targets = {entry.back for _, entry in lines if entry.back is not None} | wanted
    kept: dict[int, Bookmark] = {}
    if room.number in targets:
        kept[room.number] = Bookmark(room.state, room.cause)
    entries = [entry for _, entry in lines]
    for written, entry in lines:
        if entry.back is None:
            room.replay(written, entry)
        else:
            _go_back(room, entry, kept, entries)
        if entry.number in targets:
            kept[entry.number] = Bookmark(room.state, room.cause)
    return kept


def _go_back(room: Room, entry: Entry, kept: dict[int, Bookmark], entries: Sequence[Entry]) -> None:
    assert entry.back is not None
    if entry.back not in kept:
        raise Refused.because("other-revision", f"line {entry.number} goes back to nowhere")
    agreed = entry.purpose in (AGREED, CONSENT)
    since = effective(entries, room.number, entry.back) if agreed else []
    take_back(room, went_back(entry, kept[entry.back], since))


def cause_at(entries: Sequence[Entry], number: int) -> Cause:
    """The cause of what falls after a line, where a battle comes back from its snapshot."""
    return reduce(Cause.after, effective(entries, number, 0), Cause())


def effective(entries: Sequence[Entry], number: int, to: int) -> list[Entry]:
    """The lines in force after ``to`` up to ``number``, the undone ones left out, oldest first."""
    by_number = {entry.number: entry for entry in entries}
    found: list[Entry] = []
    at = number
    while at > to:
        entry = by_number.get(at)
        if entry is None:
            break
        if entry.back is not None:
            at = entry.back
        else:
            found.append(entry)
            at -= 1
    if at != to:
        raise Refused.because("no-take-back", f"line {to} was itself taken back")
    return found[::-1]


def revived(entries: Iterable[Entry], system: System) -> list[Entry]:
    """Entries whose events are events again, not documents."""
    return [
        msgspec.structs.replace(entry, events=read_events(entry, system.rules)) for entry in entries
    ]
