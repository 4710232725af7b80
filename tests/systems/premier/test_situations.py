from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.desks.situations import Outcome
from grognard.kernel import MalformedFile
from grognard.systems.bataille.situations.drawing import read_unit
from grognard.systems.bataille.situations.expectations import OF_A_UNIT, of_the_moment
from grognard.systems.bataille.situations.refereeing import SECTIONS
from grognard.systems.bataille.situations.sums import SUMS, arithmetic
from grognard.systems.premier.kit import KIT
from grognard.systems.premier.rulebook import rulebook
from grognard.systems.premier.situations import lay_out, read, referee

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "tests" / "examples" / "premier").rglob("*.situation"))
MANUAL = (ROOT / "docs" / "how-to" / "write-a-situation.md").read_text(encoding="utf-8")

KNOWN = {*rulebook().clauses, *rulebook().rulings}

DRAWN = """\
title: A march
rule: P18.1
map:
  . . . . .
  . . w . .
  . . . . .
units:
  F1 battalion at 0202 facing N
  P1 battalion at 0503 facing N
start: segment movement french
script:
  march F1 N
expect:
  F1 at 0201
"""


def played(text: str) -> Outcome:
    return referee(text, "my.situation")


def changed(old: str, new: str) -> str:
    assert old in DRAWN
    return DRAWN.replace(old, new)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_comes_out_as_the_book_has_it(path: Path) -> None:
    outcome = referee(path.read_text(encoding="utf-8"), path.name)
    assert outcome.problems == ()
    assert outcome.passed
    assert outcome.rule


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_cites_what_there_is_and_bears_the_name_of_what_it_shows(path: Path) -> None:
    cited = read(path.read_text(encoding="utf-8"), path.name).words("rule")
    assert [word for word in cited if word not in KNOWN] == []
    if path.stem.startswith("charts-"):
        return
    named = re.match(r"(?:horse-|leader-)?(?:(PR)-(\d+)|P(\d+)-(\d+))", path.stem)
    assert named is not None
    ruling, number, rule, clause = named.groups()
    word = f"PR-{int(number):02d}" if ruling else f"P{int(rule)}.{int(clause)}"
    assert word in cited


def test_a_unit_without_a_zone_has_none() -> None:
    square = changed("F1 battalion at 0202 facing N", "F1 battalion at 0202 facing N square")
    assert played(square.replace("F1 at 0201", "F1 zone none")).passed


def test_a_situation_that_holds_passes() -> None:
    assert played(DRAWN) == Outcome("my.situation", "A march", ("P18.1",), True)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("F1 at 0201", "F1 at 0301", "line 14: expected F1 at 0301, found 0201"),
        ("F1 at 0201", "F1 lost 1 + 1", "found 0"),
        ("F1 at 0201", "F1 gone", "found it in 0201"),
        ("F1 at 0201", "F1 zone none", "found 0101+0301"),
        ("F1 at 0201", "asked coalition", "found french movement"),
        ("F1 at 0201", "stack 0201 P1", "found F1"),
        ("F1 at 0201", "refused done", "found it allowed"),
        ("F1 at 0201", "offered march P1 N", "not yours"),
        ("F1 at 0201", "refused march P1 N because P99.9", "not yours"),
        ("F1 at 0201", "event Removed unit F1", "found only"),
        ("F1 at 0201", "event Moved unit P1", "unit F1"),
        ("F1 at 0201", "events Removed 1", "found 0"),
        ("F1 at 0201", "over", "found that it goes on"),
        ("F1 at 0201", "F1 at 0301 or 0302", "expected F1 at 0301 or 0302, found 0201"),
        ("F1 at 0201", "either F1 at 0301 or else P1 at 0201", "found 0201 and 0503"),
        ("F1 at 0201", "forbidden done because P99.9", "found it allowed"),
        ("F1 at 0201", "forbidden march P1 N because P99.9", "not yours"),
        ("F1 at 0201", "forbidden fire 0503 F1@0201 because P21.9", "no such order is asked for"),
        ("F1 at 0201", "F1 points 6", "found 10/2"),
        ("F1 at 0201", "view coalition pieces.F1.lost is 1", "found 0"),
        ("F1 at 0201", "view coalition pieces.F1 is hidden", "found {'id'"),
        ("F1 at 0201", "view coalition own.F1 is shown", "found hidden"),
        ("F1 at 0201", "told coalition events Moved 2", "found 1"),
        ("F1 at 0201", "account Moved has +3 P30.3", "found nothing"),
        ("march F1 N", "march F1 S S S S S", "line 12: march F1 S S S S S:"),
        ("march F1 N", "dice 43", "line 12: dice 43: the game asks french for movement"),
    ],
)
def test_what_does_not_hold_is_told_with_its_line_and_what_was_found(
    old: str, new: str, problem: str
) -> None:
    outcome = played(changed(old, new))
    assert not outcome.passed
    assert problem in outcome.problems[0]


