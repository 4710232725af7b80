"""Standing orders at odds, and windows that are never opened for nobody."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import lru_cache

import pytest

from grognard.bots.eager_bot import choose
from grognard.host.advice import adviser
from grognard.host.room import Room
from grognard.host.standing import DECLINED, StandingOrder, decided
from grognard.kernel import Ask, Roll, State, answer
from grognard.kernel.chance import Stream
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.horse.square import CARRE, SquareWindow
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.melee.retreat_before import RetreatBeforeMelee
from grognard.systems.premier.desk.chances import carried_chance, square_chance
from grognard.systems.premier.events import SquareRolled
from tests.web.halls import room_of

SCENARIOS = ("first-shots", "village")


WANTED = frozenset({"form-square", "retreat-before-melee"})


@lru_cache(maxsize=1)
def asked() -> dict[str, list[tuple[Room, State]]]:
    """What battles asked until all wanted reactions had come up, by purpose."""
    found: dict[str, list[tuple[Room, State]]] = {}
    for seed, scenario in itertools.product(range(8), SCENARIOS):
        room, stream = room_of(scenario, str(seed)), Stream(seed)
        for _ in range(240):
            pending = room.state.pending
            if not isinstance(pending, Ask) or found.keys() >= WANTED:
                break
            found.setdefault(pending.purpose, []).append((room, room.state))
            action = choose(room.system.rules.view(room.state, pending.side), pending, stream)
            room.take(room.answered(pending.side, str(action)))
    return found


def reaction(purpose: str) -> tuple[Room, State, Ask]:
    room, state = asked()[purpose][0]
    assert isinstance(state.pending, Ask)
    return room, state, state.pending


@pytest.mark.rule("P38.24")
def test_the_chance_of_a_square_is_that_of_its_dice() -> None:
    _, state, ask = reaction("form-square")
    order = next(action for action in ask.options if isinstance(action, Square))
    window = state.stack[-1].procedure
    assert isinstance(window, SquareWindow)
    thrown = answer(state, order)
    assert isinstance(thrown.pending, Roll)
    formed = 0
    for dice in thrown.pending.outcomes():
        rolled = [e for e in answer(thrown, dice).happened if isinstance(e, SquareRolled)]
        formed += rolled[0].result == CARRE
    assert square_chance(state.table, order.unit, window.gallop) == Fraction(formed, 36)


@pytest.mark.rule("P33.12")
def test_the_chance_that_an_assault_carries_lies_between_none_and_certain() -> None:
    _, state, _ = reaction("retreat-before-melee")
    window = state.stack[-1].procedure
    assert isinstance(window, RetreatBeforeMelee)
    whole = carried_chance(state.table, Melee(window.target, window.attackers))
    assert 0 <= whole <= 1
    assert (whole * 36).denominator == 1


@pytest.mark.parametrize("purpose", ["form-square", "retreat-before-melee"])
def test_an_order_at_odds_acts_from_its_least_chance_on(purpose: str) -> None:
    room, state, ask = reaction(purpose)
    weigher = adviser(room.system, room.setting)
    acts = [action for action in ask.options if str(action) != DECLINED]
    chances = [weigher.chance(state, ask.side, action) for action in acts]
    best = max(chance for chance in chances if chance is not None)
    bold = StandingOrder(purpose, "odds", least=int(best))
    assert decided(state, [bold], weigher) in {str(action) for action in acts}
    if best < 99:
        wary = StandingOrder(purpose, "odds", least=int(best) + 1)
        assert decided(state, [wary], weigher) == DECLINED
    assert decided(state, [StandingOrder(purpose, "never")], weigher) == DECLINED
    always = StandingOrder(purpose, "always")
    assert decided(state, [always], weigher) in {str(action) for action in acts}


def test_what_an_order_does_not_cover_is_asked() -> None:
    room, state, ask = reaction("form-square")
    other = StandingOrder("opportunity-fire", "always")
    assert decided(state, [other], adviser(room.system, room.setting)) is None
    units = StandingOrder(ask.purpose, "always", units=("nobody",))
    assert decided(state, [units], adviser(room.system, room.setting)) == DECLINED


def test_no_window_is_opened_where_nobody_can_act() -> None:
    windows = room_of("duel").system.desk.reactions
    states = [state for purpose in windows for _, state in asked().get(purpose, ())]
    assert len(states) >= 10
    for state in states:
        assert isinstance(state.pending, Ask)
        assert any(str(action) != DECLINED for action in state.pending.options)
