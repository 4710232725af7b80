"""``soak``: random battles to the end by the hundred, with every law checked on the way.

Every chooser there is takes its turn: one who picks by chance, one who is eager to fight, the
environments' one, and in every fourth battle one of the opponents that people meet. Every third
battle is played under table options drawn by its seed, unless the pack says otherwise (``duel:500:1``
draws them for every battle); four of every eight begin from a scrambled opening, where the system has
such. What happened is counted by system: kinds of events, and the cells of the cards that were read,
where the system can tell.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.bots.menu_bot import by_menus
from grognard.bots.roster import names, player
from grognard.cli.console import say
from grognard.cli.kept import Kept, gone_on
from grognard.cli.soak_record import Found, Part, Summary, told, written
from grognard.host import files
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import Choose, Record, play_random
from grognard.kernel.engine import State
from grognard.kernel.errors import GrognardError
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named, system_of

CHECKS_OF_A_GAME: Final = 150
"""About so many states of a game are checked, spread over it, unless told otherwise."""

DRAWN_OPTIONS_EVERY: Final = 3
SCRAMBLED_OF: Final = 8
SCRAMBLED_FROM: Final = 4
"""Of every eight battles the last four begin from a scrambled opening."""

MENUS: Final = "menus"
"""The environments' chooser."""

WILD: Final = ("random", "eager", MENUS)
"""Those who give any order at all; after them comes one of the other players."""

ALL: Final = "all"
BY_CHANCE: Final = "wild"
"""Everybody in turn, or the wild ones alone: a battle of levels costs many times one by chance."""


def choosers(system: System) -> tuple[str, ...]:
    """All who can play a system; the wild ones take three battles of four."""
    others = [name for name in names(system) if name not in WILD]
    return tuple(name for other in others for name in (*WILD, other))


def usual_packs(system: str) -> list[str]:
    """The packs that a system's library names for a soak; of all systems where none is named."""
    named = [system] if system else list(SYSTEMS)
    return [word for name in named for word in system_named(name).library.soak]


class Job(msgspec.Struct, frozen=True):
    """One game to be played."""

    system: str
    pack: str
    seed: int
    every: int
    bot: str
    options: bool
    scrambled: bool = False

    @property
    def part(self) -> str:
        """What has a revision of its own: a pack under the rules of a system."""
        return f"{self.system} {self.pack}"

    @property
    def manner(self) -> str:
        """Who plays, and from where."""
        return f"{self.bot}, scrambled" if self.scrambled else self.bot


class Plan(msgspec.Struct, frozen=True):
    """Which games are played."""

    jobs: tuple[Job, ...]
    every: int = 0

    @classmethod
    def read(
        cls,
        system: str,
        packs: str,
        games: int,
        seed: int,
        every: int,
        bot: str,
        options: bool,
        scramble: bool = True,
    ) -> Plan:
        listed: list[Job] = []
        for word in packs.replace(" ", "").split(",") if packs else usual_packs(system):
            name, *numbers = word.split(":")
            if len(numbers) > 2 or not all(number.isdigit() for number in numbers):
                raise GrognardError(f"{word!r} is not a pack and a number, as in duel:500")
            count, drawing = (*map(int, numbers), *(1, DRAWN_OPTIONS_EVERY)[len(numbers) :])
            owner = system_named(system) if system else system_of(name)
            players = choosers(owner)
            if bot not in (*players, ALL, BY_CHANCE):
                known = ", ".join(dict.fromkeys(players))
                raise GrognardError(f"there is no bot {bot!r}: {known}, {ALL} or {BY_CHANCE}")
            turns = {ALL: players, BY_CHANCE: WILD}.get(bot, (bot,))
            can_scramble = owner.situations.scrambled is not None
            for index in range(games or count):
                at = seed + index
                named = turns[at % len(turns)]
                drawn = options and drawing > 0 and at % drawing == 0
                mixed = scramble and at % SCRAMBLED_OF >= SCRAMBLED_FROM and can_scramble
                listed.append(Job(owner.name, name, at, every, named, drawn, mixed))
        return cls(tuple(listed), every)

    @property
    def packs(self) -> dict[str, list[str]]:
        """The packs of each system."""
        found: dict[str, list[str]] = {}
        for system, pack in dict.fromkeys((job.system, job.pack) for job in self.jobs):
            found.setdefault(system, []).append(pack)
        return found


