"""The movement clock at a table: shown, kept, called by the host and by nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from grognard.host.clocks import Clock
from grognard.host.keeper import Keeper, Table
from grognard.host.seats import Seat
from grognard.host.store import Store
from grognard.kernel.codec import encode
from grognard.web.live import LiveTable
from tests.web.halls import desk_at, heard, live_table, only, room_of, said

MINUTE = 60_000
STRICT = {"movement_clock": "strict", "movement_clock_minutes": "1"}
ADVISORY = {"movement_clock": "advisory", "movement_clock_minutes": "1"}


class Hands:
    """A clock whose hands are moved by the test."""

    def __init__(self) -> None:
        self.at = 0

    def __call__(self) -> int:
        return self.at


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


async def settled(live: LiveTable, number: int) -> None:
    """Let what was set in motion come to rest at a line."""
    for _ in range(400):
        if live.room.number >= number:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"the battle stands at {live.room.number}, not at {number}")


def test_a_clock_counts_for_the_side_that_is_asked_and_stands_while_nobody_is_there() -> None:
    hands = Hands()
    clock = Clock(tick=hands)
    clock.ask("red", "red 1")
    hands.at = 300
    clock.stop()
    hands.at = 5000
    assert clock.took() == 300
    clock.go_on()
    hands.at = 5100
    assert clock.used_in("red 1") == 400
    clock.add("red", clock.took(), "red 1")
    clock.ask("blue")
    assert clock.used_in("red 1") == 400
    assert clock.used() == {"red": 400, "blue": 0}


def test_a_table_without_a_clock_says_so() -> None:
    async def scene() -> None:
        french = desk_at(live_table(room_of("duel")), "french")
        await french.open()
        assert only(heard(french), "view")["timer"] is None

    run(scene())


@pytest.mark.rule("P8.1", "P17.1", "PR-137")
def test_everybody_sees_what_is_left() -> None:
    async def scene() -> None:
        hands, room = Hands(), room_of("duel", **STRICT)
        live = live_table(room, hands)
        french, watcher = desk_at(live, "french"), desk_at(live)
        await french.open()
        assert live.table.clock.stopped, "time begins when both sit"
        await desk_at(live, "prussian").open()
        timer = [each for each in heard(french) if each["type"] == "timer"][-1]["timer"]
        assert timer["runs"] == "french"
        hands.at = 20_000
        await watcher.open()
        timer = only(heard(watcher), "view")["timer"]
        assert timer == {
            "manner": "strict", "runs": "french",
            "sides": {"french": {"allowed": MINUTE, "left": 40_000},
                      "prussian": {"allowed": MINUTE, "left": MINUTE}},
        }  # fmt: skip
        update = only(await said(french, type="answer", n=0, text="march F1 S"), "update")
        assert update["timer"]["sides"]["french"]["left"] == 40_000

    run(scene())


@pytest.mark.rule("P8.1", "P17.1", "PR-137")
def test_at_a_strict_clock_the_host_ends_the_movement() -> None:
    async def scene() -> None:
        hands, room = Hands(), room_of("duel", **STRICT)
        live = live_table(room, hands)
        french = desk_at(live, "french")
        await french.open()
        await desk_at(live, "prussian").open()
        hands.at = MINUTE - 1
        live.time.look()
        await asyncio.sleep(0.05)
        assert live.room.number in (0, 1)
        hands.at = MINUTE
        live.time.look()
        await settled(live, 1)
        update = next(each for each in heard(french) if each["type"] == "update")
        assert update["lines"][0]["answer"] == "time-up"
        assert update["lines"][0]["events"][0]["event"] == "TimeRanOut"
        pending = live.room.state.pending
        assert getattr(pending, "purpose", "") != "movement" or live.room.asked != "french"
        refused = only(await said(french, type="take-back", n=live.room.number), "ack")
        assert refused["done"] is False, "the host's word is not taken back freely"

    run(scene())


@pytest.mark.rule("PR-137")
def test_an_advisory_clock_is_called_once_and_ends_nothing() -> None:
    async def scene() -> None:
        hands, room = Hands(), room_of("duel", **ADVISORY)
        live = live_table(room, hands)
        french = desk_at(live, "french")
        await french.open()
        await desk_at(live, "prussian").open()
        hands.at = MINUTE + 500
        live.time.look()
        await settled(live, 1)
        live.time.look()
        await asyncio.sleep(0.05)
        assert live.room.number == 1
        assert live.room.asked == "french"
        timer = live.time.timer()
        assert timer is not None
        assert timer["sides"]["french"]["left"] == -500

    run(scene())


def test_time_stands_still_while_nobody_is_at_the_table() -> None:
    async def scene() -> None:
        hands, room = Hands(), room_of("duel", **STRICT)
        live = live_table(room, hands)
        french, prussian = desk_at(live, "french"), desk_at(live, "prussian")
        await french.open()
        await prussian.open()
        hands.at = 10_000
        live.leave(french)
        live.leave(prussian)
        hands.at = 10 * MINUTE
        live.time.look()
        again = desk_at(live, "french")
        await again.open()
        await asyncio.sleep(0.02)
        assert live.room.number == 0
        timer = live.time.timer()
        assert timer is not None
        assert timer["sides"]["french"]["left"] == MINUTE - 10_000

    run(scene())


def test_nobody_but_the_host_says_that_time_is_up() -> None:
    async def scene() -> None:
        room = room_of("duel", **STRICT)
        live = live_table(room)
        french = desk_at(live, "french")
        await french.open()
        heard(french)
        for words in ("time-up", "  time-up "):
            refused = only(await said(french, type="answer", n=0, text=words), "refused")
            assert refused["code"] == "illegal"
        assert room.number == 0

    run(scene())


def test_what_was_used_and_called_comes_back_from_the_store(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")
    keeper = Keeper(store)
    seats = [Seat(side, 0, "human", side) for side in ("french", "prussian")]
    table, step = keeper.begun("premier", "duel", ADVISORY, seats, {}, "1")
    keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
    table.room.take(step)
    table.put_question()
    assert table.clock.segment == "french 1"
    for words, took in (("march F1 S", 12_000), ("time-up", 50_000)):
        step = table.room.answered("french", words)
        keeper.append(table.room, step, took, table.clock.segment).result()
        table.room.take(step)
    again = keeper.resumed(table.room.id)
    assert isinstance(again, Table)
    assert again.clock.used_in("french 1") >= 62_000
    assert again.called == {"french 1"}
    store.close()
