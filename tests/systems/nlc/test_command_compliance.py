"""Orders are received, tested, delayed and obeyed (N12.6.3-N12.7, N15.3, N16.5-6)."""

from __future__ import annotations

import pytest

from grognard.kernel import Item, Roll
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.command.compliance import Delays, Receive, account_of
from grognard.systems.nlc.command.order_actions import Send
from grognard.systems.nlc.command.order_desk import GiveOrders
from grognard.systems.nlc.command.order_events import (
    ComplianceTested,
    Complied,
    DelayTested,
    OrderIgnored,
)
from grognard.systems.nlc.kinds import Compliance, OrderType, Weather
from grognard.systems.nlc.records import DAWN, Dispatch
from grognard.systems.nlc.setting import Turn
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
    set_force,
    set_leader,
    told,
    wait_for,
    with_turns,
)


def arrives(table: Table, text: str = "attack 1213", *shifts: int, to: str = "fr_ii") -> Dispatch:
    """An order from Ney is due now, with these shifts on it."""
    items = tuple(Item(amount, "shift", "NT.2") for amount in shifts)
    number = len(table.transit) + 1
    made = Dispatch(number, "ney", to, orders(text), table.turn, table.turn, shifts=items)
    table.transit = (*table.transit, made)
    return made


def column_is(table: Table, column: int) -> None:
    """Ratings and shifts that make this column."""
    set_leader(table, "ney", rating=0)
    set_leader(table, "reille", rating=0)
    arrives(table, "attack 1213", column)


CELLS = [(column, roll) for column in range(-1, 11) for roll in range(2, 13)]


@pytest.mark.rule("NT.3", "N12.7.1", "N12.7.3", "N12.7.4", "N12.7.5", "N12.7.6")
@pytest.mark.parametrize(("column", "roll"), CELLS)
def test_every_cell_of_the_compliance_table(column: int, roll: int) -> None:
    table = battle(turn=2)
    column_is(table, column)
    expected = cards().compliance(column, roll)
    state = play(table, Receive(), dice(roll))
    force = state.table.forces["fr_ii"]
    tested = told(state, ComplianceTested)
    assert (tested.column, tested.result) == (column, expected)
    assert state.table.transit == ()
    if expected is Compliance.COMPLIED:
        assert force.order.type is OrderType.ATTACK
        assert force.waiting is None
    else:
        assert force.order.type is OrderType.PROBE
        assert (force.waiting.state if force.waiting else "I") == expected


@pytest.mark.rule("N15.3")
@pytest.mark.parametrize(("roll", "read"), [(2, "I"), (6, "R5"), (9, "R4"), (11, "1T")])
def test_a_demoralized_formation_reads_one_step_worse(roll: int, read: str) -> None:
    table = battle(turn=2)
    lose(table, "husson", "campi", "gauthier", "jamin")
    column_is(table, 0)
    state = play(table, Receive(), dice(roll))
    assert told(state, ComplianceTested).result == read


@pytest.mark.rule("N12.7.1", "N12.7.2")
def test_the_column_is_both_ratings_and_the_shifts() -> None:
    table = battle()
    held = arrives(table, "attack 1213", -2)
    account = account_of(table, held)
    assert [item.amount for item in account] == [3, 2, -2]
    assert account.total == 3


@pytest.mark.rule("N12.7.1")
@pytest.mark.parametrize(("shift", "column"), [(-9, -1), (9, 10)])
def test_the_column_is_held_to_the_ends_of_the_table(shift: int, column: int) -> None:
    table = battle()
    arrives(table, "attack 1213", shift)
    assert told(play(table, Receive(), dice(7)), ComplianceTested).column == column


@pytest.mark.rule("N12.7.5")
def test_the_walk_through_delays_reilles_attack_one_turn() -> None:
    """Ney 3, Reille 2, 2L: column 3; a roll of 8 is one turn of delay."""
    state = play(battle(), GiveOrders("french"), Send("fr_ii", orders("attack 1213")), DONE)
    state = play(state.table, Receive())
    assert isinstance(state.pending, Roll)
    assert (state.pending.purpose, state.pending.subject) == ("compliance", "reille")
    state = reply(state, dice(8))
    assert state.table.forces["fr_ii"].waiting.state == "1T"
    table = state.table.draft()
    table.turn = 2
    assert told(play(table, Delays()), Complied).force.order.target == (1213,)


