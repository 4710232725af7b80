"""Bots think elsewhere: in another process, from what their side sees, and leave with their server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard.host.seats import Seat
from grognard.kernel import Ask
from grognard.kernel.errors import GrognardError
from grognard.web.bots import BOTS, BotBench, edition_of, forget_players, is_bot, packed, think
from tests.web.halls import played, room_of, sight

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_bot_answers_with_an_option_and_the_same_after_a_restart(bot: str) -> None:
    for seed in range(4):
        room = played(room_of("duel", str(seed)), 9 * seed, seed)
        pending = room.state.pending
        assert isinstance(pending, Ask)
        edition, state = edition_of(room), packed(sight(room))
        thought = think(f"game {seed}", bot, edition, state, pending.side, 7)
        forget_players()
        assert think(f"game {seed}", bot, edition, state, pending.side, 7) == thought
        assert not thought.fault
        assert room.system.rules.parse(thought.words) in pending.options


def test_a_view_is_packed_without_the_setting() -> None:
    assert len(packed(sight(room_of("hagelberg")))) < 30_000


@pytest.mark.parametrize("processes", [0, 1])
def test_bots_think_off_the_event_loop(processes: int) -> None:
    async def scene() -> str:
        bench = BotBench(processes)
        room = room_of("duel")
        bench.expect(room)
        try:
            return (await bench.decide(room, sight(room), Seat(room.asked, 0, "random"))).words
        finally:
            bench.close()

    assert asyncio.run(scene())


def test_a_bot_nobody_knows_is_named() -> None:
    async def scene() -> None:
        room = room_of("duel")
        await BotBench(0).decide(room, sight(room), Seat("french", 0, "hal"))

    with pytest.raises(GrognardError, match="no bot 'hal'"):
        asyncio.run(scene())


def test_bots_leave_when_their_server_is_killed() -> None:
    program = (
        "import os, sys, time\n"
        "from grognard.web.bots import BotBench\n"
        "if __name__ == '__main__':\n"
        "    bench = BotBench(1)\n"
        "    print(bench.away.begin(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"}
    server = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment
    )
    assert server.stdout is not None
    bot = int(server.stdout.readline())
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    server.stdout.close()
    for _ in range(100):
        try:
            os.kill(bot, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the bot is still there")


@pytest.mark.parametrize("name", ["captain+ticks=9", "captain:cautious+ticks=9", "random+goal=1"])
def test_figures_changed_by_hand_are_for_ladders_and_not_for_tables(name: str) -> None:
    """Nobody on the line sets how long the server thinks."""
    assert is_bot(name.partition("+")[0])
    assert not is_bot(name)
