"""Battles over days at the server: what is due, who may claim, holidays of accounts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from grognard.host.days import DAY, Days
from grognard.web import accounts
from grognard.web.app import make_app
from grognard.web.guards import Buckets
from tests.web.halls import beside
from tests.web.test_together import begun, friend_at

PASSWORD = "canister at forty paces"


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(accounts, "attempts", Buckets(1e6, 10**6))
    app = make_app(f"sqlite:///{tmp_path / 'battles.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


def days_of(host: TestClient) -> Days:
    found: Days = host.app.state.tables.days  # type: ignore[attr-defined]
    return found


def test_who_lets_his_days_pass_may_lose_by_claim(host: TestClient) -> None:
    game, token = begun(host, days=2)
    assert host.get(f"/api/games/{game}").json()["due"] == 0, "nobody plays the other side yet"
    friend = friend_at(host, game, token)
    shown = host.get(f"/api/games/{game}").json()
    assert shown["days"] == 2
    now = days_of(host).now()
    assert now + DAY < shown["due"] <= now + 2 * DAY
    (listed,) = [each for each in friend.get("/api/games").json() if each["id"] == game]
    assert (listed["days"], listed["due"]) == (2, shown["due"])
    asked, other = (host, friend) if shown["waits_for"] in shown["mine"] else (friend, host)
    early = other.post(f"/api/games/{game}/claim")
    assert (early.status_code, early.json()["code"]) == (409, "not-due")
    days_of(host).now = lambda: shown["due"] + 1
    own = asked.post(f"/api/games/{game}/claim")
    assert (own.status_code, own.json()["code"]) == (409, "wrong-seat")
    stranger = beside(host).post(f"/api/games/{game}/claim")
    assert stranger.status_code in (401, 403)
    claimed = other.post(f"/api/games/{game}/claim")
    assert claimed.json() == {"verdict": f"{shown['waits_for'].capitalize()} ran out of time"}
    assert other.post(f"/api/games/{game}/claim").status_code == 409, "over is over"
    record = host.get(f"/api/games/{game}/journal").text
    assert f'"overdue {shown["waits_for"]}"' in record


def test_a_battle_without_days_is_never_overdue(host: TestClient) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    days_of(host).now = lambda: 10**15
    for each in (host, friend):
        assert each.post(f"/api/games/{game}/claim").status_code == 409
    assert host.get(f"/api/games/{game}").json()["verdict"] == ""


@pytest.mark.parametrize("days", [-1, 15, "x", 1.5])
def test_days_are_from_one_to_fourteen(host: TestClient, days: object) -> None:
    reply = host.post("/api/games", json={"scenario": "duel", "days": days})
    assert reply.status_code == 422


def test_holidays_are_for_accounts_and_end_when_one_is_back(host: TestClient) -> None:
    guest = beside(host)
    assert guest.get("/api/holidays").status_code == 401
    assert (
        host.post("/api/accounts", json={"name": "Anna", "password": PASSWORD}).status_code == 201
    )
    first = datetime.now(UTC).date() + timedelta(days=3)
    wanted = {"first": str(first), "last": str(first + timedelta(days=4))}
    taken = host.post("/api/holidays", json=wanted).json()
    assert taken["away"] == [wanted]
    assert host.post("/api/holidays", json=wanted).json()["code"] == "no-holiday"
    for bad in ({"first": "yesterday", "last": "today"}, {"first": str(first)}, {**wanted, "x": 1}):
        assert host.post("/api/holidays", json=bad).status_code == 422
    assert (
        host.post("/api/holidays", json={"first": "0001-01-01", "last": "9999-12-31"}).json()[
            "code"
        ]
        == "bad-dates"
    )
    assert host.delete("/api/holidays").json()["away"] == []
