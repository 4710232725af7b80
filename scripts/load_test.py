"""The server in use: many tables at a rate; two servers on one PostgreSQL, one of which is killed.

``tables``: battles of Hagelberg with two players and two watchers each, all together so many answers a
second. The time from an answer to the last of its four lines that is told is its delay: the 99th
hundredth must stay below 100 ms.

``servers``: one side of each battle sits at the first server, the other at the second. The time from an
answer at one to its update at the other must stay below 100 ms in the 99th hundredth. Then the second is
killed: its people come back at the first, at a line no older than the last they were told.

    python scripts/load_test.py tables --record bench/load.jsonl
    python scripts/load_test.py servers --record bench/load.jsonl
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from kill_test import new_postgres
from records import noted

from grognard.bench.server import Rehearsal, Round, at_a_rate, opened
from grognard.bench.server_lines import Heard, Line, hang_up, line_to
from grognard.bench.server_stage import FILES, Server, Staged, new_store, served, start, write_games
from grognard.host.sealing import BYTES, VARIABLE

GOAL = 0.1
"""Seconds within which 99 of 100 are told."""

SCENARIO = "hagelberg"


def told(round_: Round) -> dict[str, Any]:
    return {
        "answers": len(round_.delays), "rate": round(round_.rate, 1),
        "p50_ms": round(round_.quantile(0.5) * 1e3, 1), "p99_ms": round(round_.quantile(0.99) * 1e3, 1),
    }  # fmt: skip


# --- many tables


async def _tables(games: Sequence[Staged], server: Server, options: argparse.Namespace) -> Round:
    battles = await opened(games, server.port)
    await at_a_rate(battles, options.rate, options.seconds / 4)
    found = await at_a_rate(battles, options.rate, options.seconds)
    await hang_up([line for battle in battles for line in battle.lines])
    return found


def tables(options: argparse.Namespace) -> dict[str, Any]:
    """So many tables at so many answers a second."""
    with new_store() as url:
        games = write_games(url, options.scenario, options.tables)
        with served(url) as server:
            found = told(asyncio.run(_tables(games, server, options)))
    return {**found, "passed": found["p99_ms"] < GOAL * 1e3 and found["rate"] >= 0.9 * options.rate}


# --- two servers


class Apart(Rehearsal):
    """A battle whose sides sit at two servers. What counts is when the other side is told."""

    def __init__(self, game: Staged) -> None:
        super().__init__(game)
        self.last: dict[str, int] = {}

    async def open_at(self, ports: Sequence[int]) -> None:
        for port, (side, token) in zip(ports, self.game.tokens.items(), strict=True):
            self.players[side] = await self._sat(port, side, token)
        self.lines = list(self.players.values())

    async def _sat(self, port: int, side: str, token: str) -> Line:
        line = await line_to(port, self.game.id, token)
        line.hear = lambda message: self._told(side, message)
        return line

    def _told(self, side: str, message: Heard) -> None:
        if message.n >= 0:
            self.last[side] = max(self.last.get(side, 0), message.n)
        self._hear(message)

    async def comes_back(self, port: int) -> int:
        """The second side sits down at another server; by how many lines it is behind."""
        side, token = list(self.game.tokens.items())[1]
        self.players[side].close()
        stands = asyncio.get_running_loop().create_future()

        def hear(message: Heard) -> None:
            if message.type == "view" and not stands.done():
                stands.set_result(message.n)

        line = await line_to(port, self.game.id, token)
        line.hear = hear
        line.send({"type": "resync"})
        stood = int(await asyncio.wait_for(stands, 60))
        self.players[side] = line
        line.hear = lambda message: self._told(side, message)
        self.lines = list(self.players.values())
        return max(0, self.last.get(side, 0) - stood)


async def _servers(
    games: Sequence[Staged], one: Server, other: Server, options: argparse.Namespace
) -> dict[str, Any]:
    battles = [Apart(game) for game in games]
    for battle in battles:
        await battle.open_at((one.port, other.port))
    await at_a_rate(battles, options.rate, options.seconds / 4)
    both = await at_a_rate(battles, options.rate, options.seconds)
    other.process.kill()
    other.process.wait()
    began = perf_counter()
    behind = await asyncio.gather(*(battle.comes_back(one.port) for battle in battles))
    back = perf_counter() - began
    alone = await at_a_rate(battles, options.rate, options.seconds / 4)
    await hang_up([line for battle in battles for line in battle.lines])
    return {
        **told(both), "behind_after_the_kill": sum(behind), "back_after_s": round(back, 2),
        "answers_alone": len(alone.delays),
    }  # fmt: skip


def servers(options: argparse.Namespace) -> dict[str, Any]:
    """Two servers that share a PostgreSQL."""
    url = options.db or new_postgres()
    os.environ.setdefault(VARIABLE, os.urandom(BYTES).hex())
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    games = write_games(url, options.scenario, options.tables)
    one = start(url)
    try:
        other = start(url)
        try:
            found = asyncio.run(_servers(games, one, other, options))
        finally:
            other.stop()
    finally:
        one.stop()
    passed = found["p99_ms"] < GOAL * 1e3 and not found["behind_after_the_kill"]
    return {**found, "passed": passed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("test", choices=("tables", "servers"))
    parser.add_argument("--tables", type=int, default=0, help="200; 20 for two servers")
    parser.add_argument("--rate", type=float, default=0.0, help="answers a second: 300; 50")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--scenario", default=SCENARIO)
    parser.add_argument(
        "--db", default="", help="a PostgreSQL; a new database of the tests' unless given"
    )
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    many = options.test == "tables"
    options.tables = options.tables or (200 if many else 20)
    options.rate = options.rate or (300.0 if many else 50.0)
    found = tables(options) if many else servers(options)
    result = {
        "test": options.test, "scenario": options.scenario, "tables": options.tables,
        "wanted_rate": options.rate, **found,
    }  # fmt: skip
    noted(options.record, result)
    sys.exit(not result["passed"])


if __name__ == "__main__":
    main()
