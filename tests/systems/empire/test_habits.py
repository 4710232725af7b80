"""Habits that a grognard would laugh at: the captain has them no longer, and the critic counts them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask, Choices, Procedure, answer, start
from grognard.mechanics.measured.footprints import Pose, centred
from grognard.planning.critic import Count
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.command.actions import TakeOver
from grognard.systems.empire.doctrine.commander import Commander, by_general
from grognard.systems.empire.doctrine.critic import BACK, GUNS, HABITS, SQUARE, Watcher
from grognard.systems.empire.doctrine.ground import Ground
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import FireKind
from grognard.systems.empire.kinds import Formation, Order
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.rules import parse
from grognard.systems.empire.setting import Objective
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import at, foot, guns, horse, play, table_of
from tests.systems.empire.test_doctrine import asked, level, with_points

replace = msgspec.structs.replace


def holding(*bases: Any) -> Table:
    """The French hold a hill, and nothing is lost."""
    table = table_of(*bases, orders={"french": "hold"})
    hill = Objective("hill", "the hill", (10_000, 12_000), 3, "french")
    table.setting = replace(table.setting, objectives={"hill": hill})
    table.holders = {"hill": "french"}
    body = table.bodies["french-division"]
    area = ((4_000, 4_000), (16_000, 4_000), (16_000, 16_000), (4_000, 16_000))
    table.bodies["french-division"] = replace(body, area=area)
    return table


def test_horse_on_hold_stays_by_what_it_holds_and_does_not_ride_to_the_edge() -> None:
    table = holding(horse("F1", 10, 10), foot("P1", 10, 22, 180))
    here = table.pieces["F1"].footprint
    ground = Ground(table, "F1", level("captain"))
    back, edge = (here.moved(Pose(10_000, y, 180)) for y in (6_000, 2_000))
    worths = [ground.worth(each, Formation.LINE) for each in (here, back, edge)]
    assert worths[0] >= worths[1] > worths[2]


@pytest.mark.parametrize(("name", "cares"), [("sergeant", False), ("captain", True)])
def test_who_sees_the_sector_turns_his_back_to_nobody_near_by(name: str, cares: bool) -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 16, 180))
    here = table.pieces["F1"].footprint
    back = centred(here.centre, 180, here.size)
    ground = Ground(table, "F1", level(name))
    loses = ground.worth(here, Formation.LINE) - ground.worth(back, Formation.LINE)
    assert (loses >= 1) is cares
    body = table.bodies["french-division"]
    table.bodies["french-division"] = replace(body, order=Order.RETREAT)
    leaving = Ground(table, "F1", level(name))
    assert leaving.worth(here, Formation.LINE) - leaving.worth(back, Formation.LINE) < 1


@pytest.mark.rule("E35.7")
@pytest.mark.parametrize(("name", "choice"), [("sergeant", "ride-on"), ("captain", "rein-in")])
def test_a_captain_breaks_a_charge_off_before_the_square_that_was_formed(
    name: str, choice: str
) -> None:
    table = with_points(horse("F1", 10, 10), foot("P1", 10, 17, 180, "column", drill="A"))
    played = play(table, ChargeStep("french-division"), "charge F1 P1")
    played = played.then("respond P1 form:full_square", 6)
    assert played.table.pieces["P1"].formation.is_square
    assert asked(played, "french", Commander(table.setting, "french", level(name))) == (
        f"pick {choice}"
    )


@pytest.mark.rule("E25.13")
@pytest.mark.parametrize(("north", "holds"), [(12, True), (25, False)])
def test_nobody_is_put_on_hold_about_a_general_whom_he_has_left_behind(
    north: float, holds: bool
) -> None:
    table = table_of(
        foot("F1", 10, north, 0, "column"), foot("P1", 10, 36, 180),
        orders={"french": "engage"}, generals={"french": at(10, 10)},
    )  # fmt: skip
    assert by_general(table, "french-division") is holds
    asks = Ask("french", Choices([TakeOver("french-division", Order.HOLD)], "E25.8"), "activate")
    order = Commander(table.setting, "french", level("captain"))._ordered(table, asks)
    assert (order is not None) is holds


# --- the critic


def counted(table: Table, procedure: Procedure, *words: Any) -> dict[str, tuple[int, int]]:
    """What the critic finds in a procedure that is answered so."""
    table.segment = "movement"
    critic, state = Watcher(table.setting), start(table, procedure)
    critic._start = {unit: piece.at for unit, piece in table.pieces.items()}
    for word in words:
        before = state
        state = answer(state, parse(word) if isinstance(word, str) else (word,))
        critic.watch(before, state)
    critic.close(state)
    found: dict[str, tuple[int, int]] = {}
    for count in critic.tally.counts():
        assert isinstance(count, Count)
        found[count.habit] = (count.times, count.chances)
    return found


def test_the_critic_counts_a_back_that_is_turned_and_not_a_front() -> None:
    table = with_points(foot("F1", 10, 10, formation="column"), foot("P1", 10, 17, 180))
    away = counted(table, MovementStep("french-division"), "move F1 about forward:1000")
    assert away[BACK] == (1, 1)
    table = with_points(foot("F1", 10, 10, formation="column"), foot("P1", 10, 17, 180))
    assert counted(table, MovementStep("french-division"), "move F1 forward:1000")[BACK] == (0, 1)


def test_the_critic_counts_batteries_that_live_and_has_a_limit_for_every_habit() -> None:
    table = with_points(guns("F1", 10, 10), foot("P1", 10, 30, 180))
    assert counted(table, MovementStep("french-division"), "done")[GUNS] == (0, 1)
    assert all(0 < habit.most < 1 for habit in HABITS)


def test_the_critic_counts_horse_that_rides_at_a_square() -> None:
    table = with_points(horse("F1", 10, 10), foot("P1", 10, 15, 180, "full_square"))
    critic, played = Watcher(table.setting), play(table, ChargeStep("french-division"))
    state = played.state
    for most in range(20):
        pending = state.pending
        if critic.tally.counts():
            break
        before, offered = state, [str(each) for each in getattr(pending, "options", ())]
        wanted = ("charge F1 P1", "pick ride-on", "respond P1 stand", "done", *offered)
        word = next((each for each in wanted if each in offered), "")
        dice = next(iter(pending.outcomes())) if not offered else None  # type: ignore[union-attr]
        state = answer(state, parse(word) if word else dice)
        critic.watch(before, state)
        assert most < 19
    assert [count.times for count in critic.tally.counts() if count.habit == SQUARE] == [1]


# --- guns, squares and posts


@pytest.mark.parametrize(("name", "cares"), [("sergeant", False), ("captain", True)])
def test_a_captains_battery_does_not_look_away_from_horse_near_by(name: str, cares: bool) -> None:
    table = table_of(guns("F1", 10, 10), horse("P1", 10, 16, 180), foot("P2", 4, 10, 90))
    here = table.pieces["F1"].footprint
    away = centred(here.centre, 270, here.size)
    ground = Ground(table, "F1", level(name))
    found = [ground._danger(each, Formation.UNLIMBERED, ["P1"]) for each in (here, away)]
    assert (found[1] - found[0] >= 1) is cares


@pytest.mark.rule("E50.15")
@pytest.mark.parametrize(("name", "keeps"), [("sergeant", False), ("captain", True)])
def test_a_captains_battery_keeps_its_shot_for_horse_that_may_still_ride_at_it(
    name: str, keeps: bool
) -> None:
    table = table_of(guns("F1", 10, 10), horse("P1", 11, 17, 180), foot("P2", 9, 17, 180, "column"))
    table.phasing = "prussian"
    thinker = Commander(table.setting, "french", level(name))
    shots = {target: Fire("F1", FireKind.GUNS, target) for target in ("P1", "P2")}
    assert thinker.holds_fire(table, shots["P2"]) is keeps
    assert not thinker.holds_fire(table, shots["P1"])
    table.alter("P1", acted=True)
    assert not thinker.holds_fire(table, shots["P2"])


@pytest.mark.parametrize(("name", "stays"), [("sergeant", False), ("captain", True)])
def test_a_captain_does_not_leave_his_square_with_horse_near_by(name: str, stays: bool) -> None:
    near, gone = (
        table_of(foot("F1", 10, 10, formation="full_square"), horse("P1", 10, north, 180))
        for north in (15, 22)
    )
    thinker = Commander(near.setting, "french", level(name))
    assert thinker.stays(Ground(near, "F1", thinker.character)) is stays
    assert not thinker.stays(Ground(gone, "F1", thinker.character))


def test_a_captain_on_hold_leaves_his_place_for_much_alone() -> None:
    table = holding(foot("F1", 10, 12), guns("P1", 10, 19.5, 180))
    step = MovementStep("french-division")
    table.officers = {each: replace(officer, points=4) for each, officer in table.officers.items()}
    order = asked(play(table, step), "french", Commander(table.setting, "french", level("captain")))
    assert order == "done"


@pytest.mark.parametrize(("name", "target"), [("sergeant", "P2"), ("captain", "P1")])
def test_fire_of_a_captain_is_laid_on_who_holds_what_is_to_be_taken(name: str, target: str) -> None:
    table = table_of(guns("F1", 10, 10), foot("P1", 9, 15, 180), foot("P2", 12.5, 15, 180))
    hill = Objective("hill", "the hill", (9_000, 15_000), 3, "prussian")
    table.setting = replace(table.setting, objectives={"hill": hill})
    table.holders = {"hill": "prussian"}
    thinker = Commander(table.setting, "french", level(name))
    shots = [Fire("F1", FireKind.GUNS, unit) for unit in ("P1", "P2")]
    assert max(shots, key=lambda each: (thinker.hurt(table, each), each.target)).target == target
