"""The chart loader: what it accepts, and how it refuses a faulty card."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts import Chart, ChartError, load_chart, mark_of, read_lined
from grognard.mechanics.charts.lined import lined, written
from grognard.mechanics.d66 import rung_of

HEAD = """\
card: trial
title: Trial card
rule: ["P21.6"]
source: HAG
tables:
"""

BANDS = """\
  losses:
    kind: bands
    monotone: rising
    headings: ["0", "1", "2"]
    rows:
      few:  11-46 51-66 .
      many: 11-22 23-51 52-66
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "trial.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def load(tmp_path: Path, tables: str, **chosen: str) -> Chart:
    return load_chart(write(tmp_path, HEAD + tables), chosen, {"HAG", "RB", "house", "LEI"})


def refusal(tmp_path: Path, tables: str, **chosen: str) -> ChartError:
    with pytest.raises(ChartError) as caught:
        load(tmp_path, tables, **chosen)
    assert "\n" not in str(caught.value)
    return caught.value


def keyed(rows: str, columns: str = "{cost: int}") -> str:
    return f"  costs:\n    kind: keyed\n    columns: {columns}\n    rows:\n{rows}"


# --- what is accepted ---------------------------------------------------------------------------


def test_bands_become_rungs(tmp_path: Path) -> None:
    table = load(tmp_path, BANDS).ladder("losses")
    assert table.names == ("few", "many")
    many = table.cells[table.index("many")]
    assert [many[rung_of(roll)] for roll in (11, 22, 23, 51, 52, 66)] == list("001122")
    assert len(many) == 36


@pytest.mark.rule("P21.5")
def test_odds_take_the_highest_column_not_above_the_ratio(tmp_path: Path) -> None:
    table = load(tmp_path, '  odds: {kind: odds, columns: ["1-2.5", "1-1", "1.5-1"]}\n')
    odds = table.odds("odds")
    assert odds.ratios == ((2, 5), (1, 1), (3, 2))
    names = [odds.names[odds.column(of, to)] for of, to in ((14, 9), (3, 2), (149, 100), (1, 9))]
    assert names == ["1.5-1", "1.5-1", "1-1", "1-2.5"]


def test_odds_below_the_card_may_cost_dice(tmp_path: Path) -> None:
    below = "[{less_than: '1:2', dice: -6}, {less_than: '1:3', dice: -12}]"
    table = load(tmp_path, f'  odds: {{kind: odds, columns: ["1:2", "1:1"], below: {below}}}\n')
    odds = table.odds("odds")
    assert [odds.dice(of, to) for of, to in ((1, 2), (49, 100), (1, 3), (1, 4))] == [0, -6, -6, -12]


def test_cells_have_the_type_of_their_column(tmp_path: Path) -> None:
    columns = '{a: half, b: fraction, c: flag, d: rolls, e: "words(x y)?", f: "int = 0"}'
    row = keyed("      one: 1/2 3/2 yes 65-66 x,y | HAG\n      two: 3 2.5 no 11 P 4\n", columns)
    table = load(tmp_path, row).keyed("costs")
    assert table.rows["one"] == (1, Fraction(3, 2), True, (34, 35), ("x", "y"), 0)
    assert table.rows["two"] == (6, Fraction(5, 2), False, (0,), None, 4)


def test_limits_are_lists_of_alternatives(tmp_path: Path) -> None:
    rows = "      clear: [{men: 18}, {men: 12, guns: 1}]\n      pond: []\n"
    table = load(tmp_path, keyed(rows, '{limits: "limits(men guns)"}')).keyed("costs")
    assert table.cell("clear") == ((("men", 18),), (("men", 12), ("guns", 1)))
    assert table.cell("pond") == ()


def test_each_cell_keeps_its_origin(tmp_path: Path) -> None:
    rows = "      one: 1 2@house | LEI53\n      two: 3 4\n"
    table = load(tmp_path, keyed(rows, "{a: int, b: int}")).keyed("costs")
    marks = [table.origin(row, column) for row in ("one", "two") for column in ("a", "b")]
    assert marks == ["LEI53", "house", "HAG", "HAG"]
    assert [mark_of(codes) for codes in marks] == ["found", "house default", "found", "found"]
    assert mark_of("RB21 RB22") == "rule book"


def test_a_chosen_alternative_replaces_its_cells(tmp_path: Path) -> None:
    more = "alternatives:\n  few_start:\n    default: '51'\n    '52':\n"
    more += "      - {table: losses, row: few, to: '11-51 52-66 .'}\n"
    rung = rung_of(51)
    assert load(tmp_path, BANDS + more).ladder("losses").cells[0][rung] == "1"
    other = load(tmp_path, BANDS + more, few_start="52")
    assert other.ladder("losses").cells[0][rung] == "0"
    assert other.options == {"few_start": ("51", "52")}