class Played(msgspec.Struct, frozen=True):
    """One game, and what was counted in it."""

    job: Job
    record: Record
    events: dict[str, int]
    cells: dict[str, int]


class Stock:
    """The games of a plan that are there already, and the rules that each was played under."""

    def __init__(self, file: Path | None, plan: Plan, now: Mapping[str, str]) -> None:
        self._now, self._older = now, dict[Job, str]()
        self._kept = Kept(file, now, Played) if file is not None else None
        self.there: dict[Job, Played] = {}
        for under, game in self._kept.held if self._kept is not None else ():
            self.there[game.job] = game
            self._older.pop(game.job, None)
            if under.get(game.job.part) != now.get(game.job.part):
                self._older[game.job] = under.get(game.job.part, "unknown").partition(" ")[0]
        broken = {job for job in self._older if self.there[job].record.failure}
        self.again = [job for job in plan.jobs if job in broken]
        counted = sum(job in self._older for job in plan.jobs) - len(self.again)
        if counted or self.again:
            say(
                f"{counted} battles that other rules played stay counted under their revision; "
                f"{len(self.again)} that broke under them are played again"
            )

    def keep(self, game: Played) -> None:
        self._older.pop(game.job, None)
        if self._kept is not None:
            self._kept.keep(game)

    def rules_of(self, game: Played) -> str:
        """The revision of the rules that a game was played under."""
        return self._older.get(game.job) or self._now[game.job.part].partition(" ")[0]


def soak_all(plan: Plan, workers: int, record: Path, command: str, keep: Path | None) -> bool:
    """Play all games, show how it goes, write the record; True when nothing broke.

    Games are kept in ``keep``, where it is named: the same command goes on from them. Those that older
    rules played stay counted under their revision; one that broke under them is played again.
    """
    settings = {
        system: [system_named(system).library.setting(pack, {}) for pack in packs]
        for system, packs in plan.packs.items()
    }
    many = workers or os.cpu_count() or 1
    revisions = {
        f"{system} {pack}": system_named(system).rules.edition(setting).revisions
        for system, packs in plan.packs.items()
        for pack, setting in zip(packs, settings[system], strict=True)
    }
    stock = Stock(keep, plan, revisions)
    try:
        in_turn = sorted(plan.jobs, key=lambda job: job.seed)
        gone_on(in_turn, lambda jobs: _played(jobs, many), stock.there, stock.again, stock.keep)
    except KeyboardInterrupt:
        say("stopped; with --keep the same command goes on from here")
    games = [stock.there[job] for job in plan.jobs if job in stock.there]
    broken = [game for game in games if game.record.failure]
    for game in broken:
        found = game.record
        path = record.with_name(f"{record.stem}-{found.scenario}-{found.seed}.journal")
        files.write(path, found.journal)
        say(f"BROKEN {found.scenario} seed {found.seed} ({game.job.manner}): {found.failure}")
        say(f"       at {found.breadcrumb}, answering {found.attempt}; journal: {path}")
    result = Found(
        command=command,
        every=plan.every,
        failures=[
            [g.record.scenario, g.record.seed, g.job.manner, g.record.failure, g.record.breadcrumb]
            for g in broken
        ],
        systems=[
            _part(system_named(name), held, [g for g in games if g.job.system == name], stock)
            for name, held in settings.items()
        ],
        wanted=len(plan.jobs),
    )
    for line in told(result):
        say(line)
    files.write(record, written(result, record.suffix == ".md"))
    say(f"record: {record}")
    return not broken


def _part(system: System, settings: list[Any], games: list[Played], stock: Stock) -> Part:
    """What was found in the battles of one system."""
    edition = system.rules.edition(settings[0])
    packs = dict.fromkeys(game.job.pack for game in games)
    return Part(
        title=system.title,
        rules=edition.rules,
        charts=edition.charts,
        packs=[_summary(pack, [g for g in games if g.job.pack == pack], stock) for pack in packs],
        events=_counted((g.events for g in games), _kinds(system)),
        cells=_counted((g.cells for g in games), system.situations.all_cells(settings)),
    )


