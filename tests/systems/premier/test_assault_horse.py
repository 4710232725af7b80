"""Cavalry in melee, and fights on a square (rules 16, 33, 35, 36)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, Over
from grognard.systems.bataille.events.horse import Fatigued
from grognard.systems.bataille.events.melee import Advanced, LeftSquare, MeleeFought
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.pieces import Cohesion, Readiness
from grognard.systems.bataille.table import Table
from tests.systems.premier.assaults import (
    assault,
    dealt,
    listed,
    meet,
    purpose,
    segment,
)
from tests.systems.premier.kit import (
    battalion,
    events,
    light,
    play,
    regiment,
)

# --- cavalry


@pytest.mark.rule("P35.4", "P33.8")
def test_cavalry_that_moved_may_melee_and_nobody_checks() -> None:
    state = segment(regiment("F1", "0504", "S"), battalion("P1", "0505", "N"))
    state = play(state, "assault 0505 F1")
    assert purpose(state) == "spare-horses"
    assert not events(state, MoraleChecked)


@pytest.mark.rule("P36.3", "P36.6", "P36.24")
@pytest.mark.parametrize(
    ("before", "after"),
    [("fresh", "tired"), ("tired", "exhausted"), ("exhausted", "exhausted")],
)
def test_melee_costs_both_sides_horses_a_level(before: str, after: str) -> None:
    table = meet(
        regiment("F1", "0504", "S", readiness=before), regiment("P1", "0505", "N", readiness=before)
    )
    state = play(assault(table, "F1"), "pick spend", "pick spend", 51)  # 1/1
    assert [(e.unit, e.readiness) for e in events(state, Fatigued)] == [
        ("F1", Readiness(after)), ("P1", Readiness(after)),
    ]  # fmt: skip
    assert "fatigue:french:1" in state.table["P1"].marks


@pytest.mark.rule("P36.10", "P36.11")
def test_horses_that_are_spared_keep_their_level_and_fight_at_a_third() -> None:
    table = meet(
        regiment("F1", "0504", "S", melee=Fraction(18), readiness="exhausted"),
        battalion("P1", "0505", "N", melee=Fraction(2)),
    )
    state = play(assault(table, "F1"), "pick spare", 51)
    (fought,) = events(state, MeleeFought)
    assert fought.attack_total == 2
    assert not events(state, Fatigued)
    assert state.table["F1"].readiness is Readiness.EXHAUSTED


@pytest.mark.rule("P36.10")
def test_each_side_decides_for_its_own_horses() -> None:
    table = meet(regiment("F1", "0504", "S"), regiment("P1", "0505", "N"))
    state = assault(table, "F1")
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, listed(state)) == ("french", ["pick spare", "pick spend"])
    state = play(state, "pick spend")
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "coalition"


@pytest.mark.rule("P36.3")
def test_readiness_is_lost_only_by_melee() -> None:
    table = meet(battalion("F1", "0504", "S"), regiment("P1", "0505", "N"))
    state = play(assault(table, "F1"), "fall-back P1 0506", "done")
    assert state.table["P1"].readiness is Readiness.FRESH


# --- squares


def on_square(**facts: Any) -> Table:
    return meet(battalion("P1", "0505", "N", "square"), regiment("F1", "0505", "S"), **facts)


@pytest.mark.rule("P16.57", "P16.58")
def test_cavalry_fights_a_square_in_its_hex_at_a_third() -> None:
    state = play(assault(on_square(), "F1"), "pick spend", 16)
    (fought,) = events(state, MeleeFought)
    assert fought.attack_total == 24 * Fraction(1, 3)


@pytest.mark.rule("P16.59", "P18.11")
def test_after_an_exchange_cavalry_rides_off_the_square() -> None:
    state = play(assault(on_square(), "F1"), "pick spend", 53)  # 1:2: 1/1
    assert events(state, MeleeFought)[0].result == "1/1"
    assert purpose(state) == "leave-square"
    assert "pick 0506" in listed(state)
    state = play(state, "pick 0506")
    assert len(events(state, LeftSquare)) == 1
    assert (state.table["F1"].at, state.table["F1"].cohesion) == (506, Cohesion.GOOD)
    assert state.table["F1"].lost == 1  # the exchange, nothing for leaving


@pytest.mark.rule("P16.59")
def test_cavalry_that_cannot_leave_a_square_surrenders() -> None:
    around = [f"P{n}" for n in range(2, 8)]
    hexes = ["0504", "0604", "0605", "0506", "0405", "0404"]
    table = meet(
        battalion("P1", "0505", "N", "square"), regiment("F1", "0505", "S"),
        *(battalion(unit, at, "N", "square") for unit, at in zip(around, hexes, strict=True)),
    )  # fmt: skip
    state = play(assault(table, "F1"), "pick spend", 53)
    assert state.table.removed == {"F1": "surrendered"}


@pytest.mark.rule("P16.59")
def test_a_table_may_let_cavalry_stay_after_an_exchange() -> None:
    state = play(
        assault(on_square(options={"carre_after_exchange": "stay"}), "F1"), "pick spend", 53
    )
    assert isinstance(state.pending, Over)
    assert state.table["F1"].at == 505


@pytest.mark.rule("P16.56", "P16.59")
def test_cavalry_leaves_a_square_that_was_beaten_in_place() -> None:
    table = dealt(on_square(options={"carre_after_exchange": "stay"}), carre_dd="in_place")
    state = play(assault(table, "F1"), "pick spend", 66)
    assert events(state, MeleeFought)[0].result == "DD"
    assert purpose(state) == "leave-square"


@pytest.mark.rule("P33.14", "P16.56")
def test_cavalry_that_breaks_a_square_holds_its_hex() -> None:
    state = play(assault(on_square(), "F1"), "pick spend", 66)
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert state.table.stack(505) == ("F1",)
    assert not events(state, Advanced)


@pytest.mark.rule("P16.54")
def test_infantry_that_breaks_a_square_enters_its_hex() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N", "square"))
    state = play(assault(table, "F1"), 66, 66, 66)
    (fought,) = events(state, MeleeFought)
    assert fought.odds == "1.5:1"
    assert state.table["F1"].at == 505


@pytest.mark.rule("P33.2")
def test_a_pinned_defender_is_not_asked_to_slip_away() -> None:
    skirmishers = light("P1", "0505", "NNW", "skirmish", increments=3)
    table = meet(battalion("F1", "0504", "S"), skirmishers)
    assert purpose(assault(table, "F1")) == "retreat-before-melee"
    assert purpose(assault(table, "F1", pinned=True)) == "premelee-defender"
