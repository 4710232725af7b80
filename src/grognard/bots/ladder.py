"""The ladder: mirrored pairs of battles between players, with what they show of their play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any, Final

import msgspec

from grognard.bots.contest import play
from grognard.bots.rating import Rating, Result, difference, rated
from grognard.bots.roster import GREEDY, player
from grognard.kernel import Ask
from grognard.kernel.engine import State
from grognard.mechanics.commands import Bent
from grognard.planning.doctrine import Repulses
from grognard.planning.leanings import bent_of
from grognard.planning.levels import levels
from grognard.systems.registry import system_named

SELDOM: Final = 16
"""The top level needs so many times fewer games against those at the bottom."""

FAR: Final = ("random", GREEDY)
"""Whom the top level meets besides its neighbour."""

EVEN: Final = 0.5
ATTACKS: Final = frozenset({Bent.ASSAULT, Bent.CHARGE})
BLOWS: Final = ATTACKS | {Bent.BOMBARDMENT, Bent.FIRE}
"""Orders by which something is done to the enemy."""


class Job(msgspec.Struct, frozen=True):
    """One battle: ``one`` has the scenario's first side."""

    system: str
    scenario: str
    one: str
    other: str
    seed: int
    pair: int


class Conduct(msgspec.Struct, frozen=True):
    """How a player played: seconds of its turns, assaults, those thrown back, passive turns.

    ``turns`` are those from the first blow of the battle on; ``idle`` are those of them in which
    the player struck no blow of his own accord.
    """

    seconds: tuple[float, ...]
    assaults: int
    wasted: int
    turns: int
    idle: int


class Bout(msgspec.Struct, frozen=True):
    """A battle that was played: the score of the first side, and the conduct of both."""

    job: Job
    score: float
    verdict: str
    losses: tuple[int, int]
    conduct: tuple[Conduct, Conduct]


class Standing(msgspec.Struct, frozen=True):
    """A player on the ladder, with the figures of its conduct."""

    rating: Rating
    games: int
    p95: float
    wasted: float
    idle: float


class Match(msgspec.Struct, frozen=True):
    """Two players: the share of ``one``, by side and scenario, and the lead with its interval.

    ``spared`` is how much less he lost than ``other`` in a battle on average, and ``about`` its error.
    """

    one: str
    other: str
    games: int
    share: float
    won: float
    lead: Rating
    spared: float
    about: float
    sides: dict[str, float]


class Ladder(msgspec.Struct, frozen=True):
    """All of it: standings from the bottom, matches, and whether neighbours are apart."""

    standings: tuple[Standing, ...]
    matches: tuple[Match, ...]
    order: bool
    apart: bool


def rungs() -> tuple[str, ...]:
    """Everybody on the ladder, the weakest first."""
    return (*FAR, *(level.name for level in levels()))


def jobs(
    system: str,
    packs: Sequence[tuple[str, int]],
    players: Sequence[str],
    seed: int,
    top: Sequence[tuple[str, int]] = (),
) -> list[Job]:
    """Neighbours meet, and the top meets those at the bottom: each pair on both sides."""
    near = [(players[i + 1], players[i]) for i in range(len(players) - 1)]
    far = [(players[-1], low) for low in FAR if low in players[:-2]]
    meetings = [(match, list(packs)) for match in near]
    if len(near) > 1:
        meetings[-1] = (near[-1], _fewer(packs, system_named(system).doctrine.ladder.slow))
    meetings += [(match, [*_fewer(packs, SELDOM), *top]) for match in far]
    found: list[Job] = []
    for (one, other), played_on in meetings:
        for pack, count in played_on:
            for index in range(count):
                pair = len(found) // 2
                found.append(Job(system, pack, one, other, seed + index, pair))
                found.append(Job(system, pack, other, one, seed + index, pair))
    return found


