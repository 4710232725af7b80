"""The wire is light: text is compressed, and a question sends what it is about and no more."""

from __future__ import annotations

import msgspec
from starlette.testclient import TestClient

from tests.web.servers import Server


def test_pages_and_documents_are_sent_compressed(client: TestClient) -> None:
    heard = client.get("/api/scenarios", headers={"accept-encoding": "gzip"})
    assert heard.headers["content-encoding"] == "gzip"
    assert msgspec.json.decode(heard.content)["scenarios"]


def test_a_tables_line_is_compressed(tmp_path: object) -> None:
    from websockets.sync.client import connect

    server = Server(f"sqlite:///{tmp_path}/battles.db")
    server.start()
    try:
        with connect(f"ws://127.0.0.1:{server.port}/ws/games/none") as line:
            assert [each.name for each in line.protocol.extensions] == ["permessage-deflate"]
    finally:
        server.kill()
