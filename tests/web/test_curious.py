"""Whoever asks gets an answer: looks, odds and reasons for any order, well-formed or misled, are never a fault of ours.

A curious person plays by chance beside everybody at the table. At every so many questions all sides and those
who watch ask what comes of orders of the kinds that are asked, of units and places of the table; what they
hear may be a refusal with its reason, but never that something broke.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.bots import eager_bot
from grognard.host.hearing import PUBLIC
from grognard.host.room import Room
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.refusals import Misleading
from tests.web.halls import desk_at, heard, live_table, room_of

LOOKS = ("reach", "refused", "barred", "zones", "sight", "units", "morale", "way", "threat", "range",
         "ends", "arcs", "orders", "command", "desk", "papers")  # fmt: skip
ASKED = 6
"""So many orders are asked about at a question, and so many looks taken."""

EVERY = 9
BATTLES = ("charge", "charge-xxx", "outpost", "crossroads", "manor-xxx", "bridgehead", "farm",
           "quatre-bras", "hagelberg-xxx", "hagelberg-empire", "hagelberg")  # fmt: skip


def questions(room: Room, misleading: Misleading, stream: Stream) -> Iterator[dict[str, Any]]:
    """What somebody wants to know of this moment."""
    ask = room.state.pending
    assert isinstance(ask, Ask)
    orders = [ask.options.sample(stream), *misleading.orders(room.state, ask, stream, ASKED)]
    for order in orders:
        yield {"type": "look", "what": "odds", "text": str(order)}
        yield {"type": "why", "text": str(order)}
    named = room.system.rules.named(room.state.table)
    things = [each for field in named.values() for each in field]
    units = [each for each in things if isinstance(each, str)]
    places = [each for each in things if isinstance(each, int)] or [0]

    def one(pool: list[Any]) -> Any:
        return pool[stream.randrange(len(pool))]

    for _ in range(ASKED):
        yield {"type": "look", "what": one([*LOOKS]), "unit": one(units), "of": one([*units, *room.sides]),
               "origin": one(places), "target": one(places), "text": one([*map(str, things)])}  # fmt: skip
        yield {"type": "options", "unit": one(units), "hex": one(places)}


async def asked(room: Room, asks: list[dict[str, Any]]) -> None:
    live = live_table(room)
    for side in (*room.sides, PUBLIC):
        desk = desk_at(live, *([side] if side else []))
        await desk.open(-1)
        heard(desk)
        for seq, ask in enumerate(asks, start=1):
            await desk.hear(json.dumps({**ask, "seq": seq}))
            await desk.looked()
            for reply in heard(desk):
                assert reply.get("code") != "fault", (side, ask, room.state.breadcrumb)


def wondered(scenario: str, seed: int, moments: int) -> int:
    """Play a battle by chance and ask at so many of its moments; gives how many there were."""
    room, stream = room_of(scenario, str(seed)), Stream(seed)
    misleading, found, answers = Misleading(room.system.rules), 0, 0
    while found < moments and isinstance(room.state.pending, Ask):
        pending = room.state.pending
        if answers % EVERY == seed % EVERY:
            asyncio.run(asked(room, list(questions(room, misleading, stream))))
            found += 1
        view = room.system.rules.view(room.state, pending.side)
        room.take(room.answered(pending.side, str(eager_bot.choose(view, pending, stream))))
        answers += 1
    return found


@pytest.mark.parametrize("scenario", BATTLES[:4])
def test_whatever_is_asked_at_a_table_it_is_answered(scenario: str) -> None:
    assert wondered(scenario, 3, 4) == 4


@pytest.mark.soak
def test_a_thousand_moments_are_asked_about() -> None:
    """``GROGNARD_CURIOUS`` moments, 1,000 unless told; those before ``GROGNARD_FROM`` were asked about before."""
    wanted, found = int(os.environ.get("GROGNARD_CURIOUS", "1000")), 0
    seed = int(os.environ.get("GROGNARD_FROM", "0"))
    while found < wanted:
        found += wondered(BATTLES[seed % len(BATTLES)], seed, 40)
        seed += 1
