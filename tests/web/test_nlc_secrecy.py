"""Orders, hidden marches and covered counters leave no trace on any channel of a table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from grognard.host.hearing import PUBLIC
from grognard.host.room import Room
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from tests.secrecy.frames import otherwise
from tests.secrecy.nlc_twins import twin
from tests.secrecy.observed import wanted_pairs
from tests.web.halls import played, room_of, with_state
from tests.web.test_secrecy import attacks, everything, pick

ROUNDS = 40
OPTIONS: tuple[dict[str, str], ...] = ({}, {"hidden_movement": "on"}, {"igougo": "on"})


def script(room: Room, side: str, stream: Stream) -> list[dict[str, Any]]:
    """What an inquisitive client asks."""
    table = room.state.table
    units = list(room.system.rules.view(room.state, side).pieces)
    mine = [unit for unit in units if table.side_of(unit) == side] or units
    foes = [unit for unit in units if table.side_of(unit) != side]
    one, foe = pick(stream, mine), pick(stream, foes)
    here, there = table.pieces[one].at, table.pieces[foe].at
    asked = isinstance(room.state.pending, Ask) and room.state.pending.side == side
    words = [f"move {one} {there:04d}", f"move {foe} {here:04d}", f"assault {there:04d} {one}",
             f"bombard {there:04d} {one}", "done", "pick yes"]  # fmt: skip
    asks: list[dict[str, Any]] = [
        {"type": "resync", "after": -1},
        {"type": "log", "after": -1},
        {"type": "look", "what": "units"},
        {"type": "look", "what": "reach", "unit": one},
        {"type": "look", "what": "reach", "unit": foe},
        {"type": "look", "what": "way", "unit": one, "text": f"{there:04d}"},
        {"type": "look", "what": "way", "unit": foe, "text": f"{here:04d}"},
        {"type": "look", "what": "barred", "unit": one, "target": there, "of": foe},
        {"type": "look", "what": "barred", "unit": foe, "target": here, "of": one},
        {"type": "look", "what": "sight", "origin": here, "target": there},
        {"type": "look", "what": "morale", "unit": one},
        {"type": "look", "what": "morale", "unit": foe},
        {"type": "look", "what": "orders"},
        {"type": "look", "what": "command"},
        {"type": "look", "what": "desk"},
        {"type": "look", "what": "papers"},
        {"type": "look", "what": "range", "unit": one},
        {"type": "look", "what": "range", "unit": foe},
        {"type": "look", "what": "odds", "text": words[2]},
        {"type": "look", "what": "odds", "text": f"assault {one} {there:04d}"},
        {"type": "look", "what": "odds", "text": f"assault {foe} {here:04d}"},
        {"type": "look", "what": "odds", "text": f"bombard {one} {there:04d}"},
        {"type": "look", "what": "threat"},
        {"type": "look", "what": "threat", "target": here},
        {"type": "look", "what": "threat", "target": there},
        {"type": "options"},
        {"type": "options", "unit": one},
        {"type": "options", "unit": foe},
        {"type": "take-back", "n": room.number + 1},
        {"type": "past", "at": room.number + 1},
    ]
    asks += [{"type": "look", "what": "zones", "of": each} for each in room.sides]
    asks += [{"type": "why", "text": text} for text in words]
    asks += [{"type": "look", "what": "odds", "text": text} for text in attacks(room)]
    if not asked:
        asks += [{"type": "answer", "n": room.number, "text": text} for text in words]
    return asks


def compare(room: Room, side: str, seed: int) -> int:
    """Compare a battle with its twin over every channel; gives how many messages were alike."""
    hidden = twin(room.state, side or room.sides[0], seed)
    other = with_state(room, otherwise(hidden, side, Stream(seed)))
    asks = script(room, side, Stream(seed))
    one, two = (asyncio.run(everything(each, side, asks)) for each in (room, other))
    for mine, theirs in zip(one, two, strict=True):
        assert mine == theirs, room.state.breadcrumb
    return len(one)


def compared(scenario: str, rounds: int, seed: int) -> int:
    """Play a battle by chance and compare every so often; gives the pairs."""
    room, pairs = room_of(scenario, str(seed), **OPTIONS[seed % len(OPTIONS)]), 0
    for round_ in range(rounds):
        played(room, 11, seed=round_)
        if not isinstance(room.state.pending, Ask):
            break
        for side in (*room.sides, PUBLIC):
            assert compare(room, side, seed=round_) > 20
            pairs += 1
    return pairs


@pytest.mark.parametrize(("scenario", "seed"), [("crossroads", 0), ("crossroads", 1), ("crossroads", 2), ("quatre-bras", 1)])  # fmt: skip
def test_what_a_side_may_not_know_leaves_no_trace_on_any_channel(scenario: str, seed: int) -> None:
    assert compared(scenario, 4, seed)


@pytest.mark.soak
def test_a_thousand_pairs_leave_no_trace() -> None:
    """``GROGNARD_PAIRS`` pairs, 1,000 unless told, over every channel."""
    (wanted, seed), found = wanted_pairs(), 0
    while found < wanted:
        found += compared("quatre-bras" if seed % 3 == 2 else "crossroads", ROUNDS, seed)
        seed += 1
