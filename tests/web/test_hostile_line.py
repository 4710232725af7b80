"""Hostile clients on the real server's lines: broken frames, wrong seats, floods (R4)."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from grognard.kernel.chance import Stream
from tests.web.servers import Server, claimed, until
from tests.web.test_hostile import frame

FRAMES = 150
MASK = b"\x00\x00\x00\x00"
UPGRADE = (
    "GET /ws/games/{game} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
BROKEN = (
    b"\x81\x05hello",  # a client must mask
    b"\xff\x80" + MASK,  # bits and kind that nobody knows
    b"\x81\x82" + MASK + b"\xff\xfe",  # text that is not UTF-8
    b"\x80\x80" + MASK,  # goes on with nothing
    b"\x89\xfe\x01\x00" + MASK + b"x" * 256,  # a ping beyond its size
    b"\x81\xff" + b"\x7f" * 8 + MASK,  # says it is larger than the world
    b"\x82\xfe\xff\xff" + MASK + b"\x00" * 65535,
    b"\x88\x81" + MASK + b"x",  # a farewell of one byte
    b"\x01\x82" + MASK + b'{"',  # a beginning, and then gone
    b"GET / HTTP/1.1\r\n\r\n",
    bytes(range(256)) * 4,
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(f"sqlite:///{tmp_path / 'battles.db'}")
    made.start()
    yield made
    made.kill()


class Table:
    """A battle on the server, with an honest player at it."""

    def __init__(self, server: Server) -> None:
        seats = [{"side": "prussian", "who": "open"}]
        wanted = {"scenario": "duel", "seats": seats}
        made = httpx.post(f"{server.address}/api/games", json=wanted, timeout=60)
        self.id = made.json()["id"]
        token = made.json()["invitations"][0]["token"]
        self.guest = {"Cookie": f"grognard={claimed(server, self.id, token)}"}
        self.address = f"ws://127.0.0.1:{server.port}/ws/games/{self.id}"
        cookie = {"Cookie": f"grognard={made.cookies['grognard']}"}
        self._lines = ExitStack()
        self.honest = self._lines.enter_context(connect(self.address, additional_headers=cookie))
        self.number = until(self.honest, "view")["n"]

    def intruder(self, *, seated: bool) -> ClientConnection:
        headers = self.guest if seated else {}
        line = self._lines.enter_context(connect(self.address, additional_headers=headers))
        until(line, "view")
        return line

    def close(self) -> None:
        self._lines.close()

    def still_goes_on(self) -> None:
        """The honest player answers, and is the first to have done so."""
        move = {"type": "answer", "n": self.number, "text": "march F1 S"}
        self.honest.send(json.dumps(move))
        while True:
            message: dict[str, Any] = json.loads(self.honest.recv(timeout=30))
            assert message["type"] not in ("refused", "error"), message
            if message["type"] == "update":
                assert message["before"] == self.number
            if message["type"] == "ack":
                return self.close()


def sent_all(table: Table, stream: Stream, *, seated: bool, frames: int) -> None:
    """Send what a hostile client might; a line that is cut is opened again."""
    line = table.intruder(seated=seated)
    for _ in range(frames):
        try:
            line.send(frame(stream, table.number))
            reply = json.loads(line.recv(timeout=30))
        except (ConnectionClosed, TimeoutError):
            line = table.intruder(seated=seated)
            continue
        assert reply["type"] != "update"
        assert reply.get("code") != "fault", reply


@pytest.mark.parametrize("seated", [False, True])
def test_hostile_frames_over_a_real_line_change_nothing(server: Server, seated: bool) -> None:
    table = Table(server)
    sent_all(table, Stream(5), seated=seated, frames=FRAMES)
    table.still_goes_on()


def test_broken_frames_cut_the_line_they_came_by_and_no_other(server: Server) -> None:
    table = Table(server)
    for broken in BROKEN:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
            line.sendall(UPGRADE.format(game=table.id).encode())
            assert b" 101 " in line.recv(64)
            line.sendall(broken)
        table.honest.send('{"type":"ping","seq":9}')
        assert until(table.honest, "pong")["n"] == table.number, broken
    table.still_goes_on()


FAST = """
import sys
from grognard.web.serve import serve
serve(host="127.0.0.1", port=int(sys.argv[1]), url=sys.argv[2], rate=1e9, quiet=True)
"""


class FastServer(Server):
    """The server without its limit of frames a second, so that many get through."""

    def start(self) -> None:
        words = [sys.executable, "-c", FAST, str(self.port), self.store]
        self.process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": "src"})
        for _ in range(600):
            try:
                httpx.get(f"{self.address}/api/me", timeout=1)
                return
            except httpx.HTTPError:
                assert self.process.poll() is None


@pytest.mark.soak
def test_a_tenth_of_the_hostile_frames_go_over_real_lines(tmp_path: Path) -> None:
    wanted = int(os.environ.get("GROGNARD_HOSTILE", "100000")) // 10
    server = FastServer(f"sqlite:///{tmp_path / 'battles.db'}")
    server.start()
    try:
        first = int(os.environ.get("GROGNARD_FROM", "0")) // 1000
        for seed in range(first, first + 4):
            table = Table(server)
            sent_all(table, Stream(seed), seated=bool(seed % 2), frames=wanted // 4)
            table.still_goes_on()
    finally:
        server.kill()
