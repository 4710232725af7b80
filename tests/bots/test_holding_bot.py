from __future__ import annotations

from grognard.bots.holding_bot import choose
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Ask
from grognard.systems.registry import system_named


def asked(battle: str, *orders: str) -> tuple[Game, Ask]:
    """A battle after these orders, and what it asks then."""
    system = system_named("premier")
    setting = system.library.setting(battle, {})
    game = Game(system, setting, dict.fromkeys(setting.sides, "human"), DiceSource.seeded("1"))
    for order in orders:
        game.roll_on()
        game.answer(game.asked, order)
    game.roll_on()
    pending = game.state.pending
    assert isinstance(pending, Ask)
    return game, pending


def chosen(battle: str, *orders: str) -> str:
    game, ask = asked(battle, *orders)
    return f"{ask.purpose}: {choose(game.view(ask.side), ask, Stream(1))}"


def test_who_holds_his_ground_does_not_move() -> None:
    assert chosen("first-shots", "done", "done", "done") == "movement: done"


def test_who_holds_his_ground_fires_when_he_can() -> None:
    told = chosen("first-shots", "done", "march F1 S S S", "done")
    assert told == "defensive-fire: fire 0705 P1@0706"


def test_who_holds_his_ground_forms_square_before_horse() -> None:
    told = chosen("charge", "charge F2", "done", "ride F2 S SW S S S S S S")
    assert told == "form-square: square P1"
