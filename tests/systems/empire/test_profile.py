"""What a unit may be, what its rows of the sheet give it, and packs that ask for the impossible."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY
from grognard.mechanics.packs.shapes import Problem
from grognard.systems.empire.kinds import Arm, Branch, Bulk, Drill, Going, Status, Trait
from grognard.systems.empire.packs.pack import check
from grognard.systems.empire.profile import bounds, cohesion_of, impossible
from grognard.systems.empire.sheet import Rates, sheet
from grognard.systems.empire.sight import line_to
from tests.systems.empire.kit import foot, ground, mils, table_of


def changed(folder: Path, old: str, new: str) -> list[Problem]:
    """The problems of the outpost with one text of its file changed."""
    text = (LIBRARY / "outpost" / "scenario.yaml").read_text(encoding="utf-8")
    assert old in text, old
    pack = folder / "changed.yaml"
    pack.write_text(text.replace(old, new, 1), encoding="utf-8")
    return check(pack)


# --- the profile


@pytest.mark.rule("EU.1", "E56.39")
def test_status_ranks_from_irregulars_to_the_guard() -> None:
    words = ("irregular", "militia", "line", "elite", "guard")
    assert [Status(word).rank for word in words] == list(range(5))


@pytest.mark.rule("EU.2", "EU.8")
def test_morale_runs_from_one_to_six_and_skirmishers_to_two() -> None:
    assert bounds("morale") == (1, 6)
    assert bounds("sk") == (0, 2)


@pytest.mark.rule("EU.3", "E30.9", "E30.11", "E30.14", "E44.1")
def test_class_a_is_quick_b_normal_and_c_slow() -> None:
    drills = [sheet().drill(drill) for drill in Drill]
    assert [drill.about for drill in drills] == [1, 2, 3]
    assert [drill.operational for drill in drills] == [5, 4, 3]
    assert [(drill.change, drill.share) for drill in drills] == [
        (1, None),
        (None, 1 / 2),
        (None, 1),
    ]
    assert [sheet().figure("tests/least", drill) for drill in Drill] == [2, 3, 4]


@pytest.mark.rule("EU.5", "EU.6", "EU.7")
@pytest.mark.parametrize(
    ("arm", "status", "bulk", "cohesion"),
    [
        ("infantry", "line", "standard", 4),
        ("infantry", "militia", "large", 4 + 1),
        ("infantry", "guard", "small", 4 + 1 - 1),
        ("cavalry", "line", "standard", 3),
        ("cavalry", "elite", "standard", 3 + 1),
        ("artillery", "line", "standard", 2),
    ],
)
def test_the_losses_that_end_a_unit(arm: str, status: str, bulk: str, cohesion: int) -> None:
    assert cohesion_of(Arm(arm), Status(status), Bulk(bulk)) == cohesion


@pytest.mark.rule("EU.4", "EU.8", "EU.9", "EU.13")
@pytest.mark.parametrize(
    ("card", "field"),
    [
        (("infantry", "heavy", "line", 0, 0, ()), "type"),
        (("artillery", "foot", "line", 0, 0, ()), "calibre"),
        (("artillery", "foot", "line", 7, 0, ()), "calibre"),
        (("cavalry", "light", "line", 6, 0, ()), "calibre"),
        (("cavalry", "light", "line", 0, 1, ()), "sk"),
        (("infantry", "light", "irregular", 0, 0, ()), "status"),
        (("infantry", "light", "line", 0, 0, ("lance",)), "traits"),
        (("cavalry", "light", "line", 0, 0, ("shrapnel",)), "traits"),
    ],
)
def test_what_no_unit_can_be(
    card: tuple[str, str, str, int, int, tuple[str, ...]], field: str
) -> None:
    arm, branch, status, calibre, sk, traits = card
    held = tuple(map(Trait, traits))
    found = list(impossible(Arm(arm), Branch(branch), Status(status), calibre, sk, held))
    assert [named for named, _, _ in found] == [field]


@pytest.mark.rule("EU.9", "EU.4")
def test_every_trait_and_type_means_something_for_some_arm() -> None:
    for trait in Trait:
        assert any(
            not list(impossible(arm, branch, Status.LINE, calibre, 0, (trait,)))
            for arm, branch, calibre in (
                (Arm.INFANTRY, Branch.LIGHT, 0),
                (Arm.CAVALRY, Branch.MEDIUM, 0),
                (Arm.ARTILLERY, Branch.HORSE, 6),
            )
        ), trait


@pytest.mark.rule("EU.4", "EU.9")
def test_a_pack_that_asks_for_the_impossible_is_refused_with_line_field_and_hint(
    tmp_path: Path,
) -> None:
    (problem,) = changed(tmp_path, "calibre: 6", "calibre: 7")
    assert "there are no 7-pounders" in str(problem)
    assert "known: 3, 4, 6, 8, 9, 12" in str(problem)


# --- rows of the sheet


@pytest.mark.rule("E23.1", "E23.2", "E23.3", "E23.4", "E23.5")
@pytest.mark.parametrize(
    ("grade", "row"),
    [
        ("poor", (-1, 5, 4)),
        ("ordinary", (0, 4, 6)),
        ("competent", (1, 3, 8)),
        ("brilliant", (2, 2, 10)),
        ("strategist", (3, 2, 12)),
    ],
)
def test_what_a_commander_is_worth(grade: str, row: tuple[int, int, int]) -> None:
    value, test, reach = row
    assert sheet().commander(grade) == (value, test, mils(reach))


@pytest.mark.rule(
    "E29.1", "E29.2", "E29.3", "E29.4", "E29.5", "E29.6", "E29.7", "E29.8", "E29.9", "E29.10"
)
@pytest.mark.parametrize(
    ("mover", "row"),
    [
        ("infantry_line", Rates(4, 4, 2, "difficult")),
        ("infantry_column", Rates(6, 6, 4, "difficult")),
        ("detached_skirmisher", Rates(6, 6, 4, None)),
        ("infantry_square", Rates(2, 2, None, None)),
        ("cavalry_line", Rates(8, 4, None, "rough")),
        ("cavalry_column", Rates(10, 6, None, "rough")),
        ("foot_artillery_12", Rates(4, 2, None, None)),
        ("foot_artillery", Rates(6, 4, None, None)),
        ("horse_artillery", Rates(10, 4, None, None)),
        ("commander", Rates(10, 6, 4, None)),
    ],
)
def test_how_far_everybody_goes_and_where_he_is_penalized(mover: str, row: Rates) -> None:
    assert sheet().rates(mover) == row


@pytest.mark.rule("E30.1")
def test_tactical_distance_is_4_ud_and_operational_8() -> None:
    for name, ud in (("tactical", 4), ("operational", 8)):
        assert sheet().length("manoeuvres/distances", name) == mils(ud)


@pytest.mark.rule("EG.3")
@pytest.mark.parametrize(
    ("kind", "front", "depth"),
    [
        ("infantry_line", 2, 0.5),
        ("infantry_column", 1, 1),
        ("infantry_square", 1, 1),
        ("detached_skirmisher", 2, 0.5),
        ("cavalry_line", 2, 1),
        ("cavalry_column", 1, 2),
        ("artillery_unlimbered", 1, 1),
        ("artillery_limbered", 1, 1.5),
        ("commander", 0.5, 0.5),
    ],
)
def test_how_much_ground_everybody_covers(kind: str, front: float, depth: float) -> None:
    size = sheet().footprint(kind)
    assert (size.front, size.depth) == (mils(front), mils(depth))


@pytest.mark.rule("ET.1", "ET.2")
def test_a_unit_stands_in_the_worst_ground_that_holds_its_front_centre() -> None:
    patches = [ground("garden", 5, 5, 15, 15), ground("wood", 9, 9, 11, 11)]
    assert table_of(foot("F1", 10, 10), patches=patches).going("F1") is Going.DIFFICULT
    assert table_of(foot("F1", 7, 7), patches=patches).going("F1") is Going.ROUGH
    assert table_of(foot("F1", 20, 20), patches=patches).going("F1") is Going.CLEAR


@pytest.mark.rule("EG.14")
def test_within_includes_the_limit_and_a_mil_more_does_not() -> None:
    near = line_to(table_of(foot("F1", 10, 10), foot("P1", 10, 12, 180)), "F1", "P1")
    far = line_to(table_of(foot("F1", 10, 10), foot("P1", 10, 12.001, 180)), "F1", "P1")
    assert near is not None
    assert far is not None
    assert near.is_within(2000)
    assert not far.is_within(2000)
