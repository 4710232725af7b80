"""The real server in a process of its own: killed, started again, and taken at its OpenAPI's word."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

SOURCE = Path(__file__).parents[2] / "src"


class Server:
    """A server that can be killed and started again on the same store."""

    def __init__(self, folder: Path) -> None:
        self.store = f"sqlite:///{folder / 'battles.db'}"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grognard", "serve", "--port", str(self.port), "--db",
             self.store],
            env={**os.environ, "PYTHONPATH": str(SOURCE)}, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(600):
            try:
                httpx.get(f"{self.address}/api/me", timeout=1)
                return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.kill()


def until(line: Any, kind: str) -> dict[str, Any]:
    for _ in range(60):
        message: dict[str, Any] = json.loads(line.recv(timeout=30))
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def test_a_battle_goes_on_where_it_stood_after_the_server_was_killed(server: Server) -> None:
    made = httpx.post(f"{server.address}/api/games", json={"scenario": "duel"}, timeout=60)
    cookie = {"Cookie": f"grognard={made.cookies['grognard']}"}
    address = f"ws://127.0.0.1:{server.port}/ws/games/{made.json()['id']}"
    with connect(address, additional_headers=cookie) as line:
        number = until(line, "view")["n"]
        line.send(json.dumps({"type": "answer", "n": number, "text": "march F1 S"}))
        acknowledged = until(line, "ack")["n"]
        server.kill()
    server.start()
    with connect(f"{address}?after={number}", additional_headers=cookie) as line:
        view = until(line, "view")
        assert view["n"] == acknowledged
        assert [each["answer"] for each in view["lines"]] == ["march F1 S"]
        line.send(json.dumps({"type": "answer", "n": acknowledged, "text": "done"}))
        assert until(line, "ack")["n"] == acknowledged + 1


def test_no_request_the_openapi_allows_makes_the_server_fail(
    server: Server, tmp_path: Path
) -> None:
    words = [
        str(Path(sys.executable).with_name("schemathesis")), "run",
        f"{server.address}/api/openapi.json", "--checks", "not_a_server_error", "-n", "8",
        "--phases", "coverage,fuzzing", "--seed", "1813",
    ]  # fmt: skip
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=80, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_two_servers_do_not_fight_for_a_port(server: Server) -> None:
    from grognard.web.serve import free_port

    assert free_port("127.0.0.1", server.port) != server.port
