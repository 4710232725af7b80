"""Every card against a second reading of its source, in another shape, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from grognard.mechanics.charts import Keyed
from grognard.mechanics.d66 import RUNGS, printed, rung_of
from grognard.systems.premier.cards import MatrixEffect, cards

HERE = Path(__file__).parent
NUMBER = re.compile(r"[+-]?\d+(\.\d+|/\d+)?")

# Tables of words and yes-or-no lists, which have no figures to misread.
WITHOUT_FIGURES = {
    ("sources", "codes"), ("fire-modifiers", "no_common_fire"), ("fire-defence", "flanks"),
    ("carre", "row_of"), ("carre", "reading"), ("national-infantry", "may_not_stack"),
    ("night", "clock"), ("turn-and-recovery", "first_player"),
}  # fmt: skip
# Read in a shorthand of their own.
APART = {("stacking", "terrain"), ("stacking", "formations"), ("matrix", "effects")}


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def sections(name: str) -> Iterator[tuple[list[str], list[str]]]:
    """The parts of a file: the words of each heading in brackets, and the lines below it."""
    head: list[str] = []
    body: list[str] = []
    for line in lines(name):
        if line.startswith("["):
            if head:
                yield head, body
            head, body = line.strip("[]").split(), []
        else:
            body.append(line)
    yield head, body


def cell_of(text: str, head: list[str], column: str) -> object:
    """A value of the second reading, as the compiled card holds it."""
    if text in {".", "P"}:
        return None
    if text in {"yes", "no"}:
        return text == "yes"
    if f"rolls={column}" in head:
        return rung_of(int(text))
    if re.fullmatch(r"\d\d-\d\d", text):
        first, last = text.split("-")
        return tuple(range(rung_of(int(first)), rung_of(int(last)) + 1))
    if NUMBER.fullmatch(text):
        return Fraction(text) * (2 if "half" in head else 1)
    return text


def same(cell: object, wanted: object) -> bool:
    if isinstance(cell, tuple) and isinstance(wanted, str):
        return ",".join(cell) == wanted
    if isinstance(cell, str) and isinstance(wanted, bool):  # a word that happens to be yes or no
        return cell == ("yes" if wanted else "no")
    return cell == wanted and isinstance(cell, bool) == isinstance(wanted, bool)


def compare(table: Keyed, column: str, wanted: dict[str, str], head: list[str]) -> None:
    rest = wanted.pop("others", None)
    assert wanted.keys() <= table.rows.keys(), wanted.keys() - table.rows.keys()
    for row in table.rows:
        assert row in wanted or rest is not None, (head, column, row)
        text = wanted.get(row, rest or "")
        assert same(table.cell(row, column), cell_of(text, head, column)), (head, row, column, text)


def facts(line: str) -> tuple[str, dict[str, str]]:
    """``column: value name name | value name`` as names with their value."""
    column, _, rest = line.partition(": ")
    found: dict[str, str] = {}
    for group in rest.split("|"):
        value, *names = group.split()
        assert not found.keys() & set(names), line
        found.update(dict.fromkeys(names, value))
    return column, found


def read_in_full() -> dict[tuple[str, str], set[str]]:
    """Tables that the second reading covers, with their columns."""
    covered: dict[tuple[str, str], set[str]] = {}
    for name in ("costs.txt", "dice.txt", "ground.txt", "grids.txt"):
        for head, body in sections(name):
            columns = {line.partition(":")[0] for line in body} - {"rows"}
            covered[head[0], head[1]] = columns
    return covered


@pytest.mark.parametrize("name", ["costs.txt", "dice.txt", "ground.txt"])
def test_every_figure_is_read_the_same_twice(name: str) -> None:
    for head, body in sections(name):
        table = cards().keyed(head[0], head[1])
        for line in body:
            column, wanted = facts(line)
            compare(table, column, wanted, head)


def test_every_grid_is_read_the_same_twice() -> None:
    for head, body in sections("grids.txt"):
        table = cards().keyed(head[0], head[1])
        rows = body[0].removeprefix("rows: ").split()
        for line in body[1:]:
            column, _, values = line.partition(": ")
            wanted = dict(zip(rows, values.split(), strict=True))
            compare(table, column, wanted, head)


def test_no_table_with_figures_escapes_the_second_reading() -> None:
    covered = read_in_full()
    for card, chart in cards().charts.items():
        for name, table in chart.tables.items():
            if isinstance(table, Keyed) and (card, name) not in WITHOUT_FIGURES | APART:
                assert covered[card, name] == set(table.columns), (card, name)


@pytest.mark.rule("P21.6")
def test_all_cells_of_the_fire_chart_are_read_the_same_twice() -> None:
    deck, seen = cards(), 0
    for column, line in enumerate(lines("fire.txt")):
        name, *lowest = line.split()
        assert deck.fire_column_name(column) == name
        for rung in range(RUNGS):
            losses = sum(low != "." and printed(rung) >= int(low) for low in lowest)
            assert deck.fire_losses(column, rung) == losses, (name, printed(rung))
            seen += 1
    assert seen == 16 * 36


@pytest.mark.rule("P33.13", "P34.6")
def test_all_cells_of_the_melee_chart_are_read_the_same_twice() -> None:
    deck, seen = cards(), 0
    for column, line in enumerate(lines("melee.txt")):
        name, *runs = line.split()
        assert deck.melee_column_name(column) == name
        rung = 0
        for run in runs:
            word, _, times = run.partition("x")
            for _ in range(int(times or 1)):
                assert deck.melee_result(column, rung).printed == word, (name, printed(rung))
                rung, seen = rung + 1, seen + 1
        assert rung == RUNGS
    assert seen == 360


@pytest.mark.rule("P38.24")
def test_the_carre_table_is_read_the_same_twice() -> None:
    ladder = cards().charts["carre"].ladder("results")
    seen = 0
    for line in lines("carre.txt"):
        nation, formation, *ends = line.split()
        for distance, pair in enumerate(ends, start=1):
            square, disorder = (int(roll) for roll in pair.split("/"))
            cells = ladder.cells[ladder.index(f"{nation}/{formation}/{distance}")]
            for rung, cell in enumerate(cells):
                roll = printed(rung)
                result = "rout" if roll > disorder else "disorder" if roll > square else "carre"
                assert cell == result, (line, distance, roll)
            seen += 1
    assert seen == len(ladder.names)


def faces_of(text: str) -> list[int]:
    if ".." in text:
        first, last = (rung_of(int(end)) for end in text.split(".."))
        return [printed(rung) for rung in range(first, last + 1)]
    return [int(face) for face in text.split()]


def test_the_small_dice_tables_are_read_the_same_twice() -> None:
    seen: set[tuple[str, str]] = set()
    for line in lines("small_dice.txt"):
        where, _, results = line.partition(": ")
        card, name, row = where.split()
        ladder = cards().charts[card].ladder(name)
        wanted: dict[int, str] = {}
        for result in results.split(", "):
            word, _, faces = result.partition(" ")
            wanted.update(dict.fromkeys(faces_of(faces), word))
        cells = ladder.cells[ladder.index(row)]
        assert dict(zip(ladder.faces, cells, strict=True)) == wanted, where
        seen.add((card, name))
    assert {("weather", "change"), ("turn-and-recovery", "overnight")} <= seen


@pytest.mark.rule("P10.1", "P16.10", "P16.70")
def test_the_stacking_limits_are_read_the_same_twice() -> None:
    words = {
        "I": "infantry_increments", "R": "infantry_regiments", "B": "battalions",
        "C": "cavalry_increments", "Q": "cavalry_regiments", "G": "artillery_increments",
        "b": "batteries",
    }  # fmt: skip
    read: dict[str, set[frozenset[tuple[str, int]]]] = {}
    for line in lines("stacking.txt"):
        terrain, _, rest = line.partition(":")
        alternatives = [part for part in rest.split("/") if part.strip()]
        read[terrain] = {
            frozenset((words[letter], int(most)) for letter, most in re.findall(r"(\w)(\d+)", part))
            for part in alternatives
        }
    for terrain, limits in cards().limits.items():
        assert {frozenset(limit.items()) for limit in limits} == read.pop(terrain), terrain
    assert not read


FATES = {
    "step": "step_back", "fall": "fall_back", "dis": "disorder", "stand-dis": "disorder_in_place",
    "gone": "eliminated",
}  # fmt: skip


def effect_of(text: str) -> dict[str, object]:
    fields = {"inf": "infantry", "cav": "cavalry", "def": "defender"}
    losses = {"z": "zone_loss", "a": "attacker_loss", "d": "defender_loss"}
    wanted: dict[str, object] = {}
    for part in filter(None, text.split(", ")):
        word, *rest = part.split()
        if word in fields:
            wanted[fields[word]] = FATES.get(rest[0], rest[0])
            wanted[f"{fields[word]}_back"] = (
                int(rest[1]) if len(rest) > 1 and rest[1] != "m" else None
            )
        elif word in losses:
            wanted[losses[word]] = int(rest[0])
        elif word == "unsquare":
            wanted["leaves_square"] = True
        else:
            wanted["attacker_check" if word == "a?" else "defender_check"] = int(rest[0])
            if len(rest) > 1:
                wanted["defender_failure"] = rest[1]
    return wanted


@pytest.mark.rule("P34.1", "P14.23")
def test_the_effect_codes_are_read_the_same_twice() -> None:
    nothing = cards().matrix_effect(17)
    seen = 0
    for line in lines("matrix_effects.txt"):
        code, _, text = line.partition(":")
        wanted = effect_of(text.strip())
        effect = cards().matrix_effect(int(code))
        for field in MatrixEffect.__slots__:
            expected = wanted.get(field, getattr(nothing, field))
            assert getattr(effect, field) == expected, (line, field)
        seen += 1
    assert seen == len(cards().effects)
