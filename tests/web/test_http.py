"""The HTTP interface: setting up battles, invitations, files, rules, people, guards."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.host.people import GUEST
from grognard.host.store import Store, StoreFailed
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import read_journal
from grognard.web import accounts
from grognard.web.guards import Buckets
from grognard.web.serve import USUAL_PORT, free_port
from tests.web.halls import beside


def begun(client: TestClient, **wanted: Any) -> dict[str, Any]:
    reply = client.post("/api/games", json={"scenario": "duel", **wanted})
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def opened(line: Any) -> dict[str, dict[str, Any]]:
    """The messages of the greeting, by type."""
    found: dict[str, dict[str, Any]] = {}
    while "people" not in found:
        message = line.receive_json()
        found[message["type"]] = message
    return found


def until(line: Any, kind: str) -> dict[str, Any]:
    for _ in range(60):
        message: dict[str, Any] = line.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def test_the_scenarios_and_the_bots_are_listed(client: TestClient) -> None:
    found = client.get("/api/scenarios").json()
    ids = [scenario["id"] for scenario in found["scenarios"]]
    assert "hagelberg" in ids
    assert "duel" in ids
    assert "random" in found["bots"]
    hagelberg = found["scenarios"][ids.index("hagelberg")]
    assert list(hagelberg["sides"]) == ["french", "coalition"]


def test_every_system_says_what_one_does_and_who_plays_it(client: TestClient) -> None:
    for language in ("en", "fr"):
        found = client.get("/api/scenarios", headers={"accept-language": language}).json()
        titles = {each["name"]: each["title"] for each in found["systems"]}
        assert set(titles) == {scenario["system"] for scenario in found["scenarios"]}
        for system in found["systems"]:
            assert system["about"]
            assert system["first"] in {each["id"] for each in found["scenarios"]}
            assert set(system["bots"]) <= set(found["bots"])


def test_where_the_map_of_a_battle_is_can_be_asked_for_alone(client: TestClient) -> None:
    brief = client.get("/api/scenarios/premier/duel?brief=true").json()
    assert brief == {"map": client.get("/api/scenarios/premier/duel").json()["map"]}


def test_the_forces_of_a_side_are_counted_by_arm(client: TestClient) -> None:
    about = client.get("/api/scenarios/premier/hagelberg").json()
    assert about["forces"]["french"] == {"infantry": 13, "cavalry": 3, "artillery": 3}
    for battle in ("nlc/quatre-bras", "empire/outpost", "an-xxx/manor-xxx"):
        forces = client.get(f"/api/scenarios/{battle}").json()["forces"]
        assert all(each["infantry"] > 0 for each in forces.values())


def test_a_map_is_named_by_its_revision_and_may_be_kept_forever(client: TestClient) -> None:
    about = client.get("/api/scenarios/premier/duel").json()
    reply = client.get(about["map"])
    assert "immutable" in reply.headers["cache-control"]
    ground = reply.json()
    assert len(ground["terrain"]) == ground["rows"]
    assert all(len(row) == ground["columns"] for row in ground["terrain"])
    assert client.get("/api/maps/nonsense").status_code == 404


def test_enemy_leaders_are_shown_without_their_values(client: TestClient) -> None:
    about = client.get("/api/scenarios/premier/village").json()
    for leader in about["leaders"].values():
        assert sorted(leader) == ["command", "id", "name", "nation", "side"]


def test_rules_are_looked_up_and_searched(client: TestClient) -> None:
    clause = client.get("/api/rules/premier/P33.4").json()
    assert clause["clauses"][0]["id"] == "P33.4"
    searched = client.get("/api/rules/nlc", params={"q": "May they gang up?"}).json()
    assert searched["clauses"][0]["id"] == "N7.3.9"
    assert "R-7.3b" in [ruling["id"] for ruling in searched["rulings"]]
    assert client.get("/api/rules/premier?q=zzz").json()["clauses"] == []
    whole = client.get("/api/rules/nlc/N12.2A.1?whole=true").json()["clauses"]
    assert {clause["rule"] for clause in whole} == {"12.2A"}
    assert len(whole) > 1
    base = client.get("/api/rules/an-xxx/P30.19?whole=true").json()["clauses"]
    assert "P30.19" in {each["id"] for each in base}
    assert {each["rule"] for each in base} == {30}
    assert client.get("/api/rules/premier").json()["rules"]
    assert client.get("/api/rules/premier/P999.9").status_code == 404
    assert client.get("/api/rules/whist").status_code == 404


def test_a_guest_sets_up_a_battle_and_finds_it_again(client: TestClient) -> None:
    made = begun(client, seats=[{"side": "prussian", "who": "random"}])
    assert made["mine"] == ["french"]
    assert client.get("/api/me").json()["person"].startswith(GUEST)
    listed = client.get("/api/games").json()
    assert [game["id"] for game in listed] == [made["id"]]
    assert listed[0]["waits_for"] == "french"
    french = client.get("/api/games", headers={"accept-language": "fr"}).json()
    assert (listed[0]["title"], french[0]["title"]) == ("The duel", "Le duel")
    shown = client.get(f"/api/games/{made['id']}").json()
    assert shown["mine"] == ["french"]


def test_a_battle_is_played_over_the_line_against_a_bot(client: TestClient) -> None:
    made = begun(client, seats=[{"side": "prussian", "who": "random"}])
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        greeting = opened(line)
        assert greeting["hello"]["seat"]["sides"] == ["french"]
        line.send_json({"type": "answer", "seq": 1, "n": greeting["view"]["n"], "text": "done"})
        assert until(line, "ack")["seq"] == 1
        question = until(line, "question")
        assert question["side"] == "french"
        assert question["n"] > 1


def test_an_invitation_is_for_one_seat(client: TestClient) -> None:
    made = begun(client, seats=[{"side": "prussian", "who": "open"}])
    token = made["invitations"][0]["token"]
    assert len(bytes.fromhex(token)) == 16
    assert made["invitations"][0]["link"] == f"/table/{made['id']}?seat={token}"
    client.cookies.clear()
    wrong = client.post(f"/api/games/{made['id']}/seats", json={"token": "0123456789abcdef"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-seat")
    claimed = client.post(f"/api/games/{made['id']}/seats", json={"token": token, "name": "Ann"})
    assert claimed.json() == {
        "side": "prussian", "place": 0, "kind": "human", "name": "Ann", "taken": True,
    }  # fmt: skip
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        assert opened(line)["hello"]["seat"]["sides"] == ["prussian"]
    client.cookies.clear()
    burnt = client.post(f"/api/games/{made['id']}/seats", json={"token": token})
    assert (burnt.status_code, burnt.json()["code"]) == (403, "wrong-seat")


def test_several_people_may_share_a_side(client: TestClient) -> None:
    seats = [{"side": "french", "who": "me"}, {"side": "french", "who": "open"},
             {"side": "prussian", "who": "random"}]  # fmt: skip
    made = begun(client, seats=seats)
    assert [(each["side"], each["place"]) for each in made["invitations"]] == [("french", 1)]


def test_watchers_may_be_kept_out(client: TestClient) -> None:
    made = begun(client, watchers=False)
    client.cookies.clear()
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        assert line.receive_json()["code"] == "no-watchers"
    assert client.get(f"/api/games/{made['id']}/log").status_code == 403


def test_the_file_is_given_to_one_who_holds_all_seats_and_can_be_uploaded(
    client: TestClient,
) -> None:
    made = begun(client)
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        view = opened(line)["view"]
        line.send_json({"type": "answer", "n": view["n"], "text": "march F1 S"})
        until(line, "ack")
    reply = client.get(f"/api/games/{made['id']}/journal")
    assert reply.status_code == 200
    assert len(read_journal(reply.content).entries) == 2
    uploaded = client.post("/api/games/upload", content=reply.content)
    assert uploaded.status_code == 201, uploaded.text
    assert uploaded.json()["mine"] == ["french", "prussian"]
    with client.websocket_connect(f"/ws/games/{uploaded.json()['id']}") as line:
        assert opened(line)["view"]["view"]["counters"]["F1"]["shape"]


def test_the_file_and_the_dice_stay_closed_while_they_would_betray_something(
    client: TestClient,
) -> None:
    made = begun(client, seats=[{"side": "prussian", "who": "random"}])
    for part in ("journal", "dice"):
        reply = client.get(f"/api/games/{made['id']}/{part}")
        assert reply.status_code == 403
        assert reply.json()["code"] == "not-over"


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{}\n", b"not a battle\n", b"[" * 5000])
def test_an_upload_that_is_no_battle_is_refused_with_the_reason(
    client: TestClient, content: bytes
) -> None:
    reply = client.post("/api/games/upload", content=content)
    assert reply.status_code == 400
    assert reply.json()["reason"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"scenario": "nowhere"},
        {"scenario": "../duel"},
        {"scenario": "/etc/passwd"},
        {"scenario": "duel", "system": "whist"},
        {"scenario": "duel", "options": {"nonsense": "on"}},
        {"scenario": "duel", "seats": [{"side": "english", "who": "me"}]},
        {"scenario": "duel", "seats": [{"side": "french", "who": "hal"}]},
        {"scenario": "duel", "extra": 1},
        {},
    ],
)
def test_a_battle_that_cannot_be_set_up_is_refused(
    client: TestClient, wanted: dict[str, Any]
) -> None:
    reply = client.post("/api/games", json=wanted)
    assert reply.status_code in (400, 422)
    assert reply.json()["reason"]


def test_an_unknown_battle_is_not_found(client: TestClient) -> None:
    assert client.get("/api/games/0123456789abcdef").status_code == 404
    assert client.get("/api/games/x").status_code == 422
    with client.websocket_connect("/ws/games/0123456789abcdef") as line:
        assert line.receive_json()["code"] == "no-game"


# --- people


def test_an_account_keeps_what_a_guest_began(client: TestClient) -> None:
    made = begun(client)
    name = {"name": "Ney", "password": "moskowa 1812"}
    assert client.post("/api/accounts", json=name).json()["guest"] is False
    assert [game["id"] for game in client.get("/api/games").json()] == [made["id"]]
    assert client.delete("/api/sessions").status_code == 204
    client.cookies.clear()
    assert client.get("/api/games").json() == []
    wrong = client.post("/api/sessions", json={**name, "password": "elchingen"})
    unknown = client.post("/api/sessions", json={"name": "Nobody", "password": "elchingen"})
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json() == unknown.json()
    assert client.post("/api/sessions", json={**name, "name": "ney"}).status_code == 201
    assert [game["id"] for game in client.get("/api/games").json()] == [made["id"]]
    assert client.post("/api/accounts", json=name).status_code == 409


def test_a_session_that_was_left_is_over(client: TestClient) -> None:
    client.post("/api/accounts", json={"name": "Murat", "password": "caracole!"})
    token = client.cookies["grognard"]
    client.delete("/api/sessions")
    client.cookies.set("grognard", token)
    assert client.get("/api/me").json()["person"] == ""


def test_passwords_are_kept_as_argon2_hashes_and_tokens_as_hashes(client: TestClient) -> None:
    from grognard.host.store_schema import accounts, seats, sessions

    made = begun(client, seats=[{"side": "prussian", "who": "open"}])
    client.post("/api/accounts", json={"name": "Soult", "password": "pratzen heights"})
    store = client.app.state.tables.store  # type: ignore[attr-defined]
    assert store.rows(accounts.select())[0].password.startswith("$argon2id$")
    kept = str([*store.rows(sessions.select()), *store.rows(seats.select())])
    assert client.cookies["grognard"] not in kept
    assert made["invitations"][0]["token"] not in kept


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: TestClient) -> None:
    reply = client.post("/api/games", json={"scenario": "duel"})
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def far_away(client: TestClient) -> TestClient:
    """A browser on another machine, at the same server."""
    return beside(client, "203.0.113.7")


def test_elsewhere_one_needs_an_account_and_the_cookie_is_secure(client: TestClient) -> None:
    distant = far_away(client)
    reply = distant.post("/api/games", json={"scenario": "duel"})
    assert (reply.status_code, reply.json()["code"]) == (401, "account-needed")
    assert distant.get("/api/me").json()["local"] is False
    reply = distant.post("/api/accounts", json={"name": "Lannes", "password": "montebello"})
    cookie = reply.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("secure", "httponly", "samesite=lax"))
    token = cookie.partition("grognard=")[2].partition(";")[0]
    assert len(bytes.fromhex(token)) == 16
    headers = {"cookie": f"grognard={token}"}
    reply = distant.post("/api/games", json={"scenario": "duel"}, headers=headers)
    assert reply.status_code == 201


def test_a_name_is_shown_as_its_owner_writes_it(client: TestClient) -> None:
    name = {"name": "D'Erlon", "password": "quatre bras"}
    assert client.post("/api/accounts", json=name).json()["name"] == "D'Erlon"
    again = client.post("/api/sessions", json={**name, "name": "d'erlon"})
    assert again.json()["name"] == "D'Erlon"
    assert client.get("/api/me").json()["name"] == "D'Erlon"


def test_a_guest_who_makes_an_account_keeps_his_seat_at_an_open_table(client: TestClient) -> None:
    made = begun(client, seats=[{"side": "prussian", "who": "open"}])
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        assert opened(line)["hello"]["seat"]["sides"] == ["french"]
        client.post("/api/accounts", json={"name": "Davout", "password": "auerstedt"})
        with client.websocket_connect(f"/ws/games/{made['id']}") as other:
            assert opened(other)["hello"]["seat"]["sides"] == ["french"]


def test_passwords_cannot_be_guessed_quickly(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.web import accounts
    from grognard.web.guards import Buckets

    assert (accounts.attempts.rate, accounts.attempts.most) == (1000.0, 1000)
    monkeypatch.setattr(accounts, "attempts", Buckets(rate=0.0, most=3))
    guess = {"name": "Ney", "password": "guess it"}
    codes = [client.post("/api/sessions", json=guess).status_code for _ in range(4)]
    assert codes == [403, 403, 403, 429]


# --- guards


def test_requests_from_other_sites_change_nothing(client: TestClient) -> None:
    evil = {"origin": "https://evil.example"}
    reply = client.post("/api/games", json={"scenario": "duel"}, headers=evil)
    assert reply.status_code == 403
    assert reply.json()["code"] == "wrong-origin"
    own = {"origin": "http://testserver"}
    assert client.post("/api/games", json={"scenario": "duel"}, headers=own).status_code == 201
    made = begun(client)
    from starlette.websockets import WebSocketDisconnect

    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/ws/games/{made['id']}", headers=evil),
    ):
        pass


def test_a_name_that_is_not_ours_is_refused(client: TestClient) -> None:
    reply = client.get("/api/me", headers={"host": "rebound.example"})
    assert reply.json()["code"] == "wrong-host"


def test_bodies_have_a_limit(client: TestClient) -> None:
    large = b"x" * (9 * 1024 * 1024)
    assert client.post("/api/games/upload", content=large).status_code == 413
    chunks = (b"x" * 1024 * 1024 for _ in range(10))
    assert client.post("/api/games/upload", content=chunks).status_code == 413


def test_too_many_requests_are_refused(client: TestClient) -> None:
    codes: set[int] = set()
    for _ in range(1000):  # a slow machine needs more of them: the limit is made up for by time
        codes.add(client.post("/api/games", json={}).status_code)
        if 429 in codes:
            break
    assert codes == {422, 429}


def test_every_reply_carries_the_safe_headers(client: TestClient) -> None:
    for path in ("/", "/api/me", "/api/games/x", "/nowhere/at.all"):
        reply = client.get(path)
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]


def test_pages_that_are_not_built_say_how(client: TestClient, tmp_path: Any) -> None:
    from fastapi import FastAPI

    from grognard.web.pages import add_pages

    bare = FastAPI()
    add_pages(bare, tmp_path / "nothing")
    assert "npm run build" in TestClient(bare).get("/").text


def test_no_file_outside_the_client_is_served(tmp_path: Any) -> None:
    from fastapi import FastAPI

    from grognard.web.app import _add_refusals
    from grognard.web.pages import add_pages

    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("front")
    (tmp_path / "secret.txt").write_text("secret")
    app = FastAPI()
    _add_refusals(app)
    add_pages(app, folder)
    browser = TestClient(app)
    assert browser.get("/table/x").text == "front"
    for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert "secret" not in browser.get(path).text


def test_the_address_of_a_clause_is_a_page_though_it_has_a_dot(tmp_path: Any) -> None:
    from fastapi import FastAPI

    from grognard.web.app import _add_refusals
    from grognard.web.pages import add_pages

    (tmp_path / "index.html").write_text("front")
    app = FastAPI()
    _add_refusals(app)
    add_pages(app, tmp_path)
    browser = TestClient(app)
    for page in ("/rules/premier/P33.4", "/rules/premier/P34.1", "/table/x"):
        assert browser.get(page).text == "front"
    for missing in ("/assets/lost.js", "/favicon.ico", "/rules/lost.css"):
        assert browser.get(missing).status_code == 404


def test_the_openapi_is_published(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert "/api/games" in document["paths"]
    assert all("operationId" in op for path in document["paths"].values() for op in path.values())


def test_a_healthy_server_says_so_with_its_version(client: TestClient) -> None:
    reply = client.get("/healthz")
    assert (reply.status_code, reply.json()["status"]) == (200, "ok")


LATER = {"old": "drum and trumpet", "new": "sabre and lance"}


@pytest.mark.parametrize(
    ("part", "method", "path", "body"),
    [
        ("written", "POST", "/api/games", {"scenario": "duel"}),
        ("written", "POST", "/api/accounts", {"name": "Ney", "password": "the bravest of all"}),
        ("written", "PUT", "/api/password", LATER),
        ("reading", "GET", "/api/games", None),
        ("check", "GET", "/healthz", None),
    ],
)
def test_a_store_that_fails_is_no_fault_of_who_asks_and_when_it_is_back_all_goes_on(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    method: str,
    path: str,
    body: Any,
) -> None:
    def away(*args: object) -> None:
        raise StoreFailed("the store could not be read: disk I/O error")

    account = {"name": "Davout", "password": LATER["old"]}
    assert client.post("/api/accounts", json=account).status_code == 201
    with monkeypatch.context() as broken:
        broken.setattr(Store, part, away)
        reply = client.request(method, path, json=body)
        assert (reply.status_code, reply.json()["code"]) == (503, "store")
        assert "disk" not in reply.text
    assert client.request(method, path, json=body).status_code in (200, 201)


def test_a_port_that_was_named_and_is_not_free_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(GrognardError, match=f"port {port} is not free"):
            free_port("127.0.0.1", port)
    assert free_port("127.0.0.1", None) >= USUAL_PORT


def test_what_the_interface_says_is_kept_by_nobody_and_over_tls_tls_stays(
    client: TestClient,
) -> None:
    assert client.get("/api/me").headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in client.get("/api/me").headers
    secure = client.get("https://testserver/api/me")
    assert "max-age" in secure.headers["strict-transport-security"]


def test_over_tls_the_cookie_has_a_name_that_no_other_host_can_set(client: TestClient) -> None:
    there = beside(client, base_url="https://testserver")
    begun = there.post("/api/games", json={"scenario": "duel"})
    cookie = begun.headers["set-cookie"]
    assert cookie.startswith("__Host-grognard=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert there.get("/api/me").json()["person"]
    token = there.cookies["__Host-grognard"]
    planted = beside(client, base_url="https://testserver", cookies={"grognard": token})
    assert planted.get("/api/me").json()["person"] == ""
    assert there.request("DELETE", "/api/sessions").status_code == 204
    assert there.get("/api/me").json()["person"] == ""


def test_guesses_at_one_account_are_counted_from_wherever_they_come(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "attempts", Buckets(rate=0.0, most=3))
    codes = set()
    for number in range(5):
        guesser = beside(client, f"127.0.1.{number}")
        wrong = {"name": "Jemand", "password": f"guess number {number}"}
        codes.add(guesser.post("/api/sessions", json=wrong).status_code)
    assert codes == {403, 429}
