"""The wire is light: text is compressed, and a question sends what it is about and no more."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from tests.web.halls import desk_at, live_table, room_of
from tests.web.servers import Server

LIMIT = 10 * 1024


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


@pytest.mark.parametrize("unit", ["F01", "F04"])
def test_selecting_a_unit_or_marching_it_sends_less_than_ten_kilobytes(unit: str) -> None:
    """Hagelberg: what the client asks for when a unit is taken up, and then what its march sends."""

    async def scene() -> None:
        room = room_of("hagelberg")
        live = live_table(room)
        desk = desk_at(live, "french")
        await desk.open()
        desk.outbox.clear()

        async def sent(*messages: dict[str, Any]) -> int:
            for message in messages:
                await desk.hear(json.dumps({"seq": 1, **message}))
                await desk.looked()
            size = sum(len(frame.encode()) for frame in desk.outbox)
            desk.outbox.clear()
            return size

        looks = [{"type": "look", "what": what, "unit": unit} for what in ("reach", "refused")]
        await desk.hear(json.dumps({"seq": 1, **looks[0]}))
        await desk.looked()
        way = json.loads(desk.outbox.popleft())["found"]["ways"][-1]
        general = ({"type": "look", "what": "units"}, {"type": "options"})
        assert await sent({"type": "options", "unit": unit}, *looks) < LIMIT
        assert await sent({"type": "answer", "n": 0, "text": way["id"]}, *general, *looks) < LIMIT

    asyncio.run(scene())
