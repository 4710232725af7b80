"""Guns together, and the nearest target."""

from __future__ import annotations

import pytest

from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.fire.combining import all_together, artillery_leaders, guns_apart
from grognard.systems.bataille.fire.targets import DEFENSIVE, OFFENSIVE
from tests.systems.premier.kit import battalion, battery, field
from tests.systems.premier.shooting import OPEN, clauses, listed, options

# --- guns together


@pytest.mark.rule("P25.9", "P25.10", "PR-63")
def test_guns_of_several_hexes_do_not_join_on_a_distant_target_without_a_leader() -> None:
    table = field(
        OPEN,
        battery("F1", "0503", "S"),
        battery("F2", "0603", "S", fire=(26, 13, 7)),
        battery("F3", "0403", "S"),
        battalion("P1", "0507"),
    )
    offered = options(table)
    assert clauses(offered, "fire 0507 F1@0503 F2@0603") == {"P25.9"}
    assert clauses(offered, "fire 0507 F1@0503 F2@0603 F3@0403") == {"P25.10"}
    assert artillery_leaders(table, (Firer("F1", 503), Firer("F2", 603))) == ()
    together = all_together(table, 507, offered.firers[507])
    assert together == (Firer("F2", 603),), "the heaviest battery is the strongest attack"


@pytest.mark.rule("P25.11", "PR-57")
def test_guns_of_any_hexes_join_on_a_target_adjacent_to_each() -> None:
    table = field(
        OPEN,
        battery("F1", "0505", "S"),
        battery("F2", "0605", "SW"),
        battery("F3", "0405", "SE"),
        battalion("P1", "0506"),
    )
    for kind in (OFFENSIVE, DEFENSIVE):
        assert "fire 0506 F1@0505 F2@0605 F3@0405" in listed(options(table, kind))


@pytest.mark.rule("P25.1")
def test_batteries_of_one_hex_fire_together_without_a_leader() -> None:
    table = field(
        OPEN, battery("F1", "0503", "S"), battery("F2", "0503", "S"), battalion("P1", "0507")
    )
    assert "fire 0507 F1@0503 F2@0503" in listed(options(table))


@pytest.mark.rule("P25.9")
def test_guns_of_rival_nations_never_join() -> None:
    table = field(
        OPEN,
        battery("P1", "0505", "S", nation="Prussian"),
        battery("P2", "0605", "SW", nation="Russian"),
        battery("P3", "0405", "SE", nation="Prussian"),
        battalion("F1", "0506"),
    )
    firers = [Firer("P1", 505), Firer("P2", 605)]
    assert guns_apart(table, 506, firers) is not None
    assert guns_apart(table, 506, [Firer("P1", 505), Firer("P3", 405)]) is None
    offered = listed(options(table, side="coalition"))
    assert "fire 0506 P1@0505 P3@0405" in offered
    assert "fire 0506 P1@0505 P2@0605 P3@0405" not in offered


@pytest.mark.rule("P25.5")
def test_infantry_and_guns_of_one_hex_fire_at_one_target() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "SSE", "line"),
        battery("F2", "0505", "S"),
        battalion("P1", "0506"),
        battalion("P2", "0605"),
    )
    assert "fire 0506 F1@0505 F2@0505" in listed(options(table, DEFENSIVE))
    later = options(table, DEFENSIVE, shots=["fire 0506 F1@0505"])
    assert clauses(later, "fire 0605 F2@0505") == {"P25.5"}


@pytest.mark.rule("P25.4", "P16.31")
def test_guns_with_a_line_look_out_of_the_front_of_the_line() -> None:
    guns = battery("F2", "0505", "N")
    enemy = battalion("P1", "0506")
    assert listed(options(field(OPEN, guns, enemy))) == ["done"]
    line = battalion("F1", "0505", "SSE", "line")
    assert "fire 0506 F2@0505" in listed(options(field(OPEN, line, guns, enemy)))


# --- nearest target


@pytest.mark.rule("P26.5", "PR-58")
def test_guns_fire_at_the_nearest_target_ties_as_they_like() -> None:
    table = field(
        OPEN,
        battery("F1", "0503", "S"),
        battalion("P1", "0507"),
        battalion("P2", "0707"),
        battalion("P3", "0709"),
    )
    assert [parse_hex(order.split()[1]) for order in listed(options(table))[1:]] == [507]
    assert clauses(options(table), "fire 0707 F1@0503") == {"P26.5"}
    tied = field(OPEN, battery("F1", "0503", "S"), battalion("P1", "0506"), battalion("P2", "0605"))
    assert list(options(tied).firers) == [506, 605]


@pytest.mark.rule("PR-58")
def test_hexes_already_fired_at_are_skipped_by_the_guns() -> None:
    table = field(
        OPEN,
        battery("F1", "0503", "S"),
        battery("F2", "0503", "S"),
        battalion("P1", "0506"),
        battalion("P2", "0707"),
    )
    second = options(table, shots=["fire 0506 F1@0503"])
    assert listed(second) == ["done", "fire 0707 F2@0503"]


@pytest.mark.rule("PR-58")
def test_routed_enemies_are_the_nearest_target_only_if_no_others_are_there() -> None:
    guns = battery("F1", "0503", "S")
    routed = battalion("P1", "0506", order="rout")
    formed = battalion("P2", "0707")
    assert list(options(field(OPEN, guns, routed, formed)).firers) == [707]
    assert list(options(field(OPEN, guns, routed)).firers) == [506]
    counted = field(OPEN, guns, routed, formed, options={"nearest_target_routed": "count"})
    assert list(options(counted).firers) == [506]


@pytest.mark.rule("P26.5")
def test_in_defensive_fire_guns_choose_among_adjacent_enemies() -> None:
    table = field(
        OPEN, battery("F1", "0505", "S"), battalion("P1", "0506"), battalion("P2", "0605")
    )
    assert list(options(table, DEFENSIVE).firers) == [506, 605]
