"""Taking back: freely to the last die or revelation, then by consent; always in the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from grognard.host.refused import Refused
from grognard.host.room import REMEMBERED, Room, Step
from grognard.host.throws import AGREED, Cause, undone_by
from grognard.kernel import State
from grognard.kernel.journal import DRAWN, Entry

REFUSED = "refused"
"""The purpose of a line that says no to a wish: it goes back to where the battle stands."""


TAKE_BACK, DRAW, BY_FILE = "take-back", "draw", "by-file"
"""What may be wished for."""


class Bookmark(msgspec.Struct, frozen=True):
    """A place in the battle: the state after a line, and the cause of what falls there."""

    state: State
    cause: Cause


class Wish(msgspec.Struct, frozen=True):
    """A side asks to go back to the state after line ``to``; it lapses with the next answer.

    ``what`` may be something else that two must agree on: a draw, or to go on by file.
    """

    side: str
    to: int
    asked_at: int
    what: str = TAKE_BACK


def freely(room: Room, side: str) -> Step:
    """Undo the side's last decision, while no die has fallen and nothing came to light since."""
    _in_play(room)
    if not room.decisions:
        raise Refused.because("no-take-back", "there is nothing to take back")
    last = room.decisions[-1]
    if last.state is None:
        raise Refused.because(
            "needs-consent", "a die has fallen or something came to light: ask the other side"
        )
    if last.side != side:
        raise Refused.because("needs-consent", "the last decision was not yours")
    entry = Entry(room.number + 1, side, back=last.before)
    return Step((entry,), (last.state,), side, last.cause)


def wished(room: Room, side: str, to: int | None = None) -> Wish:
    """What a side may ask for: its own last decision, or a line it names."""
    _in_play(room)
    if to is not None:
        if not 0 <= to < room.number:
            raise Refused.because("no-take-back", f"there is no line {to} to go back to")
        return Wish(side, to, room.number)
    own = [each for each in room.decisions if each.side == side]
    if not own:
        raise Refused.because("no-take-back", "you have decided nothing that is remembered")
    return Wish(side, own[-1].before, room.number)


def draw_wished(room: Room, side: str) -> Wish:
    """A side offers a draw."""
    _in_play(room)
    return Wish(side, room.number, room.number, DRAW)


def by_file_wished(room: Room, side: str) -> Wish:
    """A side wants to go on by file."""
    _in_play(room)
    return Wish(side, room.number, room.number, BY_FILE)


def draw_granted(room: Room, wish: Wish) -> Step:
    """The other side agrees to the draw: the battle is over."""
    _check_open(room, wish)
    return room.given_up(DRAWN)


def _check_open(room: Room, wish: Wish) -> None:
    if room.number != wish.asked_at:
        raise Refused.because("stale", "the battle has gone on since that was asked")


def _in_play(room: Room) -> None:
    """Over is over: its secrets are open, and to go on from a line is another battle."""
    room.check_playable()
    if room.is_over:
        raise Refused.because(
            "over", "the battle is over and stands as it was played; a study goes on from any line"
        )


def granted(room: Room, wish: Wish, there: Bookmark, since: Sequence[Entry]) -> Step:
    """The other side agrees: back to a place in the battle, over the lines in force since."""
    _in_play(room)
    _check_open(room, wish)
    entry = Entry(room.number + 1, wish.side, purpose=AGREED, back=wish.to)
    return went_back(entry, there, since)


def refused(room: Room, wish: Wish, side: str) -> Step:
    """The other side declines: a line in the journal, and nothing else."""
    _check_open(room, wish)
    said = f"{wish.what} {wish.side} {wish.to}"
    entry = Entry(room.number + 1, side, said, purpose=REFUSED, back=room.number)
    return Step((entry,), (room.state,))


def went_back(entry: Entry, there: Bookmark, since: Sequence[Entry]) -> Step:
    """A line that goes back; throws that it undoes will fall again as they fell."""
    undone = undone_by(entry, there.cause, since)
    return Step((entry,), (there.state,), entry.who, there.cause, undone)


def take_back(room: Room, step: Step) -> None:
    """The line is in the store: go back."""
    entry, state = step.entries[0], step.states[0]
    assert entry.back is not None
    if entry.purpose == REFUSED:
        room.recent.append(entry)
        room.numbering.note(entry, ())
        room.number = entry.number
        return
    kept = [each for each in room.decisions if each.before < entry.back]
    room.decisions = deque(kept, maxlen=REMEMBERED)
    room.cause, room.undone = step.cause, (*step.undone, *room.undone)
    room.recent.append(entry)
    room.numbering.note(entry, ())
    room.state, room.number = _quiet(state), entry.number


def _quiet(state: State) -> State:
    """The same state without the news that once led to it: nothing happens by going back."""
    return msgspec.structs.replace(state, happened=())