def _counted(counts: Iterable[dict[str, int]], known: Iterable[str]) -> dict[str, int]:
    total: Counter[str] = Counter(dict.fromkeys(known, 0))
    for count in counts:
        total.update(count)
    return dict(total)


def _kinds(system: System) -> list[str]:
    """Every kind of event; a class without fields from which others derive is only a base."""
    return [
        kind.__name__
        for kind in system.rules.events
        if kind.__struct_fields__ or not kind.__subclasses__()
    ]


def _played(listed: list[Job], workers: int) -> Iterator[Played]:
    """Play them in so many processes."""
    if workers <= 1:
        yield from map(play_one, listed)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_one, listed, chunksize=1)


# --- one game

_loaded: dict[tuple[str, str], tuple[System, Any]] = {}


def play_one(job: Job) -> Played:
    """One game, in whatever process; a setting without drawn options is loaded once in each."""
    system = system_named(job.system)
    if job.options:
        setting = system.library.setting(job.pack, drawn_options(system, job.seed))
    else:
        if (job.system, job.pack) not in _loaded:
            _loaded[job.system, job.pack] = system, system.library.setting(job.pack, {})
        system, setting = _loaded[job.system, job.pack]
    if job.scrambled and system.situations.scrambled is not None:
        setting = system.situations.scrambled(setting, job.seed)
    counts = Tally(system)
    checks = job.every or _spacing(setting)
    choose = chooser_of(job.bot, system, setting, job.seed)
    record = play_random(system.rules, setting, job.seed, checks, choose, watch=counts.watch)
    return Played(job, record, dict(counts.events), dict(counts.cells))


def chooser_of(bot: str, system: System, setting: Any, seed: int) -> Choose:
    """Who answers for both sides; each of them has a mind of its own."""
    if bot == MENUS:
        return by_menus(system.learning)
    minds = {side: player(bot, system, setting, side, seed) for side in system.rules.sides(setting)}
    return lambda view, ask, chooser: minds[ask.side](view, ask, chooser)


class Tally:
    """Counts the events of a game and the cells they were read from."""

    def __init__(self, system: System) -> None:
        self.events: Counter[str] = Counter()
        self.cells: Counter[str] = Counter()
        self._cells = system.situations.cells
        self._begun = False

    def watch(self, before: State, after: State) -> None:
        if not self._begun:
            self._begun = True
            self.events.update(type(event).__name__ for event in before.happened)
        if not after.happened:
            return
        table = before.table.draft()
        for event in after.happened:
            self.events[type(event).__name__] += 1
            self.cells.update(self._cells(table, event))
            table.record(event)


def drawn_options(system: System, seed: int) -> dict[str, str]:
    """A choice for every option of the table, by the seed; numbers stay as they usually are."""
    stream, chosen = Stream(seed), {}
    for option in system.library.options():
        if option.values:
            values = sorted(option.values)
            chosen[option.name] = values[stream.randrange(len(values))]
    return chosen


def _spacing(setting: Any) -> int:
    """Every state of a small battle is checked, fewer of a large one."""
    units = len(getattr(setting, "roster", ()))
    turns = len(getattr(setting, "turns", ()))
    return max(1, units * turns // CHECKS_OF_A_GAME)


def _summary(pack: str, games: list[Played], stock: Stock) -> Summary:
    records = [game.record for game in games]
    revisions = dict.fromkeys(map(stock.rules_of, games), (0, 0))
    for game in games:
        battles, broken = revisions[rules := stock.rules_of(game)]
        revisions[rules] = battles + 1, broken + bool(game.record.failure)
    return Summary(
        pack=pack,
        games=len(records),
        failures=sum(1 for found in records if found.failure),
        answers=sum(found.answers for found in records),
        decisions=sum(found.decisions for found in records),
        checked=sum(found.checked for found in records),
        longest=max((found.answers for found in records), default=0),
        verdicts=dict(sorted(Counter(found.verdict for found in records).items())),
        state=_together(records),
        scrambled=sum(1 for game in games if game.job.scrambled),
        drawn=sum(1 for game in games if game.job.options),
        revisions=revisions,
    )


def _together(records: list[Record]) -> str:
    """A digest of every final state: the same games end the same on every machine."""
    import hashlib

    return hashlib.sha256("\n".join(found.state for found in records).encode()).hexdigest()
