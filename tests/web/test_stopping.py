"""The server is stopped as operators stop it: what was acknowledged is there, nobody is left hanging."""

from __future__ import annotations

import json
import signal
from pathlib import Path

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
    server = Server(f"sqlite:///{tmp_path / 'battles.db'}")
    server.start()
    assert server.process is not None
    reply = httpx.post(f"{server.address}/api/games", json={"scenario": "duel"}, timeout=60)
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
    assert server.process.wait(30) in (0, -signal.SIGTERM)
    server.start()
    shown = httpx.get(f"{server.address}/api/games/{game}", headers=headers, timeout=60).json()
    assert shown["lines"] >= kept > number
    server.kill()
