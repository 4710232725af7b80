"""Who may send how many orders, how long they travel, and what is written on them (N12.4-N12.6, N12.12)."""

from __future__ import annotations

import pytest

from grognard.kernel import IllegalAction
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.capacity import capacity
from grognard.systems.nlc.command.order_actions import Send
from grognard.systems.nlc.command.order_desk import GiveOrders, OrderDesk
from grognard.systems.nlc.command.order_events import CommandOpened, OrderSent, QuartersOnTheMove
from grognard.systems.nlc.command.transmission import delay, is_face_to_face
from grognard.systems.nlc.movement.riding import allowance
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import (
    DONE,
    battle,
    give,
    lose,
    orders,
    play,
    put,
    reply,
    set_force,
    set_leader,
    set_quarters,
    told,
)

ATTACK = orders("attack 1213")


def sent(table: Table, text: str, to: str = "fr_ii") -> OrderSent:
    state = play(table, GiveOrders("french"), Send(to, orders(text)))
    found: OrderSent = told(state, OrderSent)
    return found


@pytest.mark.rule("N12.4.1", "N12.6.1")
def test_ney_sends_reille_an_attack_that_arrives_at_once() -> None:
    table = battle()
    dispatch = sent(table, "attack 1213").dispatch
    assert (dispatch.sender, dispatch.to, dispatch.issued, dispatch.due) == ("ney", "fr_ii", 1, 1)
    assert not dispatch.face_to_face
    assert [(item.amount, item.clause) for item in dispatch.shifts] == [(-2, "NT.2")]


@pytest.mark.rule("N12.4.4", "N11.1.4")
def test_who_gives_orders_rides_half_as_far() -> None:
    table = battle()
    before = allowance(table, "ney")
    state = play(table, GiveOrders("french"), Send("fr_ii", ATTACK))
    assert allowance(state.table, "ney") * 2 == before


@pytest.mark.rule("N12.12.1")
def test_a_commander_gives_as_many_orders_as_his_rating() -> None:
    state = play(
        battle(), GiveOrders("french"), Send("fr_ii", ATTACK), Send("fr_glc", orders("probe 1514")),
        Send("hq_ney", orders("march 1119")),
    )  # fmt: skip
    with pytest.raises(IllegalAction, match=r"N12\.12\.1"):
        reply(state, Send("fr_ii/9", orders("defend here")))
    assert state.table.leaders["ney"].sent == 3


@pytest.mark.rule("N12.12.2", "N11.5.3")
def test_away_from_his_quarters_he_gives_one_order() -> None:
    table = battle()
    set_leader(table, "ney", at=1117)
    table.record(CommandOpened())
    assert capacity(table, "ney") == 1
    table = battle()
    set_quarters(table, "hq_ney", stirring=True)
    table.record(CommandOpened())
    assert table.leaders["ney"].away == 1
    state = play(table, GiveOrders("french"), Send("fr_ii", ATTACK))
    with pytest.raises(IllegalAction, match=r"N12\.12\.2"):
        reply(state, Send("fr_glc", orders("probe 1514")))


@pytest.mark.rule("N12.12.3")
def test_from_the_second_turn_away_he_only_speaks_of_what_he_sees() -> None:
    table = battle()
    set_leader(table, "ney", at=table.leaders["reille"].at, away=1)
    table.record(CommandOpened())
    assert table.leaders["ney"].away == 2
    desk = OrderDesk(table, "french")
    assert [reason.clause for reason in desk.why_not(Send("fr_glc", orders("probe 1514")))] == [
        "N12.12.3"
    ]
    assert desk.why_not(Send("fr_ii", orders("attack 1112"))) == ()


@pytest.mark.rule("N12.12.3")
def test_far_off_the_roads_nothing_can_be_pointed_at() -> None:
    from grognard.systems.nlc.command.capacity import bar_to_pointing

    table = battle()
    set_leader(table, "ney", away=2)
    found = bar_to_pointing(table, "ney", orders("attack 2401"))
    assert found is not None
    assert found.clause == "N12.12.3"
    assert bar_to_pointing(table, "ney", orders("attack 1101")) is None


