"""The real server in a process of its own: killed, started again, and taken at its OpenAPI's word."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from grognard.kernel.errors import GrognardError
from tests.web.servers import Server, until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(f"sqlite:///{tmp_path / 'battles.db'}")
    made.start()
    yield made
    made.kill()


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
        words, capture_output=True, text=True, check=False, timeout=600, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_two_servers_do_not_fight_for_a_port(server: Server) -> None:
    from grognard.web.serve import free_port

    with pytest.raises(GrognardError, match=f"port {server.port} is not free"):
        free_port("127.0.0.1", server.port)


@pytest.mark.parametrize("proxy", [(), ("--proxy", "127.0.0.1")])
def test_nobody_is_believed_for_whom_he_asks_unless_he_is_named_as_a_proxy(
    tmp_path: Path, proxy: tuple[str, ...]
) -> None:
    server = Server(f"sqlite:///{tmp_path / 'battles.db'}", *proxy)
    server.start()
    try:
        codes = set()
        for guess in range(15):
            forged = {"X-Forwarded-For": f"198.51.100.{guess}", "X-Forwarded-Proto": "https"}
            said = httpx.get(f"{server.address}/api/me", headers=forged, timeout=60)
            assert said.json()["local"] is not bool(proxy)
            assert ("strict-transport-security" in said.headers) is bool(proxy)
            wanted = {"name": f"Nobody {guess}", "password": "guess after guess"}
            tried = httpx.post(
                f"{server.address}/api/sessions", json=wanted, headers=forged, timeout=60
            )
            codes.add(tried.status_code)
        assert codes == ({403} if proxy else {403, 429})
    finally:
        server.kill()
