"""Seats belong to people: what the one who set a battle up could do to the other side, and cannot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.host.people import SESSION_DAYS
from grognard.web.app import make_app
from tests.web.halls import beside

OPEN = [{"side": "prussian", "who": "open"}]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(f"sqlite:///{tmp_path / 'battles.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


def other(host: TestClient) -> TestClient:
    """Another browser: no cookie of the first."""
    return beside(host)


def begun(host: TestClient, seats: list[dict[str, str]]) -> tuple[str, list[str]]:
    made = host.post("/api/games", json={"scenario": "duel", "seats": seats}).json()
    return made["id"], [each["token"] for each in made["invitations"]]


def until(line: Any, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = line.receive_json()
        if message["type"] in kinds:
            return message


def claimed(friend: TestClient, game: str, token: str) -> None:
    assert friend.post(f"/api/games/{game}/seats", json={"token": token}).status_code == 200


def test_an_invitation_that_was_taken_up_opens_nothing(host: TestClient) -> None:
    game, (token,) = begun(host, OPEN)
    claimed(other(host), game, token)
    assert host.post(f"/api/games/{game}/seats", json={"token": token}).status_code == 403
    for part in ("log?side=prussian", "past?at=0&side=prussian", "steps?side=prussian", "journal"):
        joint = "&" if "?" in part else "?"
        reply = host.get(f"/api/games/{game}/{part}{joint}seat={token}")
        assert reply.status_code in (403, 409), part
    with host.websocket_connect(f"/ws/games/{game}?seat={token}") as line:
        assert until(line, "hello")["seat"]["sides"] == ["french"]


def test_whoever_holds_an_invitation_decides_nothing_before_he_takes_it_up(
    host: TestClient,
) -> None:
    game, (token,) = begun(host, OPEN)
    stranger = other(host)
    with stranger.websocket_connect(f"/ws/games/{game}?seat={token}") as line:
        assert until(line, "hello")["seat"]["sides"] == []
        line.send_json({"type": "seat", "seq": 1, "side": "prussian", "kind": "random"})
        assert until(line, "refused", "ack")["code"] == "wrong-seat"


def test_a_seat_is_handed_over_by_its_person_and_by_nobody_beside_him(host: TestClient) -> None:
    seats = [{"side": "french", "who": "me"}, {"side": "french", "who": "open"}, *OPEN]
    game, (token, _) = begun(host, seats)
    friend = other(host)
    claimed(friend, game, token)
    with host.websocket_connect(f"/ws/games/{game}") as line:
        line.send_json({"type": "seat", "seq": 1, "side": "french", "kind": "random"})
        until(line, "ack")
    shown = host.get(f"/api/games/{game}").json()["seats"]
    assert [(seat["place"], seat["kind"]) for seat in shown if seat["side"] == "french"] == [
        (0, "random"),
        (1, "human"),
    ]


def test_one_who_sits_alone_sees_the_whole_battle(host: TestClient) -> None:
    game, _ = begun(host, [])
    assert host.get(f"/api/games/{game}/journal").status_code == 200


def test_a_watcher_lets_no_time_run(host: TestClient) -> None:
    wanted = {"scenario": "hagelberg", "seats": OPEN[:0], "options": {"movement_clock": "strict"}}
    made = host.post("/api/games", json=wanted)
    assert made.status_code == 201, made.text
    game = made.json()["id"]
    with other(host).websocket_connect(f"/ws/games/{game}?watch=1") as line:
        view = until(line, "view")
        assert view["timer"]["runs"] == ""
    with host.websocket_connect(f"/ws/games/{game}") as line:
        until(line, "people")
        tables: Any = host.app.state.tables  # type: ignore[attr-defined]
        assert not tables._live[game].table.clock.stopped


def registered(client: TestClient, name: str) -> None:
    wanted = {"name": name, "password": "drum and trumpet"}
    assert client.post("/api/accounts", json=wanted).status_code == 201


def test_logging_out_ends_the_lines_of_the_session(host: TestClient) -> None:
    registered(host, "Ney")
    game, _ = begun(host, [])
    with host.websocket_connect(f"/ws/games/{game}") as line:
        until(line, "people")
        assert host.delete("/api/sessions").status_code == 204
        assert until(line, "error")["code"] == "ended"
        with pytest.raises(WebSocketDisconnect):
            line.receive_json()


def test_another_password_ends_every_session_but_the_one_it_was_changed_in(
    host: TestClient,
) -> None:
    registered(host, "Davout")
    game, _ = begun(host, [])
    elsewhere = other(host)
    login = {"name": "Davout", "password": "drum and trumpet"}
    assert elsewhere.post("/api/sessions", json=login).status_code == 201
    change = {"old": "wrong wrong", "new": "sabre and lance"}
    assert host.put("/api/password", json=change).status_code == 403
    for bad in ("password123", "davout1806", "short"):
        refused = host.put("/api/password", json={"old": login["password"], "new": bad})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-account")
    with elsewhere.websocket_connect(f"/ws/games/{game}") as line:
        until(line, "people")
        change["old"] = login["password"]
        assert host.put("/api/password", json=change).status_code == 200
        assert until(line, "error")["code"] == "ended"
    assert elsewhere.get("/api/me").json()["guest"]
    assert host.get("/api/me").json()["name"] == "Davout"
    assert other(host).post("/api/sessions", json=login).status_code == 403


def test_a_guest_has_no_password_to_change(host: TestClient) -> None:
    assert host.put("/api/password", json={"old": "a", "new": "b"}).status_code == 401


def test_a_guest_is_told_that_his_seats_end_and_an_account_that_they_do_not(
    host: TestClient,
) -> None:
    begun(host, OPEN)
    assert host.get("/api/me").json()["days"] == SESSION_DAYS
    made = host.post(
        "/api/accounts", json={"name": "vivandiere", "password": "canister at 40 paces"}
    )
    assert made.json()["days"] == 0
