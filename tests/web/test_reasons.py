"""What the computer had in mind: kept with its lines, nobody's to read before the end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.bots import roster
from grognard.host.reasons import Reason, reasons_of
from grognard.host.seats import Seat
from grognard.kernel import Ask
from grognard.web.app import make_app
from grognard.web.bots import BotBench, Thought, edition_of, packed, think
from tests.web.halls import beside, played, room_of, sight

SEATS = [{"side": "french", "who": "me"}, {"side": "prussian", "who": "sergeant:cautious"}]


def served(path: Path) -> TestClient:
    app = make_app(f"sqlite:///{path / 'battles.db'}", hosts=["testserver"], bot_processes=0)
    return TestClient(app, client=("127.0.0.1", 50000))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as made:
        yield made


def tables(client: TestClient) -> Any:
    return client.app.state.tables  # type: ignore[attr-defined]


def begun(client: TestClient) -> str:
    return str(client.post("/api/games", json={"scenario": "duel", "seats": SEATS}).json()["id"])


def answered(client: TestClient, game: str, why: str = "", most: int = 10_000) -> None:
    """The random bot answers for both sides; where a reason is given, the prussians have it."""

    async def scene() -> None:
        live = await tables(client).find(game)
        for _ in range(most):
            room, ask = live.room, live.room.state.pending
            if not isinstance(ask, Ask):
                return
            words = (await live.bots.decide(room, sight(room), Seat(ask.side, 0, "random"))).words
            reason = Reason(room.number + 1, 1, ask.side, "sergeant", ask.purpose, words, why)
            gives = why and ask.side == "prussian"
            await live.answer(ask.side, room.number, words, reason if gives else None)

    assert client.portal is not None
    client.portal.call(scene)


def test_reasons_are_told_when_the_battle_is_over_and_to_nobody_before(client: TestClient) -> None:
    game = begun(client)
    answered(client, game, "the mill is worth more than the farm", 12)
    kept = reasons_of(tables(client).store, game)
    assert kept
    assert {each.side for each in kept} == {"prussian"}
    reply = client.get(f"/api/games/{game}/reasons")
    assert reply.status_code == 403
    assert "mill" not in reply.text
    stranger = beside(client)
    assert stranger.get(f"/api/games/{game}/reasons").json()["code"] == "not-over"
    answered(client, game)
    told = client.get(f"/api/games/{game}/reasons").json()
    assert [each["n"] for each in told] == [each.number for each in kept]
    assert {each["why"] for each in told} == {"the mill is worth more than the farm"}
    assert [each["answer"] for each in told] == [each.words for each in kept]
    assert "the mill is worth more" in client.get(f"/api/games/{game}/report").text


def test_reasons_survive_a_restart_and_are_no_part_of_the_battle_file(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        game = begun(client)
        answered(client, game, "for good", 12)
        kept = reasons_of(tables(client).store, game)
        cookies = dict(client.cookies)
    with served(tmp_path) as again:
        again.cookies.update(cookies)
        assert list(reasons_of(tables(again).store, game)) == list(kept)
        assert again.get(f"/api/games/{game}/reasons").status_code == 403
        answered(again, game)
        assert len(again.get(f"/api/games/{game}/reasons").json()) == len(kept)
        assert "for good" not in again.get(f"/api/games/{game}/journal").text


def test_a_commander_tells_why_with_what_he_answers() -> None:
    room = room_of("village", "2")
    edition = edition_of(room)
    found: list[Thought] = []
    for answers in range(0, 60, 6):
        at = played(room_of("village", "2"), answers, 3)
        ask = at.state.pending
        if isinstance(ask, Ask):
            found.append(think("g", "captain", edition, packed(sight(at)), ask.side, 1))
    assert any(thought.why and thought.turn for thought in found)
    assert not any(thought.fault for thought in found)


def test_a_view_is_packed_whatever_has_been_worked_out_on_it() -> None:
    room = played(room_of("crossroads", "3"), 10, 2)
    pending = room.state.pending
    assert isinstance(pending, Ask)
    table: Any = room.state.table
    table.cache["kept"] = threading.Lock()
    assert think("g", "random", edition_of(room), packed(sight(room)), pending.side, 1).words


def test_a_bot_that_cannot_even_be_asked_does_not_stall_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any) -> Any:
        raise TypeError("no such player")

    monkeypatch.setattr(roster, "player", broken)
    monkeypatch.setattr("grognard.web.bots.packed", broken)

    async def scene() -> Thought:
        room = room_of("duel")
        bench = BotBench(0)
        try:
            return await bench.decide(room, sight(room), Seat(room.asked, 0, "random"))
        finally:
            bench.close()

    thought = asyncio.run(scene())
    assert thought.words
    assert "could not be asked" in thought.fault


def test_every_level_and_temperament_is_offered_with_its_description(client: TestClient) -> None:
    found = client.get("/api/scenarios").json()["opponents"]
    names = [level["name"] for level in found["levels"]]
    assert found["default"] in names
    assert len(names) == 5
    assert next(each["name"] for each in found["temperaments"]) == "historical"
    assert all(each["title"] and each["text"] for each in found["levels"] + found["temperaments"])
    for level in names:
        for temperament in found["temperaments"]:
            who = f"{level}:{temperament['name']}"
            seats = [{"side": "french", "who": "me"}, {"side": "prussian", "who": who}]
            made = client.post("/api/games", json={"scenario": "duel", "seats": seats})
            assert made.status_code == 201, made.text
