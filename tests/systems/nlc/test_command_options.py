"""Optional rules of command: confusion, direct command, operations, many players (N20.5, 20.7, 20.9, NM)."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask, Roll
from grognard.systems.nlc.command.capacity import DIRECTED, bar_to_writing
from grognard.systems.nlc.command.choosing import ChooseOrders
from grognard.systems.nlc.command.compliance import CONFUSED, Receive, troubles
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.direct import release
from grognard.systems.nlc.command.failure import Fail
from grognard.systems.nlc.command.order_actions import Accept, Direct, Record, Send
from grognard.systems.nlc.command.order_desk import GiveOrders, OrderDesk
from grognard.systems.nlc.command.order_events import OrderFailed
from grognard.systems.nlc.command.phase import CommandPhase
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.command.review import Review, is_idle
from grognard.systems.nlc.command.success import close_stage
from grognard.systems.nlc.demoralization import army_level, printed_limit
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import (
    DONE,
    battle,
    dice,
    give,
    orders,
    play,
    put,
    reply,
    set_force,
    set_leader,
    told,
)

# --- command confusion


@pytest.mark.rule("N20.5.1", "N12.14.6")
def test_a_wing_commander_passed_over_is_confused_for_two_turns() -> None:
    for option in ("on", "off"):
        table = battle(turn=3, options={"command_confusion": option})
        set_leader(table, "wellington", at=1104)
        state = play(table, GiveOrders("allied"), Send("al_2nl", orders("attack 1213")), DONE)
        due = state.table.transit[0].due
        after = state.table.draft()
        after.turn = due
        state = play(after, Receive())
        marks = state.table.leaders["orange"].marks
        assert marks == ((f"{CONFUSED}{due}",) if option == "on" else ())
        for ago, shifted in ((0, False), (1, True), (2, True), (3, False)):
            later = state.table.draft()
            later.turn = due + ago
            found = [item.clause for item in troubles(later, "orange")]
            assert found == (["N20.5.1"] if shifted and option == "on" else [])


# --- direct command


def led() -> Table:
    table = battle(options={"direct_command": "on"})
    set_leader(table, "ney", at=1116)
    return table


@pytest.mark.rule("N20.7.1", "N20.7.2")
def test_ney_leads_units_beside_him_in_person() -> None:
    table = led()
    said = Direct("ney", ("gauthier", "jamin"), "fr_glc")
    state = play(table, GiveOrders("french"), said, DONE)
    after = state.table
    assert after.under["jamin"] == "fr_glc+direct"
    assert Mark.DIRECT in after.pieces["jamin"].marks
    far = after.draft()
    set_leader(far, "reille", at=1126)
    assert in_range(far, "jamin")
    released = far.draft()
    release(released)
    assert released.under["jamin"] == "fr_ii"


@pytest.mark.rule("N20.7.1", "N20.7.2", "N20.7.4")
@pytest.mark.parametrize(
    ("said", "clause"),
    [
        (Direct("ney", ("huber",), "fr_ii"), "N20.7.1"),
        (Direct("reille", ("jamin",), "fr_ii"), "N20.7.1"),
        (Direct("ney", ("jamin",), "al_5"), "N20.7.1"),
        (Direct("ney", ("gauthier", "jamin", "campi", "husson"), "fr_ii"), "N20.7.2"),
    ],
)
def test_direct_command_has_its_limits(said: Direct, clause: str) -> None:
    table = led()
    put(table, "huber", 1126)
    assert OrderDesk(table, "french").why_not(said)[0].clause == clause


@pytest.mark.rule("N20.7.4")
def test_only_the_french_or_very_able_chiefs_may() -> None:
    table = battle(turn=3, options={"direct_command": "on"})
    set_leader(table, "wellington", at=1111, rating=3)
    said = Direct("wellington", ("bijleveld",), "al_2nl")
    assert OrderDesk(table, "allied").why_not(said)[0].clause == "N20.7.4"
    set_leader(table, "wellington", rating=4)
    assert said in OrderDesk(table, "allied")
    assert said in list(OrderDesk(table, "allied"))
    assert said not in OrderDesk(battle(turn=3), "allied")


@pytest.mark.rule("N20.7.3")
def test_the_next_turn_he_is_silent_and_their_leader_sulks() -> None:
    state = play(led(), GiveOrders("french"), Direct("ney", ("jamin",), "fr_ii"))
    barred = bar_to_writing(state.table, "ney")
    assert barred is not None
    assert barred.clause == "N20.7.2"
    later = state.table.draft()
    later.turn = 2
    barred = bar_to_writing(later, "ney")
    assert barred is not None
    assert barred.clause == "N20.7.3"
    assert [item.clause for item in troubles(later, "fr_ii")] == ["N20.7.3"]
    later.turn = 3
    assert bar_to_writing(later, "ney") is None
    assert list(troubles(later, "fr_ii")) == []
    assert DIRECTED + "1" in later.leaders["ney"].marks


# --- the morale of operations


def operating() -> Table:
    return battle(turn=3, options={"morale_of_operations": "on"})


@pytest.mark.rule("N20.9.1")
def test_going_to_attack_lifts_a_formation() -> None:
    table = operating()
    comply(table, "fr_ii", orders("march 1119 then attack 1213"), "compliance")
    assert printed_limit(table, "fr_ii") == 18 + 2
    comply(table, "fr_ii", orders("defend 1119"), "compliance")
    assert printed_limit(table, "fr_ii") == 20
    plain = battle(turn=3)
    comply(plain, "fr_ii", orders("attack 1213"), "compliance")
    assert printed_limit(plain, "fr_ii") == 18


@pytest.mark.rule("N20.9.2")
def test_being_told_to_fall_back_costs_heart() -> None:
    table = operating()
    state = play(table, GiveOrders("french"), Send("fr_ii", orders("fall_back 1126")), DONE)
    assert printed_limit(play(state.table, Receive()).table, "fr_ii") == 16


@pytest.mark.rule("N20.9.2", "N20.9.3")
def test_a_failed_attack_lifts_those_who_stood() -> None:
    table = operating()
    give(table, "fr_ii", "attack 1112")
    put(table, "husson", 1113)
    state = play(table, Fail("fr_ii", "confidence"))
    assert printed_limit(state.table, "fr_ii") == 16
    assert printed_limit(state.table, "al_2nl") == 9


@pytest.mark.rule("N20.9.4")
@pytest.mark.parametrize(("text", "lower"), [("defend 1119", 2), ("reserve", 2), ("delay 1119", 0)])
def test_a_failed_defence_hurts_the_army(text: str, lower: int) -> None:
    table = operating()
    give(table, "fr_ii", text)
    level = army_level(table, "french")
    state = play(table, Fail("fr_ii", "radius"))
    assert army_level(state.table, "french") == level - lower


@pytest.mark.rule("N20.9.5")
def test_a_division_takes_its_share_but_at_least_one() -> None:
    table = operating()
    comply(table, "fr_ii/9", orders("attack 1213"), "compliance")
    assert printed_limit(table, "fr_ii") == 19


# --- one player for each formation


def many() -> Table:
    return battle(turn=2, options={"multiplayer_command": "on"})


@pytest.mark.rule("NM.2", "NM.4")
def test_orders_are_delivered_and_taken_up_at_will() -> None:
    table = many()
    state = play(table, GiveOrders("french"), Send("fr_ii", orders("attack 1213")), DONE)
    state = play(state.table, Receive())
    assert state.stack == ()
    state = play(state.table, ChooseOrders("french"))
    assert Accept("fr_ii") in state.pending.options
    assert Accept("fr_glc") not in state.pending.options
    state = reply(state, Accept("fr_ii"))
    assert state.table.forces["fr_ii"].type is OrderType.ATTACK
    again = Record("reille", orders("defend here"))
    assert state.pending.options.why_not(again)[0].clause == "NM.4"


@pytest.mark.rule("NM.5")
def test_following_ones_own_will_is_a_failure_first() -> None:
    state = play(many(), ChooseOrders("french"), Record("reille", orders("defend 1119")))
    assert told(state, OrderFailed).why == "choice"
    while state.pending.purpose != "choose-orders":
        state = reply(state, next(iter(state.pending.options)))
    assert state.table.forces["fr_ii"].type is OrderType.DEFEND
    assert reply(state, DONE).stack == ()


@pytest.mark.rule("NM.4", "NM.10")
def test_nobody_tests_compliance_confidence_or_decides_locally() -> None:
    table = many()
    set_force(table, "fr_ii", loss_turn=1, marks=("pressed:1",))
    state = play(table, CommandPhase())
    purposes = []
    while state.stack:
        assert not isinstance(state.pending, Roll)
        purposes.append(state.pending.purpose)
        state = reply(state, DONE)
    assert purposes == ["orders", "orders", "choose-orders", "choose-orders"]


@pytest.mark.rule("NM.6", "NM.8")
def test_an_attack_that_does_nothing_fails() -> None:
    table = many()
    give(table, "fr_ii", "attack 1213")
    assert is_idle(table, table.forces["fr_ii"])
    state = play(table, Review())
    assert told(state, OrderFailed).why == "idle"
    give(table, "fr_ii", "fall_back 1126")
    assert not is_idle(table, table.forces["fr_ii"])


@pytest.mark.rule("NM.6")
@pytest.mark.parametrize(
    ("at", "began", "marks", "presses"),
    [
        (1114, 1114, (), True),
        (1116, 1118, (), True),
        (1118, 1116, (), False),
        (1118, 1118, (Mark.BOMBARDED,), True),
        (1118, 1118, (), False),
    ],
)
def test_pressing_the_enemy_is_remembered(
    at: int, began: int, marks: tuple[str, ...], presses: bool
) -> None:
    table = many()
    give(table, "fr_ii", "attack 1213")
    put(table, "husson", at, began=began, marks=marks)
    table.active = ("fr_ii",)
    close_stage(table)
    assert ("pressed:2" in table.forces["fr_ii"].marks) is presses


@pytest.mark.rule("NM.7", "NM.9")
def test_posts_and_reserves_still_fail() -> None:
    from grognard.systems.nlc.command.failure import due

    table = many()
    set_leader(table, "perponcher", at=1105)
    set_force(table, "fr_glc", marks=("shaken",))
    assert dict(due(table)) == {"al_2nl": "radius", "fr_glc": "reserve"}


# --- without orders


def test_combat_alone_has_no_command_phase() -> None:
    assert play(battle(options={"combat_only": "on"}), CommandPhase()).stack == ()


@pytest.mark.rule("N12.3.1")
def test_a_quiet_command_phase_asks_each_side_twice() -> None:
    state = play(battle(), CommandPhase())
    asked = []
    while state.stack:
        assert isinstance(state.pending, Ask)
        asked.append((state.pending.side, state.pending.purpose))
        state = reply(state, DONE)
    assert asked == [
        ("french", "record-decision"), ("allied", "record-decision"),
        ("french", "orders"), ("allied", "orders"),
    ]  # fmt: skip
    assert dice(7) == (1, 6)
