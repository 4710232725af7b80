"""Night marches and fatigue (N20.8): who did not rest pays for it by day."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Roll, answer, start
from grognard.systems.nlc import fatigue
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.divisions import rejoin
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.pieces import Fate, Mark
from grognard.systems.nlc.rally import Rally
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Order, Unit
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import battle, orders, set_force
from tests.systems.nlc.kit import field, leader, order, unit

replace = msgspec.structs.replace
FORCED = Order(OrderType.MARCH, target=(801,), route=(101, 801), forced=True)


def body(kind: Order, turn: int = 1, spent: int = 4, **more: Any) -> Table:
    """A corps at the end of a turn; turns 1 and 2 are night, from 3 on it is day."""
    table = field(
        [unit("F1", "french", 101), unit("P1", "allied", 808)],
        leaders=(leader("LF1", "french", 101),),
        orders={"french-corps": kind},
        options={"fatigue": "on"},
        calendar={1: "night", 2: "night"},
        turn=turn,
    )
    table.pieces["F1"] = replace(table.pieces["F1"], spent=spent)
    table.forces["french-corps"] = replace(table.forces["french-corps"], **more)
    return table


def lost_brigade(table: Table) -> Unit:
    return replace(table.setting.roster["F1"], id="F2")


def after(table: Table, turns: int = 1) -> Force:
    """The body when so many turns have been closed one after the other."""
    draft = table.draft()
    for _ in range(turns):
        fatigue.close_turn(draft)
        draft.turn += 1
        draft.touched()
    return draft.forces["french-corps"]


@pytest.mark.rule("N20.8.4")
def test_a_forced_march_through_the_night_tires() -> None:
    assert after(body(FORCED), 1).fatigue == 0
    assert after(body(FORCED), 2).fatigue == fatigue.TIRED


@pytest.mark.rule("N20.8.4")
def test_a_night_without_marching_rests() -> None:
    assert after(body(order("defend", 101), fatigue=1), 2).fatigue == 0


@pytest.mark.rule("N20.8.10")
def test_a_second_night_without_rest_exhausts_and_a_rest_leaves_it_tired() -> None:
    assert after(body(FORCED, fatigue=1), 2).fatigue == fatigue.EXHAUSTED
    assert after(body(order("defend", 101), fatigue=2), 2).fatigue == fatigue.TIRED


@pytest.mark.rule("N20.8.4", "N20.8.5")
def test_three_quiet_turns_in_reserve_rest_a_body_and_a_fight_breaks_the_rest() -> None:
    quiet = body(order("reserve"), turn=3, fatigue=1)
    assert after(quiet, 2).fatigue == 1
    assert after(quiet, 3).fatigue == 0
    fought = body(order("reserve"), turn=3, fatigue=1, rested=2, attacked=3)
    assert (after(fought).fatigue, after(fought).rested) == (1, 0)


@pytest.mark.rule("N20.8.5")
def test_a_unit_in_combat_keeps_the_whole_body_from_resting_at_night() -> None:
    table = body(order("defend", 101), turn=2)
    table.pieces["F1"] = replace(table.pieces["F1"], marks=(Mark.ATTACKED,))
    assert after(table).fatigue == fatigue.TIRED


@pytest.mark.rule("N20.8.6")
def test_falling_back_all_night_tires_unless_it_becomes_reserve() -> None:
    assert after(body(order("fall_back", 101)), 2).fatigue == fatigue.TIRED
    assert after(body(order("reserve")), 2).fatigue == 0


@pytest.mark.rule("N20.8.8")
def test_waiting_for_the_attack_of_the_morning_is_no_rest() -> None:
    waiting = body(FORCED, spent=0, queue=(order("attack", 808),))
    assert after(waiting, 2).fatigue == fatigue.TIRED
    assert after(body(FORCED, spent=0), 2).fatigue == 0


@pytest.mark.rule("N20.8.11", "N12.13.6")
def test_a_tired_division_that_rejoins_makes_its_corps_tired() -> None:
    def rejoined(tired: int, corps: int) -> int:
        table = battle(turn=2, options={"fatigue": "on"})
        comply(table, "fr_ii/9", orders("defend here"), "compliance")
        set_force(table, "fr_ii/9", fatigue=tired)
        set_force(table, "fr_ii", fatigue=corps)
        rejoin(table, "fr_ii/9")
        return table.forces["fr_ii"].fatigue

    assert rejoined(fatigue.TIRED, 0) == fatigue.TIRED
    assert rejoined(0, fatigue.EXHAUSTED) == fatigue.EXHAUSTED


@pytest.mark.rule("N20.8.12")
def test_reinforcements_that_come_at_night_may_march_one_turn() -> None:
    fresh, old = body(FORCED, turn=2, since=2), body(FORCED, turn=2, since=2)
    fresh.pieces["F1"] = replace(fresh.pieces["F1"], marks=(Mark.ARRIVED,))
    assert after(fresh).fatigue == 0
    assert after(old).fatigue == fatigue.TIRED


@pytest.mark.rule("N13.5", "N20.8.4")
def test_a_tired_corps_rallies_its_men_like_a_demoralized_one() -> None:
    def pending(tired: int) -> object:
        table = body(order("reserve"), turn=3, fatigue=tired)
        table.setting = replace(
            table.setting, roster={**table.setting.roster, "F2": lost_brigade(table)}
        )
        table.setting.formations["french-corps"] = replace(  # type: ignore[index]
            table.setting.formations["french-corps"], units=("F1", "F2")
        )
        table.removed["F2"] = Fate("eliminated", 1)
        table.under["F2"] = "french-corps"
        return answer(start(table, Rally()), Pick("F2")).pending

    assert isinstance(pending(1), Roll)
    assert not isinstance(pending(0), Roll)


@pytest.mark.rule("N20.8.4")
def test_without_the_option_nobody_tires() -> None:
    table = body(FORCED)
    table.setting = replace(table.setting, options={**table.setting.options, "fatigue": "off"})
    assert after(table, 2).fatigue == 0
