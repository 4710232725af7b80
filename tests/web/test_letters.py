"""Letters: a real mail server takes them, and one that is down delays nobody's move."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from fastapi import FastAPI
from fastapi.testclient import TestClient

from grognard.host import mailing
from grognard.host.mailing import MailServer, is_address
from grognard.host.store_schema import letters
from grognard.kernel.errors import GrognardError
from grognard.web import accounts
from grognard.web.app import make_app
from grognard.web.guards import Buckets
from tests.web.halls import beside

OPEN = [{"side": "prussian", "who": "open"}]


class Box:
    """What a mail server has taken; it can be told to refuse."""

    def __init__(self) -> None:
        self.taken: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 taken"


@pytest.fixture
def post_office() -> Iterator[tuple[Controller, Box]]:
    box = Box()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield controller, box
    if controller.loop.is_running():
        controller.stop()


def port_of(controller: Controller) -> int:
    return int(controller.port)


@pytest.fixture
def app(
    tmp_path: Path, post_office: tuple[Controller, Box], monkeypatch: pytest.MonkeyPatch
) -> FastAPI:
    monkeypatch.setattr(accounts, "attempts", Buckets(1e6, 10**6))
    monkeypatch.setattr(mailing, "WAIT_MS", 0)
    server = MailServer.named(f"smtp://127.0.0.1:{port_of(post_office[0])}", "table@example.org")
    return make_app(
        f"sqlite:///{tmp_path / 'battles.db'}",
        hosts=["testserver"],
        bot_processes=0,
        mail=server,
        reach=["https://table.example.org"],
    )


@pytest.fixture
def host(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


def waited_for(found: Callable[[], Any]) -> Any:
    """What comes by another thread, when it comes."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        held = found()
        if held:
            return held
        time.sleep(0.02)
    raise AssertionError("it does not come")


def registered(client: TestClient, name: str) -> None:
    wanted = {"name": name, "password": "drum and trumpet"}
    assert client.post("/api/accounts", json=wanted).status_code == 201


def written_to(client: TestClient, box: Box, address: str) -> None:
    """Somebody shows that an address is his."""
    before = len(box.taken)
    assert client.put("/api/mail", json={"address": address}).status_code == 200
    waited_for(lambda: len(box.taken) > before)
    word = re.search(r"\b\d{8}\b", box.taken[-1][1])
    assert word is not None
    shown = client.post("/api/mail", json={"word": word[0]}).json()
    assert shown == {"offered": True, "address": address, "confirmed": True}


def answered(client: TestClient, game: str) -> None:
    """The side that is asked ends its part."""
    live = client.app.state.tables._live[game]  # type: ignore[attr-defined]
    with client.websocket_connect(f"/ws/games/{game}") as line:
        while live.room.asked == "french":
            line.send_json({"type": "answer", "seq": 7, "n": live.number("french"), "text": "done"})
            while True:
                reply = line.receive_json()
                if reply.get("seq") == 7:
                    break
            assert reply["type"] == "ack", reply


def battle(host: TestClient, friend: TestClient) -> str:
    made = host.post("/api/games", json={"scenario": "duel", "seats": OPEN}).json()
    claim = {"token": made["invitations"][0]["token"]}
    assert friend.post(f"/api/games/{made['id']}/seats", json=claim).status_code == 200
    return str(made["id"])


def test_who_is_away_is_written_to_when_a_battle_waits_for_him(
    host: TestClient, post_office: tuple[Controller, Box]
) -> None:
    _, box = post_office
    friend = beside(host)
    registered(friend, "Bülow")
    written_to(friend, box, "bulow@example.org")
    game = battle(host, friend)
    answered(host, game)
    to, text = waited_for(lambda: box.taken[1:])[0]
    assert to == ["bulow@example.org"]
    assert f"https://table.example.org/table/{game}" in text
    assert "march" not in text


def test_a_mail_server_that_is_down_delays_the_letter_and_never_the_move(
    host: TestClient, post_office: tuple[Controller, Box]
) -> None:
    controller, box = post_office
    friend = beside(host)
    registered(friend, "Bülow")
    written_to(friend, box, "bulow@example.org")
    port = port_of(controller)
    controller.stop()
    game = battle(host, friend)
    began = time.monotonic()
    answered(host, game)
    assert time.monotonic() - began < 20
    mails = host.app.state.tables.mails  # type: ignore[attr-defined]
    waited_for(lambda: mails.store.rows(letters.select()))
    again = Controller(box, hostname="127.0.0.1", port=port)
    again.start()
    waited_for(lambda: mails.delivered() or box.taken[1:])
    assert waited_for(lambda: box.taken[1:])[0][0] == ["bulow@example.org"]
    again.stop()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "anna",
        "anna@",
        "a@b",
        "a@b.org\nBcc: c@d.org",
        "a@b.org, c@d.org",
        "<a@b.org>",
        "ä@b.org",
    ],
)
def test_what_is_no_address_or_more_than_one_is_refused(address: str) -> None:
    assert not is_address(address)


def test_nobody_is_written_to_who_has_not_said_the_word(
    host: TestClient, post_office: tuple[Controller, Box]
) -> None:
    _, box = post_office
    friend = beside(host)
    registered(friend, "Bülow")
    assert friend.put("/api/mail", json={"address": "victim@example.org"}).status_code == 200
    waited_for(lambda: box.taken)
    replies = [friend.post("/api/mail", json={"word": f"{n:08d}"}) for n in range(6)]
    assert {reply.json()["code"] for reply in replies} == {"wrong-word"}
    word = re.search(r"\b\d{8}\b", box.taken[0][1])
    assert word is not None
    late = friend.post("/api/mail", json={"word": word[0]})
    assert late.status_code == 400, "after five guesses the word is void"
    answered(host, battle(host, friend))
    mails = host.app.state.tables.mails  # type: ignore[attr-defined]
    assert not mails.store.rows(letters.select())
    assert len(box.taken) == 1


def test_strangers_are_not_flooded_with_words(
    host: TestClient, post_office: tuple[Controller, Box]
) -> None:
    friend = beside(host)
    registered(friend, "Bülow")
    statuses = [
        friend.put("/api/mail", json={"address": f"v{n}@example.org"}).status_code for n in range(6)
    ]
    assert statuses == [200] * 5 + [429]


def test_who_wants_no_letters_any_more_gets_none(
    host: TestClient, post_office: tuple[Controller, Box]
) -> None:
    _, box = post_office
    friend = beside(host)
    registered(friend, "Bülow")
    written_to(friend, box, "bulow@example.org")
    assert not friend.delete("/api/mail").json()["confirmed"]
    answered(host, battle(host, friend))
    mails = host.app.state.tables.mails  # type: ignore[attr-defined]
    assert not mails.store.rows(letters.select())


def test_a_server_without_a_mail_server_says_so(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'b.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as host:
        assert host.get("/api/mail").status_code == 401, "a guest has no letters"
        registered(host, "Anna")
        assert host.get("/api/mail").json()["offered"] is False
        reply = host.put("/api/mail", json={"address": "anna@example.org"})
        assert reply.json()["code"] == "no-mail"


@pytest.mark.parametrize("url", ["http://a", "smtp://", "smtp://a:port", "nonsense"])
def test_a_mail_server_that_is_none_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(GrognardError):
        MailServer.named(url, "table@example.org")
