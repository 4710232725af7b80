"""R5 over HTTP and in the record: two battles that differ, from their opening on, only in what a side
may not know, and were played alike, give that side the same bytes by every route.

The twin's opening is drawn by ``imagine``; both are given the same answers and the same dice. When
the hidden values decide something (a check passed here and failed there), the two are no longer
alike and the pair ends; until then every ``GET`` of a battle must answer alike, also those that are
written later: the routes are taken from the OpenAPI.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from grognard.bots.random_bot import choose
from grognard.host.hearing import PUBLIC, all_heard
from grognard.host.refused import Refused
from grognard.host.room import Room
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.journal import Entry
from grognard.web.app import make_app
from tests.secrecy.observed import wanted_pairs
from tests.web.halls import live_table, room_of, with_state
from tests.web.test_secrecy import differs

ASKED = {"at": (0, 3), "after": (0, 2), "most": (50,)}
"""Values for what a route wants to know; the seat comes by itself."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    url = f"sqlite:///{tmp_path_factory.mktemp('secrecy') / 'battles.db'}"
    app = make_app(url, hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


def twin_opening(room: Room, side: str, seed: int) -> Room:
    """The opening of the same battle with other hidden values."""
    seen = room.system.rules.view(room.state, side)
    setting = room.system.rules.imagine(seen, room.setting, seed).table.setting
    twin = with_state(room, room.system.rules.opening(setting))
    twin.recent.clear()
    twin.number = 0
    return twin


def both_played(one: Room, other: Room, side: str, answers: int, seed: int) -> list[list[Entry]]:
    """Give both the same answers while the side hears the same; gives the lines of each."""
    chance, written = Stream(seed), [[*one.recent], [*other.recent]]
    for _ in range(answers):
        pending = one.state.pending
        if not isinstance(pending, Ask) or other.asked != pending.side:
            break
        words = str(choose(one.system.rules.view(one.state, pending.side), pending, chance))
        try:
            steps = [one.answered(pending.side, words), other.answered(pending.side, words)]
        except Refused:
            break
        if told(steps[0].entries, side) != told(steps[1].entries, side):
            break
        for room, step, lines in zip((one, other), steps, written, strict=True):
            room.take(step)
            lines += step.entries
    return written


def told(entries: tuple[Entry, ...], side: str) -> bytes:
    return msgspec.json.encode(all_heard(entries, side, None))


def routes(app: FastAPI) -> Iterator[str]:
    """Every way to ask for a battle, with what it wants to know filled in."""
    for path, operations in app.openapi()["paths"].items():
        if "{game}" not in path or "get" not in operations or stays_open(operations["get"]):
            continue
        names = [each["name"] for each in operations["get"].get("parameters", ())]
        asked = [name for name in names if name in ASKED]
        for value in range(2):
            query = "&".join(f"{name}={ASKED[name][value % len(ASKED[name])]}" for name in asked)
            yield f"{path}?{query}"
            if not asked:
                break


def stays_open(operation: dict[str, Any]) -> bool:
    """Is it a line of questions for a bot, which never ends? It shows the views of a table's line."""
    return "application/x-ndjson" in operation["responses"]["200"].get("content", {})


def everything(client: TestClient, room: Room, lines: list[Entry], side: str) -> list[bytes]:
    """All that HTTP tells this side of a battle."""
    live = live_table(room)
    live.keeper.written[:] = lines  # type: ignore[attr-defined]
    app = client.app
    assert isinstance(app, FastAPI)
    app.state.tables._live[room.id] = live
    found = []
    session = app.state.tables.people.begun(side) if side else ""
    as_person = {"Cookie": f"grognard={session}"} if side else {}
    for route in routes(app):
        address = route.format(game=room.id)
        reply = client.get(address, headers=as_person)
        assert reply.status_code < 500, address
        found.append(address.encode() + str(reply.status_code).encode() + reply.content)
    return found


def compared(client: TestClient, scenario: str, answers: int, seed: int) -> int:
    """Compare a battle with its twins; gives how many of them really differed."""
    real = 0
    for side in (*room_of(scenario).sides, PUBLIC):
        one = room_of(scenario, str(seed))
        twin = twin_opening(one, side, seed)
        if not differs(one, twin):
            continue
        twin.take(twin.opened())
        written = both_played(one, twin, side, answers, seed)
        if one.number != twin.number:
            continue
        mine = everything(client, one, written[0], side)
        theirs = everything(client, twin, written[1], side)
        for left, right in zip(mine, theirs, strict=True):
            assert left == right
        real += 1
    return real


@pytest.mark.parametrize("scenario", ["duel", "village", "charge"])
def test_http_and_the_record_betray_nothing(client: TestClient, scenario: str) -> None:
    assert compared(client, scenario, 12, seed=4)


def test_a_route_that_betrays_something_would_be_found(client: TestClient) -> None:
    one = room_of("duel", "1")
    twin = twin_opening(one, "french", 1)
    twin.take(twin.opened())
    mine, theirs = (everything(client, room, [*room.recent], "prussian") for room in (one, twin))
    assert mine != theirs, "the prussians know what was changed: they must see a difference"


@pytest.mark.soak
def test_a_thousand_pairs_betray_nothing_over_http(client: TestClient) -> None:
    (wanted, seed), found = wanted_pairs(), 0
    while found < wanted:
        scenario = ("duel", "village", "charge", "duel", "village", "hagelberg")[seed % 6]
        found += compared(client, scenario, 4 + 3 * (seed % 12), seed)
        seed += 1
