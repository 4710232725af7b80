"""The situations of Napoleon's Later Campaigns: every one of them, and how faults in one are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.kernel import MalformedFile
from grognard.systems.nlc.rulebook import rulebook
from grognard.systems.nlc.situations.expectations import OF_A_UNIT, OF_THE_MOMENT
from grognard.systems.nlc.situations.reading import FLAGS, VALUED
from grognard.systems.nlc.situations.refereeing import SECTIONS, lay_out, read, referee
from grognard.systems.nlc.situations.starting import SEGMENTS
from grognard.systems.nlc.situations.sums import SUMS

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "tests/examples/nlc").glob("*.situation"))
PAGE = (ROOT / "docs/how-to/write-a-situation.md").read_text(encoding="utf-8")

SMALL = """\
title: Two brigades face each other
rule: N7.3.1
map:
  . . .
  . . .
units:
  F1 inf at 0101 6/3
  P1 inf at 0102 6/3
leaders:
  LF1 at 0101
orders:
  french-corps attack 0102
start: segment assault french
script:
  assault F1 0102
expect:
  F1 at 0101
"""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_situation_comes_out_as_it_says(path: Path) -> None:
    outcome = referee(path.read_text(encoding="utf-8"), path.name)
    assert outcome.passed, "\n".join(outcome.problems)


def test_there_are_more_than_two_hundred_situations() -> None:
    assert len(EXAMPLES) >= 200


def test_situations_name_clauses_and_rulings_that_there_are() -> None:
    book = rulebook()
    for path in EXAMPLES:
        rules = read(path.read_text(encoding="utf-8"), path.name).words("rule")
        named = [word for word in rules if not re.fullmatch(r"A\d+", word)]
        assert named, path.name
        assert not book.unknown(named), path.name


def test_the_small_situation_passes() -> None:
    assert referee(SMALL, "small").passed


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("  F1 inf at 0101 6/3", "  F1 inf at 0901 6/3", 7, "0901 is not on the map"),
        ("  F1 inf at 0101 6/3", "  F1 tank at 0101", 7, "a unit has no 'tank'"),
        ("  P1 inf at 0102 6/3", "  F1 inf at 0102 6/3", 8, "there already"),
        ("french-corps attack 0102", "french-corps dance 0102", 12, "not a type of order"),
        ("french-corps attack 0102", "old-guard attack 0102", 12, "is no formation"),
        ("french-corps attack 0102", "french-corps attack 0102, happy", 12, "remembers no 'happy'"),
        ("segment assault french", "segment supper french", 13, "cannot start at"),
        ("segment assault french", "segment assault turkish", 13, "no side 'turkish'"),
        ("segment assault french", "segment assault french XX", 13, "no formation 'XX'"),
        ("  assault F1 0102", "  storm F1 0102", 15, "unknown verb 'storm'"),
        ("  F1 at 0101", "  nobody moves", 17, "neither a unit"),
        ("  F1 at 0101", "  F1 mood good", 17, "a unit has no 'mood'"),
        ("  F1 at 0101", "  LF1 mood good", 17, "a leader has no 'mood'"),
        ("  F1 at 0101", "  french-corps mood good", 17, "a body has no 'mood'"),
        ("  LF1 at 0101", "  LF1 sitting 0101", 10, "a leader has no 'sitting'"),
        ("F1 inf at 0101", "F1 inf mark bombed at 0101", 7, "no mark 'bombed'; did you mean"),
        ("rule: N7.3.1", "roads: road 0101 0301", 2, "0301 is not next to 0101"),
        ("rule: N7.3.1", "weather: hail", 2, "'hail' means nothing here"),
        ("rule: N7.3.1", "special: guard", 2, "'guard' means nothing here"),
        ("rule: N7.3.1", "control: french 0909", 2, "0909 is not on the map"),
        ("rule: N7.3.1", "turns: many", 2, "'many' is not a number"),
        ("rule: N7.3.1", "calendar: 3 hail", 2, "the number of a turn and its weather"),
        ("rule: N7.3.1", "quarters: hq_LF1 near 0101", 2, "'near' means nothing here"),
        ("rule: N7.3.1", "arrivals: A1 turn 2", 2, "it comes nowhere"),
        ("rule: N7.3.1", "hidden: V plot 0101", 2, "a body under orders"),
        ("french-corps attack 0102", "french-corps attack 0102, waiting 2T defend 0101", 12, "2T"),
        ("units:", "horses:", 6, "is not a section"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    old: str, new: str, line: int, said: str
) -> None:
    assert old in SMALL
    with pytest.raises(MalformedFile) as told:
        referee(SMALL.replace(old, new, 1), "small")
    assert f"small:{line}" in str(told.value)
    assert said in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  F1 at 0101", "  F1 at 0102", "expected F1 at 0102, found 0101"),
        ("  F1 at 0101", "  P1 gone", "found it in 0102"),
        ("  F1 at 0101", "  asked nobody", "found dice assault-attack"),
        ("  F1 at 0101", "  army french losses 3", "found 0"),
        ("  assault F1 0102", "  done", "must assault (N7.3.4)"),
        ("  assault F1 0102", "  d6 3", "the game asks french for assault"),
    ],
)
def test_what_does_not_hold_is_told_with_what_was_found(old: str, new: str, said: str) -> None:
    outcome = referee(SMALL.replace(old, new, 1), "small")
    assert not outcome.passed
    assert said in outcome.problems[0]


def test_a_battle_of_the_library_is_changed_only_where_a_line_says_so() -> None:
    text = """\
title: Jamin is hurt
pack: quatre-bras
units:
  jamin at 1114 lost 1 disrupted
  husson fate eliminated:1
leaders:
  reille at 1114
orders:
  fr_ii attack 1213, contact
expect:
  jamin at 1114
"""
    table = lay_out(read(text, "changed"))
    assert table.pieces["jamin"].at == 1114
    assert table.pieces["jamin"].lost == 1
    assert table.removed["husson"].how == "eliminated"
    assert table.forces["fr_ii"].contact
    assert table.leaders["reille"].at == 1114
    assert table.pieces["gauthier"].at == 1116


def test_an_unknown_battle_is_a_fault_of_the_file() -> None:
    with pytest.raises(MalformedFile):
        lay_out(read("title: x\npack: austerlitz\nexpect:\n  over\n", "x"))


@pytest.mark.parametrize(
    "words", [SECTIONS, tuple(OF_THE_MOMENT), tuple(OF_A_UNIT), tuple(SUMS), tuple(SEGMENTS),
              tuple(VALUED), tuple(FLAGS)],
    ids=["sections", "expectations", "of a unit", "sums", "segments", "unit words", "flags"],
)  # fmt: skip
def test_the_page_explains_every_word(words: tuple[str, ...]) -> None:
    missing = [word for word in words if not re.search(rf"\b{re.escape(word)}\b", PAGE)]
    assert missing == []