@pytest.mark.rule("N12.7.6", "N15.3")
@pytest.mark.parametrize("state_", ["R4", "R5"])
@pytest.mark.parametrize("die", range(1, 7))
def test_a_waiting_order_is_obeyed_on_a_high_die(state_: str, die: int) -> None:
    table = battle(turn=2)
    wait_for(table, "fr_ii", "attack 1213", state_)
    state = play(table, Delays(), (die,))
    obeyed = state.table.forces["fr_ii"].type is OrderType.ATTACK
    assert obeyed is (die >= cards().later(Compliance(state_)))
    assert told(state, DelayTested).die == die


@pytest.mark.rule("N12.7.6")
def test_the_dice_begin_in_the_phase_after_receipt() -> None:
    table = battle(turn=2)
    wait_for(table, "fr_ii", "attack 1213", "R4", since=2)
    assert play(table, Delays()).stack == ()


@pytest.mark.rule("N12.6.3")
def test_the_old_order_stands_until_the_new_one_is_obeyed() -> None:
    table = battle(turn=2)
    column_is(table, 0)
    assert play(table, Receive(), dice(6)).table.forces["fr_ii"].type is OrderType.PROBE


@pytest.mark.rule("N12.6.4")
def test_of_two_orders_the_later_counts_and_what_waited_is_void() -> None:
    table = battle(turn=3)
    wait_for(table, "fr_ii", "defend 1119", "R4")
    arrives(table, "march 1119")
    arrives(table, "attack 1213")
    state = play(table, Receive())
    ignored = [event.why for event in state.happened if isinstance(event, OrderIgnored)]
    assert ignored == ["older", "newer"]
    assert [held.orders for held in state.table.transit] == [orders("attack 1213")]


@pytest.mark.rule("N16.5")
def test_at_night_orders_wait_for_the_dawn() -> None:
    table = battle(turn=8)
    arrives(table)
    state = play(table, Receive())
    assert state.table.forces["fr_ii"].waiting.state == DAWN


@pytest.mark.rule("N12.2G.1", "N16.5")
def test_a_general_retreat_is_tested_even_at_night() -> None:
    table = battle(turn=8)
    arrives(table, "general_retreat 1126", 9)
    state = play(table, Receive(), dice(12))
    force = state.table.forces["fr_ii"]
    assert force.type is OrderType.GENERAL_RETREAT
    assert force.marks == ("sent:8",)


@pytest.mark.rule("N11.5.1", "N16.5")
def test_headquarters_accept_at_once_even_at_night() -> None:
    table = battle(turn=8)
    arrives(table, "march 1119", to="hq_ney")
    state = play(table, Receive())
    assert state.table.forces["hq_ney"].type is OrderType.MARCH
    assert state.table.quarters["hq_ney"].stirring


def at_dawn() -> Table:
    table = with_turns(battle(turn=2), Turn(1, "05:00", Weather.NIGHT), Turn(2, "06:00", day=2))
    wait_for(table, "fr_ii", "attack 1213", DAWN)
    return table


@pytest.mark.rule("N16.5")
def test_day_breaks_and_the_order_is_obeyed() -> None:
    state = play(at_dawn(), Delays())
    assert told(state, Complied).how == "dawn"


@pytest.mark.rule("N16.6")
def test_a_demoralized_formation_takes_its_time_at_dawn() -> None:
    table = at_dawn()
    lose(table, "husson", "campi", "gauthier", "jamin")
    waiting = play(table, Delays()).table.forces["fr_ii"].waiting
    assert waiting is not None
    assert (waiting.state, waiting.since) == ("R4", 2)


