"""The lines of a battle played again, take-backs included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from grognard.host.room import Refused, Room, Step
from grognard.host.take_back import CONSENT, take_back
from grognard.kernel import Event, State
from grognard.kernel.codec import convert
from grognard.kernel.journal import Entry
from grognard.kernel.system import System

Line = tuple[bytes, Entry]
"""A line as it was written, and read."""


def replay_all(room: Room, lines: Sequence[Line]) -> None:
    """Play lines again on a room that stands before them."""
    _replayed(room, lines, set())


def state_at(room: Room, lines: Sequence[Line], to: int) -> State:
    """The state after a line, from the opening on; ``lines`` are all of the battle."""
    system, setting = room.system, room.setting
    fresh = Room(room.id, system, setting, room.header, room.dice, system.opening(setting))
    kept = _replayed(fresh, lines[: to + 1], {to})
    if to not in kept:
        raise Refused.because("no-take-back", f"there is no line {to} to go back to")
    return kept[to]


def _replayed(room: Room, lines: Sequence[Line], wanted: set[int]) -> dict[int, State]:
    targets = {entry.back for _, entry in lines if entry.back is not None} | wanted
    kept: dict[int, State] = {}
    if room.number in targets:
        kept[room.number] = room.state
    entries = [entry for _, entry in lines]
    for written, entry in lines:
        if entry.back is None:
            room.replay(written, entry)
        else:
            _go_back(room, entry, kept, entries)
        if entry.number in targets:
            kept[entry.number] = room.state
    return kept


def _go_back(room: Room, entry: Entry, kept: dict[int, State], entries: Sequence[Entry]) -> None:
    assert entry.back is not None
    if entry.back not in kept:
        raise Refused.because("other-revision", f"line {entry.number} goes back to nowhere")
    undone = effective(entries, room.number, entry.back) if entry.purpose == CONSENT else []
    take_back(room, Step((entry,), (kept[entry.back],), entry.who), undone)


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
    union: Any = reduce(or_, system.events)
    return [
        msgspec.structs.replace(
            entry,
            events=tuple(
                event if isinstance(event, Event) else convert(event, union)
                for event in entry.events
            ),
        )
        for entry in entries
    ]
