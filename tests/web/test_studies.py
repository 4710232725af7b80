"""Studies: made of what is over, imported or forked; read by anybody, changed by the owner alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.host import studies as host_studies
from grognard.web.app import make_app
from grognard.web.guards import Buckets
from tests.web.test_http import begun, opened, until
from tests.web.test_record import marched

MARK = {
    "branch": 0, "line": 1, "glyph": "!?", "note": "The plan hangs here.",
    "drawn": [
        {"kind": "arrow", "at": 504, "to": 506, "colour": "blue", "dashed": True},
        {"kind": "ring", "at": 505, "to": 0, "colour": "red", "dashed": False},
    ],
}  # fmt: skip


def other_browser(client: TestClient) -> TestClient:
    """Somebody else at the same server, with no session yet."""
    made = TestClient(client.app, client=("127.0.0.1", 50001))
    made.portal = client.portal
    return made


def given_up(client: TestClient, game: str) -> None:
    with client.websocket_connect(f"/ws/games/{game}") as line:
        n = opened(line)["hello"]["n"]
        line.send_json({"type": "resign", "n": n})
        until(line, "ack")


def finished(client: TestClient) -> str:
    """A duel that one person played a little on both sides and gave up."""
    game = str(begun(client)["id"])
    marched(client, game, "march F1 S")
    given_up(client, game)
    return game


def studied(client: TestClient, game: str, **wanted: str) -> str:
    reply = client.post("/api/studies", json={"game": game, **wanted})
    assert reply.status_code == 201, reply.text
    return str(reply.json()["id"])


def shown(client: TestClient, study: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/studies/{study}").json()
    return found


def changed(client: TestClient, study: str, **change: Any) -> Any:
    held = shown(client, study)
    wanted = {
        "revision": held["revision"], "title": held["title"], "marks": held["marks"],
        "branches": [{"branch": each["branch"], "name": each["name"]} for each in held["branches"]],
    }  # fmt: skip
    return client.put(f"/api/studies/{study}", json={**wanted, **change})


def test_a_study_is_kept_with_notes_glyphs_and_drawings_and_read_by_whoever_has_the_link(
    client: TestClient,
) -> None:
    study = studied(client, finished(client), title="The last hex")
    assert changed(client, study, marks=[MARK]).json() == {"revision": 1}
    reader = other_browser(client)
    found = shown(reader, study)
    assert (found["title"], found["mine"], found["marks"]) == ("The last hex", False, [MARK])
    assert found["branches"][0]["game"] == "", "the battle itself is its owner's"
    assert shown(client, study)["mine"]
    steps = reader.get(f"/api/studies/{study}/steps?after=0&side=french").json()
    assert steps["steps"][0]["line"]["who"] == "french"
    log = reader.get(f"/api/studies/{study}/log").json()
    assert log["n"] == steps["n"] == found["branches"][0]["lines"]
    assert [each["title"] for each in client.get("/api/studies").json()] == ["The last hex"]
    assert reader.get("/api/studies").json() == []


def test_a_variation_is_a_battle_that_leaves_the_line_where_it_was_begun(
    client: TestClient,
) -> None:
    study = studied(client, finished(client))
    made = client.post(f"/api/studies/{study}/branches", json={"at": 1, "name": "Go round"}).json()
    assert made["game"] not in [each["id"] for each in client.get("/api/games").json()]
    assert marched(client, made["game"], "march F2 S") == 3
    again = client.post(f"/api/studies/{study}/branches", json={"of": made["branch"], "at": 2})
    assert again.status_code == 201
    tree = [(each["branch"], each["of"], each["at"], each["lines"])
            for each in shown(client, study)["branches"]]  # fmt: skip
    assert tree[1:] == [(1, 0, 1, 3), (2, 1, 2, 3)], "the seal of new dice is a line"
    reader = other_browser(client)
    log = reader.get(f"/api/studies/{study}/log?branch=1&side=french").json()["lines"]
    assert log[-1]["answer"] == "march F2 S"
    assert reader.get(f"/api/games/{made['game']}/log").status_code == 403
    with client.websocket_connect(f"/ws/games/{made['game']}") as line:
        assert opened(line)["hello"]["study"]["in"] == study
    assert changed(client, study, branches=[{"branch": 2, "name": ""}]).status_code == 200
    assert len(shown(client, study)["branches"]) == 1, "what leaves a branch goes with it"
    third = client.post(f"/api/studies/{study}/branches", json={"at": 1}).json()
    assert third["branch"] == 3, "no number is given twice"


def test_a_move_of_a_study_tells_its_chances_to_whoever_reads_it(client: TestClient) -> None:
    game = str(begun(client, scenario="first-shots")["id"])
    fired = marched(client, game, "done", "done", "fire 0706 F3@0803")
    given_up(client, game)
    study = studied(client, game)
    reader = other_browser(client)

    def chances(line: int) -> Any:
        return reader.get(f"/api/studies/{study}/chances", params={"line": line}).json()

    assert chances(0) is None, "nobody has ordered anything yet"
    assert chances(1)["odds"] is None, "what was declined has no odds"
    found = chances(fired)
    assert found["side"] == "french"
    assert found["text"].startswith("Fire on 0706")
    assert '"shares"' in json.dumps(found["odds"]), "a card with bars"
    assert chances(fired + 1) == found, "a throw is told by the order it was thrown for"


def test_a_fork_is_studied_below_the_battle_it_left(client: TestClient) -> None:
    game = finished(client)
    fork = client.post(f"/api/games/{game}/fork", json={"at": 1}).json()["id"]
    made = client.post("/api/studies", json={"game": fork}).json()
    assert made["branch"] == 1
    tree = shown(client, made["id"])["branches"]
    assert [(each["game"], each["at"]) for each in tree] == [(game, 0), (fork, 1)]


def test_an_imported_record_may_be_studied_though_it_is_not_over(client: TestClient) -> None:
    game = begun(client)["id"]
    marched(client, game, "march F1 S")
    content = client.get(f"/api/games/{game}/journal").content
    imported = client.post("/api/games/upload", content=content).json()["id"]
    assert len(shown(client, studied(client, imported))["branches"]) == 1


def test_an_imported_battle_is_watched_when_its_owner_says_so_and_no_longer_when_not(
    client: TestClient,
) -> None:
    game = begun(client)["id"]
    marched(client, game, "march F1 S")
    content = client.get(f"/api/games/{game}/journal").content
    imported = client.post("/api/games/upload", content=content).json()["id"]
    reader, watchers = other_browser(client), f"/api/games/{imported}/watchers"
    assert reader.get(f"/api/games/{imported}/log").status_code == 403
    assert reader.put(watchers, json={"watchers": True}).status_code == 403
    assert client.put(watchers, json={"watchers": True}).json() == {"watchers": True}
    assert reader.get(f"/api/games/{imported}/log").status_code == 200
    with reader.websocket_connect(f"/ws/games/{imported}?watch=1") as line:
        assert opened(line)["hello"]["seat"]["sides"] == []
        client.put(watchers, json={"watchers": False})
        assert until(line, "error")["code"] == "ended"
    assert reader.get(f"/api/games/{imported}/log").status_code == 403


def test_a_battle_in_play_is_not_studied_not_even_by_who_plays_it(client: TestClient) -> None:
    alone = begun(client)["id"]
    against = begun(client, seats=[{"side": "prussian", "who": "open"}])["id"]
    for game in (alone, against):
        reply = client.post("/api/studies", json={"game": game})
        assert (reply.status_code, reply.json()["code"]) == (403, "not-over")


def test_a_battle_nobody_watches_is_not_studied_by_a_stranger(client: TestClient) -> None:
    game = begun(client, watchers=False)["id"]
    given_up(client, game)
    reply = other_browser(client).post("/api/studies", json={"game": game})
    assert (reply.status_code, reply.json()["code"]) == (403, "no-watchers")


def test_a_study_shows_nothing_any_more_where_somebody_else_has_sat_down(
    client: TestClient,
) -> None:
    """What may be shown is asked whenever it is read, not only when the study was made."""
    study = studied(client, finished(client))
    made = client.post(f"/api/studies/{study}/branches", json={"at": 1}).json()
    tables = client.app.state.tables  # type: ignore[attr-defined]
    portal = client.portal
    assert portal is not None
    live = portal.call(tables.find, made["game"])
    live.table.seats[0] = type(live.seats[0])("french", 0, "human", "Anna", "somebody else")
    for what in ("steps", "log"):
        reply = client.get(f"/api/studies/{study}/{what}?branch={made['branch']}")
        assert (reply.status_code, reply.json()["code"]) == (403, "not-over")
    more = client.post(f"/api/studies/{study}/branches", json={"of": made["branch"], "at": 1})
    assert more.status_code == 403


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_nobody_else_changes_a_study(client: TestClient, who: str) -> None:
    study = studied(client, finished(client))
    reader = other_browser(client)
    if who == "stranger":
        begun(reader)
    before = shown(client, study)
    assert changed(reader, study, title="Mine now").status_code == 403
    assert reader.delete(f"/api/studies/{study}").status_code == 403
    assert reader.post(f"/api/studies/{study}/branches", json={"at": 1}).status_code == 403
    assert shown(client, study) == before
    assert client.delete(f"/api/studies/{study}").status_code == 204
    assert client.get(f"/api/studies/{study}").status_code == 404


def test_of_two_changes_to_one_revision_one_is_refused(client: TestClient) -> None:
    study = studied(client, finished(client))
    assert changed(client, study, marks=[MARK]).status_code == 200
    reply = changed(client, study, revision=0, marks=[])
    assert (reply.status_code, reply.json()["code"]) == (409, "stale")
    assert shown(client, study)["marks"] == [MARK]


def test_notes_and_titles_are_plain_text_of_one_line(client: TestClient) -> None:
    study = studied(client, finished(client), title="A\u202eB\x00<i>")
    note = "<script>alert(1)</script>\n\u2066turned\u0007"
    changed(client, study, marks=[{**MARK, "note": note}])
    found = shown(client, study)
    assert found["title"] == "AB<i>", "what looks like markup is text and stays text"
    assert found["marks"][0]["note"] == "<script>alert(1)</script> turned"


@pytest.mark.parametrize("wrong", [
    {"marks": [{**MARK, "note": "x" * 1001}]},
    {"marks": [{**MARK, "glyph": "<b>"}]},
    {"marks": [{**MARK, "line": -1}]},
    {"marks": [{**MARK, "drawn": [{"kind": "arrow", "at": 10**14, "to": 1}]}]},
    {"marks": [{**MARK, "drawn": [{"kind": "ring", "at": 1, "colour": "url(x)"}]}]},
    {"marks": [{**MARK, "drawn": MARK["drawn"] * 13}]},  # type: ignore[operator]
    {"marks": [{**MARK, "line": line} for line in range(401)]},
    {"title": "x" * 121},
    {"branches": [{"branch": 0, "name": "x" * 81}]},
    {"owner": "somebody else"},
    {"branches": [{"branch": 1, "game": "0" * 16}]},
])  # fmt: skip
def test_what_is_too_long_or_unknown_is_refused_whole(
    client: TestClient, wrong: dict[str, Any]
) -> None:
    study = studied(client, finished(client))
    assert changed(client, study, **wrong).status_code == 422
    assert shown(client, study)["revision"] == 0


def test_a_study_that_takes_too_much_room_is_refused(client: TestClient) -> None:
    study = studied(client, finished(client))
    marks = [{**MARK, "line": line, "note": "\u20ac" * 1000} for line in range(100)]
    reply = changed(client, study, marks=marks)
    assert (reply.status_code, reply.json()["code"]) == (413, "too-large")
    assert shown(client, study)["marks"] == []


def test_marks_of_branches_that_are_not_there_are_dropped(client: TestClient) -> None:
    study = studied(client, finished(client))
    changed(client, study, marks=[{**MARK, "branch": 7}, {"branch": 0, "line": 2}, MARK])
    assert shown(client, study)["marks"] == [MARK], "and what says nothing"


def test_there_are_only_so_many_studies_and_branches(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_studies, "MOST_STUDIES", 1)
    monkeypatch.setattr(host_studies, "MOST_BRANCHES", 2)
    game = finished(client)
    study = studied(client, game)
    reply = client.post("/api/studies", json={"game": game})
    assert (reply.status_code, reply.json()["code"]) == (409, "too-many")
    assert client.post(f"/api/studies/{study}/branches", json={"at": 1}).status_code == 201
    reply = client.post(f"/api/studies/{study}/branches", json={"at": 1})
    assert (reply.status_code, reply.json()["code"]) == (409, "too-many")


def test_who_changes_a_study_too_often_waits(client: TestClient) -> None:
    study = studied(client, finished(client))
    client.app.state.limits.changes = Buckets(0.001, 3)  # type: ignore[attr-defined]
    held = [changed(client, study, marks=[]).status_code for _ in range(4)]
    assert held == [200, 200, 200, 429]


def test_a_study_is_there_after_the_server_was_started_anew(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    with TestClient(make_app(url, hosts=["testserver"], bot_processes=0), client=("127.0.0.1", 1)) as at:  # fmt: skip
        study = studied(at, finished(at))
        made = at.post(f"/api/studies/{study}/branches", json={"at": 1, "name": "B"}).json()
        changed(at, study, marks=[MARK])
        before = shown(at, study)
        cookies = dict(at.cookies)
    with TestClient(make_app(url, hosts=["testserver"], bot_processes=0), client=("127.0.0.1", 1)) as at:  # fmt: skip
        at.cookies.update(cookies)
        assert shown(at, study) == before
        assert at.get(f"/api/studies/{study}/log?branch={made['branch']}").status_code == 200
