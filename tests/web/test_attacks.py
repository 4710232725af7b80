"""Attacks on people, letters, files and campaigns: each was done to a running server, and went through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiosmtpd.controller import Controller
from fastapi import FastAPI
from fastapi.testclient import TestClient

from grognard.host.days import DAY
from grognard.host.mailing import Mails
from grognard.host.store_schema import answers, games, letters
from grognard.host.turns import packed, unpacked
from grognard.web import accounts
from grognard.web import app as application
from grognard.web.app import make_app
from grognard.web.guards import Buckets, Limits, counted
from tests.web.halls import beside
from tests.web.test_campaigns import begun as campaign_begun
from tests.web.test_campaigns import next_battle
from tests.web.test_letters import Box, app, battle, post_office, registered, written_to
from tests.web.test_together import asked, begun, friend_at, seat_of, until
from tests.web.test_turns import AFAR, live_of, number

__all__ = ["app", "post_office"]

DRUM = "drum and trumpet"


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(accounts, "attempts", Buckets(1e6, 10**6))
    app = make_app(f"sqlite:///{tmp_path / 'battles.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


# --- who passes for somebody else

LIKE_ANNA = ("Anna\ufe0f", "Anna\u3164", "Ann\u0430", "\uff21nna", "Anna\u034f", "A\u200bnna")


@pytest.mark.parametrize("name", LIKE_ANNA)
def test_nobody_is_called_by_a_name_that_looks_like_that_of_an_account(
    host: TestClient, name: str
) -> None:
    registered(beside(host), "Anna")
    game, token = begun(host)
    with friend_at(host, game, token, "Bernd").websocket_connect(f"/ws/games/{game}") as line:
        assert asked(line, "call", name=name)["code"] == "bad-name"
    reply = beside(host).post("/api/accounts", json={"name": name, "password": DRUM})
    assert reply.status_code in (400, 409)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u0441\u043e\u0441\u043e", "...", "\u202e"])
def test_a_name_has_letters_and_does_not_look_like_another(host: TestClient, name: str) -> None:
    game, token = begun(host)
    with friend_at(host, game, token).websocket_connect(f"/ws/games/{game}") as line:
        assert asked(line, "call", name=name)["code"] == "bad-name"


@pytest.mark.parametrize("name", ["Блюхер", "Νίκος", "Рома", "Staël-Holstein", "山本 さくら"])
def test_names_of_other_alphabets_are_names(host: TestClient, name: str) -> None:
    game, token = begun(host)
    with friend_at(host, game, token).websocket_connect(f"/ws/games/{game}") as line:
        assert asked(line, "call", name=name)["type"] == "ack"


LATIN = [
    ("Illmer", "lllmer"), ("Illmer", "I1lmer"), ("Illmer", "illrner"), ("Anna", "\u00c0nna"),
    ("Anna", "An na"), ("Anna", "Anna."), ("Otto", "0tto"), ("Wolf", "VVolf"), ("S\u00f8ren", "Soren"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "like"), LATIN)
def test_nobody_is_called_by_a_name_whose_letters_look_like_those_of_an_account(
    host: TestClient, name: str, like: str
) -> None:
    registered(beside(host), name)
    game, token = begun(host)
    with friend_at(host, game, token, "Bernd").websocket_connect(f"/ws/games/{game}") as line:
        assert asked(line, "call", name=like)["code"] == "bad-name"
    reply = beside(host).post("/api/accounts", json={"name": like, "password": DRUM})
    assert reply.status_code == 409
    registered(beside(host), "Marie Louise")


@pytest.mark.parametrize("password", ["password", "Password1", "12345678", "anna-anna", "short"])
def test_a_password_that_is_guessed_first_is_refused(host: TestClient, password: str) -> None:
    wanted = {"name": "Anna", "password": password}
    assert beside(host).post("/api/accounts", json=wanted).status_code in (400, 422)
    registered(beside(host), "Anna")


def test_who_sets_a_battle_up_gives_no_seat_the_name_of_an_account(host: TestClient) -> None:
    registered(beside(host), "Anna")
    seats = [{"side": side, "who": who, "name": "Anna"} for side, who in
             (("french", "me"), ("prussian", "open"))]  # fmt: skip
    game, token = begun(host, seats=seats)
    friend = beside(host)
    assert friend.post(f"/api/games/{game}/seats", json={"token": token}).json()["name"] == ""
    shown = host.get(f"/api/games/{game}").json()
    assert [seat_of(shown, side)["name"] for side in ("french", "prussian")] == ["", ""]


# --- who sees both sides


def test_nobody_sits_for_both_sides_where_another_plays(host: TestClient) -> None:
    french, prussian = ({"side": side, "who": "me"} for side in ("french", "prussian"))
    free = {"side": "prussian", "who": "open"}
    both = host.post("/api/games", json={"scenario": "duel", "seats": [french, prussian, free]})
    assert both.json()["code"] == "both-sides"
    reply = host.post("/api/games", json={"scenario": "duel", "seats": [french, free, free]}).json()
    game, tokens = reply["id"], [each["token"] for each in reply["invitations"]]
    friend_at(host, game, tokens[0])
    again = host.post(f"/api/games/{game}/seats", json={"token": tokens[1]})
    assert again.json()["code"] == "both-sides"
    assert host.get(f"/api/games/{game}").json()["mine"] == ["french"]


def test_nobody_is_let_in_where_somebody_sits_for_both_sides(host: TestClient) -> None:
    free = {"side": "prussian", "who": "open"}
    reply = host.post("/api/games", json={"scenario": "duel", "seats": [free, free]}).json()
    game, (first, second) = reply["id"], [each["token"] for each in reply["invitations"]]
    assert host.post(f"/api/games/{game}/seats", json={"token": first}).status_code == 200
    late = beside(host).post(f"/api/games/{game}/seats", json={"token": second})
    assert late.json()["code"] == "both-sides"


# --- what is agreed on


def test_what_somebody_is_asked_is_not_changed_under_his_hand(host: TestClient) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    with (
        host.websocket_connect(f"/ws/games/{game}") as mine,
        friend.websocket_connect(f"/ws/games/{game}") as his,
    ):
        n = until(mine, "view")["n"]
        assert asked(mine, "answer", n=n, text="done")["type"] == "ack"
        n = asked(mine, "ping")["n"]
        assert asked(mine, "take-back", n=n, to=0)["done"] is False
        for kind in ("draw", "take-back"):
            assert asked(mine, kind, n=n, **({"to": 0} if kind != "draw" else {}))["code"] == "busy"
        assert host.post(f"/api/games/{game}/away", json={"side": "french"}).status_code == 409
        assert asked(his, "consent", n=max(n - 1, 0), agree=True)["code"] == "stale"
        assert asked(his, "consent", n=n, agree=False)["type"] == "ack"


def test_who_plays_elsewhere_decides_nothing_here_and_loses_the_line_with_the_seat(
    host: TestClient,
) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    assert host.post(f"/api/games/{game}/away", json={"side": "french"}).json() == {"done": False}
    with (
        host.websocket_connect(f"/ws/games/{game}") as mine,
        friend.websocket_connect(f"/ws/games/{game}") as his,
    ):
        n = until(mine, "view")["n"]
        assert asked(his, "consent", n=n, agree=True)["type"] == "ack"
        for kind in ("human", "captain"):
            mine.send_json({"type": "seat", "seq": 78, "side": "french", "kind": kind})
            assert until(mine, "refused", "ack")["code"] == "not-here"
        n = number(host, game)
        for kind, fields in (("answer", {"text": "done"}), ("resign", {}), ("draw", {})):
            assert asked(mine, kind, n=n, **fields)["code"] == "not-here", kind
        assert host.post(f"/api/games/{game}/rematch").status_code == 409
        back = friend.post(f"/api/games/{game}/online").json()
        friend_at(host, game, back["invitations"][0]["token"], "Carla")
        assert until(mine, "error")["code"] == "ended"


def test_of_a_battle_by_file_no_battle_follows_here(host: TestClient) -> None:
    made = host.post("/api/games", json={"scenario": "duel", "seats": AFAR}).json()
    with host.websocket_connect(f"/ws/games/{made['id']}") as line:
        n = until(line, "view")["n"]
        assert asked(line, "resign", n=n)["type"] == "ack"
    assert host.post(f"/api/games/{made['id']}/rematch").json()["code"] == "by-file"


def test_a_turn_calls_its_battle_by_a_number_and_by_nothing_else(host: TestClient) -> None:
    game = host.post("/api/games", json={"scenario": "duel", "seats": AFAR}).json()["id"]
    turn, record = unpacked(host.post(f"/api/games/{game}/turn").content)
    secret = live_of(host, game).table.secret
    for battle_id in ("", "\0", "x" * 10_000, "../../etc"):
        forged = packed(msgspec.structs.replace(turn, battle=battle_id), record, secret)
        assert beside(host).post("/api/turns", content=forged).json()["code"] == "not-a-turn"


# --- campaigns


def test_one_invitation_of_a_campaign_seats_one_person(client: TestClient) -> None:
    made = campaign_begun(client, "open")
    token = made["invitations"][0]["token"]
    game = next_battle(client, made["id"], "first")
    thief, friend = beside(client), beside(client)
    assert thief.post(f"/api/games/{game}/seats", json={"token": token}).status_code == 403
    reply = friend.post(f"/api/campaigns/{made['id']}/seats", json={"token": token})
    assert reply.status_code == 200, reply.text
    assert friend.get(f"/api/games/{game}").json()["mine"] == ["prussian"]
    assert thief.get(f"/api/games/{game}").json()["mine"] == []


def test_a_battle_of_a_campaign_does_not_go_away_by_file(client: TestClient) -> None:
    game = next_battle(client, campaign_begun(client, "me")["id"], "first")
    reply = client.post(f"/api/games/{game}/away", json={"side": "french"})
    assert reply.json()["code"] == "of-a-campaign"


# --- letters


def waiting(client: TestClient) -> list[Any]:
    mails: Mails = client.app.state.tables.mails  # type: ignore[attr-defined]
    return mails.store.rows(letters.select())


def test_nobody_is_written_to_at_an_address_that_is_not_confirmed_though_a_letter_waits(
    app: FastAPI, post_office: tuple[Controller, Box]
) -> None:
    with TestClient(app, client=("127.0.0.1", 50000)) as host:
        friend = beside(host)
        registered(host, "Anna")
        registered(friend, "Bernd")
        controller, box = post_office
        written_to(friend, box, "bernd@example.org")
        mails: Mails = app.state.tables.mails
        person = friend.get("/api/me").json()["person"]
        controller.stop()
        mails.your_turn(battle(host, friend), [person]).result()
        assert [row.kind for row in waiting(host)] == ["turn"]
        assert friend.put("/api/mail", json={"address": "victim@example.org"}).status_code == 200
        assert [row.kind for row in waiting(host)] == ["word"]
        mails.your_turn("another", [person]).result()
        assert [row.kind for row in waiting(host)] == ["word"]


def test_an_opponent_who_answers_and_takes_back_fills_nobodys_box(app: FastAPI) -> None:
    with TestClient(app, client=("127.0.0.1", 50000)) as host:
        friend = beside(host)
        registered(friend, "Bernd")
        registered(host, "Anna")
        tables = app.state.tables
        written = list[str]()

        def kept(game: str, people: list[str]) -> Done:
            written.extend(people)
            return Done()

        tables.mails.your_turn = kept
        game = battle(host, friend)
        live = tables._live[game]
        with host.websocket_connect(f"/ws/games/{game}") as line:
            until(line, "view")
            for _ in range(12):
                while live.room.asked == "french":
                    asked(line, "answer", n=live.number("french"), text="done")
                assert asked(line, "take-back", n=live.number("french"))["done"]
        assert 1 <= len(written) <= 3


# --- who lets the others wait


def test_who_takes_back_what_he_did_or_is_refused_a_wish_wins_no_time(host: TestClient) -> None:
    game, token = begun(host, days=2)
    friend, live = friend_at(host, game, token), live_of(host, game)
    clock = host.app.state.tables.days  # type: ignore[attr-defined]
    with (
        host.websocket_connect(f"/ws/games/{game}") as mine,
        friend.websocket_connect(f"/ws/games/{game}") as his,
    ):
        until(mine, "view")
        due = host.get(f"/api/games/{game}").json()["due"]
        age(live, 1)
        asked(mine, "answer", n=live.number("french"), text="march F1 S")
        assert asked(mine, "take-back", n=live.number("french"))["done"]
        assert live.room.asked == "french"
        assert asked(mine, "draw", n=live.number("french"))["type"] == "ack"
        assert asked(his, "consent", n=live.number("prussian"), agree=False)["type"] == "ack"
    assert host.get(f"/api/games/{game}").json()["due"] <= due - DAY
    clock.now = lambda: due
    assert friend.post(f"/api/games/{game}/claim").status_code == 200


def age(live: Any, days: int) -> None:
    """Let all that happened in a battle have happened so many days earlier."""
    changes = (
        answers.update().where(answers.c.game == live.room.id).values(at=answers.c.at - days * DAY),
        games.update().where(games.c.id == live.room.id).values(since=games.c.since - days * DAY),
    )
    for change in changes:
        live.keeper.store.written(lambda connection, work=change: connection.execute(work)).result()


def test_who_keeps_a_seat_beside_his_own_free_stops_no_clock(host: TestClient) -> None:
    seats = [{"side": "french", "who": "me"}, {"side": "french", "who": "open"}]
    made = host.post(
        "/api/games",
        json={
            "scenario": "duel",
            "days": 2,
            "seats": [*seats, {"side": "prussian", "who": "open"}],
        },
    ).json()
    (token,) = [each["token"] for each in made["invitations"] if each["side"] == "prussian"]
    friend_at(host, made["id"], token)
    assert host.get(f"/api/games/{made['id']}").json()["due"] > 0


class Done:
    """A letter that is kept at once."""

    def add_done_callback(self, then: Any) -> None:
        return None


def test_one_address_is_not_flooded_by_many_accounts(
    app: FastAPI, post_office: tuple[Controller, Box]
) -> None:
    with TestClient(app, client=("127.0.0.1", 50000)) as host:
        said = []
        for each in range(7):
            client = beside(host, f"198.51.100.{each}", base_url="https://testserver")
            registered(client, f"Anna {each}")
            said.append(client.put("/api/mail", json={"address": "v@example.org"}).status_code)
        assert said == [200] * 5 + [429] * 2


# --- who takes more than his part


def test_the_open_list_is_not_filled_by_one(host: TestClient) -> None:
    wanted = {"scenario": "duel", "listed": True, "seats": [{"side": "prussian", "who": "open"}]}
    said = [host.post("/api/games", json=wanted).status_code for _ in range(12)]
    assert said == [201] * 10 + [429] * 2


def test_what_is_no_file_has_a_small_body(host: TestClient) -> None:
    large = "[" + "1," * application.SMALL_BODY + "1]"
    for path in ("/api/sessions", "/api/games", "/api/accounts"):
        assert host.post(path, content=large).status_code == 413, path
    chunks = (large[at : at + 1000].encode() for at in range(0, len(large), 1000))
    assert host.post("/api/sessions", content=chunks).status_code in (400, 413)


def test_a_household_is_counted_as_one_whatever_its_addresses() -> None:
    limits = Limits()
    said = [limits.joins.take(counted(f"2001:db8:1:2::{each:x}")) for each in range(20)]
    assert said.count(True) == 10
    assert counted("2001:db8:1:3::1") != counted("2001:db8:1:2::1")


def test_the_computer_is_asked_for_help_once_at_a_time(host: TestClient) -> None:
    game, _ = begun(host, seats=[])
    live_of(host, game)._stands_in = True
    with host.websocket_connect(f"/ws/games/{game}") as line:
        n = until(line, "view")["n"]
        assert asked(line, "help", n=n)["code"] == "busy"


def test_variations_are_not_forked_without_end(host: TestClient) -> None:
    game, _ = begun(host, seats=[])
    forks = host.app.state.limits.forks  # type: ignore[attr-defined]
    forks.rate, forks.most = 1e-9, 3
    said = [host.post(f"/api/games/{game}/fork", json={}).status_code for _ in range(5)]
    assert said == [201] * 3 + [429] * 2


def test_who_searches_the_rules_waits_for_those_who_search_and_holds_up_nobody(
    host: TestClient,
) -> None:
    searching = host.app.state.tables.pools.searching  # type: ignore[attr-defined]
    searching.held = searching.most
    for path in ("/api/rules/premier?q=charge", "/api/rules/premier", "/api/rules/premier/P33"):
        assert host.get(path).status_code == 503, path
    assert host.get("/healthz").status_code == 200
    reads = host.app.state.limits.reads  # type: ignore[attr-defined]
    reads.rate, reads.most = 1e-9, 0
    other = beside(host, "198.51.100.7")
    assert other.get("/api/rules/premier?q=charge").status_code == 429


def test_puzzles_are_weighed_aside_and_not_without_end(client: TestClient) -> None:
    name = client.get("/api/puzzles").json()[0]["name"]
    reads = client.app.state.limits.reads  # type: ignore[attr-defined]
    reads.rate, reads.most = 1e-9, 0
    reply = client.post(f"/api/puzzles/{name}", json={"answer": "nothing"})
    assert reply.status_code == 429
