"""The sheet of An XXX, read a second time from its printed text and compared cell by cell.

``second_reading`` holds what was read; the charts of the edition are what was transcribed first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.mechanics.charts.lined import values_of
from grognard.mechanics.d66 import rung_of
from grognard.systems.an_xxx.cards import DEALER, cards

READ = Path(__file__).parent / "second_reading"
CHARTS = DEALER.folders[-1]
HOUSE = "house"
NONE = "-"


def lines(name: str) -> Iterator[str]:
    for line in (READ / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def cell_of(line: str) -> tuple[str, tuple[str, ...]]:
    key, _, cells = line.partition(" = ")
    return key, tuple(cells.split())


FIGURES = dict(map(cell_of, lines("figures.txt")))


def printed() -> dict[str, tuple[str, ...]]:
    """Every row of a keyed table in our charts that is not a figure of the house."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(CHARTS.glob("*.yaml")):
        for table, held in values_of(path)["tables"].items():
            for row, cells in held["rows"].items() if held["kind"] == "keyed" else ():
                text, _, source = str(cells).partition("|")
                if source.strip() != HOUSE:
                    words = {"True": "yes", "False": "no"}
                    figures = tuple(words.get(word, word) for word in text.split())
                    found[f"{path.stem} {table} {row}"] = figures
    return found


PRINTED = printed()


def test_both_readings_have_the_same_rows() -> None:
    assert sorted(PRINTED) == sorted(FIGURES)


@pytest.mark.parametrize("row", FIGURES)
def test_both_readings_agree(row: str) -> None:
    assert PRINTED[row] == FIGURES[row]


@pytest.mark.rule("X16.7.1")
@pytest.mark.parametrize("line", list(lines("melee.txt")), ids=lambda line: line[:2])
def test_the_melee_chart_is_as_it_was_read_again(line: str) -> None:
    roll, *cells = line.split()
    names = ("Fire-Fight", *cards().melee_odds.names)
    assert [cards().melee_cells[name][rung_of(int(roll))] for name in names] == cells


@pytest.mark.rule("X15.1")
@pytest.mark.parametrize("line", list(lines("fire.txt")), ids=lambda line: line.split()[0])
def test_the_fire_chart_is_as_it_was_read_again(line: str) -> None:
    odds, *spans = line.split()
    due = [0] * 36
    for loss, span in enumerate(spans, start=1):
        if span != NONE:
            first, _, last = span.partition("-")
            for rung in range(rung_of(int(first)), rung_of(int(last or first)) + 1):
                due[rung] = loss
    column = cards().fire_odds.names.index(odds)
    assert [cards().fire_losses(column, rung) for rung in range(36)] == due
