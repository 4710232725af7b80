"""Cavalry that stopped upon an enemy square: it fights that square, or rides off (P18.11, PR-93)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, Over, Reason, State, why_not
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.events.melee import LeftSquare, MeleeFought
from grognard.systems.bataille.laws import broken_laws
from grognard.systems.bataille.marks import BALKED
from grognard.systems.bataille.melee.assault_options import can_reach
from grognard.systems.bataille.movement.formations import change, changes
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee.assault import MeleeSegment
from tests.systems.premier.kit import battalion, begin, events, field, play, regiment

PLAIN = ["." * 16] * 16
STAY = {"carre_after_exchange": "stay"}


def upon(**facts: Any) -> Table:
    """French horse upon a square, and more horse of the enemy before its front."""
    table = field(
        PLAIN,
        battalion("P1", "0505", "N", "square"),
        regiment("F1", "0505", "S"),
        regiment("P2", "0506", "N"),
        **facts,
    )
    table.turn, table.phasing, table.segment = 1, "french", "melee"
    return table


def asked(state: State) -> Ask:
    assert isinstance(state.pending, Ask)
    return state.pending


@pytest.mark.rule("P18.11")
def test_it_must_fight_the_square_and_may_fight_nobody_else() -> None:
    state = begin(upon(), MeleeSegment("french"))
    assert asked(state).purpose == "compulsory-assault"
    assert list(asked(state).options) == [Assault(505, ("F1",))]
    assert why_not(state, Finish())
    against = can_reach(upon(), "F1", 506)
    assert isinstance(against, Reason)
    assert against.clause == "P18.11"


@pytest.mark.rule("P18.11", "PR-93")
def test_after_the_fight_it_is_gone_and_the_square_stands_alone() -> None:
    state = play(begin(upon(), MeleeSegment("french")), "assault 0505 F1", "pick spend", 53)
    assert events(state, MeleeFought)[0].target == 505
    state = play(state, "pick 0404")
    assert isinstance(state.pending, Over)
    assert state.table.stack(505) == ("P1",)


@pytest.mark.rule("P18.11", "PR-93")
def test_who_cannot_fight_the_square_rides_off_when_the_melees_are_over() -> None:
    table = upon()
    table.alter("F1", marks=(BALKED,))
    state = begin(table, MeleeSegment("french"))
    assert asked(state).purpose == "leave-square"
    state = play(state, "pick 0404")
    assert len(events(state, LeftSquare)) == 1
    assert isinstance(state.pending, Over)
    assert state.table["F1"].cohesion is Cohesion.GOOD


@pytest.mark.rule("P18.11", "PR-83", "PR-93")
def test_of_two_regiments_the_one_that_did_not_join_rides_off() -> None:
    table = field(
        PLAIN,
        battalion("P1", "0505", "N", "square"),
        regiment("F1", "0505", "S"),
        regiment("F2", "0505", "S"),
        options=STAY,
    )
    state = begin(table, MeleeSegment("french"))
    state = play(state, "assault 0505 F1", "pick spend", 53)
    assert asked(state).purpose == "leave-square"
    state = play(state, "pick 0404")
    assert isinstance(state.pending, Over)
    assert (state.table["F1"].at, state.table["F2"].at) == (505, 404)


@pytest.mark.rule("PR-93")
def test_a_square_with_horse_upon_it_cannot_change_formation() -> None:
    table = upon(options=STAY)
    table.phasing, table.segment = "coalition", "movement"
    hand = take_in_hand(table, "P1")
    assert isinstance(hand, InHand)
    assert changes(table, hand) == []
    against = change(table, hand, Formation.COLUMN, 0, (505,))
    assert isinstance(against, Reason)
    assert against.clause == "PR-93"
    table.remove("F1", "destroyed")
    assert changes(table, hand)
    assert not list(broken_laws(table))
