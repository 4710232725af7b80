"""Hidden orders cannot be counted: lines of which a side hears nothing have no number for it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from grognard.host.hearing import PUBLIC
from grognard.host.numbering import WHOLE, Numbering
from grognard.host.room import Room
from grognard.kernel.chance import Stream
from grognard.kernel.journal import Entry
from grognard.kernel.seeing import see
from grognard.systems.registry import system_named
from grognard.web.connection import Connection
from grognard.web.live import LiveTable
from tests.web.halls import desk_at, heard, live_table, only, room_of, said

SECRET = system_named("nlc").desk.secret


def numbered() -> Numbering:
    """Blue settles lines 2, 3 and 5 in secret, and takes the last of them back."""
    found = Numbering(("blue", "red"), SECRET)
    for number, (who, purpose) in enumerate(
        [("opening", ""), ("red", "movement"), ("blue", "orders"), ("blue", "orders"),
         ("red", "movement"), ("blue", "orders")]
    ):  # fmt: skip
        found.note(Entry(number, who, purpose=purpose), ())
    found.note(Entry(6, "blue", back=4), ())
    return found


def test_lines_are_numbered_without_those_that_are_never_heard_of() -> None:
    found = numbered()
    assert [found.told("blue", number) for number in range(7)] == [0, 1, 2, 3, 4, 5, 6]
    assert [found.told(WHOLE, number) for number in range(7)] == [0, 1, 2, 3, 4, 5, 6]
    for other in ("red", PUBLIC):
        assert [found.told(other, number) for number in range(7)] == [0, 1, 1, 1, 2, 2, 2]
        assert [found.line(other, number) for number in range(4)] == [0, 3, 6, 7]
        assert found.is_silent(other, 6)


def test_a_take_back_of_something_that_was_heard_is_heard() -> None:
    found = numbered()
    found.note(Entry(7, "blue", back=0), ())
    assert not found.is_silent("red", 7)


async def settle(live: LiveTable, orders: int, seed: int) -> int:
    """The side that is asked in secret gives so many orders, and says that it has done."""
    side, chance, given = live.room.asked, Stream(seed), 0
    while live.room.asked == side and live.see(side).question.purpose in SECRET:
        seen = see(live.room.system.rules, live.room.state, side)
        drawn = (str(seen.ask.options.sample(chance)) for _ in range(50))
        words = next((each for each in drawn if each != "done"), "done")
        words = words if given < orders else "done"
        given += words != "done"
        await live.answer(side, live.room.number, words)
        if words == "done":
            break
    return given


def told(desk: Connection) -> list[dict[str, Any]]:
    """What somebody was told, but for the time that was used."""
    return [{**message, "clock": None} for message in heard(desk)]


def battle(orders: int, seed: int) -> tuple[int, dict[str, list[Any]]]:
    """A phase of orders, with so many of them; what the other side and a watcher are told."""

    async def scene() -> tuple[int, dict[str, list[Any]]]:
        room = room_of("quatre-bras", "3")
        live = live_table(room)
        writer = room.asked
        other = next(side for side in room.sides if side != writer)
        assert live.see(other).question.purpose in SECRET
        desks = {"other": desk_at(live, other), "watcher": desk_at(live)}
        for desk in desks.values():
            await desk.open(-1)
        given = await settle(live, orders, seed)
        found = {who: told(desk) for who, desk in desks.items()}
        for who, desk in desks.items():
            for message in ({"type": "log"}, {"type": "ping"}, {"type": "resync", "after": 0},
                            {"type": "steps", "after": 0}, {"type": "past", "at": 1},
                            {"type": "past", "at": 99}, {"type": "answer", "n": 99, "text": "done"},
                            {"type": "take-back", "n": 99}):  # fmt: skip
                found[who] += await said(desk, **message)
        return given, found

    return asyncio.run(scene())


def test_however_many_orders_are_written_the_other_side_is_told_the_same() -> None:
    given, few = battle(0, seed=1)
    assert given == 0
    for orders in (1, 3):
        given, many = battle(orders, seed=orders)
        assert given > 0
        for who, messages in few.items():
            assert json.dumps(messages) == json.dumps(many[who]), who


def test_a_side_answers_by_its_own_numbers() -> None:
    async def scene() -> None:
        room = room_of("quatre-bras", "3")
        live = live_table(room)
        writer = room.asked
        other = next(side for side in room.sides if side != writer)
        desk = desk_at(live, other)
        await desk.open(-1)
        while live.room.asked != other:
            await settle(live, 2, 5)
        question = only(
            [each for each in heard(desk) if each["type"] == "question"][-1:], "question"
        )
        assert question["n"] < live.room.number
        replies = await said(desk, type="answer", seq=4, n=question["n"], text="done")
        assert only(replies, "ack")["n"] == question["n"] + 1
        stale = await said(desk, type="answer", seq=5, n=question["n"], text="done")
        assert only(stale, "refused")["code"] in ("stale", "not-yours")

    asyncio.run(scene())


def test_who_has_every_seat_is_told_the_numbers_of_the_journal() -> None:
    async def scene(room: Room) -> None:
        live = live_table(room)
        desk = desk_at(live, *room.sides)
        await desk.open(-1)
        await settle(live, 2, 5)
        assert only(await said(desk, type="ping", seq=1), "pong")["n"] == room.number

    asyncio.run(scene(room_of("quatre-bras", "3")))


@pytest.mark.parametrize("scenario", ["duel", "village"])
def test_where_nothing_is_settled_in_secret_the_numbers_are_those_of_the_journal(
    scenario: str,
) -> None:
    room = room_of(scenario)
    assert not room.system.desk.secret
    assert live_table(room).number(room.sides[1]) == room.number
