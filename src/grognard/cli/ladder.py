"""``ladder``: who is the stronger player? Mirrored pairs, ratings with intervals, puzzles."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from grognard.bots.ladder import (
    Bout,
    Job,
    Ladder,
    climbed,
    jobs,
    played,
    rungs,
)
from grognard.bots.puzzles import Solved, solve_all
from grognard.cli.console import say
from grognard.cli.kept import Kept, gone_on
from grognard.kernel.errors import GrognardError
from grognard.lab.plan import bots_revision
from grognard.systems.plug import System
from grognard.systems.registry import USUAL, system_named


def climb(
    *,
    quick: bool,
    as_json: bool,
    system: str,
    packs: str,
    players: str,
    seed: int,
    workers: int,
    record: Path | None,
) -> None:
    """Play the ladder and print it."""
    held = system_named(system or USUAL)
    usual = held.doctrine.ladder
    chosen = read_packs(packs) if packs else usual.quick if quick else usual.packs
    if not chosen:
        raise GrognardError(f"{held.title} names no battles for a ladder; --packs does")
    who = tuple(players.replace(" ", "").split(",")) if players else rungs()
    if len(who) < 2 or len(set(who)) < len(who):
        raise GrognardError("a ladder needs two players or more, each once, the weakest first")
    for pack, _ in chosen:
        held.library.setting(pack, {})
    top = () if packs else usual.top_quick if quick else usual.top
    listed = jobs(held.name, chosen, who, seed, top)
    began = time.monotonic()
    kept = _kept(record, held, chosen) if record is not None else None
    many = workers or os.cpu_count() or 1
    there = {bout.job: bout for bout in kept.there} if kept is not None else {}
    keep = kept.keep if kept is not None else None
    bouts = gone_on(listed, lambda waiting: played(waiting, many), there, keep=keep)
    found = climbed(bouts, who)
    text = msgspec.json.format(msgspec.json.encode(found)).decode()
    if record is not None:
        record.write_text(text + "\n", "utf-8")
        page = page_of(found, listed, seed, time.monotonic() - began)
        record.with_suffix(".md").write_text(page, "utf-8")
    if kept is not None:
        kept.path.unlink(missing_ok=True)
    if as_json:
        say(text)
    else:
        for line in told(found):
            say(line)


def page_of(ladder: Ladder, listed: list[Job], seed: int, seconds: float) -> str:
    """The record for people: when, on what, how long, and the ladder."""
    games = Counter(job.scenario for job in listed)
    on = ", ".join(f"{count} of {pack}" for pack, count in games.items())
    seeds, minutes = f"seeds from {seed}", f"in {seconds / 60:.0f} minutes"
    lines = [
        f"# The ladder of {listed[0].system}",
        "",
        f"{datetime.now(UTC).date()}: {len(listed)} battles ({on}), {seeds}, {minutes}.",
        "Pairs are mirrored: the same dice, sides changed.",
        "",
        "```text",
        *told(ladder),
        "```",
    ]
    return "\n".join(lines) + "\n"


def read_packs(words: str) -> tuple[tuple[str, int], ...]:
    """``duel:20,village:10`` -> packs with how many pairs of each."""
    found = []
    for word in words.replace(" ", "").split(","):
        name, _, count = word.partition(":")
        if count and not count.isdigit():
            raise GrognardError(f"{word!r} is not a scenario and a number of pairs, as in duel:20")
        found.append((name, int(count or 1)))
    return tuple(found)


def _kept(record: Path, system: System, packs: Sequence[tuple[str, int]]) -> Kept[Bout]:
    """What was played of a ladder that was stopped, by the same rules and players."""
    editions = {
        pack: system.rules.edition(system.library.setting(pack, {})).revisions for pack, _ in packs
    }
    kept = Kept(record.with_suffix(".bouts"), {"players": bots_revision(system), **editions}, Bout)
    aside = len(kept.held) - len(kept.there)
    if aside:
        say(f"{aside} battles of other rules or players are left aside")
    return kept


def told(ladder: Ladder) -> list[str]:
    """The ladder in lines, the strongest first."""
    wide = max(12, *(len(standing.rating.player) for standing in ladder.standings))
    lines = [f"{'player':<{wide}}   Elo  interval        games  turn p95  thrown back  passive"]
    for standing in reversed(ladder.standings):
        rating = standing.rating
        interval = f"[{rating.low:.0f}, {rating.high:.0f}]"
        lines.append(
            f"{rating.player:<{wide}} {rating.elo:>5.0f}  {interval:<15} {standing.games:>4}"
            f"  {standing.p95:>6.2f} s  {standing.wasted:>10.0%}  {standing.idle:>6.0%}"
        )
    lines.append("")
    for match in ladder.matches:
        lead = match.lead
        lines.append(
            f"{match.one} against {match.other}: {match.won:.0%} won of {match.games},"
            f" Elo {lead.elo:+.0f} [{lead.low:+.0f}, {lead.high:+.0f}],"
            f" lost {0 - match.spared:+.1f} ± {match.about:.1f}"
        )
        lines.append(
            "    " + ", ".join(f"{side} {share:.0%}" for side, share in match.sides.items())
        )
    lines.append("")
    lines.append(f"order as wanted: {_yes(ladder.order)}; neighbours apart: {_yes(ladder.apart)}")
    return lines


def puzzle(*, folder: Path, level: str, seeds: int, as_json: bool) -> bool:
    """Put the puzzles to a level; True when nine of ten are solved and nothing forbidden is done."""
    solved = solve_all(folder, level, seeds)
    if as_json:
        say(msgspec.json.format(msgspec.json.encode(solved)).decode())
    else:
        for line in puzzles_told(solved):
            say(line)
    done = sum(one.solved for one in solved)
    return bool(solved) and 10 * done >= 9 * len(solved) and not any(o.forbidden for o in solved)


def puzzles_told(solved: list[Solved]) -> list[str]:
    lines = []
    for one in solved:
        mark = "solved" if one.solved else "FORBIDDEN" if one.forbidden else "missed"
        lines.append(f"{mark:<9} {one.name}: {one.given}")
    lines.append(f"{sum(one.solved for one in solved)} of {len(solved)} solved")
    return lines


def _yes(value: bool) -> str:
    return "yes" if value else "no"
