"""Battles by file: two servers that never connect, and every turn that must be refused."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient

from grognard.bots.random_bot import choose
from grognard.host.dice import prove_dice
from grognard.host.turns import LARGEST, Turn, packed, unpacked
from grognard.kernel.chance import Stream
from grognard.kernel.journal import read_journal, verify
from grognard.web.app import make_app
from grognard.web.guards import Buckets
from tests.host.test_dice import NODE, VERIFIER
from tests.web.halls import beside

AFAR = [{"side": "french", "who": "me"}, {"side": "prussian", "who": "afar"}]


CHANCE = Stream(1813)


@pytest.fixture
def places(tmp_path: Path) -> Iterator[tuple[TestClient, TestClient]]:
    """Two people at servers of their own."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(place(tmp_path / "here.db")),
            stack.enter_context(place(tmp_path / "there.db")),
        )


def place(file: Path) -> TestClient:
    app = make_app(f"sqlite:///{file}", hosts=["testserver"], bot_processes=0)
    app.state.limits.uploads = Buckets(1e6, 10**6)
    return TestClient(app, client=("127.0.0.1", 50000))


def begun(here: TestClient, scenario: str = "duel") -> str:
    made = here.post("/api/games", json={"scenario": scenario, "seats": AFAR})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def sent(client: TestClient, game: str) -> bytes:
    reply = client.post(f"/api/games/{game}/turn")
    assert reply.status_code == 200, reply.text
    assert client.get(f"/api/games/{game}/turn").content == reply.content
    return reply.content


def opened(client: TestClient, turn: bytes, **query: str) -> Any:
    return client.post("/api/turns", content=turn, params=query)


def accepted(client: TestClient, turn: bytes) -> str:
    reply = opened(client, turn)
    assert reply.status_code == 201, reply.text
    return str(reply.json()["id"])


def live_of(client: TestClient, game: str) -> Any:
    return client.app.state.tables._live[game]  # type: ignore[attr-defined]


def number(client: TestClient, game: str) -> int:
    return int(live_of(client, game).room.number)


def asked(line: Any, kind: str, **fields: Any) -> dict[str, Any]:
    line.send_json({"type": kind, "seq": 77, **fields})
    while True:
        message: dict[str, Any] = line.receive_json()
        if message.get("seq") == 77:
            return message


def played(client: TestClient, game: str, most: int = 400) -> None:
    """Answer by chance until the other side is asked."""
    live = live_of(client, game)
    with client.websocket_connect(f"/ws/games/{game}") as line:
        for _ in range(most):
            if live.room.is_over or live.room.asked != live.table.post.side:
                return
            view = live.room.system.rules.view(live.room.state, live.room.asked)
            words = str(choose(view, live.room.state.pending, CHANCE))
            n = live.number(live.table.post.side)
            reply = asked(line, "answer", n=n, text=words)
            assert reply["type"] == "ack", (words, reply)
    raise AssertionError("this part does not end")


def shaken(here: TestClient, there: TestClient) -> tuple[str, str]:
    """A battle at both places, with the first part of it here."""
    game = begun(here)
    other = accepted(there, sent(here, game))
    assert opened(here, sent(there, other)).json()["id"] == game
    return game, other


def handed(giver: TestClient, taker: TestClient, game: str) -> bytes:
    """A part is played and sent."""
    played(giver, game)
    turn = sent(giver, game)
    accepted(taker, turn)
    return turn


# --- a whole battle


