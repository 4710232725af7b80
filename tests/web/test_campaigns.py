"""Campaigns over HTTP: begun, fought at a table, spread, gone on with; two tabs, a lost battle, a friend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete

from grognard.host.store_schema import answers, games, reasons, seats
from grognard.web.app import make_app

PACK = (Path(__file__).parents[1] / "campaign" / "packs" / "two-villages.yaml").read_text("utf-8")


def begun(client: TestClient, who: str = "random", pack: str = PACK) -> dict[str, Any]:
    wanted = {
        "files": {"two-villages.yaml": pack},
        "options": {"other_corps": "on"},
        "seats": [{"side": "french", "who": "me"}, {"side": "prussian", "who": who}],
    }
    reply = client.post("/api/campaigns", json=wanted)
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def page(client: TestClient, campaign: str) -> dict[str, Any]:
    reply = client.get(f"/api/campaigns/{campaign}")
    assert reply.status_code == 200, reply.text
    told: dict[str, Any] = reply.json()
    return told


def next_battle(client: TestClient, campaign: str, stage: str) -> str:
    reply = client.post(f"/api/campaigns/{campaign}/next", json={"stage": stage})
    assert reply.status_code == 201, reply.text
    return str(reply.json()["id"])


def fought(client: TestClient, game: str) -> None:
    """Give both seats to computers and look on to the end."""
    with client.websocket_connect(f"/ws/games/{game}") as line:
        hello = line.receive_json()
        assert hello["campaign"]
        for seq, side in enumerate(hello["seat"]["sides"], start=1):
            line.send_json({"type": "seat", "seq": seq, "side": side, "kind": "random"})
        while not client.get(f"/api/games/{game}").json()["verdict"]:
            line.receive_json()


def spread(client: TestClient, told: dict[str, Any]) -> dict[str, Any]:
    for duty in told["duties"]:
        given = {unit["id"]: unit["usual"] for unit in duty["units"]}
        wanted = {"body": duty["body"], "given": given}
        reply = client.post(f"/api/campaigns/{told['id']}/spread", json=wanted)
        assert reply.status_code == 200, reply.text
        told = reply.json()
    return told


def test_a_campaign_is_fought_at_the_table_and_its_survivors_go_on(client: TestClient) -> None:
    made = begun(client)
    told = page(client, made["id"])
    assert [battle["state"] for battle in told["battles"]] == ["next", "later", "later"]
    game = next_battle(client, made["id"], "first")
    assert page(client, made["id"])["battles"][0]["state"] == "running"
    fought(client, game)
    told = page(client, made["id"])
    first = told["battles"][0]
    assert first["state"] == "fought"
    assert told["score"]["total"] == first["points"]
    assert told["records"] == ["first"]
    told = spread(client, told)
    assert not told["duties"]
    game = next_battle(client, made["id"], "second")
    with client.websocket_connect(f"/ws/games/{game}") as line:
        line.receive_json()
        view = line.receive_json()["view"]
    left = {force["side"]: force["strength"] for force in told["forces"]}
    assert {each["side"]: each["now"] for each in told["formations"]} == left
    assert view["armies"]


def test_two_tabs_that_begin_the_next_battle_get_one(client: TestClient) -> None:
    made = begun(client)
    assert next_battle(client, made["id"], "first") == next_battle(client, made["id"], "first")
    refused = client.post(f"/api/campaigns/{made['id']}/next", json={"stage": "second"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not-next")


def test_a_battle_that_was_deleted_is_named_and_begun_anew(client: TestClient) -> None:
    made = begun(client)
    game = next_battle(client, made["id"], "first")
    tables = client.app.state.tables  # type: ignore[attr-defined]

    def forget(connection: Any) -> None:
        for table in (answers, seats, reasons):
            connection.execute(delete(table).where(table.c.game == game))
        connection.execute(delete(games).where(games.c.id == game))

    tables.store.written(forget).result()
    tables._live.pop(game)
    told = page(client, made["id"])
    assert told["lost"] == "its record is not here any more"
    again = next_battle(client, made["id"], "first")
    assert again != game
    assert page(client, made["id"])["lost"] == ""


def test_a_campaign_survives_a_server_inside_a_battle(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    with TestClient(
        make_app(url, hosts=["testserver"], bot_processes=0), client=("127.0.0.1", 1)
    ) as one:
        made = begun(one)
        game = next_battle(one, made["id"], "first")
        cookies = dict(one.cookies)
    with TestClient(
        make_app(url, hosts=["testserver"], bot_processes=0), client=("127.0.0.1", 1)
    ) as two:
        two.cookies.update(cookies)
        assert page(two, made["id"])["game"] == game
        assert next_battle(two, made["id"], "first") == game
        fought(two, game)
        assert page(two, made["id"])["battles"][0]["state"] == "fought"


def test_a_friend_takes_the_other_side_even_while_a_battle_is_fought(client: TestClient) -> None:
    made = begun(client, "open")
    (invited,) = made["invitations"]
    game = next_battle(client, made["id"], "first")
    mine = dict(client.cookies)
    client.cookies.clear()
    reply = client.post(f"/api/campaigns/{made['id']}/seats", json={"token": invited["token"]})
    assert reply.status_code == 200, reply.text
    assert reply.json()["mine"] == ["prussian"]
    assert client.get(f"/api/games/{game}").json()["mine"] == ["prussian"]
    client.cookies.clear()
    again = client.post(f"/api/campaigns/{made['id']}/seats", json={"token": invited["token"]})
    assert again.status_code == 403
    client.cookies.update(mine)
    assert page(client, made["id"])["mine"] == ["french"]


def test_a_campaign_is_carried_away_brought_back_and_forked(client: TestClient) -> None:
    made = begun(client)
    fought(client, next_battle(client, made["id"], "first"))
    spread(client, page(client, made["id"]))
    content = client.get(f"/api/campaigns/{made['id']}/file").content
    back = client.post("/api/campaigns/upload", content=content)
    assert back.status_code == 201, back.text
    assert page(client, back.json()["id"])["score"] == page(client, made["id"])["score"]
    fork = client.post(f"/api/campaigns/{made['id']}/fork", json={"before": "first"})
    assert fork.status_code == 201
    other = page(client, fork.json()["id"])
    assert other["score"]["total"] == 0
    assert other["origin"] == f"{made['id']} first"
    mine = client.get("/api/campaigns").json()["mine"]
    assert len(mine) == 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("pack: duel", "pack: dual"), "there is no battle 'dual'"),
        (
            ("body: lefort, battle: second", "body: lafort, battle: second"),
            "no organisation 'lafort'",
        ),
        (("by: [town,", "by: [tawn,"), "there is no place 'tawn'"),
    ],
)
def test_every_fault_of_a_campaign_of_ones_own_is_told(
    client: TestClient, change: tuple[str, str], problem: str
) -> None:
    wanted = {"files": {"own.yaml": PACK.replace(*change)}}
    reply = client.post("/api/campaigns", json=wanted)
    assert reply.status_code == 400
    assert any(problem in fault["text"] and fault["line"] for fault in reply.json()["faults"])


def test_who_leads_no_side_changes_nothing(client: TestClient) -> None:
    made = begun(client)
    client.cookies.clear()
    address = f"/api/campaigns/{made['id']}"
    assert client.get(address).status_code == 200
    assert client.get(f"{address}/file").status_code == 403
    for what, wanted in (
        ("next", {"stage": "first"}),
        ("spread", {"body": "lefort"}),
        ("fork", {"before": "first"}),
    ):
        assert client.post(f"{address}/{what}", json=wanted).status_code == 403


def test_a_campaign_of_the_library_is_told_in_french(client: TestClient) -> None:
    made = client.post("/api/campaigns", json={"campaign": "berlin-1813"}).json()
    told = client.get(f"/api/campaigns/{made['id']}", headers={"Accept-Language": "fr"}).json()
    assert told["sides"]["french"] == "Français et alliés"
    assert told["score"]["band"] == "Victoire marginale de la Coalition"
    assert told["whatif"][1]["effects"] == []
    assert told["whatif"][0]["holds"] == "Blankenfelde, et un corps prussien au niveau 2"
    theatre = client.get(f"/api/campaigns/{made['id']}/theatre?language=fr").json()
    assert theatre["title"] == "La Marche entre Elbe et Spree"
