"""Two servers on one PostgreSQL: one battle, whoever is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from grognard.host.sealing import VARIABLE
from tests.host.postgres import PostgresMissing, empty_database, postgres_url
from tests.web.servers import Server, claimed, until


@pytest.fixture(scope="module")
def database() -> str:
    try:
        return postgres_url()
    except PostgresMissing as problem:
        pytest.skip(str(problem))


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[tuple[Server, Server]]:
    with empty_database(database) as url:
        made = Server(url), Server(url)
        for server in made:
            server.start()
        yield made
        for server in made:
            server.kill()


def set_up(server: Server, **wanted: Any) -> tuple[str, str, str]:
    """A battle at one server: its id, the cookie of one side, the token of the other."""
    seats = [{"side": "prussian", "who": "open"}]
    body = {"scenario": "duel", "seats": seats, **wanted}
    made = httpx.post(f"{server.address}/api/games", json=body, timeout=60)
    assert made.status_code == 201, made.text
    shown = made.json()
    return shown["id"], made.cookies["grognard"], shown["invitations"][0]["token"]


def sit(server: Server, game: str, cookie: str = "", token: str = "") -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/ws/games/{game}"
    session = claimed(server, game, token) if token else cookie
    headers = {"Cookie": f"grognard={session}"} if session else {}
    return connect(address, additional_headers=headers)


def send(line: ClientConnection, **message: Any) -> None:
    line.send(json.dumps(message))


def test_an_answer_at_one_server_is_seen_at_the_other(servers: tuple[Server, Server]) -> None:
    one, other = servers
    game, cookie, token = set_up(one)
    with sit(one, game, cookie) as french, sit(other, game, token=token) as prussian:
        number = until(french, "view")["n"]
        assert until(prussian, "view")["n"] == number
        until(prussian, "people")
        send(french, type="answer", n=number, text="march F1 S")
        acknowledged = until(french, "ack")["n"]
        update = until(prussian, "update")
        assert (update["before"], update["n"]) == (number, acknowledged)
        assert update["lines"][0]["tellings"][0]["parts"]
        assert "F1" in update["change"]["counters"]
        send(french, type="take-back", n=acknowledged)
        back = until(prussian, "update")
        assert back["lines"][0]["back"] == number
        send(french, type="answer", n=back["n"], text="done")
        last = until(prussian, "question")
        assert last["side"] == "prussian"
        send(prussian, type="answer", n=last["n"], text="done")
        assert until(prussian, "ack")["n"] > last["n"]
        numbers = [until(french, "update")["n"]]
        while numbers[-1] <= last["n"]:
            numbers.append(until(french, "update")["n"])
        assert numbers == sorted(numbers)


def test_of_two_answers_with_one_number_one_counts(servers: tuple[Server, Server]) -> None:
    one, other = servers
    game, cookie, _ = set_up(one)
    with sit(one, game, cookie) as here, sit(other, game, cookie) as there:
        number = until(here, "view")["n"]
        until(there, "view")
        for _ in range(6):
            texts = ("march F1 S", "march F2 S")
            for line, text in zip((here, there), texts, strict=True):
                send(line, type="answer", n=number, text=text, seq=number + 1)
            replies = [reply_to(line, number + 1) for line in (here, there)]
            kinds = sorted(reply["type"] for reply in replies)
            assert kinds == ["ack", "refused"], replies
            lost = next(reply for reply in replies if reply["type"] == "refused")
            assert lost["code"] == "stale"
            here_won = replies[0]["type"] == "ack"
            winner, loser = (here, there) if here_won else (there, here)
            number += 1
            send(winner, type="take-back", n=number, seq=7000 + number)
            assert reply_to(winner, 7000 + number)["type"] == "ack"
            number += 1
            while until(loser, "update")["n"] < number:
                pass
    log = [
        httpx.get(
            f"{server.address}/api/games/{game}/log", headers={"Cookie": f"grognard={cookie}"}
        ).json()
        for server in servers
    ]
    assert log[0] == log[1]
    assert [line["number"] for line in log[0]["lines"]] == list(range(number + 1))


def reply_to(line: ClientConnection, seq: int) -> dict[str, Any]:
    """The first reply that carries a number of ours."""
    for _ in range(200):
        message: dict[str, Any] = json.loads(line.recv(timeout=30))
        if message.get("seq") == seq and message["type"] != "standing":
            return message
    raise AssertionError(f"no reply to {seq}")


def test_a_wish_and_its_answer_pass_between_servers(servers: tuple[Server, Server]) -> None:
    one, other = servers
    game, cookie, token = set_up(one)
    with sit(one, game, cookie) as french, sit(other, game, token=token) as prussian:
        number = until(french, "view")["n"]
        until(prussian, "people")
        send(french, type="answer", n=number, text="done")
        stands = until(french, "ack")["n"]
        stands = max(stands, until(prussian, "update")["n"])
        send(french, type="take-back", n=stands, to=number)
        assert until(prussian, "wish")["wish"]["to"] == number
        send(prussian, type="consent", n=stands, agree=True)
        assert until(prussian, "ack")["n"] == stands + 1
        lines: list[dict[str, Any]] = []
        while not any(line.get("purpose") == "agreed" for line in lines):
            lines += until(french, "update")["lines"]
        assert lines[-1]["back"] == number


def test_when_one_server_dies_the_battle_goes_on_at_the_other(
    servers: tuple[Server, Server],
) -> None:
    one, other = servers
    game, cookie, token = set_up(one)
    with sit(one, game, cookie) as french:
        number = until(french, "view")["n"]
        send(french, type="answer", n=number, text="done")
        until(french, "ack")
        one.kill()
    with sit(other, game, token=token) as prussian:
        view = until(prussian, "view")
        assert view["n"] > number
        send(prussian, type="answer", n=view["n"], text="done")
        assert until(prussian, "ack")["n"] == view["n"] + 1
    one.start()


@pytest.mark.parametrize("key", ["", "ab" * 32])
def test_who_keeps_secrets_of_dice_without_a_key_is_warned_at_the_start(
    database: str, key: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, key)
    with empty_database(database) as url:
        server = Server(url)
        server.start()
        server.kill()
    assert (VARIABLE in capfd.readouterr().err) == (not key)
