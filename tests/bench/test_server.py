"""The benchmarks of the server: a smoke run of the real thing, and how it counts."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest

from grognard.bench import server, server_memory, server_stage
from grognard.bench.protocol import QUICK, Pace
from grognard.bench.server_lines import Line, LineFailed, line_to
from grognard.kernel.journal import OPENING

ONE_ROUND = Pace(1, 0.05, quick=True)


def test_a_smoke_run_measures_answers_delays_and_bots_on_the_real_server() -> None:
    for measure in (server.measure_answers, server.measure_delays, server.measure_beside_bots):
        for found in measure(ONE_ROUND):
            assert found.value > 0
            assert found.rung


def test_a_live_table_on_the_real_server_weighs_something() -> None:
    (found,) = server_memory.measure(QUICK)
    assert found.value > 1


def test_the_99th_hundredth_is_the_slowest_but_for_one_in_a_hundred() -> None:
    hundred = server.Round(tuple(float(number) for number in range(1, 101)), 2.0)
    assert hundred.quantile(0.99) == 99
    assert hundred.quantile(0.5) == 50
    assert hundred.rate == 50
    assert server.Round((7.0,), 1.0).quantile(0.99) == 7


def test_scripts_are_whole_battles_whose_answers_follow_each_other(tmp_path: Path) -> None:
    cues = server_stage.script("duel", 1)
    assert len({cue.side for cue in cues}) == 2
    for earlier, later in itertools.pairwise(cues):
        assert earlier.number < earlier.after == later.number
    (game,) = server_stage.write_games(f"sqlite:///{tmp_path / 'a.db'}", "duel", 1, answers=5)
    assert game.script == cues[5:]


def test_games_are_written_with_the_answers_they_have_behind_them(tmp_path: Path) -> None:
    from grognard.host.keeper import Keeper
    from grognard.host.store import Store

    url = f"sqlite:///{tmp_path / 'a.db'}"
    (game,) = server_stage.write_games(url, "duel", 1, answers=5)
    store = Store(url)
    entries = Keeper(store).entries(game.id, -1)
    store.close()
    assert entries[0].who == OPENING
    assert entries[-1].number == game.script[0].number


def test_a_line_reads_frames_however_they_arrive() -> None:
    async def scene() -> list[tuple[str, int]]:
        line, heard = Line("/", "here"), []
        line.hear = lambda message: heard.append((message.type, message.n))
        long = b'{"type":"update","n":7,"x":"' + b"y" * 300 + b'"}'
        sent = (
            b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
             b"\x81\x14" + b'{"type":"ack","n":4}'
            + b"\x81\x7e" + len(long).to_bytes(2, "big") + long
            + b"\x01\x08" + b'{"type":' + b"\x80\x0c" + b'"ack","n":9}'
        )  # fmt: skip
        for place in range(0, len(sent), 5):
            line.data_received(sent[place : place + 5])
        return heard

    assert asyncio.run(scene()) == [("ack", 4), ("update", 7), ("ack", 9)]


def test_a_table_that_does_not_exist_is_a_failure_not_a_figure(tmp_path: Path) -> None:
    async def scene(port: int) -> None:
        await line_to(port, "0123456789abcdef")

    url = f"sqlite:///{tmp_path / 'a.db'}"
    with server_stage.served(url) as running, pytest.raises(LineFailed, match="no such battle"):
        asyncio.run(scene(running.port))
