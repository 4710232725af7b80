"""Two battles that differ only in what a side may not know give that side the same bytes (R5).

Every channel of a table: greeting, view, question, options, reasons, looks, odds, log, errors, and
the same for those who only watch. The twin is drawn by ``imagine`` from the side's own view: it
deals the enemy's hidden values out anew.
"""

from __future__ import annotations

import asyncio
import json
from itertools import islice
from typing import Any

import pytest

from grognard.host.hearing import PUBLIC
from grognard.host.room import Room
from grognard.kernel import Ask, State
from grognard.kernel.chance import Stream
from grognard.kernel.errors import BrokenRules
from grognard.web.views import map_document, setting_document
from tests.secrecy.observed import wanted_pairs
from tests.web.halls import desk_at, live_table, played, room_of, with_state

REDRAWN = 1000
"""Added to a seed to draw again."""


def twin_of(room: Room, side: str, seed: int) -> Room:
    """The same battle, but for what the side may not know."""
    state = room.state
    guess = guessed(room, side, seed)
    guess.table.secrets = {
        whose: held if whose == side else {**held, "weather-eye": "twin"}
        for whose, held in state.table.secrets.items()
    }
    guess.table.cache.clear()
    return with_state(room, State(guess.table, guess.stack, guess.pending, state.happened))


def guessed(room: Room, side: str, seed: int) -> State:
    """Another battle that looks the same. The side sees which question is put, so a guess in which it
    would not be put (nobody left with a musket to fire) is none, and is drawn again."""
    seen = room.system.rules.view(room.state, side)
    for again in range(20):
        try:
            guess: State = room.system.rules.imagine(seen, room.setting, seed + again * REDRAWN)
        except BrokenRules:
            continue
        return guess
    raise AssertionError("no guess fits what the side sees")


def differs(one: Room, other: Room) -> bool:
    return dict(one.setting.roster) != dict(other.setting.roster)


def script(room: Room, side: str, stream: Stream) -> list[dict[str, Any]]:
    """What an inquisitive client asks."""
    table = room.state.table
    units = list(table.pieces)
    mine = [unit for unit in units if table.side_of(unit) == side] or units
    foes = [unit for unit in units if table.side_of(unit) != side]
    one, foe = pick(stream, mine), pick(stream, foes)
    here, there = table.pieces[one].at, table.pieces[foe].at
    asked = isinstance(room.state.pending, Ask) and room.state.pending.side == side
    words = [f"march {one} N N", f"fire {there:04d} {one}@{here:04d}", f"assault {there:04d} {one}",
             f"form {one} line NNE {here:04d}", f"march {foe} N", "done", "pick yes"]  # fmt: skip
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
        {"type": "look", "what": "odds", "text": f"fire {there:04d} {one}@{here:04d}"},
        {"type": "look", "what": "odds", "text": f"fire {here:04d} {foe}@{there:04d}"},
        {"type": "look", "what": "odds", "text": f"assault {there:04d} {one}"},
        {"type": "look", "what": "odds", "text": f"assault {here:04d} {foe}"},
        {"type": "look", "what": "odds", "text": f"charge {one}"},
        {"type": "look", "what": "odds", "text": f"charge {foe}"},
        {"type": "look", "what": "threat"},
        {"type": "look", "what": "threat", "target": here},
        {"type": "look", "what": "threat", "target": there},
        {"type": "options"},
        {"type": "options", "unit": one},
        {"type": "options", "unit": foe},
        {"type": "options", "hex": there},
        {"type": "answer", "n": room.number, "text": "march nobody N"},
        {"type": "answer", "n": room.number, "text": f"march {foe} N"},
        {"type": "answer", "n": room.number + 1, "text": "done"},
        {"type": "take-back", "n": room.number + 1},
        {"type": "consent", "agree": True},
        {"type": "past", "at": room.number + 1},
        {"type": "steps", "after": 0, "side": "nobody"},
        {"type": "seen", "n": room.number},
        {"type": "nonsense"},
    ]
    asks += [{"type": "look", "what": "zones", "of": each} for each in room.sides]
    asks += [{"type": "why", "text": text} for text in words]
    asks += [{"type": "look", "what": "odds", "text": text} for text in attacks(room)]
    if not asked:
        asks += [{"type": "answer", "n": room.number, "text": text} for text in words]
    return asks


