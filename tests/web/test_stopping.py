"""The server is stopped as operators stop it: what was acknowledged is there, nobody is left hanging."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.servers import Server, until

RESTART = 1012
"""What a line is told that ends because its server does."""


def test_a_server_that_is_asked_to_stop_ends_lines_keeps_answers_and_starts_again(
    tmp_path: Path,
) -> None:
    complaints = tmp_path / "complaints"
    with complaints.open("wb") as written:
        _stopped_twice(Server(f"sqlite:///{tmp_path / 'battles.db'}", complaints=written))
    said = complaints.read_text().splitlines()
    (late,) = [line for line in said if "no key" not in line]
    assert "Cancel 1 running task" in late, "of what was cancelled that is all that is said"


def _stopped_twice(server: Server) -> None:
    """By both signals, with a bot at the table, a report drawn, and somebody who never ends his request."""
    server.start()
    assert server.process is not None
    wanted = {
        "scenario": "duel",
        "seats": [{"side": "french", "who": "me"}, {"side": "prussian", "who": "random"}],
    }
    reply = httpx.post(f"{server.address}/api/games", json=wanted, timeout=60)
    game, cookie = reply.json()["id"], reply.cookies["grognard"]
    headers = {"Cookie": f"grognard={cookie}"}
    address = f"ws://127.0.0.1:{server.port}/ws/games/{game}"
    with connect(address, additional_headers=headers) as line:
        number = until(line, "view")["n"]
        line.send(json.dumps({"type": "answer", "n": number, "text": "march F1 S"}))
        kept = until(line, "ack")["n"]
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            until(line, "nothing more")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == RESTART
    assert server.process.wait(30) == 0
    server.start()
    shown = httpx.get(f"{server.address}/api/games/{game}", headers=headers, timeout=60).json()
    assert shown["lines"] >= kept > number
    own: dict[str, Any] = {"headers": headers, "timeout": 60}
    alone = httpx.post(f"{server.address}/api/games", json={"scenario": "duel"}, **own).json()["id"]
    assert httpx.get(f"{server.address}/api/games/{alone}/report", **own).status_code == 200
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        assert httpx.get(f"{server.address}/healthz", **own).status_code == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
        answer = slow.recv(4096)
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"the server is being stopped" in answer
