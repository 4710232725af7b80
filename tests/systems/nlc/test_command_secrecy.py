"""What the other side learns while orders are given and tried: nothing (N12.3)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Roll
from grognard.systems.nlc.command.choosing import ChooseOrders
from grognard.systems.nlc.command.compliance import Delays
from grognard.systems.nlc.command.order_actions import Record, Send
from grognard.systems.nlc.command.phase import CommandPhase
from grognard.systems.nlc.command.review import Review
from grognard.systems.nlc.system import SYSTEM
from grognard.systems.nlc.views import view
from tests.systems.nlc.command_kit import (
    DONE,
    battle,
    dice,
    give,
    orders,
    play,
    put,
    reply,
    set_force,
    wait_for,
)


def imagined(state: Any, side: str) -> Any:
    return SYSTEM.rules.imagine(view(state, side), state.table.setting, 7)


def at_roll(state: Any, purpose: str) -> Any:
    while not (isinstance(state.pending, Roll) and state.pending.purpose == purpose):
        state = reply(state, DONE)
    return state


@pytest.mark.rule("N12.3")
def test_an_enemy_who_imagines_the_dice_can_let_them_fall() -> None:
    """Every roll of the phase can be answered in a state made from the enemy's view."""
    table = battle(turn=2)
    wait_for(table, "fr_glc", "probe 1514", "R4")
    set_force(table, "fr_ii", loss_turn=1)
    state = play(table, CommandPhase(), Record("reille", orders("attack 1213")))
    seen = []
    while state.stack:
        for side in ("french", "allied"):
            guess = imagined(state, side)
            assert type(guess.pending) is type(state.pending)
            if isinstance(state.pending, Roll):
                assert guess.pending == state.pending
                reply(guess, (3,) * (2 if state.pending.dice == "2d6" else 1))
        if isinstance(state.pending, Roll):
            seen.append(state.pending.purpose)
            state = reply(state, (1,) if state.pending.dice == "d6" else dice(4))
        elif state.pending.purpose == "orders" and "compliance" not in seen:
            said = Send("fr_ii", orders("attack 1213"))
            fresh = said in state.pending.options and not state.table.transit[1:]
            state = reply(state, said if fresh else DONE)
        else:
            state = reply(state, DONE)
    assert seen == ["confidence", "compliance", "delay", "local-decision"]


@pytest.mark.rule("N12.3")
def test_a_bad_move_can_be_imagined_by_the_one_who_makes_it() -> None:
    state = play(battle(turn=2), CommandPhase(), Record("reille", orders("attack 1213")))
    state = reply(at_roll(state, "local-decision"), dice(2))
    guess = imagined(state, "allied")
    assert guess.pending.purpose == "bad-move"
    picked = next(iter(guess.pending.options))
    assert reply(guess, picked).table.transit == ()


@pytest.mark.rule("N12.3", "N12.13.4")
def test_dice_and_frames_do_not_tell_a_division_from_its_corps() -> None:
    table = battle(turn=2)
    put(table, "bauduin", 1122)
    wait_for(table, "fr_ii/6", "defend 1119", "R4")
    state = play(table, Delays())
    assert state.pending.subject == "reille"
    frame = view(state, "allied").stack[-1].procedure
    assert "fr_ii/6" not in repr(frame)
    assert view(state, "french").stack[-1].procedure == state.stack[-1].procedure
    give(table, "fr_ii/6", "attack 1119", loss_turn=1)
    state = play(table, Review())
    assert "fr_ii/6" not in repr(view(state, "allied").stack[-1].procedure)


@pytest.mark.rule("NM.4", "N12.3")
def test_what_a_player_chooses_is_hidden_while_his_men_run() -> None:
    table = battle(turn=2, options={"multiplayer_command": "on"})
    state = play(table, ChooseOrders("french"), Record("reille", orders("defend 1119")))
    frame: Any = view(state, "allied").stack[0].procedure
    assert frame.orders == ()
    assert frame.chosen == ()
    guess = imagined(state, "allied")
    while guess.pending.purpose != "choose-orders":
        guess = reply(guess, next(iter(guess.pending.options)))


@pytest.mark.rule("N12.3")
def test_noted_and_travelling_orders_are_in_nobody_elses_view() -> None:
    state = play(battle(), CommandPhase(), Record("reille", orders("attack 1213")))
    assert len(view(state, "french").transit) == 1
    assert view(state, "allied").transit == ()
    assert all("attack" not in str(event) for event in view(state, "allied").news)
