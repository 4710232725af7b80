"""One client tries to starve the others: how long do they wait meanwhile?

    python scripts/starve.py --seconds 20 --record bench/starve.jsonl

The real server, on a core of its own where there are two. From one address come eight uploads of 8 MB at
once, again and again, and twenty watchers who ask for steps as fast as they are answered; from a second, so
that it does not use up what the first may hold, 500 requests that are never sent to their end. From a third
address four guests ask who they are, with their cookie. Exit code 0 when their 99th percentile stays under
100 ms, every half-sent request was closed, and uploads and steps were really asked for.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import re
import shlex
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets

from grognard.bench.server_stage import served
from grognard.kernel.journal import read_journal

ROOT = Path(__file__).parents[1]
ATTACKER, HALF_SENDER, OTHERS = "127.0.0.9", "127.0.0.10", "127.0.0.1"
UPLOADS, WATCHERS, HALF_SENT, GUESTS = 8, 20, 500, 4
SIZE = 8 * 1024 * 1024
GOAL_MS = 100.0
PATIENCE = 20.0
"""So long a half-sent request may stay open, in seconds."""


async def asked(
    port: int, request: bytes, body: bytes = b"", source: str = OTHERS
) -> tuple[int, bytes]:
    """One request on a connection of its own: the status, and head and body of the answer."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(source, 0), limit=2**24
    )
    try:
        head = request + b"\r\nHost: localhost\r\nConnection: close\r\n"
        if body:
            head += f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n".encode()
        writer.write(head + b"\r\n" + body)
        answer = await reader.read()
        return int(answer[9:12] or 0), answer
    finally:
        writer.close()


async def guest(port: int, source: str, scenario: str = "duel") -> tuple[str, str]:
    """Somebody new: his cookie, and a battle that he has set up."""
    wanted = json.dumps({"scenario": scenario}).encode()
    status, answer = await asked(port, b"POST /api/games HTTP/1.1", wanted, source)
    assert status == 201, answer
    cookie = re.search(rb"set-cookie: (grognard=[^;]+)", answer)
    game = re.search(rb'"id":"([0-9a-f]{16})"', answer)
    assert cookie is not None
    assert game is not None
    return cookie[1].decode(), game[1].decode()


def bodies() -> list[tuple[str, bytes]]:
    """What is uploaded: battles and packs that are long to read and come to nothing."""
    journal = (ROOT / "tests/golden/hagelberg.journal").read_bytes()
    head, opening = journal.split(b"\n")[:2]
    line = b'{"number":%d,"who":"dice","dice":[1,2],"purpose":"fire","events":[%s]}'
    event = b",".join([b'{"event":"Marked","unit":"F01","mark":"named"}'] * 40)
    lines, size = [head, opening], 0
    while size < SIZE - 4096:
        lines.append(line % (len(lines) - 1, event))
        size += len(lines[-1]) + 1
    battle = b"\n".join(lines)[: SIZE - 1] + b"\n"
    assert read_journal(b"\n".join(lines[:3]) + b"\n").entries
    text = "format: 1\nunits:\n" + "".join(f"  - {{id: u{n}, at: '0101'}}\n" for n in range(90_000))
    pack = json.dumps({"files": {"scenario.yaml": text, "map.yaml": "x: 1\n" * 500_000}}).encode()
    return [("/api/games/upload", battle), ("/api/documents", pack[:SIZE])]


async def upload(port: int, cookie: str, place: int, counts: dict[str, int]) -> None:
    path, body = bodies()[place % 2]
    request = f"POST {path} HTTP/1.1\r\nCookie: {cookie}".encode()
    while True:
        try:
            said = (await asked(port, request, body, ATTACKER))[0] or "cut"
        except OSError:  # refused before it was sent to its end
            said = "cut"
        counts[f"upload {said}"] = counts.get(f"upload {said}", 0) + 1
        await asyncio.sleep(0.05)


async def watch(port: int, game: str, cookie: str, counts: dict[str, int]) -> None:
    while True:
        with contextlib.suppress(OSError, websockets.WebSocketException):
            address = f"ws://127.0.0.1:{port}/ws/games/{game}"
            async with websockets.connect(
                address,
                local_addr=(ATTACKER, 0),
                max_size=None,
                proxy=None,
                additional_headers={"Cookie": cookie},
            ) as line:
                while True:
                    await line.send('{"type":"steps","seq":7,"after":0,"most":100}')
                    while b'"seq":7' not in await line.recv(decode=False):
                        pass
                    counts["steps"] = counts.get("steps", 0) + 1
        counts["lines lost"] = counts.get("lines lost", 0) + 1
        await asyncio.sleep(0.5)


