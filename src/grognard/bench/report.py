"""What was measured, in words: a table for the terminal, and the record in the repository."""

from __future__ import annotations

import datetime as dt
import os
import platform
from collections.abc import Sequence
from pathlib import Path

from grognard.bench.figures import BELOW, LADDER, Figure, Rungs
from grognard.bench.protocol import FULL
from grognard.host import files

INTRODUCTION = f"""\
Made by `grognard bench --record`; the README beside this file says how it is measured. A figure is
the median of {FULL.rounds} rounds of at least {FULL.seconds:g} s, each beside its reference; the
least and the most show how much the rounds differ. Times are those of the machine for which the
rungs were chosen: the ratio to the reference, times what the reference takes there.
"""


def number(value: float) -> str:
    """
    >>> number(0.03214), number(12.3456), number(10000.0)
    ('0.0321', '12.3', '10,000')
    """
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(figures: Sequence[Figure]) -> str:
    """The figures as lines of a terminal."""
    rows = [("", "value", "min", "max", "unit", "rung", "what")]
    rows += [
        (
            each.id,
            number(each.value),
            number(each.low),
            number(each.high),
            each.asked.unit,
            each.rung,
            each.asked.what,
        )
        for each in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    details = [f"{each.id}: {each.raw}" for each in figures if each.raw]
    return "\n".join([*lines, "", *details]) + "\n"


def keep(
    path: Path, figures: Sequence[Figure], failures: Sequence[str] = (), date: str = ""
) -> None:
    """Write the record of a full run."""
    day = date or dt.date.today().isoformat()
    files.write(path, record(figures, failures, day).encode())


def record(figures: Sequence[Figure], failures: Sequence[str], date: str) -> str:
    """The record: date, machine, figures, how far it is to the goals, and what is missing."""
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    lines = [
        "# Results of the benchmarks",
        "",
        f"{date}; {machine}.",
        "",
        INTRODUCTION,
        "| id | what | value | min | max | unit | rung | must | goal | moonshot |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *map(_row, figures),
        "",
        "## How far the goals are",
        "",
        *_distances(figures),
        *(f"- Not measured: {failure}" for failure in failures),
        "",
        "## What the clock showed",
        "",
        *(f"- {each.id}: {each.raw}" for each in figures if each.raw),
    ]
    return "\n".join(lines) + "\n"


def _row(each: Figure) -> str:
    asked = each.asked
    cells = [
        each.id,
        asked.what,
        number(each.value),
        number(each.low),
        number(each.high),
        asked.unit,
        each.rung,
        *(_asked(asked, name) for name in LADDER),
    ]
    return f"| {' | '.join(cells)} |"


def _asked(asked: Rungs, name: str) -> str:
    value: float | None = getattr(asked, name)
    return "" if value is None else number(value)


def _distances(figures: Sequence[Figure]) -> list[str]:
    """A line for every figure that has a goal; those below the must come first."""
    lines = []
    for each in sorted(figures, key=lambda each: each.rung != BELOW):
        asked = each.asked
        if asked.goal is None:
            continue
        words = [_distance(each, name) for name in ("must", "goal")]
        lines.append(f"- {each.id}, {asked.what}: {'; '.join(filter(None, words))}.")
    return lines


def _distance(each: Figure, name: str) -> str:
    """
    >>> _distance(Figure("P2", 500, 400, 600), "must"), _distance(Figure("P2", 5, 4, 6), "goal")
    ('must missed by a factor of 2.0', 'goal reached')
    """
    asked = getattr(each.asked, name)
    if asked is None:
        return ""
    if each.asked.is_met(each.value, asked):
        return f"{name} reached"
    return f"{name} missed by a factor of {each.asked.distance(each.value, asked):.1f}"
