"""Bots that live elsewhere, at the real server: they play, and none of them stalls a table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from grognard.kernel import Ask
from grognard.web.botline import MOST_LATE, MOST_LISTED, listing
from tests.web.halls import room_of
from tests.web.servers import Server

SAMPLE = Path(__file__).parents[2] / "scripts" / "sample_bot.py"


class Logged(Server):
    """A server whose log is kept in a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'battles.db'}")
        self.log = folder / "server.log"

    def start(self) -> None:
        with self.log.open("wb") as stream:
            held = os.dup(2)
            os.dup2(stream.fileno(), 2)  # the server inherits it
            try:
                super().start()
            finally:
                os.dup2(held, 2)
                os.close(held)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    made = Logged(tmp_path_factory.mktemp("botline"))
    made.start()
    yield made
    made.kill()


def begun(server: Logged) -> tuple[str, str]:
    """A battle of the duel: the French seat is for a bot from elsewhere; its token."""
    seats = [{"side": "french", "who": "open"}, {"side": "prussian", "who": "random"}]
    wanted = {"scenario": "duel", "seats": seats}
    made = httpx.post(f"{server.address}/api/games", json=wanted, timeout=60).json()
    return made["id"], made["invitations"][0]["token"]


def log_of(server: Logged) -> str:
    return server.log.read_text()


def shown(server: Logged, game: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.address}/api/games/{game}", timeout=30).json()
    return found


class Line:
    """The line of a bot; what it says is read in a thread."""

    def __init__(self, server: Logged, game: str, token: str, **query: Any) -> None:
        self.url = f"{server.address}/api/games/{game}/bot"
        self.key, self.wanted = token, {"name": "hal", "patience": 60, **query}
        self.client = httpx.Client(timeout=60)
        self.lines: Iterator[dict[str, Any]] = self._read()

    def _read(self) -> Iterator[dict[str, Any]]:
        with self.client.stream(
            "POST", f"{self.url}/line", headers={"Seat": self.key}, json=self.wanted
        ) as stream:
            assert stream.headers["content-type"] == "application/x-ndjson"
            for line in stream.iter_lines():
                message = json.loads(line)
                self.key = message.get("key", self.key)
                yield message

    def until(self, kind: str) -> dict[str, Any]:
        return next(message for message in self.lines if message["type"] == kind)

    def say(self, n: int, answer: str) -> Any:
        headers = {"Seat": self.key}
        return self.client.post(self.url, headers=headers, json={"n": n, "answer": answer})

    def close(self) -> None:
        self.lines.close()  # type: ignore[attr-defined]
        self.client.close()


def wait_for(found: Any) -> None:
    while not found():
        time.sleep(0.05)


def test_the_sample_bot_is_short_and_plays_a_battle_to_its_end(server: Logged) -> None:
    assert len(SAMPLE.read_text().splitlines()) <= 50
    game, token = begun(server)
    command = [sys.executable, str(SAMPLE), server.address, game, token]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    assert "'type': 'over'" in done.stdout
    assert "fault" not in done.stdout
    assert shown(server, game)["verdict"]


def test_a_question_carries_view_and_options_and_an_answer_goes_into_the_journal(
    server: Logged,
) -> None:
    game, token = begun(server)
    line = Line(server, game, token)
    hello = line.until("hello")
    assert (hello["side"], hello["sides"]) == ("french", ["french", "prussian"])
    asked = line.until("question")
    assert asked["purpose"] == "movement"
    assert "F1" in asked["view"]["counters"]
    assert "done" in asked["options"]
    march = next(option for option in asked["options"] if option.startswith("march F1"))
    listed = line.client.get(
        f"{line.url}/options", headers={"Seat": line.key}, params={"unit": "F1"}
    ).json()
    assert march in listed
    assert line.say(asked["n"], march).json()["n"] == asked["n"] + 1
    assert line.until("question")["n"] > asked["n"]
    stale = line.say(asked["n"], "done")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    line.close()


def test_an_illegal_answer_forfeits_the_decision_and_is_named(server: Logged) -> None:
    game, token = begun(server)
    line = Line(server, game, token)
    for words in ("march F1 NE NE NE NE NE NE NE NE NE", "nonsense", "time-up"):
        asked = line.until("question")
        refused = line.say(asked["n"], words)
        assert (refused.status_code, refused.json()["code"]) == (409, "illegal")
        assert refused.json()["reason"]
        fault = line.until("fault")
        assert fault["n"] == asked["n"]
        assert "the bot hal answered illegally (movement)" in fault["reason"]
        assert shown(server, game)["lines"] > asked["n"]
    assert f"table {game}: the bot hal answered illegally (movement)" in log_of(server)
    line.close()


