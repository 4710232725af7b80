"""P4: forking a battle under way, and giving the fork one answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import median

from grognard.bench.battles import Moment, fixture, mid_battle, moments
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, paired, seconds_each, timed
from grognard.bench.references import SEARCH, bare_search
from grognard.kernel import answer

OF_A_KIND = 3
"""So many questions of each kind are answered."""

LOOKED_AT = 600
"""So many states are searched for different kinds of question."""

FORKS = 1000
MICRO = 1e6


def measure(pace: Pace) -> Iterator[Figure]:
    """The fork; then the fork with an answer, kind by kind: the median kind counts."""
    table = mid_battle().state.table

    def fork() -> None:
        for _ in range(FORKS):
            table.draft()

    pairs = paired(timed(fork, FORKS), bare_search(), pace)
    times = [ratio * SEARCH * MICRO for ratio in pairs.slower()]
    yield figure("P4", times, f"{pairs.usual * MICRO:.2f} us by the clock")
    yield _answers(pace)


def _answers(pace: Pace) -> Figure:
    kinds, reference = by_kind(), bare_search()
    part = pace.seconds / len(kinds)
    rounds: list[float] = []
    clock: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(pace.rounds):
        unit = seconds_each(reference, pace.seconds)
        for kind, found in kinds.items():
            clock[kind].append(seconds_each(timed(lambda f=found: _answer(f), len(found)), part))  # type: ignore[misc]
        rounds.append(median(times[-1] for times in clock.values()) / unit * SEARCH * MICRO)
    usual = sorted((median(times) * MICRO, kind) for kind, times in clock.items())
    return figure("P4.answer", rounds, ", ".join(f"{kind} {time:,.0f} us" for time, kind in usual))


def by_kind() -> dict[str, list[Moment]]:
    """Questions of mid-battle by purpose, a few of each."""
    kinds: dict[str, list[Moment]] = {}
    for each in islice(moments(fixture(150)), LOOKED_AT):
        found = kinds.setdefault(each.purpose, [])
        if len(found) < OF_A_KIND:
            found.append(each)
    return kinds


def _answer(found: list[Moment]) -> None:
    for each in found:
        answer(each.state, each.value)


def workload() -> None:
    """What ``--profile`` looks at."""
    for _ in range(50):
        for found in by_kind().values():
            _answer(found)
