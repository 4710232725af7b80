"""What is hidden on the measured table leaves no trace on any channel of a line: looks, odds, reasons, drafts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from grognard.host.hearing import PUBLIC
from grognard.host.room import Room
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.refusals import Misleading
from tests.secrecy.empire_twins import otherwise, twin
from tests.secrecy.observed import wanted_pairs
from tests.web.halls import played, room_of, with_state
from tests.web.test_curious import questions
from tests.web.test_secrecy import everything

PACK = "hagelberg-empire"
ROUNDS = 12


def script(room: Room, stream: Stream) -> list[dict[str, Any]]:
    """What an inquisitive client asks, of whatever is asked and of anybody by his name."""
    asks: list[dict[str, Any]] = [
        {"type": "resync", "after": -1},
        {"type": "log", "after": -1},
        {"type": "look", "what": "orders"},
        {"type": "look", "what": "command"},
        {"type": "past", "at": room.number + 1},
    ]
    return [*asks, *questions(room, Misleading(room.system.rules), stream)]


def compare(room: Room, side: str, seed: int) -> int:
    """Compare a battle with its twin over every channel; gives how many messages were alike."""
    hidden = twin(room.state, side or room.sides[0], seed)
    other = with_state(room, otherwise(hidden, side, Stream(seed)))
    asks = script(room, Stream(seed))
    one, two = (asyncio.run(everything(each, side, asks)) for each in (room, other))
    for mine, theirs in zip(one, two, strict=True):
        assert mine == theirs, room.state.breadcrumb
    return len(one)


def compared(rounds: int, seed: int) -> int:
    """Play a battle by chance and compare every so often, as long as somebody hides; gives the pairs."""
    room, pairs = room_of(PACK, str(seed)), 0
    for round_ in range(rounds):
        played(room, 9, seed=1000 * seed + round_)
        hides = any(piece.hidden for piece in room.state.table.pieces.values())
        if not isinstance(room.state.pending, Ask) or not hides:
            break
        for side in (*room.sides, PUBLIC):
            assert compare(room, side, seed=round_) > 20
            pairs += 1
    return pairs


@pytest.mark.rule("EG.9")
def test_who_is_hidden_leaves_no_trace_on_any_channel() -> None:
    assert compared(2, 3) == 6


@pytest.mark.soak
@pytest.mark.rule("EG.9")
def test_a_thousand_pairs_leave_no_trace() -> None:
    (wanted, seed), found = wanted_pairs(), 0
    while found < wanted:
        found += compared(ROUNDS, seed)
        seed += 1
