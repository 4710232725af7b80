from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Over
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.battle import BattleJudged
from grognard.systems.bataille.desk.aims import aims
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.packs.victory import (
    Condition,
    Level,
    is_ineffective,
    judged_next,
    level_now,
    levels_now,
    losses,
    side_level,
    verdict,
)
from grognard.systems.bataille.pieces import Cohesion, Printed
from grognard.systems.bataille.setting import Organisation
from grognard.systems.bataille.table import Table
from grognard.systems.premier.desk.desk import DESK
from grognard.systems.premier.packs import load
from grognard.systems.registry import system_named
from tests.systems.premier.kit import battalion, battery, field, regiment

HAGELBERG = load("hagelberg")
PLACES = ("Lübnitz", "Hagelberg", "Klein Glien")


def hagelberg(luebnitz: int = 0, hagelberg: int = 0, klein: int = 0, **options: str) -> Table:
    """Hagelberg after its last turn; the Coalition holds so many hexes of each place."""
    table = opening_table(load("hagelberg", options) if options else HAGELBERG)
    for place, count in zip(PLACES, (luebnitz, hagelberg, klein), strict=True):
        for at in table.setting.places[place][:count]:
            table.writable("control")[at] = "coalition"
    return table


def rout(table: Table, *units: str) -> Table:
    for unit in units:
        table.alter(unit, cohesion=Cohesion.ROUT)
    return table


FRENCH = [f"F{number:02d}" for number in range(1, 14)]


# --- judged more than once


@pytest.mark.rule("PR-170")
def test_a_battle_of_a_whole_day_is_judged_by_the_aims_of_each_hour() -> None:
    """Dennewitz: the mill hill counts at 14:00, Gölsdorf at 19:00."""
    table = opening_table(load("dennewitz"))
    for place in ("Dennewitz", "Mill hill"):
        for at in table.setting.places[place]:
            table.writable("control")[at] = "french"
    noon = judged_next(table)
    assert table.setting.turns[noon - 1].time == "14:00"
    assert verdict(table, noon).level == "FS14"
    assert verdict(table).level == "draw"
    shown = aims(table, DESK.teller(table.setting, "en"))
    assert [grade.title for grade in shown.grades if grade.now] == [
        "14:00 French substantial victory"
    ]
    table.turn = noon
    assert judged_next(table) == 0
    assert len(aims(table, DESK.teller(table.setting, "en")).grades) == len(shown.grades) / 2


@pytest.mark.rule("PR-170")
def test_how_it_stood_at_an_hour_is_told_and_stands_in_the_outcome() -> None:
    aims = (
        Level("FM1", "French Marginal", "french", 1, (Condition("enemy_lost", count=0),), 2),
        Level("PM", "Prussian Marginal", "prussian", 1, (Condition("enemy_lost", count=0),)),
    )
    setting = load("duel")
    short = msgspec.structs.replace(
        setting, turns=setting.turns[:2], victory={"levels": aims, "tie": "draw"}
    )
    game = Game(system_named("premier"), short, {}, DiceSource.seeded("1"))
    while not game.is_over:
        if game.asked:
            game.answer(game.asked, next(iter(game.view(game.asked).options)))
        else:
            game.throw()
    told = [event for entry in game.journal.entries for event in entry.events]
    (judged,) = [event for event in told if isinstance(event, BattleJudged)]
    assert (judged.turn, judged.verdict) == (2, "French Marginal")
    over = game.state.pending
    assert isinstance(over, Over)
    assert over.outcome is not None
    assert over.outcome.level == "PM"
    assert over.outcome.reasons[0] == f"At {setting.turns[1].time}: French Marginal."


# --- Hagelberg's levels -------------------------------------------------------------------------


@pytest.mark.rule("PR-170")
@pytest.mark.parametrize(
    ("luebnitz", "hagelberg_", "klein", "level"),
    [
        (0, 0, 0, "FS"),
        (5, 5, 0, "FS"),  # one hex of Hagelberg and both of Klein Glien are enough
        (5, 6, 2, "CS"),
        (4, 6, 0, "FM"),
        (5, 6, 1, "CM"),
        (4, 6, 1, "draw"),
        (5, 5, 1, "draw"),
        (0, 0, 1, "draw"),
    ],
)
def test_levels_of_hagelberg(luebnitz: int, hagelberg_: int, klein: int, level: str) -> None:
    table = hagelberg(luebnitz=luebnitz, hagelberg=hagelberg_, klein=klein)
    assert verdict(table).level == level


