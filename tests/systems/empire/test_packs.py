"""Packs of a measured table: what is refused, where it stands, and how to mend it."""

from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY
from grognard.kernel.documents import Document
from grognard.mechanics.measured.gaps import overlap
from grognard.systems.empire.laws import broken_laws
from grognard.systems.empire.opening import opening, opening_table
from grognard.systems.empire.packs.describe import describe
from grognard.systems.empire.packs.pack import available, check, load

OUTPOST = (LIBRARY / "outpost" / "scenario.yaml").read_text("utf-8")


def faults(old: str, new: str) -> list[str]:
    """What is found in the outpost with a part of it written otherwise."""
    assert old in OUTPOST
    text = OUTPOST.replace(old, new, 1)
    document = Document.of([("scenario.yaml", text.encode())])
    return [str(problem) for problem in check(document)]


@pytest.mark.parametrize("name", ["outpost", "farm", "hagelberg-empire"])
def test_the_packs_of_the_library_are_sound_and_lie_within_all_laws(name: str) -> None:
    assert check(name) == []
    assert list(broken_laws(opening(load(name)))) == []
    assert name in [battle.id for battle in available()]


def test_hagelberg_begins_as_its_study_says() -> None:
    setting = load("hagelberg-empire")
    sides = [unit.side for unit in setting.roster.values()]
    assert (sides.count("french"), sides.count("coalition")) == (13, 15)
    assert [turn.time for turn in setting.turns][::7] == ["16:20", "18:40"]
    assert setting.turns[0].first == "coalition"
    assert setting.soaked
    assert sorted(setting.arrivals) == ["P14", "P15"]
    hidden = [unit for unit, stand in setting.stands.items() if stand.hidden]
    assert hidden == ["P1", "P2", "P3", "P4", "P5"]


def test_a_battle_is_told_before_it_is_played() -> None:
    told = describe(load("outpost"))
    assert "F1    infantry  line   line      morale 3 B SK1 line at 15.5,7.4 facing 0" in told
    assert "A table of 24 by 18 UD." in told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("at: [14.5, 4], facing: 0}", "at: [15.5, 7.6], facing: 0}", "it stands in F1"),
        ("at: [19.2, 4.5], facing: 0}", "at: [23.9, 4.5], facing: 0}", "a part of it is off the table"),
        ("at: [19.2, 4.5], facing: 0}", "at: [30, 4.5], facing: 0}", "30, 4.5 is off the table"),
        ("at: [14.5, 4], facing: 0}", "at: [10.8, 6], facing: 0}", "it stands in the building farm"),
        ("[3, 7.5], [6.5, 8]", "[6.5, 8], [3, 7.5]", "this outline crosses or touches itself"),
        ("from: [9.8, 5.5], to: [11.8, 7.5]", "from: [11.8, 5.5], to: [9.8, 7.5]", "has no ground"),
        ("formation: garrison, building: farm", "formation: garrison", "a garrison holds a building"),
        ("building: farm, facing: 0", "building: church, facing: 0", "there is no building 'church'"),
        ("type: foot, status: line, morale: 3, class: B, calibre: 6", "type: foot, status: line, morale: 3, class: B", "calibre"),
        ("morale: 3, class: B, sk: 1, formation: line", "morale: 7, class: B, sk: 1, formation: line", "'7' is not a whole number from 1 to 6"),
        ("at: [19.2, 4.5], facing: 0}", "at: [19.2, 4.5], facing: 360}", "'360' is not a whole number from 0 to 359"),
        ("at: [19.2, 4.5]", "at: [19.2, 4.5001]", "three decimals at most"),
        ("division: rearguard, nation: french, arm: cavalry", "division: vanguard, nation: french, arm: cavalry", "there is no division 'vanguard'"),
        ("chief: durand", "chief: thuemen", "thuemen serves another side"),
        ("chief: durand", "chief: duran", "there is no commander 'duran'"),
        ("attacker: prussian", "attacker: prusian", "there is no side 'prusian'"),
        ("target: farm\n    area", "target: barn\n    area", "there is no objective 'barn'"),
        ("lead: 0, name: draw", "lead: 1, name: draw", "levels go down to a lead of 0"),
        ("{turn: 2,", "{turn: 3,", "turn 3 stands where 2 is due"),
        ("id: F2,", "id: F1,", "'F1' is written twice"),
        ("village: garden", "village: gardens", "there is no terrain 'gardens'"),
    ],
)  # fmt: skip
def test_a_wrong_pack_is_refused_with_file_line_field_and_hint(
    old: str, new: str, said: str
) -> None:
    found = faults(old, new)
    named = [problem for problem in found if said in problem]
    assert named, found
    assert named[0].startswith("scenario.yaml:")
    assert "(hint: " in named[0] or "not a whole number" in named[0]


def test_bases_of_the_library_never_lie_in_one_another(tmp_path: Path) -> None:
    table = opening_table(load("hagelberg-empire"))
    units = list(table.pieces)
    for i, one in enumerate(units):
        for other in units[:i]:
            assert not overlap(table.corners(one), table.corners(other))
