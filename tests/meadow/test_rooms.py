"""Rooms that know no rulebook serve a table without hexes: terminal, report, laboratory, learners."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from grognard.bots import random_bot
from grognard.cli import main
from grognard.desks import library
from grognard.envs import env
from grognard.host.report import story_of
from grognard.host.report_page import page
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.seeing import PUBLIC, see
from grognard.web.app import make_app
from tests.meadow.rules import RULES
from tests.web.halls import live_table, room_of

PACK = Path(__file__).parent / "pack"


def run(words: list[str], typed: str, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sys, "argv", ["grognard", *words])
    patch.setattr(sys, "stdin", io.StringIO(typed))
    with pytest.raises(SystemExit):
        main()


def test_it_is_played_in_the_terminal_with_a_plotted_patch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "map\nlook R1\nwhy go R1 4.0,6.5\ngo R1 8.5,6.25\ngo R1 9.0,6.25\nforces\nquit\n"
    run(["play", str(PACK), "--side", "both"], typed, monkeypatch)
    out = capsys.readouterr().out
    assert "wwww" in out
    assert "R1 1st Reds at 5.000,6.500" in out
    assert "that is more than 45 degrees from where it looks" in out
    assert "it has moved this turn" in out
    assert "R1 1st Reds at 8.500,6.250" in out


def test_many_battles_are_simulated_and_told_on_a_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["simulate", str(PACK), "--games", "3", "--seats", "random,eager", "--workers", "1"]
    run([*words, "--out", str(tmp_path / "games")], "", monkeypatch)
    assert "3 games" in capsys.readouterr().out
    assert "meadow" in (tmp_path / "games/report.html").read_text(encoding="utf-8")


def test_learners_step_through_it() -> None:
    battle = env(str(PACK), most=300)
    battle.reset(seed=1)
    mind, steps = Stream(1), 0
    for _ in battle.agent_iter(max_iter=1000):
        seen, _, ended, cut, _ = battle.last()
        if ended or cut:
            battle.step(None)
            continue
        places = np.flatnonzero(seen["action_mask"])
        battle.step(int(places[mind.randrange(len(places))]))
        steps += 1
    assert steps > 12
    assert battle.battle.is_over or steps >= 300


def test_its_pack_is_sent_from_the_browser_and_begun(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'battles.db'}", hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        files = {file.name: file.read_text(encoding="utf-8") for file in PACK.glob("*.yaml")}
        sent = client.post("/api/documents", json={"files": files})
        assert sent.status_code < 300, sent.text
        shown = sent.json()
        assert (shown["system"], shown["title"], shown["units"]) == ("meadow", "The meadow", 4)
        seats = [{"side": side, "who": "me"} for side in ("red", "blue")]
        asked = {"scenario": shown["id"], "system": "meadow", "seats": seats}
        made = client.post("/api/games", json=asked).json()
        drawn = client.get(client.get(f"/api/scenarios/meadow/{shown['id']}").json()["map"]).json()
        assert made["sides"] == ["red", "blue"]
        assert (drawn["width"], drawn["height"], drawn["columns"]) == (24_000, 16_000, 0)
        assert [area["terrain"] for area in drawn["areas"]] == ["", "woods", "pond"]


def test_the_report_has_a_picture_of_the_table() -> None:
    async def scene() -> str:
        live, stream = live_table(room_of(library.document(PACK))), Stream(1)
        for _ in range(40):
            room = live.room
            ask = room.state.pending
            if not isinstance(ask, Ask):
                break
            order = random_bot.choose(see(RULES, room.state, ask.side).view, ask, stream)
            await live.answer(ask.side, room.number, str(order))
        teller = live.showing(PUBLIC).teller("en")
        return page(story_of(live.room, live.back.chronicle, teller), teller)

    found = asyncio.run(scene())
    assert "#96A470" in found
    assert 'viewBox="0 0 240 160"' in found
