"""Logs are lines of JSON, and tell no secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from grognard.host.store import Store, StoreFailed
from grognard.web.logs import JsonLines

PASSWORD = "sabre au clair 1813"


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that anybody logs, down to the smallest."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.name.startswith("httpx"))  # the browser's own
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(before)


def test_the_log_tells_requests_and_faults_and_no_secret(
    client: TestClient, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = [PASSWORD]
    account = {"name": "Davout", "password": PASSWORD}
    assert client.post("/api/accounts", json=account).status_code == 201
    wrong = {**account, "password": PASSWORD + "x"}
    assert client.post("/api/sessions", json=wrong).status_code == 403
    secrets.append(client.cookies["grognard"])
    seats = [{"side": "prussian", "who": "open"}]
    made = client.post("/api/games", json={"scenario": "duel", "seats": seats}).json()
    game, token = made["id"], made["invitations"][0]["token"]
    tables = client.app.state.tables  # type: ignore[attr-defined]
    secrets += [token, tables._live[game].room.dice.reveal()]
    client.get(f"/table/{game}?seat={token}")
    client.post(f"/api/games/{game}/seats", json={"token": token + "x"})
    client.post(f"/api/games/{game}/seats", json={"token": token})
    with client.websocket_connect(f"/ws/games/{game}?seat={token}") as line:
        line.receive_json()

    def broken(store: Store) -> None:
        raise StoreFailed("the store could not be read: it is away")

    monkeypatch.setattr(Store, "check", broken)
    assert client.get("/healthz").status_code == 503
    said = logged.getvalue()
    lines = [json.loads(line) for line in said.splitlines()]
    told = [line for line in lines if line["logger"] == "grognard.requests"]
    assert {"method": "GET", "path": f"/table/{game}", "status": 200}.items() <= told[3].items()
    assert any(line["level"] == "error" and "it is away" in line["message"] for line in lines)
    for secret in secrets:
        assert len(secret) > 8
        assert secret not in said
        assert secret.encode().hex() not in said