def test_a_battle_between_two_servers_that_never_connect_is_fought_out_and_proved(
    places: tuple[TestClient, TestClient], tmp_path: Path
) -> None:
    here, there = places
    game, other = shaken(here, there)
    ends = [(here, there, game), (there, here, other)]
    for part in range(400):
        giver, taker, own = ends[part % 2]
        handed(giver, taker, own)
        if live_of(giver, own).room.is_over:
            break
    rooms = [live_of(here, game).room, live_of(there, other).room]
    assert all(room.is_over for room in rooms)
    assert rooms[0].verdict == rooms[1].verdict
    for client, own in ((here, game), (there, other)):
        record = client.get(f"/api/games/{own}/journal")
        assert record.status_code == 200, record.text
        journal = read_journal(record.content)
        verify(journal, rooms[0].system.rules, rooms[0].setting)
        proof = prove_dice(journal)
        assert (proof.status, proof.throws) == ("proved", proof.proved)
        assert proof.throws > 3
        file = tmp_path / f"{own}.journal"
        file.write_bytes(record.content)
        if NODE:  # the other verifier knows no line of ours
            words = [NODE, str(VERIFIER), str(file)]
            told = subprocess.run(words, capture_output=True, text=True, check=False)
            assert told.stdout == f"proved: {proof.throws} throws\n", told.stderr


# --- what is refused, and nothing changes


def refused(client: TestClient, turn: bytes, code: str, at: str = "", **query: str) -> str:
    before = number(client, at) if at else -1
    post = live_of(client, at).table.post if at else None
    reply = opened(client, turn, **query)
    assert reply.status_code in (400, 403, 409), reply.text
    assert reply.json()["code"] == code, reply.text
    if at:
        assert number(client, at) == before
        assert live_of(client, at).table.post == post
    return str(reply.json()["reason"])


def test_a_turn_is_opened_once(places: tuple[TestClient, TestClient]) -> None:
    here, there = places
    game = begun(here)
    first = sent(here, game)
    other = accepted(there, first)
    refused(there, first, "used", other)
    second = sent(there, other)
    accepted(here, second)
    refused(here, second, "used", game)
    refused(here, first, "own-turn", game)
    third = handed(here, there, game)
    refused(there, third, "used", other)