def _fewer(packs: Sequence[tuple[str, int]], times: int) -> list[tuple[str, int]]:
    return [(pack, -(-count // times)) for pack, count in packs]


@lru_cache(maxsize=16)
def _setting(system: str, pack: str) -> Any:
    return system_named(system).library.setting(pack, {})


class _Watch:
    """Counts what a battle shows while it is played."""

    def __init__(self, sides: Sequence[str], repulses: Repulses) -> None:
        self.assaults = dict.fromkeys(sides, 0)
        self.wasted = dict.fromkeys(sides, 0)
        self.blows: dict[str, set[int]] = {side: set() for side in sides}
        self.first = 0
        self._repulses = repulses

    def __call__(self, before: State, given: Any, after: State) -> None:
        if isinstance(before.pending, Ask):
            side = before.pending.side
            bent = bent_of(given)
            self.assaults[side] += bent in ATTACKS
            if bent in BLOWS:
                self.first = self.first or before.table.turn
                if getattr(before.table, "phasing", side) in (side, ""):
                    self.blows[side].add(before.table.turn)
        for side in self._repulses(after.happened):
            self.wasted[side] += 1


def play_job(job: Job) -> Bout:
    """Play one battle of the ladder."""
    system, setting = system_named(job.system), _setting(job.system, job.scenario)
    first, second = system.rules.sides(setting)
    seated = {first: job.one, second: job.other}
    players = {side: player(name, system, setting, side, job.seed) for side, name in seated.items()}
    doctrine = system.doctrine
    watch = _Watch((first, second), doctrine.repulses())
    ended = play(system, system.rules.opening(setting), players, job.seed, watch)
    turns = ended.state.table.turn - watch.first + 1 if watch.first else 0
    conduct = tuple(
        Conduct(
            tuple(round(s, 4) for s in ended.seconds[side] if s > 0),
            watch.assaults[side],
            watch.wasted[side],
            turns,
            max(0, turns - len(watch.blows[side])),
        )
        for side in (first, second)
    )
    lost = doctrine.losses(ended.state, first), doctrine.losses(ended.state, second)
    return Bout(
        job,
        doctrine.score(ended.state, first),
        ended.state.pending.verdict,  # type: ignore[union-attr]
        lost,
        conduct,  # type: ignore[arg-type]
    )


def played(listed: Sequence[Job], workers: int) -> Iterator[Bout]:
    """Play them, in order, in so many processes."""
    if workers <= 1:
        yield from map(play_job, listed)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(play_job, listed, chunksize=2)


def climbed(battles: Sequence[Bout], players: Sequence[str]) -> Ladder:
    """The ladder that the battles show."""
    results = [Result(b.job.scenario, b.job.one, b.job.other, b.score, b.job.pair) for b in battles]
    ratings = rated(results, players)
    standings = tuple(_standing(rating, battles) for rating in ratings)
    meetings = dict.fromkeys(
        (max(r.one, r.other, key=players.index), min(r.one, r.other, key=players.index))
        for r in results
    )
    matches = tuple(_match(one, other, battles, results) for one, other in meetings)
    order = [rating.player for rating in ratings] == list(players)
    neighbours = {(players[i + 1], players[i]) for i in range(len(players) - 1)}
    apart = all(m.lead.low > 0 for m in matches if (m.one, m.other) in neighbours)
    return Ladder(standings, matches, order, apart)


def _standing(rating: Rating, battles: Sequence[Bout]) -> Standing:
    shown = [
        b.conduct[index]
        for b in battles
        for index, name in enumerate((b.job.one, b.job.other))
        if name == rating.player
    ]
    seconds = sorted(s for conduct in shown for s in conduct.seconds)
    p95 = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))] if seconds else 0.0
    assaults = sum(conduct.assaults for conduct in shown)
    turns = sum(conduct.turns for conduct in shown)
    return Standing(
        rating,
        len(shown),
        p95,
        round(sum(conduct.wasted for conduct in shown) / max(1, assaults), 3),
        round(sum(conduct.idle for conduct in shown) / max(1, turns), 3),
    )


def _mean(found: Sequence[float]) -> tuple[float, float]:
    """The mean, and its error."""
    error = stdev(found) / len(found) ** 0.5 if len(found) > 1 else 0.0
    return round(fmean(found), 2), round(error, 2)


def _match(one: str, other: str, battles: Sequence[Bout], results: Sequence[Result]) -> Match:
    met = [b for b in battles if {b.job.one, b.job.other} == {one, other}]
    sides: dict[str, list[float]] = {}
    scores: list[float] = []
    wins: list[float] = []
    spared: dict[int, list[int]] = {}
    for b in met:
        mine = b.score if b.job.one == one else 1 - b.score
        less = b.losses[1] - b.losses[0]
        spared.setdefault(b.job.pair, []).append(less if b.job.one == one else -less)
        win = 0.5 if mine == EVEN else float(mine > EVEN)
        scores.append(mine)
        wins.append(win)
        place = "first" if b.job.one == one else "second"
        sides.setdefault(f"{b.job.scenario} {place}", []).append(win)
    return Match(
        one,
        other,
        len(met),
        round(sum(scores) / max(1, len(scores)), 3),
        round(sum(wins) / max(1, len(wins)), 3),
        difference(results, one, other),
        *_mean([fmean(pair) for pair in spared.values()]),
        {side: round(sum(found) / len(found), 3) for side, found in sorted(sides.items())},
    )