@pytest.mark.rule("PR-170")
def test_both_marginal_levels_true_the_better_morale_level_wins() -> None:
    """Klein Glien French, all of Lübnitz and Hagelberg taken: both marginal levels are true."""
    assert verdict(hagelberg(luebnitz=5, hagelberg=6)).level == "draw"
    shaken = rout(hagelberg(luebnitz=5, hagelberg=6), *FRENCH[:3])
    assert side_level(shaken, "french") == 1
    found = verdict(shaken)
    assert (found.level, found.side) == ("CM", "coalition")
    assert "Both sides have reached their aims; the better morale level decides (french 1, coalition 0)." in found.lines  # fmt: skip


@pytest.mark.rule("PR-170")
def test_levels_for_the_tie_are_counted_afresh() -> None:
    """What stood on the record sheet since the last full hour does not matter."""
    table = hagelberg(luebnitz=5, hagelberg=6)
    table.writable("levels")["girard"] = 3
    assert verdict(table).level == "draw"


def test_the_verdict_says_which_hexes_decided() -> None:
    found = verdict(hagelberg(luebnitz=5, hagelberg=6, klein=1))
    luebnitz = "coalition holds 5 of 5 hexes of Lübnitz (4204 4205 4305 4206 4306), 5 wanted"
    village = "coalition holds 6 of 6 hexes of Hagelberg (2426 2427 2428 2527 2528 2529), 6 wanted"
    assert found.lines == (
        "French Substantial: french holds 0 of 6 hexes of Hagelberg (none), 1 wanted: no.",
        f"Coalition Substantial: {luebnitz}: yes.",
        f"Coalition Substantial: {village}: yes.",
        "Coalition Substantial: coalition holds 1 of 2 hexes of Klein Glien (2438), 2 wanted: no.",
        "French Marginal: french holds 1 of 2 hexes of Klein Glien (2538), 2 wanted: no.",
        f"Coalition Marginal: {luebnitz}: yes.",
        f"Coalition Marginal: {village}: yes.",
        "Coalition Marginal.",
    )


def test_decisive_levels_only_where_the_table_chose_them() -> None:
    assert verdict(rout(hagelberg(5, 6, 2), *FRENCH[:8])).level == "CS"
    assert verdict(rout(hagelberg(5, 6, 2, decisive_levels="on"), *FRENCH[:7])).level == "CS"
    assert verdict(rout(hagelberg(5, 6, 2, decisive_levels="on"), *FRENCH[:8])).level == "CD"
    beaten = hagelberg(decisive_levels="on")
    for number in range(1, 9):
        beaten.writable("removed")[f"P{number:02d}"] = "surrendered"
    assert (side_level(beaten, "coalition"), verdict(beaten).level) == (2, "FD")


@pytest.mark.rule("PR-170")
def test_a_hex_belongs_to_whom_was_last_there_but_not_to_the_routed() -> None:
    village = {"Village": (parse_hex("0202"),)}
    control = {parse_hex("0202"): ""}
    table = field(["...."] * 4, battalion("F1", "0101"), places=village, control=control)
    table.alter("F1", hexes=(parse_hex("0202"),))
    table.alter("F1", hexes=(parse_hex("0303"),))
    assert table.control[parse_hex("0202")] == "french"
    runner = field(
        ["...."] * 4, battalion("F1", "0101", order="rout"), places=village, control=control
    )
    runner.alter("F1", hexes=(parse_hex("0202"),))
    assert runner.control[parse_hex("0202")] == ""


# --- morale levels ------------------------------------------------------------------------------


@pytest.mark.rule("P43.2", "P43.3", "P43.4", "P43.5", "P43.7", "PR-132")
@pytest.mark.parametrize(
    ("routed", "level"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (7, 2), (8, 3), (13, 3)]
)
def test_the_level_rises_at_3_6_and_8_of_13_battalions(routed: int, level: int) -> None:
    table = rout(opening_table(HAGELBERG), *FRENCH[:routed])
    assert level_now(table, HAGELBERG.organisations[0]) == level
    assert levels_now(table) == {"girard": level, "hirschfeld": 0}


@pytest.mark.rule("P43.1", "P43.6", "PR-133")
def test_only_battalions_count_and_those_still_to_come_are_effective() -> None:
    table = rout(opening_table(HAGELBERG), "F17", "F18", "F19")
    assert levels_now(table) == {"girard": 0, "hirschfeld": 0}


@pytest.mark.rule("P43.6", "PR-133")
@pytest.mark.parametrize(
    ("fate", "ineffective"),
    [("destroyed", True), ("surrendered", True), ("off-map", True), ("left", False)],
)
def test_who_is_lost_and_who_marched_off_in_order(fate: str, ineffective: bool) -> None:
    table = opening_table(HAGELBERG)
    table.remove("F05", fate)
    assert is_ineffective(table, "F05") is ineffective


