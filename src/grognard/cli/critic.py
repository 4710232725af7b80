"""``critic``: the habits that a grognard would laugh at, counted in a journal or in battles of bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec

from grognard.bots.contest import Watch, play
from grognard.bots.roster import player
from grognard.cli.console import print_json, say
from grognard.cli.journals import opened
from grognard.host import files
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import replay
from grognard.planning.critic import Count, Critic, Sum, summed
from grognard.systems.plug import System
from grognard.systems.registry import system_of


class Report(msgspec.Struct, frozen=True):
    """What the critic found in some battles."""

    battles: str
    counts: tuple[Count, ...]
    habits: tuple[Sum, ...]


def of_journal(path: Path, pack: str) -> Report:
    """The habits of a battle that was written down."""
    journal, system, setting = opened(path, pack)
    critic, last = _critic(system, setting), system.rules.opening(setting)
    for before, last in pairwise(replay(journal, system.rules, setting)):
        if last is not before:
            critic.watch(before, last)
    critic.close(last)
    return _report(system, str(path), [critic])


def of_battles(pack: str, count: int, players: Sequence[str], seed: int) -> Report:
    """The habits of two players over some battles."""
    system = system_of(pack)
    setting = system.library.setting(pack, {})
    sides = system.rules.sides(setting)
    if len(players) not in (1, len(sides)):
        raise GrognardError(f"name one player for all, or one each for {', '.join(sides)}")
    critics = []
    for at in range(seed, seed + count):
        minds = {
            side: player(players[number % len(players)], system, setting, side, at)
            for number, side in enumerate(sides)
        }
        critic = _critic(system, setting)
        ended = play(system, system.rules.opening(setting), minds, at, _watching(critic))
        critic.close(ended.state)
        critics.append(critic)
    told = f"{count} of {pack}, {' against '.join(players)}, seeds from {seed}"
    return _report(system, told, critics)


def _watching(critic: Critic) -> Watch:
    return lambda before, _, after: critic.watch(before, after)


def _critic(system: System, setting: object) -> Critic:
    made = system.doctrine.criticism.critic
    if made is None:
        raise GrognardError(f"{system.title} has no critic yet")
    return made(setting)


def _report(system: System, battles: str, critics: Sequence[Critic]) -> Report:
    counts = tuple(count for critic in critics for count in critic.tally.counts())
    return Report(battles, counts, summed(system.doctrine.criticism.habits, counts))


def show(report: Report, *, as_json: bool, record: Path | None, command: str) -> bool:
    """Print what was found, keep it if asked; True when every habit is within its limit."""
    if as_json:
        print_json(report)
    else:
        for line in lines(report):
            say(line)
    if record is not None:
        page = f"{datetime.now(UTC).date()}, `{command}`:\n\n"
        body = "\n".join(["```text", *lines(report), "```", ""])
        known = record.read_bytes().decode() + "\n" if record.exists() else "# The critic\n\n"
        files.write(record, (known + page + body).encode())
    return all(habit.forgiven for habit in report.habits)


def lines(report: Report) -> Iterator[str]:
    """The habits, one on a line, with those beyond their limit marked."""
    yield report.battles
    for held in report.habits:
        share = f"{held.times / held.chances:4.0%}" if held.chances else "   -"
        mark = " " if held.forgiven else "!"
        yield f"{mark} {held.habit:<16}{held.times:4} of {held.chances:<5}{share}  {held.text}"
