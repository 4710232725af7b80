"""Local decisions and bad moves (N12.11, N15.4)."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask, Roll
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.command.local import LocalDecisions, RecordDecisions
from grognard.systems.nlc.command.offers import BadMoveOptions, RecordOptions, chance_order
from grognard.systems.nlc.command.order_actions import BadMove, Record
from grognard.systems.nlc.command.order_events import (
    BadMoveMade,
    DecisionRecorded,
    DecisionTested,
    OrderIgnored,
    OrderSent,
)
from grognard.systems.nlc.command.phase import CommandPhase
from grognard.systems.nlc.kinds import LocalDecision, OrderType
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import (
    DONE,
    battle,
    dice,
    give,
    lose,
    orders,
    play,
    reply,
    set_leader,
    told,
    wait_for,
)


def noted(table: Table, text: str = "attack 1213", division: str = "") -> Table:
    """Reille has noted what he would do."""
    said = Record("reille", orders(text), division)
    noted_: Table = play(table, RecordDecisions("french"), said, DONE).table
    return noted_


@pytest.mark.rule("NT.1", "N12.11.2")
@pytest.mark.parametrize("rating", range(6))
@pytest.mark.parametrize("roll", range(2, 13))
def test_every_cell_of_the_local_decision_table(rating: int, roll: int) -> None:
    table = battle()
    set_leader(table, "reille", rating=rating)
    expected = cards().local_decision(rating, roll)
    state = play(noted(table), LocalDecisions(), dice(roll))
    assert told(state, DecisionTested).result == expected
    asked = isinstance(state.pending, Ask)
    assert asked is (expected is LocalDecision.BAD_MOVE)
    acts = state.table.forces["fr_ii"].type is OrderType.ATTACK
    assert acts is (expected is LocalDecision.ACTS_LOCALLY)


@pytest.mark.rule("N12.11.1", "N12.3.1", "N12.3.2")
def test_decisions_are_noted_first_and_tried_last() -> None:
    state = play(battle(), CommandPhase())
    assert (state.pending.side, state.pending.purpose) == ("french", "record-decision")
    state = reply(state, Record("reille", orders("attack 1213")))
    assert told(state, DecisionRecorded).seen_by("allied") is None
    seen = []
    while not isinstance(state.pending, Roll):
        state = reply(state, DONE)
        if isinstance(state.pending, Ask):
            seen.append((state.pending.side, state.pending.purpose))
    assert seen == [
        ("allied", "record-decision"), ("french", "orders"), ("allied", "orders"),
    ]  # fmt: skip
    assert (state.pending.purpose, state.pending.subject) == ("local-decision", "reille")


@pytest.mark.rule("N12.11.1")
def test_a_leader_notes_one_thing_a_turn_and_chiefs_none() -> None:
    table = noted(battle())
    options = RecordOptions(table, "french")
    again = Record("reille", orders("defend here"))
    assert options.why_not(again)[0].clause == "N12.11.1"
    assert options.why_not(Record("ney", orders("defend here")))[0].clause == "N12.11.1"
    assert options.why_not(Record("picton", orders("defend here")))[0].clause == "N12.11.1"
    assert Record("lefebvre", orders("probe 1514")) in options


@pytest.mark.rule("N12.11.5")
def test_a_local_order_keeps_the_limits_of_any_order() -> None:
    options = RecordOptions(battle(), "french")
    assert options.why_not(Record("reille", orders("probe 1213")))[0].clause == "N12.4.2"
    assert options.why_not(Record("reille", orders("attack 1011")))[0].clause == "N12.2.2"
    assert options.why_not(Record("reille", orders("assign orange")))[0].clause == "N12.2H.1"


@pytest.mark.rule("N12.11.4")
def test_a_leader_in_reserve_is_readier_to_act() -> None:
    """A leader rated 3 acts on a 7 instead of an 8."""
    for order, result in (("reserve", "acts_locally"), ("probe 1213", "no_effect")):
        table = battle()
        give(table, "fr_ii", order)
        set_leader(table, "reille", rating=3)
        state = play(noted(table, "attack 1514"), LocalDecisions(), dice(7))
        assert told(state, DecisionTested).result == result


@pytest.mark.rule("N15.4")
def test_a_demoralized_leader_who_would_act_takes_his_time() -> None:
    table = battle()
    lose(table, "husson", "campi", "gauthier", "jamin")
    state = play(noted(table), LocalDecisions(), dice(12))
    force = state.table.forces["fr_ii"]
    assert force.type is OrderType.PROBE
    assert force.waiting is not None
    assert force.waiting.state == "R4"


@pytest.mark.rule("N12.11.2", "N12.11.3")
def test_on_a_bad_move_the_enemy_names_the_order() -> None:
    state = play(noted(battle()), LocalDecisions(), dice(2))
    assert (state.pending.side, state.pending.purpose) == ("allied", "bad-move")
    state = reply(state, BadMove("reille", orders("fall_back 1126")))
    assert state.table.forces["fr_ii"].type is OrderType.FALL_BACK
    made = told(state, BadMoveMade)
    assert made.seen_by("french") == made.seen_by("allied") == made


@pytest.mark.rule("N12.11.2")
def test_the_enemy_may_let_it_pass() -> None:
    state = play(noted(battle()), LocalDecisions(), dice(2), DONE)
    assert state.table.forces["fr_ii"].type is OrderType.PROBE


@pytest.mark.rule("N12.11.2", "N12.11.5")
def test_a_bad_move_is_one_valid_order_of_six_kinds() -> None:
    options = BadMoveOptions(battle(), "reille")
    kinds = {action.orders[0].type for action in options if isinstance(action, BadMove)}
    assert kinds == {
        OrderType.ATTACK, OrderType.DEFEND, OrderType.DELAY, OrderType.MARCH, OrderType.FALL_BACK,
        OrderType.PROBE,
    }  # fmt: skip
    for text in ("reserve", "march 1119 then attack 1213", "probe 1213", "assign orange"):
        assert BadMove("reille", orders(text)) not in options
    assert BadMove("lefebvre", orders("attack 1213")) not in options
    free = BadMoveOptions(battle(options={"bad_move_any": "on"}), "reille")
    assert BadMove("reille", orders("reserve")) in free
    assert BadMove("reille", orders("probe 1213")) not in free


@pytest.mark.rule("N12.11.5")
@pytest.mark.parametrize("roll", [2, 12])
def test_acting_and_bad_moves_make_a_waiting_order_void(roll: int) -> None:
    table = battle()
    wait_for(table, "fr_ii", "defend 1119", "R4")
    state = play(noted(table), LocalDecisions(), dice(roll))
    happened = list(state.happened)
    if isinstance(state.pending, Ask):
        state = reply(state, BadMove("reille", orders("march 1119")))
        happened = list(state.happened)
    assert [event.why for event in happened if isinstance(event, OrderIgnored)] == ["local"]
    assert state.table.forces["fr_ii"].waiting is None


@pytest.mark.rule("N12.13.5")
def test_a_corps_leader_sends_word_to_a_division_from_his_own_hex() -> None:
    table = noted(battle(), "defend here", "fr_ii/9")
    state = play(table, LocalDecisions(), dice(12))
    dispatch = told(state, OrderSent).dispatch
    assert (dispatch.sender, dispatch.to) == ("reille", "fr_ii/9")
    assert (state.pending.purpose, state.pending.subject) == ("compliance", "reille")
    state = reply(state, dice(12))
    force = state.table.forces["fr_ii/9"]
    assert force.may_rejoin
    assert state.table.under["gauthier"] == "fr_ii/9"
    assert state.table.leaders["reille"].sent == 1


@pytest.mark.rule("N12.13.5")
def test_a_division_of_another_is_not_his_to_order() -> None:
    options = RecordOptions(battle(), "french")
    said = Record("lefebvre", orders("defend here"), "fr_ii/9")
    assert options.why_not(said)[0].clause == "N12.13.5"


def test_a_fallen_leader_decides_nothing() -> None:
    table = noted(battle())
    set_leader(table, "reille", at=0)
    state = play(table, LocalDecisions())
    assert state.stack == ()
    assert state.table.transit == ()


def test_chance_and_lists_agree_with_what_is_taken() -> None:
    import random

    table, chance = battle(), random.Random(3)
    for options in (RecordOptions(table, "french"), BadMoveOptions(table, "reille")):
        picked = [options.sample(chance) for _ in range(40)]
        assert all(action in options for action in picked)
        assert any(action != DONE for action in picked)
        assert "move" not in options
    listed = [str(action) for action in RecordOptions(table, "french")]
    assert len(set(listed)) == len(listed)


@pytest.mark.rule("N12.4.1", "N12.5.1", "N12.2H.1", "N12.2I.1")
def test_chance_comes_upon_every_kind_of_order_and_upon_sequences() -> None:
    import random

    table, chance = battle(), random.Random(1)
    drawn = [chance_order(table, "fr_ii", chance) for _ in range(400)]
    kinds = {order.type.value for sequence in drawn for order in sequence}
    assert kinds == {
        "attack", "probe", "defend", "delay", "march", "fall_back", "reserve", "assign",
    }  # fmt: skip
    assert any(len(sequence) > 1 for sequence in drawn)
