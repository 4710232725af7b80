"""Packs of An XXX: a supplement upon a pack of the library, and what is said when it is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY, document
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.supplement import facts, is_elite, stock_of
from grognard.systems.bataille.packs.packfields import json_schema
from grognard.systems.registry import system_named

SYSTEM = system_named("an-xxx")
VILLAGE = (LIBRARY / "village-xxx/scenario.yaml").read_text("utf-8")


def problems(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "scenario.yaml").write_text(text, "utf-8")
    return [str(problem) for problem in SYSTEM.library.check(tmp_path)]


@pytest.mark.parametrize("name", ["bridgehead", "hagelberg"])
def test_a_supplement_is_played_on_the_map_with_the_counters_of_the_battle_it_stands_upon(
    name: str,
) -> None:
    base = system_named("premier").library.setting(name, {})
    made = SYSTEM.library.setting(f"{name}-xxx", {})
    assert list(SYSTEM.library.check(f"{name}-xxx")) == []
    assert made.ground.terrain == base.ground.terrain
    assert made.placements == base.placements
    assert {unit: printed.melee for unit, printed in made.roster.items()} == {
        unit: printed.melee for unit, printed in base.roster.items()
    }


def test_the_hash_of_a_supplement_covers_the_pack_it_stands_upon() -> None:
    files = dict(document("village-xxx").files)
    assert files["village/scenario.yaml"] == dict(document("village").files)["scenario.yaml"]


@pytest.mark.rule("X3.1", "X18.14.2")
def test_facts_of_the_supplement_lie_on_the_counters() -> None:
    setting = SYSTEM.library.setting("hagelberg-xxx", {})
    assert stock_of(setting.roster["F17"]) == 12
    assert stock_of(setting.roster["F01"]) is None
    assert "armored" in setting.roster["F16"].traits
    assert "corps:chernyshev" in setting.roster["R02"].traits
    assert not any(map(is_elite, setting.roster.values()))
    assert facts(setting).year == 1813
    assert [wagon.id for wagon in facts(setting).wagons] == ["WF1", "WF2", "WR1"]
    assert facts(setting).structures == ()


@pytest.mark.rule("X3.1")
def test_a_unit_of_morale_16_or_lower_is_elite_where_no_list_says_otherwise(
    tmp_path: Path,
) -> None:
    base = (LIBRARY / "village/scenario.yaml").read_text("utf-8")
    text = base.replace("system: premier", "system: an-xxx").replace("morale: 25", "morale: 16")
    sections = VILLAGE[VILLAGE.index("year:") :]
    (tmp_path / "scenario.yaml").write_text(text + sections, "utf-8")
    (tmp_path / "map.yaml").write_bytes((LIBRARY / "village/map.yaml").read_bytes())
    setting = SYSTEM.library.setting(tmp_path, {})
    assert {unit for unit, printed in setting.roster.items() if is_elite(printed)} == {
        "F5", "F6", "P1", "P2",
    }  # fmt: skip


@pytest.mark.rule("X16.6.5")
def test_structures_that_a_battle_offers_are_played_with_the_option() -> None:
    setting = SYSTEM.library.setting("hagelberg-xxx", {"special_structures": "all"})
    assert [structure.hexes for structure in facts(setting).structures] == [(2427,)]


@pytest.mark.parametrize("section", ["elite", "wagons", "light", "ammunition", "corps", "year"])
def test_a_supplement_without_a_table_is_refused_with_what_is_missing(
    section: str, tmp_path: Path
) -> None:
    lines = VILLAGE.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"{section}:"))
    end = next(at for at in range(start + 1, len(lines)) if not lines[at].startswith(" "))
    found = problems(tmp_path, "\n".join(lines[:start] + lines[end:]))
    assert any(
        f"'{section}' is missing (hint: {section}:" in problem
        and problem.startswith("scenario.yaml:")
        for problem in found
    )


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("elite: []", "elite: [F99]", "there is no unit 'F99'"),
        ("F7: 12, P7: 12", "F7: 12", "the battery P7 has no ammunition"),
        ("howitzers: [F7, P7]", "howitzers: [F1]", "F1 is no battery"),
        ("hex: '1002'", "hex: '9902'", "this hex is not on the map"),
        ("side: french, name", "side: frensh, name", "there is no side 'frensh'"),
        ("dusk: []", "dusk: [99]", "there is no turn 99"),
        ("of: village", "of: vilage", "there is no pack in the library 'vilage'"),
    ],
)
def test_a_fault_of_a_supplement_names_file_line_and_hint(
    written: str, instead: str, said: str, tmp_path: Path
) -> None:
    found = problems(tmp_path, VILLAGE.replace(written, instead))
    assert any(said in problem and "hint:" in problem for problem in found)
    assert all(problem.startswith("scenario.yaml:") for problem in found)


def test_a_pack_of_premier_is_told_what_is_missing_under_an_xxx() -> None:
    found = [str(problem) for problem in SYSTEM.library.check("village")]
    assert any("'premier' is not one of the words known here" in problem for problem in found)
    for section in ("elite", "wagons", "light"):
        assert any(f"'{section}' is missing" in problem for problem in found)


@pytest.mark.rule("X21.1.1.1")
def test_dusk_comes_on_the_turns_that_the_supplement_names(tmp_path: Path) -> None:
    text = VILLAGE.replace("dusk: []", "dusk: [7]").replace("night: []", "night: [8]")
    (tmp_path / "scenario.yaml").write_text(text, "utf-8")
    setting = SYSTEM.library.setting(tmp_path, {})
    assert [turn.weather for turn in setting.turns[5:]] == ["dry", "dusk", "night"]


def test_the_published_schema_is_the_one_of_the_code() -> None:
    schema = json.loads((LIBRARY / "scenario-an-xxx.schema.json").read_text("utf-8"))
    assert schema == json_schema(KIT)
