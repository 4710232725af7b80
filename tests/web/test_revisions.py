"""A rule fix never breaks a battle: it is played on, or watched, carried away and forked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.host.store_schema import answers, games
from tests.web.halls import beside
from tests.web.test_documents import SEATS, march


@pytest.fixture
def other(client: TestClient) -> TestClient:
    """Another browser: no cookie of the first."""
    return beside(client)


def changed(client: TestClient, game: str, **values: Any) -> None:
    """Change a battle behind the server's back, and let it be forgotten there."""
    tables = client.app.state.tables  # type: ignore[attr-defined]
    change = games.update().where(games.c.id == game).values(**values)
    tables.store.written(lambda connection: connection.execute(change)).result()
    tables._live.pop(game, None)


def header_of(client: TestClient, game: str) -> bytes:
    content: bytes = client.get(f"/api/games/{game}/journal").content
    return content.split(b"\n", 1)[0]


def test_a_battle_in_the_store_is_played_on_under_rules_that_do_the_same(
    client: TestClient,
) -> None:
    game = client.post("/api/games", json={"scenario": "duel", "seats": SEATS}).json()["id"]
    march(client, game, "march F1 S")
    older = re.sub(rb'"rules":"[^"]*"', b'"rules":"0.0.9+abc"', header_of(client, game))
    changed(client, game, header=older)
    march(client, game, "march F2 S")
    record = client.get(f"/api/games/{game}/journal").content
    assert record.startswith(older)
    assert record.count(b'"who":"revision"') == 1


def test_the_players_of_a_battle_whose_rules_changed_go_on_in_a_fork_with_their_seats(
    client: TestClient, other: TestClient
) -> None:
    seats = [{"side": "french", "who": "me"}, {"side": "prussian", "who": "open"}]
    made = client.post("/api/games", json={"scenario": "duel", "seats": seats}).json()
    game, token = made["id"], made["invitations"][0]["token"]
    assert other.post(f"/api/games/{game}/seats", json={"token": token}).status_code == 200
    march(client, game, "march F1 S")
    tables = client.app.state.tables  # type: ignore[attr-defined]
    last = tables._live[game].room.number
    line = tables.keeper.lines(game, last - 1)[0][0]
    wrong = line.replace(b'"events":[{', b'"events":[{"event":"Forgotten"},{')
    assert wrong != line
    here = (answers.c.game == game, answers.c.number == last)
    change = answers.update().where(*here).values(line=wrong)
    tables.store.written(lambda connection: connection.execute(change)).result()
    tables._live.pop(game)
    watched = client.get(f"/api/games/{game}").json()["watched"]
    assert f"go on from line {last - 1} in a fork" in watched
    assert client.get(f"/api/games/{game}/log").status_code == 200
    stranger = beside(client)
    assert stranger.post(f"/api/games/{game}/fork", json={}).status_code == 403
    fork = other.post(f"/api/games/{game}/fork", json={})
    assert fork.status_code == 201, fork.text
    assert fork.json()["mine"] == ["prussian"]
    went_on = fork.json()["id"]
    assert client.get(f"/api/games/{went_on}").json()["mine"] == ["french"]
    assert other.get(f"/api/games/{went_on}/journal").status_code == 403  # it is not over
    march(client, went_on, "march F1 S")


def test_the_record_of_a_battle_that_cannot_be_opened_any_more_is_still_had(
    client: TestClient, other: TestClient
) -> None:
    game = client.post("/api/games", json={"scenario": "duel", "seats": SEATS}).json()["id"]
    march(client, game, "march F1 S")
    before = client.get(f"/api/games/{game}/journal").content.split(b"\n")
    header = before[0].replace(b'"scenario":"duel"', b'"scenario":"forgotten"')
    changed(client, game, header=header, document="")
    reply = client.get(f"/api/games/{game}")
    assert (reply.status_code, reply.json()["code"]) == (409, "cannot-open")
    record = client.get(f"/api/games/{game}/journal")
    assert record.status_code == 200
    assert record.content.split(b"\n") == [header, *before[1:-3], b""]
    assert other.get(f"/api/games/{game}/journal").status_code == 403