async def half_send(port: int, place: int, closed: list[float]) -> None:
    """Send a request but for its end, and wait until the server hangs up."""
    began = time.monotonic()
    with contextlib.suppress(OSError):
        source = (HALF_SENDER, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
        whole = place % 2
        writer.write(
            b"POST /api/games/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"
            if whole
            else b"GET /api/me HTTP/1.1\r\nHost: loc"
        )
        await reader.read()
        writer.close()
    closed.append(time.monotonic() - began)


async def attack(port: int, seconds: float) -> dict[str, Any]:
    cookie, _ = await guest(port, ATTACKER)
    battle = (ROOT / "tests/golden/hagelberg.journal").read_bytes()
    request = f"POST /api/games/upload HTTP/1.1\r\nCookie: {cookie}".encode()
    _, answer = await asked(port, request, battle, ATTACKER)
    found = re.search(rb'"id":"([0-9a-f]{16})"', answer)
    assert found is not None, answer
    game = found[1].decode()
    counts: dict[str, int] = {}
    closed: list[float] = []
    tasks = [asyncio.ensure_future(half_send(port, n, closed)) for n in range(HALF_SENT)]
    tasks += [asyncio.ensure_future(upload(port, cookie, n, counts)) for n in range(UPLOADS)]
    tasks += [asyncio.ensure_future(watch(port, game, cookie, counts)) for n in range(WATCHERS)]
    await asyncio.sleep(max(seconds, 0))
    for task in tasks[HALF_SENT:]:
        task.cancel()
    rest = max(0.0, PATIENCE - seconds)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*tasks[:HALF_SENT]), rest or 0.1)
    return {"closed": len(closed), "longest_open_s": round(max(closed, default=0.0), 1), **counts}


def attacked(port: int, seconds: float, told: Any) -> None:
    told.send(asyncio.run(attack(port, seconds)))


async def others(port: int, seconds: float) -> list[float]:
    """What people wait for an answer who ask who they are, in milliseconds."""
    cookies = [(await guest(port, OTHERS))[0] for _ in range(GUESTS)]
    waits: list[float] = []
    end = time.monotonic() + seconds

    async def ask(cookie: str) -> None:
        request = f"GET /api/me HTTP/1.1\r\nCookie: {cookie}".encode()
        while time.monotonic() < end:
            began = time.perf_counter()
            status, _ = await asked(port, request)
            waits.append((time.perf_counter() - began) * 1000)
            assert status == 200, status
            await asyncio.sleep(0.05)

    await asyncio.gather(*map(ask, cookies))
    return sorted(waits)


def percentile(waits: list[float], share: float) -> float:
    return round(waits[min(len(waits) - 1, int(len(waits) * share))], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{folder}/battles.db", core=0) as server,
    ):
        quiet = asyncio.run(others(server.port, 3.0))
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(
            target=attacked, args=(server.port, options.seconds, theirs)
        )
        process.start()
        time.sleep(1.0)
        waits = asyncio.run(others(server.port, options.seconds - 2))
        found = ours.recv()
        process.join()
    result = {
        "date": time.strftime("%Y-%m-%d"), "test": "starve", "seconds": options.seconds,
        "asked": len(waits), "quiet_p99_ms": percentile(quiet, 0.99),
        "p50_ms": percentile(waits, 0.5), "p99_ms": percentile(waits, 0.99),
        "longest_ms": percentile(waits, 1.0), "half_sent": HALF_SENT, **found,
        "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    read = any(each.startswith("upload ") and each != "upload cut" for each in found)
    held = result["p99_ms"] < GOAL_MS and result["closed"] == HALF_SENT
    result["passed"] = held and read and found.get("steps", 0) > 0
    result["command"] = shlex.join(["scripts/starve.py", *sys.argv[1:]])
    print(json.dumps(result))
    if options.record:
        with options.record.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result) + "\n")
    sys.exit(0 if result["passed"] else 1)


if __name__ == "__main__":
    main()