VOLLEY = """\
title: Guns next to a crowd
rule: P26.4
map:
  . . . . .
  . . . . .
  . . . . .
units:
  F1 battery at 0301 facing S short 14
  P1 regiment at 0302 facing N increments 12
start: FireAttack target=0302 firers=F1@0301 kind=offensive
script:
  dice 43
expect:
  event FireResolved dice 4+3 read 46 unshifted 2-1 column 3-1
"""


@pytest.mark.parametrize(
    "expected",
    [
        "event FireResolved dice 4+3 read 46 unshifted 2-1 column 3-1 or 2.5-1",
        "account FireResolved modifiers is +12 - 9 P22.1",
        "either account FireResolved has +4 P22.1 or else over",
        "account FireResolved defence is +6 P21.3",
        "fire 0302 F1@0301 has 14 P26.1",
    ],
)
def test_what_a_volley_was_made_of_is_expected_line_by_line(expected: str) -> None:
    outcome = played(
        VOLLEY.replace("event FireResolved dice 4+3 read 46 unshifted 2-1 column 3-1", expected)
    )
    assert outcome.problems == (), outcome.problems


def test_expectations_can_stand_in_the_middle_of_the_script() -> None:
    outcome = played(changed("  march F1 N\n", "  expect F1 at 0201\n  march F1 N\n"))
    assert outcome.problems == ("line 12: expected F1 at 0201, found 0202",)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("title: A march\n", "", 1, "needs a title"),
        ("title: A march\n", "  lost\ntitle: A march\n", 1, "a section must come first"),
        ("rule: P18.1", "rules: P18.1", 2, "'rules' is not a section"),
        ("rule: P18.1", "title: again", 2, "there already"),
        (". . w . .", ". . ? . .", 5, "'?' means nothing"),
        (". . w . .", ". . w .", 5, "4 hexes, the first row 5"),
        ("F1 battalion at 0202", "F1 platoon at 0202", 8, "no class 'platoon'"),
        ("F1 battalion at 0202", "F1 battalion at 0909", 8, "0909 is not on the map"),
        (
            "F1 battalion at 0202 facing N",
            "F1 battalion at 0202+0302 facing NNE line",
            8,
            "cannot stand",
        ),
        (
            "F1 battalion at 0202 facing N",
            "F1 battalion at 0101+0203 facing N road",
            8,
            "cannot stand",
        ),
        ("F1 battalion at 0202", "F1 battalion at 0202+0203", 8, "cannot stand"),
        ("F1 battalion at 0202", "F1 battalion proud at 0202", 8, "'proud' means nothing"),
        ("F1 battalion at 0202 facing N", "F1 battalion facing N", 8, "stands nowhere"),
        ("F1 battalion at 0202 facing N", "F1 battalion at 0202 facing E", 8, "faces one of"),
        ("P1 battalion", "F1 battalion", 9, "there already"),
        ("segment movement french", "segment movement turkish", 10, "no side 'turkish'"),
        ("segment movement french", "supper", 10, "cannot start at 'supper'"),
        ("march F1 N", "saunter F1 N", 12, "unknown verb"),
        ("F1 at 0201", "F1 hungry 1", 14, "a unit has no 'hungry'"),
        ("F1 at 0201", "nobody moves", 14, "neither a unit nor"),
        ("rule: P18.1", "turns: many", 2, "'many' is not a number"),
        ("rule: P18.1", "weather: frogs", 2, "'frogs' means nothing here"),
        ("rule: P18.1", "special: surprize", 2, "'surprize' means nothing here"),
        ("rule: P18.1", "hexsides: 0101 S wal", 2, "features: slope, wall"),
        ("rule: P18.1", "hexsides: 0901 S wall", 2, "0901 is not on the map"),
        ("rule: P18.1", "roads: 0101 0301", 2, "0301 is not next to 0101"),
        ("rule: P18.1", "levels: 0 0 0 0 0", 2, "1 rows, the map 3"),
        ("rule: P18.1", "leaders: LF1 at 0909", 2, "0909 is not on the map"),
        ("rule: P18.1", "calendar: 4 frogs", 2, "'frogs' means nothing of a turn"),
        ("rule: P18.1", "calendar: fog", 2, "write the number of a turn"),
        ("rule: P18.1", "arrivals: G1 turn 2 at 0101 units F9", 2, "there is no unit 'F9'"),
        ("rule: P18.1", "arrivals: G1 turn 2 units F1", 2, "it comes nowhere"),
        ("rule: P18.1", "arrivals: G1 day 2 at 0101 units F1", 2, "'day' means nothing here"),
        ("rule: P18.1", "arrivals: G1 at 0101 units F1 manner swim", 2, "nobody comes by 'swim'"),
        ("rule: P18.1", "organisations: girard levels 1+2", 2, "say whose it is"),
        ("rule: P18.1", "organisations: girard", 2, "as in: girard battalions 13"),
        ("F1 at 0201", "view french pieces.F9 is hidden", 14, "this battle has no 'F9'"),
        ("F1 at 0201", "view french piecez.F1 is hidden", 14, "nothing there is called 'piecez'"),
        (
            "F1 battalion at 0202",
            "F1 battalion mark tried-sqare at 0202",
            8,
            "there is no mark 'tried-sqare'; did you mean 'tried-square'?",
        ),
        ("F1 battalion at 0202", "F1 battalion mark declined: at 0202", 8, "no mark 'declined:'"),
        ("F1 at 0201", "forbidden march F1 N", 14, "name the clause"),
        ("F1 at 0201", "told turks event Moved", 14, "no side 'turks'"),
        ("F1 at 0201", "told french stack 0201 F1", 14, "one of: account, event, events"),
        ("F1 at 0201", "account Moved", 14, "write 'account EVENT has"),
        ("F1 at 0201", "event Mooved unit F1", 14, "there is no event 'Mooved'; Moved?"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    old: str, new: str, line: int, said: str
) -> None:
    with pytest.raises(MalformedFile) as caught:
        played(changed(old, new))
    assert said in str(caught.value)
    assert caught.value.line == line


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(MalformedFile, match="there is no option 'moonlight'"):
        played(changed("rule: P18.1", "options: moonlight=on"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ladder 43 + 4 = 52", "found 51"),
        ("fire-odds 14 : 9 = 2-1", "found 1.5-1"),
        ("number 12 * 2 = 25", "found 24"),
    ],
)
def test_a_sum_that_is_wrong_says_what_it_is(line: str, said: str) -> None:
    outcome = played(f"title: Sums\ncompute:\n  {line}\n")
    assert said in outcome.problems[0]


