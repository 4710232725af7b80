"""The situations of Bataille Empire: every one of them, and how faults in one are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel import MalformedFile
from grognard.systems.empire.rulebook import rulebook
from grognard.systems.empire.situations.refereeing import referee

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "tests/examples/empire").glob("*.situation"))

SMALL = """\
title: Two battalions face each other
rule: E50.8
system: empire
units:
  F1 line at 10,10 facing 0
  P1 line at 10,11.5 facing 180
start: preparatory-fire
script:
  fire F1 volley P1
expect:
  F1 marked no
"""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_situation_comes_out_as_it_says(path: Path) -> None:
    outcome = referee(path.read_text(encoding="utf-8"), path.name)
    assert outcome.passed, outcome.problems
    assert not rulebook().unknown(outcome.rule)
    assert outcome.rule


def test_a_small_one_is_sound() -> None:
    assert referee(SMALL, "small").passed


def test_what_does_not_come_out_is_told_with_its_line() -> None:
    outcome = referee(SMALL.replace("marked no", "marked yes"), "small")
    assert outcome.problems == ("line 11: expected F1 marked yes, found no",)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("F1 line at 10,10", "F1 line at 10", "is no point; east and north in UD"),
        ("F1 line at 10,10", "F1 line at 10.0001,10", "finer than a thousandth"),
        ("F1 line at 10,10", "X1 line at 10,10", "F is French, P Prussian"),
        ("facing 0", "facing 0 brave", "'brave' means nothing of a unit"),
        ("P1 line", "F1 line", "F1 is there already"),
        ("P1 line at 10,11.5", "P1 line in church", "that is not there"),
        ("start: preparatory-fire", "start: supper", "cannot start at 'supper'"),
        ("F1 marked no", "F1 hungry no", "'hungry' means nothing of a unit"),
        ("F1 marked no", "Bonaparte marked no", "is neither a unit, a commander nor one of"),
        ("units:", "ground:\n  lava 1,1 2,2\nunits:", "'lava' is no ground"),
    ],
)
def test_a_fault_is_told_where_it_stands(old: str, new: str, told: str) -> None:
    with pytest.raises(MalformedFile) as refusal:
        referee(SMALL.replace(old, new, 1), "small")
    assert told in str(refusal.value)