def test_a_wrong_way_step_is_accepted_where_the_card_is_so_printed(tmp_path: Path) -> None:
    printed = BANDS.replace(
        "few:  11-46 51-66 .", 'few: {cells: "51-66 11-46 .", anomaly: printed}'
    )
    assert load(tmp_path, printed).ladder("losses").cells[0][0] == "1"


# --- what is refused ----------------------------------------------------------------------------


def test_a_gap_is_refused_with_file_line_field_and_hint(tmp_path: Path) -> None:
    error = refusal(tmp_path, BANDS.replace("11-22 23-51", "11-22 24-51"))
    assert isinstance(error, MalformedFile)
    assert (error.file, error.line, error.field) == ("trial.yaml", 12, "tables.losses.rows.many")
    assert error.problem == "23 is in no band"
    assert error.hint == "bands may leave no gap"
    assert str(error).startswith("trial.yaml:12: tables.losses.rows.many: 23 is in no band")


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("11-22 23-51", "11-23 23-51", "23 is in two bands"),
        ("11-22 23-51", "23-51 11-22", "column many steps the wrong way at 23"),
        ("11-22 23-51", "22-11 23-51", "'22-11' runs backwards"),
        ("11-22 23-51", "11-27 31-51", "'11-27' is no band of these dice"),
        ("11-46 51-66 .", "11-46 51-66", "2 cells where 3 are wanted"),
        ("monotone: rising", "monotone: sideways", "'sideways' is no direction"),
        ("kind: bands", "kind: band", "'band' is no kind of table"),
        ("headings:", "heading:", "'heading' means nothing here"),
        ("monotone: rising", "dice: d20", "'d20' are no known dice"),
        ("      many:", "      few:", "this name is written twice"),
        ("11-46 51-66 .", "11-46 51-66 . | XYZ", "'XYZ' is no known source"),
    ],
)
def test_faults_of_bands_are_refused(tmp_path: Path, before: str, after: str, problem: str) -> None:
    error = refusal(tmp_path, BANDS.replace(before, after))
    assert error.problem == problem
    assert error.line is not None
    assert error.line > 5
    assert error.hint


def test_columns_that_grow_worse_to_the_right_are_refused(tmp_path: Path) -> None:
    swapped = BANDS.replace("few:", "x:").replace("many:", "few:").replace("x:", "many:")
    turned = swapped.replace("monotone: rising", "across: falling")
    error = refusal(tmp_path, turned)
    assert error.problem.startswith("column few steps the wrong way")


def ladder(rows: list[str]) -> str:
    head = "  results:\n    kind: ladder\n    dice: d6\n    monotone: rising\n"
    head += "    worst_to_best: [AD, n/n, DD]\n    columns: [low, high]\n    rows:\n"
    return head + "".join(f"      {row}\n" for row in rows)


GOOD = ["1: AD AD", "2: AD 0/1*", "3: 1/2 DD", "4: 2*/1 DD", "5: DD DD", "6: DD DD"]


def test_a_ladder_has_one_row_for_every_face(tmp_path: Path) -> None:
    table = load(tmp_path, ladder(GOOD)).ladder("results")
    assert table.cells[0] == ("AD", "AD", "1/2", "2*/1", "DD", "DD")


@pytest.mark.parametrize(
    ("rows", "problem", "line"),
    [
        ([*GOOD[:2], *GOOD[3:]], "row 4 stands where 3 is due", 15),
        (GOOD[:5], "the rows end before 6", 12),
        ([GOOD[1], GOOD[0], *GOOD[2:]], "row 2 stands where 1 is due", 13),
        ([*GOOD[:5], "6: AD DD"], "column low steps the wrong way at 6", 18),
        ([*GOOD[:5], "6: DX DD"], "'DX' is no result of this card", 18),
        ([*GOOD[:5], "6: DD"], "1 cells where 2 are wanted", 18),
    ],
)
def test_faults_of_a_ladder_are_refused(
    tmp_path: Path, rows: list[str], problem: str, line: int
) -> None:
    error = refusal(tmp_path, ladder(rows))
    assert (error.problem, error.line) == (problem, line)


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ('["1-1", "1-2"]', "1-2 does not rise above the column before it"),
        ('["1-1", "1-1"]', "1-1 does not rise above the column before it"),
        ("[even]", "'even' is no ratio"),
        ('["1-0"]', "'1-0' is no ratio"),
    ],
)
def test_faults_of_odds_are_refused(tmp_path: Path, columns: str, problem: str) -> None:
    error = refusal(tmp_path, f"  odds: {{kind: odds, columns: {columns}}}\n")
    assert error.problem == problem
    assert error.hint


def test_a_table_read_by_odds_must_have_their_columns(tmp_path: Path) -> None:
    odds = "  odds: {kind: odds, columns: ['1-2', '1-1']}\n"
    error = refusal(
        tmp_path, odds + BANDS.replace("kind: bands", "kind: bands\n    columns_of: odds")
    )
    assert error.problem == "the columns are not those of the odds"


