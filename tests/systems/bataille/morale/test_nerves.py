"""Nerves before horse that has charged, and allies who keep apart (battle rules of Hagelberg)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.questions import Over
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.marks import OPP_CHARGED, REACTED
from grognard.systems.bataille.morale.nerves import NervesChecks, unnerved
from grognard.systems.bataille.pieces import Cohesion, Formation, LeaderPrinted
from grognard.systems.bataille.special import (
    are_mixed,
    helps,
    may_stack,
    may_take,
    mixed_item,
    unnerved_by,
)
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, battery, begin, field, play, regiment

OPEN = ["." * 14] * 12


def near_horse(*units: Unit, mark: str = REACTED, rule: bool = True, **facts: Any) -> Table:
    """Horse in 0606 looks north at whoever stands before it."""
    horse = regiment("P9", "0606", "N", movement=11, marks=(mark,) if mark else ())
    special = ["charge_nerves"] if rule else []
    return field(OPEN, *units, horse, special=special, **facts)


@pytest.mark.rule("P46.2")
@pytest.mark.parametrize("mark", [REACTED, OPP_CHARGED])
def test_foot_and_guns_in_the_zone_of_horse_that_charged_are_unnerved(mark: str) -> None:
    table = near_horse(battalion("F1", "0605"), battery("F2", "0506"), mark=mark)
    assert unnerved(table, "french") == ("F2", "F1")


@pytest.mark.rule("P46.2")
def test_nobody_else_is_unnerved() -> None:
    assert not unnerved(near_horse(battalion("F1", "0604")), "french"), "outside the zone"
    assert not unnerved(near_horse(regiment("F1", "0605")), "french"), "horse"
    assert not unnerved(near_horse(battalion("F1", "0605"), mark=""), "french"), "no charge"
    assert not unnerved(near_horse(battalion("F1", "0605"), rule=False), "french"), "no such rule"
    struck = battalion("F1", "0605", marks=("contact:P9",))
    assert not unnerved(near_horse(struck), "french"), "the unit that the charge struck"


@pytest.mark.rule("P46.2")
def test_the_unnerved_cannot_change_formation() -> None:
    table = near_horse(battalion("F1", "0605"), battalion("F2", "0603"))
    reason = may_take(table, "F1", Formation.SQUARE)
    assert reason is not None
    assert reason.clause == "P46.2"
    assert may_take(table, "F2", Formation.SQUARE) is None


@pytest.mark.rule("P46.2", "P31.12")
def test_at_the_end_of_movement_the_unnerved_check_and_rout_on_failure() -> None:
    table = near_horse(
        battalion("F1", "0605", morale=32),
        battalion("F2", "0506", morale=32),
        home={"french": (parse_hex("0601"),)},
    )
    state = play(begin(table, NervesChecks("french")), 33, 32)
    assert isinstance(state.pending, Over)
    assert state.table["F2"].cohesion is Cohesion.GOOD
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert state.table["F1"].at != parse_hex("0605")


# --- nations


def allied(*units: Unit, rule: bool = True) -> Table:
    return field(OPEN, *units, special=["nations"] if rule else [])


def russian(unit: str, at: str, **facts: Any) -> Unit:
    return battalion(unit, at, **({"nation": "Russian"} | facts))


def prussian(unit: str, at: str, **facts: Any) -> Unit:
    return battalion(unit, at, **({"nation": "Prussian", "organisation": "hirschfeld"} | facts))


@pytest.mark.rule("P46.2")
def test_prussians_and_russians_do_not_stay_together() -> None:
    table = allied(prussian("P1", "0202"), prussian("P2", "0202"), russian("R1", "0303"))
    assert may_stack(table, "P1", ["P2"]) is None
    assert may_stack(table, "R1", ["P1"]) is not None
    assert not are_mixed(table, parse_hex("0202"))
    together = allied(prussian("P1", "0202"), russian("R1", "0202"))
    assert are_mixed(together, parse_hex("0202"))
    assert mixed_item(together).amount == -12
    assert not are_mixed(
        allied(prussian("P1", "0202"), russian("R1", "0202"), rule=False), parse_hex("0202")
    )


@pytest.mark.rule("P46.2")
def test_a_russian_battery_that_serves_with_prussians_is_one_of_them() -> None:
    guns = battery("R1", "0202", nation="Russian", organisation="hirschfeld")
    table = allied(prussian("P1", "0202"), prussian("P2", "0303"), guns)
    assert may_stack(table, "R1", ["P1"]) is None
    own = LeaderPrinted("LP", "Hirschfeld", "coalition", "Prussian")
    guest = LeaderPrinted("LR", "Chernyshev", "coalition", "Russian")
    assert helps(table, own, "R1")
    assert helps(table, guest, "R1")


@pytest.mark.rule("P46.2")
def test_the_french_and_their_allies_are_one_nation() -> None:
    saxon = battalion("F2", "0202", nation="Saxon")
    assert may_stack(allied(battalion("F1", "0202"), saxon), "F1", ["F2"]) is None


@pytest.mark.rule("P46.2")
def test_leaders_help_only_their_own_nation() -> None:
    table = allied(prussian("P1", "0202"), russian("R1", "0303"))
    leader = LeaderPrinted("LR", "Chernyshev", "coalition", "Russian")
    assert (helps(table, leader, "R1"), helps(table, leader, "P1")) == (True, False)
    assert helps(allied(prussian("P1", "0202"), rule=False), leader, "P1")


@pytest.mark.rule("P46.2")
def test_the_horse_that_unnerves_is_named() -> None:
    assert unnerved_by(near_horse(battalion("F1", "0605")), "F1") == "P9"
