"""Hostile clients: whatever they send, they get an error, and nobody else notices (R4)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from typing import Any, get_args

import msgspec
import pytest

from grognard.host.room import Room
from grognard.kernel.chance import Stream
from grognard.kernel.codec import state_hash
from grognard.web import frames
from grognard.web.connection import PATIENCE, Connection, Cut
from grognard.web.frames import LARGEST
from tests.web.grammar import Grammar
from tests.web.halls import desk_at, heard, live_table, only, played, room_of, said

KINDS = (
    "answer", "options", "why", "look", "log", "resync", "take-back", "consent", "standing", "sit",
    "seat", "ping", "trial", "past", "steps", "seen", "timer", "hello", "view", "update", "ack", "question", "admin", "", "answer\x00",
)  # fmt: skip
FIELDS = (
    "n", "seq", "text", "unit", "hex", "what", "of", "origin", "target", "after", "most", "to",
    "at", "agree", "orders", "side", "kind", "type", "__proto__", "constructor",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 10**400, 1e308, -0.0, "", " ", "done", "march", "fire",
    "march F1", "march F1 N N N", "march F1 face:Q", "fire 9999 F1@9999", "fire 0000 X@0000",
    "assault 0101", "assault 0101 F1 F1", "form F1 line Q 0101", "form F1 square N 9901",
    "enter F1 0101 column N", "pick", "pick \u0000", "advance", "advance F1 F1", "restack 0101 F1",
    "split F1", "join F1", "fall-back F1 0101", "\ud83d\ude00" * 50, "F1", "F" * 5000, [], [[]], {}, {"a": 1},
    "../../etc/passwd", "'; DROP TABLE games; --", "<script>", "%s%n", "\\u0000", "french",
    "prussian", "reach", "odds", "sight", "zones", "units", "morale", "random", "human",
    [{"purpose": "opportunity-fire", "manner": "sometimes"}], [{"purpose": "x"}], [1] * 100,
)  # fmt: skip


def frame(stream: Stream, number: int) -> str | bytes:
    """Something that a hostile client might send."""
    choice = stream.randrange(12)
    if choice == 0:
        return bytes(stream.randrange(256) for _ in range(stream.randrange(200)))
    if choice == 1:
        return "[" * (1 + stream.randrange(4000))
    if choice == 2:
        return "x" * (LARGEST + stream.randrange(LARGEST))
    message: dict[str, Any] = {"type": KINDS[stream.randrange(len(KINDS))]}
    for _ in range(stream.randrange(5)):
        field = FIELDS[stream.randrange(len(FIELDS))]
        message[field] = VALUES[stream.randrange(len(VALUES))]
    if choice in (3, 4, 5) and message["type"] in ("answer", "take-back"):
        message["n"] = number - stream.randrange(3)
    text = json.dumps(message)
    if choice == 6:
        return text[: stream.randrange(len(text) + 1)]
    if choice == 7:
        place = stream.randrange(len(text))
        return text[:place] + chr(stream.randrange(0x250)) + text[place + 1 :]
    return text.encode() if choice == 8 else text


def harmless(room: Room, side: str) -> str:
    return state_hash(room.state, room.system.rules) + str(room.number) + side


async def attack(room: Room, sides: tuple[str, ...], count: int, seed: int) -> None:
    """Let a client that may not decide now, nor take anything back, send all it can think of."""
    room.decisions.clear()
    live, stream = live_table(room), Stream(seed)
    honest = desk_at(live, room.asked)
    await honest.open()
    bad = desk_at(live, *sides)
    await bad.open()
    heard(honest)
    heard(bad)
    before, seats = harmless(room, ""), list(live.seats)
    state, number = room.state, room.number
    grammar = Grammar(room, stream)
    for turn in range(count):
        sent = grammar.frame() if turn % 2 else frame(stream, room.number)
        if sides and '"resign"' in str(sent):
            continue  # to give up is everybody's right
        await bad.hear(sent)
        await bad.looked()
        assert bad.outbox, sent
        for reply in heard(bad):
            assert reply["type"] not in ("update",), sent
            assert reply.get("code") != "fault", (sent, reply)
        assert room.state is state, sent
        assert room.number == number, sent
        assert turn % WHOLE or harmless(room, "") == before, sent
        assert [seat.kind for seat in live.seats if seat.side not in sides] == [
            seat.kind for seat in seats if seat.side not in sides
        ]
        noticed = [message["type"] for message in heard(honest)]
        assert set(noticed) <= {"people", "wish", "said"}, sent
    await said(honest, type="ping")
    assert harmless(room, "") == before


HOSTILE = 1500

WHOLE = 20
"""After so many frames what the state holds is compared, and not only which it is."""

BATTLES = ("duel", "charge", "crossroads", "village", "outpost", "first-assault-xxx")


@pytest.mark.parametrize("seed", range(3))
def test_a_client_without_a_seat_changes_nothing(seed: int) -> None:
    room = played(room_of("duel"), 11 * seed, seed)
    asyncio.run(attack(room, (), HOSTILE // 4, seed))


@pytest.mark.parametrize("seed", range(3))
def test_the_side_that_is_not_asked_changes_nothing(seed: int) -> None:
    room = played(room_of("duel", str(seed)), 13 * seed, seed)
    other = next(side for side in room.sides if side != room.asked)
    asyncio.run(attack(room, (other,), HOSTILE // 4, seed))


@pytest.mark.soak
def test_a_hundred_thousand_hostile_frames_change_nothing() -> None:
    """R4: ``GROGNARD_HOSTILE`` frames, 100,000 unless told, at tables of several battles.

    Those before the frame ``GROGNARD_FROM`` have been sent by an earlier run.
    """
    wanted, sent = int(os.environ.get("GROGNARD_HOSTILE", "100000")), 0
    seed = int(os.environ.get("GROGNARD_FROM", "0")) // 1000
    while sent < wanted:
        scenario = BATTLES[seed % len(BATTLES)]
        room = played(room_of(scenario, str(seed)), 7 * (seed % 9), seed)
        others = tuple(side for side in room.sides if side != room.asked)
        if room.asked:
            sides = others if seed // len(BATTLES) % 2 else ()
            asyncio.run(attack(room, sides, min(1000, wanted - sent), seed))
            sent += 1000
        seed += 1


@pytest.mark.parametrize("scenario", ["duel", "crossroads"])
def test_the_grammar_knows_every_message_and_is_mostly_understood(scenario: str) -> None:
    room = room_of(scenario)
    grammar, kinds, read = Grammar(room, Stream(3)), set[str](), 0
    for _ in range(HOSTILE):
        sent = grammar.frame()
        with contextlib.suppress(msgspec.DecodeError):
            kinds.add(type(frames.read(sent)).__name__)
            read += 1
    assert kinds == {kind.__name__ for kind in get_args(frames.Incoming)}
    assert read > HOSTILE // 4


async def at_a_table(*sides: str) -> tuple[Room, Connection]:
    room = room_of("duel")
    desk = desk_at(live_table(room), *sides)
    await desk.open()
    return room, desk


def test_garbage_from_the_side_that_is_asked_is_refused_or_obeyed_but_never_a_fault() -> None:
    async def scene() -> None:
        room, desk = await at_a_table("french", "prussian")
        stream = Stream(77)
        for _ in range(HOSTILE // 2):
            number = room.number
            sent = frame(stream, number)
            await desk.hear(sent)
            await desk.looked()
            replies = heard(desk)
            assert all(reply.get("code") != "fault" for reply in replies), (sent, replies)
            if room.number != number:
                assert any(reply["type"] in ("ack", "update") for reply in replies)

    asyncio.run(scene())


def test_a_stale_answer_is_refused_and_a_replayed_one_too() -> None:
    async def scene() -> None:
        room, desk = await at_a_table("french")
        answer = {"type": "answer", "n": 0, "text": "march F1 S", "seq": 3}
        only(await said(desk, **answer), "ack")
        number = room.number
        again = only(await said(desk, **answer), "refused")
        assert again["code"] == "stale"
        assert again["seq"] == 3
        early = only(await said(desk, **{**answer, "n": 99}), "refused")
        assert early["code"] == "stale"
        assert room.number == number

    asyncio.run(scene())


def test_a_wrong_seat_is_refused_with_the_reason() -> None:
    async def scene() -> None:
        room, desk = await at_a_table("prussian")
        refused = only(await said(desk, type="answer", n=0, text="done"), "refused")
        assert refused["code"] == "not-yours"
        for wrong in ({"type": "sit", "side": "french"}, {"type": "seat", "side": "french"}):
            assert only(await said(desk, **wrong), "refused")["code"] == "wrong-seat"
        assert room.number == 0

    asyncio.run(scene())


def test_those_who_watch_decide_nothing() -> None:
    async def scene() -> None:
        _, desk = await at_a_table()
        for message in (
            {"type": "answer", "n": 0, "text": "done"}, {"type": "take-back", "n": 0},
            {"type": "consent", "agree": True}, {"type": "standing", "orders": []},
            {"type": "options"}, {"type": "why", "text": "done"},
        ):  # fmt: skip
            assert only(await said(desk, **message), "refused")["code"] == "watcher"

    asyncio.run(scene())


def test_a_frame_that_is_too_large_gets_an_error() -> None:
    async def scene() -> None:
        _, desk = await at_a_table("french")
        await desk.hear(json.dumps({"type": "answer", "text": "x" * LARGEST}))
        assert heard(desk)[-1]["code"] == "too-large"

    asyncio.run(scene())


def test_a_flood_is_refused_and_then_cut() -> None:
    async def scene() -> None:
        room = room_of("duel")
        desk = Connection(live_table(room), ("french",), now=lambda: 0.0)
        await desk.open()
        codes, cut = set(), False
        for _ in range(PATIENCE + 300):
            try:
                await desk.hear('{"type":"ping"}')
            except Cut:
                cut = True
                break
            codes |= {message.get("code") for message in heard(desk)}
        assert "slow-down" in codes
        assert cut

    asyncio.run(scene())


def test_who_does_not_read_is_cut_off_and_nobody_waits_for_him() -> None:
    async def scene() -> None:
        _, desk = await at_a_table("french")
        for _ in range(600):
            desk.tell("x")
        assert desk.is_cut
        assert len(desk.outbox) <= 512

    asyncio.run(scene())
