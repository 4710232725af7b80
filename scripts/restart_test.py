"""Kill the server under long battles: how soon after its restart is there an answer, and a table?

Fills a store with long battles of each system, sits down at all of them, kills the server with
SIGKILL and starts it again. Measured from the start of the process: until the first request is
answered, and until the table of a battle is shown to somebody who comes back; then until everybody is
back. Every battle must come back from a snapshot, at the line where it stood.

    python scripts/restart_test.py --battles 100 --lines 500 --record bench/restart.jsonl

Exit code 0 when the goals are met and no battle stands elsewhere.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from kill_test import Server
from records import noted

FIRST_ANSWER, A_TABLE = 1.0, 1.5
"""The goals, in seconds."""

LONG = {
    "premier": ("hagelberg", "bridgehead", "village"),
    "an-xxx": ("hagelberg-xxx", "bridgehead-xxx", "village-xxx"),
    "nlc": ("quatre-bras", "crossroads"),
    "empire": ("hagelberg-empire", "outpost"),
}
"""What is played until a battle is long enough: the longest first."""

MOST = {"empire": 340}
"""Where even the longest battles have no more lines than this."""


# --- a store with long battles


def fill(url: str, system: str, battles: int, lines: int) -> tuple[str, dict[str, int]]:
    """Play one long battle and keep it so many times; gives a session and the last lines."""
    import sqlalchemy as sa

    from grognard.host.keeper import Keeper, new_id
    from grognard.host.people import People
    from grognard.host.store import Store
    from grognard.host.store_schema import answers, games, seats

    store = Store(url)
    keeper, people = Keeper(store), People(store)
    person, session = people.new_guest()
    table = long_battle(keeper, system, person.id, lines)
    first, last = table.room.id, table.room.number

    def clone(connection: Any) -> list[str]:
        made = []
        rows = [
            (kind, [dict(row) for row in connection.execute(
                kind.select().where((kind.c.id if kind is games else kind.c.game) == first)
            ).mappings()])
            for kind in (games, seats, answers)
        ]  # fmt: skip
        secret = store.secret_of(bytes(rows[0][1][0]["secret"]), first)
        for _ in range(battles - 1):
            made.append(new_id())
            for kind, held in rows:
                named: dict[str, Any] = {"id" if kind is games else "game": made[-1]}
                if kind is games:  # a secret is sealed for its own battle
                    named["secret"] = store.secret_kept(secret, made[-1])
                connection.execute(kind.insert(), [{**row, **named} for row in held])
        return made

    made: list[str] = store.written(clone).result()
    found = store.rows(sa.select(games.c.snapshot_number).where(games.c.id == first))
    if found[0].snapshot_number < 0:
        raise SystemExit(f"no snapshot of {system} was kept")
    store.close()
    return session, dict.fromkeys([first, *made], last)


def long_battle(keeper: Any, system: str, person: str, lines: int) -> Any:
    """A battle of at least so many lines by the random bot, with snapshots as at a table."""
    for scenario in LONG[system]:
        for seed in range(1, 6):
            table = played(keeper, system, scenario, person, lines, seed)
            if table.room.number >= lines:
                return table
    raise SystemExit(f"no battle of {system} lasts for {lines} lines")


def played(keeper: Any, system: str, scenario: str, person: str, lines: int, seed: int) -> Any:
    from grognard.bots.random_bot import choose
    from grognard.host.keeper import SNAPSHOT_EVERY
    from grognard.host.seats import Seat
    from grognard.host.store import Store
    from grognard.kernel.chance import Stream
    from grognard.kernel.codec import encode
    from grognard.kernel.seeing import see
    from grognard.systems.registry import system_named

    store: Store = keeper.store
    sides = system_named(system).rules.sides(system_named(system).library.setting(scenario, {}))
    sitting = [Seat(side, 0, "human", side, person, side.encode()) for side in sides]
    table, step = keeper.begun(system, scenario, {}, sitting, {"watchers": True}, str(seed))
    keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
    room, chance, kept = table.room, Stream(seed), 0
    room.take(step)
    while room.asked and room.number < lines:
        seen = see(room.system.rules, room.state, room.asked)
        step = room.answered(room.asked, str(choose(seen.view, seen.ask, chance)))
        keeper.append(room, step, 100)
        room.take(step)
        if room.number - kept >= SNAPSHOT_EVERY:
            kept = room.number
            keeper.snapshot(room, room.number, room.state)
    store.written(lambda connection: None).result()
    return table


# --- killing and coming back


class Whole(Server):
    """The server as people start it, with its command line and with what it reads ahead."""

    @property
    def command(self) -> list[str]:
        words = [sys.executable, "-m", "grognard", "serve", "--lines", "8192", "--db", self.url]
        return [*words, "--port", str(self.port)]


async def came_back(address: str, game: str, session: str) -> int:
    """Open the line of a battle and wait for its table; gives the line at which it stands."""
    from websockets.asyncio.client import connect

    headers = {"Cookie": f"grognard={session}"}
    url = f"ws://{address}/ws/games/{game}"
    async with connect(url, additional_headers=headers, max_size=None, open_timeout=120) as line:
        while True:
            message = json.loads(await asyncio.wait_for(line.recv(), 120))
            if message["type"] == "view":
                return int(message["n"])
            if message["type"] == "error":
                raise SystemExit(f"{game}: {message['reason']}")


async def first_answer(address: str) -> None:
    """Ask until the server answers."""
    import httpx2 as httpx

    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        while True:
            try:
                reply = await client.get("/healthz", timeout=10)
                if reply.status_code == 200:
                    return
            except httpx.HTTPError:
                await asyncio.sleep(0.01)


async def restarted(server: Server, session: str, games: dict[str, int]) -> dict[str, Any]:
    """Everybody sits down; the server is killed and started; how long does it take?"""
    server.start()
    await everybody(server.address, session, games)
    server.kill()
    began = time.monotonic()
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    await first_answer(server.address)
    answered, worked = time.monotonic() - began, worked_by(server)
    game, number = next(iter(games.items()))
    stands = await came_back(server.address, game, session)
    shown, worked_on = time.monotonic() - began, worked_by(server)
    elsewhere = await everybody(server.address, session, games) + (stands != number)
    back = time.monotonic() - began
    await starting
    server.kill()
    return {
        "first_answer": round(answered, 3), "a_table": round(shown, 3), "everybody": round(back, 2),
        "elsewhere": elsewhere, "work": [round(worked, 2), round(worked_on, 2)],
    }  # fmt: skip


def worked_by(server: Server) -> float:
    """The seconds a processor has worked for the server: what is left where others wait for it too."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def everybody(address: str, session: str, games: dict[str, int]) -> int:
    """All sit down at once; gives how many battles do not stand where they stood."""
    await first_answer(address)
    stands = await asyncio.gather(*(came_back(address, game, session) for game in games))
    return sum(stood != number for stood, number in zip(stands, games.values(), strict=True))


def as_installed(folder: str) -> None:
    """Let the server find its modules compiled when it comes back, as those of a wheel are."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--battles", type=int, default=100)
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--system", choices=LONG, action="append", help="of this one alone")
    parser.add_argument("--record", type=Path, help="add the results to this file")
    options = parser.parse_args()
    fine = True
    for system in options.system or LONG:
        with tempfile.TemporaryDirectory() as folder:
            as_installed(folder)
            url = f"sqlite:///{folder}/battles.db"
            session, games = fill(
                url, system, options.battles, min(options.lines, MOST.get(system, options.lines))
            )
            found = asyncio.run(restarted(Whole(url, False), session, games))
        result = {
            "test": "restart", "system": system, "battles": len(games),
            "lines": next(iter(games.values())), **found,
        }  # fmt: skip
        result["passed"] = (
            found["first_answer"] <= FIRST_ANSWER
            and found["a_table"] <= A_TABLE
            and not found["elsewhere"]
        )
        fine = fine and result["passed"]
        noted(options.record, result)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
