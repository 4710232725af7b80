"""The files in ``tests/examples`` as a whole: what they may not do, and the page that lists their words."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from grognard.systems.registry import system_named

ROOT = Path(__file__).resolve().parents[2]
LOOSE = [
    path
    for path in sorted((ROOT / "tests/examples").rglob("*.situation"))
    if re.search(r"^\s+(expect )?refused ", path.read_text("utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("path", LOOSE, ids=lambda path: path.stem)
def test_a_loose_refusal_is_of_an_order_out_of_turn_and_names_its_clause(path: Path) -> None:
    text = path.read_text("utf-8")
    strict = re.sub(r"^(\s+(?:expect )?)refused ", r"\1forbidden ", text, flags=re.MULTILINE)
    outcome = system_named(path.parent.name).situations.referee(
        strict, path.name, lambda line: None
    )
    assert len(outcome.problems) == len(re.findall(r"^\s+(?:expect )?refused ", text, re.MULTILINE))
    assert all("no such order is asked for" in problem for problem in outcome.problems)


def test_the_page_lists_every_purpose_occasion_and_mark() -> None:
    path, written = runpy.run_path(str(ROOT / "scripts/make_situation_words.py"))["page"]()
    assert path.read_text("utf-8") == written, "run scripts/make_situation_words.py"
    for word in ("`movement`", "`fatigue:`", "`overstack`", "`bombarded`", "`by_guard`"):
        assert word in written
