"""Taking back: freely to the last die or revelation, then by consent; always in the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from grognard.host.room import REMEMBERED, Refused, Room, Step
from grognard.kernel import State
from grognard.kernel.journal import DICE, DRAW, Entry

CONSENT = "consent"
"""The purpose of a line that goes back by consent; a free one has none."""

REFUSED = "refused"
"""The purpose of a line that says no to a wish: it goes back to where the battle stands."""


class Wish(msgspec.Struct, frozen=True):
    """A side asks to go back to the state after line ``to``; it lapses with the next answer."""

    side: str
    to: int
    asked_at: int


def freely(room: Room, side: str) -> Step:
    """Undo the side's last decision, while no die has fallen and nothing came to light since."""
    if not room.decisions:
        raise Refused.because("no-take-back", "there is nothing to take back")
    last = room.decisions[-1]
    if last.state is None:
        raise Refused.because(
            "needs-consent", "a die has fallen or something came to light: ask the other side"
        )
    if last.side != side:
        raise Refused.because("needs-consent", "the last decision was not yours")
    return went_back(room, side, last.before, last.state)


def wished(room: Room, side: str, to: int | None = None) -> Wish:
    """What a side may ask for: its own last decision, or a line it names."""
    if to is not None:
        if not 0 <= to < room.number:
            raise Refused.because("no-take-back", f"there is no line {to} to go back to")
        return Wish(side, to, room.number)
    own = [each for each in room.decisions if each.side == side]
    if not own:
        raise Refused.because("no-take-back", "you have decided nothing that is remembered")
    return Wish(side, own[-1].before, room.number)


def granted(room: Room, wish: Wish, state: State) -> Step:
    """The other side agrees; ``state`` is the one after the line that is gone back to."""
    if room.number != wish.asked_at:
        raise Refused.because("stale", "the battle has gone on since that was asked")
    return went_back(room, wish.side, wish.to, state, CONSENT)


def refused(room: Room, wish: Wish, side: str) -> Step:
    """The other side declines: a line in the journal, and nothing else."""
    if room.number != wish.asked_at:
        raise Refused.because("stale", "the battle has gone on since that was asked")
    said = f"take-back {wish.side} {wish.to}"
    entry = Entry(room.number + 1, side, said, purpose=REFUSED, back=room.number)
    return Step((entry,), (room.state,))


def went_back(room: Room, side: str, to: int, state: State, purpose: str = "") -> Step:
    entry = Entry(room.number + 1, side, purpose=purpose, back=to)
    return Step((entry,), (state,), side)


def take_back(room: Room, step: Step, undone: Sequence[Entry] = ()) -> None:
    """The line is in the store: go back. Throws that were undone will fall again as they fell."""
    entry, state = step.entries[0], step.states[0]
    assert entry.back is not None
    if entry.purpose == REFUSED:
        room.recent.append(entry)
        room.number = entry.number
        return
    kept = [each for each in room.decisions if each.before < entry.back]
    room.decisions = deque(kept, maxlen=REMEMBERED)
    if undone:
        throws = [each for each in undone if each.who in (DICE, DRAW)]
        room.undone = (*throws, *room.undone)
    room.recent.append(entry)
    room.state, room.number = _quiet(state), entry.number


def _quiet(state: State) -> State:
    """The same state without the news that once led to it: nothing happens by going back."""
    return msgspec.structs.replace(state, happened=())
