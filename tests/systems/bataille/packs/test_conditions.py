from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY
from grognard.systems.bataille.packs.describe import describe
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.packs.victory import Condition, is_true, verdict
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from grognard.systems.premier.packs import check, load

NEY = load("dennewitz-ney")
BATTALIONS = {
    body.id: [
        unit
        for unit, printed in NEY.roster.items()
        if printed.organisation == body.id and printed.arm.value == "infantry"
    ]
    for body in NEY.organisations
}


def ney(*held: str, **lost: int) -> Table:
    """Ney's battle; the Coalition holds these places, bodies have lost so many battalions."""
    table = opening_table(NEY)
    for place in held:
        for at in NEY.places[place]:
            table.writable("control")[at] = "coalition"
    for body, count in lost.items():
        for unit in BATTALIONS[body][:count]:
            if unit in table.pieces:
                table.remove(unit, "destroyed")
            else:
                table.writable("removed")[unit] = "destroyed"
    return table


FIELD = ("Gölsdorf", "Nieder-Görsdorf", "Wölmsdorf")


@pytest.mark.rule("P43.1", "PR-170")
@pytest.mark.parametrize(
    ("lost", "level"),
    [
        ({}, "CM"),
        ({"iv": 7}, "CS"),
        ({"iv": 14}, "CS"),
        ({"iv": 7, "vii": 6}, "CD"),
        ({"xii": 6, "vii": 6}, "CD"),
    ],
)
def test_two_french_corps_at_level_1_make_the_coalitions_victory_decisive(
    lost: dict[str, int], level: str
) -> None:
    assert verdict(ney(*FIELD, **lost)).level == level


@pytest.mark.rule("P43.1", "PR-170")
def test_a_level_may_ask_for_one_named_corps() -> None:
    wanted = Condition("level_of", "iii_pr", level=1)
    assert not is_true(ney(iv_pr=16), "french", wanted), "Tauentzien is not Bülow"
    assert is_true(ney(iii_pr=9), "french", wanted)


def any_of(*parts: Condition) -> Condition:
    return Condition("any", parts=parts)


def none_of(*parts: Condition) -> Condition:
    return Condition("none", parts=parts)


@pytest.mark.parametrize(
    ("made", "one", "other", "true"),
    [
        (any_of, True, False, True),
        (any_of, False, True, True),
        (any_of, False, False, False),
        (none_of, True, False, False),
        (none_of, False, False, True),
    ],
)
def test_one_of_several_or_none_of_them_may_be_asked_for(
    made: Callable[..., Condition], one: bool, other: bool, true: bool
) -> None:
    held = [place for place, is_held in (("Gölsdorf", one), ("Wölmsdorf", other)) if is_held]
    table = ney(*held)
    for place in ("Gölsdorf", "Wölmsdorf"):
        if place not in held:
            for at in NEY.places[place]:
                table.writable("control")[at] = "french"
    asked = made(Condition("holds", "Gölsdorf"), Condition("holds", "Wölmsdorf"))
    assert is_true(table, "coalition", asked) is true


def test_units_in_a_place_count_unless_they_run() -> None:
    table = opening_table(NEY)
    at = NEY.places["Nieder-Görsdorf"]
    there = [u for u, piece in table.pieces.items() if not {*piece.hexes}.isdisjoint(at)]
    assert len(there) == 1
    wanted = Condition("stands_in", "Nieder-Görsdorf")
    assert is_true(table, "coalition", wanted)
    assert not is_true(table, "french", wanted)
    table.alter(there[0], cohesion=Cohesion.ROUT)
    assert not is_true(table, "coalition", wanted)


def test_units_that_are_lost_may_be_asked_for() -> None:
    table = ney(iv=2)
    gone = tuple(BATTALIONS["iv"][:3])
    assert is_true(table, "coalition", Condition("gone", units=gone, count=2))
    assert not is_true(table, "coalition", Condition("gone", units=gone))


def test_the_aims_of_ney_are_told_with_the_names_of_the_corps() -> None:
    said = describe(NEY)
    assert "Prussian III Corps (Bülow) is at morale level 2 or worse" in said
    assert "2 bodies of the enemy are at morale level 1 or worse" in said


FAULTS = {
    "{level_of: iii_corps, at_level: 1}": "there is no organisation 'iii_corps'",
    "{level_of: iii_pr}": "'at_level' is missing",
    "{enemy_bodies: 2}": "'at_level' is missing",
    "{stands_in: Paris}": "there is no place 'Paris'",
    "{gone: [X99]}": "there is no unit 'X99'",
    "{any: [{holds: Gölsdorf}]}": "at least 2 are wanted here",
    "{none: [{holds: Gölsdorf, enemy_level: 1}]}": "a condition asks one thing",
}


@pytest.mark.parametrize(("condition", "problem"), FAULTS.items())
def test_a_condition_that_cannot_be_asked_is_named_with_its_line(
    tmp_path: Path, condition: str, problem: str
) -> None:
    for file in ("map.yaml", "scenario.yaml"):
        text = (LIBRARY / "dennewitz-berlin" / file).read_text("utf-8")
        old = "all: [{holds: Nieder-Görsdorf}, {holds: Mill hill}]"
        text = text.replace(old, f"all: [{condition}]")
        (tmp_path / file).write_text(text, "utf-8")
    found = [each for each in check(tmp_path) if problem in each.text]
    assert found
    assert found[0].line > 0
    assert "victory.levels" in found[0].field
