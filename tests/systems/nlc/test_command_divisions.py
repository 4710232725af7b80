"""Divisional orders, new chiefs and wing commanders (N12.13, N12.14, N12.2H)."""

from __future__ import annotations

import pytest

from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.capacity import bar_to_writing, capacity
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.offers import RecordOptions
from grognard.systems.nlc.command.order_actions import HandBack, Record, Rejoin, Send, TakeOver
from grognard.systems.nlc.command.order_desk import GiveOrders, OrderDesk
from grognard.systems.nlc.command.ranges import in_range, leader_of
from grognard.systems.nlc.command.wings import acts_alone
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import (
    DONE,
    battle,
    give,
    orders,
    play,
    put,
    set_force,
    set_leader,
)


@pytest.mark.rule("N12.13.1", "N12.13.2", "N12.13.4")
def test_a_division_on_its_own_order_is_a_body_apart() -> None:
    table = battle(turn=2)
    comply(table, "fr_ii/9", orders("defend here"), "compliance")
    force = table.forces["fr_ii/9"]
    assert force.formation == "fr_ii"
    assert force.leader == ""
    assert table.units_under("fr_ii/9") == ("gauthier", "jamin")
    assert table.forces["fr_ii"].type is OrderType.PROBE
    set_leader(table, "reille", at=1126)
    assert in_range(table, "gauthier")
    assert not in_range(table, "husson")


@pytest.mark.rule("N12.13.6")
def test_an_arriving_division_rejoins_when_its_corps_commander_reaches_it() -> None:
    table = battle(turn=2)
    for unit, at in (("bauduin", 1117), ("soye", 1118), ("ii_6_bty", 1118)):
        put(table, unit, at)
    set_leader(table, "reille", at=1116)
    state = play(table, GiveOrders("french"), Rejoin("fr_ii/6"), DONE)
    assert state.table.under["bauduin"] == "fr_ii"
    set_leader(table, "reille", at=1109)
    why = OrderDesk(table, "french").why_not(Rejoin("fr_ii/6"))
    assert why[0].clause == "N12.13.6"


@pytest.mark.rule("N12.13.6")
def test_an_order_of_the_chief_stands_until_he_countermands_it() -> None:
    table = battle(turn=2)
    comply(table, "fr_ii/9", orders("defend here"), "compliance")
    why = OrderDesk(table, "french").why_not(Rejoin("fr_ii/9"))
    assert why[0].clause == "N12.13.6"
    set_force(table, "fr_ii/9", may_rejoin=True)
    assert Rejoin("fr_ii/9") in OrderDesk(table, "french")
    assert OrderDesk(table, "french").why_not(Rejoin("fr_ii"))[0].clause == "N12.13.6"


@pytest.mark.rule("N12.2H.1", "N12.2H.2", "N12.13.8")
def test_an_assigned_division_acts_with_its_new_corps() -> None:
    table = battle(turn=2)
    comply(table, "fr_ii/pire", orders("assign fr_glc"), "compliance")
    force = table.forces["fr_ii/pire"]
    assert (force.formation, force.chief, force.type) == ("fr_glc", "fr_glc", OrderType.PROBE)
    assert leader_of(table, "fr_ii/pire") == "lefebvre"
    assert table.formation_of("huber") == "fr_glc"
    comply(table, "fr_glc", orders("attack 1514"), "compliance")
    assert table.forces["fr_ii/pire"].type is OrderType.ATTACK


@pytest.mark.rule("N12.13.9")
def test_every_division_after_the_first_lowers_the_leaders_rating() -> None:
    table = battle(turn=2)
    comply(table, "fr_ii/pire", orders("assign fr_glc"), "compliance")
    assert rating(table, "lefebvre") == 2
    comply(table, "fr_ii/5", orders("assign fr_glc"), "compliance")
    assert rating(table, "lefebvre") == 1
    comply(table, "fr_ii/9", orders("assign fr_glc"), "compliance")
    comply(table, "fr_ii/corps", orders("assign fr_glc"), "compliance")
    assert rating(table, "lefebvre") == 0


@pytest.mark.rule("N12.2H.1")
def test_a_formation_may_be_given_to_a_wing() -> None:
    table = battle(turn=2)
    comply(table, "al_5", orders("assign orange"), "compliance")
    assert table.forces["al_5"].chief == "orange"
    from grognard.systems.nlc.chits import subordinates

    assert "al_5" in subordinates(table, "orange")


# --- wing commanders


def with_wellington(at: int) -> Table:
    table = battle(turn=3)
    set_leader(table, "wellington", at=at)
    return table


@pytest.mark.rule("N12.14.1")
def test_a_wing_commander_acts_alone_out_of_his_chiefs_range_or_sight() -> None:
    assert acts_alone(battle(), "orange")
    orange = battle().leaders["orange"].at
    assert not acts_alone(with_wellington(orange), "orange")
    assert acts_alone(with_wellington(1101), "orange")


