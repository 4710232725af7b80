"""A simulation from the plan to the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from grognard.host import files
from grognard.host.advice import teller
from grognard.lab import history, pools
from grognard.lab.accounts import accounts_of
from grognard.lab.folder import Folder
from grognard.lab.packs import setting_for
from grognard.lab.page import page
from grognard.lab.plan import Job, Plan, options_key
from grognard.lab.summary import Counting, Summary, wilson
from grognard.lab.tables import write_tables
from grognard.systems.registry import system_named

REPORT: Final = "report.html"
SUMMARY: Final = "summary.json"

ROUND: Final = 20
"""So many games are played before it is seen whether they are enough."""

Tick = Callable[[], None]
Tell = Callable[[str], None]


class Found(msgspec.Struct, frozen=True):
    """What a simulation has left: the folder, the files in it, and the figures."""

    root: Path
    report: Path
    summary: Summary
    beside: history.Beside | None


def missing(folder: Folder, plan: Plan, games: int) -> list[Job]:
    """The games that are still to be played."""
    return [job for job in plan.jobs(games) if not folder.has(job.index)]


def play_missing(
    folder: Folder, jobs: list[Job], workers: int, ray: str, tell: Tell, tick: Tick
) -> None:
    """Play them; each is kept as soon as it is there."""
    for job, content in pools.played(jobs, workers, ray, tell):
        folder.keep(job.index, content)
        tick()


def play_until(
    folder: Folder, plan: Plan, games: int, until: float, play: Callable[[list[Job]], None]
) -> int:
    """Play round by round until the share of wins is known within ``until``; how many games that took.

    It is looked at after the same games whatever the number of workers.
    """
    cells, count = len(plan.combinations), 0
    while count < games:
        count = min(games, count + cells * -(-ROUND // cells))
        play(missing(folder, plan, count))
        if is_narrow(folder, plan, count, until):
            break
    return count


def is_narrow(folder: Folder, plan: Plan, games: int, until: float) -> bool:
    """Is the first side's share of wins known within so much to either side?"""
    setting = setting_for(plan.system, plan.scenario, options_key(plan.combinations[0]))
    first = system_named(plan.system).rules.sides(setting)[0]
    played = [game for game in folder.read(games) if not game.failure]
    share = wilson(first, sum(game.winner == first for game in played), len(played))
    return share.high - share.low <= 2 * until


def conclude(folder: Folder, plan: Plan, games: int) -> Found:
    """Tables and report of the first so many games."""
    system = system_named(plan.system)
    setting = setting_for(plan.system, plan.scenario, options_key(plan.combinations[0]))
    sides = system.rules.sides(setting)
    write_tables(folder.root, plan, sides, folder.read(games))
    names = {side: teller(system, setting).side(side) for side in sides}
    counting = Counting(plan, names, setting.roster)
    for game in folder.read(games):
        counting.add(game)
    summary = counting.summary()
    accounts = accounts_of(str(getattr(setting, "id", plan.scenario)))
    beside = history.beside(accounts, counting) if accounts else None
    ground = system.desk.report.sketch(setting)
    written = page(str(setting.title), plan, summary, ground, accounts, beside)
    report = folder.root / REPORT
    files.write(report, written.encode())
    held = {"plan": plan, "summary": summary, "beside": beside}
    content = msgspec.json.format(msgspec.json.encode(held))
    files.write(folder.root / SUMMARY, content + b"\n")
    return Found(folder.root, report, summary, beside)
