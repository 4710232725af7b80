"""``soak``: random battles to the end by the hundred, with every law checked on the way."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from grognard.cli.console import console, say
from grognard.host import files
from grognard.kernel.codec import encode
from grognard.kernel.conformance import Record, play_random
from grognard.kernel.errors import GrognardError
from grognard.kernel.system import System
from grognard.systems.registry import system_named

CHECKS_OF_A_GAME = 150
"""About so many states of a game are checked, spread over it, unless told otherwise."""


class Plan(msgspec.Struct, frozen=True):
    """Which games are played."""

    system: str
    games: tuple[tuple[str, int], ...]
    every: int = 0

    @classmethod
    def read(cls, system: str, packs: str, games: int, seed: int, every: int) -> Plan:
        listed: list[tuple[str, int]] = []
        for word in packs.replace(" ", "").split(","):
            name, mark, count = word.partition(":")
            if mark and not count.isdigit():
                raise GrognardError(f"{word!r} is not a pack and a number, as in duel:500")
            number = games or int(count or 1)
            listed += [(name, seed + index) for index in range(number)]
        return cls(system, tuple(listed), every)


class Summary(msgspec.Struct, frozen=True):
    """All games of one pack, in a line."""

    pack: str
    games: int
    failures: int
    answers: int
    decisions: int
    checked: int
    longest: int
    verdicts: dict[str, int]
    state: str


def soak_all(plan: Plan, workers: int, record: Path) -> bool:
    """Play all games, show how it goes, write the record; True when nothing broke."""
    system = system_named(plan.system)
    for pack in dict.fromkeys(pack for pack, _ in plan.games):
        system.setting(pack, {})
    records = _played(plan, workers or os.cpu_count() or 1)
    packs = dict.fromkeys(pack for pack, _ in plan.games)
    summaries = [_summary(pack, [r for r in records if r.scenario == pack]) for pack in packs]
    broken = [found for found in records if found.failure]
    for found in broken:
        path = record.with_name(f"{record.stem}-{found.scenario}-{found.seed}.journal")
        files.write(path, found.journal)
        say(f"BROKEN {found.scenario} seed {found.seed}: {found.failure}")
        say(f"       at {found.breadcrumb}, answering {found.attempt}; journal: {path}")
    for summary in summaries:
        _tell(summary)
    edition = system.edition(system.setting(plan.games[0][0], {}))
    whole = {
        "rules": edition.rules,
        "charts": edition.charts,
        "every": plan.every,
        "packs": summaries,
        "failures": [[f.scenario, f.seed, f.failure, f.breadcrumb] for f in broken],
    }
    files.write(record, msgspec.json.format(encode(whole), indent=1) + b"\n")
    say(f"record: {record}")
    return not broken


def _played(plan: Plan, workers: int) -> list[Record]:
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    jobs = [(plan.system, pack, seed, plan.every) for pack, seed in plan.games]
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    found: list[Record] = []
    with Progress(*columns, console=console()) as progress:
        task = progress.add_task("battles", total=len(jobs))
        if workers == 1:
            for job in jobs:
                found.append(play_one(job))
                progress.advance(task)
            return found
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for each in pool.map(play_one, jobs, chunksize=1):
                found.append(each)
                progress.advance(task)
    return found


_loaded: dict[tuple[str, str], tuple[System, Any]] = {}


def play_one(job: tuple[str, str, int, int]) -> Record:
    """One game, in whatever process; a setting is loaded once in each."""
    from grognard.bots.random_bot import choose

    name, pack, seed, every = job
    if (name, pack) not in _loaded:
        system = system_named(name)
        _loaded[name, pack] = system, system.setting(pack, {})
    system, setting = _loaded[name, pack]
    checks = every or _spacing(system, setting, seed)
    return play_random(system, setting, seed, checks, choose)


def _spacing(system: System, setting: Any, seed: int) -> int:
    """Every state of a small battle is checked, fewer of a large one; the first varies."""
    units = len(getattr(setting, "roster", ()))
    turns = len(getattr(setting, "turns", ()))
    return max(1, units * turns // CHECKS_OF_A_GAME)


def _summary(pack: str, records: list[Record]) -> Summary:
    verdicts: dict[str, int] = {}
    for found in records:
        verdicts[found.verdict] = verdicts.get(found.verdict, 0) + 1
    return Summary(
        pack=pack,
        games=len(records),
        failures=sum(1 for found in records if found.failure),
        answers=sum(found.answers for found in records),
        decisions=sum(found.decisions for found in records),
        checked=sum(found.checked for found in records),
        longest=max((found.answers for found in records), default=0),
        verdicts=dict(sorted(verdicts.items())),
        state=_together(records),
    )


def _together(records: list[Record]) -> str:
    """A digest of every final state: the same games end the same on every machine."""
    import hashlib

    return hashlib.sha256("\n".join(found.state for found in records).encode()).hexdigest()


def _tell(summary: Summary) -> None:
    say(
        f"{summary.pack}: {summary.games} battles, {summary.failures} broken, "
        f"{summary.answers} answers ({summary.decisions} decisions, longest battle "
        f"{summary.longest}), {summary.checked} states checked"
    )
    for verdict, count in summary.verdicts.items():
        say(f"    {count:5} {verdict or 'unfinished'}")