@pytest.mark.rule("N12.14.2", "N12.14.7")
def test_he_gives_as_many_orders_as_his_rating_and_has_no_quarters() -> None:
    table = battle()
    assert capacity(table, "orange") == 1
    table = with_wellington(table.leaders["orange"].at)
    barred = bar_to_writing(table, "orange")
    assert barred is not None
    assert barred.clause == "N12.14.1"


@pytest.mark.rule("N12.14.2", "N12.14.3", "N12.14.9")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("defend 1111", "N12.4.2"),
        ("attack 1213", "N12.14.2"),
        ("march 1111", ""),
        ("march 1126 via 1119 1126", "N12.14.2"),
        ("reserve", "N12.14.2"),
    ],
)
def test_his_orders_agree_with_his_own(text: str, clause: str) -> None:
    """Orange defends Quatre Bras; Perponcher, a few hexes off, has the same order."""
    table = battle()
    set_leader(table, "perponcher", at=1109)
    why = OrderDesk(table, "allied").why_not(Send("al_2nl", orders(text)))
    assert (why[0].clause if why else "") == clause


@pytest.mark.rule("N12.14.3")
def test_a_reserve_agrees_while_another_has_his_order() -> None:
    table = battle(turn=4)
    set_leader(table, "alten", at=909)
    put(table, "kielmansegge", 909)
    assert Send("al_3", orders("reserve")) in OrderDesk(table, "allied")
    give(table, "al_2nl", "probe 1213")
    give(table, "al_1", "probe 1213")
    assert (
        OrderDesk(table, "allied").why_not(Send("al_3", orders("reserve")))[0].clause == "N12.14.2"
    )


@pytest.mark.rule("N12.14.2")
def test_he_commands_only_his_own() -> None:
    table = battle(turn=2)
    set_leader(table, "picton", at=1108)
    put(table, "kempt", 1108)
    why = OrderDesk(table, "allied").why_not(Send("al_5", orders("reserve")))
    assert why[0].clause == "N12.1"


@pytest.mark.rule("N12.14.4")
def test_he_may_decide_for_himself() -> None:
    options = RecordOptions(battle(), "allied")
    assert Record("orange", orders("attack 1213")) in options
    table = battle()
    comply(table, "orange", orders("attack 1213"), "local")
    assert table.forces["orange"].type is OrderType.ATTACK
    assert table.forces["al_2nl"].type is OrderType.DEFEND


@pytest.mark.rule("N12.14.5")
def test_alone_he_rolls_for_his_own_formations() -> None:
    from grognard.systems.nlc.chits import commanders, subordinates

    table = with_wellington(1101)
    assert set(commanders(table, "allied")) == {"wellington", "orange"}
    set_leader(table, "wellington", at=table.leaders["orange"].at)
    assert commanders(table, "allied") == ("wellington",)
    assert "al_5" in subordinates(table, "wellington")


@pytest.mark.rule("N12.2.1", "N12.2I.7")
def test_every_formation_has_one_order_of_some_type() -> None:
    table = battle()
    assert {name for name, force in table.forces.items() if force.is_whole} == set(
        table.setting.formations
    )
    kinds = {kind: table.setting.cards.order(kind).type for kind in OrderType}
    assert [kind.value for kind, type_ in kinds.items() if type_ == "attack"] == ["attack", "probe"]
    assert [kind.value for kind, type_ in kinds.items() if type_ == "defend"] == ["defend", "delay"]


@pytest.mark.rule("N12.14.6")
def test_the_chief_may_still_write_to_his_formations() -> None:
    table = with_wellington(1101)
    sent = Send("al_2nl", orders("attack 1213"))
    state = play(table, GiveOrders("allied"), sent)
    assert state.table.transit[0].sender == "wellington"


@pytest.mark.rule("N12.14.8")
def test_an_idle_wing_commander_leads_a_formation_he_is_stacked_with() -> None:
    table = with_wellington(battle().leaders["orange"].at)
    set_leader(table, "perponcher", at=table.leaders["orange"].at)
    state = play(table, GiveOrders("allied"), TakeOver("orange", "al_2nl"), DONE)
    assert leader_of(state.table, "al_2nl") == "orange"
    assert bodies.rating_of(state.table, "al_2nl") == 1
    assert not acts_alone(state.table, "orange")
    far = state.table.draft()
    set_leader(far, "wellington", at=1101)
    assert not acts_alone(far, "orange")
    back = play(far, GiveOrders("allied"), HandBack("orange"), DONE)
    assert leader_of(back.table, "al_2nl") == "perponcher"


@pytest.mark.rule("N12.14.8", "N12.14.1")
@pytest.mark.parametrize(
    ("said", "clause"),
    [
        (TakeOver("orange", "al_2nl"), "N12.14.1"),
        (TakeOver("orange", "al_5"), "N12.14.8"),
        (TakeOver("perponcher", "al_2nl"), "N12.14.8"),
        (TakeOver("ney", "fr_ii"), "N12.14.8"),
        (HandBack("orange"), "N12.14.8"),
    ],
)
def test_taking_over_is_refused_by_its_clause(said: TakeOver | HandBack, clause: str) -> None:
    assert OrderDesk(battle(), "allied").why_not(said)[0].clause == clause
