"""The lines of a battle played again, take-backs included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import msgspec

from grognard.host.refused import Refused
from grognard.host.room import Room, Watched
from grognard.host.take_back import Bookmark, take_back, went_back
from grognard.host.throws import AGREED, CONSENT, Cause
from grognard.kernel.journal import Entry, edition_after, readable
from grognard.kernel.system import Edition
from grognard.systems.plug import System

Line = tuple[bytes, Entry]
"""A line as it was written, and read."""


def replay_all(room: Room, lines: Sequence[Line]) -> None:
    """Play lines again on a room that stands before them."""
    _replayed(room, lines, set())


def played_again(room: Room, lines: Sequence[Line], watched: Watched) -> Room:
    """A battle from its opening on, whatever has become of its rules since.

    Where every line comes out as it was written it is played on, and other revisions are noted;
    else it is watched from its events.
    """
    here = room.system.rules.edition(room.setting)
    played = edition_after(room.header.edition, [entry for _, entry in lines])
    trial = room.copy()
    try:
        replay_all(trial, lines)
    except Exception as problem:  # other rules may fail in any way
        common = trial.number if trial.recent else -1
        reason = why_watched(played, here, common, str(problem))
        room.watched = msgspec.structs.replace(watched, reason=reason, common=common)
        replay_all(room, lines)
        return room
    trial.unnoted = here.revisions if played.differs(here) else ""
    return trial


def why_watched(played: Edition, here: Edition, common: int, problem: str) -> str:
    """Why a battle is not played on here, and what can be done with it."""
    said = f"this battle {played.differs(here) or 'does not come out as it was written'}: {problem}"
    end = f"pip install grognard=={played.release}" if played.release else "an older Grognard"
    ways = [f"finish it with the release it was played under ({end})"]
    if common >= 0:
        ways.append(f"go on from line {common} in a fork")
    return f"{said}; {', or '.join(ways)}"


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


def number_all(room: Room, lines: Sequence[Line]) -> None:
    """Number the lines before a snapshot; only those of which somebody hears nothing are read."""
    for _, entry in lines:
        if room.numbering.may_be_silent(entry):
            room.numbering.note(entry, revived([entry], room.system)[0].events)


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
    """Entries whose events are events again, not documents; those that nobody knows are left out."""
    return [
        msgspec.structs.replace(entry, events=tuple(readable(entry, system.rules)))
        for entry in entries
    ]