@pytest.mark.rule("N16.5")
@pytest.mark.parametrize(("text", "asked"), [("attack 1213", False), ("march 1119", True)])
def test_at_night_only_waiting_attacks_pause(text: str, asked: bool) -> None:
    table = battle(turn=8)
    wait_for(table, "fr_ii", text, "R4")
    assert isinstance(play(table, Delays()).pending, Roll) is asked


@pytest.mark.rule("N20.8.7")
def test_a_forced_march_is_tested_at_night() -> None:
    table = battle(turn=8, options={"fatigue": "on"})
    arrives(table, "march forced 1119")
    assert isinstance(play(table, Receive()).pending, Roll)


@pytest.mark.rule("N12.9.1", "N12.9.9")
def test_complying_cancels_the_old_order_without_a_retreat() -> None:
    table = battle(turn=2)
    where = {unit: piece.at for unit, piece in table.pieces.items()}
    set_force(table, "fr_ii", contact=True, gun_turns=2, loss_turn=1, reached=True)
    column_is(table, 9)
    state = play(table, Receive(), dice(12))
    force = state.table.forces["fr_ii"]
    assert (force.since, force.contact, force.gun_turns, force.loss_turn) == (2, False, 0, 0)
    assert {unit: piece.at for unit, piece in state.table.pieces.items()} == where


@pytest.mark.rule("N12.2C.1", "N12.2C.2")
def test_a_defend_order_remembers_what_was_held_and_whether_the_leader_is_there() -> None:
    table = battle(turn=2)
    give(table, "al_2nl", "probe 1213")
    from grognard.systems.nlc.command.complying import comply

    comply(table, "al_2nl", orders("defend 1111"), "compliance")
    force = table.forces["al_2nl"]
    assert force.held == (1111,)
    assert force.arrived
    comply(table, "fr_ii", orders("defend 1111"), "compliance")
    assert table.forces["fr_ii"].held == ()
    assert not table.forces["fr_ii"].arrived


@pytest.mark.rule("N12.2C.4")
def test_the_current_position_is_where_one_stands_and_what_lies_behind_ones_zones() -> None:
    from grognard.systems.nlc.command.complying import comply

    table = battle(turn=2)
    comply(table, "fr_ii", orders("defend here"), "compliance")
    force = table.forces["fr_ii"]
    assert force.order.target == (table.leaders["reille"].at,)
    assert force.anchor == table.leaders["reille"].at
    stood = {table.pieces[unit].at for unit in table.units_under("fr_ii")}
    assert stood <= set(force.held)
    assert 1111 not in force.held


@pytest.mark.rule("N12.5.6")
def test_a_dated_attack_is_waited_for_in_defence() -> None:
    from grognard.systems.nlc.command.complying import comply
    from grognard.systems.nlc.command.review import Review

    table = with_turns(battle(turn=1), Turn(1, "20:00"), Turn(2, "06:00", day=2))
    comply(table, "fr_ii", orders("attack 1213 from-turn 2"), "compliance")
    assert table.forces["fr_ii"].type is OrderType.DEFEND
    table.turn = 2
    state = play(table, Review())
    assert state.table.forces["fr_ii"].type is OrderType.ATTACK


@pytest.mark.rule("N12.3")
def test_only_its_own_side_hears_of_an_order_unless_they_lie_open() -> None:
    for option, hears in (("off", False), ("on", True)):
        table = battle(turn=2, options={"open_orders": option})
        column_is(table, 9)
        event = told(play(table, Receive(), dice(12)), Complied)
        assert event.seen_by("french") == event
        assert (event.seen_by("allied") is not None) is hears
        tested = told(play(table, Receive(), dice(12)), ComplianceTested)
        assert tested.seen_by("allied") is None


@pytest.mark.rule("N12.7.1")
def test_a_dead_letter_is_read_by_the_new_man() -> None:
    """The recipient is tested with the ability of whoever leads the formation now."""
    table = battle(turn=2)
    held = arrives(table, "attack 1213")
    set_leader(table, "reille", rating=1)
    assert account_of(table, held).items[1].amount == 1
