"""Packs through the browser's door: sent, checked, played, carried to a server that has them not."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.desks import library
from grognard.web.app import make_app

SEATS = [{"side": "french", "who": "me"}, {"side": "prussian", "who": "me"}]


def files(**changes: str) -> dict[str, str]:
    """A battle that no library has."""
    found = {name: text.decode() for name, text in library.document("duel").files}
    main = found["scenario.yaml"].replace("id: duel", "id: meadow").replace("The duel", "A meadow")
    for old, new in changes.items():
        assert old in main
        main = main.replace(old, new, 1)
    return found | {"scenario.yaml": main}


def zipped(held: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in held.items():
            archive.writestr(f"meadow/{name}", text)
    return stream.getvalue()


def opened(line: Any) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    while "people" not in found:
        message = line.receive_json()
        found[message["type"]] = message
    return found


def march(client: TestClient, game: str, order: str) -> int:
    with client.websocket_connect(f"/ws/games/{game}") as line:
        number = opened(line)["view"]["n"]
        line.send_json({"type": "answer", "n": number, "text": order})
        while True:
            message = line.receive_json()
            assert message["type"] != "refused", message
            if message["type"] == "ack":
                return int(message["n"])


def test_a_pack_is_sent_played_and_its_record_opened_where_it_is_not_known(
    client: TestClient, tmp_path: Path
) -> None:
    sent = client.post("/api/documents", content=zipped(files()))
    assert sent.status_code == 201, sent.text
    shown = sent.json()
    assert (shown["title"], shown["units"]) == ("A meadow", 6)
    assert client.post("/api/documents", json={"files": files()}).json() == shown
    about = client.get(f"/api/scenarios/{shown['system']}/{shown['id']}").json()
    assert client.get(about["map"]).json()["title"] == "A meadow"
    made = client.post("/api/games", json={"scenario": shown["id"], "seats": SEATS}).json()
    march(client, made["id"], "march F1 S")
    record = client.get(f"/api/games/{made['id']}/journal").content
    app = make_app(f"sqlite:///{tmp_path / 'other.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as other:
        assert other.get(f"/api/scenarios/premier/{shown['id']}").status_code == 404
        reply = other.post("/api/games/upload", content=record)
        assert reply.status_code == 201, reply.text
        assert (reply.json()["title"], reply.json()["watched"]) == ("A meadow", "")
        march(other, reply.json()["id"], "march F2 S")


def test_a_computer_plays_a_pack_that_was_sent(client: TestClient) -> None:
    shown = client.post("/api/documents", json={"files": files()}).json()
    seats = [{"side": "french", "who": "eager"}, {"side": "prussian", "who": "me"}]
    made = client.post("/api/games", json={"scenario": shown["id"], "seats": seats}).json()
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        while True:
            message = line.receive_json()
            if message["type"] == "question" and message["side"] == "prussian":
                break
    assert client.get(f"/api/games/{made['id']}").json()["lines"] >= 1


def test_every_problem_of_a_pack_is_told_with_file_line_field_and_hint(client: TestClient) -> None:
    wrong = files(**{"class: fr_line": "class: fr_lien", "side: prussian": "side: prusian"})
    reply = client.post("/api/documents", json={"files": wrong})
    assert reply.status_code == 400
    body = reply.json()
    assert body["code"] == "not-a-pack"
    assert len(body["faults"]) >= 2
    for fault in body["faults"]:
        assert fault["file"] == "scenario.yaml"
        assert fault["line"] > 0
        assert fault["field"]
        assert fault["hint"]


BOMB = "format: 1\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"


@pytest.mark.parametrize(
    "content",
    [
        b"", b"PK\x03\x04nonsense", b"{}", b'{"files": {}}', b'{"files": 1}', b"[" * 5000,
        zipped({"../scenario.yaml": "format: 1\n"}), zipped({"scenario.yaml": BOMB}),
        zipped({"scenario.yaml": "#" * 5_000_000}), zipped({"scenario.yaml": "system: chess\n"}),
    ],
)  # fmt: skip
def test_what_is_no_pack_is_refused_and_changes_nothing(client: TestClient, content: bytes) -> None:
    reply = client.post("/api/documents", content=content)
    assert reply.status_code == 400, reply.text
    assert reply.json()["faults"]
    assert client.app.state.tables.store.rows(_kept()) == []  # type: ignore[attr-defined]


def _kept() -> Any:
    import sqlalchemy as sa

    from grognard.host.store_schema import documents

    return sa.select(documents.c.hash)


def test_a_battle_of_another_revision_is_watched_and_an_answer_refused(client: TestClient) -> None:
    made = client.post("/api/games", json={"scenario": "duel", "seats": SEATS}).json()
    march(client, made["id"], "march F1 S")
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        moved = opened(line)["view"]["view"]["counters"]
    record = client.get(f"/api/games/{made['id']}/journal").content
    older = re.sub(rb'"rules":"[^"]*"', b'"rules":"0.0.9+abc"', record, count=1)
    older = older.replace(b'"event":"', b'"event":"Once', 1)  # what happened then is not known now
    reply = client.post("/api/games/upload", content=older)
    assert reply.status_code == 201, reply.text
    assert "revision of the rules '0.0.9+abc'" in reply.json()["watched"]
    game = reply.json()["id"]
    with client.websocket_connect(f"/ws/games/{game}") as line:
        view = opened(line)["view"]
        assert view["view"]["counters"]["F1"]["shape"] == moved["F1"]["shape"]
        line.send_json({"type": "answer", "n": view["n"], "text": "march F2 S"})
        while (message := line.receive_json())["type"] != "refused":
            pass
        assert message["code"] == "watch-only"
    assert client.get(f"/api/games/{game}/past?at=1").status_code == 200
    assert client.post(f"/api/games/{game}/fork", json={}).status_code == 404
    assert client.post(f"/api/games/{game}/fork", json={"at": 1}).status_code == 409
    assert client.get(f"/api/games/{game}/journal").content == older
