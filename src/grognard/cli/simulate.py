"""``simulate``: bot against bot, many times, and a report of what that shows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.cli.console import console, print_json, say
from grognard.cli.journals import show_replay
from grognard.host import files
from grognard.kernel.errors import GrognardError
from grognard.lab import simulation
from grognard.lab.comparing import compared, lines
from grognard.lab.designs import FULL
from grognard.lab.folder import Folder
from grognard.lab.page_history import answer, history_line
from grognard.lab.plan import Job, Plan, make_plan
from grognard.lab.playing import recorded
from grognard.lab.summary import Share
from grognard.lab.tables import arrow

USUAL: Final = Path("simulations")


def simulate(
    scenario: str,
    *,
    games: int,
    seats: str,
    seed: int,
    workers: int,
    ray: str,
    vary: Sequence[str],
    out: Path | None,
    as_json: bool,
    until: float = 0.0,
    design: str = FULL,
) -> bool:
    """Play what is missing, write tables and report; True when no game broke."""
    if games < 1:
        raise GrognardError("--games: at least one game is needed")
    if workers < 0:
        raise GrognardError("--workers: a number of processes, or 0 for one on each core")
    if not 0 <= until < 1:
        raise GrognardError("--until: a share such as 0.05, or 0 for all games")
    arrow()
    plan = make_plan(scenario, seats, seed, vary, design)
    folder = _folder(scenario, plan, out)
    folder.open(plan)
    there = games - len(simulation.missing(folder, plan, games))
    if there and not as_json:
        say(f"{there} of {games} games are there already")
    try:
        with _progress(games, there, as_json) as (tick, tell):

            def play(jobs: list[Job]) -> None:
                hands = workers or os.cpu_count() or 1
                simulation.play_missing(folder, jobs, hands, ray, tell, tick)

            if until:
                games = simulation.play_until(folder, plan, games, until, play)
            else:
                play(simulation.missing(folder, plan, games))
    except KeyboardInterrupt:
        say(f"stopped; the same command goes on from here ({folder.root})")
        return False
    found = simulation.conclude(folder, plan, games)
    if as_json:
        _print_json(found, plan)
    else:
        for line in told(found):
            say(line)
    return not found.summary.broken


def _folder(scenario: str, plan: Plan, out: Path | None) -> Folder:
    return Folder(out or USUAL / f"{Path(scenario).stem}-{plan.mark}")


def show_game(
    scenario: str,
    number: int,
    *,
    seats: str,
    seed: int,
    vary: Sequence[str],
    out: Path | None,
    design: str,
    language: str,
) -> None:
    """One game of a simulation in the replay: played again to the same end, and kept as a journal."""
    if number < 0:
        raise GrognardError("--replay: the number of a game, from 0")
    plan = make_plan(scenario, seats, seed, vary, design)
    folder = _folder(scenario, plan, out)
    folder.open(plan)
    path = folder.games / f"{number:06d}.journal"
    files.write(path, recorded(plan.jobs(number + 1)[number]))
    show_replay(path, "", "", language)
    say(f"journal: {path}")


def show_compared(one: Path, other: Path, *, as_json: bool) -> None:
    """Two simulations side by side."""
    found = compared(one, other)
    if as_json:
        print_json(found)
        return
    for line in lines(found):
        say(line)


@contextmanager
def _progress(
    total: int, done: int, quiet: bool
) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """A bar with the rate and the time left; what is told stands above it."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console(), disable=quiet, speed_estimate_period=600) as bar:
        task = bar.add_task("games", total=total, completed=done, rate="")

        def tick() -> None:
            bar.advance(task)
            bar.update(task, rate=_rate(bar.tasks[0].speed))

        def tell(text: str) -> None:
            if not quiet:
                bar.console.print(text, markup=False)

        yield tick, tell


def _rate(speed: float | None) -> str:
    if not speed:
        return ""
    return f"{speed:.1f} games a second" if speed >= 1 else f"{1 / speed:.1f} s a game"


def told(found: simulation.Found) -> list[str]:
    """The heart of the report, in lines."""
    summary = found.summary
    length = summary.length
    lines = [
        f"{summary.games} games of {length.mean:.1f} turns [{length.low:.1f}, {length.high:.1f}]"
    ]
    lines += [f"  {_share(each)}" for each in summary.verdicts]
    if len(summary.ordinal) > 2:
        lines.append(f"this good or better for {next(iter(summary.sides.values()))}:")
        lines += [f"  {_share(each)}" for each in summary.ordinal]
    for each in summary.losses:
        name = summary.sides[each.side]
        lines.append(f"{name}: median loss {each.median:g} of {each.strength} ({each.share:.0%})")
    if found.beside is not None:
        lines.append(answer(found.beside, summary))
        lines += [history_line(each, summary) for each in found.beside.sides]
        lines += [
            f"ALARM {each.what}: {each.found}; looked for: {each.wanted}"
            for each in found.beside.alarms
            if each.rings
        ]
    for effect in summary.effects:
        first = next(iter(summary.sides.values()))
        lines.append(
            f"{effect.option}={effect.value}: {first} wins {effect.wins.share:.0%}, score "
            f"{effect.shift.mean:+.2f} [{effect.shift.low:+.2f}, {effect.shift.high:+.2f}]"
        )
    lines += [f"BROKEN {each}" for each in summary.broken]
    if summary.faults:
        lines.append(f"{len(summary.faults)} decisions were forfeited; the report names them")
    return [*lines, f"report: {found.report}"]


def _share(share: Share) -> str:
    return (
        f"{share.name:<28} {share.count:>5}  {share.share:>4.0%}"
        f"  [{share.low:.0%}, {share.high:.0%}]"
    )


def _print_json(found: simulation.Found, plan: Plan) -> None:
    import sys

    held: dict[str, Any] = {
        "plan": plan, "summary": found.summary, "report": str(found.report),
        "folder": str(found.root),
    }  # fmt: skip
    sys.stdout.write(msgspec.json.encode(held).decode() + "\n")