def test_a_silent_bot_forfeits_each_decision_and_then_its_seat(server: Logged) -> None:
    game, token = begun(server)
    line = Line(server, game, token, patience=0.2)
    for _ in range(MOST_LATE):
        asked = line.until("question")
        fault = line.until("fault")
        assert fault["n"] == asked["n"]
        assert "answered late" in fault["reason"]
    assert [message["type"] for message in line.lines] == []
    wait_for(lambda: _kind(server, game) == "random")
    assert f"table {game}: the bot hal answered late" in log_of(server)
    assert f"table {game}: the bot hal lost its seat" in log_of(server)
    line.close()


def _kind(server: Logged, game: str) -> str:
    seats = shown(server, game)["seats"]
    return str(next(seat["kind"] for seat in seats if seat["side"] == "french"))


def test_a_bot_that_dies_stalls_nobody_and_may_come_back(server: Logged) -> None:
    game, token = begun(server)
    code = (
        "import json, sys, urllib.request as u, time\n"
        "head = {'Seat': sys.argv[2], 'Content-Type': 'application/json'}\n"
        'line = u.urlopen(u.Request(sys.argv[1], b\'{"name": "mayfly"}\', head))\n'
        "print(json.loads(line.readline())['key'], flush=True)\n"
        "time.sleep(60)"
    )
    address = f"{server.address}/api/games/{game}/bot/line"
    command = [sys.executable, "-c", code, address, token]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None
        key = bot.stdout.readline().strip()
        assert _kind(server, game) == "outside"
        bot.kill()
    wait_for(lambda: _kind(server, game) == "random")
    assert "the bot mayfly left its line; random plays on" in log_of(server)
    line = Line(server, game, key)
    assert line.until("hello")["side"] == "french"
    assert _kind(server, game) == "outside"
    assert line.until("question")["options"]
    line.close()


def test_a_seat_whose_bot_is_gone_after_a_restart_stalls_nobody_and_can_be_taken(
    tmp_path: Path,
) -> None:
    server = Logged(tmp_path)
    server.start()
    try:
        seats = [{"side": "french", "who": "open"}, {"side": "prussian", "who": "me"}]
        made = httpx.post(
            f"{server.address}/api/games", json={"scenario": "duel", "seats": seats}, timeout=60
        )
        game = made.json()["id"]
        bot = Line(server, game, made.json()["invitations"][0]["token"])
        asked = bot.until("question")
        server.kill()
        bot.client.close()
        server.start()
        assert _kind(server, game) == "outside"
        line = server.address.replace("http", "ws") + f"/ws/games/{game}"
        cookie = {"Cookie": f"grognard={made.cookies['grognard']}"}
        with connect(line, additional_headers=cookie):
            wait_for(lambda: shown(server, game)["lines"] > asked["n"])
            assert _kind(server, game) == "random"
            assert f"table {game}: the bot of french has no line" in log_of(server)
            again = Line(server, game, bot.key)
            assert again.until("hello")["side"] == "french"
            assert _kind(server, game) == "outside"
            again.close()
    finally:
        server.kill()


def test_the_invitation_of_a_bot_is_burnt_and_looking_takes_no_seat(server: Logged) -> None:
    game, token = begun(server)
    url = f"{server.address}/api/games/{game}/bot/line"
    assert httpx.get(url, headers={"Seat": token}, timeout=30).status_code in (404, 405)
    assert _kind(server, game) == "human"
    bot = Line(server, game, token)
    bot.until("question")
    again = httpx.post(url, headers={"Seat": token}, json={}, timeout=30)
    assert (again.status_code, again.json()["code"]) == (403, "wrong-seat")
    sit = httpx.post(f"{server.address}/api/games/{game}/seats", json={"token": token}, timeout=30)
    assert sit.status_code == 403
    assert _kind(server, game) == "outside"
    bot.close()


def test_only_the_one_who_is_invited_takes_the_seat(server: Logged) -> None:
    game, token = begun(server)
    url = f"{server.address}/api/games/{game}/bot"
    for held in ({"Seat": "0" * 32}, {}):
        assert httpx.post(f"{url}/line", headers=held, json={}, timeout=30).status_code == 403
    held = {"Seat": token}
    unread = httpx.post(url, headers=held, json={"n": -1, "answer": ""}, timeout=30)
    assert unread.status_code == 422
    early = httpx.post(url, headers=held, json={"n": 0, "answer": "done"}, timeout=30)
    assert (early.status_code, early.json()["code"]) == (409, "no-line")


def test_many_options_are_drawn_the_same_for_the_same_line_and_hold_the_end() -> None:
    room = room_of("village")
    ask = room.state.pending
    assert isinstance(ask, Ask)
    listed, more = listing(ask, 7)
    assert more
    assert listed == listing(ask, 7)[0]
    assert "done" in listed
    assert 1 < len(listed) <= MOST_LISTED + 1
    assert all(room.system.rules.parse(words) in ask.options for words in listed)