@pytest.mark.rule("N12.12.3")
def test_the_count_begins_anew_with_his_quarters_at_rest() -> None:
    table = battle()
    set_leader(table, "ney", away=3)
    table.record(CommandOpened())
    assert table.leaders["ney"].away == 0
    assert capacity(table, "ney") == 3


@pytest.mark.rule("N11.4.3")
def test_without_his_destroyed_quarters_he_is_never_away() -> None:
    table = battle()
    set_quarters(table, "hq_ney", at=0, destroyed_on=1)
    set_leader(table, "ney", at=1105)
    table.record(CommandOpened())
    assert capacity(table, "ney") == 2


@pytest.mark.rule("N11.5.1", "N11.5.3")
def test_quarters_under_a_movement_order_count_as_stirring() -> None:
    table = battle()
    table.record(CommandOpened())
    table.record(QuartersOnTheMove())
    assert table.quarters["hq_wellington"].stirring
    assert not table.quarters["hq_ney"].stirring
    table.record(CommandOpened())
    assert table.quarters["hq_wellington"].stirred


@pytest.mark.rule("N12.6.1", "N12.6.2")
@pytest.mark.parametrize(("hexes", "turns"), [(6, 0), (7, 1), (17, 1), (18, 2)])
def test_unseen_distance_is_divided_by_six(hexes: int, turns: int) -> None:
    """Along the Charleroi road by night, at half a point a hex: three points are at once."""
    table = battle(turn=8)
    lose(table, *list(table.pieces))
    set_leader(table, "reille", at=1126 - hexes)
    set_leader(table, "ney", at=1126)
    assert delay(table, "ney", "fr_ii", ATTACK) == turns


@pytest.mark.rule("N12.6.5")
def test_in_sight_the_distance_is_halved_or_nothing() -> None:
    for option, turns in (("off", 0), ("on", 0)):
        table = battle(options={"sight_is_instant": option})
        lose(table, *list(table.pieces))
        set_leader(table, "ney", at=2022)
        set_leader(table, "reille", at=2026)
        assert delay(table, "ney", "fr_ii", ATTACK) == turns
    for option, turns in (("off", 1), ("on", 0)):
        table = battle(options={"sight_is_instant": option})
        lose(table, *list(table.pieces))
        set_leader(table, "ney", at=2019)
        set_leader(table, "reille", at=2026)
        assert delay(table, "ney", "fr_ii", ATTACK) == turns


@pytest.mark.rule("N12.6.1")
def test_face_to_face_means_in_one_hex() -> None:
    table = battle()
    assert not is_face_to_face(table, "ney", "fr_ii")
    set_leader(table, "ney", at=table.leaders["reille"].at)
    assert is_face_to_face(table, "ney", "fr_ii")
    shifts = {item.clause: item.amount for item in sent(table, "attack 1213").dispatch.shifts}
    assert shifts == {"NT.2": -2, "N12.6.1": 1}


@pytest.mark.rule("N12.2I.5", "NT.2")
def test_reserves_and_cavalry_are_easier_to_move() -> None:
    dispatch = sent(battle(), "probe 1514", "fr_glc").dispatch
    assert [item.amount for item in dispatch.shifts] == [1, -2, 1]


@pytest.mark.rule("N12.7.7", "NT.2")
def test_a_sequence_is_shifted_once_by_its_worst_link() -> None:
    dispatch = sent(battle(), "march 1119 then attack 1213 then attack 1111").dispatch
    assert [item.amount for item in dispatch.shifts] == [-2]


@pytest.mark.rule("N12.2G.1")
def test_a_general_retreat_goes_to_everybody_and_counts_once() -> None:
    table = battle()
    lose(table, "bauduin", "soye", "husson")
    state = play(table, GiveOrders("french"), Send("all", orders("general_retreat 1126")))
    events = [event for event in state.happened if isinstance(event, OrderSent)]
    assert {event.dispatch.to for event in events} == {"fr_ii", "fr_glc", "hq_ney"}
    assert state.table.leaders["ney"].sent == 1
    assert all(any(item.clause == "N12.2G.1" for item in event.dispatch.shifts) for event in events)


