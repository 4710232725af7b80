"""Orders that may not be written are refused with the clause that forbids them (N12.2-N12.5)."""

from __future__ import annotations

import pytest

from grognard.systems.nlc.command.order_actions import Send
from grognard.systems.nlc.command.sending import send, why_not_send
from grognard.systems.nlc.command.validity import why_not_order
from grognard.systems.nlc.kinds import Weather
from grognard.systems.nlc.setting import Turn
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import (
    battle,
    give,
    lose,
    orders,
    put,
    set_force,
    set_leader,
    wait_for,
    with_turns,
)


def refused(table: Table, to: str, text: str, sender: str = "ney") -> str:
    """The clause by which an order is refused, or nothing."""
    found = why_not_order(table, sender, to, orders(text))
    return found.clause if found else ""


@pytest.mark.parametrize(
    ("to", "text", "clause"),
    [
        ("fr_ii", "attack 1213", ""),
        ("fr_ii", "march 1119 then attack 1213 then await", ""),
        ("fr_ii", "defend here", ""),
        ("fr_ii", "delay 1119 1019", ""),
        pytest.param("fr_ii", "attack", "N12.2.2", marks=pytest.mark.rule("N12.2.2")),
        pytest.param("fr_ii", "attack 1011", "N12.2.2", marks=pytest.mark.rule("N12.2.2")),
        pytest.param("fr_ii", "attack 1111 1119", "N12.2.2", marks=pytest.mark.rule("N12.2.2")),
        pytest.param("fr_ii", "attack 9999", "N12.2.2", marks=pytest.mark.rule("N12.2.2")),
        pytest.param("fr_ii", "reserve 1119", "N12.2.2", marks=pytest.mark.rule("N12.2.2")),
        pytest.param("fr_ii", "attack here", "N12.2C.4", marks=pytest.mark.rule("N12.2C.4")),
        pytest.param("fr_ii", "attack 1213 via 1115", "N12.2E.3", marks=pytest.mark.rule("N12.2E.3")),
        pytest.param("fr_ii", "march 1119 via 2401", "N12.2E.3", marks=pytest.mark.rule("N12.2E.3")),
        pytest.param(
            "fr_ii", "march 1101 via 1126 1101", "N12.2E.3", marks=pytest.mark.rule("N12.2E.3")
        ),
        pytest.param(
            "fr_ii", "defend 1119 then attack 1213", "N12.5.1", marks=pytest.mark.rule("N12.5.1")
        ),
        pytest.param(
            "fr_ii", "march 1119 then defend here", "N12.5.4", marks=pytest.mark.rule("N12.5.4")
        ),
        pytest.param("fr_ii", "probe 1213", "N12.4.2", marks=pytest.mark.rule("N12.4.2")),
        pytest.param("fr_ii", "probe 1119", "N12.4.3", marks=pytest.mark.rule("N12.4.3")),
        pytest.param("fr_ii", "general_retreat 1126", "N12.2G.1", marks=pytest.mark.rule("N12.2G.1")),
        pytest.param("hq_ney", "attack 1213", "N11.5.1", marks=pytest.mark.rule("N11.5.1")),
        pytest.param("al_5", "attack 1213", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("fr_x", "attack 1213", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("fr_iiic", "attack 1213", "N12.6.2", marks=pytest.mark.rule("N12.6.2")),
        pytest.param("fr_ii", "assign nobody", "N12.2H.1", marks=pytest.mark.rule("N12.2H.1")),
        pytest.param("fr_ii", "assign fr_glc", "N12.2H.1", marks=pytest.mark.rule("N12.2H.1")),
        pytest.param("fr_ii/9", "assign fr_ii", "N12.13.6", marks=pytest.mark.rule("N12.13.6")),
        pytest.param("fr_ii", "march forced 1119", "N20.8.3", marks=pytest.mark.rule("N20.8.3")),
        pytest.param(
            "fr_ii", "defend 1119 then await", "N12.8.2", marks=pytest.mark.rule("N12.8.2")
        ),
    ],
)  # fmt: skip
def test_an_order_is_refused_by_its_clause(to: str, text: str, clause: str) -> None:
    assert refused(battle(), to, text) == clause


@pytest.mark.rule("N12.2.2")
def test_the_way_between_two_places_is_a_target() -> None:
    table = battle()
    assert refused(table, "fr_ii", "attack 1113 1112 1111") == ""
    assert refused(table, "fr_ii", "attack 1514 1515") == "N12.2.2"


@pytest.mark.rule("N12.2.3")
def test_a_target_is_within_ten_points_or_along_a_road() -> None:
    table = battle()
    assert refused(table, "fr_ii", "attack 1101") == ""
    from grognard.systems.nlc.command.validity import is_within_reach

    far = next(place for place in table.setting.places if place.name == "Bois de Chevelipont")
    assert not is_within_reach(table.setting, (102,), far.hexes[:1])
    assert is_within_reach(table.setting, (102,), (1101,))


@pytest.mark.rule("N12.2.3", "N12.5.4")
def test_an_unreachable_target_names_the_clause_of_its_link() -> None:
    table = battle()
    import msgspec

    labels = [place for place in table.setting.places if place.kind != "woods"]
    lonely = msgspec.structs.replace(labels[0], name="lonely", hexes=(2401,))
    table.setting = msgspec.structs.replace(table.setting, places=(*labels, lonely))
    assert refused(table, "fr_ii", "attack 2401") == "N12.2.3"
    assert refused(table, "fr_ii", "attack 1213 then defend 2401") == "N12.5.4"


@pytest.mark.rule("N12.5.3")
def test_a_closing_defend_may_mean_the_target_before_it() -> None:
    assert refused(battle(), "fr_ii", "attack 1213 then defend") == ""


@pytest.mark.rule("N12.5.8")
def test_only_the_last_link_ends_in_waiting() -> None:
    from grognard.systems.nlc.command.validity import why_not_valid
    from grognard.systems.nlc.kinds import OrderType
    from grognard.systems.nlc.setting import Order

    early = (
        Order(OrderType.MARCH, target=(1119,), awaits=True),
        Order(OrderType.ATTACK, target=(1213,)),
    )
    found = why_not_valid(battle(), "fr_ii", early)
    assert found is not None
    assert found.clause == "N12.5.8"


@pytest.mark.rule("N12.5.6")
def test_an_attack_is_dated_for_the_next_day() -> None:
    day = Turn(1, "20:00")
    night = Turn(2, "21:00", Weather.NIGHT)
    morning = Turn(3, "06:00", day=2)
    table = with_turns(battle(), day, night, morning)
    assert refused(table, "fr_ii", "attack 1213 from-turn 3") == ""
    assert refused(table, "fr_ii", "attack 1213 from-turn 2") == "N12.5.6"
    assert refused(table, "fr_ii", "attack 1213 from-turn 4") == "N12.5.6"
    assert refused(table, "fr_ii", "defend 1119 from-turn 3") == "N12.5.6"


@pytest.mark.rule("N12.4.2", "N12.4.3")
def test_what_waits_or_travels_is_not_said_again() -> None:
    table = battle()
    assert refused(table, "fr_ii", "attack 1213") == ""
    wait_for(table, "fr_ii", "attack 1213", "1T")
    assert refused(table, "fr_ii", "attack 1111") == "N12.4.3"
    assert refused(table, "fr_ii", "attack 1126") == ""
    set_force(table, "fr_ii", waiting=None)
    send(table, "french", Send("fr_ii", orders("attack 1213")))
    assert refused(table, "fr_ii", "attack 1213") == "N12.4.2"


@pytest.mark.rule("N12.4.3")
def test_with_the_option_targets_are_told_apart_by_movement_points() -> None:
    table = battle(options={"separation_mp": "on"})
    give(table, "fr_ii", "probe 1119")
    assert refused(table, "fr_ii", "probe 1111") == "N12.4.3"
    assert refused(battle(), "fr_ii", "probe 1126") == ""


@pytest.mark.rule("N12.2G.3", "N12.2G.4")
def test_a_general_retreat_needs_losses_and_leads_home() -> None:
    table = battle()
    assert refused(table, "all", "general_retreat 1126") == "N12.2G.4"
    lose(table, "bauduin", "soye", "husson")
    assert refused(table, "all", "general_retreat 1126") == ""
    assert refused(table, "all", "general_retreat 1101") == "N12.2G.3"
    assert refused(table, "all", "attack 1213") == "N12.2G.1"


@pytest.mark.rule("N12.2C.4")
def test_the_leader_must_stand_in_the_position_he_is_to_defend() -> None:
    table = battle()
    put(table, "pack", 1122)
    set_leader(table, "reille", at=2003)
    for unit in table.units_under("fr_ii"):
        put(table, unit, 1124)
    assert refused(table, "fr_ii", "defend here") == "N12.2C.4"


def test_a_refusal_names_somebody_when_nobody_can_write() -> None:
    table = battle()
    set_leader(table, "ney", at=0)
    found = why_not_send(table, "french", Send("fr_ii", orders("attack 1213")))
    assert found is not None
    assert "Ney" in found.text
    enemy = why_not_send(table, "french", Send("fr_ii", orders("attack 1213"), "wellington"))
    assert enemy is not None
    assert enemy.clause == "N12.1"
    nobody = why_not_send(table, "french", Send("fr_ii", orders("attack 1213"), "grouchy"))
    assert nobody is not None
