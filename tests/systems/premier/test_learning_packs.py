"""The packs that teach, their guide, and what a scenario check refuses (rules 45 and 46)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.desks.guide import Guide, is_done
from grognard.desks.library import LIBRARY
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.events.command import TimeRanOut
from grognard.systems.bataille.packs.packentries import entry_problems
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.packs.victory import verdict
from grognard.systems.bataille.pieces import Arm
from grognard.systems.premier.packs import check, load
from grognard.systems.premier.rulebook import rulebook


def altered(tmp_path: Path, pack: str, *changes: tuple[str, str]) -> list[str]:
    """The problems of a pack of the library with some of its text changed."""
    folder = tmp_path / pack
    shutil.copytree(LIBRARY / pack, folder)
    for old, new in changes:
        found = [file for file in folder.glob("*.yaml") if old in file.read_text()]
        assert found, old
        for file in found:
            file.write_text(file.read_text().replace(old, new, 1))
    return [str(problem) for problem in check(folder)]


# --- what is refused


@pytest.mark.rule("P45.1")
def test_an_arrival_off_the_map_is_refused(tmp_path: Path) -> None:
    (problem,) = altered(tmp_path, "charge", ("north_road: ['1001'", "north_road: ['2501'"))
    assert "hex 2501 is off the map" in problem
    assert "map.yaml" in problem


@pytest.mark.rule("P45.1")
def test_an_arrival_in_the_middle_of_the_map_is_refused(tmp_path: Path) -> None:
    (problem,) = altered(tmp_path, "charge", ("north_road: ['1001'", "north_road: ['1005'"))
    assert "not at the edge" in problem


@pytest.mark.rule("P46.1", "P46.2")
def test_an_unknown_special_rule_is_refused_and_the_nearest_named(tmp_path: Path) -> None:
    (problem,) = altered(tmp_path, "charge", ("id: landwehr_drill", "id: landwehr_dril"))
    assert "there is no special rule 'landwehr_dril'" in problem
    assert "did you mean 'landwehr_drill'?" in problem


@pytest.mark.rule("P46.1")
def test_an_unknown_general_chart_is_refused(tmp_path: Path) -> None:
    (problem,) = altered(tmp_path, "charge", ("turns:\n", "uses: {night_and_dawn: true}\nturns:\n"))
    assert "there is no general chart 'night_and_dawn'" in problem


@pytest.mark.rule("P45.8")
def test_an_overstacked_entry_is_refused(tmp_path: Path) -> None:
    """Twenty increments of horse fit into no single hex, so they could never come in."""
    problems = altered(
        tmp_path,
        "charge",
        ("men: 300, increments: 6, melee: 27", "men: 1000, increments: 20, melee: 90"),
        ("cavalry_increments: 21", "cavalry_increments: 35"),
        ("units: [F5, F6]", "units: [F5, F6, F3]"),
        ("    - {unit: F3, hex: '1403', formation: column, facing: S}\n", ""),
        ("north_road: ['1001', '1101', '1201', '1301', '1401']", "north_road: ['1001']"),
    )
    assert len(problems) == 1
    assert "'F3' can come in nowhere in its zone" in problems[0]
    assert "P10.1" in problems[0]


@pytest.mark.rule("P45.8")
def test_guns_that_arrive_in_a_wood_are_refused(tmp_path: Path) -> None:
    """No battery can come in where every hex of the zone is closed to guns."""
    changes = [("- '........................'\n", "- '.........wwwww..........'\n")]
    move = ("units: [F5, F6]", "units: [F5, F6, F4]")
    gone = ("    - {unit: F4, hex: '1204', formation: limbered, facing: S}\n", "")
    road = ("['1201', '1202', '1203'", "['1202', '1203'")
    problems = altered(tmp_path, "charge", *changes, move, gone, road)
    assert len(problems) == 1
    assert "'F4' can come in nowhere" in problems[0]


def test_every_arrival_of_the_library_finds_a_hex() -> None:
    for pack in ("charge", "hagelberg"):
        assert not list(entry_problems(load(pack)))


@pytest.mark.rule("P46.1")
def test_a_battle_may_use_the_general_charts(tmp_path: Path) -> None:
    uses = "uses: {general_weather_chart: true, night_and_dusk: true}\nturns:\n"
    rain = ("- {turn: 2, time: '15:20'}", "- {turn: 2, time: '15:20', weather: heavy_rain}")
    dice = ("- {turn: 3, time: '15:40'}", "- {turn: 3, time: '15:40', weather: variable}")
    assert not altered(tmp_path, "charge", ("turns:\n", uses), rain, dice)
    setting = load(tmp_path / "charge")
    assert {"general_weather_chart", "night_and_dusk"} <= set(setting.special)
    assert [turn.weather for turn in setting.turns[:3]] == ["dry", "heavy_rain", "variable"]


def test_without_the_general_chart_its_weather_is_unknown(tmp_path: Path) -> None:
    rain = ("- {turn: 2, time: '15:20'}", "- {turn: 2, time: '15:20', weather: heavy_rain}")
    (problem,) = altered(tmp_path, "charge", rain)
    assert "there is no weather 'heavy_rain'" in problem


@pytest.mark.rule("P43.7")
def test_a_calendar_that_says_nothing_counts_levels_on_the_full_hour() -> None:
    turns = load("first-shots").turns
    assert [turn.number for turn in turns if turn.level_check] == [3]


# --- the packs


def test_the_charge_has_every_arm_on_both_sides() -> None:
    setting = load("charge")
    assert (setting.ground.columns, setting.ground.rows, len(setting.turns)) == (24, 18, 6)
    for side in setting.sides:
        arms = {printed.arm for printed in setting.roster.values() if printed.side == side}
        assert arms == set(Arm)
    horse = [p for p in setting.roster.values() if p.arm is Arm.CAVALRY and p.side == "french"]
    assert any(p.is_light for p in horse)
    assert any(p.is_heavy for p in horse)
    assert any(p.lance for p in horse)
    assert all(p.recall for p in setting.roster.values() if p.arm is Arm.CAVALRY)


def test_at_the_start_nobody_has_won_but_who_holds_the_ground() -> None:
    for pack, level in (("charge", "PM"), ("first-shots", "PS")):
        assert verdict(opening_table(load(pack))).level == level


# --- the guide


def guide() -> Guide:
    found = load("first-shots").guide
    assert found is not None
    return found


def test_only_the_battle_that_teaches_has_a_guide() -> None:
    assert load("duel").guide is None
    assert (guide().side, guide().minutes) == ("french", 15)


def test_the_guide_teaches_movement_fire_assault_and_charge() -> None:
    tried = {order.split()[0] for step in guide().steps for order in step.orders}
    assert {"march", "fire", "assault", "charge", "done"} <= tried
    assert all(len(step.text) > 80 for step in guide().steps)


def test_a_lesson_comes_at_its_moment_and_each_only_once() -> None:
    first = guide().current("movement", 1, ())
    assert first is not None
    assert first.id == "march"
    second = guide().current("movement", 1, ("march",))
    assert second is not None
    assert second.id == "march-light"
    assert guide().current("retreat-path", 1, ()) is None
    first_turn = ("march", "march-light", "hussars-wait", "enough")
    later = guide().current("movement", 2, first_turn)
    assert later is not None
    assert later.id == "close-in"
    assert guide().current("movement", 1, first_turn) is None


def test_the_rules_that_a_lesson_names_are_in_the_book() -> None:
    known = rulebook().clauses
    assert all(clause in known for step in guide().steps for clause in step.rules)


def test_a_lesson_ends_by_its_order_its_event_or_its_turn() -> None:
    steps = {step.id: step for step in guide().steps}
    assert is_done(steps["march"], "march F1 S", (), 1)
    assert not is_done(steps["march"], "form F1 line E 0702", (), 1)
    assert not is_done(steps["on-your-own"], "march F1 S", (), 3)
    assert is_done(steps["on-your-own"], "done", (), 4)
    assert is_done(steps["ride"], "ride F4 S", (), 2), "any answer, where nothing is said"
    by_event = steps["march"].__class__("x", "t", "t", "movement", until_event="TimeRanOut")
    assert is_done(by_event, "time-up", (TimeRanOut("french", True),), 1)
    assert not is_done(by_event, "time-up", (), 1)


def test_a_guide_that_names_nobody_or_no_moment_is_refused(tmp_path: Path) -> None:
    problems = altered(
        tmp_path,
        "first-shots",
        ("side: french\n  minutes", "side: russian\n  minutes"),
        ("when: {asked: movement, turn: 1}", "when: {asked: musement, turn: 1}"),
        ("try: [march F2 S S]", "try: [march F9 S S]"),
        ("try: [charge F4]", "try: [gallop F4]"),
        ("until: {turn: 4}", "until: {turn: 5}"),
    )
    wanted = (
        "no side 'russian'",
        "no question 'musement'",
        "no 'F9'",
        "unknown verb 'gallop'",
    )
    for text in (*wanted, "no such turn"):
        assert any(text in problem for problem in problems), text
    assert all("guide.yaml" in problem for problem in problems)


def test_the_first_orders_of_the_guide_can_be_given() -> None:
    """The marches of the first turn are legal where the lesson proposes them."""
    from grognard.systems.bataille.actions import parse
    from grognard.systems.bataille.movement.movement import MovementOptions

    table = opening_table(load("first-shots"))
    table.turn, table.phasing = 1, "french"
    options = MovementOptions(table, "french")
    for step in guide().steps:
        if step.asked == "movement" and step.turn == 1:
            for order in step.orders:
                assert parse(order) in options, order
    assert table.setting.places["Farm"] == (parse_hex("0706"),)