@pytest.mark.rule("N12.2G.1")
def test_with_the_option_a_general_retreat_is_known_at_once() -> None:
    for option, turns in (("off", 1), ("on", 0)):
        table = battle(options={"general_retreat_instant": option})
        lose(table, *list(table.pieces))
        set_leader(table, "reille", at=1101)
        assert delay(table, "ney", "fr_ii", orders("general_retreat 1126")) == turns
        assert delay(table, "ney", "fr_ii", ATTACK) == 1
    assert delay(battle(), "ney", "fr_iiic", ATTACK) is None


@pytest.mark.rule("N12.13.1")
def test_a_division_is_found_at_its_counters() -> None:
    table = battle()
    assert bodies.places(table, "fr_ii/9") == (1116, 1117)
    assert bodies.rating_of(table, "fr_ii/9") == 1
    dispatch = sent(table, "defend here", "fr_ii/9").dispatch
    assert [item.amount for item in dispatch.shifts] == [1]


@pytest.mark.rule("N16.4")
def test_orders_are_sent_at_night_too() -> None:
    assert sent(battle(turn=8), "attack 1213").dispatch.issued == 8


@pytest.mark.rule("N12.2F.5")
def test_who_falls_back_halts_only_away_from_the_enemy() -> None:
    from grognard.systems.nlc.command.order_actions import StandDown

    table = battle()
    give(table, "fr_ii", "fall_back 1126")
    desk = OrderDesk(table, "french")
    assert StandDown("fr_ii") in desk
    put(table, "husson", 1114)
    assert OrderDesk(table, "french").why_not(StandDown("fr_ii"))[0].clause == "N12.2F.5"
    assert OrderDesk(table, "french").why_not(StandDown("fr_glc"))[0].clause == "N12.2F.5"
    table = battle()
    give(table, "fr_ii", "fall_back 1126")
    state = play(table, GiveOrders("french"), StandDown("fr_ii"), DONE)
    assert state.table.forces["fr_ii"].type.value == "reserve"


@pytest.mark.rule("N12.2G.2")
def test_a_general_retreat_goes_on_until_the_night_after_it() -> None:
    from grognard.systems.nlc.command.order_actions import StandDown

    for turn, sent_in, may in ((7, 3, False), (8, 3, True), (8, 8, False)):
        table = battle(turn=turn)
        give(table, "fr_ii", "general_retreat 1126", marks=(f"sent:{sent_in}",))
        assert (StandDown("fr_ii") in OrderDesk(table, "french")) is may


@pytest.mark.rule("N12.4.1")
def test_the_list_of_orders_holds_only_what_is_taken() -> None:
    table = battle()
    desk = OrderDesk(table, "french")
    offered = list(desk)
    assert offered[-1] == DONE
    assert len(set(map(str, offered))) == len(offered)
    assert all(action in desk for action in offered)
    assert {"send fr_ii attack 1213", "send fr_glc reserve"} & set(map(str, offered)) == {
        "send fr_ii attack 1213"
    }


def test_chance_picks_only_what_is_offered() -> None:
    import random

    table = battle()
    desk, chance = OrderDesk(table, "french"), random.Random(5)
    picked = [desk.sample(chance) for _ in range(60)]
    assert all(action in desk for action in picked)
    assert any(isinstance(action, Send) for action in picked)


@pytest.mark.rule("N12.1")
def test_a_wing_takes_orders_and_formation_leaders_give_none() -> None:
    table = battle()
    set_leader(table, "wellington", at=1103)
    set_force(table, "orange", waiting=None)
    desk = OrderDesk(table, "allied")
    assert Send("orange", orders("attack 1213")) in desk
    assert desk.why_not(Send("al_2nl", orders("attack 1213"), "perponcher"))[0].clause == "N12.1"