def regiment_of(battalions: Sequence[str]) -> dict[str, Any]:
    whole = battalion("F1", "0202", size="regiment", increments=12, organisation="corps")
    parts = [battalion(unit, "0202", organisation="corps").printed for unit in battalions]
    counters: list[Printed] = [
        msgspec.structs.replace(whole.printed, parts=tuple(battalions)),
        *(msgspec.structs.replace(part, regiment="F1") for part in parts),
    ]
    body = Organisation("corps", "french", "A corps", len(battalions), (1, 2))
    return {"more_counters": counters, "organisations": (body,)}


@pytest.mark.rule("P43.6", "PR-133")
def test_a_regiment_counts_as_its_battalions() -> None:
    whole = battalion("F1", "0202", size="regiment", increments=12, organisation="corps")
    table = field(["...."] * 4, whole, **regiment_of(["F11", "F12"]))
    assert levels_now(table) == {"corps": 0}
    rout(table, "F1")
    assert levels_now(table) == {"corps": 2}
    table.remove("F1", "destroyed")
    assert levels_now(table) == {"corps": 2}


@pytest.mark.rule("P43.6", "PR-133")
def test_a_battalion_in_companies_is_routed_when_more_than_half_of_it_runs() -> None:
    companies = [
        battalion("F1a", "0101", size="company", increments=3),
        battalion("F1b", "0201", size="company", increments=2),
    ]
    whole = battalion("F1", "0202", increments=5, organisation="corps").printed
    whole = msgspec.structs.replace(whole, parts=("F1a", "F1b"))
    table = field(["...."] * 4, *companies, more_counters=[whole])
    assert not is_ineffective(rout(table, "F1b"), "F1")
    assert is_ineffective(rout(table, "F1a"), "F1")
    table.remove("F1a", "destroyed")
    table.alter("F1b", cohesion=Cohesion.GOOD)
    assert not is_ineffective(table, "F1")
    table.remove("F1b", "destroyed")
    assert is_ineffective(table, "F1")


# --- losses and ties ----------------------------------------------------------------------------


def fought(*levels: Level, tie: str = "draw", **setting: Any) -> Table:
    return field(
        ["......"] * 6,
        battalion("F1", "0202", lost=1),
        battery("F2", "0303"),
        battalion("P1", "0505", "NW", lost=2),
        regiment("P2", "0406", "NW"),
        victory={"levels": levels, "tie": tie},
        **setting,
    )


def test_losses_are_increments_in_the_ranks_and_units_that_are_gone() -> None:
    table = fought()
    assert (losses(table, "french"), losses(table, "coalition")) == (1, 2)
    table.remove("P2", "surrendered")
    table.remove("F2", "left")
    assert (losses(table, "french"), losses(table, "coalition")) == (1, 2 + 8)


LEAD = Level("F", "French", "french", 1, (Condition("lead", count=1),))


def test_a_lead_in_losses_wins() -> None:
    found = verdict(fought(LEAD))
    assert (found.level, found.side) == ("F", "french")
    assert found.lines == (
        "French: coalition has lost 2 increments, french 1, a lead of 1 wanted: yes.",
        "French.",
    )
    more = msgspec.structs.replace(LEAD, conditions=(Condition("lead", count=2),))
    assert verdict(fought(more)).level == "draw"


def test_losses_of_the_enemy_win() -> None:
    level = Level("C", "Coalition", "coalition", 1, (Condition("enemy_lost", count=1),))
    assert verdict(fought(level)).level == "C"
    level = Level("C", "Coalition", "coalition", 1, (Condition("enemy_lost", count=2),))
    assert verdict(fought(level)).lines[-1] == "No level of victory is reached: a draw."


def test_a_level_of_a_lower_number_is_tested_first() -> None:
    late = Level("C", "Coalition", "coalition", 2, (Condition("enemy_lost", count=1),))
    assert verdict(fought(late, LEAD)).level == "F"
    early = msgspec.structs.replace(late, tested=0)
    assert verdict(fought(early, LEAD)).level == "C"


def test_levels_of_both_sides_true_together_are_a_draw_unless_morale_decides() -> None:
    other = Level("C", "Coalition", "coalition", 1, (Condition("enemy_lost", count=1),))
    assert verdict(fought(LEAD, other)).level == "draw"
    assert verdict(fought(LEAD, other, tie="lower_level")).level == "draw"


def test_the_own_level_may_be_a_condition() -> None:
    steady = Level("F", "French", "french", 1, (Condition("own_level", count=0),))
    assert verdict(fought(steady)).level == "F"
    body = Organisation("corps", "french", "A corps", 1, (0,))
    assert verdict(fought(steady, organisations=(body,))).level == "draw"
