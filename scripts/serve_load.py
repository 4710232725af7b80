"""Load on the real server: durable answers a second, and how long until the last receiver (S1, S2).

Every battle has two players and two watchers on lines of their own. One player gives an order and takes
it back, again and again; each is a line in the store before it is acknowledged. With ``--rate`` the
answers of all battles together keep to so many a second, and the delay is what is measured.

    python scripts/serve_load.py --games 40 --seconds 15
    python scripts/serve_load.py --games 500 --rate 500 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from kill_test import Server

ORDER = "march F1 S"


class Battle:
    """One battle with its four lines."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.sent: dict[int, float] = {}
        self.told: dict[int, int] = {}
        self.delays: list[float] = []
        self.acked = 0
        self.number = 0

    async def open(self, client: Any) -> None:
        from websockets.asyncio.client import connect

        seats = [{"side": "prussian", "who": "open"}]
        made = (await client.post("/api/games", json={"scenario": "duel", "seats": seats})).json()
        cookie = {"Cookie": f"grognard={client.cookies['grognard']}"}
        address = f"ws://{self.server.address}/ws/games/{made['id']}"
        token = made["invitations"][0]["token"]
        plain = {"compression": None, "max_size": None}
        self.lines = [
            await connect(address, additional_headers=cookie, **plain),
            await connect(f"{address}?seat={token}", **plain),
            await connect(address, **plain),
            await connect(address, **plain),
        ]

    async def listen(self, line: Any) -> None:
        async for frame in line:
            if not frame.startswith('{"type":"update"'):
                continue
            number = json.loads(frame)["n"]
            self.told[number] = self.told.get(number, 0) + 1
            if self.told[number] == len(self.lines):
                self.delays.append(time.perf_counter() - self.sent.pop(number, time.perf_counter()))
                del self.told[number]

    async def play(self, stop: asyncio.Event, pause: float) -> None:
        line, back, due = self.lines[0], False, time.perf_counter()
        listening = [asyncio.create_task(self.listen(each)) for each in self.lines[1:]]
        while not stop.is_set():
            if pause:
                due += pause
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            message = {"type": "take-back" if back else "answer", "n": self.number}
            if not back:
                message["text"] = ORDER
            self.sent[self.number + 1] = time.perf_counter()
            await line.send(json.dumps(message))
            await self._acknowledged(line)
            back = not back
        await asyncio.sleep(0.5)
        for task in listening:
            task.cancel()

    async def _acknowledged(self, line: Any) -> None:
        while True:
            frame = await line.recv()
            if frame.startswith('{"type":"update"'):
                number = json.loads(frame)["n"]
                self.told[number] = self.told.get(number, 0) + 1
            elif frame.startswith('{"type":"ack"'):
                self.number = json.loads(frame)["n"]
                self.acked += 1
                return
            elif frame.startswith(('{"type":"refused"', '{"type":"error"')):
                raise SystemExit(frame)


async def run(options: argparse.Namespace, url: str) -> dict[str, Any]:
    import httpx2 as httpx

    server = Server(url, early=False)
    server.start()
    try:
        battles = [Battle(server) for _ in range(options.games)]
        async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) as client:
            for battle in battles:
                await battle.open(client)
        stop = asyncio.Event()
        pause = options.games / options.rate if options.rate else 0.0
        tasks = [asyncio.create_task(battle.play(stop, pause)) for battle in battles]
        await asyncio.sleep(1.0)
        before, began = sum(battle.acked for battle in battles), time.perf_counter()
        for battle in battles:
            battle.delays.clear()
        await asyncio.sleep(options.seconds)
        count, took = sum(b.acked for b in battles) - before, time.perf_counter() - began
        delays = sorted(delay for battle in battles for delay in battle.delays)
        stop.set()
        await asyncio.gather(*tasks)
    finally:
        server.kill()
    part = {f"p{q}": round(1000 * delays[len(delays) * q // 100 - 1], 1) for q in (50, 99)}
    return {"games": options.games, "answers_per_second": round(count / took), "delay_ms": part}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=0.0, help="answers a second of all together")
    parser.add_argument("--db", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(run(options, options.db or f"sqlite:///{folder}/load.db"))))


if __name__ == "__main__":
    main()
