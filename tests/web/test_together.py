"""People at one table: names, presence, talk, invitations, the open list, the end, the next battle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.host.dice import prove_dice
from grognard.host.speech import LONGEST_SPEECH, MOST_KEPT, plain
from grognard.kernel.journal import read_journal
from grognard.web import accounts, serve
from grognard.web.app import make_app
from grognard.web.guards import Buckets
from tests.web.halls import beside

OPEN = [{"side": "prussian", "who": "open"}]
SIDES = ("french", "prussian")
MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script> & "Anna"'


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(accounts, "attempts", Buckets(1e6, 10**6))
    app = make_app(f"sqlite:///{tmp_path / 'battles.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


def begun(host: TestClient, **wanted: Any) -> tuple[str, str]:
    made = host.post("/api/games", json={"scenario": "duel", "seats": OPEN, **wanted}).json()
    return made["id"], made["invitations"][0]["token"] if made["invitations"] else ""


def friend_at(host: TestClient, game: str, token: str, name: str = "Anna") -> TestClient:
    friend = beside(host)
    reply = friend.post(f"/api/games/{game}/seats", json={"token": token, "name": name})
    assert reply.status_code == 200, reply.text
    return friend


def until(line: Any, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = line.receive_json()
        if message["type"] in kinds:
            return message


def seat_of(told: dict[str, Any], side: str) -> dict[str, Any]:
    """The first seat of a side, as it is told."""
    return next(seat for seat in told["seats"] if seat["side"] == side)


def asked(line: Any, kind: str, **fields: Any) -> dict[str, Any]:
    """Send a message; its reply, whatever is told meanwhile."""
    line.send_json({"type": kind, "seq": 77, **fields})
    while True:
        message: dict[str, Any] = line.receive_json()
        if message.get("seq") == 77:
            return message


# --- names and presence


def test_people_are_told_who_sits_where_and_who_is_there(host: TestClient) -> None:
    game, token = begun(host)
    with host.websocket_connect(f"/ws/games/{game}") as line:
        first = until(line, "people")
        assert [
            (seat_of(first, side)["here"], seat_of(first, side)["taken"]) for side in SIDES
        ] == [
            (True, True),
            (False, False),
        ]
        friend = friend_at(host, game, token)
        told = seat_of(until(line, "people"), "prussian")
        assert (told["name"], told["taken"], told["here"]) == ("Anna", True, False)
        with friend.websocket_connect(f"/ws/games/{game}"):
            assert seat_of(until(line, "people"), "prussian")["here"]
        assert not seat_of(until(line, "people"), "prussian")["here"]


def test_two_who_share_a_side_are_there_each_for_himself(host: TestClient) -> None:
    seats = [{"side": "prussian", "who": "me"}, {"side": "prussian", "who": "open"}]
    seats += [{"side": "french", "who": "open"}]
    game, _ = begun(host, seats=seats)
    with host.websocket_connect(f"/ws/games/{game}") as line:
        told = until(line, "people")["seats"]
        assert [seat["here"] for seat in told if seat["side"] == "prussian"] == [True, False]


def test_nobody_is_called_as_another_or_as_an_account(host: TestClient) -> None:
    account = beside(host)
    account.post("/api/accounts", json={"name": "Blücher", "password": "forwards, forwards"})
    game, token = begun(host)
    friend = friend_at(host, game, token)
    with host.websocket_connect(f"/ws/games/{game}") as line:
        for name in ("anna", "BLÜCHER", "\u202e\x07 \n", ""):
            assert asked(line, "call", name=name)["code"] == "bad-name", name
        assert asked(line, "call", name=" Ney \u202e")["type"] == "ack"
    shown = friend.get(f"/api/games/{game}").json()
    assert [seat_of(shown, side)["name"] for side in SIDES] == ["Ney", "Anna"]


def test_a_guest_who_asks_for_the_name_of_an_account_sits_down_without_one(
    host: TestClient,
) -> None:
    beside(host).post("/api/accounts", json={"name": "Ney", "password": "forwards, forwards"})
    game, token = begun(host)
    friend = beside(host)
    reply = friend.post(f"/api/games/{game}/seats", json={"token": token, "name": "ney"})
    assert reply.json()["name"] == ""


# --- talk


def test_talk_is_heard_by_all_and_kept_in_the_record(host: TestClient) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    with (
        host.websocket_connect(f"/ws/games/{game}") as mine,
        friend.websocket_connect(f"/ws/games/{game}") as his,
    ):
        n = until(mine, "view")["n"]
        assert asked(mine, "say", text=MARKUP)["type"] == "ack"
        (words,) = until(his, "said")["words"]
        assert (words["text"], words["who"], words["after"]) == (MARKUP, "french", n)
        assert asked(mine, "resign", n=n)["type"] == "ack"
    with friend.websocket_connect(f"/ws/games/{game}") as again:
        assert until(again, "said")["words"][0]["text"] == MARKUP
    record = host.get(f"/api/games/{game}/journal").content
    journal = read_journal(record)
    assert [each.text for each in journal.talk] == [MARKUP]
    assert prove_dice(journal).status in ("proved", "sealed")
    elsewhere = beside(host).post("/api/games/upload", content=record)
    assert elsewhere.status_code == 201, elsewhere.text


def test_talk_is_one_line_of_plain_text_and_not_endless() -> None:
    assert plain("a\u202eb\x00\r\n\u2028c\ud800", 20) == "ab c"
    assert plain("Z\u0336\u0336\u0336\u0336\u0336\u0336", 20).count("\u0336") == 3
    assert plain("x" * 900, LONGEST_SPEECH) == "x" * LONGEST_SPEECH


def test_who_talks_too_much_or_too_long_or_only_watches_is_refused(host: TestClient) -> None:
    game, token = begun(host)
    friend_at(host, game, token)
    with beside(host).websocket_connect(f"/ws/games/{game}") as watcher:
        assert asked(watcher, "say", text="hello")["code"] == "watcher"
    with host.websocket_connect(f"/ws/games/{game}") as line:
        line.send_json({"type": "say", "text": "x" * (LONGEST_SPEECH + 1)})
        assert until(line, "error")["code"] == "malformed"
        assert asked(line, "say", text=" \u202e ")["code"] == "silent"
        codes = [asked(line, "say", text="again").get("code", "") for _ in range(12)]
        assert codes[-1] == "slow-down"


def test_a_table_keeps_only_so_much_talk(host: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_KEPT >= 1000
    monkeypatch.setattr("grognard.host.speech.MOST_KEPT", 2)
    game, token = begun(host)
    friend_at(host, game, token)
    with host.websocket_connect(f"/ws/games/{game}") as line:
        codes = [asked(line, "say", text=f"word {n}").get("code", "") for n in range(3)]
        assert codes == ["", "", "talked-out"]


def test_talk_that_a_forged_record_brings_is_made_plain(host: TestClient) -> None:
    game, _ = begun(host, seats=[])
    record = host.get(f"/api/games/{game}/journal").content.rstrip(b"\n").split(b"\n")
    forged = {"said": 0, "after": 10**9, "who": "french", "name": "\u202eyeN", "text": "a\nb"}
    lines = [*record[:-1], json.dumps(forged).encode(), record[-1], b""]
    made = host.post("/api/games/upload", content=b"\n".join(lines))
    assert made.status_code == 201, made.text
    with host.websocket_connect(f"/ws/games/{made.json()['id']}") as line:
        (words,) = until(line, "said")["words"]
        assert (words["name"], words["text"]) == ("yeN", "a b")
        assert words["after"] < 1000


# --- invitations


def test_an_invitation_can_be_had_again_and_the_old_one_opens_nothing(host: TestClient) -> None:
    game, old = begun(host)
    again = host.put(f"/api/games/{game}/invitations/prussian/0")
    assert again.status_code == 200
    friend = beside(host)
    assert friend.post(f"/api/games/{game}/seats", json={"token": old}).status_code == 403
    friend_at(host, game, again.json()["token"])
    assert host.put(f"/api/games/{game}/invitations/prussian/0").status_code == 409


def test_a_revoked_invitation_opens_nothing_until_another_is_made(host: TestClient) -> None:
    game, token = begun(host)
    assert host.delete(f"/api/games/{game}/invitations/prussian/0").status_code == 204
    for empty in (token, ""):
        reply = beside(host).post(f"/api/games/{game}/seats", json={"token": empty})
        assert reply.status_code == 403
    friend_at(host, game, host.put(f"/api/games/{game}/invitations/prussian/0").json()["token"])


def test_only_who_set_the_battle_up_has_its_invitations(host: TestClient) -> None:
    seats = [{"side": "prussian", "who": "open"}, {"side": "prussian", "who": "open"}]
    game, token = begun(host, seats=seats)
    friend = friend_at(host, game, token)
    for change in (friend.put, friend.delete, beside(host).put):
        assert change(f"/api/games/{game}/invitations/prussian/1").status_code == 403
    assert host.put(f"/api/games/{game}/invitations/prussian/7").status_code == 404


def test_a_friend_from_another_machine_needs_no_account(host: TestClient) -> None:
    game, token = begun(host)
    friend = beside(host, "192.168.1.7")
    reply = friend.post(f"/api/games/{game}/seats", json={"token": token})
    assert reply.status_code == 200
    assert "secure" not in reply.headers["set-cookie"].lower()
    with friend.websocket_connect(f"/ws/games/{game}") as line:
        assert until(line, "hello")["seat"]["sides"] == ["prussian"]


def test_a_guest_without_a_valid_invitation_is_not_kept(host: TestClient) -> None:
    game, _ = begun(host)
    far = beside(host, "203.0.113.7")
    reply = far.post(f"/api/games/{game}/seats", json={"token": "guessed"})
    assert reply.status_code == 403
    assert "set-cookie" not in reply.headers


def test_across_the_open_net_a_cookie_is_secure(host: TestClient) -> None:
    game, token = begun(host)
    far = beside(host, "203.0.113.7")
    reply = far.post(f"/api/games/{game}/seats", json={"token": token})
    assert "secure" in reply.headers["set-cookie"].lower()


# --- the address


def test_the_address_for_a_friend_is_told_and_its_absence_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    app = make_app(url, hosts=["testserver"], reach=["http://192.168.1.5:8000"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as here:
        assert here.get("/api/address").json()["addresses"] == ["http://192.168.1.5:8000"]
        far = beside(here, "203.0.113.7").get("/api/address").json()
        assert far["addresses"] == ["http://testserver"], (
            "addresses of the house are not told abroad"
        )
    assert serve.own_addresses("127.0.0.1") == []


def test_a_server_for_this_machine_only_says_how_a_friend_could_come(host: TestClient) -> None:
    told = host.get("/api/address").json()
    assert not told["addresses"]
    assert "--host 0.0.0.0" in told["reason"]


# --- the open list


def test_a_battle_that_looks_for_somebody_is_listed_until_it_is_full(host: TestClient) -> None:
    game, _ = begun(host, listed=True)
    assert [(row["id"], row["free"]) for row in beside(host).get("/api/open").json()] == [
        (game, ["prussian"])
    ]
    stranger = beside(host)
    taken = stranger.post(f"/api/games/{game}/join", json={"side": "prussian", "name": "Bülow"})
    assert (taken.status_code, taken.json()["name"]) == (200, "Bülow")
    assert host.get("/api/open").json() == []
    late = beside(host).post(f"/api/games/{game}/join", json={"side": "prussian"})
    assert late.json()["code"] == "taken"


def test_nobody_joins_a_battle_that_is_not_listed_or_twice_or_for_a_side_that_is_held(
    host: TestClient,
) -> None:
    game, _ = begun(host)
    stranger = beside(host)
    wanted = {"side": "prussian"}
    assert stranger.post(f"/api/games/{game}/join", json=wanted).json()["code"] == "not-listed"
    assert stranger.put(f"/api/games/{game}/listed", json={"listed": True}).status_code == 403
    assert host.put(f"/api/games/{game}/listed", json={"listed": True}).status_code == 200
    assert host.post(f"/api/games/{game}/join", json=wanted).json()["code"] == "seated"
    held = stranger.post(f"/api/games/{game}/join", json={"side": "french"})
    assert held.json()["code"] == "taken"


def test_who_joins_battle_after_battle_is_slowed_down(host: TestClient) -> None:
    host.app.state.limits.listings = Buckets(1e6, 10**6)  # type: ignore[attr-defined]
    games = [begun(host, listed=True)[0] for _ in range(11)]
    stranger = beside(host, "192.168.1.9")
    stranger.post("/api/accounts", json={"name": "Murat", "password": "charge, charge"})
    wanted = {"side": "prussian"}
    replies = [stranger.post(f"/api/games/{game}/join", json=wanted) for game in games]
    assert [reply.status_code for reply in replies] == [200] * 10 + [429]


# --- the end, and the next battle


def test_who_resigns_has_lost_and_over_is_over(host: TestClient) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    with friend.websocket_connect(f"/ws/games/{game}") as line:
        n = until(line, "view")["n"]
        assert asked(line, "resign", n=n - 1 if n else n + 1)["code"] == "stale"
        line.send_json({"type": "resign", "n": n})
        told = until(line, "update")
        assert told["lines"][-1]["who"] == "ended"
        assert told["lines"][-1]["answer"] == "resigned prussian"
        now = told["n"]
        assert asked(line, "take-back", n=now)["code"] == "over"
        assert asked(line, "resign", n=now)["code"] == "over"
    assert host.get(f"/api/games/{game}").json()["verdict"] == "Prussian resigned"
    report = host.get(f"/api/games/{game}/report").text
    assert "Prussian resigned" in report
    assert "level of victory" not in report


def test_a_battle_that_was_given_up_stays_so_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    app = make_app(url, hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as host:
        game, token = begun(host)
        friend_at(host, game, token)
        with host.websocket_connect(f"/ws/games/{game}") as line:
            asked(line, "resign", n=until(line, "view")["n"])
    again = make_app(url, hosts=["testserver"], bot_processes=0)
    with TestClient(again, client=("127.0.0.1", 50000)) as host:
        assert host.get(f"/api/games/{game}").json()["verdict"] == "French resigned"


def test_a_draw_needs_the_word_of_both(host: TestClient) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    with (
        host.websocket_connect(f"/ws/games/{game}") as mine,
        friend.websocket_connect(f"/ws/games/{game}") as his,
    ):
        n = until(mine, "view")["n"]
        asked(mine, "draw", n=n)
        assert until(his, "wish")["wish"]["what"] == "draw"
        assert asked(mine, "consent", agree=True)["code"] == "no-wish", "he cannot agree himself"
        asked(his, "consent", n=n, agree=False)
        refused = until(mine, "update")
        assert refused["lines"][-1]["answer"].startswith("draw french")
        asked(mine, "draw", n=refused["n"])
        asked(his, "consent", n=refused["n"], agree=True)
    assert host.get(f"/api/games/{game}").json()["verdict"] == "Drawn by consent"


def test_a_computer_takes_no_draw(host: TestClient) -> None:
    made = host.post(
        "/api/games", json={"scenario": "duel", "seats": [{"side": "prussian", "who": "random"}]}
    ).json()
    with host.websocket_connect(f"/ws/games/{made['id']}") as line:
        n = until(line, "view")["n"]
        assert asked(line, "draw", n=n)["code"] in ("no-draw", "stale")


def test_the_rematch_changes_sides_and_is_one_battle_for_both(host: TestClient) -> None:
    game, token = begun(host)
    friend = friend_at(host, game, token)
    assert host.post(f"/api/games/{game}/rematch").json()["code"] == "not-over"
    with host.websocket_connect(f"/ws/games/{game}") as line:
        asked(line, "resign", n=until(line, "view")["n"])
        following = friend.post(f"/api/games/{game}/rematch").json()["id"]
        assert until(line, "rematch")["game"] == following
    assert host.post(f"/api/games/{game}/rematch").json()["id"] == following
    assert host.get(f"/api/games/{following}").json()["mine"] == ["prussian"]
    assert friend.get(f"/api/games/{following}").json()["mine"] == ["french"]
    assert beside(host).post(f"/api/games/{game}/rematch").status_code == 403


# --- clocks


def test_time_begins_when_both_sit_and_then_goes_on_without_one(host: TestClient) -> None:
    game, token = begun(host, options={"movement_clock": "strict"})
    friend = friend_at(host, game, token)
    tables: Any = host.app.state.tables  # type: ignore[attr-defined]
    with host.websocket_connect(f"/ws/games/{game}") as mine:
        until(mine, "people")
        clock = tables._live[game].table.clock
        assert clock.stopped
        with friend.websocket_connect(f"/ws/games/{game}") as his:
            until(his, "people")
            assert not clock.stopped
            clock.add("french", 1000)
        until(mine, "people")
        asked(mine, "ping")
        assert not clock.stopped
