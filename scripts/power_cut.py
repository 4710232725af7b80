"""Cut the power at random: does the store have every answer that was acknowledged?

Battles are played into a SQLite store. A small library under the program (power_cut.c, by LD_PRELOAD)
writes down every write and every sync in order, and so are the acknowledgements. Then the power is
cut at so many moments: of what was written and not synced some is lost, some is torn, whatever its
order, and the store that is left is opened.

    python scripts/power_cut.py --cuts 1000 --record bench/power-cut.jsonl
    python scripts/power_cut.py --control --cuts 100

Exit code 0 when nothing acknowledged was lost; with ``--control`` (synchronous=NORMAL), when something was.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shlex
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HEAD = struct.Struct("<c63sQQ")
SECTOR = 512
TOLD = "acknowledged"
"""The file in which the player writes what was acknowledged. It is our own note, and is never lost."""

STORE = "battles.db"


class Done(NamedTuple):
    """One thing that was done to a file."""

    kind: bytes
    name: str
    at: int
    held: bytes


def done_in(log: Path) -> list[Done]:
    """Everything the library wrote down, in order."""
    content, place, found = log.read_bytes(), 0, []
    while place + HEAD.size <= len(content):
        kind, name, at, size = HEAD.unpack_from(content, place)
        place += HEAD.size
        held = content[place : place + size] if kind == b"W" else b""
        place += len(held)
        found.append(Done(kind, name.rstrip(b"\0").decode(), at, held))
    return found


class Disk:
    """What is on the disk for good, and what waits to be there."""

    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.waiting: dict[str, list[Done]] = {}
        self.told: list[tuple[str, int]] = []

    def take(self, done: Done) -> None:
        if done.name == TOLD:
            for line in done.held.decode().splitlines():
                game, number = line.split()
                self.told.append((game, int(number)))
        elif done.kind == b"U":
            self.waiting.pop(done.name, None)
            self.files.pop(done.name, None)
        elif done.kind == b"S":
            for each in self.waiting.pop(done.name, []):
                _apply(self.files, each)
        else:
            self.waiting.setdefault(done.name, []).append(done)

    def after_a_cut(self, chance: random.Random) -> dict[str, bytearray]:
        """The files after a cut: of what waits some is there, some is not, some is torn."""
        left = {name: bytearray(held) for name, held in self.files.items()}
        for name, waiting in self.waiting.items():
            left.setdefault(name, bytearray())
            share = chance.choice((0.0, 0.0, 0.5, 0.9))
            for each in waiting:
                if chance.random() < share:
                    torn = chance.random() < 0.2 and len(each.held) > SECTOR
                    size = SECTOR * chance.randrange(len(each.held) // SECTOR) if torn else None
                    _apply(left, each._replace(held=each.held[:size]))
        return left


def _apply(files: dict[str, bytearray], done: Done) -> None:
    held = files.setdefault(done.name, bytearray())
    if done.kind == b"T":
        del held[done.at :]
        return
    if len(held) < done.at:
        held.extend(bytes(done.at - len(held)))
    held[done.at : done.at + len(done.held)] = done.held


def lost_of(files: dict[str, bytearray], told: list[tuple[str, int]]) -> tuple[int, str]:
    """How many acknowledged answers are not in what is left, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, held in files.items():
            if name != f"{STORE}-shm":  # memory that is shared, and rebuilt from the log
                Path(folder, name).write_bytes(held)
        if not told:
            return 0, ""
        try:
            with contextlib.closing(sqlite3.connect(Path(folder, STORE))) as left:
                kept = set(left.execute("SELECT game, number FROM answers"))
                (sound,) = left.execute("PRAGMA quick_check").fetchone()
        except sqlite3.DatabaseError as problem:
            return len(told), str(problem)
    return sum(each not in kept for each in told), "" if sound == "ok" else sound


# --- playing