def test_a_turn_that_was_changed_by_a_byte_is_refused_wherever_it_is(
    places: tuple[TestClient, TestClient],
) -> None:
    here, there = places
    game, other = shaken(here, there)
    played(here, game)
    turn = sent(here, game)
    text = gzip.decompress(turn)
    for at in range(0, len(text), max(1, len(text) // 40)):
        changed = gzip.compress(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :], mtime=0)
        reply = opened(there, changed)
        assert reply.status_code in (400, 409), (at, reply.text)
    for at in range(len(turn) // 8, len(turn), len(turn) // 8):
        reply = opened(there, turn[:at] + bytes([turn[at] ^ 255]) + turn[at + 1 :])
        assert reply.status_code in (400, 409), (at, reply.text)
    refused(there, turn[:-9], "not-a-turn", other)
    refused(there, turn + b"more", "not-a-turn", other)
    accepted(there, turn)


def test_a_turn_of_another_battle_is_refused(places: tuple[TestClient, TestClient]) -> None:
    here, there = places
    game, other = shaken(here, there)
    second, its_other = shaken(here, there)
    played(here, second)
    turn = sent(here, second)
    refused(there, turn, "other-battle", other, game=other)
    accepted(there, turn)
    assert its_other != other
    played(here, game)
    lost = sent(here, game)
    with place(Path(str(here.app.state.tables.store.url).partition("///")[2] + ".third")) as third:  # type: ignore[attr-defined]
        refused(third, lost, "other-battle")


def resigned(turn: bytes, master: bytes, **changes: Any) -> bytes:
    """The same turn with another first line, signed by its own side."""
    head, record = unpacked(turn)
    return packed(msgspec.structs.replace(head, **changes), record, master)


def test_a_turn_of_another_revision_is_refused(places: tuple[TestClient, TestClient]) -> None:
    here, there = places
    game, other = shaken(here, there)
    played(here, game)
    turn, master = sent(here, game), live_of(here, game).table.secret
    why = refused(there, resigned(turn, master, revisions="0.0 x y"), "other-revision", other)
    assert "0.0 x y" in why
    refused(there, resigned(turn, master, count=9), "too-early", other)
    refused(there, resigned(turn, master, battle="0" * 16), "other-battle", other, game=other)
    accepted(there, turn)


def forged(turn: bytes, master: bytes, change: Any) -> bytes:
    """A turn whose own side has changed its lines and signed them."""
    head, record = unpacked(turn)
    lines = record.rstrip(b"\n").split(b"\n")
    entries = [json.loads(line) for line in lines[1:-1]]
    change(entries)
    body = [lines[0], *(json.dumps(each, separators=(",", ":")).encode() for each in entries)]
    return packed(head, b"\n".join([*body, lines[-1]]) + b"\n", master)


Lines = list[dict[str, Any]]


def other_dice(entries: Lines, side: str, enemy: str) -> None:
    for entry in entries[-40:]:
        if entry["who"] == "dice":
            entry["dice"] = [face % 6 + 1 for face in entry["dice"]]


def answers_for_us(entries: Lines, side: str, enemy: str) -> None:
    entries[-1] = {**entries[-1], "who": enemy, "answer": "done"}


def resigns_for_us(entries: Lines, side: str, enemy: str) -> None:
    entries.append({"number": len(entries), "who": "ended", "answer": f"resigned {enemy}"})


def draws_alone(entries: Lines, side: str, enemy: str) -> None:
    entries.append({"number": len(entries), "who": "ended", "answer": "drawn"})


def takes_back_what_was_sent(entries: Lines, side: str, enemy: str) -> None:
    entries.append({"number": len(entries), "who": side, "back": 0})


def gives_no_part(entries: Lines, side: str, enemy: str) -> None:
    entries.pop()


def changes_history(entries: Lines, side: str, enemy: str) -> None:
    entries[1]["answer"] = f"{side} {'0' * 64}"


def gives_our_part(entries: Lines, side: str, enemy: str) -> None:
    entries.append({"number": len(entries), "who": "given", "answer": f"{enemy} {'0' * 64}"})


def unseals_another(entries: Lines, side: str, enemy: str) -> None:
    for entry in reversed(entries):
        if entry["who"] == "unsealed":
            entry["answer"] = f"{side} {'1' * 64}"
            return


def test_a_sender_who_forges_his_own_turn_is_found_out(
    places: tuple[TestClient, TestClient],
) -> None:
    here, there = places
    game, other = shaken(here, there)
    ends = ((here, there, game, other), (there, here, other, game))
    for part in range(30):
        giver, taker, own, its = ends[part % 2]
        before = number(giver, own)
        played(giver, own)
        turn = sent(giver, own)
        if any(entry["who"] == "dice" for entry in lines_of(giver, own)[before:]):
            break
        accepted(taker, turn)
    master, side = live_of(giver, own).table.secret, live_of(giver, own).table.post.side
    enemy = live_of(taker, its).table.post.side
    for change in (
        answers_for_us, resigns_for_us, draws_alone, takes_back_what_was_sent, gives_no_part,
        changes_history, gives_our_part, other_dice, unseals_another,
    ):  # fmt: skip
        stood = number(taker, its)
        reply = opened(taker, forged(turn, master, partial(change, side=side, enemy=enemy)))
        assert reply.status_code == 409, (change, reply.text)
        assert reply.json()["code"] in ("not-proved", "no-dice", "other-battle"), reply.text
        assert not live_of(taker, its).table.post.ours
        assert number(taker, its) == stood
    accepted(taker, turn)


def lines_of(client: TestClient, game: str) -> list[dict[str, Any]]:
    keeper = client.app.state.tables.keeper  # type: ignore[attr-defined]
    return [json.loads(line) for line, _ in keeper.lines(game, -1)]


def test_somebody_who_signs_with_another_key_is_refused(
    places: tuple[TestClient, TestClient],
) -> None:
    here, there = places
    game, other = shaken(here, there)
    played(here, game)
    turn = sent(here, game)
    refused(there, resigned(turn, b"1" * 32), "not-signed", other)


def test_what_is_no_turn_or_too_large_is_refused_without_a_traceback(
    places: tuple[TestClient, TestClient],
) -> None:
    here, _ = places
    bomb = gzip.compress(b"0" * (LARGEST + 10))
    for junk in (b"", b"hello", bomb, gzip.compress(b"[]\n"), gzip.compress(b"{}\n{}")):
        assert opened(here, junk).status_code == 400, junk[:10]
    head = Turn("turn", 1, "0" * 16, 1, "french", "x", {})
    assert opened(here, packed(head, b"no record", b"2" * 32)).status_code in (400, 409)


def test_nobody_but_the_player_here_hands_over_or_opens(
    places: tuple[TestClient, TestClient],
) -> None:
    here, there = places
    game, other = shaken(here, there)
    stranger = beside(here)
    for reply in (
        stranger.post(f"/api/games/{game}/turn"),
        stranger.get(f"/api/games/{game}/turn"),
        stranger.post(f"/api/games/{game}/online"),
    ):
        assert reply.status_code == 403
    assert here.post(f"/api/games/{game}/turn").json()["code"] == "your-turn"
    assert there.post(f"/api/games/{other}/turn").json()["code"] == "not-here"
    played(here, game)
    turn = sent(here, game)
    assert opened(beside(there), turn).json()["code"] == "wrong-seat"


def test_nothing_is_decided_before_both_sides_have_put_in_their_part(
    places: tuple[TestClient, TestClient],
) -> None:
    here, _ = places
    game = begun(here)
    with here.websocket_connect(f"/ws/games/{game}") as line:
        assert asked(line, "answer", n=0, text="done")["code"] == "no-dice"
        assert asked(line, "take-back", n=0)["code"] == "no-take-back"
        assert asked(line, "draw", n=0)["code"] == "no-draw"


def test_who_resigns_by_file_sends_the_end(places: tuple[TestClient, TestClient]) -> None:
    here, there = places
    game, other = shaken(here, there)
    with here.websocket_connect(f"/ws/games/{game}") as line:
        n = live_of(here, game).number("french")
        assert asked(line, "resign", n=n)["type"] == "ack"
    accepted(there, sent(here, game))
    assert live_of(there, other).room.verdict == "French resigned"


def test_the_battle_stands_as_it_was_after_a_restart(tmp_path: Path) -> None:
    with place(tmp_path / "there.db") as there:
        with place(tmp_path / "here.db") as here:
            game, _ = shaken(here, there)
            cookies = dict(here.cookies)
        with place(tmp_path / "here.db") as again:
            again.cookies.update(cookies)
            assert again.get(f"/api/games/{game}").json()["waits_for"] == "french"
            handed(again, there, game)


# --- from an online battle, and back


def test_an_online_battle_goes_on_by_file_with_the_word_of_both_and_comes_back(
    places: tuple[TestClient, TestClient],
) -> None:
    here, there = places
    open_seat = [{"side": "prussian", "who": "open"}]
    made = here.post("/api/games", json={"scenario": "duel", "seats": open_seat}).json()
    game, friend = made["id"], beside(here)
    friend.post(f"/api/games/{game}/seats", json={"token": made["invitations"][0]["token"]})
    assert here.post(f"/api/games/{game}/away", json={"side": "prussian"}).status_code == 403
    assert friend.post(f"/api/games/{game}/away", json={"side": "prussian"}).json() == {
        "done": False
    }
    with here.websocket_connect(f"/ws/games/{game}") as line:
        assert asked(line, "consent", n=number(here, game), agree=True)["type"] == "ack"
    first = friend.get(f"/api/games/{game}/turn")
    assert first.status_code == 200, first.text
    assert friend.post(f"/api/games/{game}/turn").status_code == 403
    other = accepted(there, first.content)
    accepted(here, sent(there, other))
    turn = handed(here, there, game)
    assert prove_dice(read_journal(unpacked(turn)[1])).status == "proved"
    back = there.post(f"/api/games/{other}/online")
    assert back.status_code == 200, back.text
    guest = beside(there)
    token = back.json()["invitations"][0]["token"]
    assert guest.post(f"/api/games/{other}/seats", json={"token": token}).status_code == 200
    assert there.post(f"/api/games/{other}/turn").json()["code"] == "by-file"
    with there.websocket_connect(f"/ws/games/{other}") as line:
        live = live_of(there, other)
        words = str(next(iter(live.room.state.pending.options)))
        reply = asked(line, "answer", n=live.number(live.room.asked), text=words)
        assert reply["type"] == "ack", reply
