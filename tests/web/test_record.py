"""The record of a battle: past views, steps, studies, the report, and how far a seat has read."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient

from grognard.host.report import story_of
from grognard.host.report_page import page
from grognard.kernel.codec import state_hash
from grognard.kernel.seeing import PUBLIC
from grognard.kernel.system import tag_of
from grognard.web.live import LiveTable
from tests.web.halls import desk_at, live_table, only, room_of, said
from tests.web.test_http import begun, opened, until

MAPS = ("counters", "stacks", "control")


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def applied(view: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A view after a change, as a client works it out."""
    now = {**view}
    for name, value in change.items():
        if name in MAPS:
            held = {**now.get(name, {}), **value}
            now[name] = {key: entry for key, entry in held.items() if entry is not None}
        else:
            now[name] = value
    return now


async def battle(answers: int, seed: int = 3) -> tuple[LiveTable, list[dict[str, Any]]]:
    """A table after some answers, and the view of the French after each line they were told of."""
    from grognard.bots.random_bot import choose
    from grognard.kernel import Ask
    from grognard.kernel.chance import Stream

    room, stream = room_of("duel"), Stream(seed)
    live = live_table(room)
    seen = [as_sent(live)]
    for _ in range(answers):
        pending = room.state.pending
        if not isinstance(pending, Ask):
            break
        action = choose(room.system.rules.view(room.state, pending.side), pending, stream)
        await live.answer(pending.side, room.number, str(action))
        seen.append(as_sent(live))
    return live, seen


def as_sent(live: LiveTable) -> dict[str, Any]:
    sent = {"n": live.room.number, **live.view("french").document()}
    return dict(msgspec.json.decode(msgspec.json.encode(sent)))


def test_the_past_is_what_was_shown_then() -> None:
    async def scene() -> None:
        live, seen = await battle(40)
        french = desk_at(live, "french")
        await french.open()
        for then in (seen[0], seen[7], seen[30], seen[-1]):
            then = dict(then)
            number = then.pop("n")
            past = only(await said(french, type="past", at=number), "past")
            assert past["at"] == number
            assert past["side"] == "french"
            assert past["view"] == then
            assert past["line"]["number"] == number

    run(scene())


def test_steps_add_up_to_the_present() -> None:
    async def scene() -> None:
        live, seen = await battle(40)
        french = desk_at(live, "french")
        await french.open()
        views = {each["n"]: each for each in map(dict, seen)}
        after, view = 0, None
        while True:
            steps = only(await said(french, type="steps", after=after, most=17), "steps")
            view = steps["view"] if view is None else view
            assert view == steps["view"], "the next part begins where the last one ended"
            for step in steps["steps"]:
                view = applied(view, step["change"])
                assert step["line"]["number"] == step["n"]
                if step["n"] in views:
                    assert view == {k: v for k, v in views[step["n"]].items() if k != "n"}
                after = step["n"]
            if not steps["more"]:
                break
        assert after == live.room.number

    run(scene())


def test_a_take_back_is_a_step_back() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live = live_table(room)
        french = desk_at(live, "french")
        await french.open()
        await said(french, type="answer", n=0, text="march F1 S")
        await said(french, type="take-back", n=1)
        await said(french, type="answer", n=2, text="march F2 S")
        steps = only(await said(french, type="steps", after=0), "steps")
        view = steps["view"]
        for step in steps["steps"][:2]:
            view = applied(view, step["change"])
        assert view["counters"] == steps["view"]["counters"]
        assert steps["steps"][1]["line"]["back"] == 0

    run(scene())


def test_nobody_looks_at_another_side_until_the_battle_is_over() -> None:
    async def scene() -> None:
        live, _ = await battle(10)
        french, watcher = desk_at(live, "french"), desk_at(live)
        for desk, wrong in ((french, "prussian"), (watcher, "french"), (french, "x")):
            for message in ({"type": "past", "at": 0}, {"type": "steps", "after": 0}):
                refused = only(await said(desk, **message, side=wrong), "refused")
                assert refused["code"] == "wrong-seat"
        assert only(await said(french, type="past", at=0, side=""), "past")["view"]["side"] == ""
        late = only(await said(french, type="past", at=999), "refused")
        assert late["code"] == "no-line"
        ended, _ = await battle(4000)
        assert ended.room.is_over
        late = only(await said(desk_at(ended), type="past", at=3, side="prussian"), "past")
        assert late["view"]["side"] == "prussian"
        assert late["view"]["counters"]["P1"]["back"]

    run(scene())


def test_how_far_a_seat_has_read_is_remembered(client: TestClient) -> None:
    made = begun(client)
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        greeting = opened(line)
        assert greeting["hello"]["seat"]["seen"] == -1
        line.send_json({"type": "answer", "n": greeting["view"]["n"], "text": "march F1 S"})
        number = until(line, "ack")["n"]
        line.send_json({"type": "seen", "n": number + 50})
        until(line, "ack")
        line.send_json({"type": "seen", "n": 0})
        until(line, "ack")
    client.app.state.tables._live.clear()  # type: ignore[attr-defined]
    with client.websocket_connect(f"/ws/games/{made['id']}") as line:
        assert opened(line)["hello"]["seat"]["seen"] == number
        line.send_json({"type": "sit", "side": "prussian"})
        assert until(line, "seated")["seen"] == -1


def marched(client: TestClient, game: str, *answers: str) -> int:
    with client.websocket_connect(f"/ws/games/{game}") as line:
        number = int(opened(line)["view"]["n"])
        for words in answers:
            line.send_json({"type": "answer", "n": number, "text": words})
            number = int(until(line, "ack")["n"])
    return number


