"""Campaigns of computers: many runs of one, the same for any number of workers."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

import msgspec

from grognard.campaign.carrying import document_of, joined
from grognard.campaign.pack import CampaignPack, load
from grognard.campaign.progress import (
    Progress,
    begun,
    came_out,
    next_stage,
    outstanding,
    spread,
    spread_evenly,
    sudden_end,
    total,
    verdict,
    whole_day,
)
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.kernel.outcome import Outcome
from grognard.kernel.questions import Over
from grognard.lab.playing import fought as played
from grognard.systems.registry import system_of

STRIDE: Final = 1009
"""Seeds of battles within a campaign lie so far apart."""


class Run(msgspec.Struct, frozen=True):
    """One simulated campaign."""

    index: int
    points: dict[str, int]
    levels: dict[str, str]
    lost: dict[str, dict[str, int]]
    returned: dict[str, dict[str, int]]
    joined: tuple[str, ...]
    total: int
    verdict: str
    ended: str = ""


class Work(msgspec.Struct, frozen=True):
    campaign: str
    index: int
    seed: int
    seats: tuple[str, ...]
    options: dict[str, str]


def outcome_of(document: Document, seats: Sequence[str], seed: int) -> Outcome:
    """A battle of computers from its opening to its end."""
    system = system_of(document)
    setting = system.library.setting(document, {})
    last = deque(played(system, setting, seats, seed, []), maxlen=1).pop()
    outcome = last.pending.outcome if isinstance(last.pending, Over) else None
    if outcome is None:
        raise GrognardError("battles of this system say nothing of what became of their units")
    return outcome


def run(work: Work) -> Run:
    """One campaign to its end; a fault is told as it can be carried between processes."""
    try:
        return _run(work)
    except GrognardError as fault:
        raise GrognardError(f"campaign {work.index}: {fault}") from None


def _run(work: Work) -> Run:
    pack = load(work.campaign)
    progress = begun(pack, work.options)
    while (stage := next_stage(pack, progress)) is not None:
        seed = work.seed + STRIDE * work.index + len(progress.fought)
        day = whole_day(pack, progress)
        document = document_of(pack, progress, stage, day)
        progress = came_out(pack, progress, outcome_of(document, work.seats, seed), day)
        for due in outstanding(pack, progress):
            progress = spread(pack, progress, due, spread_evenly(due))
    return told(pack, progress, work.index)


def told(pack: CampaignPack, progress: Progress, index: int) -> Run:
    """A campaign that is over, as a record."""
    end = sudden_end(pack, progress)
    return Run(
        index,
        {each.stage: each.points for each in progress.fought},
        {each.stage: each.outcome.level for each in progress.fought},
        {
            each.stage: {side: sum(lost.values()) for side, lost in each.outcome.losses().items()}
            for each in progress.fought
        },
        {
            each.stage: {unit: count for unit, count in each.returned.items() if count}
            for each in progress.fought
            if any(each.returned.values())
        },
        tuple(join.id for join in joined(pack, progress)),
        total(progress),
        verdict(pack, progress).level,
        end.text if end is not None else "",
    )


def simulated(
    campaign: str,
    runs: int,
    seats: Sequence[str],
    seed: int,
    workers: int,
    options: Mapping[str, str],
) -> Iterator[Run]:
    """So many campaigns, in their order."""
    works = [
        Work(campaign, index, seed, tuple(seats), dict(options)) for index in range(1, runs + 1)
    ]
    if workers <= 1:
        yield from map(run, works)
        return
    with ProcessPoolExecutor(min(workers, runs), get_context("spawn")) as pool:
        yield from pool.map(run, works)


class Summary(msgspec.Struct, frozen=True):
    """What many campaigns show."""

    runs: int
    mean: float
    interval: tuple[float, float]
    verdicts: dict[str, int]
    sudden: dict[str, int]
    worth: dict[str, float]
    history: int


def summed(pack: CampaignPack, runs: Sequence[Run]) -> Summary:
    """The mean sum with its interval of 95 %, verdicts, and the mean worth of every battle.

    ``history`` is the sum of the campaign as it was fought.
    """
    totals = [each.total for each in runs]
    mean = sum(totals) / len(totals)
    spread_of = math.sqrt(sum((each - mean) ** 2 for each in totals) / max(1, len(totals) - 1))
    half = 1.96 * spread_of / math.sqrt(len(totals))
    worth = {}
    for stage in pack.stages:
        points = [each.points[stage.id] for each in runs if stage.id in each.points]
        worth[stage.id] = sum(points) / len(points) if points else 0.0
    return Summary(
        len(runs),
        mean,
        (mean - half, mean + half),
        dict(Counter(each.verdict for each in runs)),
        dict(Counter(each.ended for each in runs if each.ended)),
        worth,
        sum(pack.points(stage, level) for stage, level in pack.history.items()),
    )
