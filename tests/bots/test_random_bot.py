from __future__ import annotations

from collections import Counter

from grognard.bots.random_bot import choose
from grognard.kernel import Action, Ask, Choices, State
from grognard.kernel.chance import Stream
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Assault, Finish, March, Pick, parse
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
  P1 battalion at 0206 facing N
start: segment movement french
expect: F1 lost 0
"""


def position() -> State:
    return begin(read(POSITION, "position"))[0]


def chosen(options: Choices, times: int = 600) -> Counter[str]:
    view, ask, stream = (
        SYSTEM.rules.view(position(), "french"),
        Ask("french", options, "any"),
        Stream(5),
    )
    return Counter(str(choose(view, ask, stream)) for _ in range(times))


def test_it_only_gives_orders_that_are_offered() -> None:
    state, stream = position(), Stream(1)
    assert isinstance(state.pending, Ask)
    for _ in range(80):
        assert (
            choose(SYSTEM.rules.view(state, "french"), state.pending, stream)
            in state.pending.options
        )


def test_the_same_chooser_gives_the_same_choice() -> None:
    state = position()
    assert isinstance(state.pending, Ask)
    view = SYSTEM.rules.view(state, "french")
    assert choose(view, state.pending, Stream(9)) == choose(view, state.pending, Stream(9))


def test_it_ends_a_segment_now_and_then() -> None:
    marches: list[Action] = [March("F1", ("S",)), March("F1", ("SE",))]
    found = chosen(Choices([Finish(), *marches]))
    assert 40 < found["done"] < 300


def test_it_seldom_declines_a_fight() -> None:
    found = chosen(Choices([Finish(), Assault(parse_hex("0206"), ("F1",))]))
    assert found["done"] < found["assault 0206 F1"]


def test_it_leans_towards_the_enemy() -> None:
    away, near = parse("march F1 N"), parse("march F1 S S")
    found = chosen(Choices([Finish(), away, near]))
    assert found[str(near)] > 2 * found[str(away)]


def test_where_nothing_can_be_declined_any_option_may_come() -> None:
    found = chosen(Choices([Pick("a"), Pick("b"), Pick("c")]))
    assert set(found) == {"pick a", "pick b", "pick c"}
