"""Puzzles over HTTP: a position without its answer, and a judgement with reason and odds."""

from __future__ import annotations

import re

from fastapi.testclient import TestClient

from grognard.kernel.seeing import see
from grognard.web.puzzles import _all

FLANK = "/api/puzzles/premier-assault-01-flank"


def test_every_puzzle_of_one_order_is_listed_without_its_title(client: TestClient) -> None:
    found = client.get("/api/puzzles").json()
    assert {each["system"] for each in found} >= {"premier", "nlc", "an-xxx"}
    assert len(found) > 30
    assert all(sorted(each) == ["asked", "name", "rules", "system"] for each in found)


def test_a_position_is_shown_with_its_question_and_without_the_answer(client: TestClient) -> None:
    reply = client.get(FLANK)
    found = reply.json()
    assert found["side"] == "french"
    assert set(found["view"]["counters"]) == {"F1", "P1"}
    assert "assault 0505 F1" in [each["id"] for each in found["question"]["offers"]]
    assert all(each["text"] for each in found["question"]["offers"])
    assert "Through the flank" not in reply.text
    assert "on the flank" not in reply.text


def test_the_order_of_a_good_commander_solves_it(client: TestClient) -> None:
    found = client.post(FLANK, json={"answer": "assault 0505 F1"}).json()
    assert found["solved"]
    assert found["why"] == "Through the flank the odds double."
    assert found["given"]["odds"]["cards"]
    assert found["meant"] == found["given"]


def test_another_order_does_not_and_is_told_which_would_have(client: TestClient) -> None:
    found = client.post(FLANK, json={"answer": "done"}).json()
    assert not found["solved"]
    assert found["meant"]["id"] == "assault 0505 F1"
    assert found["given"]["odds"] is None


def test_an_order_that_may_not_be_given_is_refused_with_the_reason(client: TestClient) -> None:
    assert client.post(FLANK, json={"answer": "assault 0909 F1"}).status_code == 409
    assert client.post(FLANK, json={"answer": "sing"}).status_code == 400
    assert client.get("/api/puzzles/none").status_code == 404


def test_nobody_in_a_puzzle_is_called_by_his_id() -> None:
    for held in _all().values():
        setting = held.state.table.setting
        pieces = see(held.system.rules, held.state, held.side)
        called = [each.name for each in held.system.desk.counters(pieces.view, setting).values()]
        assert called
        assert not [name for name in called if re.fullmatch(r"[A-Z]+\d+|[a-z-]+", name)]
        assert not {*setting.side_names.values()} & {*setting.sides}