def play(folder: str, answers: int, control: bool) -> None:
    """Battles by the random bot, each line waited for as the server waits before it tells."""
    import sqlalchemy as sa

    from grognard.bots.random_bot import choose
    from grognard.host import store as storing
    from grognard.host.keeper import Keeper
    from grognard.host.seats import Seat
    from grognard.kernel.chance import Stream
    from grognard.kernel.codec import encode
    from grognard.kernel.seeing import see

    if control:
        made = storing._sqlite

        def hasty(url: sa.engine.URL) -> sa.engine.Engine:
            engine = made(url)
            sa.event.listen(
                engine, "connect", lambda it, _: it.execute("PRAGMA synchronous=NORMAL")
            )
            return engine

        storing._sqlite = hasty
    store = storing.Store(f"sqlite:///{folder}/{STORE}")
    keeper, told = Keeper(store), os.open(f"{folder}/{TOLD}", os.O_CREAT | os.O_WRONLY)
    rooms: list[tuple[Any, Stream]] = []
    count = begun = 0
    while count < answers:
        rooms = [(room, chance) for room, chance in rooms if room.asked]
        while len(rooms) < 4:
            begun += 1
            sitting = [Seat(side, 0, "human", side) for side in ("french", "prussian")]
            table, step = keeper.begun("", "duel", {}, sitting, {}, seed=str(begun))
            keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
            table.room.take(step)
            rooms.append((table.room, Stream(begun)))
        written = []
        for room, chance in rooms:
            seen = see(room.system.rules, room.state, room.asked)
            step = room.answered(room.asked, str(choose(seen.view, seen.ask, chance)))
            written.append((room, step, keeper.append(room, step, 1)))
            room.take(step)
        for room, step, future in written:
            future.result()
            for entry in step.entries:
                os.write(told, f"{room.id} {entry.number}\n".encode())
                count += 1
    os._exit(0)  # the store is not closed: that would sync everything


def played(folder: Path, answers: int, control: bool) -> Iterator[Done]:
    """What a program did to its store while it played."""
    here = Path(__file__).resolve().parent
    library, log, kept = folder / "power_cut.so", folder / "log", folder / "store"
    kept.mkdir()
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O2", "-o", library, here / "power_cut.c", "-ldl", "-lpthread"],
        check=True,
    )
    words = [sys.executable, __file__, "--play", str(kept), "--answers", str(answers)]
    subprocess.run(
        words + ["--control"] * control,
        env={**os.environ, "LD_PRELOAD": str(library), "POWER_CUT_LOG": str(log),
             "POWER_CUT_FOLDER": str(kept)},
        check=True,
    )  # fmt: skip
    yield from done_in(log)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--answers", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1813)
    parser.add_argument(
        "--control", action="store_true", help="synchronous=NORMAL: some must be lost"
    )
    parser.add_argument("--record", type=Path, help="add the result to this file")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        play(options.play, options.answers, options.control)
    began, chance = time.monotonic(), random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        happened = list(played(Path(folder), options.answers, options.control))
    first = next(place for place, done in enumerate(happened) if done.name == TOLD)
    moments = sorted(chance.randrange(first, len(happened)) for _ in range(options.cuts))
    disk, place, lost, losing, faults = Disk(), 0, 0, 0, set()
    for moment in moments:
        for done in happened[place:moment]:
            disk.take(done)
        place = moment
        missing, fault = lost_of(disk.after_a_cut(chance), disk.told)
        lost, losing = lost + missing, losing + bool(missing)
        faults |= {fault} - {""}
    for done in happened[place:]:
        disk.take(done)
    result = {
        "date": time.strftime("%Y-%m-%d"), "test": "power cut",
        "synchronous": "NORMAL" if options.control else "FULL", "cuts": options.cuts,
        "acknowledged": len(disk.told), "lost": lost, "cuts_that_lost": losing,
        "unsound": sorted(faults), "seconds": round(time.monotonic() - began, 1),
        "command": shlex.join(["scripts/power_cut.py", *sys.argv[1:]]),
    }  # fmt: skip
    result["passed"] = (lost > 0) if options.control else not lost and not faults
    print(json.dumps(result))
    if options.record:
        with options.record.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result) + "\n")
    sys.exit(not result["passed"])


if __name__ == "__main__":
    main()
