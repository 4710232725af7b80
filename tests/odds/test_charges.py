"""The odds of a charge are those of the whole player sequence, and rank its answers as play does."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from grognard.kernel import Action, State
from grognard.odds import chain
from grognard.systems.premier.desk.officer import PremierOfficer
from grognard.systems.registry import system_named
from tests.odds.charges import Played, apart, harm, positions, sequences, shares


@pytest.fixture(scope="module")
def asked() -> list[tuple[State, list[Action]]]:
    return list(positions("premier", 12))


def test_the_odds_of_a_charge_are_those_of_the_real_sequence_way_for_way(asked: Any) -> None:
    compared = 0
    for state, orders in asked[:9]:
        officer = PremierOfficer(state.table.setting)
        for order in orders:
            found = chain(officer, state, order)
            assert found.unresolved == 0
            real = sequences(officer, state, order, found.target, 300)
            if real is not None:
                assert found.endings == real, str(order)
                compared += 1
    assert compared >= 14


def test_the_answers_to_a_charge_are_ranked_as_they_come_out_when_played(asked: Any) -> None:
    """A few hundred sequences of each of two positions; ``make charge-odds`` plays 20,000 of twenty."""
    squares = [each for each in asked if each[0].pending.purpose == "form-square"][:2]
    for state, orders in squares:
        officer, table = PremierOfficer(state.table.setting), state.table
        weighed, out = [], []
        for order in orders:
            found = chain(officer, state, order)
            played = Played(officer, state, order, found.target)
            dice = Random(15)
            endings = Counter(played.one(dice) for _ in range(500))
            told = shares(officer, table, found.endings)
            assert apart(told, shares(officer, table, endings)) < 0.08
            weighed.append(harm(table, state.pending.side, found.endings))
            out.append(harm(table, state.pending.side, endings))
        assert weighed.index(min(weighed)) == out.index(min(out))


def test_far_from_the_horse_square_is_better_than_standing(asked: Any) -> None:
    """It was told the other way round while standing meant to form square nearer by."""
    far = next(each for each in asked if each[0].pending.purpose == "form-square")
    state, (stand, square) = far
    officer = PremierOfficer(state.table.setting)
    unit = square.unit
    steady = [
        chain(officer, state, order).units[unit].states.get("good", 0) for order in (stand, square)
    ]
    assert steady[1] > steady[0]


def test_the_answers_stand_side_by_side_in_a_line_each_and_say_that_they_are_estimated(
    asked: Any,
) -> None:
    state, orders = next(each for each in asked if each[0].pending.purpose == "form-square")
    system, side = system_named("premier"), state.pending.side
    desk, setting = system.desk, state.table.setting
    sage = desk.adviser(system.rules, setting)
    cards = desk.cards(state, side, desk.teller(setting), sage, desk.words)
    lines = [cards.card("odds", sage.look(state, side, "odds", text=str(o))).brief for o in orders]
    assert len(set(lines)) == len(orders)
    for line in lines:
        assert "the hex is ours" in line
        assert "we lose" in line
        assert line.endswith("estimated")