def attacks(room: Room) -> list[str]:
    """The first attacks that are offered to whoever is asked, or else the first answers."""
    pending = room.state.pending
    if not isinstance(pending, Ask) or hasattr(pending.options, "of_unit"):
        return []
    words = [str(action) for action in islice(pending.options, 30)]
    attacking = [text for text in words if text.startswith(("fire", "assault"))][:4]
    return attacking or words[:2]


def pick(stream: Stream, things: list[str]) -> str:
    return things[stream.randrange(len(things))]


async def everything(room: Room, side: str, asks: list[dict[str, Any]]) -> list[str]:
    """All that a client of this side is sent."""
    live = live_table(room)
    desk = desk_at(live, *([side] if side else []))
    await desk.open(-1)
    for seq, ask in enumerate(asks, start=1):
        await desk.hear(json.dumps({**ask, "seq": seq}))
        await desk.looked()
        assert '"code":"fault"' not in desk.outbox[-1], ask
    return [*desk.outbox]


def compare(room: Room, side: str, seed: int) -> int:
    """Compare a battle with its twin over every channel; gives how many messages were alike."""
    twin = twin_of(room, side, seed)
    asks = script(room, side, Stream(seed))
    one = asyncio.run(everything(room, side, asks))
    other = asyncio.run(everything(twin, side, asks))
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs
    for document in (setting_document, map_document):
        assert document(room.system, room.setting) == document(room.system, twin.setting)
    return len(one)


def compared(scenario: str, rounds: int, seed: str) -> int:
    """Play a battle by chance and compare every so often; gives the pairs that really differed."""
    room, real = room_of(scenario, seed), 0
    for round_ in range(rounds):
        played(room, 17, seed=round_)
        if not isinstance(room.state.pending, Ask):
            break
        for side in (*room.sides, PUBLIC):
            assert compare(room, side, seed=round_) > 20
            real += differs(room, twin_of(room, side, round_))
    return real


@pytest.mark.parametrize(
    ("scenario", "rounds"),
    [("duel", 6), ("village", 4), ("charge", 3), ("charge-xxx", 3), ("hagelberg", 1)],
)
def test_what_a_side_may_not_know_leaves_no_trace_on_any_channel(
    scenario: str, rounds: int
) -> None:
    assert compared(scenario, rounds, seed="9")


@pytest.mark.soak
def test_a_thousand_pairs_leave_no_trace() -> None:
    """R5: ``GROGNARD_PAIRS`` pairs, 1,000 unless told, over every channel."""
    (wanted, seed), found = wanted_pairs(), 0
    while found < wanted:
        scenario = ("duel", "village", "charge", "charge-xxx", "village-xxx", "hagelberg")[seed % 6]
        found += compared(scenario, 12, seed=str(seed))
        seed += 1


def test_a_die_thrown_in_secret_is_not_in_the_log_of_the_other_side() -> None:
    from grognard.host.hearing import heard
    from grognard.kernel.journal import Entry
    from grognard.systems.bataille.events.command import ArrivalDiced

    entry = Entry(7, "dice", dice=(5,), purpose="arrival",
                  events=(ArrivalDiced("french", "RF1", 3, 5),))  # fmt: skip
    assert heard(entry, "french").dice == (5,)
    for side in ("coalition", PUBLIC):
        line = heard(entry, side)
        assert line.dice == ()
        assert line.hidden
        assert "5" not in json.dumps(line.events[0]["die"])


def test_those_who_watch_see_no_specific_side_of_anybody() -> None:
    room = room_of("duel")
    live = live_table(room)
    desk = desk_at(live)
    asyncio.run(desk.open())
    counters = json.loads(desk.outbox[1])["view"]["counters"]
    assert {*room.setting.roster} <= {*counters}
    assert not any("back" in counter for counter in counters.values())
    told = {figure["label"] for each in counters.values() for figure in each.get("figures", ())}
    assert told == {"strength", "move"}
    assert all(json.loads(message)["type"] != "question" for message in desk.outbox)


def test_standing_orders_are_told_to_nobody_else() -> None:
    room = room_of("duel")

    async def scene() -> tuple[list[str], list[str]]:
        live = live_table(room)
        french, other = desk_at(live, room.sides[0]), desk_at(live, room.sides[1])
        await french.open()
        await other.open()
        other.outbox.clear()
        order = "never opportunity fire"
        await french.hear(json.dumps({"type": "standing", "orders": [order]}))
        return [*french.outbox], [*other.outbox]

    mine, theirs = asyncio.run(scene())
    assert any("never opportunity fire" in message for message in mine)
    assert not any("pportunity fire" in message for message in theirs)