def test_a_study_goes_on_from_any_line(client: TestClient) -> None:
    made = begun(client)
    marched(client, made["id"], "march F1 S", "march F2 S")
    reply = client.post(f"/api/games/{made['id']}/fork", json={"at": 1})
    assert reply.status_code == 201, reply.text
    study = reply.json()
    assert study["id"] != made["id"]
    assert study["mine"] == ["french", "prussian"]
    original = client.get(f"/api/games/{made['id']}/past?at=1").json()
    copied = client.get(f"/api/games/{study['id']}/past?at=1").json()
    assert copied["view"] == original["view"]
    log = client.get(f"/api/games/{study['id']}/log").json()["lines"]
    assert [line["who"] for line in log] == ["opening", "french", "seal"]
    assert marched(client, study["id"], "march F2 SE") == 3
    assert client.get(f"/api/games/{made['id']}").json()["lines"] == 2
    assert client.post(f"/api/games/{made['id']}/fork", json={"at": 99}).status_code == 404
    file = client.get(f"/api/games/{study['id']}/journal").content
    assert client.post("/api/games/upload", content=file).status_code == 201


def test_a_battle_with_secrets_is_not_forked_nor_reported(client: TestClient) -> None:
    made = begun(client, seats=[{"side": "prussian", "who": "random"}])
    reply = client.post(f"/api/games/{made['id']}/fork", json={})
    assert (reply.status_code, reply.json()["code"]) == (403, "not-over")
    reply = client.get(f"/api/games/{made['id']}/report")
    assert (reply.status_code, reply.json()["code"]) == (403, "not-over")
    past = client.get(f"/api/games/{made['id']}/past?at=0&side=prussian")
    assert (past.status_code, past.json()["code"]) == (403, "wrong-seat")
    steps = client.get(f"/api/games/{made['id']}/steps?after=0&side=prussian")
    assert steps.status_code == 403
    assert client.get(f"/api/games/{made['id']}/steps").json()["side"] == "french"


def test_a_fork_before_dice_that_were_due_lets_them_fall() -> None:
    async def scene() -> None:
        live, _ = await battle(60)
        entries = live.keeper.written  # type: ignore[attr-defined]
        assert any(entry.who == "dice" for entry in entries)
        first = next(entry.number for entry in entries if entry.who == "dice")
        before = live.back.chronicle.room_at(first - 1)
        due = before.copy().thrown_on()
        assert due.entries[0].dice == entries[first].dice, "the same secret throws the same"
        assert before.number == first - 1

    run(scene())


def test_the_report_tells_the_whole_battle_on_one_page(client: TestClient) -> None:
    made = begun(client)
    marched(client, made["id"], "march F1 S", "done")
    reply = client.get(f"/api/games/{made['id']}/report?download=1")
    assert reply.status_code == 200
    assert "attachment" in reply.headers["content-disposition"]
    text = reply.text
    assert text.startswith("<!doctype html>")
    assert "<script" not in text
    assert not re.search(r"""(?:src|href)=["'](?!#)""", text), "nothing is fetched from elsewhere"
    assert "The battle is not over" in text


def test_a_battle_that_is_over_is_told_with_its_verdict_losses_moments_and_luck() -> None:
    async def scene() -> None:
        live, _ = await battle(4000)
        room = live.room
        assert room.is_over
        teller = live.showing(PUBLIC).teller("en")
        story = story_of(room, live.back.chronicle, teller)
        assert story.verdict == teller.phrase(room.verdict)
        assert story.outcome is not None
        assert story.outcome.reasons
        assert story.pictures[0].stands
        assert len(story.pictures) <= 6
        last = story.losses[max(story.losses)]
        table = room.state.table
        for side in room.sides:
            lost = sum(piece.lost for unit, piece in table.pieces.items()
                       if table.side_of(unit) == side)  # fmt: skip
            assert sum(last[side].values()) >= lost
        assert {kind for _, kind in story.fortunes} >= {"fire", "morale"}
        for (_, kind), fortune in story.fortunes.items():
            if kind == "morale":
                assert 0 <= fortune.expected <= fortune.throws
        numbers = [moment.number for moment in story.moments]
        assert numbers == sorted(numbers)
        turn, begun = 0, dict[tuple[int, str], int]()
        for at in live.back.chronicle.walk(0, room.number):
            for event in at.state.happened:
                turn = event.turn if tag_of(type(event)) == "TurnBegan" else turn  # type: ignore[attr-defined]
                begun[at.number, live.showing(PUBLIC).teller("en").sentence(event)] = turn
        assert all(each.turn == begun[each.number, each.text] for each in story.moments)
        text = page(story, live.showing(PUBLIC).teller("en"))
        assert text.count("<figure>") >= len(story.pictures) + 1
        french = live.showing(PUBLIC).teller("fr")
        told = page(story_of(room, live.back.chronicle, french), french)
        assert "<h2>Pertes</h2>" in told
        assert "Losses" not in told
        assert state_hash(room.state, room.system.rules) == state_hash(
            live.back.chronicle.room_at(room.number).state, room.system.rules
        )

    run(scene())


@pytest.mark.parametrize("name", ["<b>Ney</b>", '"><script>'])
def test_names_in_a_report_are_only_names(name: str) -> None:
    async def scene() -> None:
        live, _ = await battle(5)
        story = story_of(live.room, live.back.chronicle, live.showing(PUBLIC).teller("en"))
        story.title = name
        story.seats = {"french": name}
        assert name not in page(story, live.showing(PUBLIC).teller("en"))

    run(scene())
