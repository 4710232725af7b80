"""Variants change who is there, where they stand, when they come, the weather and the aims."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY
from grognard.systems.bataille.packs.victory import battalions_of
from grognard.systems.bataille.table import Table
from grognard.systems.premier.packs import check, load

CHANGED = """\
variants:
  how:
    text: How is it fought?
    values:
      usual: {}
      other:
        %s
turns:
"""


@pytest.fixture
def varied(tmp_path: Path) -> Callable[[str], Path]:
    """The duel with a variant that changes something."""

    def make(change: str) -> Path:
        folder = tmp_path / "varied"
        folder.mkdir(exist_ok=True)
        for file in (LIBRARY / "duel").glob("*.yaml"):
            text = file.read_text(encoding="utf-8")
            (folder / file.name).write_text(text.replace("turns:\n", CHANGED % change, 1), "utf-8")
        return folder

    return make


OTHER = {"how": "other"}


def test_units_who_are_not_there_leave_every_list(varied: Callable[[str], Path]) -> None:
    pack = varied("without: [F2]")
    assert check(pack) == []
    assert "F2" in load(pack).roster
    without = load(pack, OTHER)
    assert "F2" not in without.roster
    assert "F2" not in {placed.unit for placed in without.placements}


def test_other_values_set_up_weather_and_aims(varied: Callable[[str], Path]) -> None:
    pack = varied(
        "units: [{id: F2, increments: 4, morale: 31}]\n"
        "        setup: [{unit: P1, hex: '0709', formation: column, facing: 'N'}]\n"
        "        victory: {levels: [{level: FD, name: All, side: french, tested: 1,"
        " all: [{lead: 1}]}]}"
    )
    assert check(pack) == []
    usual, other = load(pack), load(pack, OTHER)
    assert (usual.roster["F2"].increments, other.roster["F2"].increments) == (6, 4)
    places = {placed.unit: placed.hexes for placed in other.placements}
    assert places["P1"] == (709,)
    assert [level.name for level in other.victory["levels"]] == ["All"]
    assert len(usual.victory["levels"]) > 1


@pytest.mark.parametrize(
    ("change", "text", "hint"),
    [
        ("without: [F9]", "there is no unit or leader 'F9'", "F1"),
        ("units: [{id: F9, increments: 4}]", "there is no unit 'F9'", "F1"),
        ("arrivals: {X: {turn: 2}}", "there is no arrival 'X'", "none are known here"),
        ("weather: {'10:30': dry}", "there is no turn at '10:30'", "did you mean"),
        ("weather: {'10:20': storm}", "there is no weather 'storm'", "known: dry"),
        (
            "setup: [{unit: P1, hex: '0703', formation: column, facing: 'N'}]",
            "'F1' of the enemy stands in 0703",
            "move one of them",
        ),
    ],
)
def test_a_variant_is_held_to_the_rules_of_the_battle(
    varied: Callable[[str], Path], change: str, text: str, hint: str
) -> None:
    told = [problem for problem in check(varied(change)) if text in problem.text]
    assert told
    assert told[0].file.endswith("scenario.yaml")
    assert told[0].line > 0
    assert hint in told[0].hint


def test_a_brigade_counts_in_every_body_that_names_it_and_feels_the_level_of_the_first(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    for file in (LIBRARY / "village").glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        old = "organisations:\n"
        more = (
            "  - {id: all, side: prussian, name: All, brigades: [Brigade Hartwig], levels: [1]}\n"
        )
        lines = text.replace("divisions:\n", f"{more}divisions:\n", 1) if old in text else text
        (folder / file.name).write_text(lines, "utf-8")
    assert check(folder) == []
    setting = load(folder)
    own, both = setting.organisations[-2:]
    assert (own.id, both.id) == ("hartwig", "all")
    assert own.battalions == both.battalions > 0
    table = Table(setting)
    assert battalions_of(table, own) == battalions_of(table, both)
    assert {setting.roster[unit].organisation for unit in battalions_of(table, both)} == {"hartwig"}


def test_blankenfelde_without_morand_and_ney_without_dust() -> None:
    alone = load(LIBRARY / "blankenfelde", {"morand": "stays"})
    assert not any(unit in alone.roster for unit in ("F20", "F24"))
    assert [body.levels for body in alone.organisations if body.id == "iv_corps_french"] == [
        (3, 6, 9)
    ]
    assert {group.side for group in alone.arrivals} == {"coalition"}
    clear = load(LIBRARY / "dennewitz-ney", {"dust": "nobody", "oudinot": "rohrbeck"})
    assert {turn.weather for turn in clear.turns} == {"dry"}
    assert {group.zone for group in clear.arrivals if group.id in ("FN4", "FN5")} == {"oehna_road"}