@pytest.mark.parametrize(
    ("row", "columns", "problem"),
    [
        ("2.5", "{cost: int}", "'2.5' is no value for 'cost'"),
        ("1/3", "{cost: half}", "'1/3' is not a number of half points"),
        ("maybe", "{cost: flag}", "'maybe' is no word for 'cost'"),
        ("17", "{cost: rolls}", "'17' names no dice for 'cost'"),
        (".", "{cost: int}", "'cost' may not be empty"),
        ("1 2", "{cost: int}", "2 cells where 1 are wanted"),
        ("{cost: 1, colour: 2}", "{cost: int}", "'colour' means nothing here"),
        ("{source: HAG}", "{cost: int}", "'cost' is missing"),
        ("1", "{cost: number}", "'number' is no type of column"),
    ],
)
def test_faults_of_keyed_tables_are_refused(
    tmp_path: Path, row: str, columns: str, problem: str
) -> None:
    error = refusal(tmp_path, keyed(f"      one: {row}\n", columns))
    assert error.problem == problem
    assert error.hint


def test_an_unknown_key_is_refused_with_the_nearest_known_one(tmp_path: Path) -> None:
    error = refusal(tmp_path, BANDS + "sauce: HAG\n")
    assert (error.line, error.problem) == (13, "'sauce' means nothing here")
    assert error.hint == "did you mean 'source'?"


def test_a_worked_example_that_fails_is_refused_at_its_line(tmp_path: Path) -> None:
    checks = "checks:\n  - {table: losses, row: few, roll: 51, is: 1}\n"
    load(tmp_path, BANDS + checks)
    error = refusal(tmp_path, BANDS + checks.replace("is: 1", "is: 2"))
    assert (error.line, error.problem) == (14, "the card gives 1, the example 2")
    error = refusal(tmp_path, BANDS + checks.replace("row: few", "row: fewer"))
    assert error.problem == "no 'fewer' among few, many"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("{table: lost, row: few, to: '.'}", "there is no table 'lost'"),
        ("{table: losses, row: none, to: '.'}", "there is no row 'none'"),
        ("{table: losses, row: few, to: '11-51 51-66 .'}", "51 is in two bands"),
    ],
)
def test_an_alternative_is_proved_like_the_card_itself(
    tmp_path: Path, change: str, problem: str
) -> None:
    more = f"alternatives:\n  start:\n    default: a\n    b:\n      - {change}\n"
    error = refusal(tmp_path, BANDS + more, start="b")
    assert (error.problem, error.line) == (problem, 17)
    unknown = refusal(tmp_path, BANDS + more, start="c")
    assert unknown.problem == "'c' is no value of start"


@pytest.mark.parametrize(
    "text", ["", "a: [1, 2", "a: 1\n b: 2\n", "\x00", "- a\n- b\n", "a: &x 1\n"]
)
def test_a_file_that_is_no_card_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ChartError) as caught:
        load_chart(write(tmp_path, text))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "field", "problem"),
    [
        ("a: 1\nb: [1, 2\n", 3, "", "did not find expected ',' or ']'"),
        ("a:\n  b: 1\n  b: 2\n", 3, "a.b", "this name is written twice"),
        ("a:\n  - b: *c\n", 2, "a[0].b", "anchors are not used in cards"),
        ("a: 1\n? [b]\n: 2\n", 2, "", "a name is one word or text"),
        ("a: 1\n---\nb: 2\n", 2, "", "a second document begins here"),
        (
            "a:\n  " + "[" * 100 + "]" * 100,
            2,
            "a" + "[0]" * 63,
            "values lie too deep in one another",
        ),
    ],
)
def test_a_fault_of_writing_is_named_with_its_line_and_field(
    text: str, line: int, field: str, problem: str
) -> None:
    with pytest.raises(ChartError) as caught:
        lined(text, "card.yaml")
    found = caught.value
    assert (found.file, found.line, found.field, found.problem) == (
        "card.yaml", line, field, problem,
    )  # fmt: skip
    assert found.hint


def test_plain_values_are_read_as_yaml_1_2_means_them_and_come_back_as_they_were_written() -> None:
    text = "a: [1, -2.5, true, no, 1:2, 2026-11-16, '3', ~]\nb: {12: 'null'}\nc: |\n  d\n  é\n"
    held = {
        "a": [1, -2.5, True, "no", "1:2", "2026-11-16", "3", None],
        "b": {"12": "null"}, "c": "d\né\n",
    }  # fmt: skip
    assert lined(text, "x.yaml").value() == held
    assert lined(written(held), "x.yaml").value() == held


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"\xff\xfe\xff")
    for name in ("bad.yaml", "missing.yaml"):
        with pytest.raises(ChartError, match="cannot be read"):
            read_lined(tmp_path / name)