@pytest.mark.parametrize(
    "line",
    [
        "ladder 43 + 4",
        "juggle 3 = 4",
        "fire 9-9 at 43 = 1",
        "ladder 77 + 1 = 1",
        "fire-odds 14 = 1",
    ],
)
def test_a_sum_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(MalformedFile) as caught:
        played(f"title: Sums\ncompute:\n  {line}\n")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    "text", ["12 *", "__import__('os')", "2 ** 9", "1 / 0", "a + 1", "(" * 500]
)
def test_arithmetic_is_only_arithmetic(text: str) -> None:
    with pytest.raises(ValueError, match="sum"):
        arithmetic(text)


def test_a_drawn_map_has_heights_walls_and_roads() -> None:
    text = DRAWN + (
        "levels:\n  0 0 0 0 0\n  0 0 1 0 0\n  0 0 0 0 0\nhexsides:\n  0202 N wall\nroads:\n  0101 0201\n"
    )
    ground = lay_out(read(text, "drawn")).setting.ground
    assert ground.level[302] == 1
    assert ground.hexsides[202, 0] == "wall"
    assert ground.roads[101] == (201,)
    assert ground.terrain[302] == "woods"


def test_a_unit_line_gives_what_the_counter_prints_and_how_it_stands() -> None:
    unit = read_unit("P7 light coalition at 0203+0303 facing NNE line increments 9 lost 2 routed")
    assert unit.piece is not None
    assert (unit.printed.side, unit.printed.increments) == ("coalition", 9)
    assert (unit.piece.lost, unit.piece.cohesion.value, len(unit.piece.hexes)) == (2, "rout", 2)


def test_the_manual_names_every_section_expectation_and_sum() -> None:
    for word in (*SECTIONS, *of_the_moment(KIT), *OF_A_UNIT, *SUMS, *KIT.sums):
        assert re.search(rf"`[^`]*(?<![\w-]){re.escape(word)}(?![\w-])", MANUAL), word
