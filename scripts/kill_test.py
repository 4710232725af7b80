"""Kill the server again and again: is every acknowledged answer still there? (benchmark R1)

Starts the real server, plays many battles over real lines, kills it with SIGKILL at random moments,
starts it again on the same store and goes on. In the end every acknowledged answer is looked for in
the store. With ``--control`` the server acknowledges before the commit: that run must lose answers,
or the test proves nothing.

    python scripts/kill_test.py --kills 100 --answers 100000
    python scripts/kill_test.py --db postgresql://... --kills 100
    python scripts/kill_test.py --control --kills 5 --answers 2000
    python scripts/kill_test.py --kills 20 --answers 20000 --in-turn --until 1000 1000000 --record FILE

The lines of a record add up (``together``): the same command goes on from them.
Exit code 0 when nothing was lost (with ``--control``: when something was).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from records import noted, so_far

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

AGAIN = 60
"""So often a move is taken back and made again before the battle goes on."""


# --- the server under test


def run_server(url: str, port: int, early: bool) -> None:
    """The real server; ``early`` breaks it: answers are told before they are in the store."""
    import uvicorn

    from grognard.web.app import make_app
    from grognard.web.guards import Buckets, Limits
    from grognard.web.serve import FRAME

    if early:
        _break()
    app = make_app(url, bot_processes=0, rate=1e9, lines=100_000)
    limits: Limits = app.state.limits
    limits.requests = limits.changes = limits.reads = Buckets(1e6, 10**6)
    uvicorn.run(
        app, host="127.0.0.1", port=port, ws="websockets-sansio", ws_max_size=FRAME,
        ws_per_message_deflate=False, log_level="error", access_log=False,
    )  # fmt: skip


def _break() -> None:
    """The fault this test must notice: acknowledge first, commit a little later."""
    from grognard.host.room import Step
    from grognard.host.store import Store
    from grognard.web.live import LiveTable

    commit = Store._commit

    def later(self: Store, batch: Any) -> None:
        time.sleep(0.02)
        commit(self, batch)

    async def unwritten(self: LiveTable, step: Step, *more: Any, **named: Any) -> None:
        self.keeper.append(self.room, step, 0)

    Store._commit = later  # type: ignore[method-assign]
    LiveTable._write = unwritten  # type: ignore[method-assign]


class Server:
    """A server process that can be killed."""

    def __init__(self, url: str, early: bool) -> None:
        self.url, self.early = url, early
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def command(self) -> list[str]:
        early = ["--early"] if self.early else []
        return [sys.executable, __file__, "--serve", self.url, str(self.port), *early]

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        for _ in range(2400):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            if self.process.poll() is not None:
                raise SystemExit("the server does not start")
            time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- the players


class Record:
    """What was acknowledged: game -> number -> what the line must say."""

    def __init__(self) -> None:
        self.acked: dict[str, dict[int, str]] = {}
        self.count = 0
        self.behind = 0

    def ack(self, game: str, number: int, words: str) -> None:
        self.acked.setdefault(game, {})[number] = words
        self.count += 1

    def last(self, game: str) -> int:
        return max(self.acked.get(game, {0: ""}))


class Player:
    """Both sides of one battle over one line; it comes back after every kill."""

    def __init__(self, server: Server, record: Record, seed: int) -> None:
        self.server, self.record, self.random = server, record, random.Random(seed)
        self.game, self.cookie = "", ""
        self.side = ""

    async def play(self, stop: asyncio.Event) -> None:
        import httpx2 as httpx
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        while not stop.is_set():
            try:
                if not self.game:
                    await self._begin(httpx)
                cookie = {"Cookie": f"grognard={self.cookie}"}
                address = f"ws://{self.server.address}/ws/games/{self.game}"
                async with connect(address, additional_headers=cookie, max_size=None) as line:
                    await self._converse(line, stop)
            except (TimeoutError, OSError, WebSocketException, httpx.HTTPError):
                await asyncio.sleep(0.1)

    async def _begin(self, httpx: Any) -> None:
        async with httpx.AsyncClient(base_url=f"http://{self.server.address}") as client:
            reply = await client.post("/api/games", json={"scenario": "duel"}, timeout=60)
            reply.raise_for_status()
            self.game, self.cookie = reply.json()["id"], reply.cookies["grognard"]

    async def _converse(self, line: Any, stop: asyncio.Event) -> None:
        hello = json.loads(await line.recv())
        self.side = hello["seat"]["side"]
        if hello["n"] < self.record.last(self.game):
            self.record.behind += 1
        question = await self._question(line)
        while not stop.is_set():
            if question is None:
                self.game = ""
                return
            question = await self._decide(line, question)

    async def _question(self, line: Any) -> dict[str, Any] | None:
        """The next question to one of our sides; None when the battle is over."""
        while True:
            message = json.loads(await asyncio.wait_for(line.recv(), 30))
            if message["type"] == "question":
                return message
            view = message.get("view") or message.get("change") or {}
            asked = view.get("question")
            if asked and asked["kind"] == "over":
                return None
            if asked and asked["side"] and asked["side"] != self.side:
                self.side = asked["side"]
                await line.send(json.dumps({"type": "sit", "side": self.side}))

    async def _decide(self, line: Any, question: dict[str, Any]) -> dict[str, Any] | None:
        number = question["n"]
        if not question.get("grouped"):
            words = self.random.choice(question["offers"])["id"]
            return await self._answer(line, number, words)
        words = await self._order(line)
        for _ in range(self.random.randrange(AGAIN)):
            if words == "done":
                break
            after = await self._answer(line, number, words)
            if after is None or not after.get("grouped") or after["side"] != question["side"]:
                return after
            number = after["n"]
            if number != question["n"] + 1 and after["n"] - question["n"] > 1:
                return await self._answer(line, number, "done")
            back = await self._take_back(line, number)
            if back is None:
                return await self._answer(line, number, "done")
            question, number = back, back["n"]
        return await self._answer(line, number, "done")

    async def _order(self, line: Any) -> str:
        """Some order of some unit."""
        await line.send(json.dumps({"type": "look", "what": "units", "seq": 1}))
        units = (await self._reply(line, "look"))["found"]["units"]
        if not units:
            return "done"
        unit = self.random.choice(units)
        await line.send(json.dumps({"type": "options", "unit": unit, "seq": 2}))
        offers = (await self._reply(line, "options"))["offers"]
        return str(self.random.choice(offers)["id"]) if offers else "done"

    async def _reply(self, line: Any, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 30))
            if message["type"] == kind:
                return message

    async def _answer(self, line: Any, number: int, words: str) -> dict[str, Any] | None:
        await line.send(json.dumps({"type": "answer", "n": number, "text": words}))
        return await self._acknowledged(line, words)

    async def _take_back(self, line: Any, number: int) -> dict[str, Any] | None:
        await line.send(json.dumps({"type": "take-back", "n": number}))
        return await self._acknowledged(line, "<back>")

    async def _acknowledged(self, line: Any, words: str) -> dict[str, Any] | None:
        """Wait for the ack and for the next question; None when it was refused or all is over."""
        question: dict[str, Any] | None = None
        acked = over = False
        while not (acked and (question is not None or over)):
            message = json.loads(await asyncio.wait_for(line.recv(), 30))
            kind = message["type"]
            if kind == "ack":
                if message.get("done", True):
                    self.record.ack(self.game, message["n"], words)
                acked = True
                if not message.get("done", True):
                    return None
            elif kind in ("refused", "error"):
                return None
            elif kind == "question":
                question = message
            asked = (message.get("view") or message.get("change") or {}).get("question")
            if asked and asked["kind"] == "over":
                over = True
            elif asked and asked["side"] and asked["side"] != self.side:
                self.side = asked["side"]
                await line.send(json.dumps({"type": "sit", "side": self.side}))
        return question


# --- the test


async def run(options: argparse.Namespace, url: str) -> dict[str, Any]:
    """Play and kill until there were enough of both."""
    server, record = Server(url, options.control), Record()
    began = time.monotonic()
    server.start()
    stop = asyncio.Event()
    players = [Player(server, record, options.seed + place) for place in range(options.games)]
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    try:
        kills = await kill_on(server, record, options, tasks)
    finally:
        stop.set()
        server.kill()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    lost = looked_for(url, record)
    return {
        "store": url.partition(":")[0].partition("+")[0], "control": options.control, "kills": kills,
        "acknowledged": record.count, "lost": lost, "came_back_behind": record.behind,
        "battles": len(record.acked), "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


async def kill_on(
    server: Server,
    record: Record,
    options: argparse.Namespace,
    players: list[asyncio.Task[None]],
) -> int:
    """Kill the server at random moments, until there were enough kills and answers."""
    chance, kills = random.Random(options.seed), 0
    each = options.answers / max(1, options.kills)
    while kills < options.kills or record.count < options.answers:
        before = record.count
        wanted = before + each * chance.uniform(0.3, 1.7)
        deadline = time.monotonic() + options.longest
        while record.count < wanted and time.monotonic() < deadline:
            await asyncio.sleep(chance.uniform(0.001, 0.02))
            for player in players:
                if player.done():
                    player.result()  # a player that failed is a fault of the test: say so
        if record.count == before:
            raise SystemExit(f"the server answered nobody for {options.longest:g} s")
        if kills < options.kills:
            server.kill()
            kills += 1
            await asyncio.to_thread(server.start)
            print(f"{kills} kills, {record.count} acknowledged", file=sys.stderr, flush=True)
    return kills


def looked_for(url: str, record: Record) -> int:
    """How many acknowledged answers the store does not have as they were given."""
    import msgspec
    import sqlalchemy as sa

    from grognard.host.store import Store
    from grognard.host.store_schema import answers

    store, lost = Store(url), 0
    for game, acked in record.acked.items():
        rows = store.rows(sa.select(answers.c.number, answers.c.line).where(answers.c.game == game))
        kept = {row.number: msgspec.json.decode(row.line) for row in rows}
        for number, words in acked.items():
            line = kept.get(number, {})
            said = "<back>" if "back" in line else line.get("answer")
            lost += said != words
    store.close()
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1813)
    parser.add_argument("--longest", type=float, default=30.0, help="seconds between kills")
    parser.add_argument("--db", default="", help="the store; a new SQLite file unless given")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for the test")
    parser.add_argument("--in-turn", action="store_true", help="SQLite and PostgreSQL in turn")
    parser.add_argument("--control", action="store_true", help="acknowledge before the commit")
    parser.add_argument("--record", type=Path, help="add the result to this file")
    parser.add_argument("--serve", nargs=2, metavar=("URL", "PORT"), help=argparse.SUPPRESS)
    parser.add_argument("--early", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--until", type=int, nargs=2, metavar=("KILLS", "ANSWERS"), default=(0, 0),
        help="go on in such rounds until the record has so many, of all stores together",
    )  # fmt: skip
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    if options.serve:
        run_server(options.serve[0], int(options.serve[1]), options.early)
        return
    if any(options.until) and options.record is None:
        parser.error("--until needs a --record")
    rounds = 0
    while rounds == 0 or any(map(int.__lt__, together(options.record).values(), options.until)):
        if not one_round(options):
            sys.exit(1)
        rounds += 1
        options.postgres ^= options.in_turn


def together(record: Path | None) -> dict[str, int]:
    """Kills, and answers that were acknowledged and found, in all rounds of a record but the controls."""
    sound = {"control": False, "lost": 0, "came_back_behind": 0}
    return {count: so_far(record, count, **sound) for count in ("kills", "acknowledged")}


def one_round(options: argparse.Namespace) -> bool:
    """Play, kill, look for what was acknowledged, and note it; was all as it should be?"""
    before = together(options.record)
    options.seed += before["kills"]  # no round is like another
    with tempfile.TemporaryDirectory() as folder:
        url = options.db or f"sqlite:///{folder}/battles.db"
        if options.postgres:
            url = new_postgres()
        result = asyncio.run(run(options, url))
    if not options.control:
        result["together"] = {count: result[count] + before[count] for count in before}
    noted(options.record, result)
    good = result["lost"] > 0 if options.control else result["lost"] == 0
    return good and (options.control or result["came_back_behind"] == 0)


def new_postgres() -> str:
    """A new database on the PostgreSQL that the tests use."""
    import psycopg
    import sqlalchemy as sa

    from tests.host.postgres import postgres_url

    server = postgres_url()
    name = f"kill_test_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return sa.engine.make_url(server).set(database=name).render_as_string(hide_password=False)


if __name__ == "__main__":
    main()
