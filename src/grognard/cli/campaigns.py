"""``campaign``: battles that are linked, shown, checked, played one after the other or simulated."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from grognard.campaign import pack as packs
from grognard.campaign import shape
from grognard.campaign.carrying import document_of, joined
from grognard.campaign.pack import CampaignPack
from grognard.campaign.progress import (
    Due,
    Progress,
    begun,
    came_out,
    forked,
    next_stage,
    outstanding,
    reachable,
    spread,
    spread_evenly,
    sudden_end,
    total,
    verdict,
    whole_day,
)
from grognard.cli.console import print_json, say
from grognard.host import files
from grognard.kernel.errors import GrognardError, MalformedFile
from grognard.kernel.questions import Over
from grognard.kernel.reading import decode

SUFFIX = ".campaign"


def check(campaign: str) -> bool:
    """Every problem of a campaign pack; True if there is none."""
    problems = packs.check(campaign)
    for problem in problems:
        say(str(problem))
    say(f"{campaign}: {f'{len(problems)} problems' if problems else 'sound'}")
    return not problems


def show(campaign: str, *, as_json: bool) -> None:
    """A campaign pack, or a campaign that is being played."""
    pack, progress = _opened(campaign)
    if as_json:
        say(msgspec.json.encode(progress or pack).decode())
        return
    for line in told(pack, progress or begun(pack)):
        say(line)


def told(pack: CampaignPack, progress: Progress) -> list[str]:
    """How a campaign stands, in words."""
    lines = [pack.title, "=" * len(pack.title), pack.description, ""]
    coming = next_stage(pack, progress)
    for stage in pack.stages:
        played = progress.of(stage.id)
        if played is not None:
            lines.append(
                f"  {stage.date}  {stage.title}: {played.outcome.verdict}, {played.points:+}"
            )
        elif stage is coming:
            best = ", ".join(f"{level} {points:+}" for level, points in stage.points.items())
            lines.append(f"  {stage.date}  {stage.title}: next ({best})")
        else:
            lines.append(f"  {stage.date}  {stage.title}")
    low, high = reachable(pack, progress)
    lines += [
        "",
        f"Points: {total(progress):+} ({verdict(pack, progress).name}); in reach: {low:+} to {high:+}.",
    ]
    lines += [join.text for join in joined(pack, progress)]
    end = sudden_end(pack, progress)
    if end is not None:
        lines.append(f"The campaign is over: {end.text}")
    elif coming is None:
        lines.append(f"The campaign is over: {verdict(pack, progress).name}.")
    return lines


def _opened(campaign: str) -> tuple[CampaignPack, Progress | None]:
    path = Path(campaign)
    if path.suffix != SUFFIX:
        return packs.load(campaign), None
    try:
        progress = decode(files.read(path), Progress)
    except msgspec.DecodeError as error:
        hint = "it was not written by grognard, or was altered"
        raise MalformedFile(str(path), str(error), hint=hint) from None
    return packs.load(progress.campaign), progress


def play(
    campaign: str,
    side: str,
    seats: str,
    seed: str,
    language: str,
    options: dict[str, str],
    fork: str,
) -> None:
    """Fight the next battle of a campaign, spread who comes back, and keep it in a file.

    ``seats`` names the computers of a battle that nobody plays.
    """
    pack, kept = _opened(campaign)
    source = str(Path(campaign).resolve()) if Path(campaign).suffix == ".yaml" else ""
    progress = kept or begun(pack, options, source)
    path = Path(campaign) if kept is not None else Path(f"{pack.id}{SUFFIX}")
    if kept is None and path.exists():
        raise GrognardError(f"{path} is there already; go on with: grognard campaign play {path}")
    if fork:
        progress = forked(progress, fork)
        path = path.with_name(f"{path.stem}-{fork}{SUFFIX}")
    stage = next_stage(pack, progress)
    if stage is None:
        raise GrognardError("the campaign is over")
    day = whole_day(pack, progress)
    outcome = _fight(
        document_of(pack, progress, stage, day), path, stage.id, side, seats, seed, language
    )
    if outcome is None:
        say(f"the same command goes on with {stage.title}")
        return
    progress = came_out(pack, progress, outcome, day)
    for due in outstanding(pack, progress):
        progress = spread(pack, progress, due, _asked(due, progress, alone=not seats))
    files.write(path, msgspec.json.encode(progress))
    for line in told(pack, progress):
        say(line)
    say(f"The campaign is in {path}.")


def _fight(
    document: Any, path: Path, stage: str, side: str, seats: str, seed: str, language: str
) -> Any:
    """The outcome of a battle, or None where the player left it for later."""
    if seats:
        from grognard.campaign.simulating import outcome_of

        return outcome_of(document, seats.split(","), int(seed or 1))
    from grognard.cli.play import play_document

    journal = path.with_name(f"{path.stem}-{stage}.journal")
    state = play_document(document, journal, side, seed, language)
    return state.pending.outcome if isinstance(state.pending, Over) else None


def _asked(due: Due, progress: Progress, *, alone: bool) -> dict[str, int]:
    """Whom the owner of a body gives what comes back; a computer spreads it evenly."""
    usual = spread_evenly(due)
    if not alone:
        return usual
    named = {unit.id: unit.name for unit in progress.fought[-1].outcome.units}
    say(f"{due.count} increments come back to {due.body}:")
    for unit, most in due.units.items():
        say(f"  {unit} {named[unit]}: up to {most}, {usual.get(unit, 0)} if you leave it so")
    words = input("Who gets how many (F01=2 F02=1, or nothing to leave it so)? ").split()
    try:
        return {
            name: int(count) for name, _, count in (word.partition("=") for word in words)
        } or usual
    except ValueError:
        raise GrognardError("write units with numbers: F01=2 F02=1") from None


def schema() -> None:
    """Print what may be written in a campaign pack."""
    print_json(shape.schema())


def simulate(
    campaign: str,
    runs: int,
    seats: str,
    seed: int,
    workers: int,
    options: dict[str, str],
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """Many campaigns of computers, and what they show: in words, or as a report in a folder."""
    from grognard.campaign.simulating import simulated, summed

    if runs < 1:
        raise GrognardError("--runs: at least one campaign is needed")
    pack = packs.load(campaign)
    begun(pack, options)
    names = tuple(seats.split(","))
    if len(names) != len(pack.sides):
        raise GrognardError(f"--seats: one player for each side: {', '.join(pack.sides)}")
    found = list(simulated(campaign, runs, names, seed, workers or os.cpu_count() or 1, options))
    summary = summed(pack, found)
    if out is not None:
        from grognard.campaign.reporting import page

        out.mkdir(parents=True, exist_ok=True)
        told = page(pack, found, summary, names, seed, options)
        files.write(out / "report.html", told.encode())
        files.write(out / "runs.json", msgspec.json.encode({"summary": summary, "runs": found}))
    if as_json:
        say(msgspec.json.encode({"summary": summary, "runs": found}).decode())
        return
    for each in found:
        levels = " ".join(f"{stage} {level}" for stage, level in each.levels.items())
        say(f"  {each.index:3}  {each.total:+3}  {each.verdict}  {levels}  {each.ended}")
    low, high = summary.interval
    say(
        f"Mean {summary.mean:+.1f} ({low:+.1f} to {high:+.1f}); as it was fought: {summary.history:+}."
    )
    say(
        "Verdicts: "
        + ", ".join(f"{name} {count}" for name, count in sorted(summary.verdicts.items()))
    )
    worth = ", ".join(f"{stage} {points:+.1f}" for stage, points in summary.worth.items())
    say(f"What the battles were worth: {worth}")
    if out is not None:
        say(f"The report is in {out / 'report.html'}.")
