"""The record of a soak: how many battles, what broke, what happened how often, what never did."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

import msgspec

from grognard.kernel.codec import encode


class Summary(msgspec.Struct, frozen=True):
    """All games of one pack, in a line; ``revisions`` has battles and broken ones by that of the rules."""

    pack: str
    games: int
    failures: int
    answers: int
    decisions: int
    checked: int
    longest: int
    verdicts: dict[str, int]
    state: str
    scrambled: int = 0
    drawn: int = 0
    revisions: dict[str, tuple[int, int]] = {}


class Part(msgspec.Struct, frozen=True):
    """The battles of one system. ``events`` and ``cells`` name what never happened, too, with 0.

    ``cells`` is empty where a system cannot tell which cells its events were read from.
    """

    title: str
    rules: str
    charts: str
    packs: list[Summary]
    events: dict[str, int]
    cells: dict[str, int]


class Found(msgspec.Struct, frozen=True):
    """What a soak found."""

    command: str
    every: int
    failures: list[list[str | int]]
    systems: list[Part]
    wanted: int = 0


def share(counts: Mapping[str, int]) -> str:
    """How much of what could happen did.

    >>> share({"a": 3, "b": 0, "c": 1, "d": 2})
    '3 of 4 (75.0 %)'
    """
    reached = sum(1 for count in counts.values() if count)
    percent = 100 * reached / len(counts) if counts else 100
    return f"{reached} of {len(counts)} ({percent:.1f} %)"


def by_card(cells: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Cells by the card they stand on: the first word of a cell."""
    found: dict[str, dict[str, int]] = {}
    for cell, count in cells.items():
        card, _, place = cell.partition(" ")
        found.setdefault(card, {})[place] = count
    return found


def never(counts: Mapping[str, int]) -> list[str]:
    return sorted(name for name, count in counts.items() if not count)


# --- in words


def told(found: Found) -> Iterator[str]:
    """The lines for the console."""
    for part in found.systems:
        yield from _told(part)


def _told(found: Part) -> Iterator[str]:
    for pack in found.packs:
        yield (
            f"{pack.pack}: {pack.games} battles, {pack.failures} broken, {pack.answers} answers "
            f"({pack.decisions} decisions, longest battle {pack.longest}), "
            f"{pack.checked} states checked"
        )
        for rules, (battles, broken) in pack.revisions.items() if len(pack.revisions) > 1 else ():
            yield f"    {battles:5} under {rules}, {broken} broken"
        for verdict, count in pack.verdicts.items():
            yield f"    {count:5} {verdict or 'unfinished'}"
    yield f"events: {share(found.events)} kinds"
    if never(found.events):
        yield f"    never: {', '.join(never(found.events))}"
    if found.cells:
        yield f"cells:  {share(found.cells)}"
    for card, places in by_card(found.cells).items():
        yield f"    {card}: {share(places)}"


def written(found: Found, as_markdown: bool) -> bytes:
    """The record as a file: a page for people, or JSON."""
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    if as_markdown:
        return ("\n".join(_page(found, today)) + "\n").encode()
    whole = {"date": today, **msgspec.structs.asdict(found)}
    return msgspec.json.format(encode(whole), indent=1) + b"\n"


def _page(found: Found, today: str) -> Iterator[str]:
    yield from ["# Soak", ""]
    yield (
        "Battles played to the end by chance, with the laws of the conformance kit checked on the "
        "way. This page is written by the command; do not edit it."
    )
    yield ""
    yield (
        "A scrambled battle begins from an opening by chance instead of the set-up of its pack: "
        "armies close together, some units broken or worn, checked by the laws of a set-up. Drawn "
        "options are those of the table, one value of each by chance."
    )
    yield from ["", f"Date: {today}", "", f"Command: `{found.command}`", ""]
    there = sum(pack.games for part in found.systems for pack in part.packs)
    if there < found.wanted:
        yield from [f"{there} of {found.wanted} battles are played so far.", ""]
    yield from _failures(found)
    for part in found.systems:
        yield from [f"## {part.title}", "", f"Rules {part.rules}, charts {part.charts}.", ""]
        yield from _battles(part)
        yield from _happened(part)
        yield from _read(part)


def _battles(part: Part) -> Iterator[str]:
    yield from ["### Battles", ""]
    yield (
        "| scenario | battles | of them scrambled | with drawn options | broken | answers | longest "
        "| states checked | final states |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---|"
    for pack in part.packs:
        yield (
            f"| {pack.pack} | {pack.games} | {pack.scrambled} | {pack.drawn} | {pack.failures} "
            f"| {pack.answers} | {pack.longest} | {pack.checked} | `{pack.state[:12]}` |"
        )
    yield ""
    by_revision = [
        f"| {pack.pack} | {rules} | {battles} | {broken} |"
        for pack in part.packs
        for rules, (battles, broken) in pack.revisions.items()
    ]
    if any(len(pack.revisions) > 1 for pack in part.packs):
        yield "By the rules that they were played under; what broke stays listed until it is played soundly:"
        yield from ["", "| scenario | rules | battles | broken |", "|---|---|---:|---:|"]
        yield from [*by_revision, ""]


def _happened(part: Part) -> Iterator[str]:
    yield from ["### Events", "", f"{share(part.events)} kinds happened.", ""]
    yield from ["| event | times |", "|---|---:|"]
    for name, count in sorted(part.events.items(), key=lambda pair: (-pair[1], pair[0])):
        yield f"| {name} | {count} |"
    yield ""


def _read(part: Part) -> Iterator[str]:
    yield from ["### Cells of the cards", ""]
    if not part.cells:
        yield from ["Not counted: the events of this system do not say which cell was read.", ""]
        return
    yield from [f"{share(part.cells)} were read.", ""]
    yield from ["| card | cells read | times | never read |", "|---|---|---:|---|"]
    for card, places in by_card(part.cells).items():
        missing = ", ".join(never(places)) or "-"
        yield f"| {card} | {share(places)} | {sum(places.values())} | {missing} |"
    yield ""


def _failures(found: Found) -> Iterator[str]:
    if not found.failures:
        return
    yield from ["## Broken", ""]
    for scenario, seed, bot, failure, breadcrumb in found.failures:
        yield f"- {scenario}, seed {seed}, {bot}: `{failure}` at `{breadcrumb}`"
    yield ""
