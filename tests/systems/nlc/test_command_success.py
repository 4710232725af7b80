"""Success, confidence and failure of orders (N12.8-N12.10, N16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Roll
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.command.failure import Fail, Settle, nearest_source
from grognard.systems.nlc.command.order_events import (
    SHAKEN,
    ConfidenceTested,
    OrderFailed,
    OrderSucceeded,
)
from grognard.systems.nlc.command.review import Review, confidence
from grognard.systems.nlc.command.success import close_stage, has_succeeded
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import (
    battle,
    give,
    lose,
    orders,
    play,
    put,
    reply,
    set_force,
    set_leader,
    told,
    wait_for,
)


def run_back(state: Any) -> Table:
    """Answer the questions of failure retreats in the simplest way."""
    while state.stack:
        pending = state.pending
        if isinstance(pending, Roll):
            state = reply(state, (1,) * (2 if pending.dice == "2d6" else 1))
        else:
            state = reply(state, next(iter(pending.options)))
    table: Table = state.table
    return table


@pytest.mark.rule("N12.8.1")
def test_a_march_succeeds_when_a_unit_is_there_and_nobody_presses_it() -> None:
    table = battle(turn=3)
    give(table, "fr_glc", "march 1119")
    put(table, "colbert", 1119)
    assert has_succeeded(table, table.forces["fr_glc"])
    set_force(table, "fr_glc", attacked=2)
    assert not has_succeeded(table, table.forces["fr_glc"])
    set_force(table, "fr_glc", attacked=1)
    put(table, "pack", 1018)
    assert not has_succeeded(table, table.forces["fr_glc"])


@pytest.mark.rule("N12.8.1", "N12.8.4")
def test_an_attack_succeeds_by_control_of_the_whole_target() -> None:
    table = battle(turn=3)
    give(table, "fr_ii", "attack 1119 1019")
    for at in (1119, 1019):
        table.control[at], table.holders[at] = "french", "fr_ii"
    assert has_succeeded(table, table.forces["fr_ii"])
    table.holders[1019] = "fr_glc"
    assert not has_succeeded(table, table.forces["fr_ii"])


@pytest.mark.rule("N12.8.2")
@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("march 1119", "defend"),
        ("march 1119 then await", "reserve"),
        pytest.param("march 1119 then attack 1213", "attack", marks=pytest.mark.rule("N12.5.2")),
        pytest.param("march 1119 then reserve", "reserve", marks=pytest.mark.rule("N12.5.8")),
    ],
)
def test_after_success_comes_what_was_written_or_defence(text: str, after: str) -> None:
    table = battle(turn=3)
    give(table, "fr_glc", text, reached=True)
    wait_for(table, "fr_glc", "probe 1514", "R4", since=3)
    state = play(table, Review())
    force = state.table.forces["fr_glc"]
    assert force.type == after
    assert force.waiting is not None
    names = [event.force for event in state.happened if isinstance(event, OrderSucceeded)]
    assert "fr_glc" in names


@pytest.mark.rule("N12.5.3")
def test_a_closing_defend_takes_the_place_just_won() -> None:
    table = battle(turn=3)
    give(table, "fr_glc", "march 1119 then defend", reached=True)
    force = play(table, Review()).table.forces["fr_glc"]
    assert (force.type, force.order.target) == (OrderType.DEFEND, (1119,))


@pytest.mark.rule("N12.5.8", "N12.2H.2")
def test_a_sequence_may_end_under_a_new_chief() -> None:
    table = battle(turn=3)
    give(table, "al_5", "march 1111 then assign orange", reached=True)
    put(table, "kempt", 1105)
    force = play(table, Review()).table.forces["al_5"]
    assert (force.chief, force.type) == ("orange", OrderType.DEFEND)


@pytest.mark.rule("N12.8.3")
def test_marchers_out_of_command_go_on_marching() -> None:
    table = battle(turn=3)
    give(table, "fr_glc", "march 1119", reached=True)
    put(table, "lallemand", 1126)
    state = play(table, Review())
    assert state.table.under["lallemand"] == "fr_glc+march"
    assert state.table.forces["fr_glc+march"].type is OrderType.MARCH
    assert state.table.under["colbert"] == "fr_glc"


@pytest.mark.rule("N11.5.1")
def test_quarters_rest_when_they_have_arrived() -> None:
    table = battle(turn=3)
    give(table, "hq_wellington", "march 1110")
    from tests.systems.nlc.command_kit import set_quarters

    set_quarters(table, "hq_wellington", at=1110)
    assert play(table, Review()).table.forces["hq_wellington"].type is OrderType.RESERVE


# --- confidence


def shaken(text: str = "attack 1213", rating: int = 2, broken: bool = False) -> Table:
    """II Corps lost a step under this order last turn."""
    table = battle(turn=3)
    give(table, "fr_ii", text, loss_turn=2)
    set_leader(table, "reille", rating=rating)
    if broken:
        lose(table, "husson", "campi", "gauthier", "jamin")
    return table


@pytest.mark.rule("N12.10.3", "NT.4")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("rating", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("text", "broken", "modifier"),
    [
        ("attack 1213", False, "attack_or_probe"),
        ("probe 1213", False, "attack_or_probe"),
        ("attack 1213", True, "attack_or_probe_demoralized"),
        ("defend 1119", True, "defend_or_delay_demoralized"),
        ("delay 1119", True, "defend_or_delay_demoralized"),
    ],
)
def test_confidence_is_rating_and_modifier(
    die: int, rating: int, text: str, broken: bool, modifier: str
) -> None:
    table = shaken(text, rating, broken)
    state = play(table, Review())
    assert (state.pending.purpose, state.pending.subject) == ("confidence", "reille")
    state = reply(state, (die,))
    event = told(state, ConfidenceTested)
    assert event.held is (die <= rating + cards().confidence(modifier))
    failed = [event.why for event in state.happened if isinstance(event, OrderFailed)]
    assert failed == ([] if event.held else ["confidence"])


@pytest.mark.rule("NT.4", "N12.10.3")
def test_a_held_objective_gives_an_attack_heart_but_no_probe() -> None:
    for text, items in (("attack 1213", 3), ("probe 1213", 2)):
        table = shaken(text)
        table.control[1213], table.holders[1213] = "french", "fr_ii"
        assert len(confidence(table, table.forces["fr_ii"])) == items


@pytest.mark.rule("N12.10.1")
def test_the_first_test_comes_the_turn_after_the_loss() -> None:
    table = shaken()
    set_force(table, "fr_ii", loss_turn=3)
    assert play(table, Review()).stack == ()


@pytest.mark.rule("N12.10.2")
@pytest.mark.parametrize(
    "text", ["defend 1119", "delay 1119", "march 1126", "fall_back 1126", "reserve"]
)
def test_steady_defenders_and_marchers_never_test(text: str) -> None:
    assert play(shaken(text), Review()).stack == ()


# --- failure


@pytest.mark.rule("N12.9.7", "N12.9.8", "N12.5.7", "N12.10.4", "N12.2F.6")
def test_failure_means_three_hexes_back_and_fall_back() -> None:
    table = shaken("attack 1213 then defend 1213")
    wait_for(table, "fr_ii", "march 1119", "R4", since=3)
    before = {
        unit: table.nearest_enemy(table.pieces[unit].at, "french")
        for unit in table.units_under("fr_ii")
    }
    after = run_back(play(table, Review(), (6,)))
    force = after.forces["fr_ii"]
    assert (force.type, force.order.target) == (OrderType.FALL_BACK, (1126,))
    assert force.queue == ()
    assert force.waiting is None
    assert all(
        after.nearest_enemy(after.pieces[unit].at, "french") >= far for unit, far in before.items()
    )
    assert any(
        after.nearest_enemy(after.pieces[unit].at, "french") >= far + 2
        for unit, far in before.items()
    )


@pytest.mark.rule("N12.2F.6")
def test_the_nearest_source_of_supply_is_found_by_road() -> None:
    table = battle()
    assert nearest_source(table, "allied", 1103) == (1101,)
    assert nearest_source(table, "allied", 409) == (108,)


@pytest.mark.rule("N16.3")
@pytest.mark.parametrize(("reached", "fails"), [(False, True), (True, False)])
def test_at_night_an_attack_without_a_hold_on_its_target_fails(reached: bool, fails: bool) -> None:
    table = battle(turn=8)
    give(table, "fr_ii", "attack 1213", reached=reached)
    if reached:
        table.control[1213], table.holders[1213] = "french", "fr_ii"
        put(table, "husson", 1114)
        put(table, "pack", 1115)
    state = play(table, Review())
    whys = [event.why for event in state.happened if isinstance(event, OrderFailed)]
    assert whys == (["night"] if fails else [])


@pytest.mark.rule("N16.3")
def test_a_unit_in_the_target_keeps_the_attack_alive_at_night() -> None:
    table = battle(turn=8)
    table.remove("bylandt")
    put(table, "husson", 1213)
    put(table, "pack", 1313)
    give(table, "fr_ii", "probe 1213 1314")
    state = play(table, Review())
    assert not [event for event in state.happened if isinstance(event, OrderFailed)]


@pytest.mark.rule("N12.2C.3", "N12.2C.5", "N12.2D.2", "N12.9.6")
@pytest.mark.parametrize("kind", ["defend", "delay"])
def test_a_leader_driven_from_his_post_fails(kind: str) -> None:
    table = battle(turn=3)
    give(table, "al_2nl", f"{kind} 1111", arrived=True)
    assert play(table, Settle()).stack == ()
    set_leader(table, "perponcher", at=1108)
    state = play(table, Settle())
    assert told(state, OrderFailed).why == "radius"
    give(table, "al_2nl", f"{kind} 1111", arrived=False)
    assert play(table, Settle()).stack == ()


@pytest.mark.rule("N12.2C.3")
def test_a_post_that_enemies_set_is_measured_from_there() -> None:
    table = battle(turn=3)
    give(table, "al_2nl", "defend 1119", arrived=True, anchor=table.leaders["perponcher"].at)
    assert play(table, Settle()).stack == ()


@pytest.mark.rule("N12.2I.6")
def test_a_reserve_that_is_upset_fails() -> None:
    table = battle(turn=3)
    set_force(table, "fr_glc", marks=(SHAKEN,))
    state = play(table, Settle())
    assert told(state, OrderFailed).why == "reserve"
    assert run_back(state).forces["fr_glc"].type is OrderType.FALL_BACK


@pytest.mark.rule("N12.2I.6")
def test_men_who_retreat_from_his_hex_upset_a_leader_in_reserve() -> None:
    from grognard.systems.nlc.combat.retreat import RetreatStep

    table = battle(turn=3)
    at = table.leaders["lefebvre"].at
    unit = table.units_in(at, "french")[0]
    state = play(table, RetreatStep("french", (unit,), at + 1))
    assert SHAKEN in state.table.forces["fr_glc"].marks
    assert play(table, Fail("fr_glc", "reserve")).table.forces["fr_glc"].marks == ()


# --- the end of a stage


@pytest.mark.rule("N12.2A.2", "N12.2A.3", "N12.2A.5")
@pytest.mark.parametrize(
    ("unit", "marks", "turns"),
    [
        ("ii_res_bty", (Mark.ATTACKED, Mark.BOMBARDED), 2),
        ("husson", (Mark.ATTACKED,), 0),
        ("huber", (Mark.ATTACKED, Mark.CHARGED), 1),
        ("husson", (), 1),
    ],
)
def test_guns_alone_are_counted_and_an_assault_ends_the_count(
    unit: str, marks: tuple[str, ...], turns: int
) -> None:
    table = battle(turn=3)
    give(table, "fr_ii", "attack 1213", gun_turns=1)
    put(table, unit, table.pieces[unit].at, marks=marks)
    table.active = ("fr_ii",)
    close_stage(table)
    assert table.forces["fr_ii"].gun_turns == turns


@pytest.mark.rule("N12.2A.3")
def test_contact_is_remembered() -> None:
    table = battle(turn=3)
    table.active = ("fr_ii",)
    met = []
    for at in (1117, 1114, 1120):
        put(table, "husson", at)
        close_stage(table)
        met.append(table.forces["fr_ii"].contact)
    assert met == [False, True, True]


@pytest.mark.rule("N12.2C.2", "N12.2D.2")
@pytest.mark.parametrize(("at", "there"), [(1116, False), (1117, True)])
def test_a_leader_arrives_within_two_hexes(at: int, there: bool) -> None:
    table = battle(turn=3)
    give(table, "fr_ii", "defend 1119", arrived=False)
    table.active = ("fr_ii",)
    set_leader(table, "reille", at=at)
    close_stage(table)
    assert table.forces["fr_ii"].arrived is there


@pytest.mark.rule("N12.2C.3")
def test_a_leader_whom_enemies_let_no_nearer_has_his_post_there() -> None:
    table = battle(turn=3)
    give(table, "fr_ii", "defend 1111", arrived=False)
    table.active = ("fr_ii",)
    set_leader(table, "reille", at=1115)
    for unit, at in (("pack", 1114), ("kempt", 1014), ("best", 1214)):
        put(table, unit, at)
    close_stage(table)
    force = table.forces["fr_ii"]
    assert (force.arrived, force.anchor) == (True, 1115)


def test_a_march_that_passed_its_target_is_remembered() -> None:
    table = battle(turn=3)
    give(table, "fr_glc", "march 1119")
    put(table, "colbert", 1119)
    table.active = ("fr_glc",)
    close_stage(table)
    put(table, "colbert", 1121)
    assert has_succeeded(table, table.forces["fr_glc"])
    assert orders("march 1119")[0].target == (1119,)
