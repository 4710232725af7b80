"""S1, S2, S4: the real server under load, every battle with two players and two watchers.

An answer counts when the store has it for good and all four lines of its battle were told: the
time from sending it to the last of them is its delay. In S1 every battle goes on at once; in S2 and
S4 all battles together keep to a rate. Figures are what the clock showed: on a busy machine they
are worse than the server, never better. How slow the machine was is told beside them.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Iterator, Sequence
from statistics import median
from time import perf_counter

import msgspec

from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, seconds_each
from grognard.bench.references import SEARCH, bare_search
from grognard.bench.server_lines import Heard, Line, LineFailed, hang_up, line_to
from grognard.bench.server_stage import (
    Cue,
    Server,
    Staged,
    new_store,
    scenario_of,
    served,
    write_games,
)

WATCHERS = 2
TOGETHER = 20
"""So many lines are opened at the same time."""

BUSY_GAMES, QUICK_BUSY_GAMES = 128, 4
"""Enough that no battle ends while the server is timed: the last ones would be cut off as floods."""

GAMES, QUICK_GAMES = 500, 6
RATE, QUICK_RATE = 500.0, 60.0
BOT_BATTLES = 4
BOT = "eager"
SECONDS, QUICK_SECONDS = 4.0, 0.5
"""How long a round of the server takes: longer than others, for the sake of the 99th hundredth."""

WARM_UP, QUICK_WARM_UP = 3.0, 0.2
ANSWERS_MISSING = 5.0
"""Seconds after which an answer that somebody was not told is a failure."""


class Rehearsal:
    """One battle with its four lines, played by its script."""

    def __init__(self, game: Staged) -> None:
        self.game = game
        self.players: dict[str, Line] = {}
        self.lines: list[Line] = []
        self.place = 0
        self.told = 0
        self.sent_at = 0.0
        self.delays: list[float] = []
        self.all_told = asyncio.Event()

    async def open(self, port: int) -> None:
        for side, token in self.game.tokens.items():
            self.players[side] = await line_to(port, self.game.id, token)
        watchers = [await line_to(port, self.game.id) for _ in range(WATCHERS)]
        self.lines = [*self.players.values(), *watchers]
        for line in self.lines:
            line.hear = self._hear

    @property
    def cue(self) -> Cue | None:
        script = self.game.script
        return script[self.place] if self.place < len(script) else None

    def send(self, due: float = 0.0) -> None:
        """Give the next answer. A late one is counted from when it was due."""
        cue = self.cue
        assert cue is not None
        self.told = 0
        self.all_told.clear()
        self.sent_at = due or perf_counter()
        self.players[cue.side].send({"type": "answer", "n": cue.number, "text": cue.words})

    def _hear(self, message: Heard) -> None:
        cue = self.cue
        if message.type != "update" or cue is None or message.n != cue.after:
            return
        self.told += 1
        if self.told == len(self.lines):
            self.delays.append(perf_counter() - self.sent_at)
            self.place += 1
            self.all_told.set()

    async def finished(self) -> None:
        """Wait until everybody was told of the last answer."""
        try:
            await asyncio.wait_for(self.all_told.wait(), ANSWERS_MISSING)
        except TimeoutError:
            problems = {line.problem for line in self.lines if line.problem}
            raise LineFailed("; ".join(problems) or "somebody at a table was not told") from None


class Round(msgspec.Struct, frozen=True):
    """What a while of play showed: delays in seconds, and how long it was."""

    delays: tuple[float, ...]
    seconds: float

    @property
    def rate(self) -> float:
        return len(self.delays) / self.seconds

    def quantile(self, part: float) -> float:
        ordered = sorted(self.delays)
        return ordered[max(0, math.ceil(len(ordered) * part) - 1)]


async def opened(games: Sequence[Staged], port: int) -> list[Rehearsal]:
    """Sit down at all tables, some at a time."""
    battles = [Rehearsal(game) for game in games]
    for first in range(0, len(battles), TOGETHER):
        await asyncio.gather(*(each.open(port) for each in battles[first : first + TOGETHER]))
    return battles


async def at_full_speed(battles: Sequence[Rehearsal], seconds: float) -> Round:
    """Every battle gives its next answer when all were told of the last."""
    ends = perf_counter() + seconds

    async def play(battle: Rehearsal) -> None:
        while perf_counter() < ends and battle.cue is not None:
            battle.send()
            await battle.finished()

    return await _round(battles, [play(battle) for battle in battles])


async def at_a_rate(battles: Sequence[Rehearsal], rate: float, seconds: float) -> Round:
    """All battles together give so many answers a second, each in its turn."""
    began, ready = perf_counter(), [battle for battle in battles if battle.cue is not None]
    step = len(ready) / rate

    async def play(battle: Rehearsal, first: float) -> None:
        due = began + first
        while due < began + seconds and battle.cue is not None:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            battle.send(due)
            await battle.finished()
            due += step

    return await _round(battles, [play(battle, place / rate) for place, battle in enumerate(ready)])


async def _round(
    battles: Sequence[Rehearsal], plays: Sequence[Coroutine[object, object, None]]
) -> Round:
    for battle in battles:
        battle.delays.clear()
    began = perf_counter()
    await asyncio.gather(*plays)
    took = perf_counter() - began
    delays = tuple(delay for battle in battles for delay in battle.delays)
    if not delays:
        raise LineFailed("no answer came back: the battles are over")
    return Round(delays, took)


# --- S1


def measure_answers(pace: Pace) -> Iterator[Figure]:
    """S1: the server on one core, its clients on the others."""
    with new_store() as url:
        games = write_games(url, scenario_of(pace), QUICK_BUSY_GAMES if pace.quick else BUSY_GAMES)
        with served(url, core=0) as server:
            rounds, slow, used = asyncio.run(_answers(games, server, pace))
    raw = (
        f"{len(games)} battles of {scenario_of(pace)}, {len(rounds)} rounds of {_seconds(pace):g} s, the "
        f"server's core {used:.0%} busy; {_slow(slow)}"
    )
    yield figure("S1", [each.rate for each in rounds], raw)


async def _answers(
    games: list[Staged], server: Server, pace: Pace
) -> tuple[list[Round], list[float], float]:
    battles = await opened(games, server.port)
    await at_full_speed(battles, _warm_up(pace))
    rounds, slow, busy = [], [], 0.0
    for _ in range(pace.rounds):
        slow.append(slowness(pace))
        before = server.seconds
        rounds.append(await at_full_speed(battles, _seconds(pace)))
        busy += server.seconds - before
    await hang_up([line for battle in battles for line in battle.lines])
    return rounds, slow, busy / sum(each.seconds for each in rounds)


# --- S2 and S4


def measure_delays(pace: Pace) -> Iterator[Figure]:
    """S2: five hundred battles, two thousand lines, five hundred answers a second."""
    quiet, _, slow = _delays(pace, bots=False)
    times = [each.quantile(0.99) * 1e3 for each in quiet]
    yield figure("S2", times, f"{_told(quiet)}; {_slow(slow)}")


def measure_beside_bots(pace: Pace) -> Iterator[Figure]:
    """S4: the same in turns with and without four battles of bots on the same server."""
    quiet, busy, slow = _delays(pace, bots=True)
    ratios = [
        with_bots.quantile(0.99) / alone.quantile(0.99)
        for with_bots, alone in zip(busy, quiet, strict=True)
    ]
    raw = f"alone {_told(quiet)}; beside bots {_told(busy)}; {_slow(slow)}"
    yield figure("S4", ratios, raw)


def _told(rounds: Sequence[Round]) -> str:
    p50, p99 = (median(each.quantile(part) for each in rounds) * 1e3 for part in (0.5, 0.99))
    rate = median(each.rate for each in rounds)
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms at {rate:,.0f} answers/s"


def _delays(pace: Pace, *, bots: bool) -> tuple[list[Round], list[Round], list[float]]:
    with new_store() as url:
        games = write_games(url, scenario_of(pace), QUICK_GAMES if pace.quick else GAMES)
        beside = write_games(url, scenario_of(pace), BOT_BATTLES, kind=BOT) if bots else []
        with served(url) as server:
            return asyncio.run(_paced(games, beside, server, pace))


async def _paced(
    games: list[Staged], beside: list[Staged], server: Server, pace: Pace
) -> tuple[list[Round], list[Round], list[float]]:
    rate = QUICK_RATE if pace.quick else RATE
    battles = await opened(games, server.port)
    await at_a_rate(battles, rate, _warm_up(pace))
    quiet: list[Round] = []
    busy: list[Round] = []
    slow: list[float] = []
    for _ in range(pace.rounds):
        slow.append(slowness(pace))
        quiet.append(await at_a_rate(battles, rate, _seconds(pace)))
        if beside:
            watched = [await line_to(server.port, game.id) for game in beside]
            await asyncio.sleep(_warm_up(pace))
            busy.append(await at_a_rate(battles, rate, _seconds(pace)))
            await hang_up(watched)
    await hang_up([line for battle in battles for line in battle.lines])
    return quiet, busy, slow


# --- how long, how quick


def slowness(pace: Pace) -> float:
    """How much slower this machine is now than the one for which the rungs were chosen."""
    return seconds_each(bare_search(), 0.01 if pace.quick else 0.25) / SEARCH


def _slow(measured: Sequence[float]) -> str:
    return f"the reference search took {median(measured):.1f} times its time"


def _seconds(pace: Pace) -> float:
    return QUICK_SECONDS if pace.quick else SECONDS


def _warm_up(pace: Pace) -> float:
    return QUICK_WARM_UP if pace.quick else WARM_UP
