from __future__ import annotations

from collections import Counter

from grognard.bots.eager_bot import choose
from grognard.kernel import Ask, Choices, State
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import play_random
from grognard.systems.bataille.actions import Finish, Pick, parse
from grognard.systems.bataille.horse.charge_actions import Charge, Square
from grognard.systems.premier.situations import begin, read
from grognard.systems.premier.system import SYSTEM

POSITION = """\
title: Far apart
map:
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
units:
  F1 battalion at 0201 facing S
  F2 battalion at 0401 facing S
  P1 battalion at 0206 facing N
start: segment movement french
expect: F1 lost 0
"""


def position() -> State:
    return begin(read(POSITION, "position"))[0]


def chosen(options: Choices, times: int = 400) -> Counter[str]:
    view, ask, stream = (
        SYSTEM.rules.view(position(), "french"),
        Ask("french", options, "any"),
        Stream(5),
    )
    return Counter(str(choose(view, ask, stream)) for _ in range(times))


def test_it_only_gives_orders_that_are_offered() -> None:
    state, stream = position(), Stream(1)
    assert isinstance(state.pending, Ask)
    for _ in range(60):
        assert (
            choose(SYSTEM.rules.view(state, "french"), state.pending, stream)
            in state.pending.options
        )


def test_it_seldom_declines_a_charge_or_a_square() -> None:
    for fight in (Charge(("F1",)), Square("F1")):
        found = chosen(Choices([Finish(), fight]))
        assert 0 < found["done"] < found[str(fight)] / 4


def test_it_would_rather_fire_with_many_than_with_few() -> None:
    few, many = parse("fire 0206 F1@0201"), parse("fire 0206 F1@0201 F2@0401")
    found = chosen(Choices([few, many]))
    assert found[str(many)] > 4 * found[str(few)]


def test_it_goes_towards_the_enemy_and_on_a_whim_anywhere() -> None:
    away, near = parse("march F1 SE NE"), parse("march F1 S S")
    found = chosen(Choices([away, near]))
    assert found[str(near)] > 4 * found[str(away)] > 0


def test_where_there_is_nothing_to_weigh_any_option_may_come() -> None:
    found = chosen(Choices([Pick("a"), Pick("b")]))
    assert set(found) == {"pick a", "pick b"}


def test_it_plays_a_battle_to_its_end_the_same_way_each_time() -> None:
    setting = SYSTEM.library.setting("duel", {})
    one, other = (play_random(SYSTEM.rules, setting, 3, 0, choose) for _ in range(2))
    assert one.verdict
    assert one == other
