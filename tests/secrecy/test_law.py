"""One law: whatever is handed over is made from a view, and the real table cannot be reached from it.

Reached is what a program could come to by following references from what it was handed: attributes,
items, bound methods and closures. Code itself (modules, classes, the names a function knows) is open to
everybody and is not followed.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from itertools import islice
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from grognard.bots.random_bot import choose
from grognard.envs.arena import Arena
from grognard.kernel import Ask, Over, State, answer
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode, view_document
from grognard.kernel.conformance import RandomGame
from grognard.kernel.seeing import PUBLIC, Seen, see
from grognard.systems.plug import System
from grognard.systems.registry import system_of

PACKS = ("charge", "village", "charge-xxx", "crossroads", "quatre-bras", "outpost", "farm")
CODE = (ModuleType, type, BuiltinFunctionType)


def reached(*handed: object) -> Iterator[object]:
    """Everything that can be reached from what was handed over."""
    waiting, known = list(handed), set(map(id, handed))
    while waiting:
        thing = waiting.pop()
        yield thing
        found: Any = gc.get_referents(thing)
        if isinstance(thing, FunctionType):
            found = (thing.__closure__, thing.__defaults__, thing.__kwdefaults__)
        for other in found:
            if id(other) not in known and not isinstance(other, CODE):
                known.add(id(other))
                waiting.append(other)


@cache
def system(pack: str) -> tuple[System, Any]:
    found = system_of(pack)
    options = {"hidden_movement": "on"} if pack == "quatre-bras" else {}
    return found, found.library.setting(pack, options)


def moments(pack: str, seed: int, apart: int) -> Iterator[State]:
    """States of a battle that is played by chance."""
    plug, setting = system(pack)
    game = RandomGame(plug.rules, setting, seed, choose)
    while not isinstance(game.state.pending, Over):
        if game.answers % apart == 0:
            yield game.state
        game.step()


def hidden_from(plug: System, state: State, side: str) -> set[int]:
    """What must not be reached: the table, the state, and whatever the masked setting holds otherwise."""
    setting = state.table.setting
    hidden: list[object] = [state, state.table, state.pending]
    if isinstance(state.pending, Ask):
        hidden.append(state.pending.options)
    masked = plug.rules.masked(setting, side)
    if masked is not setting:
        hidden.append(setting)
        hidden += [held for unit, held in setting.roster.items() if masked.roster[unit] != held]
    hidden += [force for force in getattr(state.table, "forces", {}).values() if force.side != side]
    return set(map(id, hidden))


def used(seen: Seen) -> Seen:
    """As one who plays uses it: everything is looked at."""
    if seen.is_asked:
        list(islice(seen.ask.options, 50))
        seen.ask.options.sample(Stream(1))
    return seen


@pytest.mark.parametrize("pack", PACKS)
def test_the_real_table_cannot_be_reached_from_what_a_side_sees(pack: str) -> None:
    plug, setting = system(pack)
    for state in islice(moments(pack, 3, 41), 12):
        for side in (*setting.sides, PUBLIC):
            hidden = hidden_from(plug, state, side)
            seen = used(see(plug.rules, state, side))
            assert seen.state.table is not state.table
            assert not any(id(thing) in hidden for thing in reached(seen)), state.breadcrumb


def test_the_search_finds_what_is_handed_over_by_mistake() -> None:
    plug, setting = system("charge")
    state = next(moments("charge", 3, 1))
    side = setting.sides[0]
    hidden = hidden_from(plug, state, side)
    for leak in (plug.rules.view(state, setting.sides[0]), state.pending, lambda: state.table):
        assert any(id(thing) in hidden for thing in reached(leak))


@pytest.mark.parametrize("pack", PACKS)
def test_what_is_asked_of_a_side_is_the_same_on_the_table_it_imagines(pack: str) -> None:
    """The options handed over are those of the battle: as many, as ordered, and as answered."""
    plug, setting = system(pack)
    for state in islice(moments(pack, 5, 3), 150):
        for side in (*setting.sides, PUBLIC):
            real, seen = plug.rules.view(state, side), see(plug.rules, state, side)
            again = plug.rules.view(seen.state, side)
            one, other = (
                encode(view_document(msgspec.structs.replace(view, options=None)))
                for view in (real, again)
            )
            assert one == other, state.breadcrumb
            if seen.is_asked:
                offered = [str(order) for order in islice(seen.ask.options, 60)]
                assert offered == [str(order) for order in islice(real.options, 60)]
                answer(state, seen.ask.options.sample(Stream(1)))


@pytest.mark.parametrize("pack", ["duel", "crossroads"])
def test_an_environment_hands_out_nothing_of_the_table(pack: str) -> None:
    battle, mind = Arena(pack), Stream(2)
    battle.begin(7)
    for _ in range(10):
        hidden = hidden_from(battle.system, battle.state, battle.asked)
        handed = (battle.ask, battle.menu, battle.observe(battle.asked), battle.view(battle.asked))
        assert not any(id(thing) in hidden for thing in reached(*handed))
        battle.choose(mind.randrange(len(battle.menu.slots)))
