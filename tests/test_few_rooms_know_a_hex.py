"""Who looks at hexes below the systems: those who draw them or read them from a text, and nobody else."""

from __future__ import annotations

import re
from pathlib import Path

SHARED = Path(__file__).parents[1] / "src" / "grognard"
HEXES = re.compile(r"^from grognard\.mechanics(\.(hexes|ground|sight)\b| import .*\bhexes\b)", re.M)
DRAWN = {
    "desks/bending.py", "desks/field.py", "desks/papers.py", "desks/reporting.py",
    "desks/situations.py", "planning/leanings.py",
}  # fmt: skip
"""A patch of hexes, a map as it is sent or drawn, a map drawn in a situation, ways in words."""


def test_only_what_draws_or_reads_hexes_knows_them() -> None:
    known = {
        file.relative_to(SHARED).as_posix()
        for file in SHARED.rglob("*.py")
        if HEXES.search(file.read_text(encoding="utf-8"))
    }
    rooms = {file for file in known if not file.startswith(("systems/", "mechanics/", "bench/"))}
    assert rooms == DRAWN
