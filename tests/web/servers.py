"""The real server in a process of its own, for tests."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

import httpx2 as httpx

SOURCE = Path(__file__).parents[2] / "src"


class Server:
    """A server that can be killed and started again on the same store; ``complaints`` is where it
    writes what goes wrong."""

    def __init__(self, store: str, *words: str, complaints: IO[bytes] | None = None) -> None:
        self.store, self.words, self.complaints = store, words, complaints
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grognard", "serve", "--pace", "0", "--port", str(self.port), "--db",
             self.store, *self.words],
            env={**os.environ, "PYTHONPATH": _path()}, stdout=subprocess.DEVNULL, stderr=self.complaints,
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


def claimed(server: Server, game: str, token: str) -> str:
    """Take up an invitation as a guest; the cookie of his session."""
    reply = httpx.post(
        f"{server.address}/api/games/{game}/seats", json={"token": token}, timeout=60
    )
    assert reply.status_code == 200, reply.text
    return str(reply.cookies["grognard"])


def until(line: Any, kind: str) -> dict[str, Any]:
    for _ in range(60):
        message: dict[str, Any] = json.loads(line.recv(timeout=30))
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def _path() -> str:
    """Where the server finds its modules: ours first."""
    return os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
