"""The stage for benchmarks of the server: battles in a store, their answers known, a real server.

The battles are written into a new SQLite file (write-ahead log, synchronous FULL, as in play) with
seeded dice, and have been played once before, so that real answers to real questions, dice and
all, can be sent as fast as the server takes them. The server is ``grognard serve``.
"""

from __future__ import annotations

import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import msgspec

from grognard.bench.battles import home
from grognard.bench.protocol import Pace
from grognard.bots.random_bot import choose
from grognard.host.dice import DiceSource, sealed
from grognard.host.keeper import Keeper
from grognard.host.people import People
from grognard.host.reading import setting_of
from grognard.host.room import Room, Step
from grognard.host.seats import Seat
from grognard.host.store import Store
from grognard.kernel import Ask
from grognard.kernel.codec import encode
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import FORMAT, Header

SCRIPTS = 8
"""So many different battles; each is played at many tables."""

LONGEST_START = 60.0
FILES = 8192
"""Lines that a process may hold open."""


class Cue(msgspec.Struct, frozen=True):
    """One answer of a script: who gives it at which line, and the line the battle stands at then."""

    side: str
    number: int
    words: str
    after: int


class Staged(msgspec.Struct, frozen=True):
    """A battle in the store: its invitations by side, and how it will be played."""

    id: str
    tokens: dict[str, str]
    script: tuple[Cue, ...]


def scenario_of(pace: Pace) -> str:
    """The battle of the tables."""
    whole, quick = home().library.measures().served
    return quick if pace.quick else whole


def sides_of(scenario: str) -> tuple[str, ...]:
    return tuple(home().rules.sides(setting_of(home().name, scenario, ())))


@cache
def script(scenario: str, seed: int) -> tuple[Cue, ...]:
    """A whole battle by the random bot, as its room would play it."""
    rules, setting = home().rules, setting_of(home().name, scenario, ())
    dice, chance = DiceSource.seeded(str(seed)), random.Random(seed)
    kinds = dict.fromkeys(sides_of(scenario), "human")
    header = sealed(Header("journal", FORMAT, rules.edition(setting), kinds), dice)
    room = Room("script", home(), setting, header, dice, rules.opening(setting))
    room.take(room.opened())
    cues: list[Cue] = []
    while isinstance(room.state.pending, Ask):
        asked, before = room.state.pending, room.number
        words = str(choose(room.system.rules.view(room.state, asked.side), asked, chance))
        room.take(room.answered(asked.side, words))
        cues.append(Cue(asked.side, before, words, room.number))
    return tuple(cues)


def write_games(
    url: str, scenario: str, count: int, kind: str = "human", answers: int = 0
) -> list[Staged]:
    """New battles in a store, so many answers after their opening."""
    store = Store(url)
    keeper, guests, made = Keeper(store), People(store), []
    for number in range(count):
        seed = number % SCRIPTS + 1
        people = {side: guests.new_guest() for side in sides_of(scenario)}
        tokens = {side: token for side, (_, token) in people.items()}
        sitting = [Seat(side, 0, kind, side, guest.id) for side, (guest, _) in people.items()]
        settings = {"watchers": True}
        table, opening = keeper.begun(home().name, scenario, {}, sitting, settings, seed=str(seed))
        cues = script(scenario, seed) if kind == "human" else ()
        lines = [encode(entry) for entry in opening.entries]
        lines += _played(table.room, opening, cues[:answers])
        keeper.write_new(table, lines).result()
        made.append(Staged(table.room.id, tokens, cues[answers:]))
    store.close()
    return made


def _played(room: Room, opening: Step, cues: Sequence[Cue]) -> list[bytes]:
    """The lines of a part of a script."""
    room.take(opening)
    lines: list[bytes] = []
    for cue in cues:
        step = room.answered(cue.side, cue.words)
        room.take(step)
        lines += [encode(entry) for entry in step.entries]
    return lines


@contextmanager
def new_store() -> Iterator[str]:
    """The address of a SQLite store in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'battles.db'}"


class Server(msgspec.Struct):
    """A server under way."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def seconds(self) -> float:
        """Processor seconds that it has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def resident(self) -> int:
        """Bytes that it has in memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()


def start(url: str, environment: dict[str, str] | None = None) -> Server:
    """``grognard serve`` over a store; returns as soon as it accepts connections."""
    port = _free_port()
    words = [
        sys.executable,
        "-m",
        "grognard",
        "serve",
        "--pace",
        "0",
        "--port",
        str(port),
        "--db",
        url,
    ]
    words += ["--lines", str(FILES)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment)
    began = time.perf_counter()
    while time.perf_counter() - began < LONGEST_START:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return Server(process, port)
        if process.poll() is not None:
            break
        time.sleep(0.002)
    process.kill()
    raise GrognardError("the server does not start")


@contextmanager
def served(url: str, *, core: int | None = None) -> Iterator[Server]:
    """A server for a while. ``core`` keeps it on one core, and us off it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    cores = os.sched_getaffinity(0)
    if core is not None and len(cores) > 1:
        os.sched_setaffinity(0, {core})
    try:
        server = start(url)
        if core is not None and len(cores) > 1:
            os.sched_setaffinity(0, cores - {core})
        try:
            yield server
        finally:
            server.stop()
    finally:
        os.sched_setaffinity(0, cores)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
